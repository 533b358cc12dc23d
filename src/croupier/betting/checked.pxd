cimport cython

from croupier.betting.round cimport Round

@cython.final
cdef class CheckedRound:
    cdef Round round
