cimport cython

from croupier.games.sting.engine cimport CUSTOMER, DECISION, HAND, NARC, PLAYER, Engine
from croupier.games.sting.layout cimport FOLD_IT, RAISE_IT, choice
from croupier.games.sting.totals cimport Totals
from croupier.rng cimport seeded

cdef enum:
    HOUSE = 0
    RANDOM = 1
    LINE = 2
    ANY = 0
    BEST = 1
    FIT = 2
    NO_LIMIT = 1073741824
    _CHECKS = -1
    _FOLDS = -2

cdef long long _LEAST

cdef class Playout(Engine):
    cdef int[3] policy
    cdef int[3] card_rule
    cdef int[3] rounds
    cdef int[3] plays
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
    cdef decide_by_line(self, int role)
    @cython.locals(played=cython.int, place=cython.int)
    cdef int played_this_round(self, int role) noexcept
    @cython.locals(move=cython.int)
    cdef decide_as_house(self, int role)
    @cython.locals(move=cython.int)
    cdef int house_slot(self, int role) noexcept
    @cython.locals(best=cython.int, most=cython.longlong, slot=cython.int, face=cython.int, worth=cython.longlong)
    cdef int best_slot(self, int role) noexcept
    cdef bint line_raises(self, int role) noexcept
    @cython.locals(most=cython.longlong, best=cython.int, slot=cython.int, worth=cython.longlong)
    cdef int fittest_slot(self, int role) except -1
    @cython.locals(place=cython.int)
    cdef read_table(self, int role)
    @cython.locals(threats=cython.int, place=cython.int, margin=cython.longlong, safe=cython.longlong,
                   future=cython.longlong)
    cdef long long worth(self, int role) except *
