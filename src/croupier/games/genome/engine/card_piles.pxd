cimport cython

from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.program cimport Program, u8, u64
from croupier.ranking.kernel cimport CARD_BIT
from croupier.rng cimport scaled, seeded, stepped

@cython.final
cdef class CardPiles:
    # a pair of cache lines to each side, so that the games of two threads never write to one line
    cdef char[128] apart_before
    cdef Program program
    cdef int seats
    cdef u64 rng
    cdef int rigged
    cdef int place
    cdef int board_count
    cdef int pile_count
    cdef u64 shown
    cdef u64 muck
    cdef u64 heap
    cdef int claim_rank
    cdef int claim_seat
    cdef u8[52] deck
    cdef u8[312] hand
    cdef u8[52] common
    cdef u8[52] pile
    cdef u8[52] pool
    cdef int[6] held
    cdef int[6] tricks
    cdef u64[6] captured
    cdef u64[6] knows
    cdef u64[6] gifts
    cdef u64[6] recalls
    cdef u64[6] lacks
    cdef int[6] holds
    cdef int[52] owner
    cdef int[52] came
    cdef int[52] queue
    cdef int first_out
    cdef bint in_order
    cdef int[52] place_of
    cdef char[128] apart_after

    @cython.locals(place=cython.int)
    cdef void new_deck(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void clear_cards(self) noexcept nogil
    @cython.locals(at=cython.int, other=cython.int, swap=u8)
    cdef int draw_card(self) noexcept nogil
    @cython.locals(card=cython.int)
    cdef int deal_to(self, int seat, bint open) noexcept nogil
    @cython.locals(card=cython.int)
    cdef int turn_up(self) noexcept nogil
    @cython.locals(card=cython.int)
    cdef int open_pile(self) noexcept nogil
    cdef void look_if_out(self, int seat) noexcept nogil
    cdef bint is_emptied(self) noexcept nogil
    cdef void rule_out(self, int seat, u64 cards) noexcept nogil
    cdef void count_trick(self, int seat) noexcept nogil
    @cython.locals(card=cython.int)
    cdef int take_top(self, int seat) noexcept nogil
    @cython.locals(mix=cython.int, seat=cython.int, card=cython.int, kept=u64)
    cdef int steal(self, int thief, int victim) noexcept nogil
    @cython.locals(rank=cython.int)
    cdef int book_of(self, int seat) noexcept nogil
    @cython.locals(found=cython.int, slot=cython.int)
    cdef int count_rank(self, int seat, int rank) noexcept nogil
    cdef void lay_aside(self, int seat, int card) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef int slot_of(self, int seat, int card) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef void take_card(self, int seat, int card) noexcept nogil
    cdef void throw_card(self, int seat, int card) noexcept nogil
    @cython.locals(other=cython.int, hand=u64)
    cdef void give_card(self, int seat, int card) noexcept nogil
    cdef void lay_hidden(self, int seat, int card) noexcept nogil
    cdef bint is_laid(self, int seat, int card) noexcept nogil
    cdef void turn_over(self, int seat) noexcept nogil
    cdef void settle_laid(self, int seat) noexcept nogil
    cdef bint take_heap_card(self, int seat, int card) noexcept nogil
    cdef void hand_across(self, int giver, int seat, int card) noexcept nogil
    cdef void show_held(self, int seat, int rank) noexcept nogil
    @cython.locals(seat=cython.int, rank=cython.int)
    cdef void mend_asked(self, u64 known, int size) noexcept nogil
    @cython.locals(found=cython.int, slot=cython.int, at=cython.int)
    cdef int guessed_of(self, int seat, int rank, u64 known, int size) noexcept nogil
    @cython.locals(rank=cython.int, seat=cython.int)
    cdef bint may_spare(self, int at, u64 known, int size) noexcept nogil
    @cython.locals(first=cython.int, step=cython.int, other=cython.int, at=cython.int)
    cdef void put_rank(self, int seat, int rank, u64 known, int size) noexcept nogil
    @cython.locals(swap=u8)
    cdef void swap_places(self, int at, int other) noexcept nogil
    @cython.locals(first=cython.int, last=cython.int, size=cython.int, place=cython.int, at=cython.int,
                   other=cython.int)
    cdef void trust_claim(self, u64 known) noexcept nogil
    @cython.locals(used=cython.int, seat=cython.int, slot=cython.int)
    cdef int places_in_hands(self, u64 known) noexcept nogil
    @cython.locals(other=cython.int, hand=u64)
    cdef void lose_sight(self, int seat) noexcept nogil
    @cython.locals(slot=cython.int, held=u64)
    cdef u64 hand_of(self, int seat) noexcept nogil
    cdef void recall(self, int giver, int receiver) noexcept nogil
    cdef void lay_card(self, int seat, int card) noexcept nogil
    cdef void receive(self, int seat, int card) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void capture_pile(self, int seat) noexcept nogil
    @cython.locals(last=cython.int, rank=cython.int, kept=cython.int, place=cython.int)
    cdef bint capture_rank(self, int seat) noexcept nogil
    cdef u64 known_to(self, int seat) noexcept nogil
    @cython.locals(known=u64, size=cython.int, at=cython.int, other=cython.int, swap=u8, used=cython.int,
                   rest=cython.int)
    cdef void guess(self, int seat, u64 seed) noexcept nogil
    @cython.locals(size=cython.int, place=cython.int)
    cdef int gather_unknown(self, u64 known) noexcept nogil
    @cython.locals(lacking=u64, used=cython.int, seat=cython.int, slot=cython.int, at=cython.int)
    cdef void mend_hands(self, u64 known, int size) noexcept nogil
    cdef bint may_hold(self, int at, int card) noexcept nogil
    @cython.locals(place=cython.int, first=cython.int, reached=cython.int, asked=cython.int, step=cython.int,
                   other=cython.int)
    cdef void mend_place(self, int at, int size) noexcept nogil
    @cython.locals(card=u8, place=cython.int, swap=u8)
    cdef void pass_round(self, int at, int last) noexcept nogil
    @cython.locals(used=cython.int, seat=cython.int, slot=cython.int, place=cython.int)
    cdef int guess_hands(self, u64 known) noexcept nogil
    @cython.locals(other=cython.int, fresh=u64, place=cython.int, thrown=u64, laid=u64)
    cdef int guess_aside(self, u64 known, int used) noexcept nogil
    @cython.locals(left=u64, at=cython.int, front=cython.int, place=cython.int)
    cdef void guess_deck(self, int used, int rest) noexcept nogil
    @cython.locals(place=cython.int, seat=cython.int, slot=cython.int)
    cdef void copy_to(self, CardPiles other) noexcept nogil
