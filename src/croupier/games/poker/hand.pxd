cimport cython

from croupier.betting.round cimport Round
from croupier.games.poker.asked cimport SEES_ALL, SEES_OPEN, Asked
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.dealing cimport BROUGHT_IN, CALLED, CHECKED, DISCARDED, FOLDED, RAISED
from croupier.games.poker.engine cimport BETTING, BRINGING_IN, DRAWING
from croupier.rng cimport Rng

@cython.final
cdef class Hand(Asked):
    cdef readonly bint is_view

    cpdef fold(self)
    cpdef check(self)
    cpdef call(self)
    cpdef raise_to(self, amount)
    cdef raise_as(self, kind, amount)
    cdef refuse(self, action)
    cdef audit(self)
    @cython.locals(twin=Hand)
    cpdef Hand clone(self)
    @cython.locals(twin=Hand, deal=Deal)
    cdef Hand masked(self, viewer)
    cdef void forget_chance(self) noexcept
    @cython.locals(twin=Hand, deal=Deal)
    cpdef Hand redeal(self, seat, rng)
    cdef guess_returned(self, Deal deal, Rng chance)
    cdef replay(self, long long entry)
    cdef bint is_action(self, long long entry) noexcept

@cython.locals(hand=Hand)
cpdef Hand dealt(Deal deal)
@cython.locals(hand=Hand)
cpdef Hand dealt_by_hand(Deal deal)
@cython.locals(hand=Hand)
cdef Hand _blank(Deal deal)
