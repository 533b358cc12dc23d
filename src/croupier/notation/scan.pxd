cimport cython

cdef int _QUOTE, _DOUBLE, _COMMA, _SPACE, _MINUS, _POINT, _ZERO, _NINE, _BACKSLASH, _DIGITS_MAX
cdef int _UNDERSCORE, _LOWER_A, _LOWER_Z, _BRACKET
cdef dict _WORDS

@cython.locals(line=str, key=str, cut=cython.Py_ssize_t, fields=dict, actions_line=cython.Py_ssize_t)
cpdef scan(list lines, Py_ssize_t first)
@cython.locals(size=cython.Py_ssize_t, at=cython.Py_ssize_t, sign=cython.int)
cdef Py_ssize_t key_end(str line) noexcept
@cython.locals(size=cython.Py_ssize_t, head=cython.int)
cdef value(str line, Py_ssize_t at)
@cython.locals(end=cython.Py_ssize_t, quote=cython.int, texts=list)
cdef array(str line, Py_ssize_t at)
@cython.locals(found=list, start=cython.Py_ssize_t)
cdef list numbers(str line, Py_ssize_t at, Py_ssize_t end)
@cython.locals(count=cython.Py_ssize_t, sign=cython.int)
cdef Py_ssize_t count_plain(str line, Py_ssize_t at, Py_ssize_t end, int quote) noexcept
@cython.locals(at=cython.Py_ssize_t, first=cython.Py_ssize_t, point=cython.Py_ssize_t, sign=cython.int,
               total=cython.longlong)
cdef number(str line, Py_ssize_t start, Py_ssize_t end)
cdef inf(str token)
@cython.locals(hour=cython.int, minute=cython.int, second=cython.int)
cdef clock(str line, Py_ssize_t at)
@cython.locals(tens=cython.int, ones=cython.int)
cdef int two_digits(str line, Py_ssize_t at) noexcept
