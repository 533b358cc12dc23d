cimport cython

from croupier.betting.round cimport Round
from croupier.games.poker.hand cimport Hand

@cython.locals(chips=Round, turn=cython.int, place=cython.int, live=cython.bint, stack=cython.longlong,
               owed=cython.longlong, words=str, amounts=str, community=str, players=list)
cpdef str act(Hand hand, str head, str table, str hole, list board, tuple seats, list begun, int decision,
              int time_ms, raiser)
