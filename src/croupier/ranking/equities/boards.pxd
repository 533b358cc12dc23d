cimport cython
from croupier.ranking cimport constants
from croupier.ranking.kernel cimport CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, START, slot
from croupier.ranking.equities.showdown cimport ShowdownCounts
from croupier.ranking.tables cimport RANK_KEYS, bits

ctypedef unsigned long long u64

cdef int[25] CHOOSE

@cython.final
cdef class Boards:
    cdef ShowdownCounts showdown
    cdef int n
    cdef long long weight
    cdef int[16] free
    cdef int[4][10] held
    cdef int[4][10] held_count
    cdef int[10] rank_key
    cdef int[4] flush_from
    cdef int[144] ways

    @cython.locals(suit=cython.int)
    cpdef object count(self, long long weight)
    @cython.locals(used=u64, rank=cython.int, suit=cython.int, i=cython.int, ranks=cython.int)
    cdef void _survey(self) noexcept nogil
    @cython.locals(i=cython.int, k=cython.int, mask=cython.int, card=cython.int)
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
