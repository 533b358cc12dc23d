"""Constants of the compiled ranking code. `setup.py` writes these constants into a C enum beside this file."""

# the kinds of rankings, used by `kernel.strength`
NO_HAND, HIGH, SHORT_DECK, OMAHA, LOW, LOW8, OMAHA_LOW8, DEUCE_TO_SEVEN, BADUGI = range(9)
# In the tables of ranks, the lowest bits of a sum of keys are the column, and the bits above are the row. The bits
# above SUMS count suits.
COLUMN_BITS = 10
COLUMNS = 1 << COLUMN_BITS
COLUMN = COLUMNS - 1
SUMS = (1 << 26) - 1
# The number of rows, and the number of places after the rows are shifted over each other. Hands of five cards come
# first.
ROWS = SUMS + 1 >> COLUMN_BITS
PLACES, PLACES_OF_FIVE = 190_000, 15_000
# the number of hands in a block of a batch; after each block the flushes in it are ranked again (`batch.pxd` repeats
# this number)
BLOCK = 256
