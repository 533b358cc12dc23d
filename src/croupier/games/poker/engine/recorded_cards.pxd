cimport cython

from croupier.games.poker cimport constants
from croupier.games.poker.engine.engine cimport Engine

@cython.locals(number=cython.int)
cdef int card_number(card) except -2
@cython.locals(number=cython.int)
cdef check(Engine engine, int seat, list cards)
@cython.locals(card=cython.int, one=cython.longlong, seen=cython.longlong)
cdef refuse_twice(Engine engine, list cards)
cdef bint is_on_table(Engine engine, int card) noexcept
@cython.locals(at=cython.int, slot=cython.int, place=cython.int)
cdef name_hole(Engine engine, int seat, list cards)
@cython.locals(at=cython.int, due=cython.int)
cdef name_board(Engine engine, list cards)
cdef go_on_if_named(Engine engine)
cdef bint awaits_record(Engine engine) noexcept
cdef show(Engine engine, int seat, list cards)
@cython.locals(slot=cython.int, place=cython.int, at=cython.int)
cdef match_shown(Engine engine, int seat, list cards)
@cython.locals(place=cython.int, entry=cython.longlong, kind=cython.int)
cdef bint is_all_in_unasked(Engine engine, int seat) except -1
cdef fold_all_in(Engine engine, int seat)
cdef muck(Engine engine, int seat)
@cython.locals(other=cython.int)
cdef bint is_covered(Engine engine, int seat) noexcept
@cython.locals(left=cython.int)
cdef settle_if_shown(Engine engine)
