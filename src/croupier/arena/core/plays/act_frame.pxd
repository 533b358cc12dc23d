cimport cython

from croupier.betting.round cimport Round
from croupier.games.poker.hand cimport Hand

@cython.final
cdef class Prompter:
    cdef str head
    cdef str table
    cdef tuple seats
    cdef list begun
    cdef list rows
    cdef long long[10] stacks
    cdef long long[10] bets
    cdef int live

    @cython.locals(chips=Round, turn=cython.int, place=cython.int, owed=cython.longlong, words=str, amounts=str,
                   community=str)
    cpdef bytes act(self, Hand hand, str hole, list board, int decision, int time_ms, raiser)
    @cython.locals(chips=Round, live=cython.bint, stack=cython.longlong, bet=cython.longlong)
    cdef void row(self, Hand hand, int place) except *
