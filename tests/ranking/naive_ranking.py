"""Every ranking once more, written for reading and not for speed: the judge of the fast one.

A score is a tuple; a bigger one wins, None means that nothing qualifies. Nothing here is shared with the room itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

ORDER = ["high card", "pair", "two pair", "trips", "straight", "flush", "full house", "quads", "straight flush"]
SHORT_ORDER = ["high card", "pair", "two pair", "trips", "straight", "full house", "flush", "quads", "straight flush"]
SHAPES = {(1, 1, 1, 1, 1): "high card", (2, 1, 1, 1): "pair", (2, 2, 1): "two pair", (3, 1, 1): "trips",
          (3, 2): "full house", (4, 1): "quads"}
Score = tuple[int, ...]


def grouped(ranks: Sequence[int]) -> tuple[Score, Score]:
    """How many of each rank, and the ranks, more of a kind first."""
    groups = sorted(((count, rank) for rank, count in Counter(ranks).items()), reverse=True)
    return tuple(count for count, _ in groups), tuple(rank for _, rank in groups)


def five(cards: Sequence[int], wheel: Sequence[int] | None, order: Sequence[str]) -> Score:
    """Five cards as a high hand; `wheel` are the four ranks above the ace in the lowest straight."""
    ranks = sorted(card >> 2 for card in cards)
    shape, kickers = grouped(ranks)
    name = SHAPES[shape]
    straight = None
    if name == "high card" and ranks[4] - ranks[0] == 4:
        straight = ranks[4]
    elif wheel is not None and ranks == [*wheel, 12]:
        straight = wheel[3]
    flush = len({card & 3 for card in cards}) == 1
    if straight is not None:
        name, kickers = ("straight flush" if flush else "straight"), (straight,)
    elif flush:
        name = "flush"
    return (order.index(name), *kickers)


def high(cards: Sequence[int]) -> Score:
    return max(five(play, [0, 1, 2, 3], ORDER) for play in combinations(cards, 5))


def short_deck(cards: Sequence[int]) -> Score:
    return max(five(play, [4, 5, 6, 7], SHORT_ORDER) for play in combinations(cards, 5))


def omaha(hole: Sequence[int], board: Sequence[int]) -> Score:
    return max(high(two + three) for two in combinations(hole, 2) for three in combinations(board, 3))


def low_five(cards: Sequence[int]) -> Score:
    shape, ranks = grouped([(card // 4 + 1) % 13 for card in cards])
    return (-ORDER.index(SHAPES[shape]), *[-rank for rank in ranks])


def low(cards: Sequence[int]) -> Score:
    return max(low_five(play) for play in combinations(cards, 5))


def low8(cards: Sequence[int]) -> Score | None:
    return max(filter(qualifies, map(low_five, combinations(cards, 5))), default=None)


def qualifies(score: Score) -> bool:
    """Five different ranks, the highest an eight (number 7 with the ace as 0)."""
    return score[0] == 0 and score[1] >= -7


def omaha_low8(hole: Sequence[int], board: Sequence[int]) -> Score | None:
    plays = [low8(two + three) for two in combinations(hole, 2) for three in combinations(board, 3)]
    return max((play for play in plays if play is not None), default=None)


def deuce_to_seven(cards: Sequence[int]) -> Score:
    return tuple(-part for part in five(cards, None, ORDER))


def badugi(cards: Sequence[int]) -> Score:
    plays = [play for size in range(1, 5) for play in combinations(cards, size)
             if len({card >> 2 for card in play}) == len({card & 3 for card in play}) == size]
    return max((len(play), *sorted(-((card // 4 + 1) % 13) for card in play)) for play in plays)
