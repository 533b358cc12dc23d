cimport cython

from croupier.notation.pokerstars.hand_text cimport HandText, StatedPost

@cython.final
cdef class PostedStakes:
    cdef HandText hand
    cdef list order, place
    cdef Py_ssize_t size
    cdef bint has_bring_in

    @cython.locals(dead=list, stacks=list, seat=cython.Py_ssize_t)
    cpdef add_to(self, dict found)
    @cython.locals(post=StatedPost, paid=list, posts=list, column=list)
    cdef tuple antes(self)
    @cython.locals(column=list, post=StatedPost, is_any=cython.bint)
    cdef list dead(self)
    cdef object live_part(self, StatedPost post)
    cdef object nominal(self, str kind)
    @cython.locals(column=list, post=StatedPost, kind=str, is_big=cython.bint, is_big_posted=cython.bint)
    cdef list blinds(self)
    cdef dict bets(self)
    cdef object largest_blind(self)
    cdef object bring_in(self, small_bet)
