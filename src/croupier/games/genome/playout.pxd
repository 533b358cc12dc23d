cimport cython

from croupier.games.genome.policies cimport BETTOR, Policies
from croupier.games.genome.search cimport Search
from croupier.games.genome.table cimport SEATS
from croupier.rng cimport Rng, seeded, u64

@cython.final
cdef class Playout(Policies):
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

    cpdef void set_policy(self, int seat, int policy) except *
    cpdef void set_search(self, int seat, int iterations) except *
    cdef int decided(self) noexcept nogil
    @cython.locals(_=cython.longlong)
    cpdef run_games(self, long long games)
    @cython.locals(before=cython.longlong)
    cpdef long long run_hands(self, long long hands)
    @cython.locals(seat=cython.int, net=cython.longlong)
    cdef void play_game(self) noexcept nogil

cdef inline u64 _mixed(u64 checksum, u64 net) noexcept nogil
