cimport cython

from croupier.games.poker cimport constants
from croupier.rng cimport Rng

cpdef list guessed_deck(list log, list cards, int size, Rng chance)
