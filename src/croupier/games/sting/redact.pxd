cimport cython

from croupier.games.sting cimport constants
from croupier.games.sting.engine cimport Engine

@cython.locals(role=cython.int, hidden=list)
cdef hide_from(Engine run, int seat, bint shuffled)
@cython.locals(place=cython.int, hidden=list)
cdef list hidden_of(Engine run, int role, int seat)
@cython.locals(at=cython.int, place=cython.int, slot=cython.int)
cdef lay_hidden(Engine run, int role, int seat, list hidden)
@cython.locals(place=cython.int)
cdef list face_down(Engine run, int role)
@cython.locals(place=cython.int)
cdef list gone_unseen(Engine run, int role)
@cython.locals(at=cython.int, other=cython.int)
cdef shuffle(Engine run, list cards)
@cython.locals(slot=cython.int)
cdef list faces_of(Engine run, int role)
