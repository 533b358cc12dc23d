cimport cython
from croupier.interrupt cimport check_signals

@cython.final
cdef class Solver:
    cdef readonly int nodes
    cdef readonly int seats
    cdef readonly int deals
    cdef readonly int spots
    cdef readonly int depth
    cdef readonly long long rounds
    cdef int[::1] levels
    cdef int[::1] spot_of
    cdef int[::1] first_child
    cdef int[::1] first_action
    cdef int[::1] seat_of
    cdef double[::1] payoffs
    cdef double[::1] now
    cdef double[::1] regret
    cdef double[::1] change
    cdef double[::1] total
    cdef double[::1] own
    cdef double[::1] others
    cdef double[::1] worth

    @cython.locals(_=cython.int, seat=cython.int)
    cpdef run(self, rounds)
    cdef double value_of(self, int seat)
    @cython.locals(level=cython.int)
    cdef double answer_of(self, int seat)
    @cython.locals(node=cython.int, found=cython.double)
    cdef double at_start(self)
    @cython.locals(spot=cython.int, first=cython.int, last=cython.int, at=cython.int, whole=cython.double)
    cdef void match_regrets(self, double[::1] sums, double[::1] into) noexcept nogil
    @cython.locals(node=cython.int, spot=cython.int, first=cython.int, mine=cython.bint, at=cython.int,
                   child=cython.int)
    cdef void reach(self, int seat) noexcept nogil
    @cython.locals(node=cython.int, spot=cython.int, first=cython.int, found=cython.double, at=cython.int)
    cdef void back_up(self, int seat) noexcept nogil
    @cython.locals(node=cython.int, spot=cython.int, first=cython.int, at=cython.int, gain=cython.double)
    cdef void learn(self, int seat) noexcept nogil
    @cython.locals(node=cython.int, spot=cython.int, first=cython.int, at=cython.int)
    cdef void choose_best(self, int seat, int begin, int end) noexcept nogil
    @cython.locals(spot=cython.int, first=cython.int, best=cython.int, at=cython.int, found=cython.double)
    cdef double worth_if_best(self, int node, int seat) noexcept nogil
