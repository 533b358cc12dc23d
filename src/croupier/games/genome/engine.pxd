cimport cython

from croupier.betting.order cimport NOBODY
from croupier.games.genome.judge cimport NONE
from croupier.games.genome.phases cimport CARD_SHIFT, Phases
from croupier.games.genome.program cimport DRAW, EXCHANGE, TRICK
from croupier.games.genome.settling cimport (
    BET_MADE, DREW, ENDED, FOLDED, GAVE, PASSED, PLAYED, RAISED, RETURNED, STOOD, THREW, WENT_ALL_IN,
)
from croupier.rng cimport seeded, u64

cdef class Engine(Phases):
    cdef bint is_done
    cdef bint overran
    cdef int hands_limit
    cdef long long steps

    @cython.final
    @cython.locals(seat=cython.int)
    cdef void begin_game(self, u64 seed) noexcept nogil
    @cython.final
    cdef void run(self) noexcept nogil
    @cython.final
    cdef void advance(self) noexcept nogil
    @cython.final
    cdef bint is_decided(self) noexcept nogil
    @cython.final
    @cython.locals(kind=cython.int, card=cython.int)
    cdef void act(self, int code) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, before=cython.longlong)
    cdef void act_bet(self, int kind) noexcept nogil
    @cython.final
    @cython.locals(owner=cython.int)
    cdef void give_back(self) noexcept nogil
    @cython.final
    cdef void act_play(self, int card) noexcept nogil
    @cython.final
    cdef void act_pass(self) noexcept nogil
    @cython.final
    cdef void act_draw(self) noexcept nogil
    @cython.final
    cdef void act_throw(self, int card) noexcept nogil
    @cython.final
    cdef void act_stand(self) noexcept nogil
    @cython.final
    @cython.locals(_=cython.int)
    cdef void finish_throwing(self) noexcept nogil
    @cython.final
    cdef void act_give(self, int card) noexcept nogil
    @cython.final
    @cython.locals(alone=cython.bint, seat=cython.int)
    cdef void finish_hand(self) noexcept nogil
    @cython.final
    @cython.locals(rich=cython.int, seat=cython.int)
    cdef bint ends_game(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void forget_later_hands(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void copy_engine(self, Engine other) noexcept nogil
