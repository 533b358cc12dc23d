cimport cython

from croupier.notation.pokerstars.accounting cimport ChipLedger
from croupier.notation.pokerstars.header cimport Header

@cython.final
cdef class StatedPost:
    cdef public int seat
    cdef public str kind, words
    cdef public object amount
    cdef public bint all_in

@cython.final
cdef class TextStep:
    cdef public int line, seat
    cdef public str kind, cards, held
    cdef public object amount

@cython.locals(step=TextStep)
cpdef TextStep new_step(int line, str kind, int seat, amount, str cards, str held)

@cython.final
cdef class HandText:
    cdef public Header header
    cdef public object seat_count, button, unsupported
    cdef public str table
    cdef public list numbers, names, stacks, posts, steps, unread, strangers
    cdef public dict tabled, cash_outs
    cdef public set took_part
    cdef public ChipLedger ledger
    cdef public bint has_showdown
