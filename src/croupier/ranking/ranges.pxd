cimport cython
from croupier.ranking.kernel cimport all_different

cdef int BOTH
cdef int SUITED
cdef int OFFSUIT

@cython.final
cdef class Pairs:
    cdef unsigned char[2704] seen
    cdef unsigned char[2652] cards
    cdef int n

    cdef void add(self, int high, int low) noexcept nogil
    @cython.locals(a=cython.int, b=cython.int)
    cdef void add_kind(self, int high, int low, int suits) noexcept nogil
    cdef bytes taken(self)

@cython.locals(hand=bytes)
cpdef bytes range_cards(object text, int hole_cards)
@cython.locals(found=bytes)
cpdef bytes cards_of(object cards)
@cython.locals(numbers=list, at=cython.Py_ssize_t, n=cython.Py_ssize_t)
cdef bytes _plain_cards(str text)
@cython.locals(high=cython.int, low=cython.int, hand=bytes, kind=tuple)
cdef object _add(Pairs pairs, str token)
@cython.locals(n=cython.Py_ssize_t, suits=cython.int)
cdef tuple _kind(str token)
@cython.locals(high=cython.int, low=cython.int, suits=cython.int, rank=cython.int)
cdef object _add_upwards(Pairs pairs, str token)
@cython.locals(cards=list)
cdef bytes _written(str token, int hole_cards)
