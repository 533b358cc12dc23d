cimport cython
from libc.math cimport log, sqrt

from croupier.games.genome.engine cimport constants
from croupier.games.genome.engine.card_piles cimport CardPiles
from croupier.games.genome.engine.engine cimport Engine
from croupier.games.genome.engine.phases cimport Phases
from croupier.games.genome.engine.policies cimport Policies
from croupier.games.genome.engine.program cimport Program
from croupier.games.genome.engine.redeal cimport Redeal
from croupier.games.genome.engine.settlement cimport Settlement
from croupier.ranking.kernel cimport CARD_BIT
from croupier.rng cimport u64

cdef double EXPLORATION
cdef double TRYING
cdef double TRYING_FIRST
cdef double TRYING_HALF
cdef double RARE
cdef double RARE_BY_STRENGTH
cdef u64 KEY_STEP

@cython.final
cdef class Search:
    cdef Engine engine
    cdef Engine present
    cdef Engine dealt
    cdef Redeal own_guess
    cdef Redeal public_guess
    cdef Policies policies
    cdef Program program
    cdef int seats
    cdef CardPiles cards
    cdef Phases phases
    cdef Settlement settlement
    cdef int[16384] slot
    cdef u64[8192] key
    cdef int[8192] met
    cdef double[8192] share
    cdef int[8192] bets
    cdef int[8192] edge
    cdef int[32768] sibling
    cdef int[32768] code
    cdef int[32768] visits
    cdef int[32768] offered
    cdef double[32768] mean
    cdef double[32768] regret
    cdef double[32768] average
    cdef double[32768] chance
    cdef int[256] path_node
    cdef int[256] path_edge
    cdef int[256] path_seat
    cdef double[256] path_ratio
    cdef double[256] path_inverse
    cdef double[256] path_weight
    cdef double[64] final
    cdef int[64] line_seat
    cdef int[64] line_code
    cdef int[64] line_held
    cdef int[64] line_board
    cdef double[64] line_even
    cdef u64[64] line_public
    cdef u64[64] line_shown
    cdef double[6] weight
    cdef double[6] worth
    cdef double[6] least
    cdef double[6] most
    cdef int nodes
    cdef int edges
    cdef int length
    cdef int searcher
    cdef int root
    cdef int learns
    cdef int mine
    cdef int won
    cdef int tied
    cdef long long rounds
    cdef u64 public
    cdef u64 public_now
    cdef int line
    cdef int mask
    cdef bint is_exact
    cdef bint replays
    cdef bint is_bet

    cdef int best_code(self, Policies game, int iterations) noexcept nogil
    @cython.locals(seat=cython.int)
    cdef void begin(self, Policies game) noexcept nogil
    @cython.locals(place=cython.int, at=cython.int, seat=cython.int)
    cdef void replay(self, Policies game) noexcept nogil
    @cython.locals(_=cython.int)
    cdef void run(self, Policies game, int iterations) noexcept nogil
    @cython.locals(code=cython.int)
    cdef int chosen(self, Policies game) noexcept nogil
    @cython.locals(count=cython.int, best=cython.int)
    cdef chances(self, Policies game)
    @cython.locals(first=cython.int, count=cython.int, total=cython.double, kept=cython.double, at=cython.int)
    cdef void settle_chances(self) noexcept nogil
    @cython.locals(pick=cython.double, last=cython.int, at=cython.int)
    cdef int drawn_code(self) noexcept nogil
    @cython.locals(best=cython.int, at=cython.int)
    cdef int tried_most(self) noexcept nogil
    @cython.locals(turn=cython.int, is_mine=cython.bint, seat=cython.int)
    cdef void iterate(self, Policies game) noexcept nogil
    cdef void guess(self, bint is_mine) noexcept nogil
    @cython.locals(at=cython.int, seat=cython.int, node=cython.int, edge=cython.int)
    cdef void follow(self) noexcept nogil
    @cython.locals(other=cython.int)
    cdef void weigh(self, int seat, double ratio) noexcept nogil
    @cython.locals(kind=cython.int, heard=u64)
    cdef void take(self, int code) noexcept nogil
    @cython.locals(pick=cython.int)
    cdef int plain(self) noexcept nogil
    @cython.locals(grows=cython.bint, seat=cython.int)
    cdef void descend(self, bint is_mine) noexcept nogil
    @cython.locals(key=u64, node=cython.int, learns=cython.bint, is_new=cython.bint, edge=cython.int,
                   share=cython.double)
    cdef bint step_bet(self, int seat, bint is_mine) noexcept nogil
    @cython.locals(edge=cython.int, last=cython.int, floor=cython.double, pick=cython.double, tried=cython.double)
    cdef int drawn_edge(self, int node, double share) noexcept nogil
    @cython.locals(count=cython.int, kind=cython.int, own=cython.bint, hidden=cython.bint, key=u64,
                   node=cython.int, is_new=cython.bint, edge=cython.int)
    cdef bint step_card(self, int seat, bint is_mine) noexcept nogil
    @cython.locals(best=cython.int, top=cython.double, fresh=cython.int, span=cython.double, place=cython.int,
                   at=cython.int, value=cython.double)
    cdef int highest_bound(self, int node, int seat, int count) noexcept nogil
    cdef void remember(self, int node, int edge, int seat) noexcept nogil
    @cython.locals(seat=cython.int, at=cython.int)
    cdef void learn(self, bint is_mine) noexcept nogil
    cdef void count_result(self, int edge, double worth) noexcept nogil
    @cython.locals(node=cython.int, taken=cython.int, seat=cython.int, surprise=cython.double, mean=cython.double,
                   edge=cython.int, other=cython.int)
    cdef void learn_bet(self, int at) noexcept nogil
    @cython.locals(node=cython.int, taken=cython.int, weight=cython.double, first=cython.int, end=cython.int,
                   total=cython.double, edge=cython.int, regret=cython.double)
    cdef void update_regrets(self, int at, double surprise, double mean) noexcept nogil
    cdef u64 key_of(self, int seat) noexcept nogil
    @cython.locals(known=u64, slot=cython.int, held=cython.int, board=cython.int, level=cython.int)
    cdef u64 key_then(self, int at, int seat) noexcept nogil
    @cython.locals(strength=cython.double, level=cython.int)
    cdef int level(self, int seat) noexcept nogil
    @cython.locals(at=cython.int)
    cdef void clear_keys(self) noexcept nogil
    @cython.locals(at=cython.int, node=cython.int)
    cdef void double_keys(self) noexcept nogil
    @cython.locals(at=cython.int)
    cdef int slot_of(self, u64 key) noexcept nogil
    cdef int found(self, u64 key) noexcept nogil
    @cython.locals(node=cython.int)
    cdef int added(self, u64 key) noexcept nogil
    @cython.locals(node=cython.int, place=cython.int)
    cdef int added_bets(self, u64 key) noexcept nogil
    @cython.locals(at=cython.int)
    cdef int bet_of(self, int node, int code) noexcept nogil
    @cython.locals(at=cython.int, last=cython.int)
    cdef int edge_of(self, int node, int code) noexcept nogil
    @cython.locals(at=cython.int)
    cdef int added_edge(self, int code) noexcept nogil

cdef inline u64 mixed(u64 key) noexcept nogil
