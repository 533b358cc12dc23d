cimport cython

from croupier.betting.constants cimport NOBODY
from croupier.games.sting cimport constants, playout, policies, redact
from croupier.games.sting.engine cimport Engine
from croupier.games.sting.policies cimport Policies
from croupier.rng cimport seeded

@cython.final
cdef class Run:
    cdef Engine engine
    cdef Policies policies
    cdef readonly bint is_view

    @cython.locals(slot=cython.int, phase=cython.int)
    cpdef apply(self, action)
    @cython.locals(role=cython.int, slot=cython.int)
    cdef int slot_of(self, face) except -2
    cdef refuse(self, action, reason)
    @cython.locals(twin=Run)
    cpdef Run clone(self)
    @cython.locals(twin=Run)
    cdef Run without_log(self)
    @cython.locals(twin=Run)
    cpdef Run redeal(self, seat, rng)
    @cython.locals(twin=Run, seat=cython.int)
    cdef Run masked(self, viewer)
    @cython.locals(role=cython.int, slot=cython.int)
    cpdef house_move(self)

@cython.locals(run=Run)
cpdef Run started(layout, long long cash, long long heat, int hands, seed, list stacked, dealer)
