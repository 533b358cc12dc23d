cimport cython

from croupier.notation.pokerstars.hand_parser cimport HandParser
from croupier.notation.pokerstars.record_builder cimport record_of

cdef Py_ssize_t _LINE_MAX
cdef str _HEADER

@cython.final
cdef class Hands:
    cdef readonly str source
    cdef readonly Py_ssize_t count
    cdef object blocks
    cdef list block
    cdef Py_ssize_t at, number
    cdef str line
    cdef bint is_header_read, is_ascii

    @cython.locals(line=str, size=cython.Py_ssize_t)
    cdef bint next_line(self) except -1
    cdef bint next_of_hand(self) except -1
    @cython.locals(parser=HandParser, first=cython.Py_ssize_t)
    cdef object hand(self)
    cdef skip_to_header(self)
    cdef bound(self)
