cimport cython

from croupier.games.sting.engine cimport BETTING, DECISION, HAND, PLAYER, Engine
from croupier.games.sting.layout cimport FOLD_IT, RAISE_IT, choice
from croupier.games.sting.totals cimport PRODUCT, Totals
from croupier.rng cimport seeded

cdef enum:
    HOUSE = 0
    RANDOM = 1
    CHECKER = 2
    RAISER = 3
    DUMPER = 4
    CAREFUL = 5
    NO_LIMIT = 1073741824

cdef class Playout(Engine):
    cdef int[3] policy
    cdef int[3] limit
    cdef Totals scratch
    cdef long long actions

    cpdef list runs(self, long long count, seed)
    cpdef long long hands_played(self, long long count, seed) except *
    cdef play_out(self)
    @cython.locals(role=cython.int, policy=cython.int)
    cdef decide(self)
    @cython.locals(move=cython.int)
    cdef decide_random(self, int role)
    cdef decide_by_limit(self, int role)
    @cython.locals(move=cython.int)
    cdef decide_as_house(self, int role)
    @cython.locals(best=cython.int, most=cython.longlong, slot=cython.int, face=cython.int, worth=cython.longlong)
    cdef int best_slot(self, int role) noexcept
    @cython.locals(now=cython.longlong, best=cython.int, slot=cython.int, face=cython.int, worth=cython.longlong)
    cdef decide_carefully(self, int role)
    @cython.locals(place=cython.int)
    cdef read_table(self, int role)
    @cython.locals(threats=cython.int, place=cython.int, margin=cython.longlong, safe=cython.longlong,
                   future=cython.longlong)
    cdef long long worth(self, int role, int help_to_come) except *
    @cython.locals(left=cython.int)
    cdef long long keeping(self, int face) noexcept
