cimport cython
from croupier.ranking.kernel cimport CARD_BIT, board_key, high_with, omaha
from croupier.rng cimport scaled, seeded, shuffled, stepped

ctypedef unsigned long long u64
ctypedef unsigned char u8

cdef int TRIES_MAX

@cython.final
cdef class ShowdownCounts:
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
    cdef int tries

    cpdef object seat(self, int i, bytes cards)
    @cython.locals(i=cython.int, k=cython.int)
    cpdef object seat_all(self, bytes cards)
    cdef int card(self, int i, int k) noexcept nogil
    cdef void put(self, int i, int value) noexcept nogil
    cpdef list counts(self)
    @cython.locals(mask=u64, i=cython.int, k=cython.int)
    cdef u64 used(self) noexcept nogil
    @cython.locals(i=cython.int, key=u64)
    cdef void show(self) noexcept nogil
    @cython.locals(best=cython.int, winners=cython.int, i=cython.int)
    cdef void count(self, long long weight) noexcept nogil
    @cython.locals(ahead=cython.int, behind=cython.int, level=cython.int)
    cdef void _count_two(self, long long weight) noexcept nogil

    @cython.locals(left=cython.int)
    cpdef object every_board(self, int part, int parts, long long weight)
    @cython.locals(used=u64, left=cython.int, card=cython.int)
    cdef int _stack_deck(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void _first_cards(self, int part, int parts, int left) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void _rest(self, int at, int first, int left) noexcept nogil

    cpdef bint sample(self, const u8* combos, list starts, long long count, u64 seed)
    @cython.locals(left=cython.int, at=cython.int)
    cdef void _sample_boards(self, long long count) noexcept nogil
    @cython.locals(mask=u64)
    cdef void _sample_hands(self, const u8* combos, long long count) noexcept nogil
    @cython.locals(mask=u64, i=cython.int, k=cython.int, at=cython.longlong, card=cython.int)
    cdef u64 _draw_hands(self, const u8* combos) noexcept nogil
    @cython.locals(at=cython.int, fresh=cython.int, bits30=u64, card=cython.int)
    cdef void _draw_board(self, u64 mask) noexcept nogil

cdef bint starts_apart(long long* starts, int n) noexcept nogil
