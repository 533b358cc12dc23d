cimport cython

from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.engine cimport Engine
from croupier.games.genome.engine.phases cimport Phases
from croupier.games.genome.engine.policies cimport Policies
from croupier.games.genome.engine.search cimport Search
from croupier.games.genome.engine.settlement cimport Settlement
from croupier.interrupt cimport check_signals
from croupier.rng cimport Rng, seeded, u64

@cython.final
cdef class Playout:
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_before
    cdef Engine engine
    cdef Policies policies
    cdef Phases phases
    cdef Settlement settlement
    cdef readonly int seats
    cdef int[6] policy
    cdef int[6] iterations
    cdef Search search
    cdef long long[6] won
    cdef double[6] squares
    cdef Rng chance
    cdef readonly long long games
    cdef readonly long long hands
    cdef readonly long long decisions
    cdef readonly u64 checksum
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_after

    cdef int decided(self) noexcept nogil
    @cython.locals(_=cython.longlong)
    cdef void play_games(self, long long games)
    @cython.locals(_=cython.longlong)
    cdef void play_hands(self, long long total)
    @cython.locals(seat=cython.int, net=cython.longlong)
    cdef void play_game(self) noexcept nogil

cdef inline u64 _mixed(u64 checksum, u64 net) noexcept nogil
