cimport cython

from croupier.games.poker cimport constants

@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class HandLog:
    cdef long long[constants.LOG_ROW] row
    cdef int size
    cdef bint is_kept
    cdef bint has_earlier
    cdef tuple earlier

    cdef void clear(self) noexcept nogil
    cdef void add(self, int kind, int seat, long long amount) noexcept nogil
    cdef void empty_row(self) noexcept with gil
    cdef void drop_earlier(self) noexcept with gil
    cpdef list entries(self)
    @cython.locals(place=cython.int)
    cdef list entries_after(self, int count)
    @cython.locals(place=cython.int)
    cdef void copy_to(self, HandLog other) noexcept
