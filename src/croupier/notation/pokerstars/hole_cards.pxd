cimport cython

from croupier.notation.pokerstars.hand_text cimport HandText, TextStep

cdef str UNKNOWN

cpdef list split(str cards)

@cython.final
cdef class HoleCardsByStreet:
    cdef HandText hand
    cdef readonly set heroes
    cdef dict slots, holding, new_cards
    cdef bint has_draws, has_bring_in
    cdef tuple sizes
    cdef int size, first_down

    @cython.locals(street=cython.int, live=cython.int, at=cython.int, step=TextStep, kind=str)
    cdef gather(self)
    cdef list slots_of(self, seat)
    cdef seen(self, seat, str cards, bint is_shown)
    @cython.locals(new=list, first=cython.int, slots=list)
    cdef deal(self, TextStep step, int street)
    @cython.locals(slots=list, shown=list)
    cdef list filled(self, seat, str cards)
    @cython.locals(later=TextStep)
    cdef find_new_cards(self, TextStep step, int at)
    @cython.locals(slots=list, first=cython.int)
    cdef str dealt(self, seat, int street)
    cdef str discard(self, TextStep step)
    cdef list new(self, TextStep step, int count)
    cdef str drawn(self, TextStep step)
    @cython.locals(due=cython.int)
    cdef bint is_whole(self, str cards) except -1
    cdef int shared(self) except -1
    @cython.locals(shown=list, known=list)
    cdef str in_order(self, seat, str cards)
