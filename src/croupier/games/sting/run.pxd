cimport cython

from croupier.betting.order cimport NOBODY
from croupier.games.sting.engine cimport BETTING, BUSTED, DECISION, HAND, PLAYER, SUCCESS
from croupier.games.sting.layout cimport PILE
from croupier.games.sting.playout cimport _CHECKS, Playout
from croupier.rng cimport seeded

@cython.final
cdef class Run(Playout):
    cdef readonly bint is_view

    @cython.locals(slot=cython.int)
    cdef list faces_of(self, int role)
    @cython.locals(slot=cython.int)
    cpdef apply(self, action)
    @cython.locals(role=cython.int, slot=cython.int)
    cdef int slot_of(self, face) except -2
    cdef refuse(self, action, reason)
    @cython.locals(twin=Run)
    cpdef Run clone(self)
    @cython.locals(twin=Run)
    cdef Run bare(self)
    @cython.locals(twin=Run)
    cpdef Run redeal(self, seat, rng)
    @cython.locals(twin=Run, seat=cython.int)
    cdef Run masked(self, viewer)
    @cython.locals(role=cython.int, hidden=list)
    cdef hide_from(self, int seat, bint shuffled)
    @cython.locals(place=cython.int, hidden=list)
    cdef list hidden_of(self, int role, int seat)
    @cython.locals(at=cython.int, place=cython.int, slot=cython.int)
    cdef lay_hidden(self, int role, int seat, list hidden)
    @cython.locals(place=cython.int)
    cdef list face_down(self, int role)
    @cython.locals(place=cython.int)
    cdef list gone_unseen(self, int role)
    @cython.locals(at=cython.int, other=cython.int)
    cdef shuffle(self, list cards)
    @cython.locals(role=cython.int, slot=cython.int)
    cpdef house_move(self)

@cython.locals(run=Run)
cpdef Run started(layout, long long cash, long long heat, int hands, seed, list stacked)
