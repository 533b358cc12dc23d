cimport cython

from croupier.notation.phh.fast_toml cimport Scanner

cdef Py_ssize_t _HAND_MAX

cdef class Section:
    cdef public object key
    cdef public Py_ssize_t line
    cdef public list lines
    cdef public object fault
    cdef public bint has_tables
    cdef public object found

cdef class _Splitter:
    cdef Section section
    cdef Py_ssize_t number
    cdef Py_ssize_t at
    cdef bytes data
    cdef Scanner scanner
    cdef bint is_last
    cdef bint is_done
    cdef Py_ssize_t size
    cdef Py_ssize_t fed
    cdef object held
    cdef object nesting

    cdef begin(self, key, Py_ssize_t line)
    @cython.locals(end=cython.Py_ssize_t)
    cdef Py_ssize_t take_run(self, list lines, Py_ssize_t at) except -1
    @cython.locals(size=cython.Py_ssize_t, line=str, length=cython.Py_ssize_t)
    cdef Py_ssize_t run_end(self, list lines, Py_ssize_t at) except -1
    cdef read(self, bytes data, bint is_last)
    @cython.locals(done=Section, after=cython.Py_ssize_t, scanner=Scanner, found=tuple)
    cdef Section cut_usual(self)
    @cython.locals(done=Section)
    cdef Section cut_last(self, found)
    @cython.locals(first=cython.Py_ssize_t, head=cython.Py_ssize_t)
    cdef list next_lines(self)
    @cython.locals(end=cython.Py_ssize_t)
    cdef Py_ssize_t line_end(self, Py_ssize_t at) except -1
    @cython.locals(done=Section)
    cdef Section cut_quickly(self, str line)
    cdef refuse_size(self)
    cdef take(self, str line)
    @cython.locals(section=Section)
    cdef bint _is_open(self) except -1
    @cython.locals(section=Section)
    cdef bint _is_worth_it(self) except -1

@cython.locals(lines=list)
cdef list lines_of(str text)
@cython.locals(size=cython.Py_ssize_t, place=cython.Py_ssize_t)
cdef str plain_key(str line)
@cython.locals(scanner=Scanner)
cdef scan_lines(Section section)
