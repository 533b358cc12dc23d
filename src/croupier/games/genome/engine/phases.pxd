cimport cython

from croupier.betting.constants cimport NOBODY
from croupier.betting.order cimport how_many, next_seat
from croupier.betting.round cimport Round
from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.claims cimport Claims
from croupier.games.genome.engine.log cimport GameLog
from croupier.games.genome.engine.melds cimport Melds
from croupier.games.genome.engine.program cimport Program
from croupier.ranking.kernel cimport CARD_BIT

@cython.final
cdef class Phases:
    cdef Program program
    cdef int seats
    cdef CardPiles cards
    cdef Round round
    cdef GameLog log
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
    cdef int skips
    cdef bint backwards
    cdef int solo
    cdef int waiting
    cdef int block
    cdef Melds melds
    cdef Claims claims
    cdef int choices
    cdef int[64] choice
    cdef int[6] laid

    cdef void clear(self) noexcept nogil
    cdef void deal_hand(self, int number) noexcept nogil
    cdef bint step_on(self) noexcept nogil
    cdef bint step_on_alone(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef int next_alone(self, int after) noexcept nogil
    @cython.locals(others=cython.int)
    cdef void sweep_pile(self) noexcept nogil
    cdef bint hides(self, int kind) noexcept nogil
    @cython.locals(at=cython.int, rank=cython.int)
    cdef void ask_ranks(self) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef void ask_claim(self) noexcept nogil
    @cython.locals(is_play=cython.bint, begun=cython.bint, fitting=cython.bint, slot=cython.int, card=cython.int)
    cdef void ask_several(self) noexcept nogil
    @cython.locals(seat=cython.int, paid=cython.longlong, _=cython.int)
    cdef void take_antes(self) noexcept nogil
    @cython.locals(players=cython.int, seat=cython.int, card=cython.int, _=cython.int, _player=cython.int)
    cdef void deal_cards(self) noexcept nogil
    @cython.locals(rank=cython.int, left=cython.int, place=cython.int, card=cython.int)
    cdef void lay_books(self, int seat) noexcept nogil
    @cython.locals(small=cython.int, big=cython.int)
    cdef int post_blinds(self) noexcept nogil
    cdef void note_blind(self, int seat, long long paid) noexcept nogil
    @cython.locals(seat=cython.int, _=cython.int)
    cdef int following(self, int members, int after) noexcept nogil
    @cython.locals(effect=cython.int, players=cython.int, other=cython.int, _=cython.int)
    cdef void take_effect(self, int seat, int card) noexcept nogil
    @cython.locals(source=cython.int)
    cdef void ask_draw(self) noexcept nogil
    cdef int victim(self) noexcept nogil
    @cython.locals(card=cython.int)
    cdef void deal_one(self, int seat, bint open) noexcept nogil
    @cython.locals(card=cython.int)
    cdef void reveal_one(self) noexcept nogil
    @cython.locals(op=cython.int, _=cython.int)
    cdef void open_phase(self) noexcept nogil
    cdef void open_betting(self) noexcept nogil
    @cython.locals(members=cython.int, seat=cython.int)
    cdef int with_cards(self) noexcept nogil
    cdef void ask_around(self, int members, int after) noexcept nogil
    @cython.locals(op=cython.int)
    cdef void begin_turn(self) noexcept nogil
    cdef void end_turn(self) noexcept nogil
    @cython.locals(op=cython.int)
    cdef void close_phase(self) noexcept nogil
    @cython.locals(members=cython.int, players=cython.int, seat=cython.int, _=cython.int, _player=cython.int)
    cdef void draw_for_all(self) noexcept nogil
    @cython.locals(members=cython.int, seat=cython.int, _=cython.int)
    cdef void play_from_top(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void forget_laid(self) noexcept nogil
    cdef void play_card(self, int seat, int card) noexcept nogil
    cdef bint use_step(self) noexcept nogil
    @cython.locals(is_open=cython.bint)
    cdef void throw(self, int card) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void copy_to(self, Phases other) noexcept nogil
    @cython.locals(best=cython.int, winner=cython.int, seat=cython.int)
    cdef void settle_war(self) noexcept nogil
    @cython.locals(seat=cython.int, to=cython.int, place=cython.int)
    cdef void hand_over(self) noexcept nogil
    @cython.locals(members=cython.int, after=cython.int)
    cdef void begin_trick(self) noexcept nogil
    @cython.locals(best=cython.int, winner=cython.int, seat=cython.int, card=cython.int, power=cython.int)
    cdef void settle_trick(self) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef bint must_follow(self, int seat) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void show_void(self, int seat) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void show_without(self, int seat, int rank) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void show_unfit(self, int seat) noexcept nogil
    @cython.locals(op=cython.int, slot=cython.int, card=cython.int, kind=cython.int, follows=cython.bint)
    cdef int ask(self) noexcept nogil
    cdef void offer(self, int code) noexcept nogil
    @cython.locals(owed=cython.longlong)
    cdef void ask_bet(self) noexcept nogil
    @cython.locals(slot=cython.int, card=cython.int)
    cdef void ask_play(self) noexcept nogil
    @cython.locals(rule=cython.int, top=cython.int)
    cdef bint fits(self, int card) noexcept nogil
