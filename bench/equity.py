"""AhKh against QsQd before the flop, enumerated and sampled, side by side with other libraries, on one thread.

Exact: AhKh wins 787,966 of 1,712,304 boards and ties 6,732. Every contender's answer is checked.
"""

from __future__ import annotations

from ranking_harness import Work, arguments, race, report

from croupier import ranking

EXACT = 791_332 / 1_712_304


def near(equity: float, tolerance: float) -> None:
    assert abs(equity - EXACT) < tolerance, equity


def our_exact() -> Work:
    def work(n: int) -> None:
        for _ in range(n):
            near(ranking.equity("AhKh", "QsQd", threads=1).equities[0], 1e-12)
    return work


def poker_equity_exact() -> Work:
    from poker_equity import exact_from_text

    def work(n: int) -> None:
        for _ in range(n):
            near(exact_from_text("holdem", ["AhKh", "QsQd"])["players"][0]["equity"], 1e-9)
    return work


def our_samples() -> Work:
    def work(n: int) -> None:
        near(ranking.equity("AhKh", "QsQd", samples=n, threads=1).equities[0], 0.6)
    return work


def eval7_samples() -> Work:
    import eval7

    hero = [eval7.Card("Ah"), eval7.Card("Kh")]
    # Its ranges cannot name suits, so the one hand is picked out.
    villain = eval7.HandRange("QQ")
    villain.hands = [(hand, weight) for hand, weight in villain.hands if {str(card) for card in hand} == {"Qs", "Qd"}]

    def work(n: int) -> None:
        near(eval7.py_hand_vs_range_monte_carlo(hero, villain, [], n), 0.6)
    return work


def poker_equity_samples() -> Work:
    from poker_equity import chunk_from_text

    def work(n: int) -> None:
        near(chunk_from_text("holdem", ["AhKh", "QsQd"], samples=n, threads=1)["players"][0]["equity"], 0.6)
    return work


def pokerkit_samples() -> Work:
    from pokerkit import Deck, StandardHighHand, calculate_equities, parse_range

    def work(n: int) -> None:
        near(calculate_equities((parse_range("AhKh"), parse_range("QsQd")), (), 2, 5, Deck.STANDARD,
                                (StandardHighHand,), sample_count=n)[0], 0.6)
    return work


EXACTLY = {"croupier.equity": our_exact, "poker_equity exact_from_text": poker_equity_exact}
SAMPLED = {"croupier.equity(samples=n)": our_samples, "eval7 hand_vs_range_monte_carlo": eval7_samples,
           "poker_equity chunk (1 thread)": poker_equity_samples, "pokerkit calculate_equities": pokerkit_samples}

if __name__ == "__main__":
    options = arguments(__doc__.splitlines()[0])
    report([race("exact answers", EXACTLY, "croupier.equity", options),
            race("samples", SAMPLED, "croupier.equity(samples=n)", options)], options)
