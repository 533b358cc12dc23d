cimport cython

from croupier.betting.order cimport NOBODY, next_seat
from croupier.games.poker.dealing cimport (
    BROUGHT_IN, CALLED, CHECKED, DISCARDED, DREW, FOLDED, POSTED_ANTE, POSTED_BLIND, POSTED_DEAD, POSTED_STRADDLE,
    RAISED, RETURNED, SLOTS, STOOD_DEAD, STREET,
)
from croupier.games.poker.showdown cimport Showdown
from croupier.ranking.upcards cimport open_high, open_low

cdef enum:
    OVER = 0
    BETTING = 1
    BRINGING_IN = 2
    DRAWING = 3
    DEALING = 4
    SHOWING = 5
    AT_BLINDS = 0
    AT_LOW_DOOR = 1
    AT_HIGH_DOOR = 2
    AT_HIGH_BOARD = 3
    AT_LOW_BOARD = 4

cdef class Engine(Showdown):
    cdef int turn
    cdef int phase
    cdef int to_draw
    cdef int mucked
    cdef bint by_hand

    @cython.final
    cdef void begin(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, kind=cython.int, place=cython.int)
    cdef void take_forced(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, _=cython.int)
    cdef void take_extras(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void take_taxes(self) noexcept nogil
    @cython.final
    cdef void take_ante(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(opener=cython.int, after=cython.int)
    cdef bint open_betting(self) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, chosen=cython.int, seat=cython.int, value=cython.int, _=cython.int)
    cdef int showing_opener(self, int opener) noexcept nogil
    @cython.final
    @cython.locals(count=cython.int, slot=cython.int)
    cdef int showing(self, int seat, int opener) noexcept nogil
    @cython.final
    @cython.locals(owner=cython.int)
    cdef void finish_round(self) noexcept nogil
    @cython.final
    cdef void finish(self) noexcept nogil
    @cython.final
    cdef void wait_for_dealer(self) noexcept nogil
    @cython.final
    cdef void dealer_is_done(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void settle_shown(self) noexcept nogil
    @cython.final
    cdef void act_fold(self) noexcept nogil
    @cython.final
    @cython.locals(paid=cython.longlong)
    cdef void act_call(self) noexcept nogil
    @cython.final
    cdef void act_raise(self, long long amount) noexcept nogil
    @cython.final
    cdef void act_bring_in(self) noexcept nogil
    @cython.final
    cdef void act_discard(self, int slots) noexcept nogil
    @cython.final
    cdef void go_on(self) noexcept nogil
    @cython.final
    cdef void copy_engine(self, Engine other) noexcept
