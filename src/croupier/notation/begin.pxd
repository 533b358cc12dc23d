cimport cython

from croupier.betting.forced cimport Forced
from croupier.games.poker.deal cimport Deal, Layout
from croupier.games.poker.hand cimport Hand, dealt_by_hand

cdef long long _MOST, _NONE
cdef int _BLINDS

cdef dict _LAYOUTS

@cython.final
cdef class Start:
    cdef readonly Hand hand
    cdef readonly int places
    cdef readonly bint unknown
    cdef readonly list begun

    @cython.locals(members=cython.int, seat=cython.int)
    cpdef list stacks(self)

@cython.locals(fields=dict, stacks=list, antes=list, blinds=list, dead=list, bets=list, columns=list, counted=list, seats=cython.int,
               members=cython.int, unknown=cython.bint, deal=Deal)
cpdef Start begin(record, int places=*, rules=*)
cdef Layout layout_of(rules, small, big, bring_in)
@cython.locals(forced=Forced, largest=cython.longlong, blind=cython.longlong, step=cython.int, seat=cython.int,
               column=cython.int)
cdef seat_all(Deal deal, int seats, int members, list stacks, list antes, list blinds, list dead)
cdef list column(record, dict fields, str name, int seats)
@cython.locals(size=cython.longlong)
cdef bint are_chips(list numbers, long long least) except -1
@cython.locals(counted=list, whole=list, numbers=list, chips=cython.longlong)
cdef in_units(list columns, int places)
@cython.locals(size=cython.longlong, text=str)
cpdef long long exact(number, int places) except? -1
@cython.locals(size=cython.Py_ssize_t, at=cython.Py_ssize_t, place=cython.Py_ssize_t, point=cython.Py_ssize_t,
               digit=cython.int, decimals=cython.int, total=cython.longlong)
cpdef long long units_in(str text, int places) noexcept
@cython.locals(power=cython.longlong)
cpdef long long tens(int places) noexcept
