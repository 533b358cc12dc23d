cimport cython

from croupier.betting.forced cimport Forced
from croupier.games.poker.deal cimport Deal, Layout
from croupier.games.poker.hand cimport Hand, dealt_by_hand

cdef enum:
    _MOST = 10000000000000

cdef dict _LAYOUTS

@cython.final
cdef class Start:
    cdef readonly Hand hand
    cdef readonly int places
    cdef readonly bint unknown

@cython.locals(fields=dict, stacks=list, antes=list, blinds=list, dead=list, bets=list, seats=cython.int,
               members=cython.int, unknown=cython.bint, deal=Deal)
cpdef Start begin(record, int places=*, rules=*)
cdef Layout layout_of(rules, small, big, bring_in)
@cython.locals(forced=Forced, largest=cython.longlong, blind=cython.longlong, step=cython.int, seat=cython.int,
               column=cython.int)
cdef seat_all(Deal deal, int seats, int members, list stacks, list antes, list blinds, list dead)
cdef list column(record, dict fields, str name, int seats)
@cython.locals(size=cython.longlong)
cdef bint are_chips(list numbers, long long least) except -1
cdef exact(number, tens, int places)
