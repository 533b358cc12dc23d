cimport cython

from croupier.betting cimport constants as betting
from croupier.betting.forced cimport Forced
from croupier.betting.order cimport how_many, next_seat
from croupier.games.poker cimport constants
from croupier.rng cimport Rng, seeded, shuffled, u64

@cython.final
cdef class Layout:
    cdef int[8] down
    cdef int[8] up
    cdef int[8] board
    cdef int[8] draw
    cdef int[8] opener
    cdef long long[8] min_bet
    cdef readonly object rules
    cdef readonly int streets
    cdef readonly int limit
    cdef readonly int cap
    cdef readonly bint cap_heads_up
    cdef readonly int high
    cdef readonly int low
    cdef readonly int deck_size
    cdef readonly int hole_size
    cdef readonly int board_size
    cdef readonly bint draws
    cdef readonly bint stud
    cdef readonly long long bring_in

@cython.final
cdef class MuckNumbers:
    cdef u64[constants.RETURNED_MAX] number

    cdef int below(self, int at, int bound) noexcept nogil

@cython.final
cdef class Deal:
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_before
    cdef long long[betting.SEATS_MAX] stack
    cdef unsigned char[constants.PLACES] deck
    cdef unsigned char[betting.SEATS_MAX] order
    cdef readonly int order_count
    cdef readonly Layout layout
    cdef readonly Forced forced
    cdef readonly int seats
    cdef readonly int members
    cdef readonly int button
    cdef readonly int deck_size
    cdef readonly int returns_decided
    cdef u64 rng
    cdef MuckNumbers muck_numbers
    cdef char[128] apart_after

    @cython.locals(place=cython.int)
    cdef void new_deck(self) noexcept nogil
    @cython.locals(seat=cython.int, place=cython.int)
    cpdef object seat(self, int seats, int members, int button)
    cpdef void shuffle(self, u64 seed) noexcept nogil
    cdef void reshuffle(self, Rng chance) noexcept nogil
    @cython.locals(count=cython.int)
    cdef int needed(self) noexcept nogil
    @cython.locals(place=cython.int)
    cpdef void rotate(self) noexcept nogil
    @cython.locals(seat=cython.int, total=cython.longlong)
    cpdef long long chips(self) noexcept nogil
    @cython.locals(other=Deal, seat=cython.int, place=cython.int)
    cpdef Deal hidden(self)
    cdef void reveal(self, int place, int card) noexcept nogil
    @cython.locals(first=cython.int, unseen=cython.int, card=cython.int, place=cython.int, at=cython.int)
    cdef void guess(self, Rng chance) noexcept nogil
    @cython.locals(place=cython.int)
    cpdef void forget_names(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cpdef bint take_stacks(self, stacks) except -1
    cdef bint has_chance(self) noexcept
    @cython.locals(rounds=cython.int, street=cython.int)
    cdef bint can_run_out(self) noexcept
    @cython.locals(seat=cython.int)
    cpdef list get_stacks(self)
    @cython.locals(place=cython.int)
    cpdef list get_deck(self, int places)
