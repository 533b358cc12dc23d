cimport cython

from croupier.games.poker cimport constants
from croupier.games.poker.hand cimport Hand
from croupier.games.poker.log_events cimport LogReader

@cython.final
cdef class EventStream:
    cdef LogReader reader
    cdef bint with_holes
    cdef readonly int count

    @cython.locals(fresh=list, seat=cython.int)
    cpdef tuple move(self, Hand hand)
    @cython.locals(fresh=list)
    cpdef list news(self, Hand hand, seen=*)

cdef bint is_move(long long entry) noexcept
@cython.locals(entry=cython.longlong)
cdef bint are_moves(list log) except -1
cpdef list events_with(Hand hand, list asides)
