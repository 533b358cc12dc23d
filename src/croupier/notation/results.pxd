cimport cython

from croupier.notation.hand_start cimport Start
from croupier.notation.money cimport exact
from croupier.notation.facts cimport won

cdef int _FINER, _HUNDRED, RAKE_PART
cdef long long UNKNOWN_STACK

@cython.locals(stacks=list, places=cython.int, winnings=list, finishing=list, off=list, gains=list, back=list,
               judge=_Comparison, notes=list)
cpdef list compare(record, Start start, list seats)
cdef list _stacks_off(_Comparison judge, list off, bint winnings_agree)
@cython.locals(number=cython.longlong)
cdef bint _is_any(list numbers) except -1
@cython.locals(off=list, at=cython.Py_ssize_t, part=cython.longlong, whole=cython.longlong)
cdef list _apart(list stated, list units, long long times)
@cython.locals(counted=list, number=object, odd=cython.bint, whole=cython.longlong)
cdef list _column(record, str name, Py_ssize_t seats, int places)

@cython.final
cdef class _Comparison:
    cdef list gains, seats
    cdef int places

    @cython.locals(off=list, with_bets=list)
    cdef list winnings(self, list stated, list back)
    @cython.locals(found=_Difference)
    cdef list named(self, str what, list off, list gains)

@cython.final
cdef class _Difference:
    cdef long long total, largest, pot
    cdef int winners
    cdef bint winners_only, only_less, left_out

    cdef void add(self, long long part, long long gain) noexcept
