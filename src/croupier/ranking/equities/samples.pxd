cimport cython
from croupier.ranking cimport constants
from croupier.ranking.kernel cimport CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, KEY, ROW, START, flush_suit
from croupier.rng cimport seeded, starred, stepped

ctypedef unsigned long long u64
ctypedef unsigned short u16

@cython.final
cdef class Samples:
    cdef int n
    cdef u64 nmany
    cdef u64 nfew
    cdef u64 board_mask
    cdef u64[44200] many
    cdef u64[2652] few
    cdef u64[10] hand_key
    cdef u64[10] hand_mask

    @cython.locals(key=u64, mask=u64, card=cython.int)
    cdef object _list(self, list deck, int many, int few)
    @cython.locals(tally="long long[110]", i=cython.int)
    cpdef list counts(self, long long samples, u64 seed)
    @cython.locals(rows="const int*", plain="const u16*", key_0=u64, key_1=u64, wins=cython.longlong,
                   ties=cython.longlong, done=cython.longlong, drawn=u64, i=u64, k=u64, key=u64, low=cython.uint,
                   value_0=cython.int, value_1=cython.int)
    cdef void _sample_two(self, long long samples, u64 state, long long* tally) noexcept nogil
    @cython.locals(values="int[10]", done=cython.longlong, drawn=u64, i=u64, k=u64, best=cython.int,
                   winners=cython.int, hand=cython.int)
    cdef void _sample_many(self, long long samples, u64 state, long long* tally) noexcept nogil
    @cython.locals(low=cython.uint)
    cdef int _value(self, int hand, u64 key, u64 mask) noexcept nogil

@cython.locals(found=cython.int, rank=cython.int)
cdef int ranks_of(u64 mask, int suit) noexcept nogil
