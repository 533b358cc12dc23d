"""Constants of the compiled betting code. `setup.py` writes them into a C enum beside this file."""

# the arena's tables have 2 to 10 seats; C arrays need a fixed length, and `order.py` a table entry per set of seats
SEATS_MAX = 10
# how many sets of seats there are: one bit a seat
SETS = 1 << SEATS_MAX
# no seat
NOBODY = -1
# the price at which a seat last acted, before it has
NEVER = -1
# limits: how much a raise may be
NO_LIMIT, POT_LIMIT, FIXED_LIMIT, FIXED_STEP = range(4)
# above every level: the pot has no next level; ten stacks of 10^15, the largest allowed, stay below 2^54
NO_LEVEL = 1 << 62
# who answers a raise that stakes a card
ORDER, EVERYONE, NOBODY_ANSWERS = range(3)
