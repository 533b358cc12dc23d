cimport cython
from croupier.ranking cimport constants
from croupier.ranking.kernel cimport HIGH_FLUSH, HIGH_PLAIN, KEY, ROW, START, flush_suit, suited
from croupier.ranking.tables cimport RANK_KEYS

ctypedef unsigned long long u64
ctypedef unsigned char u8
ctypedef unsigned short u16

@cython.final
cdef class ValueCounts:
    cdef int n
    cdef int nheld
    cdef int left
    cdef u8[8] cards
    cdef u8[64] deck
    cdef u8[64] end
    cdef unsigned int[8192] times

    cpdef list counts(self)
    @cython.locals(key=u64, i=cython.int)
    cpdef object run(self, int first)
    cdef void _deal(self, int at, int first, u64 key) noexcept nogil
    @cython.locals(ranks="const int*", rows="const int*", plain="const u16*", sums=cython.uint, left=cython.int,
                   end=cython.int, count=cython.int, one=cython.uint, low=cython.uint, other=cython.int)
    cdef void _last_two(self, int first, u64 key) noexcept nogil
    @cython.locals(keys="const u64*", rows="const int*", plain="const u16*", ranks="const int*",
                   sums=cython.uint, left=cython.int, low=cython.uint, end=cython.int)
    cdef void _last(self, int first, u64 key) noexcept nogil
    @cython.locals(low=cython.uint)
    cdef void _count(self, u64 key) noexcept nogil
