"""Equities against other counts: all kinds of hands before the flop, and random questions put to OMPEval."""

from __future__ import annotations

import random
from collections import Counter

from bench import ompeval
from croupier import ranking
from croupier.cards import RANKS, text
from croupier.ranking.equities.sweep import Sweep
from croupier.ranking.ranges import range_cards

KINDS = [RANKS[high] + RANKS[low] + suits for high in range(13) for low in range(high + 1)
         for suits in (("",) if high == low else ("s", "o"))]


def preflop(number: int) -> Counter[str]:
    """Compare the equities of one kind of hand against all kinds up to itself, counted by matchups and by a sweep."""
    mine = KINDS[number % len(KINDS)]
    for other in KINDS[:KINDS.index(mine) + 1]:
        found = ranking.equity(mine, other, threads=1)
        sweep = Sweep([range_cards(mine, 2), range_cards(other, 2)], b"", 0)
        sweep.run(0, 1)
        counts = sweep.counts()
        assert found.wins == tuple(row[0] for row in counts), (mine, other, found, counts)
        assert found.ties == tuple(row[1] for row in counts), (mine, other, found, counts)
    return Counter(matchups=KINDS.index(mine) + 1)


def preflop_as_ompeval(number: int) -> Counter[str]:
    """Compare the equities of one kind of hand against all kinds up to itself with OMPEval's."""
    mine = KINDS[number % len(KINDS)]
    for other in KINDS[:KINDS.index(mine) + 1]:
        ours, theirs = ranking.equity(mine, other, threads=1), ompeval.asked((mine, other))()
        assert (theirs.deals, theirs.wins) == (ours.boards, ours.wins), (mine, other, theirs, ours)
        assert all(abs(a - b) < 1e-8 for a, b in zip(theirs.equities, ours.equities)), (mine, other, theirs, ours)
    return Counter(pairs=KINDS.index(mine) + 1)


def a_part(chance: random.Random) -> str:
    """Return a part of a range at random, in words that OMPEval reads alike."""
    high, low = sorted(chance.sample(range(13), 2), reverse=True)
    kind = RANKS[high] + RANKS[low] + chance.choice(["", "s", "o"]) + chance.choice(["", "+"])
    hand = text(chance.sample(range(52), 2))
    return chance.choice([hand, hand, RANKS[high] * 2, RANKS[high] * 2 + "+", kind])


def against_ompeval(number: int) -> Counter[str]:
    """Compare the answer to one random question with OMPEval's."""
    chance = random.Random(number)
    while True:
        size = chance.choice([0, 3, 3, 3, 4, 4, 5, 5])
        seen = chance.sample(range(52), size + chance.choice([0, 0, 0, 1, 2]))
        hands = tuple(",".join(a_part(chance) for _ in range(chance.choice([1, 1, 2, 3])))
                      for _ in range(chance.choice([2, 2, 2, 2, 3, 3, 4])))
        ways = 1
        for hand in hands:
            ways *= len(ranking.parse_range(hand))
        if ways > (30 if not size else 20_000 if len(hands) > 2 and size == 3 else 300_000):
            continue
        board, dead = text(seen[:size]), text(seen[size:])
        try:
            ours = ranking.equity(*hands, board=board, dead=dead, threads=1)
        except ValueError:  # the hands cannot be dealt together
            continue
        theirs = ompeval.asked(hands, board, dead)()
        asked = hands, board, dead
        assert (theirs.deals, theirs.wins) == (ours.boards, ours.wins), (asked, theirs, ours)
        assert all(abs(a - b) < 1e-8 for a, b in zip(theirs.equities, ours.equities)), (asked, theirs, ours)
        return Counter(questions=1, deals=ours.boards)
