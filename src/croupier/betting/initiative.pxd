cimport cython

from croupier.betting cimport constants
from croupier.betting.order cimport next_seat

@cython.final
cdef class Initiative:
    cdef int[constants.SEATS_MAX] cards
    cdef int[constants.SEATS_MAX] seat_at
    cdef int[constants.SEATS_MAX] place_of
    cdef readonly int seats
    cdef readonly int max_raises
    cdef readonly int respond
    cdef readonly int raises
    cdef readonly int live
    cdef readonly int all_in
    cdef readonly int waiting
    cdef readonly int passed
    cdef readonly int lead
    cdef readonly int at

    @cython.locals(place=cython.int, seat=cython.int)
    cdef set_up(self, order, int max_raises, int respond)
    cpdef void open(self) noexcept nogil
    cpdef void sit_all(self) noexcept nogil
    cpdef list seats_of(self, int places)
    cdef bint sits(self, int seat) noexcept nogil
    cpdef bint may_raise(self) noexcept nogil
    cdef void check(self) noexcept nogil
    @cython.locals(place=cython.int, seat=cython.int)
    cdef void raise_one(self) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void fold(self) noexcept nogil
    @cython.locals(others=cython.int, later=cython.int)
    cdef int answering(self, int raiser) noexcept nogil
    cdef void check_at(self, int place) noexcept nogil
    cdef void move_on(self, int after) noexcept nogil
    cdef int next_place(self, int after) noexcept nogil
    cdef void end(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cpdef copy_to(self, Initiative other)
