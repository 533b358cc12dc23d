cimport cython
from croupier.ranking cimport constants

cdef int[13] RANK_KEYS
cdef int[7] MATCHED
cdef int PART
cdef int STRAIGHT
cdef int FLUSH
cdef int FULL_HOUSE
cdef int SHORT_FLUSH
cdef int QUADS
cdef int STRAIGHT_FLUSH
cdef int WHEEL
cdef int SHORT_WHEEL
cdef int NO_WHEEL

@cython.locals(i=cython.int, rank=cython.int)
cdef bint advance(int* ranks, int n) noexcept nogil
@cython.locals(i=cython.int)
cdef bint _five_alike(int* ranks, int n) noexcept nogil
@cython.locals(i=cython.int, j=cython.int, pairs=cython.int)
cdef int equal_pairs(int* ranks, int n) noexcept nogil
@cython.locals(digits=cython.int, place=cython.int, want=cython.int, i=cython.int, first=cython.int)
cdef int packed(int* ranks, int n) noexcept nogil
cdef int straight_top(int* ranks, int wheel) noexcept nogil
@cython.locals(pairs=cython.int, top=cython.int)
cdef int plain_score(int* ranks, int wheel) noexcept nogil
@cython.locals(top=cython.int, category=cython.int)
cdef int flush_score(int* ranks, int wheel) noexcept nogil
@cython.locals(lows="int[5]", aces=cython.int, i=cython.int)
cdef int low_score(int* ranks) noexcept nogil

@cython.locals(ranks="int[5]")
cdef list plain_scores(int wheel, int lowest)
@cython.locals(ranks="int[5]")
cdef list low_scores()
@cython.locals(ranks="int[5]", mask=cython.int)
cdef list flush_scores(int wheel, int lowest)
@cython.locals(ranks="int[5]")
cdef void store_plain(unsigned short* table, int* rows, list values, int lowest)
@cython.locals(at=cython.int, mask=cython.int)
cdef void store_flush(unsigned short* table, list values, int lowest)
@cython.locals(best=cython.int, bit=cython.int)
cdef int best_without_one(unsigned short* table, int mask) noexcept nogil
@cython.locals(ranks="int[7]", going=cython.bint, total=cython.int, best=cython.int, value=cython.int, i=cython.int)
cdef void extend_to(int n, unsigned short* table, int* rows, int lowest) noexcept nogil
cdef void extend(unsigned short* table, int* rows, int lowest) noexcept nogil
@cython.locals(i=cython.int)
cdef void begin(int* ranks, int n, int lowest) noexcept nogil
@cython.locals(total=cython.int, i=cython.int)
cdef int sum_of(int* ranks, int n) noexcept nogil
cdef int place(int* rows, int total) noexcept nogil
@cython.locals(count=cython.int)
cdef int bits(int mask) noexcept nogil
@cython.locals(at=cython.int, rank=cython.int)
cdef void unpack(int mask, int* ranks) noexcept nogil

cdef list rank_sums(int n)
cdef dict lay_out(list sums, int start)
