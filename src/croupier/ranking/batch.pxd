cimport cython
from croupier.ranking cimport constants
from croupier.ranking.kernel cimport (
    HIGH_FLUSH, HIGH_PLAIN, KEY, ROW, SHORT_FLUSH, SHORT_PLAIN, START, SUIT_RANK, flush_suit,
)

ctypedef unsigned long long u64
ctypedef unsigned char u8
ctypedef unsigned short u16

@cython.locals(hands="const unsigned char[::1]", ranks="unsigned short[::1]", count=cython.Py_ssize_t, per=cython.int)
cdef object _batch(object cards, object n, object out, bint short)
@cython.locals(n=cython.Py_ssize_t)
cdef object _refuse_strangers(const u8[::1] cards, int lowest)
@cython.locals(highest=u8, card=u8, i=cython.Py_ssize_t)
cdef int highest_of(const u8[::1] cards, Py_ssize_t n) noexcept nogil
@cython.locals(lowest=u8, card=u8, i=cython.Py_ssize_t)
cdef int lowest_of(const u8[::1] cards, Py_ssize_t n) noexcept nogil
@cython.locals(keys="const u64*", rows="const int*", start=u64, at=cython.Py_ssize_t, i=cython.Py_ssize_t, key=u64,
               low=cython.uint)
cdef void rank_rows(const u16* plain, const u16* flushes, const u8[::1] cards, int per, Py_ssize_t n,
                    u16[::1] out) noexcept nogil
@cython.locals(keys="const u64*", rows="const int*", start=u64, at=cython.Py_ssize_t, i=cython.Py_ssize_t, key=u64,
               low=cython.uint, found="unsigned long long[256]", first=cython.Py_ssize_t, end=cython.Py_ssize_t,
               count=cython.int, again=cython.Py_ssize_t)
cdef void rank_sevens(const u16* plain, const u16* flushes, const u8[::1] cards, Py_ssize_t n,
                      u16[::1] out) noexcept nogil
@cython.locals(ranks=u64, i=cython.Py_ssize_t)
cdef int suited_row(const u8[::1] cards, Py_ssize_t at, int n, int suit) noexcept nogil
@cython.locals(i=cython.Py_ssize_t)
cdef void widen(u16[::1] narrow, int[::1] wide, Py_ssize_t n) noexcept nogil
