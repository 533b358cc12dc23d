"""Tables of characters and what a player would say about them: for the tests, the soak and the page of opponents."""

from __future__ import annotations

from math import sqrt

import croupier
from croupier.stats import wilson
from croupier.stats.players import Line, PlayerStats, stats

SIX = ("tight", "loose", "aggressive", "station", "careful", "tricky")
VPIP = {"tight": (12, 20), "loose": (30, 50), "aggressive": (20, 32), "station": (30, 50), "careful": (15, 26),
        "tricky": (20, 34)}
"""The bands a player would name, in percent of hands entered."""
PFR = {"tight": (9, 18), "loose": (12, 28), "aggressive": (16, 28), "station": (3, 12), "careful": (9, 20),
       "tricky": (14, 26)}
"""The same of hands raised before the flop."""
BB, STACK = 100, 10_000
GAME = croupier.holdem(BB // 2, BB)


def session(bots: list[str], hands: int, seed: int) -> croupier.PlayResult:
    """Play hands that each begin with 100 big blinds."""
    return croupier.play(bots, GAME, hands=hands, stack=STACK, seed=seed, reset=True, record=True, strict=True)


def style(played: croupier.PlayResult) -> PlayerStats:
    """Count VPIP, PFR and so on of a session."""
    names = [name or "" for name in played.names]
    return stats(croupier.record_of(hand, names) for hand in played.records)


def percent(count: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, in percent."""
    share = wilson(count, of)
    return 100 * share.low, 100 * share.high


def deviation(line: Line) -> float:
    """Return the standard deviation of a player's results, in bb/100."""
    tally = line.won
    return 10 * sqrt(tally.squares / tally.samples - (tally.total / tally.samples) ** 2)


def lost_within(payoffs: list[int], hands: int = 10) -> float:
    """Return how often a stack of 100 big blinds is gone within so many hands, from each hand on."""
    windows = len(payoffs) - hands + 1
    return sum(gone(payoffs[at:at + hands]) for at in range(windows)) / windows


def gone(payoffs: list[int]) -> bool:
    """Return True if a stack that begins with 100 big blinds and is not topped up is lost during these hands."""
    stack = STACK
    for payoff in payoffs:
        stack += payoff
        if stack <= 0:
            return True
    return False
