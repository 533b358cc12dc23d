cimport cython

from croupier.notation.pokerstars.accounting cimport ChipLedger
from croupier.notation.pokerstars.hand_text cimport HandText, StatedPost, TextStep, new_step
from croupier.notation.pokerstars.header cimport Header, read_header
from croupier.notation.pokerstars.player_lines cimport PlayerLine, PlayerNames, Scan, amount_of, cards_of, quick_cards

cdef str _IN_CHIPS, _UNCALLED, _RETURNED, _TOTAL, _RAKE, _RUN_TWICE

@cython.final
cdef class HandParser:
    cdef int line, street
    cdef Py_ssize_t seated
    cdef HandText hand
    cdef PlayerNames names
    cdef Scan scan
    cdef dict streets
    cdef bint is_seating, in_summary, draws_unmarked, has_small_blind
    cdef set taken

    @cython.locals(found=PlayerLine)
    cpdef take(self, str line, int number)
    cpdef HandText finish(self)
    cdef close_seating(self)
    @cython.locals(head=str, table=tuple)
    cdef bint take_seating(self, str line) except -1
    @cython.locals(colon=cython.Py_ssize_t, opened=cython.Py_ssize_t, number=str)
    cdef bint take_seat(self, str line) except -1
    @cython.locals(hand=HandText, count=cython.Py_ssize_t)
    cdef sit(self, int number, str name, stack)
    @cython.locals(kind=str)
    cdef act(self, PlayerLine found)
    @cython.locals(hand=HandText, words=str)
    cdef post(self, PlayerLine found)
    @cython.locals(hand=HandText)
    cdef draw(self, PlayerLine found)
    @cython.locals(ledger=ChipLedger, kind=str)
    cdef bet(self, PlayerLine found)
    cdef bint is_double_bet(self, amount) except -1
    cdef step(self, str kind, int seat, amount, str cards, str held=*)
    cdef bound(self, Py_ssize_t count)
    @cython.locals(dealt=tuple, name=str, seat=cython.int)
    cdef bint take_room(self, str line) except -1
    @cython.locals(hand=HandText)
    cdef mark(self, str name, str cards)
    @cython.locals(end=cython.Py_ssize_t, name=str)
    cdef bint take_mark(self, str line) except -1
    cdef str without_run(self, str name)
    @cython.locals(header=Header)
    cdef begin_street(self, int street, str cards)
    cdef take_summary(self, str line)
    @cython.locals(ledger=ChipLedger)
    cdef take_total(self, str line)
    @cython.locals(hand=HandText, colon=cython.Py_ssize_t, digits=str, name=str, rest=str, quick=tuple)
    cdef take_summary_seat(self, str line)
    cdef pass_over(self, str line)

@cython.locals(quick=str)
cdef str last_cards(str words)
@cython.locals(opened=cython.Py_ssize_t, closed=cython.Py_ssize_t, how=str, cards=str)
cdef tuple tabled_cards(str words)
