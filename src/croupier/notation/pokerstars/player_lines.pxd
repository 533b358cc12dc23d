cimport cython

from croupier.notation.card_text cimport card_of

cdef dict _AMOUNTS, _PHRASES
cdef str _ALL_IN, _COLLECTED, _CASHED_OUT
cdef frozenset _POTS
cdef tuple _BLINDS
cdef int _DIGITS, _PLACES

@cython.final
cdef class PlayerLine:
    cdef public int seat
    cdef public str kind
    cdef public object amount
    cdef public str what
    cdef public bint all_in
    cdef public bint capped
    cdef public str cards

    cdef PlayerLine fill(self, int seat, str kind, amount, str what, bint all_in)

cpdef object amount_of(str digits)
cpdef str cards_of(str words)
@cython.locals(size=cython.Py_ssize_t, at=cython.Py_ssize_t, number=cython.int, seen=cython.longlong, one=cython.longlong)
cpdef str quick_cards(str words)

@cython.final
cdef class Scan:
    cdef public Py_ssize_t end

    @cython.locals(size=cython.Py_ssize_t, begin=cython.Py_ssize_t, point=cython.Py_ssize_t, whole=cython.Py_ssize_t, sign=cython.Py_UCS4)
    cpdef object amount(self, str line, Py_ssize_t at)

@cython.final
cdef class PlayerNames:
    cdef readonly list names
    cdef dict by_name
    cdef readonly bint is_plain
    cdef bint has_star
    cdef PlayerLine line
    cdef readonly Scan scan

    @cython.locals(seat=cython.int, stripped=list)
    cpdef int find(self, str name) except -2
    cdef list longest(self)
    @cython.locals(begin=cython.Py_ssize_t, opened=cython.Py_ssize_t)
    cpdef tuple dealt(self, str line)
    @cython.locals(at=cython.Py_ssize_t, seat=cython.int)
    cpdef PlayerLine parse(self, str line)
    @cython.locals(seat=cython.int, rest=str)
    cpdef PlayerLine parse_any(self, str line)
    @cython.locals(kind=str, found=PlayerLine, blind=str)
    cdef PlayerLine action(self, int seat, str line, Py_ssize_t at)
    cdef PlayerLine sized(self, int seat, str kind, str line, Py_ssize_t at)
    @cython.locals(closed=cython.Py_ssize_t, cards=str, found=PlayerLine)
    cdef PlayerLine shown(self, int seat, str line, Py_ssize_t at)
    @cython.locals(pot=str)
    cdef PlayerLine collected(self, int seat, str line, Py_ssize_t at)

cpdef PlayerLine parse_action(int seat, str words)
cpdef PlayerLine parse_result(int seat, str words)
@cython.locals(line=PlayerLine)
cdef PlayerLine filled(int seat, str kind, match)
