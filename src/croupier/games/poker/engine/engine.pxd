cimport cython

from croupier.betting cimport constants as betting
from croupier.betting.order cimport next_seat
from croupier.betting.round cimport Round
from croupier.games.poker cimport constants
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.engine.hand_cards cimport HandCards
from croupier.games.poker.engine.log cimport HandLog
from croupier.games.poker.engine.showdown cimport settle
from croupier.ranking.upcards cimport open_high, open_low

@cython.final
@cython.no_gc
@cython.freelist(16)
cdef class Engine:
    cdef Deal deal
    cdef Round round
    cdef HandCards cards
    cdef HandLog log
    # a pair of cache lines before the busy fields, so that the tables of two threads never write to one line
    cdef char[128] apart
    cdef int turn
    cdef int phase
    cdef int street_no
    cdef int seats
    cdef int to_draw
    cdef int shown
    cdef int mucked
    cdef bint by_record

    cdef void begin(self) noexcept nogil
    @cython.locals(seat=cython.int, place=cython.int)
    cdef void take_forced(self) noexcept nogil
    @cython.locals(seat=cython.int, _=cython.int)
    cdef void take_extras(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void take_taxes(self) noexcept nogil
    cdef void take_ante(self, int seat) noexcept nogil
    cdef void deal_street(self) noexcept nogil
    cdef void deal_hole(self, int count, bint face_up) noexcept nogil
    @cython.locals(seat=cython.int, _=cython.int)
    cdef void log_hole(self, int count, bint face_up) noexcept nogil
    cdef void deal_board(self, int count) noexcept nogil
    @cython.locals(opener=cython.int, after=cython.int)
    cdef bint open_betting(self) noexcept nogil
    @cython.locals(best=cython.int, chosen=cython.int, seat=cython.int, value=cython.int, _=cython.int)
    cdef int showing_opener(self, int opener) noexcept nogil
    @cython.locals(count=cython.int)
    cdef int showing(self, int seat, int opener) noexcept nogil
    @cython.locals(owner=cython.int)
    cdef void finish_round(self) noexcept nogil
    cdef void finish(self) noexcept nogil
    cdef void wait_for_dealer(self) noexcept nogil
    cdef void dealer_is_done(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void settle_shown(self) noexcept nogil
    cdef bint is_betting(self) noexcept nogil
    cdef long long owed(self) noexcept nogil
    cdef void ask(self) noexcept nogil
    cdef void act_fold(self) noexcept nogil
    @cython.locals(paid=cython.longlong)
    cdef void act_call(self) noexcept nogil
    cdef void act_raise(self, long long amount) noexcept nogil
    cdef void act_bring_in(self) noexcept nogil
    cdef void act_discard(self, int slots) noexcept nogil
    cdef void go_on(self) noexcept nogil
    cdef void replay(self, long long entry) noexcept nogil
    cdef void copy_to(self, Engine other) noexcept

@cython.locals(engine=Engine)
cdef Engine blank(Deal deal)
