cimport cython

from croupier.games.poker.dealing cimport SLOTS
from croupier.games.poker.engine cimport DEALING, SHOWING, Engine

cdef enum:
    UNTOLD = 53

cdef int UNKNOWN

@cython.locals(number=cython.int)
cdef int card_number(card) except -2

cdef class Told(Engine):
    cdef int shown

    @cython.final
    @cython.locals(number=cython.int)
    cdef check_told(self, int seat, list cards)
    @cython.final
    @cython.locals(card=cython.int, one=cython.longlong, seen=cython.longlong)
    cdef refuse_twice(self, list cards)
    @cython.final
    @cython.locals(place=cython.int, seat=cython.int, slot=cython.int)
    cdef bint is_on_table(self, int card) noexcept
    @cython.final
    @cython.locals(count=cython.int, slot=cython.int)
    cdef int untold(self, int seat) noexcept
    @cython.final
    @cython.locals(count=cython.int, place=cython.int)
    cdef int untold_board(self) noexcept
    @cython.locals(at=cython.int, slot=cython.int, place=cython.int)
    cpdef tell_hole(self, int seat, list cards)
    @cython.locals(at=cython.int)
    cpdef tell_board(self, list cards)
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void share_instead(self) noexcept
    @cython.final
    @cython.locals(place=cython.int)
    cdef int told_places(self) noexcept
    @cython.final
    cdef go_on_if_told(self)
    cpdef show(self, int seat, list cards)
    @cython.final
    @cython.locals(slot=cython.int, place=cython.int, at=cython.int)
    cdef match_shown(self, int seat, list cards)
    cpdef muck(self, int seat)
    @cython.final
    @cython.locals(other=cython.int)
    cdef bint is_covered(self, int seat) noexcept
    @cython.final
    @cython.locals(left=cython.int)
    cdef settle_if_shown(self)
    @cython.final
    @cython.locals(seat=cython.int, slot=cython.int, place=cython.int)
    cdef bint all_known(self, int members) noexcept
