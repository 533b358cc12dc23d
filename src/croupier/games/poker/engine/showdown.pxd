cimport cython

from croupier.betting cimport constants as betting
from croupier.betting.order cimport how_many, next_seat
from croupier.betting.pots cimport layer, level_above, reaching
from croupier.betting.round cimport Round
from croupier.games.poker cimport constants
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.engine.hand_cards cimport HandCards
from croupier.games.poker.engine.log cimport HandLog
from croupier.ranking cimport constants as ranking
from croupier.ranking.kernel cimport board_key, high_with, strength, u64

@cython.locals(floor=cython.longlong, level=cython.longlong, following=cython.longlong, top=cython.longlong,
               extra=cython.longlong, amount=cython.longlong)
cdef void settle(Deal deal, Round around, HandCards cards, HandLog log) noexcept nogil
@cython.locals(place=cython.int)
cdef void compare(Deal deal, Round around, HandCards cards, HandLog log) noexcept nogil
@cython.locals(seat=cython.int, _=cython.int)
cdef void log_shown(Deal deal, Round around, HandLog log) noexcept nogil
@cython.locals(seat=cython.int, key=u64, _=cython.int)
cdef void compare_holdem(Deal deal, Round around, HandCards cards) noexcept nogil
@cython.locals(seat=cython.int)
cdef void compare_any(Deal deal, Round around, HandCards cards) noexcept nogil
@cython.locals(best=cython.int, winners=cython.int, seat=cython.int, value=cython.int)
cdef int best_high(HandCards cards, int contenders) noexcept nogil
@cython.locals(best=cython.int, winners=cython.int, seat=cython.int)
cdef int best_low(HandCards cards, int contenders) noexcept nogil
@cython.locals(lows=cython.int)
cdef void award(Deal deal, Round around, HandCards cards, HandLog log, long long amount, int contenders) noexcept nogil
@cython.locals(count=cython.int, each=cython.longlong, odd=cython.longlong, seat=cython.int, _=cython.int)
cdef void share(Deal deal, Round around, HandCards cards, HandLog log, long long amount, int winners,
                int kind) noexcept nogil
cdef void pay(Round around, HandLog log, int seat, long long amount, int kind) noexcept nogil
@cython.locals(left=cython.int, best=cython.int, chosen=cython.int, seat=cython.int, card=cython.int)
cdef void share_by_card(Deal deal, Round around, HandCards cards, HandLog log, long long each, long long odd,
                        int winners, int kind) noexcept nogil
@cython.locals(kind=cython.int, count=cython.int, place=cython.int, wanted=cython.int, best=cython.int,
               chosen=cython.int, card=cython.int)
cdef int top_card(Deal deal, HandCards cards, int seat, bint is_low) noexcept nogil
@cython.locals(size=cython.int, slot=cython.int)
cdef int five_value(HandCards cards, int kind, int count, int chosen) noexcept nogil
@cython.locals(best=cython.int, slot=cython.int, card=cython.int)
cdef int five_top(HandCards cards, int kind, int count, int chosen) noexcept nogil
