"""Constants of the compiled betting code. `setup.py` writes these constants into a C enum beside this file."""

# the arena's tables have 2 to 10 seats; C arrays need a fixed length, and `order.py` needs a table with an entry for
# each set of seats
SEATS_MAX = 10
# the number of possible sets of seats; a set has one bit for each seat
SETS = 1 << SEATS_MAX
# no seat
NOBODY = -1
# stands for the price at which a seat last acted, if it has not acted yet
NEVER = -1
# the limits, which decide how large a raise may be
NO_LIMIT, POT_LIMIT, FIXED_LIMIT, FIXED_STEP = range(4)
# means that the pot has no further level; it is above every level, because ten stacks of 10^15, the maximum, are below
# 2^54
NO_LEVEL = 1 << 62
# who must answer a raise, in a round that stakes cards
ORDER, EVERYONE, NOBODY_ANSWERS = range(3)
