cimport cython

cdef enum:
    FACES_MAX = 180
    PILE = 64
    CHANCES = 18
    CHECK_IT = 0
    RAISE_IT = 1
    FOLD_IT = 2

@cython.final
cdef class Layout:
    cdef readonly object rules
    cdef readonly list cards
    cdef readonly list owners
    cdef readonly list moves
    cdef readonly int hand
    cdef readonly int rounds
    cdef readonly int max_raises
    cdef readonly int respond
    cdef readonly int fine
    cdef readonly long long fold_fee
    cdef int[180] kind
    cdef int[180] price
    cdef int[180] multiplier
    cdef int[180] evidence
    cdef int[180] cover
    cdef int[180] heat
    cdef int[180] cost
    cdef int[180] penalty
    cdef int[180] threshold
    cdef unsigned char[192] deck
    cdef int[3] deck_size
    cdef int[3] nervous_above
    cdef int[36] raises
    cdef int[36] folds

    cdef lay_face(self, int face, card)
    @cython.locals(face=cython.int, size=cython.int)
    cdef lay_decks(self)
    @cython.locals(at=cython.int)
    cdef lay_mix(self, int role, name)
    cpdef int face_of(self, int role, name) except -1
    cdef int checked_face(self, face) except -1
    cpdef list fresh(self, int role)

cdef check_role(int role)
@cython.locals(at=cython.int)
cpdef int choice(Layout layout, int role, int round_no, long long evidence, int draw) except -1
