cimport cython

from croupier.notation.decimals cimport shared

cdef int _QUOTE, _DOUBLE, _COMMA, _SPACE, _MINUS, _POINT, _ZERO, _NINE, _BACKSLASH, _DIGITS_MAX
cdef int _UNDERSCORE, _LOWER_A, _LOWER_Z, _BRACKET
cdef dict _WORDS
cdef list KEYS
cdef str HEADS
cdef Py_ssize_t _ACTIONS

@cython.locals(line=str, key=str, found=cython.Py_ssize_t, place=cython.Py_ssize_t, fields=dict,
               actions_line=cython.Py_ssize_t)
cpdef scan(list lines, Py_ssize_t first)
@cython.locals(head=cython.Py_UCS4, at=cython.Py_ssize_t)
cdef Py_ssize_t known_key(str line, Py_ssize_t place) except -2
@cython.locals(end=cython.Py_ssize_t)
cdef bint has_key(str line, str key) except -1
@cython.locals(cut=cython.Py_ssize_t, key=str)
cdef str other_key(str line, dict fields)
@cython.locals(size=cython.Py_ssize_t, at=cython.Py_ssize_t, sign=cython.int)
cdef Py_ssize_t key_end(str line) noexcept
@cython.locals(size=cython.Py_ssize_t, head=cython.int)
cdef value(str line, Py_ssize_t at)
@cython.locals(end=cython.Py_ssize_t, quote=cython.int, texts=list)
cdef array(str line, Py_ssize_t at)
@cython.locals(found=list, start=cython.Py_ssize_t)
cdef list numbers(str line, Py_ssize_t at, Py_ssize_t end)
@cython.locals(count=cython.Py_ssize_t, letter=cython.Py_UCS4, sign=cython.int)
cdef Py_ssize_t count_plain(str line, int quote) noexcept
@cython.locals(at=cython.Py_ssize_t, first=cython.Py_ssize_t, point=cython.Py_ssize_t, sign=cython.int,
               total=cython.longlong)
cdef number(str line, Py_ssize_t start, Py_ssize_t end)
cdef inf(str token)
@cython.locals(hour=cython.int, minute=cython.int, second=cython.int)
cdef clock(str line, Py_ssize_t at)
@cython.locals(tens=cython.int, ones=cython.int)
cdef int two_digits(str line, Py_ssize_t at) noexcept
