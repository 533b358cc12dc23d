cimport cython

from croupier.games.poker.deal cimport Deal, Layout
from croupier.games.poker.hand cimport Hand, dealt_by_record
from croupier.games.poker.start cimport HandStart
from croupier.notation.money cimport exact
from croupier.notation.facts cimport check_dealt

cdef long long _MOST, UNCOUNTED, UNKNOWN_STACK
cdef int _BLINDS, CENTS

cdef dict _LAYOUTS, ALL_RULES

@cython.final
cdef class Start:
    cdef readonly Hand hand
    cdef readonly int places
    cdef readonly bint unknown
    cdef readonly list begun

    @cython.locals(members=cython.int, seat=cython.int)
    cpdef list stacks(self)

@cython.final
cdef class StartColumns:
    cdef object record
    cdef list stacks
    cdef list antes
    cdef list blinds
    cdef list dead
    cdef list bets
    cdef int seats
    cdef int members
    cdef bint unknown
    cdef list begun

    cdef bint are_whole(self) except -1
    @cython.locals(small=cython.longlong, big=cython.longlong, bring_in=cython.longlong, start=HandStart)
    cdef Deal deal(self, rules, int places)
    @cython.locals(seat=cython.int, stack=cython.longlong)
    cdef bint fill(self, HandStart start, int places) except -1
    @cython.locals(ante=cython.longlong, dead=cython.longlong, blind=cython.longlong)
    cdef bint force(self, HandStart start, int seat, int places) except -1

cdef rules_of(record)
@cython.locals(columns=StartColumns, deal=Deal)
cpdef Start start_hand(record, int places=*, rules=*)
@cython.locals(units=cython.longlong)
cdef long long amount(number, int places) except? -1
@cython.locals(largest=cython.longlong)
cdef long long largest_of(list blinds, int places) except? -1
cdef bint are_ints(list numbers) noexcept
cdef Layout layout_of(rules, small, big, bring_in)
cdef list dead_of(record, dict fields, int seats)
cdef check_names(record, names, int seats)
cdef list column(record, dict fields, str name, int seats)
