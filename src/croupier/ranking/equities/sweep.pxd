cimport cython
from croupier.ranking cimport constants
from croupier.ranking.kernel cimport CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, ROW, START
from croupier.ranking.tables cimport RANK_KEYS, bits

ctypedef unsigned long long u64
ctypedef unsigned char u8
ctypedef unsigned short u16

@cython.final
cdef class Sweep:
    cdef int n
    cdef int nhands
    cdef int nkinds
    cdef int nboard
    cdef int last
    cdef int left
    cdef int nperms
    cdef int place
    cdef int part
    cdef int parts
    cdef int count
    cdef int ngroups
    cdef long long weight
    cdef u64 fixed
    cdef short[2704] at
    cdef u8[1326] card_0
    cdef u8[1326] card_1
    cdef u8[1326] kind
    cdef u16[1326] members
    cdef u16[4][1326] suited
    cdef u8[4][1326] suited_count
    cdef int[91] kind_key
    cdef u16[91] kind_value
    cdef u8[64] deck
    cdef u8[8] board
    cdef u8[24][4] perms
    cdef u16[1326] value
    cdef u16[1326] order
    cdef u16[1326] spare
    cdef u16[1326] group
    cdef int[129] bucket
    cdef u16[1327][53] below
    cdef int[53] now
    cdef int[11] first
    cdef u16[13260] hands
    cdef u8[20] held
    cdef long long[10][11] tally

    @cython.locals(start=cython.int, count=cython.int, i=cython.int, place=cython.int)
    cdef object _add_range(self, int player, bytes cards)
    @cython.locals(hand=cython.int, key=cython.int, kind=cython.int)
    cdef void _add_hand(self, int high, int low) noexcept nogil
    @cython.locals(card=cython.int)
    cdef void _lay_out_deck(self) noexcept nogil
    @cython.locals(on_board=u64, suit=cython.int, gone=u64)
    cdef object _find_symmetries(self, object board, u64 gone)
    @cython.locals(hand=cython.int, high=cython.int, low=cython.int, image=cython.int)
    cdef bint _keeps_ranges(self, int perm) noexcept nogil
    @cython.locals(ones=u64)
    cdef u64 _permuted(self, u64 mask, int perm) noexcept nogil
    cpdef int symmetries(self)
    cpdef list counts(self)

    cpdef object run(self, int part, int parts)
    @cython.locals(i=cython.int, weight=cython.int)
    cdef void _deal(self, int at, int first, u64 mask) noexcept nogil
    @cython.locals(same=cython.int, perm=cython.int, image=u64)
    cdef int _weight(self, u64 mask) noexcept nogil
    cdef void _show(self, u64 mask, long long weight) noexcept nogil
    @cython.locals(key=cython.uint, suit_of=cython.int, i=cython.int, flush=cython.int, rows="const int*",
                   plain="const u16*", bit="const u64*", kind=cython.int, low=cython.uint, count=cython.int,
                   hand=cython.int)
    cdef void _rank(self, u64 used) noexcept nogil
    @cython.locals(mask=cython.int, needed=cython.int, i=cython.int, table="const u16*", hand=cython.int)
    cdef void _rank_flushes(self, int suit) noexcept nogil
    @cython.locals(swap=cython.int)
    cdef void _sort(self) noexcept nogil
    @cython.locals(digit=cython.int, i=cython.int)
    cdef void _pass(self, int shift, int digits) noexcept nogil
    @cython.locals(card=cython.int, wins=cython.longlong, not_lost=cython.longlong, start=cython.int, end=cython.int,
                   i=cython.int, hand=cython.int, value=cython.int)
    cdef void _count_two(self, long long weight) noexcept nogil
    @cython.locals(total=cython.longlong, i=cython.int, hand=cython.int)
    cdef long long _meetings(self) noexcept nogil
    cdef void _count_many(self, u64 used, long long weight) noexcept nogil
    @cython.locals(card=cython.int, group=cython.int, i=cython.int, value=cython.int, hand=cython.int)
    cdef void _group(self) noexcept nogil
    @cython.locals(bit="const u64*", i=cython.int, hand=cython.int, mask=u64)
    cdef void _choose(self, int player, u64 used, int cards, int best, int winners) noexcept nogil
    @cython.locals(worse=cython.int, not_better=cython.int, total=cython.int, i=cython.int, card=cython.int,
                   k=cython.int, hand=cython.int, equal=cython.int, shared=cython.int)
    cdef void _count_last(self, int cards, int best, int winners) noexcept nogil
