cimport cython

cdef enum:
    OVER = 0
    BETTING = 1
    BRINGING_IN = 2
    DRAWING = 3

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
