cimport cython

from croupier.games.genome.engine cimport Engine
from croupier.games.genome.phases cimport CARD_SHIFT
from croupier.games.genome.judge cimport NONE
from croupier.games.genome.program cimport BET, DRAW, EXCHANGE, TRICK
from croupier.games.genome.settling cimport (
    BET_MADE, CALLED, CHECKED, DREW, FOLDED, PASSED, PLAYED, RAISED, STOOD, WENT_ALL_IN,
)
from croupier.games.genome.table cimport SEATS, SLOTS
from croupier.rng cimport Rng, u64

cdef enum:
    RANDOM = 0
    GREEDY = 1
    CALLER = 2
    BETTOR = 3

@cython.final
cdef class Playout(Engine):
    cdef int[6] policy
    cdef long long[6] won
    cdef double[6] squares
    cdef Rng chance
    cdef readonly long long games
    cdef readonly long long hands
    cdef readonly long long decisions
    cdef readonly u64 checksum
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_after

    cpdef void set_policy(self, int seat, int policy) except *
    @cython.locals(_=cython.longlong)
    cpdef run_games(self, long long games)
    @cython.locals(before=cython.longlong)
    cpdef long long run_hands(self, long long hands)
    @cython.locals(seat=cython.int, net=cython.longlong)
    cdef void play_game(self) noexcept nogil
    @cython.locals(policy=cython.int, count=cython.int)
    cdef void decide(self) noexcept nogil
    @cython.locals(facing=cython.bint, pick=cython.int)
    cdef void bet_at_random(self) noexcept nogil
    cdef void bet_always(self, bint eager) noexcept nogil
    @cython.locals(strength=cython.double, facing=cython.bint, short=cython.bint)
    cdef void bet_by_strength(self) noexcept nogil
    @cython.locals(facing=cython.bint, short=cython.bint)
    cdef void bet_as(self, bint calls, bint folds) noexcept nogil
    @cython.locals(op=cython.int, best=cython.int, top=cython.int, at=cython.int, score=cython.int)
    cdef void choose_greedily(self) noexcept nogil
    @cython.locals(drawn=cython.int, most=cython.int)
    cdef bint wants_card(self) noexcept nogil
    @cython.locals(kind=cython.int, card=cython.int, op=cython.int)
    cdef int liking(self, int code) noexcept nogil
    @cython.locals(rank=cython.int, best=cython.int, power=cython.int, wins=cython.bint)
    cdef int playing(self, int card, int op) noexcept nogil
    @cython.locals(best=cython.int, seat=cython.int, card=cython.int, power=cython.int)
    cdef int trick_best(self) noexcept nogil
    @cython.locals(found=cython.int, slot=cython.int)
    cdef int alike(self, int card) noexcept nogil

cdef inline u64 _mixed(u64 checksum, u64 net) noexcept nogil
