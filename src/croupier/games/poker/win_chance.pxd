cimport cython

from croupier.ranking.kernel cimport strength
from croupier.rng cimport Rng

@cython.final
cdef class Sampler:
    cdef unsigned char[8] mine
    cdef unsigned char[8] other
    cdef unsigned char[8] board
    cdef unsigned char[52] deck
    cdef int mine_count
    cdef int board_count
    cdef int deck_count
    cdef int hole_size
    cdef int board_size

    @cython.locals(points=cython.longlong, _=cython.int)
    cpdef double run(self, int high, int low, int samples, Rng chance) noexcept nogil
    @cython.locals(mine_missing=cython.int, board_missing=cython.int, at=cython.int, place=cython.int)
    cdef void fill(self, Rng chance) noexcept nogil
    @cython.locals(mine=cython.int, other=cython.int)
    cdef int compare(self, int kind) noexcept nogil
    cdef int halves(self, int high, int low) noexcept nogil
