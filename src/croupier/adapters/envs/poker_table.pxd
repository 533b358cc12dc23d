cimport cython

from croupier.betting cimport constants as betting
from croupier.games.poker cimport constants
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.engine.engine cimport Engine
from croupier.rng cimport scaled, seeded, shuffled, stepped, u64

cdef int _WIDTH

@cython.final
cdef class VectorTable:
    cdef Engine engine
    cdef Deal deal
    cdef int number
    cdef u64 key
    cdef u64 luck
    cdef long long hand_no
    cdef int sizes
    cdef long long most
    cdef int betting_actions
    cdef int discards
    cdef int actions
    cdef int width
    cdef long long at
    cdef bint has_open
    cdef int[10] drawn
    cdef long long[32] amount
    cdef int[::1] percents
    cdef float[::1] observations
    cdef signed char[::1] masks
    cdef int[::1] seat_to_act
    cdef double[::1] rewards
    cdef signed char[::1] ended

    cdef u64 hand_seed(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void begin_hand(self) noexcept nogil
    @cython.locals(seat=cython.int, first=cython.longlong)
    cdef void end_hand(self) noexcept nogil
    @cython.locals(seat=cython.int, first=cython.longlong)
    cdef void clear_rewards(self) noexcept nogil
    @cython.locals(least=cython.longlong, most=cython.longlong, last=cython.longlong, pot=cython.longlong,
                   wanted=cython.longlong, place=cython.int)
    cdef void find_raises(self) noexcept nogil
    cdef bint is_legal(self, long long action) noexcept nogil
    cdef void step(self, long long action) noexcept nogil
    @cython.locals(count=cython.int, slot=cython.int)
    cdef void draw_cards(self, int slots) noexcept nogil
    @cython.locals(first=cython.longlong, count=cython.int, action=cython.int, left=cython.longlong)
    cdef int choose(self) noexcept nogil
    @cython.locals(lowest=cython.int, plain=cython.int, raises=cython.longlong, at=cython.longlong)
    cdef int choose_amount(self) noexcept nogil
    @cython.locals(place=cython.int)
    cdef void write(self) noexcept nogil
    @cython.locals(seat=cython.int, slot=cython.int, place=cython.int, phase=cython.int)
    cdef void write_cards(self) noexcept nogil
    @cython.locals(seat=cython.int, slot=cython.int, _=cython.int)
    cdef void write_open_cards(self, int viewer) noexcept nogil
    @cython.locals(seats=cython.int, unit=cython.double, seat=cython.int, rows=cython.longlong, place=cython.int)
    cdef void write_seats(self) noexcept nogil
    @cython.locals(unit=cython.double)
    cdef void write_betting(self) noexcept nogil
    @cython.locals(first=cython.longlong, is_drawing=cython.bint, place=cython.int)
    cdef void write_mask(self) noexcept nogil

cdef bint is_broken(VectorTable table) noexcept nogil
cpdef tuple hand_of(VectorTable table)
