cimport cython

from croupier.games.poker.dealing cimport BROUGHT_IN, FOLDED
from croupier.games.poker.hand cimport Hand
from croupier.games.poker.story cimport Story

@cython.final
cdef class Teller:
    cdef Story story
    cdef bint tells_holes
    cdef readonly int told

    @cython.locals(fresh=list, seat=cython.int)
    cpdef tuple move(self, Hand hand)
    @cython.locals(fresh=list)
    cpdef list news(self, Hand hand, seen=*)

cdef bint is_move(long long entry) noexcept
@cython.locals(entry=cython.longlong)
cdef bint are_moves(list log) except -1
cpdef list told_with(Hand hand, list asides)
