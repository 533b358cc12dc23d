"""Numbers that the compiled engine uses as names; `setup.py` writes them as a C enum beside this file."""

# the states of a hand
DRAW, BETTING, FLIP, DECISION, RESOLUTION, SUCCESS, BUSTED = range(7)
# the roles, which are the seats
NARC, CUSTOMER, PLAYER = range(3)
# kinds of log entries
BEGAN, ENTERED, DREW, CHECKED, RAISED, LEFT, FLIPPED, WENT_ON, ENDED, HEATED = range(10)
# kinds of cards
PRODUCT, LOCATION, EVIDENCE, COVER, MODIFIER, INSURANCE, CONVICTION = range(7)
# the results of a hand; from BUST on the Player was caught
COVERED, INSURED, FOLDED, BUST, UNPAID, CONVICTED = range(6)
NONE = -1
# what the house may choose to do
CHECK_IT, RAISE_IT, FOLD_IT = range(3)
# what a policy returns to check or to fold, instead of the slot of a card
CHECKS, FOLDS = -1, -2
# the policies, and the rules by which a fixed line chooses a card
HOUSE, RANDOM, LINE = range(3)
ANY, BEST, FIT = range(3)
NO_LIMIT = 1 << 30
# The sizes of the engine's arrays: the largest hand, three decks of 60 different cards, one deck, and three roles with
# six rounds.
HAND = 8
FACES_MAX, PILE, CHANCES = 180, 64, 18
