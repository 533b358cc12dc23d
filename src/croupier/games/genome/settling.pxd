cimport cython

from croupier.betting.order cimport how_many
from croupier.betting.pots cimport NO_LEVEL, layer, level_above, reaching
from croupier.betting.round cimport Round
from croupier.games.genome.judge cimport Judge
from croupier.games.genome.table cimport SEATS, SLOTS

cdef enum:
    FOLDED = 0
    CHECKED = 1
    CALLED = 2
    BET_MADE = 3
    RAISED = 4
    WENT_ALL_IN = 5
    DREW = 6
    STOOD = 7
    THREW = 8
    PLAYED = 9
    PASSED = 10
    GAVE = 11
    BEGAN = 12
    ANTED = 13
    DEALT = 14
    TURNED_UP = 15
    OPENED = 16
    RETURNED = 17
    TOOK = 18
    RECEIVED = 19
    SHOWED = 20
    WON = 21
    SCORED = 22
    ENDED = 23

cdef class Settling(Judge):
    cdef Round round
    cdef list story
    cdef bint keeps_story
    cdef int[6] hands_won
    cdef long long[6] points
    cdef long long[6] chips
    cdef long long[6] base
    cdef long long[24] value

    @cython.final
    cdef void note(self, int kind, int seat, long long amount) noexcept with gil
    @cython.final
    @cython.locals(seat=cython.int, at=cython.int, slot=cython.int)
    cdef void value_hands(self) noexcept nogil
    @cython.final
    @cython.locals(at=cython.int)
    cdef int best_of(self, int members) noexcept nogil
    @cython.final
    @cython.locals(best=cython.longlong, winners=cython.int, seat=cython.int)
    cdef int best_by(self, int at, int members) noexcept nogil
    @cython.final
    cdef void pay_pots(self, bint alone) noexcept nogil
    @cython.final
    @cython.locals(floor=cython.longlong, level=cython.longlong, following=cython.longlong, top=cython.longlong,
                   amount=cython.longlong)
    cdef void pay_layers(self) noexcept nogil
    @cython.final
    @cython.locals(count=cython.int, each=cython.longlong, odd=cython.longlong, seat=cython.int)
    cdef void share(self, long long amount, int winners) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void count_win(self, int winners) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, gained=cython.int)
    cdef void count_points(self) noexcept nogil
    @cython.final
    @cython.locals(winners=cython.int, other=cython.int)
    cdef long long payoff(self, int seat) noexcept nogil
    @cython.final
    cdef long long standing(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(best=cython.longlong, seat=cython.int)
    cdef long long best_standing(self) noexcept nogil
