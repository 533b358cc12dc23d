cimport cython

@cython.final
cdef class ChipLedger:
    cdef readonly list start, put, street, uncalled, collected
    cdef public object total_pot, rake

    @cython.locals(seat=cython.Py_ssize_t)
    cdef next_street(self)
    cdef pay(self, int seat, amount, bint is_live)
    cdef raise_to(self, int seat, total)
    cdef give_back(self, int seat, amount)
    cdef collect(self, int seat, amount)
    @cython.locals(found=list, seat=cython.Py_ssize_t)
    cpdef list final(self)
    @cython.locals(seat=cython.Py_ssize_t)
    cpdef object problem(self)
