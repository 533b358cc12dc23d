cimport cython
from libc.math cimport log, sqrt

from croupier.games.genome.judge cimport NONE
from croupier.games.genome.policies cimport CALLER, RANDOM, Policies
from croupier.games.genome.program cimport BET
from croupier.games.genome.settling cimport GAVE, THREW
from croupier.games.genome.table cimport SEATS, SLOTS
from croupier.ranking.kernel cimport CARD_BIT
from croupier.rng cimport seeded, stepped, u64

cdef enum:
    NODES = 8192
    EDGES = 32768
    TABLE = 16384
    DEPTH = 256

cdef double EXPLORATION

@cython.final
cdef class Search(Policies):
    cdef u64[16384] table_key
    cdef int[16384] table_search
    cdef int[16384] table_node
    cdef int[8192] first_edge
    cdef int[32768] next_edge
    cdef int[32768] code
    cdef int[32768] visits
    cdef int[32768] offered
    cdef double[32768] gained
    cdef double[32768] wins
    cdef int[256] path
    cdef int[256] path_seat
    cdef double[6] least
    cdef double[6] most
    cdef u64 course
    cdef int nodes
    cdef int edges
    cdef int searches
    cdef int length
    cdef int searcher
    cdef bint tells_apart

    @cython.locals(_=cython.int)
    cdef int best_code(self, Policies game, int iterations) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void begin_search(self, Policies game) noexcept nogil
    cdef void iterate(self, Policies game) noexcept nogil
    cdef void take_guess(self, Policies game) noexcept nogil
    @cython.locals(count=cython.int, before=cython.int, node=cython.int, edge=cython.int)
    cdef bint step(self) noexcept nogil
    @cython.locals(kind=cython.int, heard=cython.int)
    cdef void follow(self, int code) noexcept nogil
    @cython.locals(key=u64, strength=cython.double)
    cdef u64 known_here(self) noexcept nogil
    @cython.locals(held=u64, slot=cython.int)
    cdef u64 cards_held(self, int seat) noexcept nogil
    @cython.locals(place=u64)
    cdef int node_of(self, u64 key) noexcept nogil
    @cython.locals(best=cython.int, top=cython.double, fresh=cython.int, at=cython.int, edge=cython.int,
                   value=cython.double)
    cdef int chosen_edge(self, int node, int count) noexcept nogil
    @cython.locals(edge=cython.int)
    cdef int edge_of(self, int node, int code) noexcept nogil
    @cython.locals(span=cython.double, mean=cython.double, doubt=cython.double)
    cdef double upper_bound(self, int edge) noexcept nogil
    @cython.locals(at=cython.int, edge=cython.int, seat=cython.int, won=cython.double)
    cdef void learn(self) noexcept nogil
    @cython.locals(best=cython.int, edge=cython.int)
    cdef int best_edge(self) noexcept nogil
    @cython.locals(share=cython.double)
    cdef double openness(self) noexcept nogil
    @cython.locals(won=cython.double, _=cython.int)
    cdef double showdown_share(self, Policies game, int guesses) noexcept nogil

cdef inline u64 stirred(u64 key, u64 more) noexcept nogil
