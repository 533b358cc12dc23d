"""Numbers that the compiled engine uses as names; `setup.py` writes them as a C enum beside this file."""

from __future__ import annotations

# a hand, a pile or a deck may hold every card
SLOTS = 52
# evolved games are for two to six players
SEATS = 6
NONE = -1

# operations of phases
BET, DRAW, DISCARD, EXCHANGE, REVEAL, PLAY, TRICK, PASS, MELD, CLAIM = range(10)

# win conditions
(BEST_HAND, HIGH_CARD, LOW_CARD, HIGH_TOTAL, LOW_TOTAL, MOST_TRICKS, FEWEST_TRICKS, MOST_CAPTURED, FIRST_TO_EMPTY,
 HIGH_SCORE, LOW_SCORE, FIRST_TO_SCORE) = range(12)

NO_TABLEAU, WAR, MATCH_RANK = range(3)
ANY_CARD, MATCHING, HIGHER = range(3)
FROM_DECK, FROM_PILE, FROM_NEIGHBOUR, FROM_ASKED = range(4)
NO_EFFECT, SKIP, REVERSE, DRAW_TWO = range(4)
RANKED, GENERAL, PATTERNS = range(3)
PER_TRICK, PER_CARD, PER_LEFT = range(3)

# poker hands
FIVE_ALIKE, STRAIGHT_FLUSH, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIR, PAIR, SINGLES = range(10, 0, -1)
ACE = 12

# kinds of log entries; the first sixteen are also kinds of actions
(FOLDED, CHECKED, CALLED, BET_MADE, RAISED, WENT_ALL_IN, DREW, STOOD, THREW, PLAYED, PASSED, GAVE, TOOK_TOP, LAID,
 CHALLENGED, ASKED, BEGAN, ANTED, DEALT, TURNED_UP, OPENED, RETURNED, TOOK, RECEIVED, SHOWED, WON, SCORED, ENDED, STOLE,
 BOOKED, SKIPPED, REVERSED, POSTED, CLAIMED, FLIPPED, SWEPT, DROPPED, HANDED) = range(38)
# an entry stores the kind (38 values) in six bits and the seat in four
SEAT_SHIFT = 6
AMOUNT_SHIFT = 10

# an action is `kind | card << CARD_SHIFT`; its kind is below 16 and fits into five bits
CARD_SHIFT = 5
# the maximum number of choices: every card of a full hand, and a few choices without a card
OPTIONS = 64

# players: the simple policies, the lab's search, this search with fewer iterations, and this search calling every bet
RANDOM, GREEDY, CALLER, BETTOR, SEARCH, GLANCE, SEARCH_CALLS = range(7)
GLANCES = 8
# The lab judges a bet with GUESSES guesses of the hidden cards. If the bet seems weak, it is judged again with
# SURE_GUESSES new guesses. With the first 16 alone, 23 of 100 bets on an even hand would be called weak; with both
# steps, 2 of 100. CARD_SEARCH is the number of search iterations for each card that is chosen meanwhile.
GUESSES = 16
SURE_GUESSES = 48
CARD_SEARCH = 24

# the kinds of bets in the order in which a player prefers them, packed into one integer: five bits each, from the right
EAGER = RAISED | BET_MADE << 5 | WENT_ALL_IN << 10 | CALLED << 15 | CHECKED << 20 | FOLDED << 25
MEDIUM = CALLED | CHECKED << 5 | FOLDED << 10
WEAK = CHECKED | FOLDED << 5

# The sizes of the search's tables: information sets (NODES), places for their keys at first (FIRST_SLOTS) and at most
# (SLOTS_OF_KEYS), actions (EDGES), and actions of one iteration (DEPTH). In decks of up to EXACT_DECK cards a seat's
# information set depends on its exact cards.
NODES = 8192
FIRST_SLOTS = 256
SLOTS_OF_KEYS = 16384
EDGES = 32768
DEPTH = 256
EXACT_DECK = 12
# after this many visits an information set's own strategy is better than an ordinary player's
FAMILIAR = 16
# in this many first iterations of a search, six of eight are for the searching seat alone
OWN_FIRST = 128
# the percentage of guesses in which an open claim is true if possible
HONEST = 60
# the number of actions of a hand that are stored, so that a search can replay the hand from its deal
HISTORY = 64
# an ordinary player: the percentage of its decisions in which it calls, bets by strength (otherwise at random), or
# plays the card it prefers
CALLS = 50
BY_STRENGTH = 40
EYE = 90
# the percentage of other players' turns in the tree that an ordinary player plays
ORDINARY = 60

# the number of games between two checks for Ctrl-C
SLICE = 100
