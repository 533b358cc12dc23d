cimport cython
from croupier.ranking cimport constants
from croupier.ranking.kernel cimport CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, ROW, START
from croupier.ranking.tables cimport RANK_KEYS

ctypedef unsigned long long u64
ctypedef unsigned char u8
ctypedef unsigned short u16

@cython.final
cdef class OneHand:
    cdef int mine_0
    cdef int mine_1
    cdef int nboard
    cdef int nhands
    cdef int nkinds
    cdef int left
    cdef unsigned int board_key
    cdef long long wins
    cdef long long ties
    cdef long long deals
    cdef u8[1326] card_0
    cdef u8[1326] card_1
    cdef u8[1326] kind
    cdef u16[53][64] holding
    cdef int[53] nholding
    cdef u16[4][78] pairs
    cdef int[4] npairs
    cdef int[91] kind_key
    cdef int[91] kind_count
    cdef u8[256] kind_at
    cdef u16[105] mine
    cdef u16[105][91] value
    cdef int[105] base_wins
    cdef int[105] base_ties
    cdef u8[105] filled
    cdef u8[64] deck
    cdef int[5] mask
    cdef u8[53] suit
    cdef int[5] suit_count
    cdef int board_suit
    cdef int[5] mine_suited
    cdef int[5] mine_suited_count

    @cython.locals(used=u64, bit="const u64*", card=cython.int, i=cython.int, n=cython.int)
    cdef object _set_up(self, bytes hand, bytes hands, bytes board, bytes gone)
    @cython.locals(hand=cython.int, ranks=cython.int, kind=cython.int)
    cdef void _add_hand(self, int high, int low) noexcept nogil
    cpdef tuple count(self)
    @cython.locals(i=cython.int)
    cdef void _deal(self) noexcept nogil
    @cython.locals(wins=cython.longlong, ties=cython.longlong, plain=cython.longlong, row=cython.int,
                   turn_suit=cython.int, holding=cython.int, flush_at=cython.int, k=cython.int, river=cython.int,
                   ranks=cython.int)
    cdef void _deal_rivers(self, int turn, int count) noexcept nogil
    @cython.locals(key=cython.uint, rows="const int*", plain="const u16*", low=cython.uint, mine=cython.int,
                   wins=cython.int, ties=cython.int, kind=cython.int, value=cython.int)
    cdef void _fill(self, int ranks, int turn, int river) noexcept nogil
    @cython.locals(ranks=cython.int, suit=cython.int)
    cdef void _show(self, int turn, int river) noexcept nogil
    @cython.locals(turn_suit=cython.int, river_suit=cython.int)
    cdef int _flush_suit(self, int turn, int river) noexcept nogil
    @cython.locals(deals=cython.int, i=cython.int, hand=cython.int, value=cython.int)
    cdef void _count(self, int turn, int river, int ranks, int mine, int wins, int ties) noexcept nogil
    @cython.locals(mask=cython.int, count=cython.int, mine=cython.int, wins=cython.int, ties=cython.int,
                   kind=cython.int, i=cython.int)
    cdef void _show_suited(self, int turn, int river, int ranks, int suit) noexcept nogil
    @cython.locals(high=cython.int, low=cython.int, flush=cython.int, value=cython.int)
    cdef void _compare_again(self, int hand, int turn, int river, int ranks, int mine, int mask,
                             int suit) noexcept nogil
