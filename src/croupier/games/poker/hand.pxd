cimport cython

from croupier.betting.order cimport NOBODY
from croupier.betting.round cimport Round
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.dealing cimport (
    BROUGHT_IN, CALLED, CHECKED, DEALT_BOARD, DEALT_DOWN, DEALT_UP, DISCARDED, DREW, FOLDED, RAISED, SHOWN, SLOTS,
)
from croupier.games.poker.engine cimport BETTING, BRINGING_IN, DRAWING, OVER
from croupier.games.poker.legal cimport Legal
from croupier.games.poker.told cimport Told
from croupier.rng cimport Rng

@cython.final
cdef class Hand(Told):
    cdef readonly bint is_view

    @cython.final
    cdef bint is_betting(self) noexcept
    @cython.final
    cdef void ask(self) noexcept
    @cython.locals(legal=Legal)
    cpdef Legal legal(self)
    @cython.locals(seat=cython.int, opening=cython.longlong)
    cdef void fill_legal(self, Legal legal) except *
    cpdef fold(self)
    cpdef check(self)
    cpdef call(self)
    cpdef raise_to(self, amount)
    @cython.locals(to=cython.longlong)
    cdef raise_as(self, kind, amount)
    cdef refuse(self, action)
    cdef audit(self)
    @cython.locals(twin=Hand)
    cpdef Hand clone(self)
    @cython.locals(twin=Hand, deal=Deal)
    cdef Hand masked(self, viewer)
    cdef void forget_chance(self) noexcept
    @cython.locals(place=cython.int, at=cython.int)
    cdef show_to(self, Deal deal, int viewer)
    @cython.locals(kind=cython.int, seat=cython.int, slot=cython.int, place=cython.int)
    cdef void show_entry(self, Deal deal, int viewer, long long entry) noexcept
    @cython.locals(twin=Hand, deal=Deal)
    cpdef Hand redeal(self, seat, rng)
    cdef replay(self, long long entry)
    cdef bint is_action(self, long long entry) noexcept

@cython.locals(hand=Hand)
cpdef Hand dealt(Deal deal)
@cython.locals(hand=Hand)
cpdef Hand dealt_by_hand(Deal deal)
@cython.locals(hand=Hand)
cdef Hand _blank(Deal deal)
