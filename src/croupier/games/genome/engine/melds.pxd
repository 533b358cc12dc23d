cimport cython

from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.program cimport Program

@cython.final
cdef class Melds:
    cdef CardPiles cards
    cdef Program program
    cdef int size
    cdef int last
    cdef bint is_run
    cdef int pile_size
    cdef bint pile_run
    cdef int passed
    cdef int player

    cdef void clear(self) noexcept nogil
    cdef int needed(self, int phase) noexcept nogil
    @cython.locals(found=cython.int)
    cdef int run_from(self, int seat, int card) noexcept nogil
    cdef int least_set(self, int phase) noexcept nogil
    @cython.locals(needed=cython.int)
    cdef bint may_begin(self, int phase, int seat, int card) noexcept nogil
    @cython.locals(needed=cython.int)
    cdef bint may_add(self, int phase, int seat, int card) noexcept nogil
    @cython.locals(needed=cython.int)
    cdef bint may_stop(self, int phase) noexcept nogil
    @cython.locals(needed=cython.int)
    cdef bint is_full(self, int phase, int seat) noexcept nogil
    cdef void add(self, int card) noexcept nogil
    cdef void end_play(self, int seat, bint is_on_pile) noexcept nogil
    cdef void note_pass(self, int seat) noexcept nogil
    cdef void take_top(self) noexcept nogil
    cdef void copy_to(self, Melds other) noexcept nogil
