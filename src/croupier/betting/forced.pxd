cimport cython

from croupier.betting.order cimport how_many, next_seat

@cython.final
cdef class Forced:
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_before
    cdef long long[10] ante
    cdef long long[10] blind
    cdef long long[10] tax
    cdef long long[10] dead
    cdef readonly int seats
    cdef public int anchor
    cdef readonly int straddlers
    cdef readonly bint has_extras
    cdef public bint layered
    cdef char[128] apart_after

    @cython.locals(seat=cython.int)
    cpdef void clear(self, int seats) noexcept nogil
    @cython.locals(seat=cython.int)
    cpdef void everyone_antes(self, int members, long long amount) noexcept nogil
    @cython.locals(sb=cython.int, bb=cython.int)
    cpdef void post_blinds(self, int members, int button, long long small, long long big) noexcept nogil
    @cython.locals(seat=cython.int)
    cpdef void straddle(self, int members, long long amount) noexcept nogil
    cpdef void straddle_at(self, int seat, long long amount) noexcept nogil
    cpdef void take_after(self, int seat, long long amount) noexcept nogil
    cpdef void add_dead(self, int seat, long long amount) noexcept nogil
    cpdef void set_ante(self, int seat, long long amount) noexcept nogil
    cpdef void set_blind(self, int seat, long long amount) noexcept nogil
    @cython.locals(seat=cython.int, first=cython.int)
    cdef bint antes_differ(self, int members) noexcept nogil
    @cython.locals(last=cython.int, seat=cython.int, before=cython.int, place=cython.int, straddlers=cython.int,
                   anchor=cython.int, blind=cython.longlong, tax=cython.longlong)
    cdef void rotate(self, unsigned char* order, int count) noexcept nogil

cpdef int small_blind(int seats, int members, int button) noexcept nogil
