cimport cython

from croupier.betting.limits cimport FIXED_STEP
from croupier.betting.order cimport NOBODY, how_many, next_seat
from croupier.games.genome.judge cimport NONE
from croupier.games.genome.program cimport (
    ANY_CARD, BET, DISCARD, DRAW, EXCHANGE, MATCH_RANK, MATCHING, PASS, PLAY, REVEAL, TRICK, WAR,
)
from croupier.games.genome.settling cimport (
    ANTED, BEGAN, BET_MADE, CALLED, CHECKED, DEALT, DREW, FOLDED, GAVE, OPENED, PASSED, PLAYED, RAISED, RECEIVED,
    STOOD, THREW, TOOK, TURNED_UP, WENT_ALL_IN, Settling,
)
from croupier.games.genome.table cimport SEATS, SLOTS
from croupier.ranking.kernel cimport CARD_BIT

cdef enum:
    CARD_SHIFT = 5
    OPTIONS = 64

cdef class Phases(Settling):
    cdef int hands_over
    cdef int start
    cdef int turn
    cdef int phase
    cdef int next_phase
    cdef int rounds_over
    cdef int pending
    cdef int left
    cdef int thrown
    cdef int leader
    cdef int led
    cdef int tricks_left
    cdef int choices
    cdef int[64] choice
    cdef int[6] laid

    @cython.final
    @cython.locals(seat=cython.int)
    cdef void begin_hand(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, paid=cython.longlong, _=cython.int)
    cdef void take_antes(self) noexcept nogil
    @cython.final
    @cython.locals(players=cython.int, seat=cython.int, card=cython.int, _=cython.int, _player=cython.int)
    cdef void deal_cards(self) noexcept nogil
    @cython.final
    @cython.locals(card=cython.int)
    cdef void deal_one(self, int seat, bint open) noexcept nogil
    @cython.final
    @cython.locals(card=cython.int)
    cdef void reveal_one(self) noexcept nogil
    @cython.final
    @cython.locals(op=cython.int, _=cython.int)
    cdef void open_phase(self) noexcept nogil
    @cython.final
    cdef void open_betting(self) noexcept nogil
    @cython.final
    @cython.locals(members=cython.int, seat=cython.int)
    cdef int with_cards(self) noexcept nogil
    @cython.final
    cdef void ask_around(self, int members, int after) noexcept nogil
    @cython.final
    @cython.locals(op=cython.int)
    cdef void begin_turn(self) noexcept nogil
    @cython.final
    cdef void end_turn(self) noexcept nogil
    @cython.final
    @cython.locals(op=cython.int)
    cdef void close_phase(self) noexcept nogil
    @cython.final
    @cython.locals(players=cython.int, seat=cython.int, _=cython.int, _player=cython.int)
    cdef void draw_for_all(self) noexcept nogil
    @cython.final
    @cython.locals(members=cython.int, seat=cython.int, _=cython.int)
    cdef void play_from_top(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void forget_laid(self) noexcept nogil
    @cython.final
    cdef void play_card(self, int seat, int card) noexcept nogil
    @cython.final
    cdef bint is_emptied(self) noexcept nogil
    @cython.final
    cdef void look_if_out(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, winner=cython.int, seat=cython.int)
    cdef void settle_war(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, to=cython.int, place=cython.int)
    cdef void hand_over(self) noexcept nogil
    @cython.final
    @cython.locals(members=cython.int, after=cython.int)
    cdef void begin_trick(self) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, winner=cython.int, seat=cython.int, card=cython.int, power=cython.int)
    cdef void settle_trick(self) noexcept nogil
    @cython.final
    @cython.locals(slot=cython.int)
    cdef bint must_follow(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(place=cython.int)
    cdef void show_void(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(place=cython.int)
    cdef void show_unfit(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(op=cython.int, slot=cython.int, card=cython.int, kind=cython.int, follows=cython.bint)
    cdef int ask(self) noexcept nogil
    @cython.final
    cdef void offer(self, int code) noexcept nogil
    @cython.final
    @cython.locals(owed=cython.longlong)
    cdef void ask_bet(self) noexcept nogil
    @cython.final
    @cython.locals(slot=cython.int, card=cython.int)
    cdef void ask_play(self) noexcept nogil
    @cython.final
    @cython.locals(rule=cython.int, top=cython.int)
    cdef bint fits(self, int card) noexcept nogil
