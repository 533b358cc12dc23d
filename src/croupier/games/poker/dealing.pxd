cimport cython

from croupier.betting.order cimport how_many, next_seat
from croupier.betting.round cimport Round
from croupier.games.poker.deal cimport Deal, Layout
from croupier.rng cimport shuffled, stepped, u64

cdef enum:
    POSTED_ANTE = 1
    POSTED_BLIND = 2
    POSTED_STRADDLE = 3
    POSTED_DEAD = 4
    DEALT_DOWN = 5
    DEALT_UP = 6
    DEALT_BOARD = 7
    STREET = 8
    FOLDED = 9
    CHECKED = 10
    CALLED = 11
    RAISED = 12
    BROUGHT_IN = 13
    DISCARDED = 14
    DREW = 15
    RETURNED = 16
    SHOWN = 17
    POT = 18
    WON_HIGH = 19
    WON_LOW = 20
    STOOD_DEAD = 21
    SLOTS = 7
    ROW = 128
    UNKNOWN = 52

cdef class Dealing:
    cdef Deal deal
    cdef Round round
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_before
    cdef unsigned char[70] hole_places
    cdef unsigned char[10] held
    cdef unsigned char[10] up
    cdef unsigned char[5] board_places
    cdef unsigned char[204] again
    cdef unsigned char[52] muck_places
    cdef unsigned char[7] tossed
    cdef int tossed_count
    cdef long long[128] row
    cdef int row_size
    cdef bint spilled
    cdef object spill
    cdef bint keeps_log
    cdef readonly int seats
    cdef int street_no
    cdef int board_count
    cdef int next_place
    cdef int recycled
    cdef u64 rng

    @cython.final
    @cython.locals(seat=cython.int)
    cdef void clear_table(self) noexcept nogil
    @cython.final
    cdef void log(self, int kind, int seat, long long amount) noexcept nogil
    @cython.final
    cdef void spill_row(self) noexcept with gil
    @cython.final
    cdef void drop_spill(self) noexcept with gil
    cpdef list entries(self)
    @cython.final
    @cython.locals(place=cython.int)
    cdef list entries_after(self, int count)
    @cython.final
    @cython.locals(card=cython.int)
    cdef int card_at(self, int place) noexcept nogil
    @cython.final
    @cython.locals(place=cython.int)
    cdef int take_place(self) noexcept nogil
    @cython.final
    @cython.locals(down=cython.int, up=cython.int)
    cdef void deal_street(self) noexcept nogil
    @cython.final
    cdef bint too_few(self, int each) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, taking=cython.int, place=cython.int, at=cython.int, _=cython.int)
    cdef void deal_hole(self, int count, bint face_up) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, slot=cython.int, places=cython.longlong, _=cython.int)
    cdef void log_hole(self, int count, bint face_up) noexcept nogil
    @cython.final
    @cython.locals(place=cython.int, places=cython.longlong, _=cython.int)
    cdef void deal_board(self, int count) noexcept nogil
    @cython.final
    @cython.locals(slot=cython.int, places=cython.longlong)
    cdef long long exchange(self, int seat, int slots) noexcept nogil
    @cython.final
    @cython.locals(count=cython.int, place=cython.int, at=cython.int)
    cdef void recycle(self) noexcept nogil
    @cython.final
    @cython.locals(at=cython.int)
    cdef void bring_back(self, int count) noexcept nogil
    @cython.final
    @cython.locals(at=cython.int, seat=cython.int, slot=cython.int)
    cdef bint is_out(self, int place) noexcept nogil
    @cython.final
    cdef int original(self, int place) noexcept nogil
    @cython.final
    cdef int first_live_after(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, slot=cython.int, place=cython.int)
    cdef void copy_cards(self, Dealing other) noexcept
