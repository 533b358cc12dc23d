cimport cython

@cython.locals(line=str, key=str, cut=cython.Py_ssize_t, fields=dict, actions_line=cython.Py_ssize_t)
cpdef scan(list lines, Py_ssize_t first)
@cython.locals(inner=str, head=cython.Py_UCS4, size=cython.Py_ssize_t)
cdef value(str text)
@cython.locals(quote=cython.Py_UCS4, mark=str, inner=str, texts=list, size=cython.Py_ssize_t)
cdef array(str text)
cdef bint is_plain(str text) except -1
@cython.locals(digits=str, whole=str, part=str)
cdef number(str token)
cdef clock(str text)
