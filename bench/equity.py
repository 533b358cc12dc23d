"""AhKh against QsQd before the flop, enumerated and sampled, side by side with other libraries, on one thread.

Exact: AhKh wins 787,966 of 1,712,304 boards and ties 6,732. Every contender's answer is checked.
"""

from __future__ import annotations

from bench.bars import Bar, ratio_bar
from bench.harness import Options, Race, Work, race
from croupier import ranking

EXACT = 791_332 / 1_712_304
OURS, OUR_SAMPLES = "croupier.equity", "croupier.equity(samples=n)"
POKER_EQUITY, EVAL7 = "poker_equity exact_from_text", "eval7 hand_vs_range_monte_carlo"


def near(equity: float, tolerance: float) -> None:
    """Refuse an answer that is not the right one."""
    if abs(equity - EXACT) > tolerance:
        raise AssertionError(f"equity {equity}, not {EXACT:.6f}")


def near_sampled(equity: float, samples: int) -> None:
    """The same for a sampled answer: within six standard deviations."""
    near(equity, 3 / samples ** 0.5)


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
        near_sampled(ranking.equity("AhKh", "QsQd", samples=n, threads=1).equities[0], n)
    return work


def eval7_samples() -> Work:
    import eval7

    hero = [eval7.Card("Ah"), eval7.Card("Kh")]
    # Its ranges cannot name suits, so the one hand is picked out.
    villain = eval7.HandRange("QQ")
    villain.hands = [(hand, weight) for hand, weight in villain.hands if {str(card) for card in hand} == {"Qs", "Qd"}]

    def work(n: int) -> None:
        near_sampled(eval7.py_hand_vs_range_monte_carlo(hero, villain, [], n), n)
    return work


def poker_equity_samples() -> Work:
    from poker_equity import chunk_from_text

    def work(n: int) -> None:
        near_sampled(chunk_from_text("holdem", ["AhKh", "QsQd"], samples=n, threads=1)["players"][0]["equity"], n)
    return work


def pokerkit_samples() -> Work:
    from pokerkit import Deck, StandardHighHand, calculate_equities, parse_range

    def work(n: int) -> None:
        near_sampled(calculate_equities((parse_range("AhKh"), parse_range("QsQd")), (), 2, 5, Deck.STANDARD,
                                        (StandardHighHand,), sample_count=n)[0], n)
    return work


EXACTLY = {OURS: our_exact, POKER_EQUITY: poker_equity_exact}
SAMPLED = {OUR_SAMPLES: our_samples, EVAL7: eval7_samples, "poker_equity chunk (1 thread)": poker_equity_samples,
           "pokerkit calculate_equities": pokerkit_samples}


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Both races and their bars."""
    exact = race("AhKh v QsQd exact", "answers", EXACTLY, options)
    sampled = race("AhKh v QsQd sampled", "samples", SAMPLED, options)
    return [(exact, OURS), (sampled, OUR_SAMPLES)], [
        ratio_bar("equity exact to poker-equity", exact, OURS, POKER_EQUITY, 15),
        ratio_bar("equity sampled to eval7", sampled, OUR_SAMPLES, EVAL7, 2)]
