cimport cython

from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.program cimport Program, u8, u64
from croupier.ranking.kernel cimport CARD_BIT, high

cdef long long PATTERN_STEP

@cython.final
cdef class HandValues:
    cdef CardPiles cards
    cdef Program program
    cdef u8[104] gathered
    cdef int[13] count
    cdef int[4] suit_ranks
    cdef int[4] suit_count
    cdef int wilds
    cdef int top
    cdef int largest

    @cython.locals(size=cython.int, slot=cython.int, place=cython.int)
    cdef int gather(self, int seat, bint with_board) noexcept nogil
    @cython.locals(rank=cython.int, suit=cython.int, at=cython.int, card=cython.int)
    cdef void tally(self, int size) noexcept nogil
    @cython.locals(down=cython.int, rank=cython.int)
    cdef int grouped(self, int size, int but, int wilds) noexcept nogil
    @cython.locals(missing=cython.int)
    cdef int spent(self, int size, int rank) noexcept nogil
    @cython.locals(packed=cython.int, down=cython.int, rank=cython.int)
    cdef int kickers(self, int most, int first, int second) noexcept nogil
    @cython.locals(best=cython.int, alike=cython.int)
    cdef int poker(self, int size) noexcept nogil
    @cython.locals(best=cython.int, every=cython.int, suit=cython.int, top=cython.int, value=cython.int)
    cdef int poker_suited(self) noexcept nogil
    @cython.locals(rank=cython.int, pair=cython.int)
    cdef int poker_groups(self, int beaten) noexcept nogil
    @cython.locals(rank=cython.int, other=cython.int)
    cdef int poker_pairs(self) noexcept nogil
    @cython.locals(at=cython.int, top=cython.int)
    cdef long long pattern(self, int size) noexcept nogil
    @cython.locals(suited=cython.int, run=cython.int, best=cython.int, every=cython.int, suit=cython.int,
                   top=cython.int)
    cdef int matches(self, int at, int size) noexcept nogil
    @cython.locals(suit=cython.int)
    cdef bint has_suited(self, int wanted) noexcept nogil
    @cython.locals(used=cython.int, wilds=cython.int, place=cython.int, size=cython.int, rank=cython.int)
    cdef bint has_groups(self, int at) noexcept nogil
    @cython.locals(best=cython.int, down=cython.int, rank=cython.int)
    cdef int fullest(self, int used) noexcept nogil
    @cython.locals(packed=cython.longlong, used=cython.int, rank=cython.int, _=cython.int)
    cdef long long pattern_ranks(self, int top) noexcept nogil
    @cython.locals(least=cython.int, most=cython.int, at=cython.int)
    cdef int total(self, int size, bint high) noexcept nogil
    @cython.locals(reached=u64, at=cython.int, rank=cython.int, total=cython.int)
    cdef int nearest_total(self, int size) noexcept nogil
    cdef bint is_bust(self, int seat) noexcept nogil
    @cython.locals(packed=cython.longlong, room=cython.int, at=cython.int, rank=cython.int, copies=cython.int)
    cdef long long single_cards(self, int size, bint high) noexcept nogil
    @cython.locals(total=cython.int)
    cdef long long worth(self, int seat, int condition) noexcept nogil
    @cython.locals(size=cython.int)
    cdef long long hand_worth(self, int seat) noexcept nogil
    @cython.locals(counted=cython.int, points=cython.int, held=u64, slot=cython.int, at=cython.int)
    cdef int score(self, int seat) noexcept nogil
    cdef double strength(self, int seat) noexcept nogil
    @cython.locals(top=cython.int, group=cython.int, found=cython.double)
    cdef double strength_of(self, int size) noexcept nogil

@cython.locals(ladder=cython.int, lowest=cython.int, top=cython.int, missing=cython.int, step=cython.int)
cdef int run_top(int ranks, int length, int wilds, bint wrap) noexcept nogil
@cython.locals(packed=cython.int, room=cython.int, down=cython.int, rank=cython.int)
cdef int best_five(int ranks, int wilds) noexcept nogil
@cython.locals(count=cython.int)
cdef int bits_in(u64 cards) noexcept nogil
