cimport cython

from croupier.notation.begin cimport Start
from croupier.notation.course cimport Course

@cython.locals(at=cython.Py_ssize_t, action=str, course=Course, actions=list)
cdef take_all(Course course, list actions)
cdef list _stacks(Start start)
