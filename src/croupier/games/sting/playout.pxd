cimport cython

from croupier.games.sting.engine cimport Engine
from croupier.games.sting.policies cimport Policies
from croupier.interrupt cimport check_signals
from croupier.rng cimport seeded

@cython.final
cdef class Playout:
    cdef Engine run
    cdef Policies policies
    cdef readonly long long actions

    @cython.locals(number=cython.longlong)
    cpdef list runs(self, long long count, seed)
    @cython.locals(number=cython.longlong)
    cpdef long long play_hands(self, long long count, seed) except *
    cdef play(self, int hands, seed)

@cython.locals(actions=cython.longlong)
cdef long long play_out(Engine run, Policies policies) except -1
