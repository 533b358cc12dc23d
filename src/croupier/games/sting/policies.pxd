cimport cython

from croupier.games.sting cimport constants
from croupier.games.sting.engine cimport Engine
from croupier.games.sting.layout cimport Layout, choice
from croupier.games.sting.totals cimport Totals

cdef long long _LEAST

@cython.final
cdef class Policies:
    cdef int[3] policy
    cdef int[3] card_rule
    cdef int[3] rounds
    cdef int[3] plays
    cdef int[3] limit
    cdef Totals scratch

    @cython.locals(role=cython.int, policy=cython.int)
    cdef decide(self, Engine run)
    @cython.locals(move=cython.int)
    cdef decide_random(self, Engine run, int role)
    cdef decide_by_line(self, Engine run, int role)
    cdef bint line_raises(self, Engine run, int role) noexcept
    @cython.locals(most=cython.longlong, best=cython.int, slot=cython.int, worth=cython.longlong)
    cdef int fittest_slot(self, Engine run, int role) except -1
    @cython.locals(place=cython.int)
    cdef read_table(self, Engine run, int role)
    @cython.locals(threats=cython.int, place=cython.int, margin=cython.longlong, safe=cython.longlong,
                   future=cython.longlong)
    cdef long long worth(self, Engine run, int role) except *

@cython.locals(played=cython.int, place=cython.int)
cdef int played_this_round(Engine run, int role) noexcept
@cython.locals(move=cython.int)
cdef decide_as_house(Engine run, int role)
@cython.locals(move=cython.int)
cdef int house_slot(Engine run, int role) except? -9
@cython.locals(best=cython.int, most=cython.longlong, slot=cython.int, face=cython.int, worth=cython.longlong)
cdef int best_slot(Engine run, int role) noexcept
