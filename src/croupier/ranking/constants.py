"""Constants of the compiled ranking code. `setup.py` writes them into a C enum beside this file."""

# the rankings: the `kind` of `kernel.strength`
NO_HAND, HIGH, SHORT_DECK, OMAHA, LOW, LOW8, OMAHA_LOW8, DEUCE_TO_SEVEN, BADUGI = range(9)
# tables of ranks: a sum of keys is a row and a column (its lowest bits); the bits above SUMS count suits
COLUMN_BITS = 10
COLUMNS = 1 << COLUMN_BITS
COLUMN = COLUMNS - 1
SUMS = (1 << 26) - 1
# how many rows there are, and how many places once they are slid over each other; hands of five cards come first
ROWS = SUMS + 1 >> COLUMN_BITS
PLACES, PLACES_OF_FIVE = 190_000, 15_000
# hands that a batch ranks before it turns to the flushes among them (`batch.pxd` spells it out)
BLOCK = 256
