cimport cython

from croupier.games.poker cimport constants
from croupier.games.poker.hand cimport Hand

@cython.locals(places=list)
cpdef list unpack(long long amount)
cpdef list log_of(Hand hand)

@cython.final
cdef class Held:
    cdef readonly list places
    cdef list thrown

    @cython.locals(held=list)
    cpdef void deal(self, int seat, list places) except *
    @cython.locals(slot=cython.int)
    cpdef bint throw(self, int seat, long long mask) except -1
    cpdef list draw(self, int seat, list new)

@cython.final
cdef class LogReader:
    cdef public Hand hand
    cdef bint with_holes
    cdef int seats
    cdef long long[16] stacks  # as many as an entry can name
    cdef long long[16] bets
    cdef Held held
    cdef list names
    cdef str street
    cdef bint completing
    cdef int pot

    @cython.locals(entry=cython.longlong)
    cpdef list read(self, list log)
    cdef void add(self, int kind, int seat, long long amount, list events) except *
    @cython.locals(seat=cython.int)
    cdef void begin_street(self, str name)
    cdef bint pay(self, int seat, long long chips) noexcept
    cdef posted(self, int kind, int seat, long long amount)
    cdef void dealt(self, int kind, int seat, list places, list events) except *
    @cython.locals(chips=cython.longlong, unopened=cython.bint, all_in=cython.bint, name=str)
    cdef tuple moved(self, int kind, int seat, long long amount)
    @cython.locals(seat=cython.int)
    cdef bint is_unopened(self) noexcept
    @cython.locals(new=list, old=list)
    cdef void drew(self, int kind, int seat, long long amount, list events) except *
    cdef void settled(self, int kind, int seat, long long amount, list events) except *

cpdef list events_of(Hand hand)
