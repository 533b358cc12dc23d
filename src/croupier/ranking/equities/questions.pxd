cimport cython
from croupier.ranking.kernel cimport CARD_BIT, all_different
from croupier.ranking.equities.one_hand cimport OneHand
from croupier.ranking.ranges cimport cards_of, range_cards

ctypedef unsigned long long u64
ctypedef unsigned char u8

@cython.final
cdef class Question:
    cdef readonly int hole_cards
    cdef readonly list ranges
    cdef readonly bytes board
    cdef readonly bytes dead
    cdef readonly list sizes

@cython.locals(mask=u64, i=cython.Py_ssize_t)
cpdef u64 mask_of(bytes cards)
@cython.locals(on_board=bytes, gone=bytes, seen=bytes, fixed=bytes, ranges=list)
cpdef Question question_of(tuple hands, object board, object dead, object game)
@cython.locals(numbers=bytes)
cdef bytes _known(object cards, str name)
@cython.locals(gone=u64, mask=u64, left=bytearray, at=cython.Py_ssize_t, n=cython.Py_ssize_t, i=cython.int)
cdef bytes _possible(bytes cards, int hole_cards, bytes seen, object name)
@cython.locals(hero=cython.int)
cpdef list count_one_hand(Question question)
@cython.locals(row=list)
cpdef tuple summed(list counts)
