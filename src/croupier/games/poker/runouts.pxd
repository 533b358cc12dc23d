cimport cython

from croupier.betting cimport constants as betting
from croupier.games.poker cimport constants
from croupier.ranking.kernel cimport strength
from croupier.rng cimport seeded, shuffled

ctypedef unsigned long long u64
ctypedef unsigned char u8

@cython.final
cdef class Runouts:
    cdef u8[10][8] hole
    cdef u8[8] board
    cdef u8[64] deck
    cdef u8[64] taken
    cdef int[10] value
    cdef int[10] low_value
    cdef int[10] won
    cdef long long[10] parts
    cdef long long[10] wins
    cdef long long[10] ties
    cdef long long deals
    cdef int n
    cdef int held
    cdef int full
    cdef int nboard
    cdef int board_full
    cdef int left
    cdef int high
    cdef int low

    @cython.locals(i=cython.int, k=cython.int)
    cdef object fill(self, object hands, bytes board, bytes deck)
    cpdef tuple tally(self)
    cpdef object every(self)
    @cython.locals(at=cython.int)
    cdef void to_hand(self, int i, int slot, int first) noexcept nogil
    @cython.locals(at=cython.int)
    cdef void to_board(self, int place, int first) noexcept nogil
    @cython.locals(state=u64)
    cpdef object sample(self, long long count, u64 seed)
    @cython.locals(needed=cython.int)
    cdef void sample_from(self, long long count, u64 state) noexcept nogil
    @cython.locals(at=cython.int, i=cython.int, k=cython.int)
    cdef void deal_front(self) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void rank_all(self) noexcept nogil
    cdef void rank(self, int i) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void divide(self) noexcept nogil
    @cython.locals(best=cython.int, winners=cython.int, i=cython.int)
    cdef bint share(self, int* values, int parts) noexcept nogil
