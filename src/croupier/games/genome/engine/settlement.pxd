cimport cython

from croupier.betting.order cimport how_many
from croupier.betting.constants cimport FIXED_STEP, NO_LEVEL
from croupier.betting.pots cimport layer, level_above, reaching
from croupier.betting.round cimport Round
from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.hand_values cimport HandValues
from croupier.games.genome.engine.log cimport GameLog
from croupier.games.genome.engine.program cimport Program, u64
from croupier.ranking.kernel cimport CARD_BIT

@cython.final
cdef class Settlement:
    cdef Program program
    cdef int seats
    cdef CardPiles cards
    cdef HandValues values
    cdef Round round
    cdef GameLog log
    cdef int[6] hands_won
    cdef long long[6] points
    cdef long long[6] chips
    cdef long long[6] base
    cdef long long[24] value

    cdef void give_chips(self, int seat, long long chips) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void seat_players(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void count_from_here(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void take_chips(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void copy_to(self, Settlement other) noexcept nogil
    @cython.locals(seat=cython.int, at=cython.int)
    cdef void value_hands(self) noexcept nogil
    @cython.locals(held=u64, place=cython.int)
    cdef void show_hand(self, int seat) noexcept nogil
    @cython.locals(at=cython.int)
    cdef int best_of(self, int members) noexcept nogil
    @cython.locals(best=cython.longlong, winners=cython.int, seat=cython.int)
    cdef int best_by(self, int at, int members) noexcept nogil
    cdef void pay_pots(self, bint alone) noexcept nogil
    @cython.locals(floor=cython.longlong, level=cython.longlong, following=cython.longlong, top=cython.longlong,
                   amount=cython.longlong)
    cdef void pay_layers(self) noexcept nogil
    @cython.locals(count=cython.int, each=cython.longlong, odd=cython.longlong, seat=cython.int)
    cdef void share(self, long long amount, int winners) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void count_win(self, int winners) noexcept nogil
    @cython.locals(seat=cython.int, gained=cython.int)
    cdef void count_points(self) noexcept nogil
    @cython.locals(winners=cython.int, other=cython.int)
    cdef long long payoff(self, int seat) noexcept nogil
    cdef long long standing(self, int seat) noexcept nogil
    @cython.locals(best=cython.longlong, seat=cython.int)
    cdef long long best_standing(self) noexcept nogil
