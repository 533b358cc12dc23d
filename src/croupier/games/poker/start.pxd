cimport cython

from croupier.betting cimport constants as betting
from croupier.betting.forced cimport Forced
from croupier.betting.order cimport how_many, next_seat
from croupier.games.poker.deal cimport Deal, Layout

@cython.final
cdef class HandStart:
    cdef long long[betting.SEATS_MAX] stack
    cdef Forced forced
    cdef readonly int seats
    cdef readonly int members
    cdef readonly int button
    cdef int newcomers
    cdef int last_poster

    cdef int at(self, int seat) except -1
    cpdef void set_stack(self, int seat, long long amount) except *
    cpdef void set_ante(self, int seat, long long amount) except *
    @cython.locals(seat=cython.int)
    cpdef void everyone_antes(self, long long amount) except *
    cpdef void set_dead(self, int seat, long long amount) except *
    cpdef void post(self, int seat, long long amount) except *
    cpdef void post_as_newcomer(self, int seat, long long amount) except *
    @cython.locals(first=cython.int, second=cython.int)
    cpdef void post_blinds(self, long long small, long long big, long long big_ante) except *
    cpdef void straddle(self, long long amount) except *
    cpdef void straddle_at(self, int seat, long long amount) except *
    cdef int poster(self, int place) noexcept
    @cython.locals(anchor=cython.int, largest=cython.longlong, place=cython.int, seat=cython.int)
    cdef int anchor(self) noexcept
    @cython.locals(deal=Deal, seat=cython.int)
    cpdef Deal deal(self, Layout layout)

cpdef bint is_heads_up(int members, int button) noexcept nogil
@cython.locals(small=cython.int)
cpdef tuple blind_seats(int seats, int members, int button)
