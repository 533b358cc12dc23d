cimport cython

from croupier.betting cimport constants as betting
from croupier.betting.round cimport Round
from croupier.games.poker cimport constants
from croupier.games.poker.engine cimport redact
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.engine.engine cimport Engine, blank
from croupier.games.poker.engine.hand_cards cimport HandCards
from croupier.games.poker.legal cimport Legal, choices
from croupier.rng cimport Rng

@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class Hand:
    cdef Engine engine
    cdef readonly bint is_view

    cpdef fold(self)
    cpdef check(self)
    cpdef call(self)
    cpdef raise_to(self, amount)
    cdef raise_as(self, kind, amount)
    cdef refuse(self, action)
    cdef audit(self)
    cpdef Legal legal(self)
    cpdef list entries(self)
    @cython.locals(cards=HandCards, slot=cython.int)
    cpdef hole(self, seat)
    @cython.locals(cards=HandCards)
    cpdef list numbers_at(self, places)
    cpdef Hand clone(self)
    cpdef Hand redeal(self, seat, rng)

@cython.locals(hand=Hand)
cpdef Hand dealt(Deal deal)
@cython.locals(hand=Hand)
cpdef Hand dealt_by_record(Deal deal)
@cython.locals(hand=Hand)
cdef Hand wrapped(Engine engine, bint is_view)
cdef bint is_action(long long entry) noexcept
