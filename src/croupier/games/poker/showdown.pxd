cimport cython

from croupier.betting.order cimport how_many, next_seat
from croupier.betting.pots cimport NO_LEVEL, layer, level_above, reaching
from croupier.games.poker.dealing cimport POT, SHOWN, SLOTS, WON_HIGH, WON_LOW, Dealing
from croupier.ranking.kernel cimport board_key, high_with, strength, u64

cdef enum:
    HIGH_HAND = 1

cdef class Showdown(Dealing):
    cdef int[10] value
    cdef int[10] low_value
    cdef unsigned char[8] cards
    cdef unsigned char[5] common
    cdef unsigned char[5] five

    @cython.final
    @cython.locals(floor=cython.longlong, level=cython.longlong, following=cython.longlong,
                   top=cython.longlong, extra=cython.longlong, amount=cython.longlong)
    cdef void settle(self) noexcept nogil
    @cython.final
    @cython.locals(place=cython.int)
    cdef void compare(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, _=cython.int)
    cdef void log_shown(self) noexcept nogil
    @cython.final
    @cython.locals(slot=cython.int)
    cdef void gather(self, int seat) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int, key=u64, _=cython.int)
    cdef void compare_holdem(self) noexcept nogil
    @cython.final
    @cython.locals(seat=cython.int)
    cdef void compare_any(self) noexcept nogil
    @cython.final
    @cython.locals(lows=cython.int)
    cdef void award(self, long long amount, int contenders) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, winners=cython.int, seat=cython.int, value=cython.int)
    cdef int best_high(self, int contenders) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, winners=cython.int, seat=cython.int)
    cdef int best_low(self, int contenders) noexcept nogil
    @cython.final
    @cython.locals(count=cython.int, each=cython.longlong, odd=cython.longlong, seat=cython.int, _=cython.int)
    cdef void share(self, long long amount, int winners, int kind) noexcept nogil
    @cython.final
    cdef void pay(self, int seat, long long amount, int kind) noexcept nogil
    @cython.final
    @cython.locals(left=cython.int, best=cython.int, chosen=cython.int, seat=cython.int, card=cython.int)
    cdef void share_by_card(self, long long each, long long odd, int winners, int kind) noexcept nogil
    @cython.final
    @cython.locals(count=cython.int, place=cython.int, wanted=cython.int, best=cython.int, chosen=cython.int,
                   card=cython.int)
    cdef int top_card(self, int seat, int ranking) noexcept nogil
    @cython.final
    @cython.locals(size=cython.int, slot=cython.int)
    cdef int five_value(self, int ranking, int count, int chosen) noexcept nogil
    @cython.final
    @cython.locals(best=cython.int, slot=cython.int, card=cython.int)
    cdef int five_top(self, int ranking, int count, int chosen) noexcept nogil
