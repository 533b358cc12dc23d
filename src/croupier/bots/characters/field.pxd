cimport cython
from libc.math cimport exp

from croupier.bots.throws cimport thrown_of
from croupier.ranking.kernel cimport strength
from croupier.rng cimport scaled, seeded, stepped, u64

cdef int OPPONENTS
cdef int DEALS
cdef int SIZES
cdef int COMPARED
cdef double SOFT

@cython.final
cdef class Field:
    cdef unsigned char[8] mine
    cdef unsigned char[8] board
    cdef unsigned char[8] own
    cdef unsigned char[8] full
    cdef unsigned char[9][8] shown
    cdef unsigned char[8] other
    cdef unsigned char[52] deck
    cdef int[9] shown_count
    cdef int[9] kept
    cdef double[256] weight
    cdef int[256] own_high
    cdef int[256] own_low
    cdef int[9][256] highs
    cdef int[9][256] lows
    cdef int[9][256] score
    cdef int[9][256] quality
    cdef int[64] compared
    cdef int[9][4] limit
    cdef double[256] factor
    cdef readonly int count
    cdef int deals
    cdef int hole_size
    cdef int board_size
    cdef int mine_count
    cdef int board_count
    cdef int deck_count
    cdef int high
    cdef int low
    cdef int to_come
    cdef bint is_badugi
    cdef int top
    cdef u64 rng

    @cython.locals(at=cython.int, who=cython.int, known=cython.int, left=cython.int)
    cpdef int deal(self, bytes mine, bytes board, list shown, bytes unseen, tuple sizes, tuple kinds, tuple draws,
                   int samples, object seed) except -1
    @cython.locals(k=cython.int, at=cython.int, who=cython.int)
    cdef void _run(self) noexcept nogil
    @cython.locals(at=cython.int, card=cython.int)
    cdef int _next(self) noexcept nogil
    @cython.locals(at=cython.int, tries=cython.int)
    cdef void _fill(self, int who) noexcept nogil
    cdef int _put_back(self) noexcept nogil
    @cython.locals(bits=cython.int, at=cython.int)
    cdef void _draw(self, unsigned char* cards, int draws) noexcept nogil
    @cython.locals(size=cython.int, k=cython.int, who=cython.int, at=cython.int, below=cython.int, upto=cython.int,
                   equal=cython.int)
    cdef void _judge(self, int[256]* values) noexcept nogil
    @cython.locals(x=cython.int, k=cython.int, kept=cython.double)
    cpdef object narrow(self, int who, double low, double high, double top, double floor)
    @cython.locals(sizes=cython.int, who=cython.int, size=cython.int, k=cython.int, share=cython.double,
                   total=cython.double, called=cython.double, won=cython.double, many=cython.double, calls=cython.int)
    cpdef tuple sample(self, list folding)
    @cython.locals(x=cython.int, k=cython.int, left=cython.double)
    cdef int _limit_of(self, int who, double part) noexcept
    @cython.locals(better=cython.int, equal=cython.int, low_better=cython.int, low_equal=cython.int, lows=cython.int,
                   who=cython.int, high=cython.double)
    cdef double _won(self, int k, int size) noexcept nogil
