cimport cython

from croupier.games.sting cimport constants

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
    cdef int[constants.FACES_MAX] kind
    cdef int[constants.FACES_MAX] price
    cdef int[constants.FACES_MAX] multiplier
    cdef int[constants.FACES_MAX] evidence
    cdef int[constants.FACES_MAX] cover
    cdef int[constants.FACES_MAX] heat
    cdef int[constants.FACES_MAX] cost
    cdef int[constants.FACES_MAX] penalty
    cdef int[constants.FACES_MAX] threshold
    cdef unsigned char[3 * constants.PILE] deck
    cdef int[3] deck_size
    cdef int[3] nervous_above
    cdef int[2 * constants.CHANCES] raises
    cdef int[2 * constants.CHANCES] folds

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
