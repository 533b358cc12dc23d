cimport cython
from croupier.ranking.kernel cimport all_different, board_key, high_with, strength
from croupier.ranking.kernel cimport high as rank_high
from croupier.ranking.upcards cimport open_high, open_low

cdef list VALUES

@cython.locals(n=cython.Py_ssize_t, hand=bytes)
cpdef object high(object cards)
@cython.locals(hand=bytes)
cpdef object short_deck(object cards)
@cython.locals(hand=bytes)
cpdef object low(object cards)
@cython.locals(hand=bytes)
cpdef object low8(object cards)
@cython.locals(hand=bytes)
cpdef object deuce_to_seven(object cards)
@cython.locals(hand=bytes)
cpdef object badugi(object cards)
@cython.locals(hand=bytes)
cpdef object some_badugi(object cards)
@cython.locals(hand=bytes, table=bytes, both=bytes)
cpdef object strength_of(int kind, object hole, object board)
@cython.locals(hand=bytes, table=bytes, both=bytes)
cpdef object high_on(object hole, object board)
@cython.locals(hand=bytes)
cpdef object shown_high(object cards)
@cython.locals(hand=bytes)
cpdef object shown_low(object cards)
cpdef object omaha(object hole, object board)
cpdef object omaha_low8(object hole, object board)
@cython.locals(hand=bytes, table=bytes, both=bytes)
cdef object _omaha(int kind, object hole, object board)
cdef bytes _numbers(object cards)
@cython.locals(hand=bytes, n=cython.Py_ssize_t)
cdef bytes _checked(object cards, int fewest, int most)
