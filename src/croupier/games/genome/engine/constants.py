"""Numbers that the compiled engine uses as names; `setup.py` writes them as a C enum beside this file."""

from __future__ import annotations

# a hand, a pile or a deck may hold every card
SLOTS = 52
# bred games are for two to six players
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

# entries of the log; the first sixteen are actions too
(FOLDED, CHECKED, CALLED, BET_MADE, RAISED, WENT_ALL_IN, DREW, STOOD, THREW, PLAYED, PASSED, GAVE, TOOK_TOP, LAID,
 CHALLENGED, ASKED, BEGAN, ANTED, DEALT, TURNED_UP, OPENED, RETURNED, TOOK, RECEIVED, SHOWED, WON, SCORED, ENDED, STOLE,
 BOOKED, SKIPPED, REVERSED, POSTED, CLAIMED, FLIPPED, SWEPT, DROPPED, HANDED) = range(38)
# 38 kinds need six bits and six seats four
SEAT_SHIFT = 6
AMOUNT_SHIFT = 10

# an action is `kind | card << CARD_SHIFT`
# kinds that are actions are below 16; five bits hold all of them
CARD_SHIFT = 5
# every card of a full hand, and a few choices without a card
OPTIONS = 64

# players: the policies, the lab's search, its search with fewer iterations, its search that calls every bet
RANDOM, GREEDY, CALLER, BETTOR, SEARCH, GLANCE, SEARCH_CALLS = range(7)
GLANCES = 8
# guesses of the hidden cards by which the lab judges a bet, and fresh ones for a bet that seems weak by them: with
# 16 alone, a bet on an even hand would be called weak 23 times of 100; with both, twice
# iterations for each card that is chosen meanwhile
GUESSES = 16
SURE_GUESSES = 48
CARD_SEARCH = 24

# kinds in the order a player likes them, five bits each from the right: an order that fits a C integer
EAGER = RAISED | BET_MADE << 5 | WENT_ALL_IN << 10 | CALLED << 15 | CHECKED << 20 | FOLDED << 25
MEDIUM = CALLED | CHECKED << 5 | FOLDED << 10
WEAK = CHECKED | FOLDED << 5

# the search's tables: information sets, places for their keys at first and at most, actions; actions of one iteration;
# its exact decks
NODES = 8192
FIRST_SLOTS = 256
SLOTS_OF_KEYS = 16384
EDGES = 32768
DEPTH = 256
EXACT_DECK = 12
# visits from which on an information set's own strategy is better than an ordinary player's
FAMILIAR = 16
# first iterations of a search, of which all but two in eight are for the searching seat alone
OWN_FIRST = 128
# of a hundred guesses of an open claim, how many take the claimant at their word
HONEST = 60
# actions of a hand that are kept, so that a search can play it again from its deal
HISTORY = 64
# an ordinary player, of a hundred decisions: calls, bets by strength (the rest at random), plays cards by liking
CALLS = 50
BY_STRENGTH = 40
EYE = 90
# how many of a hundred turns of other players in the tree are played by an ordinary player
ORDINARY = 60

# games between two looks for Ctrl-C
SLICE = 100
