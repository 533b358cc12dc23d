cimport cython

from croupier.betting.round cimport Round
from croupier.games.poker cimport constants
from croupier.games.poker.engine.engine cimport Engine

@cython.final
@cython.freelist(64)
cdef class Legal:
    cdef readonly object seat
    cdef readonly object clause
    cdef readonly object hole
    cdef int phase
    cdef bint completing
    cdef readonly long long price
    cdef readonly long long stack
    cdef readonly long long reach
    cdef readonly long long full_to
    cdef long long to_call
    cdef long long least
    cdef long long most
    cdef long long opening

@cython.locals(legal=Legal)
cpdef Legal legal_of(seat, clause, hole, int phase, bint completing, long long price, long long stack, long long reach,
                     long long full_to, long long to_call, long long least, long long most, long long opening)
@cython.locals(legal=Legal, slot=cython.int)
cdef Legal choices(Engine engine)
@cython.locals(around=Round, seat=cython.int)
cdef fill(Legal legal, Engine engine)
