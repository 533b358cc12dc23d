"""Numbers that the compiled poker engine uses as names; `setup.py` writes them as a C enum beside this file."""

# kinds of log entries
(POSTED_ANTE, POSTED_BLIND, POSTED_STRADDLE, POSTED_DEAD, DEALT_DOWN, DEALT_UP, DEALT_BOARD, STREET, FOLDED, CHECKED,
 CALLED, RAISED, BROUGHT_IN, DISCARDED, DREW, RETURNED, SHOWN, POT, WON_HIGH, WON_LOW, STOOD_DEAD) = range(1, 22)
# what a hand waits for
OVER, BETTING, BRINGING_IN, DRAWING, DEALING, SHOWING = range(6)
# the rule for who opens the betting of a street, numbered as in `rules`
AT_BLINDS, AT_LOW_DOOR, AT_HIGH_DOOR, AT_HIGH_BOARD, AT_LOW_BOARD = range(5)
# viewers that are not seats: PUBLIC and ALL
SEES_OPEN, SEES_ALL = 62, 63
# cards without a value: hidden from a viewer, or not named by the record yet
UNKNOWN, UNNAMED = 52, 53
# sizes of the engine's arrays: stud fills seven slots, a board has at most five cards
STREETS_MAX, SLOTS, BOARD_MAX = 8, 7, 5
# The number of places in a deck, including places for cards that were reshuffled into it (a log entry stores a place in
# eight bits). SPARE is the first of the places used as scratch space, which no hand without a reshuffle reaches.
# RETURNED_MAX is the number of cards that can be reshuffled: the places beyond 52.
PLACES, SPARE, RETURNED_MAX = 256, 192, 204
# the number of log entries stored in an array, which is copied with the hand; any further entries go into a tuple
LOG_ROW = 128
# built-in policies for simulations, and the number of samples with which they judge a hand
RANDOM, CALLER, FOLDER, STRENGTH = range(4)
CUTS, SAMPLES = 31, 1024
# half a pot is counted as this many parts: the smallest number that 1 to 10 winners can share equally
HALF_POT = 2520
