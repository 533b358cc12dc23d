cimport cython
from croupier.ranking.tables cimport equal_pairs, packed

ctypedef unsigned char u8

@cython.locals(ranks="int[4]", i=cython.int)
cdef int open_high(const u8* cards, int n) noexcept nogil
@cython.locals(ranks="int[4]", i=cython.int)
cdef int open_low(const u8* cards, int n) noexcept nogil
cdef int _open_order(int* ranks, int n) noexcept nogil
@cython.locals(i=cython.int, j=cython.int, swap=cython.int)
cdef void _ascend(int* ranks, int n) noexcept nogil
