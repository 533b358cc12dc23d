"""Measure the luck of board cards by a value function, which returns what hands are worth on a board.

    def value(hands, board):            # cards of the players still in the hand, board of 0, 3, 4 or 5 cards
        return [0.7, 0.3]               # share of the pot that each of them can expect, from 0 to 1

    croupier.match(bots, game, value=value)

By default a hand's worth is its chance to win a showdown (`board_shares.py`). Your own function may include more, such
as who folds to a bet. The function cannot add a bias, because the value after the cards that came is compared with its
average over all cards that could have come. A bad value function only removes less luck.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from croupier.cards import Cards
from croupier.contest.seeds import BadContest
from croupier.errors import short

Value = Callable[[Sequence[Cards], Cards], Sequence[float]]
"""Returns the share of the pot, from 0 to 1, that each hand can expect on a board."""


def board_luck(value: Value, hands: Sequence[Sequence[int]], before: Sequence[int], after: Sequence[int],
               rest: Sequence[int]) -> list[float]:
    """Return for each hand the difference between its share after the new board cards and its average share over all
    cards that could have come.

    `rest` has all cards that the new ones could have been, including the new ones. Raise BadContest if the function
    does not return a share for each hand.
    """
    held, came = [Cards(hand) for hand in hands], set(after) - set(before)
    sums, actual, count = [0.0] * len(hands), [0.0] * len(hands), 0
    for new in combinations([card for card in rest if card not in before], len(came)):
        shares = _checked(value(held, Cards([*before, *new])), len(hands))
        count += 1
        sums = [total + share for total, share in zip(sums, shares)]
        if came == set(new):  # uses the value from this loop, so that even a random function adds no bias
            actual = shares
    return [share - total / count for share, total in zip(actual, sums)]


def _checked(shares: object, hands: int) -> list[float]:
    if not isinstance(shares, Sequence) or len(shares) != hands or not all(
            isinstance(share, int | float) and 0 <= share <= 1 for share in shares):
        raise BadContest(f"value returned {short(shares)}: it must return a share from 0 to 1 for each of {hands} "
                         "hands")
    return [float(share) for share in shares]
