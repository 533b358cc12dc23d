cimport cython

ctypedef unsigned char u8

@cython.final
cdef class Matchups:
    cdef unsigned short[4][12] masks
    cdef int[4] rows
    cdef u8[52] used
    cdef u8[64] held
    cdef list ranges
    cdef int n
    cdef int hole_cards
    cdef dict weights
    cdef dict hands

    cpdef list found(self)
    @cython.locals(cards=bytes, at=cython.int, n=cython.int, hole_cards=cython.int)
    cdef object _choose(self, int player)
    @cython.locals(i=cython.int, card=cython.int)
    cdef bint _take(self, int player, const u8* cards, int at) noexcept nogil
    @cython.locals(i=cython.int, card=cython.int)
    cdef void _put_back(self, int player, const u8* cards, int at) noexcept nogil
    @cython.locals(key=bytes)
    cdef object _note(self)
    @cython.locals(key="unsigned char[96]", i=cython.int, k=cython.int, place=cython.int, mask=cython.int)
    cdef bytes _key(self)
    @cython.locals(place=cython.int)
    cdef bint _less(self, int suit, int other) noexcept nogil
