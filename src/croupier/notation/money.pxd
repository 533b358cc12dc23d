cimport cython

cdef long long _UNCOUNTED, _UNKNOWN_STACK, _EXACT_MAX
cdef dict _SHARED
cdef dict _HUNDREDTHS

@cython.locals(cents=cython.longlong)
cpdef shared(str text)
@cython.locals(known=tuple)
cpdef long long hundredths(number) except? -1
@cython.locals(cents=cython.longlong, text=str)
cpdef long long exact(number, int places) except? -1
@cython.locals(whole=cython.longlong)
cdef long long whole_of(number) except? -1
@cython.locals(power=cython.longlong)
cdef long long scaled(long long total, int places) noexcept
@cython.locals(total=cython.longlong)
cpdef long long units_in(str text, int places) noexcept
@cython.locals(size=cython.Py_ssize_t, place=cython.Py_ssize_t, point=cython.Py_ssize_t,
               digit=cython.int, decimals=cython.int, total=cython.longlong)
cpdef long long units_from(str text, Py_ssize_t at, int places) noexcept
@cython.locals(power=cython.longlong)
cpdef long long tens(int places) noexcept
