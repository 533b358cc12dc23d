cimport cython
from libc.math cimport log, sqrt

from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.engine cimport Engine
from croupier.games.genome.engine.phases cimport Phases
from croupier.games.genome.engine.policies cimport Policies
from croupier.games.genome.engine.program cimport Program
from croupier.games.genome.engine.settlement cimport Settlement

cdef double EXPLORATION

@cython.final
cdef class Search:
    cdef Engine engine
    cdef Policies policies
    cdef Program program
    cdef int seats
    cdef CardPiles cards
    cdef Phases phases
    cdef Settlement settlement
    cdef int[8192] child
    cdef int[8192] sibling
    cdef int[8192] code
    cdef int[8192] visits
    cdef int[8192] offered
    cdef double[8192] gained
    cdef int[256] path
    cdef int[256] path_seat
    cdef double[6] least
    cdef double[6] most
    cdef int nodes
    cdef int length
    cdef int searcher

    @cython.locals(best=cython.int, at=cython.int, _=cython.int)
    cdef int best_code(self, Policies game, int iterations) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void clear_tree(self) noexcept nogil
    cdef void iterate(self, Policies game) noexcept nogil
    @cython.locals(pick=cython.int)
    cdef int plain(self) noexcept nogil
    @cython.locals(node=cython.int)
    cdef void descend(self) noexcept nogil
    @cython.locals(seat=cython.int, count=cython.int, kind=cython.int, code=cython.int,
                   at=cython.int)
    cdef int step(self, int node) noexcept nogil
    @cython.locals(at=cython.int)
    cdef int child_of(self, int node, int code) noexcept nogil
    @cython.locals(best=cython.int, top=cython.double, fresh=cython.int, span=cython.double, place=cython.int,
                   at=cython.int, mean=cython.double, value=cython.double)
    cdef int chosen_child(self, int node, int seat, int count) noexcept nogil
    @cython.locals(seat=cython.int, won=cython.double, at=cython.int, node=cython.int)
    cdef void learn(self) noexcept nogil
