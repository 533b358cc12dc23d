cimport cython
from croupier.ranking.kernel cimport HIGH_FLUSH, HIGH_PLAIN, KEY, START, flush_suit, slot, suited

ctypedef unsigned long long u64
ctypedef unsigned char u8

@cython.final
cdef class Tally:
    cdef int n
    cdef u8[8] cards
    cdef long long[8192] times

    cpdef list counts(self)
    cpdef object run(self, int first)
    @cython.locals(card=cython.int)
    cdef void _deal(self, int at, int lowest, u64 key) noexcept nogil
    cdef void _count(self, int card, u64 key) noexcept nogil
