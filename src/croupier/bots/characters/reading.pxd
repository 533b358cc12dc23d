cimport cython
from libc.math cimport exp

from croupier.ranking.kernel cimport CARD_BIT, board_key, high_with
from croupier.rng cimport scaled, seeded, stepped, u64

cdef int HANDS
cdef int OPPONENTS
cdef int SIZES
cdef double SOFT
cdef double FLUSH_DRAW
cdef double OPEN_ENDED
cdef double GUTSHOT

@cython.final
cdef class Reading:
    cdef unsigned char[1326] first
    cdef unsigned char[1326] second
    cdef unsigned char[1326] quality
    cdef float[9][1326] weight
    cdef float[9][1326] sums
    cdef double[256] factor
    cdef int[9][4] limit
    cdef int[9] drawn
    cdef int[9] value
    cdef unsigned char[8] board
    cdef double[4] folds
    cdef double[4] shares
    cdef double[4] callers
    cdef int count
    cdef u64 used
    cdef u64 rng

    @cython.locals(i=cython.int, at=cython.int)
    cpdef object begin(self, int count)
    @cython.locals(at=cython.int)
    cpdef object see(self, bytes quality)
    @cython.locals(x=cython.int, at=cython.int, kept=cython.double)
    cpdef object narrow(self, int who, double low, double high, double top, double floor)
    @cython.locals(sizes=cython.int, who=cython.int, size=cython.int, share=cython.double)
    cpdef tuple sample(self, bytes hole, bytes board, list folding, int samples, object seed)
    @cython.locals(at=cython.int, i=cython.int, total=cython.double)
    cdef object _sum_up(self, bytes hole, bytes board)
    @cython.locals(x=cython.int, at=cython.int, before=cython.double, left=cython.double)
    cdef int _limit_of(self, int who, double part)
    @cython.locals(size=cython.int, share=cython.double, k=cython.int, taken=u64, i=cython.int, at=cython.int,
                   card=cython.int)
    cdef double _run(self, int mine_0, int mine_1, int shown, int sizes, int samples) noexcept nogil
    @cython.locals(found=cython.int, tries=cython.int, wanted=cython.double, low=cython.int, high=cython.int,
                   middle=cython.int)
    cdef int _pick(self, int who, u64 taken) noexcept nogil
    @cython.locals(key=u64, mine=cython.int, better=cython.int, equal=cython.int, i=cython.int, size=cython.int,
                   calls=cython.int, beats=cython.int, ties=cython.int)
    cdef double _compare(self, int mine_0, int mine_1, int sizes) noexcept nogil

@cython.final
cdef class RankedBoard:
    cdef unsigned char[8] board
    cdef int[1326] value
    cdef int[7464] below
    cdef int[4] suits
    cdef int n
    cdef int ranks
    cdef int total
    cdef u64 used

    @cython.locals(at=cython.int, high=cython.int, low=cython.int, share=cython.double, found=bytearray)
    cpdef bytes qualities(self)
    @cython.locals(key=u64, at=cython.int, high=cython.int, low=cython.int, worse=cython.int, here=cython.int)
    cdef void _rank(self) noexcept nogil
    @cython.locals(part=cython.double, best=cython.double, same=cython.bint, mask=cython.int, outs=cython.int)
    cdef double _draws(self, int high, int low) noexcept nogil

@cython.locals(run=cython.int, outs=cython.int, start=cython.int, missing=cython.int, count=cython.int)
cdef int straight_outs(int ranks) noexcept nogil
