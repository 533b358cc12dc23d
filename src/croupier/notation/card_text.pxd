cimport cython

cdef int _MARK
cdef bytes _RANK
cdef bytes _SUIT

@cython.locals(one=cython.longlong)
cpdef long long bit_of(int card) noexcept
@cython.locals(seat=cython.int)
cpdef int first_of(int members) noexcept
@cython.locals(numbers=list)
cpdef list cards_in(str cards)
@cython.locals(numbers=list, number=cython.int)
cpdef list cards_from(str line, Py_ssize_t at, Py_ssize_t end)
cpdef int card_of(int rank, int suit) noexcept
@cython.locals(kept=list, word=str)
cpdef list without_commentary(list words)
