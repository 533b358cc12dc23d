cimport cython

from croupier.games.poker cimport constants
from croupier.rng cimport Rng

cpdef list laid_again(list log, list cards, int size, Rng chance)
