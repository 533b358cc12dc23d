cimport cython

from croupier.notation.money cimport shared

cdef int _LINE, _SPACE, _DOUBLE, _HASH, _QUOTE, _COMMA, _MINUS, _POINT, _ZERO, _NINE, _COLON
cdef int _OPENING, _BACKSLASH, _CLOSING, _UNDERSCORE, _LOWER_A, _LOWER_Z, _DELETE, _WIDE, _SURROGATE
cdef int _DIGITS_MAX, _SEEN_MAX
cdef dict _WORDS, _SEEN
cdef list KEYS, _STARTS
cdef bytes _HEADS
cdef Py_ssize_t _ACTIONS, _KEY_COUNT

@cython.final
cdef class Scanner:
    cdef bytes data
    cdef const unsigned char* raw
    cdef const unsigned char* heads
    cdef const unsigned char* wanted
    cdef readonly Py_ssize_t at, end

    @cython.locals(fields=dict, actions_line=cython.Py_ssize_t, place=cython.Py_ssize_t, found=cython.Py_ssize_t,
                   key=str, sign=cython.int)
    cpdef hand(self, Py_ssize_t at, Py_ssize_t line)
    cdef void skip_line(self) noexcept
    cdef int expect_end(self) except -1
    @cython.locals(head=cython.int)
    cdef Py_ssize_t known_key(self, Py_ssize_t place) except -2
    @cython.locals(size=cython.Py_ssize_t, step=cython.Py_ssize_t)
    cdef bint has(self, bytes start) except -1
    @cython.locals(first=cython.Py_ssize_t, cut=cython.Py_ssize_t, sign=cython.int, key=str)
    cdef str other_key(self, dict fields)
    @cython.locals(head=cython.int)
    cdef value(self)
    @cython.locals(first=cython.Py_ssize_t)
    cdef word(self)
    @cython.locals(found=list, quote=cython.int)
    cdef list array(self)
    cdef int sign(self) noexcept
    @cython.locals(first=cython.Py_ssize_t, at=cython.Py_ssize_t, sign=cython.int, wide=cython.bint)
    cdef str quoted(self, int quote)
    cdef str text(self, Py_ssize_t first, Py_ssize_t end, bint wide)
    @cython.locals(first=cython.Py_ssize_t, at=cython.Py_ssize_t, sign=cython.int, digits=cython.int, point=cython.int,
                   total=cython.longlong)
    cdef number(self)
    @cython.locals(is_negative=cython.bint, key=cython.longlong)
    cdef decimal(self, Py_ssize_t first, long long total, int places)
    cdef inf(self)
    @cython.locals(at=cython.Py_ssize_t, hour=cython.int, minute=cython.int, second=cython.int)
    cdef clock(self)
    @cython.locals(tens=cython.int, ones=cython.int)
    cdef int two_digits(self, Py_ssize_t at) noexcept
