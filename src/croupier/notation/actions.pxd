cimport cython

from croupier.betting cimport constants as betting
from croupier.betting.round cimport Round
from croupier.games.poker cimport constants
from croupier.games.poker.engine cimport recorded_cards
from croupier.games.poker.hand cimport Hand
from croupier.notation.money cimport units_from, units_in
from croupier.notation.card_text cimport bit_of, cards_from, cards_in, first_of, without_commentary

cdef int UNKNOWN

@cython.final
cdef class ActionPlayer:
    cdef readonly Hand hand
    cdef readonly int places
    cdef readonly bint is_record
    cdef public Py_ssize_t taken
    cdef long long out
    cdef long long muck
    cdef int dealt
    cdef int face_down
    cdef int face_up
    cdef int face_down_early
    cdef readonly list notes

    @cython.locals(size=cython.Py_ssize_t)
    cpdef take(self, str action)
    @cython.locals(hand=Hand, total=cython.longlong, cards=list)
    cdef bint take_quickly(self, int seat, str action, Py_ssize_t size) except -1
    @cython.locals(cards=list)
    cdef bint deal_quickly(self, str action, Py_ssize_t size) except -1
    @cython.locals(words=list, count=cython.int, seat=cython.int, verb=str)
    cdef take_words(self, str action)
    cdef act(self, int seat, str verb, str rest, str action)
    @cython.locals(hand=Hand)
    cdef expect(self, int seat)
    @cython.locals(hand=Hand, others=cython.int, phase=cython.int)
    cdef bint needs_no_check(self, int seat) noexcept
    @cython.locals(cards=list)
    cdef deal(self, list words, int count, str action)
    @cython.locals(card=cython.int, bit=cython.longlong)
    cdef take_out(self, list cards)
    @cython.locals(hand=Hand, slots=cython.int, slot=cython.int, card=cython.int)
    cdef draw(self, int seat, str cards)
    @cython.locals(hand=Hand, unknown=cython.int, slot=cython.int, held=cython.int)
    cdef int slot_of(self, int seat, int card, int used) except -1
    @cython.locals(bit=cython.longlong)
    cdef void toss(self, int card) noexcept
    @cython.locals(hand=Hand, slot=cython.int, card=cython.int)
    cdef fold(self, int seat)
    @cython.locals(hand=Hand)
    cdef check_or_call(self, int seat)
    @cython.locals(exact=cython.longlong)
    cdef number(self, str token)
    @cython.locals(hand=Hand)
    cdef raise_to(self, int seat, total)
    @cython.locals(around=Round, reach=cython.longlong, completed=cython.longlong)
    cdef bint raise_as_recorded(self, int seat, long long total) except -1
    cdef note_raise(self, int seat, long long total, long long completed, bint beyond)
    @cython.locals(around=Round, total=cython.longlong, other=cython.int)
    cdef long long opponents_last_chip(self, int seat) noexcept
    cdef worded(self, refusal)
    cdef show(self, int seat, str shown)
    cdef show_cards(self, int seat, list cards)
    @cython.locals(hand=Hand)
    cdef expect_show(self, int seat)
    @cython.locals(hand=Hand, held=cython.longlong, bit=cython.longlong, slot=cython.int, card=cython.int)
    cdef turn_up(self, int seat, list cards)
    cdef void keep_down(self, int seat) noexcept
    @cython.locals(hand=Hand, seat=cython.int, settled=cython.int)
    cdef settle_if_all_known(self)
    @cython.locals(around=Round, shown=cython.longlong, hidden=cython.longlong, seat=cython.int)
    cdef bint face_up_covers(self) noexcept
    @cython.locals(hand=Hand, card=cython.int)
    cdef show_after(self, int seat, list cards)
    @cython.locals(hand=Hand, left=cython.int)
    cpdef finish(self)
