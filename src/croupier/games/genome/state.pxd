cimport cython

from croupier.betting.order cimport NOBODY
from croupier.betting.round cimport Round
from croupier.games.genome.phases cimport CARD_SHIFT
from croupier.games.genome.policies cimport Policies
from croupier.games.genome.program cimport BET, Program
from croupier.games.genome.settling cimport BET_MADE, RAISED
from croupier.games.genome.search cimport Search
from croupier.games.genome.table cimport SLOTS
from croupier.rng cimport seeded, u64

@cython.final
cdef class State(Policies):
    cdef dict seen
    @cython.locals(count=cython.int, at=cython.int)
    cpdef legal(self)
    @cython.locals(kind=cython.int)
    cdef action_of(self, int code)
    @cython.locals(code=cython.int)
    cpdef apply(self, action)
    @cython.locals(twin=State)
    cpdef State clone(self)
    @cython.locals(twin=State)
    cpdef State redeal(self, seat, rng)
    @cython.locals(twin=State)
    cdef State guessed(self, int seat, u64 seed)

@cython.locals(state=State)
cpdef State begun(Program program, int seats, u64 seed, list front)
@cython.locals(state=State)
cdef State _blank(Program program, int seats)
