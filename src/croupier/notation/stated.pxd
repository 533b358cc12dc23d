cimport cython

from croupier.notation.begin cimport Start, exact
from croupier.notation.facts cimport won

cdef int _FINER, _HUNDRED

@cython.locals(column=list, counted=list, number=object)
cdef list _column(record, str name, Py_ssize_t seats, int places)
@cython.locals(off=list, at=cython.Py_ssize_t)
cdef list _apart(list stated, list units)
