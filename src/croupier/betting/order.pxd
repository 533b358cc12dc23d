cimport cython

cdef enum:
    SEATS_MAX = 10
    NOBODY = -1

@cython.locals(seat=cython.int, step=cython.int)
cpdef int next_seat(int seats, int members, int after) noexcept nogil
@cython.locals(count=cython.int)
cpdef int how_many(int members) noexcept nogil
