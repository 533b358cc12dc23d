cimport cython

from croupier.betting.constants cimport NOBODY
from croupier.betting.order cimport next_seat
from croupier.betting.round cimport Round
from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.hand_values cimport HandValues
from croupier.games.genome.engine.log cimport GameLog
from croupier.games.genome.engine.phases cimport Phases
from croupier.games.genome.engine.program cimport Program
from croupier.games.genome.engine.settlement cimport Settlement
from croupier.rng cimport seeded, u64

@cython.final
cdef class Engine:
    cdef Program program
    cdef int seats
    cdef CardPiles cards
    cdef Round round
    cdef GameLog log
    cdef HandValues values
    cdef Settlement settlement
    cdef Phases phases
    cdef int hands_over
    cdef bint is_done
    cdef bint overran
    cdef bint waits
    cdef bint is_between
    cdef int hands_limit
    cdef long long steps
    cdef int[64] history
    cdef int history_count

    @cython.locals(seat=cython.int)
    cdef void begin_game(self, u64 seed) noexcept nogil
    cdef void begin_hand(self) noexcept nogil
    cdef void deal_again(self, Engine other) noexcept nogil
    cdef void clear_game(self) noexcept nogil
    cdef void wait_for_deck(self) noexcept nogil
    cdef void deal_next(self) noexcept nogil
    cdef void deal_rest_from(self, u64 seed) noexcept nogil
    cdef void run(self) noexcept nogil
    cdef void advance(self) noexcept nogil
    cdef bint is_decided(self) noexcept nogil
    @cython.locals(kind=cython.int, card=cython.int)
    cdef void act(self, int code) noexcept nogil
    @cython.locals(seat=cython.int, before=cython.longlong)
    cdef void act_bet(self, int kind) noexcept nogil
    @cython.locals(owner=cython.int)
    cdef void give_back(self) noexcept nogil
    cdef void act_play(self, int card) noexcept nogil
    cdef void act_pass(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void act_add(self, int card) noexcept nogil
    @cython.locals(is_play=cython.bint, seat=cython.int)
    cdef void finish_play(self) noexcept nogil
    cdef void act_lay(self, int card) noexcept nogil
    @cython.locals(seat=cython.int, others=cython.int, named=cython.int)
    cdef void make_claim(self) noexcept nogil
    cdef void accept_claim(self) noexcept nogil
    @cython.locals(claimant=cython.int, place=cython.int, loser=cython.int)
    cdef void act_challenge(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void finish_claim(self) noexcept nogil
    @cython.locals(seat=cython.int, victim=cython.int, place=cython.int, card=cython.int, found=cython.bint)
    cdef void act_ask(self, int rank) noexcept nogil
    cdef void act_draw(self) noexcept nogil
    @cython.locals(card=cython.int)
    cdef void act_take_top(self) noexcept nogil
    @cython.locals(victim=cython.int, card=cython.int)
    cdef void steal_card(self) noexcept nogil
    cdef void end_draw(self) noexcept nogil
    cdef void act_throw(self, int card) noexcept nogil
    cdef void act_stand(self) noexcept nogil
    @cython.locals(_=cython.int)
    cdef void finish_throwing(self) noexcept nogil
    cdef void act_give(self, int card) noexcept nogil
    @cython.locals(alone=cython.bint)
    cdef void finish_hand(self) noexcept nogil
    @cython.locals(seat=cython.int, _=cython.int)
    cdef int next_start(self) noexcept nogil
    @cython.locals(rich=cython.int, seat=cython.int)
    cdef bint ends_game(self) noexcept nogil
    cdef void forget_later_hands(self) noexcept nogil
    @cython.locals(at=cython.int)
    cdef void copy_to(self, Engine other) noexcept nogil
    @cython.locals(twin=Engine)
    cdef Engine clone(self)
