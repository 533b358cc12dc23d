cimport cython

from croupier.betting cimport constants as betting
from croupier.games.poker cimport constants
from croupier.games.poker.deal cimport Deal
from croupier.games.poker.engine.engine cimport Engine
from croupier.ranking cimport constants as ranking
from croupier.ranking.kernel cimport strength
from croupier.rng cimport Rng, u64

@cython.final
cdef class Playout:
    cdef Engine engine
    cdef Deal deal
    # a pair of cache lines to each side, so that the tables of two threads never write to one line
    cdef char[128] apart_before
    cdef int[10] policy
    cdef int[248] cuts  # for each street
    cdef long long[10] won
    cdef double[10] squares
    cdef Rng chance
    cdef readonly long long hands
    cdef readonly long long actions
    cdef readonly u64 checksum
    cdef char[128] apart_after

    @cython.locals(place=cython.int, number=cython.int)
    cpdef set_policy(self, seat, policy)
    @cython.locals(count=cython.longlong)
    cpdef run(self, hands)
    @cython.locals(_=cython.longlong)
    cdef void play(self, long long hands) noexcept nogil
    cdef void decide(self) noexcept nogil
    @cython.locals(facing=cython.bint, choice=cython.int)
    cdef void decide_random(self) noexcept nogil
    cdef void decide_passively(self) noexcept nogil
    @cython.locals(quality=cython.longlong, pot=cython.longlong, wanted=cython.longlong)
    cdef void decide_by_strength(self) noexcept nogil
    @cython.locals(slot=cython.int, place=cython.int, score=cython.int, beaten=cython.int, cut=cython.int)
    cdef int quality(self, int seat) noexcept nogil
    @cython.locals(kind=cython.int, total=cython.int, slot=cython.int, other=cython.int, rank=cython.int)
    cdef int score(self, int held, int board) noexcept nogil
    @cython.locals(chance=Rng, held=cython.int, board=cython.int, street=cython.int, slot=cython.int,
                   place=cython.int, cut=cython.int)
    cdef learn_cuts(self)
    @cython.locals(count=cython.int, slots=cython.int, ranks=cython.int, slot=cython.int, rank=cython.int)
    cdef void draw_cards(self) noexcept nogil
    @cython.locals(seat=cython.int, net=cython.longlong)
    cdef void count_winnings(self) noexcept nogil
    cdef void move_button(self) noexcept nogil

cdef inline u64 _mixed(u64 checksum, u64 stack) noexcept nogil
