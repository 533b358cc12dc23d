"""Equities side by side with other libraries, on one thread: with and without a board, hands and ranges, and sampled.

Every contender's answer is checked. OMPEval starts a thread for each question; that is part of its time. It is called
in C where a checkout of it is at hand (`bench.ompeval`), and through the package pokerfast, which ships it compiled.
"""

from __future__ import annotations

from bench import ompeval
from bench.bars import Bar, ratio_bar
from bench.harness import Factory, Options, Race, Work, race
from croupier import ranking

EXACT = 791_332 / 1_712_304
OURS, OUR_SAMPLES = "croupier.equity", "croupier.equity(samples=n)"
POKER_EQUITY, EVAL7 = "poker_equity exact_from_text", "eval7 hand_vs_range_monte_carlo"
OMPEVAL, POKERFAST = "OMPEval", "pokerfast (OMPEval)"
WIDE = "22+,A2s+,K9o+"
QUESTIONS: dict[str, tuple[tuple[str, ...], str]] = {
    "AhKh v QsQd, no board": (("AhKh", "QsQd"), ""),
    "AKs v QQ+,AKo, no board": (("AKs", "QQ+,AKo"), ""),
    "AhKh v QsQd, flop": (("AhKh", "QsQd"), "Qh7h2c"),
    "AhKh v QsQd, turn": (("AhKh", "QsQd"), "Qh7h2c5d"),
    "AhKh v QsQd, river": (("AhKh", "QsQd"), "Qh7h2c5d9s"),
    "AhKh v QQ+, flop": (("AhKh", "QQ+"), "Qh7h2c"),
    f"AhKh v {WIDE}, flop": (("AhKh", WIDE), "Qh7h2c"),
    f"{WIDE} v the same, flop": ((WIDE, WIDE), "Qh7h2c"),
    "JJ+,AKs v TT+,AQs+ v 22+, turn": (("JJ+,AKs", "TT+,AQs+", "22+"), "Qh7h2c5d"),
}
"""The questions that are asked of OMPEval too, by name: ranges and board."""
SPEED_REQUIRED, ONE_BOARD_REQUIRED = 2, 5
"""How many times as fast as OMPEval an answer must be; on one board, where it mostly starts its thread."""


def near(equity: float, tolerance: float, right: float = EXACT) -> None:
    """Raise AssertionError if an answer is wrong."""
    if abs(equity - right) > tolerance:
        raise AssertionError(f"equity {equity}, not {right:.6f}")


def near_sampled(equity: float, samples: int) -> None:
    """Raise AssertionError if a sampled answer is more than six standard deviations off."""
    near(equity, 3 / samples ** 0.5)


def our_answers(name: str) -> Work:
    """Answer a question of QUESTIONS."""
    hands, board = QUESTIONS[name]

    def work(n: int) -> None:
        for _ in range(n):
            ranking.equity(*hands, board=board, threads=1)
    return work


def ompeval_answers(name: str) -> Work:
    """Have OMPEval answer a question of QUESTIONS, once its answer was compared with ours."""
    hands, board = QUESTIONS[name]
    ask, ours = ompeval.asked(hands, board), ranking.equity(*hands, board=board)
    for theirs, share in zip(ask().equities, ours.equities, strict=True):
        near(theirs, 1e-8, share)

    def work(n: int) -> None:
        for _ in range(n):
            ask()
    return work


def pokerfast_answers(name: str) -> Work:
    """Have pokerfast answer a question of QUESTIONS, once its answer was compared with ours."""
    from pokerfast import equity

    hands, board = QUESTIONS[name]
    for theirs, share in zip(equity.equity(hands, board), ranking.equity(*hands, board=board).equities, strict=True):
        near(theirs, 1e-8, share)

    def work(n: int) -> None:
        for _ in range(n):
            equity.equity(hands, board)
    return work


def contenders(name: str) -> dict[str, Factory]:
    """Return ours and OMPEval, called in both ways, for one question, and poker-equity for the first."""
    found: dict[str, Factory] = {OURS: lambda: our_answers(name), OMPEVAL: lambda: ompeval_answers(name),
                                 POKERFAST: lambda: pokerfast_answers(name)}
    return found | ({POKER_EQUITY: poker_equity_exact} if name == next(iter(QUESTIONS)) else {})


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


SAMPLED = {OUR_SAMPLES: our_samples, EVAL7: eval7_samples, "poker_equity chunk (1 thread)": poker_equity_samples,
           "pokerkit calculate_equities": pokerkit_samples}


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Return all races and their bars."""
    first = next(iter(QUESTIONS))
    exact = {name: race(name, "answers", contenders(name), options) for name in QUESTIONS}
    sampled = race("AhKh v QsQd sampled", "samples", SAMPLED, options)
    bars = [ratio_bar(f"equity {name}, to OMPEval", found, OURS, OMPEVAL if OMPEVAL in found.rates else POKERFAST,
                      ONE_BOARD_REQUIRED if name.endswith("river") else SPEED_REQUIRED)
            for name, found in exact.items()]
    return [*((found, OURS) for found in exact.values()), (sampled, OUR_SAMPLES)], [
        *bars, ratio_bar("equity exact to poker-equity", exact[first], OURS, POKER_EQUITY, 15),
        ratio_bar("equity sampled to eval7", sampled, OUR_SAMPLES, EVAL7, 4)]
