cimport cython

from croupier.games.poker cimport constants
from croupier.games.poker.hand cimport Hand
from croupier.games.poker.log_events cimport Held, log_of, unpack

@cython.locals(lines=LogLines, entry=cython.longlong)
cpdef list script(Hand hand, list order)
cpdef list spelled(list lines, Hand hand)

@cython.final
cdef class LogLines:
    cdef dict names
    cdef list written
    cdef Held held
    cdef dict dealt
    cdef list draws

    cdef void add(self, int kind, int seat, long long amount) except *
    cdef void finish_street(self) except *
    cdef void _dealt(self, int seat, list places) except *
    cdef void _drew(self, int kind, int seat, long long amount) except *
