cimport cython

from croupier.games.poker.dealing cimport DEALT_DOWN, DEALT_UP, DISCARDED, DREW, FOLDED, UNKNOWN
from croupier.rng cimport Rng

cpdef list laid_again(list log, list cards, int size, Rng chance)
