cimport cython
from croupier.ranking.kernel cimport CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, START, board_key, high_with, omaha, slot
from croupier.ranking.tables cimport RANK_KEYS, bits
from croupier.rng cimport scaled, seeded, stepped

ctypedef unsigned long long u64
ctypedef unsigned char u8

cdef int[25] CHOOSE
cdef int TRIES_MAX

@cython.final
cdef class Showdown:
    cdef int n
    cdef int per
    cdef int nboard
    cdef u64 gone
    cdef u64 state
    cdef long long weight
    cdef u8[10][8] hole
    cdef u8[8] board
    cdef u8[64] deck
    cdef int[10] value
    cdef long long[10][11] tally
    cdef long long[11] first
    cdef int[16] free
    cdef int[4][10] held
    cdef int[10] rank_key
    cdef int[4] flush_from
    cdef int[144] ways

    cpdef object seat(self, int i, bytes cards)
    cpdef list counts(self)
    @cython.locals(mask=u64, i=cython.int, k=cython.int)
    cdef u64 used(self) noexcept nogil
    @cython.locals(i=cython.int, key=u64)
    cdef void show(self) noexcept nogil
    @cython.locals(best=cython.int, winners=cython.int, i=cython.int)
    cdef void count(self, long long weight) noexcept nogil

    @cython.locals(left=cython.int)
    cpdef object every_board(self, int part, int parts, long long weight)
    @cython.locals(used=u64, left=cython.int, card=cython.int)
    cdef int _stack_deck(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void _first_cards(self, int part, int parts, int left) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void _rest(self, int at, int first, int left) noexcept nogil

    @cython.locals(data="const unsigned char*")
    cpdef bint sample(self, const u8* combos, list starts, long long count, u64 seed)
    @cython.locals(done=cython.longlong, tries=cython.int, mask=u64)
    cdef bint _samples(self, const u8* combos, long long count) noexcept nogil
    @cython.locals(mask=u64, i=cython.int, k=cython.int, at=cython.longlong, card=cython.int)
    cdef u64 _draw_hands(self, const u8* combos) noexcept nogil
    @cython.locals(at=cython.int, fresh=cython.int, bits30=u64, card=cython.int)
    cdef void _draw_board(self, u64 mask) noexcept nogil

    @cython.locals(suit=cython.int)
    cpdef object by_kind(self, long long weight)
    @cython.locals(used=u64, rank=cython.int, suit=cython.int, i=cython.int, ranks=cython.int)
    cdef void _survey(self) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, mask=cython.int)
    cdef void _survey_suit(self, int suit) noexcept nogil
    @cython.locals(free=cython.int, rank=cython.int, mask=cython.int, size=cython.int)
    cdef void _flush_boards(self, int suit) noexcept nogil
    @cython.locals(rank=cython.int, key=cython.int)
    cdef void _flush_board(self, int suit, int mask, int size) noexcept nogil
    @cython.locals(high=cython.int, low=cython.int, key_high=cython.int, ways=cython.int)
    cdef void _two_more(self, int suit, int mask, int key) noexcept nogil
    cdef int _others(self, int rank, int suit, int k) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void _show_flush(self, int suit, int mask, int size, int key, int ways) noexcept nogil
    @cython.locals(rank=cython.int, free=cython.int, k=cython.int)
    cdef void _rank_boards(self, int top, int left, int depth, int key, int ways) noexcept nogil
    @cython.locals(suit=cython.int, old=cython.int, new=cython.int, without=cython.int, including=cython.int, j=cython.int)
    cdef void _choose(self, int rank, int k, int free, int depth) noexcept nogil
    @cython.locals(suit=cython.int, j=cython.int, i=cython.int)
    cdef void _show_ranks(self, int depth, int key, int ways) noexcept nogil
