cimport cython

from croupier.betting cimport constants

@cython.locals(seat=cython.int, level=cython.longlong, amount=cython.longlong)
cdef long long level_above(long long* total, int live, int seats, long long floor) noexcept nogil
@cython.locals(seat=cython.int, amount=cython.longlong, reach=cython.longlong)
cdef long long layer(long long* total, int seats, long long low, long long high) noexcept nogil
@cython.locals(seat=cython.int, members=cython.int)
cdef int reaching(long long* total, int live, int seats, long long level) noexcept nogil
