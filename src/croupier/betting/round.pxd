cimport cython

from croupier.betting cimport constants
from croupier.betting.limits cimport highest
from croupier.betting.order cimport how_many, next_seat

@cython.final
cdef class Round:
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_before
    cdef long long[constants.SEATS_MAX] stack
    cdef long long[constants.SEATS_MAX] bet
    cdef long long[constants.SEATS_MAX] total
    cdef long long[constants.SEATS_MAX] dead
    cdef long long[constants.SEATS_MAX] acted_at
    cdef readonly long long price
    cdef readonly long long full_raise
    cdef readonly long long returned
    cdef readonly long long posted_short
    cdef readonly long long to_call
    cdef readonly long long least
    cdef readonly long long most
    cdef readonly long long begun
    cdef readonly long long dead_money
    cdef readonly bint broken
    cdef bint has_antes
    cdef readonly int seats
    cdef readonly int limit
    cdef readonly int live
    cdef readonly int able
    cdef readonly int waiting
    cdef readonly int raises
    cdef readonly int following
    cdef readonly int cap
    cdef bint cap_heads_up
    cdef readonly bint capped
    cdef readonly bint completing
    cdef readonly bint all_in_counts
    cdef char[128] apart_after

    @cython.locals(seat=cython.int)
    cdef void clear(self, int seats, int limit) noexcept nogil
    cdef void sit(self, int seat, long long stack) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void sit_all(self, long long* stacks, int members) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void open(self, long long min_bet, int cap) noexcept nogil
    @cython.locals(paid=cython.longlong)
    cdef long long post(self, int seat, long long nominal) noexcept nogil
    cdef long long ante(self, int seat, long long amount) noexcept nogil
    @cython.locals(paid=cython.longlong)
    cdef long long ante_dead(self, int seat, long long amount) noexcept nogil
    cdef void add_dead(self, int seat, long long amount) noexcept nogil
    @cython.locals(paid=cython.longlong)
    cdef long long bring_in(self, int seat, long long amount) noexcept nogil
    @cython.locals(paid=cython.longlong)
    cdef long long pay(self, int seat, long long amount) noexcept nogil
    @cython.locals(owed=cython.longlong, reach=cython.longlong, full_to=cython.longlong)
    cdef void ask(self, int seat) noexcept nogil
    cdef long long full_to(self) noexcept nogil
    cdef str why_no_raise(self, int seat)
    @cython.locals(moved=cython.longlong)
    cdef bint is_reopened(self, int seat) noexcept nogil
    cdef bint is_capped(self) noexcept nogil
    cdef void deny(self) noexcept nogil
    @cython.locals(seat=cython.int, chips_in=cython.longlong)
    cdef long long pot(self) noexcept nogil
    cdef int next_actor(self, int after) noexcept nogil
    @cython.locals(seat=cython.int, chips_all=cython.longlong)
    cdef void count_chips(self) noexcept nogil
    @cython.locals(other=cython.int)
    cdef bint can_lose(self, int seat) noexcept nogil
    cdef void fold(self, int seat) noexcept nogil
    @cython.locals(paid=cython.longlong)
    cdef long long call(self, int seat) noexcept nogil
    @cython.locals(paid=cython.longlong, added=cython.longlong, opened=cython.bint)
    cdef long long raise_to(self, int seat, long long amount) noexcept nogil
    cdef bint counts_as_raise(self, int seat) noexcept nogil
    @cython.locals(bets=cython.longlong)
    cdef void count_bets(self, long long amount) noexcept nogil
    cdef long long bets_in(self, long long amount) noexcept nogil
    cdef void watch_cap(self, long long amount) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void complete(self, int raiser) noexcept nogil
    @cython.locals(seat=cython.int, owner=cython.int, matched=cython.int)
    cdef int uncalled(self) noexcept nogil
    @cython.locals(owner=cython.int)
    cdef int trim_antes(self) noexcept nogil
    @cython.locals(seat=cython.int, owner=cython.int, top=cython.longlong, second=cython.longlong)
    cdef int ahead(self, long long* chips) noexcept nogil
    cdef void give_back(self, int owner) noexcept nogil
    cdef void forget_short_posts(self) noexcept nogil
    cdef void win(self, int seat, long long amount) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void sweep(self) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void copy_to(self, Round other) noexcept nogil
