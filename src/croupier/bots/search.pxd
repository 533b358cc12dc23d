cimport cython
from libc.math cimport log, sqrt

from croupier.games.genome.engine cimport Engine
from croupier.games.genome.playout cimport CALLER, RANDOM, Playout
from croupier.games.genome.program cimport BET
from croupier.games.genome.settling cimport GAVE, THREW
from croupier.games.genome.state cimport State
from croupier.games.genome.table cimport SEATS, SLOTS
from croupier.ranking.kernel cimport CARD_BIT
from croupier.rng cimport seeded, u64

cdef enum:
    NONE = -1
    PATH_MAX = 512
    EDGES_A_NODE = 8

cdef class GenomeSearch(Playout):
    cdef Engine root
    cdef State state
    cdef readonly double exploration
    cdef readonly int iterations
    cdef readonly int nodes
    cdef int seat
    cdef int room
    cdef int edge_room
    cdef int edges
    cdef int epoch
    cdef int depth
    cdef bint tells_apart
    cdef u64 mask
    cdef u64 history
    cdef u64[::1] slot_key
    cdef int[::1] slot_epoch
    cdef int[::1] slot_node
    cdef int[::1] node_edge
    cdef int[::1] edge_code
    cdef int[::1] edge_next
    cdef int[::1] edge_seen
    cdef int[::1] edge_visits
    cdef double[::1] edge_total
    cdef double[::1] edge_wins
    cdef int[512] path
    cdef int[512] path_seat
    cdef double[6] least
    cdef double[6] most

    cpdef look_at(self, State position, int seat)
    @cython.final
    @cython.locals(other=cython.int)
    cdef void begin(self, Engine position, int seat) noexcept nogil
    cpdef run_iterations(self, int iterations)
    @cython.final
    @cython.locals(_=cython.int)
    cdef void run_quietly(self, int iterations) noexcept nogil
    @cython.final
    cdef void iterate(self) noexcept nogil
    @cython.final
    @cython.locals(count=cython.int, before=cython.int, node=cython.int, edge=cython.int)
    cdef bint step(self) noexcept nogil
    @cython.final
    @cython.locals(kind=cython.int, heard=cython.int)
    cdef void follow(self, int code) noexcept nogil
    @cython.final
    cdef void play_on(self) noexcept nogil
    @cython.final
    @cython.locals(key=u64, strength=cython.double)
    cdef u64 known_here(self) noexcept nogil
    @cython.final
    @cython.locals(held=u64, slot=cython.int)
    cdef u64 cards_held(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(slot=u64)
    cdef int node_at(self, u64 key) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, top=cython.double, fresh=cython.int, at=cython.int, edge=cython.int,
                   bound=cython.double)
    cdef int chosen(self, int node, int count) noexcept nogil
    @cython.final
    @cython.locals(edge=cython.int)
    cdef int edge_of(self, int node, int code) noexcept nogil
    @cython.final
    @cython.locals(span=cython.double, mean=cython.double, look=cython.double)
    cdef double bound(self, int edge) noexcept nogil
    @cython.final
    @cython.locals(at=cython.int, edge=cython.int, seat=cython.int, won=cython.double)
    cdef void learn(self) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, edge=cython.int)
    cdef int best_edge(self) noexcept nogil
    @cython.final
    cdef int best_code(self) noexcept nogil
    @cython.final
    @cython.locals(edge=cython.int, share=cython.double)
    cdef double openness(self) noexcept nogil
    @cython.final
    @cython.locals(won=cython.double, seat=cython.int, _=cython.int)
    cdef double showdown_share(self, int guesses) noexcept nogil

cdef inline u64 stirred(u64 key, u64 more) noexcept nogil
cpdef GenomeSearch table_for(State state, u64 seed, int room=*, double exploration=*)
