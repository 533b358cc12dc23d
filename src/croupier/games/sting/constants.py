"""Numbers that the compiled engine uses as names; `setup.py` writes them as a C enum beside this file."""

# the states of a hand
DRAW, BETTING, FLIP, DECISION, RESOLUTION, SUCCESS, BUSTED = range(7)
# the roles, which are the seats
NARC, CUSTOMER, PLAYER = range(3)
# kinds of log entries
BEGAN, ENTERED, DREW, CHECKED, RAISED, LEFT, FLIPPED, WENT_ON, ENDED, HEATED = range(10)
# kinds of cards
PRODUCT, LOCATION, EVIDENCE, COVER, MODIFIER, INSURANCE, CONVICTION = range(7)
# how a hand came out; from BUST on it is lost
COVERED, INSURED, FOLDED, BUST, UNPAID, CONVICTED = range(6)
NONE = -1
# what the house's mix says
CHECK_IT, RAISE_IT, FOLD_IT = range(3)
# what a policy plays instead of a card's slot
CHECKS, FOLDS = -1, -2
# policies, and which card a fixed line plays
HOUSE, RANDOM, LINE = range(3)
ANY, BEST, FIT = range(3)
NO_LIMIT = 1 << 30
# sizes of the engine's arrays: the largest hand; three decks of 60 cards, all different; a deck; 3 roles of 6 rounds
HAND = 8
FACES_MAX, PILE, CHANCES = 180, 64, 18
