cimport cython

cdef int HIGHEST_KEPT
cdef int ACE

cpdef int thrown(bytes cards, bint is_badugi)
@cython.locals(bits=cython.int, ranks=cython.int, suits=cython.int, rank=cython.int, at=cython.int, card=cython.int,
               here=cython.int)
cdef int thrown_of(const unsigned char* cards, int n, bint is_badugi) noexcept nogil
