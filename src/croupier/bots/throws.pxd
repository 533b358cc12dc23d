cimport cython

cdef int HIGHEST_KEPT
cdef int HIGHEST_LAST
cdef int ACE

cpdef int thrown(bytes cards, bint is_badugi, bint is_last)
cdef int thrown_of(const unsigned char* cards, int n, bint is_badugi, bint is_last) noexcept nogil
@cython.locals(bits=cython.int, ranks=cython.int, suits=cython.int, rank=cython.int, at=cython.int, card=cython.int,
               here=cython.int, top=cython.int)
cdef int unfit(const unsigned char* cards, int n, bint is_badugi, int highest) noexcept nogil
