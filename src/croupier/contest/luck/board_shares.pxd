cimport cython

from croupier.ranking.kernel cimport strength

cdef int HANDS_MAX
cdef int REST_MAX

@cython.final
cdef class BoardShares:
    cdef unsigned char[192] holes
    cdef int[24] values
    cdef unsigned char[24] rest
    cdef unsigned char[8] board
    cdef long long[576] points
    cdef int kind
    cdef int board_size
    cdef int rest_count
    cdef int first_count
    cdef int hand_count
    cdef int hole_size

    cdef void set_card(self, int hand, int slot, int card) noexcept
    @cython.locals(others=cython.int, mine=cython.int, other=cython.int, boards=cython.longlong)
    cpdef list matrix(self, board)
    @cython.locals(hand=cython.int, boards=cython.longlong)
    cpdef list shares(self, board)
    @cython.locals(place=cython.int, boards=cython.int, dealt=cython.ulonglong, one=cython.ulonglong)
    cdef int count(self, board, bint together) except -1
    @cython.locals(place=cython.int, boards=cython.longlong)
    cdef long long complete(self, int size, int start, unsigned long long dealt, bint together) noexcept nogil
    @cython.locals(hand=cython.int, mine=cython.int, other=cython.int)
    cdef void score(self, bint together) noexcept nogil
    @cython.locals(hand=cython.int, best=cython.int, winners=cython.int)
    cdef void score_together(self) noexcept nogil
    cdef int value(self, int hand) noexcept nogil
