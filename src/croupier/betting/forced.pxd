cimport cython

from croupier.betting cimport constants
from croupier.betting.order cimport next_seat

@cython.final
cdef class Forced:
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_before
    cdef long long[constants.SEATS_MAX] ante
    cdef long long[constants.SEATS_MAX] blind
    cdef long long[constants.SEATS_MAX] tax
    cdef long long[constants.SEATS_MAX] dead
    cdef readonly int seats
    cdef int anchor
    cdef int straddlers
    cdef bint has_extras
    cdef bint layered
    cdef char[128] apart_after

    @cython.locals(seat=cython.int)
    cdef void clear(self, int seats) noexcept nogil
    @cython.locals(seat=cython.int, first=cython.int)
    cdef bint antes_differ(self, int members) noexcept nogil
    @cython.locals(last=cython.int, seat=cython.int, before=cython.int, place=cython.int, straddlers=cython.int,
                   anchor=cython.int, blind=cython.longlong, tax=cython.longlong)
    cdef void rotate(self, unsigned char* order, int count) noexcept nogil
