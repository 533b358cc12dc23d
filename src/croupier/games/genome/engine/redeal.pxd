cimport cython

from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.program cimport u8, u64
from croupier.ranking.kernel cimport CARD_BIT
from croupier.rng cimport scaled, starred, stepped

@cython.final
cdef class Redeal:
    cdef u8[52] deck
    cdef int[52] hidden
    cdef int[52] owner
    cdef int[52] home
    cdef int size
    cdef int dealt
    cdef int place
    cdef u64 known

    @cython.locals(place=cython.int)
    cdef void begin(self, CardPiles cards, int viewer) noexcept nogil
    @cython.locals(at=cython.int, seat=cython.int, slot=cython.int)
    cdef void find_homes(self, CardPiles cards) noexcept nogil
    @cython.locals(at=cython.int, place=cython.int)
    cdef void lay_in_order(self, CardPiles cards) noexcept nogil
    @cython.locals(seat=cython.int, at=cython.int, place=cython.int, other=cython.int, card=u8)
    cdef u64 deal(self, CardPiles cards, u64 luck) noexcept nogil
