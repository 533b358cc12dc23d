"""Numbers that the compiled poker engine uses as names; `setup.py` writes them as a C enum beside this file."""

# kinds of log entries
(POSTED_ANTE, POSTED_BLIND, POSTED_STRADDLE, POSTED_DEAD, DEALT_DOWN, DEALT_UP, DEALT_BOARD, STREET, FOLDED, CHECKED,
 CALLED, RAISED, BROUGHT_IN, DISCARDED, DREW, RETURNED, SHOWN, POT, WON_HIGH, WON_LOW, STOOD_DEAD) = range(1, 22)
# what a hand waits for
OVER, BETTING, BRINGING_IN, DRAWING, DEALING, SHOWING = range(6)
# who opens a street, numbered as in `rules`
AT_BLINDS, AT_LOW_DOOR, AT_HIGH_DOOR, AT_HIGH_BOARD, AT_LOW_BOARD = range(5)
# viewers besides the seats
SEES_OPEN, SEES_ALL = 62, 63
# cards without a value: hidden from a viewer, or not named by the record yet
UNKNOWN, UNNAMED = 52, 53
# sizes of the engine's arrays: stud fills seven slots, a board has at most five cards
STREETS_MAX, SLOTS, BOARD_MAX = 8, 7, 5
# places of a deck, those for cards that came back among them (a place is eight bits of a log entry); places that no
# hand without returns reaches, used as scratch; the most cards that can come back: the places beyond 52
PLACES, SPARE, RETURNED_MAX = 256, 192, 204
# entries of a log before it goes on in a tuple; copying a hand copies its row
LOG_ROW = 128
# built-in policies of simulations, and the samples by which they judge a hand
RANDOM, CALLER, FOLDER, STRENGTH = range(4)
CUTS, SAMPLES = 31, 1024
# the parts of half a pot: the smallest number that 1 to 10 winners can share alike
HALF_POT = 2520
