cimport cython

from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.program cimport Program

@cython.final
cdef class Claims:
    cdef CardPiles cards
    cdef Program program
    cdef int made
    cdef int claimant
    cdef int answers

    cdef void clear(self) noexcept nogil
    cdef int rank(self) noexcept nogil
    cdef void open_claim(self, int seat, int others) noexcept nogil
    @cython.locals(rank=cython.int, place=cython.int, card=cython.int)
    cdef bint is_true(self) noexcept nogil
    cdef void close_claim(self) noexcept nogil
    cdef void copy_to(self, Claims other) noexcept nogil
