cimport cython

from croupier.betting cimport constants

cdef signed char[constants.SETS] _LOWEST
cdef signed char[constants.SETS] _SIZE

@cython.locals(members=object)
cdef _fill_tables()
@cython.locals(turned=cython.int, seat=cython.int)
cpdef int next_seat(int seats, int members, int after) noexcept nogil
cpdef int how_many(int members) noexcept nogil
