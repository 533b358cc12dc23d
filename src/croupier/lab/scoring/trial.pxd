cimport cython

from croupier.betting.order cimport how_many
from croupier.betting.round cimport Round
from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.engine cimport Engine
from croupier.games.genome.engine.phases cimport Phases
from croupier.games.genome.engine.policies cimport Policies
from croupier.games.genome.engine.program cimport Program, u8
from croupier.games.genome.engine.search cimport Search
from croupier.games.genome.engine.settlement cimport Settlement
from croupier.interrupt cimport check_signals
from croupier.rng cimport seeded, stepped, u64

@cython.final
cdef class Trial:
    cdef Engine engine
    cdef Policies policies
    cdef Program program
    cdef int seats
    cdef CardPiles cards
    cdef Round round
    cdef Phases phases
    cdef Settlement settlement
    cdef Search search
    cdef Engine guessed
    cdef Policies callers
    cdef Search card_search
    cdef int[6] player
    cdef long long[6] wins_of
    cdef double[6] hands_of
    cdef int check_guesses
    cdef public bint judging_bets
    cdef int even_seats
    cdef int glance
    cdef int last_point
    cdef u64 deals
    cdef u64 judging
    cdef u64 hidden_seed
    cdef u64 deal_seed
    cdef long long[6] bank
    cdef int budget
    cdef int bet_seats
    cdef int weak_seats
    cdef bint counting
    cdef bint tricks_count
    cdef bint captures_count
    cdef readonly long long played
    cdef readonly long long decided
    cdef readonly long long turns
    cdef readonly long long points
    cdef readonly long long lead_changes
    cdef readonly double settled
    cdef readonly long long touching
    cdef readonly long long betting
    cdef readonly long long aggressive
    cdef readonly long long folding
    cdef readonly long long contested
    cdef readonly long long bettors
    cdef readonly long long bluffs
    cdef readonly long long even_bluffs
    cdef readonly long long showdowns
    cdef readonly long long ties
    cdef readonly long long opening
    cdef readonly long long stakes
    cdef readonly double openness
    cdef readonly long long hero_won
    cdef readonly long long hero_stakes
    cdef readonly long long comebacks
    cdef readonly long long led_sessions
    cdef readonly long long sessions

    cpdef forget(self)
    cdef void play_shared_deal(self, int by)
    cdef void play_for(self, int place)
    @cython.locals(length=cython.int)
    cpdef run_sessions(self, player, sessions, hands)
    cdef u64 next_deal(self) noexcept nogil
    cdef void play_hand(self, u64 seed) noexcept nogil
    @cython.locals(_=cython.int, row=cython.int)
    cdef void lay_hands(self, u64 seed, int by) noexcept nogil
    @cython.locals(card=u8, seat=cython.int)
    cdef void hand_on(self, int first) noexcept nogil
    cdef void play_on(self, u64 seed) noexcept nogil
    @cython.locals(count=cython.int, is_point=cython.bint)
    cdef void decide(self) noexcept nogil
    cdef int chosen_by(self, int player) noexcept nogil
    @cython.locals(op=cython.int, point=cython.int, forced=cython.bint)
    cdef bint is_point(self) noexcept nogil
    @cython.locals(won=cython.double, code=cython.int)
    cdef void think(self, bint is_point) noexcept nogil
    @cython.locals(fair=cython.double)
    cdef void judge_bet(self) noexcept nogil
    @cython.locals(won=cython.double, _=cython.int)
    cdef double called_share(self, int guesses) noexcept nogil
    cdef int called(self) noexcept nogil
    @cython.locals(kind=cython.int)
    cdef void count_action(self, int code) noexcept nogil
    cdef bint touches(self, int kind) noexcept nogil
    cdef void count_hand(self) noexcept nogil
    @cython.locals(seat=cython.int, winners=cython.int)
    cdef void count_winners(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef bint has_winner(self) noexcept nogil
    @cython.locals(total=cython.int, leader=cython.int, seat=cython.int, ahead=cython.int, since=cython.int,
                   changes=cython.int, counted=cython.int, now=cython.int)
    cdef void play_session(self, int hands) noexcept nogil
    cdef long long ahead(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void put_in_bank(self) noexcept nogil
    @cython.locals(found=cython.int, seat=cython.int)
    cdef int leading(self) noexcept nogil
    @cython.locals(found=cython.int, alone=cython.bint, seat=cython.int)
    cdef int leading_bank(self) noexcept nogil

cdef inline long long _size(long long amount) noexcept nogil
