cimport cython

cdef enum:
    SEATS_MAX = 10
    NOBODY = -1
    SETS = 1024

cdef signed char[1024] _LOWEST
cdef signed char[1024] _SIZE

@cython.locals(members=object)
cdef _fill_tables()
@cython.locals(turned=cython.int, seat=cython.int)
cpdef int next_seat(int seats, int members, int after) noexcept nogil
cpdef int how_many(int members) noexcept nogil
