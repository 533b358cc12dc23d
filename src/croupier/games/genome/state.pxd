cimport cython

from croupier.betting.constants cimport NOBODY
from croupier.betting.round cimport Round
from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.claims cimport Claims
from croupier.games.genome.engine.engine cimport Engine
from croupier.games.genome.engine.log cimport GameLog
from croupier.games.genome.engine.phases cimport Phases
from croupier.games.genome.engine.policies cimport Policies
from croupier.games.genome.engine.program cimport Program
from croupier.games.genome.engine.search cimport Search
from croupier.rng cimport seeded, u64

@cython.final
cdef class State:
    cdef Engine engine
    cdef Program program
    cdef int seats
    cdef Round round
    cdef CardPiles cards
    cdef Phases phases
    cdef GameLog log
    cdef object seen
    cdef object dealer

    cdef take_engine(self, Engine engine)
    @cython.locals(count=cython.int, at=cython.int)
    cpdef legal(self)
    @cython.locals(kind=cython.int)
    cdef action_of(self, int code)
    @cython.locals(code=cython.int)
    cpdef apply(self, action)
    @cython.locals(found=Policies)
    cdef Policies advisers(self, seed)
    @cython.locals(twin=State)
    cpdef State clone(self)
    @cython.locals(twin=State)
    cpdef State redeal(self, seat, rng)
    @cython.locals(twin=State)
    cdef State guessed(self, int seat, u64 seed)

@cython.locals(players=Policies)
cpdef search_policy(State state, iterations, seed=?)
@cython.locals(search=Search)
cdef Search run_search(State state, Policies players, iterations, milliseconds)
@cython.locals(state=State)
cpdef State open_game(program, seats, list chips, hands=?)
@cython.locals(state=State)
cpdef State start_game(program, seats, seed, list front, list chips, hands=?)
cpdef State deal_game(State state, dealer)
@cython.locals(state=State)
cdef State stated(Engine engine)
