cimport cython

from croupier.games.genome.engine cimport Engine
from croupier.games.genome.judge cimport NONE
from croupier.games.genome.phases cimport CARD_SHIFT
from croupier.games.genome.program cimport BET, DRAW, EXCHANGE, TRICK
from croupier.games.genome.settling cimport (
    BET_MADE, CALLED, CHECKED, DREW, FOLDED, PASSED, PLAYED, RAISED, STOOD, WENT_ALL_IN,
)
from croupier.games.genome.table cimport SLOTS
from croupier.rng cimport scaled, seeded, stepped, u64

cdef enum:
    RANDOM = 0
    GREEDY = 1
    CALLER = 2
    BETTOR = 3
    EAGER = 4 | 3 << 5 | 5 << 10 | 2 << 15 | 1 << 20 | 0 << 25
    MEDIUM = 2 | 1 << 5 | 0 << 10
    WEAK = 1 | 0 << 5

cdef class Policies(Engine):
    cdef u64 luck
    cdef int to_beat

    @cython.final
    cdef int below(self, int bound) noexcept nogil
    @cython.final
    cdef void play_out(self, u64 seed) noexcept nogil
    @cython.final
    @cython.locals(count=cython.int)
    cdef int chosen_by(self, int policy) noexcept nogil
    @cython.final
    @cython.locals(owed=cython.longlong, pick=cython.int)
    cdef int random_bet(self) noexcept nogil
    @cython.final
    @cython.locals(owed=cython.longlong)
    cdef int call_bet(self) noexcept nogil
    @cython.final
    @cython.locals(mask=cython.int, at=cython.int)
    cdef int menu_mask(self) noexcept nogil
    @cython.final
    cdef int greedy_bet(self) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, top=cython.int, at=cython.int, score=cython.int)
    cdef int greedy_card(self) noexcept nogil
    @cython.final
    @cython.locals(drawn=cython.int, most=cython.int)
    cdef bint wants_card(self) noexcept nogil
    @cython.final
    @cython.locals(kind=cython.int, card=cython.int, op=cython.int)
    cdef int liking(self, int code) noexcept nogil
    @cython.final
    @cython.locals(rank=cython.int, power=cython.int, wins=cython.bint)
    cdef int playing(self, int card, int op) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, seat=cython.int, card=cython.int, power=cython.int)
    cdef int trick_best(self) noexcept nogil
    @cython.final
    @cython.locals(found=cython.int, slot=cython.int)
    cdef int alike(self, int card) noexcept nogil

cpdef int greedy_kind(double strength, int menu) noexcept nogil
cdef int first_of(int menu, int order) noexcept nogil
