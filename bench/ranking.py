"""Seven-card hands ranked: one hand a call beside the peers, many in one call beside the C limit, all of them in turn.

Card objects of the others are built beforehand; a library that takes only text parses inside the call.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from bench import limit
from bench.bars import Bar, ratio_bar
from bench.harness import Done, Options, Race, Work, race
from croupier import ranking
from croupier.cards import text

HANDS = 20_000
OURS, OUR_BATCH, LIMIT = "croupier.ranking.high", "croupier.ranking.high_batch", "C limit"
OUR_ENUMERATION = "croupier.ranking.enumerate"
ALL_HANDS = 133_784_560


def rows(count: int, seed: int = 1) -> bytes:
    """So many random seven-card hands, one after the other."""
    chance = random.Random(seed).random
    deck, dealt = list(range(52)), bytearray()
    for _ in range(count):
        for place in range(7):
            other = place + int(chance() * (52 - place))
            deck[place], deck[other] = deck[other], deck[place]
        dealt += bytes(deck[:7])
    return bytes(dealt)


def deals() -> list[tuple[int, ...]]:
    """The hands that everybody ranks one at a time."""
    dealt = rows(HANDS)
    return [tuple(dealt[place:place + 7]) for place in range(0, len(dealt), 7)]


def each(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> Work:
    """Call with one hand at a time, round and round; a unit asked for is one time round."""
    def work(n: int) -> Done:
        for _ in range(n):
            for hand in hands:
                evaluate(hand)
        return Done(units=n * len(hands))
    return work


def spread(evaluate: Callable[..., object], hands: Sequence[Any]) -> Work:
    """The same for functions that take several arguments."""
    def work(n: int) -> Done:
        for _ in range(n):
            for hand in hands:
                evaluate(*hand)
        return Done(units=n * len(hands))
    return work


def ours() -> Work:
    return each(ranking.high, [bytes(hand) for hand in deals()])


def eval7() -> Work:
    import eval7

    return each(eval7.evaluate, [[eval7.Card(text([card])) for card in hand] for hand in deals()])


def pkrbot() -> Work:
    import pkrbot

    return each(pkrbot.evaluate, [[pkrbot.Card(text([card])) for card in hand] for hand in deals()])


def phevaluator() -> Work:
    from phevaluator import evaluate_cards

    return spread(evaluate_cards, deals())


def phevaluator_native() -> Work:
    from phevaluator import _pheval

    return spread(_pheval.evaluate_7cards, deals())


def treys() -> Work:
    from treys import Card, Evaluator

    hands = [[Card.new(text([card])) for card in hand] for hand in deals()]
    return spread(Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in hands])


def pokerkit() -> Work:
    from pokerkit import Card, StandardHighHand

    hands = [tuple(Card.parse(text(hand))) for hand in deals()[:500]]
    return spread(StandardHighHand.from_game, [(hand[:2], hand[2:]) for hand in hands])


def our_batch() -> Work:
    """A unit asked for is a pass over as many rows as the C limit has."""
    cards, out = rows(limit.ROWS), array("H", [0]) * limit.ROWS

    def work(n: int) -> Done:
        for _ in range(n):
            ranking.high_batch(cards, limit.ROWS, out)
        return Done(units=n * limit.ROWS)
    return work


def poker_equity_batch() -> Work:
    from poker_equity import score_batch

    hands = [text(hand) for hand in deals()]

    def work(n: int) -> Done:
        for _ in range(n):
            score_batch("high", hands)
        return Done(units=n * len(hands))
    return work


def our_enumeration() -> Work:
    """A unit asked for is one time all hands of seven cards, on one thread."""
    def work(n: int) -> Done:
        for _ in range(n):
            assert sum(ranking.enumerate(7, threads=1)) == ALL_HANDS
        return Done(units=n * ALL_HANDS)
    return work


SINGLE = {OURS: ours, "eval7": eval7, "pkrbot": pkrbot, "phevaluator evaluate_cards": phevaluator,
          "phevaluator _pheval (C call)": phevaluator_native, "treys": treys, "pokerkit StandardHighHand": pokerkit}
BATCH = {OUR_BATCH: our_batch, LIMIT: limit.rank, "poker_equity score_batch (text)": poker_equity_batch}


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Both races and their bars."""
    single = race("one hand a call", "hands", SINGLE, options)
    batch = race("many hands a call", "hands", BATCH, options)
    every = race("all hands of seven cards", "hands", {OUR_ENUMERATION: our_enumeration, LIMIT: limit.rank}, options)
    return [(single, OURS), (batch, OUR_BATCH), (every, OUR_ENUMERATION)], [
        ratio_bar("ranking.high to the best peer's fastest call", single, OURS, None, 1.3),
        ratio_bar("ranking.high_batch to the C limit", batch, OUR_BATCH, LIMIT, 1.0),
        ratio_bar("ranking.enumerate to the C limit's batch", every, OUR_ENUMERATION, LIMIT, 3)]
