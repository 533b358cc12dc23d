cimport cython

ctypedef unsigned long long u64
ctypedef unsigned char u8

@cython.final
cdef class Program:
    cdef u8[52] deck
    cdef int[12] op
    cdef long long[12] amount
    cdef int[12] option
    cdef bint[12] flag
    cdef int[12] source
    cdef int[12] sets
    cdef int[12] runs
    cdef bint[12] sweep
    cdef bint[12] shared
    cdef int[13] rank_at
    cdef int[13] name_of
    cdef readonly int ranks
    cdef readonly bint by_player
    cdef readonly bint several
    cdef long long[12] small_blind
    cdef long long[12] big_blind
    cdef int[13] effect
    cdef readonly int effects
    cdef readonly int books
    cdef int[4] win
    cdef int[13] low_points
    cdef int[13] high_points
    cdef int[20] pattern_priority
    cdef int[20] pattern_cards
    cdef int[20] pattern_suited
    cdef int[20] pattern_run
    cdef bint[20] pattern_wrap
    cdef int[80] pattern_groups
    cdef int[8] score_per
    cdef int[8] score_points
    cdef u64[8] score_cards
    cdef readonly object genome
    cdef readonly int deck_size
    cdef readonly int cards_each
    cdef readonly int board_first
    cdef readonly int pile_first
    cdef readonly int trump
    cdef readonly long long chips
    cdef readonly long long ante
    cdef readonly bint side_pots
    cdef readonly int tableau
    cdef readonly int wild
    cdef readonly int rounds
    cdef readonly int phases
    cdef readonly int max_hands
    cdef readonly int wins
    cdef readonly long long target
    cdef readonly bint ends_empty
    cdef readonly bint wants_low
    cdef readonly int bust
    cdef readonly int patterns
    cdef readonly int valued_by
    cdef readonly int scores
    cdef readonly long long steps_max
