cimport cython
from croupier.ranking cimport constants
from croupier.ranking.tables cimport (
    NO_WHEEL, PART, RANK_KEYS, SHORT_WHEEL, WHEEL, bits, extend, flush_scores, lay_out,
    low_scores, plain_scores, rank_sums, store_flush, store_plain,
)
from croupier.ranking.upcards cimport open_high, open_low

ctypedef unsigned long long u64
ctypedef unsigned char u8
ctypedef unsigned short u16

cdef u64[256] KEY
cdef u64[16] START
cdef u64[64] CARD_BIT
cdef u64[256] SUIT_RANK
cdef int[constants.ROWS] ROW
cdef u16[constants.PLACES] HIGH_PLAIN
cdef u16[constants.PLACES] SHORT_PLAIN
cdef u16[constants.PLACES] LOW_PLAIN
cdef u16[constants.PLACES_OF_FIVE] DEUCE_PLAIN
cdef u16[8192] HIGH_FLUSH
cdef u16[8192] SHORT_FLUSH
cdef u16[8192] DEUCE_FLUSH
cdef u16[8192] EIGHT_LOW
cdef u16[8192] BADUGI_ORDER

cdef int HIGH
cdef int SHORT
cdef int OMAHA
cdef int LOW_A5
cdef int LOW8
cdef int OMAHA_LOW8
cdef int DEUCE
cdef int BADUGI

@cython.locals(low=cython.uint)
cdef int slot(u64 key) noexcept nogil
@cython.locals(key=u64, i=cython.int)
cdef u64 key_of(const u8* cards, int n) noexcept nogil
@cython.locals(full=cython.uint)
cdef int flush_suit(u64 key) noexcept nogil
@cython.locals(ranks=u64, i=cython.int)
cdef int suited(const u8* cards, int n, int suit) noexcept nogil
@cython.locals(mask=cython.int, i=cython.int)
cdef int low_mask(const u8* cards, int n) noexcept nogil

@cython.locals(key=u64)
cdef int high(const u8* cards, int n) noexcept nogil
cdef u64 board_key(const u8* board, int n) noexcept nogil
@cython.locals(suit=cython.int, mask=cython.int)
cdef int high_with(u64 key, const u8* board, int n, int hole_0, int hole_1) noexcept nogil
@cython.locals(key=u64, suit=cython.int)
cdef int high_split(const u8* hole, int nhole, const u8* board, int nboard) noexcept nogil
cdef int short_deck(const u8* cards, int n) noexcept nogil
@cython.locals(key=u64, suit=cython.int)
cdef int short_split(const u8* hole, int nhole, const u8* board, int nboard) noexcept nogil
cdef int low_a5(const u8* cards, int n) noexcept nogil
cdef int low8(const u8* cards, int n) noexcept nogil
@cython.locals(key=u64)
cdef int deuce(const u8* cards, int n) noexcept nogil
@cython.locals(best=cython.int, chosen=cython.int, value=cython.int)
cdef int badugi(const u8* cards, int n) noexcept nogil
@cython.locals(ranks=cython.int, suits=cython.int, rank=cython.int, suit=cython.int, i=cython.int)
cdef int _badugi_of(const u8* cards, int n, int chosen) noexcept nogil
@cython.locals(best=cython.int, i=cython.int, j=cython.int, k=cython.int, key=u64, value=cython.int)
cdef int omaha(const u8* hole, int nhole, const u8* board, int nboard) noexcept nogil
@cython.locals(best=cython.int, i=cython.int, j=cython.int, key=u64, value=cython.int)
cdef int _omaha_three(const u8* hole, int nhole, u64 three, int a, int b, int c) noexcept nogil
@cython.locals(best=cython.int, i=cython.int, j=cython.int, k=cython.int, value=cython.int)
cdef int omaha_low8(const u8* hole, int nhole, const u8* board, int nboard) noexcept nogil
cdef int low_bit(int card) noexcept nogil
@cython.locals(best=cython.int, i=cython.int, j=cython.int, value=cython.int)
cdef int _low_three(const u8* hole, int nhole, int three) noexcept nogil
cdef int strength(int kind, const u8* hole, int nhole, const u8* board, int nboard) noexcept nogil

@cython.locals(seen=u64, i=cython.int)
cdef bint all_different(const u8* cards, int n) noexcept nogil
