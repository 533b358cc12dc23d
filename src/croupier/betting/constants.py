"""Numbers that the compiled betting code uses as names; `setup.py` writes them as a C enum beside this file."""

SEATS_MAX = 10
# how many sets of seats there are: one bit a seat
SETS = 1 << SEATS_MAX
# no seat
NOBODY = -1
# the price at which a seat last acted, before it has
NEVER = -1
# limits: how much a raise may be
NO_LIMIT, POT_LIMIT, FIXED_LIMIT, FIXED_STEP = range(4)
# above every level: the pot has no next level
NO_LEVEL = 1 << 62
# who answers a raise that stakes a card
ORDER, EVERYONE, NOBODY_ANSWERS = range(3)
