cimport cython

from croupier.betting cimport constants as betting
from croupier.betting.order cimport how_many
from croupier.games.poker cimport constants
from croupier.games.poker.deal cimport Deal
from croupier.rng cimport shuffled, stepped, u64

@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class HandCards:
    cdef Deal deal
    # first what only draw games write: it keeps the busy fields of two threads' tables off one cache line
    cdef unsigned char[constants.RETURNED_MAX] again
    cdef unsigned char[52] muck_places
    cdef unsigned char[constants.SLOTS] thrown
    cdef int thrown_count
    cdef int seats
    cdef int board_count
    cdef int next_place
    cdef int returned
    cdef u64 rng
    cdef unsigned char[70] hole_places
    cdef unsigned char[betting.SEATS_MAX] held
    cdef unsigned char[betting.SEATS_MAX] up
    cdef unsigned char[constants.BOARD_MAX] board_places
    cdef unsigned char[8] own
    cdef unsigned char[constants.BOARD_MAX] common
    cdef unsigned char[5] five
    cdef int[betting.SEATS_MAX] value
    cdef int[betting.SEATS_MAX] low_value

    @cython.locals(seat=cython.int)
    cdef void clear(self) noexcept nogil
    @cython.locals(card=cython.int)
    cdef int card_at(self, int place) noexcept nogil
    cdef int hole_card(self, int seat, int slot) noexcept nogil
    cdef int original(self, int place) noexcept nogil
    cdef bint too_few(self, int live, int each) noexcept nogil
    @cython.locals(slot=cython.int, places=cython.longlong)
    cdef long long packed_hole(self, int seat, int count) noexcept nogil
    @cython.locals(slot=cython.int)
    cdef void gather(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, slot=cython.int)
    cdef int gather_up(self, int seat) noexcept nogil
    @cython.locals(seat=cython.int, taking=cython.int, place=cython.int, at=cython.int, slot=cython.int, card=cython.int)
    cdef void deal_hole(self, int live, int count, bint face_up) noexcept nogil
    @cython.locals(places=cython.longlong, _=cython.int)
    cdef long long deal_board(self, int count) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void take_back_unnamed(self, int live) noexcept nogil
    @cython.locals(slot=cython.int, places=cython.longlong)
    cdef long long exchange(self, int live, int seat, int slots) noexcept nogil
    @cython.locals(place=cython.int)
    cdef int take_place(self, int live) noexcept nogil
    @cython.locals(count=cython.int, place=cython.int, at=cython.int)
    cdef void return_muck(self, int live) noexcept nogil
    @cython.locals(at=cython.int, other=cython.int, place=cython.uchar)
    cdef void shuffle_muck(self, int count) noexcept nogil
    @cython.locals(at=cython.int)
    cdef void bring_back(self, int count) noexcept nogil
    @cython.locals(at=cython.int, seat=cython.int, slot=cython.int)
    cdef bint is_out(self, int live, int place) noexcept nogil
    @cython.locals(count=cython.int, slot=cython.int)
    cdef int unnamed(self, int seat) noexcept nogil
    @cython.locals(count=cython.int, place=cython.int)
    cdef int unnamed_board(self) noexcept nogil
    @cython.locals(place=cython.int)
    cdef int named_places(self) noexcept nogil
    @cython.locals(seat=cython.int, slot=cython.int)
    cdef bint holds(self, int live, int card) noexcept nogil
    @cython.locals(place=cython.int)
    cdef bint was_dealt(self, int card) noexcept nogil
    @cython.locals(seat=cython.int, slot=cython.int, place=cython.int)
    cdef bint all_known(self, int seats) noexcept nogil
    @cython.locals(seat=cython.int, slot=cython.int, place=cython.int)
    cdef void copy_to(self, HandCards other) noexcept nogil
