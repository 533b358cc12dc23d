cimport cython

ctypedef unsigned long long u64

cdef u64 _GAMMA
cdef u64 _MIX_1
cdef u64 _MIX_2
cdef u64 _STAR

cdef inline u64 _u64(u64 x) noexcept nogil
@cython.locals(x=u64)
cpdef u64 seeded(u64 seed) noexcept nogil
cpdef u64 stepped(u64 state) noexcept nogil
cpdef u64 starred(u64 state) noexcept nogil
cpdef u64 scaled(u64 state, u64 bound) noexcept nogil
@cython.locals(i=cython.int, j=cython.int, swap=cython.uchar)
cdef u64 shuffled(unsigned char* deck, int size, int count, u64 state) noexcept nogil

@cython.final
cdef class Rng:
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_before
    cdef public u64 state
    cdef char[128] apart_after

    cpdef u64 below(self, u64 bound) noexcept nogil
    cdef void shuffle(self, unsigned char* deck, int size, int count) noexcept nogil
