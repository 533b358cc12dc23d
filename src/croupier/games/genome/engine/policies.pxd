cimport cython

from croupier.betting.round cimport Round
from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.engine cimport Engine
from croupier.games.genome.engine.hand_values cimport HandValues
from croupier.games.genome.engine.phases cimport Phases
from croupier.games.genome.engine.program cimport Program
from croupier.ranking.kernel cimport CARD_BIT
from croupier.rng cimport scaled, seeded, stepped, u64

@cython.final
cdef class Policies:
    cdef Engine engine
    cdef Program program
    cdef CardPiles cards
    cdef HandValues values
    cdef Round round
    cdef Phases phases
    cdef u64 luck
    cdef int to_beat

    cdef int below(self, int bound) noexcept nogil
    cdef void play_out(self, u64 seed) noexcept nogil
    @cython.locals(count=cython.int)
    cdef int chosen_by(self, int policy) noexcept nogil
    @cython.locals(owed=cython.longlong, pick=cython.int, raises=cython.bint)
    cdef int random_bet(self) noexcept nogil
    @cython.locals(owed=cython.longlong)
    cdef int call_bet(self) noexcept nogil
    @cython.locals(mask=cython.int, at=cython.int)
    cdef int menu_mask(self) noexcept nogil
    cdef int greedy_bet(self) noexcept nogil
    @cython.locals(best=cython.int, top=cython.int, at=cython.int, score=cython.int)
    cdef int greedy_card(self) noexcept nogil
    @cython.locals(drawn=cython.int, most=cython.int)
    cdef bint wants_card(self) noexcept nogil
    @cython.locals(last=cython.int, at=cython.int, code=cython.int)
    cdef int greedy_draw(self) noexcept nogil
    @cython.locals(best=cython.int, one=cython.int, at=cython.int)
    cdef int greedy_question(self) noexcept nogil
    @cython.locals(rank=cython.int)
    cdef int claiming(self, int kind, int card) noexcept nogil
    @cython.locals(known=u64, hidden=cython.int, place=cython.int, card=cython.int)
    cdef bint refutes_claim(self, int rank) noexcept nogil
    @cython.locals(kind=cython.int, card=cython.int, op=cython.int)
    cdef int liking(self, int code) noexcept nogil
    @cython.locals(rank=cython.int, power=cython.int, wins=cython.bint)
    cdef int playing(self, int card, int op) noexcept nogil
    @cython.locals(best=cython.int, seat=cython.int, card=cython.int, power=cython.int)
    cdef int trick_best(self) noexcept nogil
    @cython.locals(found=cython.int, slot=cython.int)
    cdef int alike(self, int card) noexcept nogil

cdef int greedy_choice(double strength, int menu) noexcept nogil
cdef int first_of(int menu, int order) noexcept nogil
