cimport cython

from croupier.notation.pokerstars.accounting cimport ChipLedger
from croupier.notation.pokerstars.hand_text cimport HandText, StatedPost, TextStep
from croupier.notation.pokerstars.hole_cards cimport HoleCardsByStreet
from croupier.notation.pokerstars.stakes cimport PostedStakes

cdef dict _ACTIONS
cdef tuple _PLAYERS

@cython.final
cdef class RecordBuilder:
    cdef HandText hand
    cdef list order, place, actions, lines, live, drawn
    cdef object rules, unsupported
    cdef bint has_bring_in
    cdef HoleCardsByStreet hole_cards
    cdef set shown
    cdef int line

    @cython.locals(fields=dict)
    cdef object record(self, str source, str key, int line)
    cdef str variant(self)
    @cython.locals(seat=cython.Py_ssize_t)
    cdef list column(self, list values)
    @cython.locals(steps=list, step=TextStep)
    cdef play(self)
    cdef say(self, str action)
    cdef str name(self, Py_ssize_t seat)
    @cython.locals(cards=str)
    cdef deal_holes(self, int street)
    @cython.locals(kind=str, action=str)
    cdef step(self, TextStep step)
    cdef begin_street(self, TextStep step)
    @cython.locals(step=TextStep)
    cdef flush_draws(self)
    cdef bet(self, TextStep step, str action)
    cdef show(self, TextStep step)
    cdef show_the_rest(self)
    @cython.locals(hand=HandText)
    cdef add_place(self, dict fields)
    @cython.locals(hand=HandText, ledger=ChipLedger)
    cdef add_money(self, dict fields)
    @cython.locals(post=StatedPost, found=list)
    cdef list posts(self)

cpdef object record_of(HandText hand, str source, str key, int line)
