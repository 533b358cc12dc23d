cimport cython

from croupier.betting.order cimport NOBODY
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.dealing cimport DEALT_BOARD, DEALT_DOWN, DEALT_UP, DREW, SHOWN, SLOTS
from croupier.games.poker.engine cimport BETTING, BRINGING_IN, DRAWING, OVER
from croupier.games.poker.legal cimport Legal
from croupier.games.poker.told cimport Told

cdef enum:
    SEES_OPEN = 62
    SEES_ALL = 63

cdef class Asked(Told):
    @cython.locals(legal=Legal)
    cpdef Legal legal(self)
    @cython.final
    cdef bint is_betting(self) noexcept
    @cython.final
    cdef void ask(self) noexcept
    @cython.final
    @cython.locals(seat=cython.int, opening=cython.longlong)
    cdef void fill_legal(self, Legal legal) except *
    @cython.final
    @cython.locals(place=cython.int, at=cython.int)
    cdef show_to(self, Deal deal, int viewer)
    @cython.final
    @cython.locals(kind=cython.int, seat=cython.int, slot=cython.int, place=cython.int)
    cdef void show_entry(self, Deal deal, int viewer, long long entry) noexcept
