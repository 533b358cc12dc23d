cimport cython

from croupier.games.sting cimport constants
from croupier.games.sting.layout cimport Layout

@cython.final
cdef class Totals:
    cdef Layout layout
    cdef long long added_evidence
    cdef long long added_cover
    cdef readonly long long heat
    cdef readonly int product
    cdef readonly int location
    cdef readonly int insurance
    cdef readonly int conviction
    cdef object times
    cdef object per

    cpdef clear(self)
    @cython.locals(layout=Layout, kind=cython.int)
    cdef lay(self, int face)
    cdef multiply(self, int multiplier)
    @cython.locals(total=cython.longlong)
    cdef long long count_evidence(self) noexcept
    @cython.locals(total=cython.longlong)
    cdef long long count_cover(self) noexcept
    @cython.locals(price=object)
    cdef long long count_profit(self) except *
    cpdef int verdict(self, long long cash, long long heat) noexcept
    cdef check_verdict(self, int verdict)
    cpdef long long cash_after(self, int verdict, long long cash) except *
    cpdef long long heat_after(self, int verdict, long long heat) except *
    cpdef copy_to(self, Totals other)
