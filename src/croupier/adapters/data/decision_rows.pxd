cimport cython

from croupier.adapters.data cimport constants
from croupier.betting cimport constants as betting
from croupier.betting.order cimport how_many
from croupier.games.poker cimport constants as poker
from croupier.games.poker.engine.engine cimport Engine
from croupier.games.poker.hand cimport Hand

@cython.final
cdef class DecisionRows:
    cdef readonly int capacity
    cdef readonly int count
    cdef long long[::1] numbers
    cdef unsigned char[::1] card_text
    cdef int[::1] card_ends
    cdef unsigned char[::1] board_text
    cdef int[::1] board_ends
    cdef unsigned char[::1] names
    cdef long long[constants.COLUMNS] facts
    cdef long long[betting.SEATS_MAX] stack
    cdef long long[betting.SEATS_MAX] bets
    cdef int[betting.SEATS_MAX] held
    cdef int[70] places
    cdef int[poker.BOARD_MAX] board
    cdef int seats
    cdef int live
    cdef int street
    cdef int board_count
    cdef int decision
    cdef int thrown
    cdef bint unknown
    cdef bint completing
    cdef long long pot
    cdef long long price

    cpdef clear(self)
    @cython.locals(engine=Engine, log=list, entry=cython.longlong, row=cython.int, seat=cython.int, before=cython.int,
                   over=cython.bint)
    cpdef int add(self, Hand hand, long long number, int game, int places, list streets, list players,
                  bint is_unknown) except? -2
    @cython.locals(engine=Engine, seat=cython.int)
    cdef void begin(self, Hand hand, long long number, int game, int places, bint is_unknown)
    cdef read(self, Hand hand, int kind, int seat, long long amount, list streets, list players)
    @cython.locals(seat=cython.int)
    cdef void begin_street(self, int number) noexcept
    cdef void pay(self, int seat, long long chips) noexcept
    @cython.locals(count=cython.int, at=cython.int)
    cdef void deal_cards(self, int seat, long long packed) noexcept
    @cython.locals(count=cython.int, at=cython.int)
    cdef void deal_board(self, long long packed) noexcept
    @cython.locals(count=cython.int, slot=cython.int)
    cdef void draw_cards(self, int seat, long long packed) noexcept
    @cython.locals(owed=cython.longlong, column=cython.int)
    cdef void decide(self, Hand hand, int kind, int seat, long long amount, int street, int player) noexcept
    @cython.locals(moved=cython.longlong)
    cdef void take(self, int kind, int seat, long long amount) noexcept
    @cython.locals(place=cython.int, count=cython.int, _=cython.int)
    cdef int seats_after_button(self, Hand hand, int seat) noexcept
    @cython.locals(at=cython.int, known=cython.bint, slot=cython.int, place=cython.int, card=cython.int)
    cdef void write_cards(self, Hand hand, int seat) noexcept
