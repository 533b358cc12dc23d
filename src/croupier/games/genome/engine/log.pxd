cimport cython

from croupier.games.genome.engine cimport constants

@cython.final
cdef class GameLog:
    cdef readonly list entries
    cdef bint keeps

    cdef void note(self, int kind, int seat, long long amount) noexcept with gil
    cdef void copy_to(self, GameLog other)
