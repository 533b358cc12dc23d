"""Seven-card hands ranked: one hand a call, and many in one call, side by side with other libraries.

Card objects of the others are built beforehand; a library that takes only text parses inside the call.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from typing import Any

from ranking_harness import Work, arguments, race, report

from croupier import ranking
from croupier.cards import text

HANDS = 20_000
DEALS = [random.Random(seed).sample(range(52), 7) for seed in range(HANDS)]


def each(evaluate: Callable[[Any], object], hands: Sequence[Any]) -> Work:
    """Call with one hand at a time, round and round."""
    def work(n: int) -> None:
        for _ in range(n // HANDS):
            for hand in hands:
                evaluate(hand)
        for hand in hands[:n % HANDS]:
            evaluate(hand)
    return work


def spread(evaluate: Callable[..., object], hands: Sequence[Any]) -> Work:
    """The same for functions that take seven arguments."""
    def work(n: int) -> None:
        for _ in range(n // HANDS):
            for hand in hands:
                evaluate(*hand)
        for hand in hands[:n % HANDS]:
            evaluate(*hand)
    return work


def ours() -> Work:
    return each(ranking.high, [bytes(hand) for hand in DEALS])


def eval7() -> Work:
    import eval7

    return each(eval7.evaluate, [[eval7.Card(text([card])) for card in hand] for hand in DEALS])


def pkrbot() -> Work:
    import pkrbot

    return each(pkrbot.evaluate, [[pkrbot.Card(text([card])) for card in hand] for hand in DEALS])


def phevaluator() -> Work:
    from phevaluator import evaluate_cards

    return spread(evaluate_cards, DEALS)


def phevaluator_native() -> Work:
    from phevaluator import _pheval

    return spread(_pheval.evaluate_7cards, DEALS)


def treys() -> Work:
    from treys import Card, Evaluator

    hands = [[Card.new(text([card])) for card in hand] for hand in DEALS]
    return spread(Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in hands])


def pokerkit() -> Work:
    from pokerkit import Card, StandardHighHand

    hands = [tuple(Card.parse(text(hand))) for hand in DEALS]
    return spread(StandardHighHand.from_game, [(hand[:2], hand[2:]) for hand in hands])


def our_batch() -> Work:
    rows = b"".join(map(bytes, DEALS))
    out = array("H", [0]) * HANDS

    def work(n: int) -> None:
        for _ in range(n // HANDS):
            ranking.high_batch(rows, HANDS, out)
        if n % HANDS:
            ranking.high_batch(rows[:n % HANDS * 7], n % HANDS, out[:n % HANDS])
    return work


def poker_equity_batch() -> Work:
    from poker_equity import score_batch

    hands = [text(hand) for hand in DEALS]

    def work(n: int) -> None:
        for _ in range(n // HANDS):
            score_batch("high", hands)
        score_batch("high", hands[:n % HANDS])
    return work


SINGLE = {"croupier.ranking.high": ours, "eval7": eval7, "pkrbot": pkrbot, "phevaluator evaluate_cards": phevaluator,
          "phevaluator _pheval (C call)": phevaluator_native, "treys": treys, "pokerkit StandardHighHand": pokerkit}
BATCH = {"croupier.ranking.high_batch": our_batch, "poker_equity score_batch (text)": poker_equity_batch}

if __name__ == "__main__":
    options = arguments(__doc__.splitlines()[0])
    report([race("one hand a call", SINGLE, "croupier.ranking.high", options),
            race("many hands a call", BATCH, "croupier.ranking.high_batch", options)], options)
