"""Check the conditions (gates) that a game must meet before its measures count. A game that fails one scores 0.

    static        the static check finds no fault
    choice        at least one choice point in a hand, and not more than 100
    completeness  at least a quarter of random hands and four of ten showdowns have a winner
    dead          every rule has an effect at some time (`dead_rules.py`)
    length        a game takes at most 240 minutes (for a very short game, the measure `length` is near 0)
    skill         search may win a tenth of the stakes from random players
    fairness      the first to act may win or lose less than 5 % of the stakes
    depth         more search may win something from less
    betting       in a game with chips: searchers bet in one hand of twenty at least, and betting may be worth something

*May* means that the value lies in the 95 % interval. A quick score therefore refuses only games that are surely bad.
`examination.py` plays much longer and accepts only games that are surely good.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier.games.genome.values import BettingPhase, GameGenome
from croupier.lab.scoring.intervals import Counts, part, share_estimate
from croupier.lab.scoring.measures import contest, minutes, unfairness

POINTS_MAX = 100
"""The largest number of choice points in a hand that people would sit through."""
TIES_MAX = 0.6
"""The largest share of showdowns that may end without a winner."""
MINUTES_MAX = 240.0
"""The maximum estimated length of a game, in minutes."""
UNFAIR_MAX = 0.05
"""The maximum that the first to act may win or lose, as a share of stakes."""
SKILL_LEAST = 0.1
"""What a search must win from random players, as a share of stakes."""
DEPTH_LEAST = 0.01
"""What a search must win from a search with fewer iterations, as a share of stakes."""
BETTING_LEAST = 0.01
"""What a search must win from a search that calls every bet, as a share of stakes."""
CONTESTED_LEAST = 0.05
"""The minimum share of hands in which searching players bet."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The gate that a game did not pass, and the reason."""

    gate: str
    reason: str

    def __str__(self) -> str:
        return f"{self.gate}: {self.reason}"


def unforced(genome: GameGenome) -> Refusal | None:
    """Return a refusal if a game has neither antes nor blinds. In such games a player who never bets loses nothing.

    The trials cannot find this out: searching players bet in these games and win from each other, although in an
    equilibrium nobody bets.
    """
    blinds = any(isinstance(phase, BettingPhase) and any(phase.blinds) for phase in genome.phases)
    if not genome.bets or genome.setup.ante or blinds:
        return None
    return Refusal("betting", "there is no ante and no blind: whoever never bets loses nothing")


def unplayable(counts: Counts, points_max: int = POINTS_MAX) -> Refusal | None:
    """Return why a game is unplayable according to the cheap trials, or None if it is playable."""
    points = part(counts, "quick_points", "quick_hands")
    if points < 1:
        return Refusal("choice", f"{points:.2f} choice points in a hand: there is nothing to decide")
    if points > points_max:
        return Refusal("choice", f"{points:.0f} choice points in a hand: nobody would sit through it")
    if part(counts, "quick_decided", "quick_hands") < 0.25:
        return Refusal("completeness", "three of four hands are won by nobody")
    if part(counts, "tied", "shown") > TIES_MAX:
        return Refusal("completeness", f"{part(counts, 'tied', 'shown'):.0%} of the showdowns are won by nobody")
    taken = minutes(counts)
    if taken > MINUTES_MAX:
        return Refusal("length", f"a game takes {taken:,.0f} minutes")
    return None


def unskilled(blocks: Sequence[Counts]) -> Refusal | None:
    """Return a refusal if a game is pure luck, because searching players do not win from random players."""
    found = contest(blocks, "search")
    if found.high < SKILL_LEAST:
        return Refusal("skill", f"search wins at most {found.high:.0%} of the stakes from random players")
    return None


def unworthy(genome: GameGenome, blocks: Sequence[Counts]) -> Refusal | None:
    """Return why a game is surely not worth playing according to all trials, or None if it may be worth playing."""
    unfair = unfairness(blocks)
    if unfair.low > UNFAIR_MAX:
        return Refusal("fairness", f"the first player wins or loses {unfair.mean:.0%} of the stakes, "
                                   f"at least {unfair.low:.0%}")
    depth = contest(blocks, "depth")
    if depth.high < DEPTH_LEAST:
        return Refusal("depth", f"eight times the search wins at most {depth.high:.1%} of the stakes")
    if not genome.bets:
        return None
    if share_estimate(blocks, "contested", "hands").high < CONTESTED_LEAST:
        return Refusal("betting", "searching players bet in fewer than one hand of twenty")
    worth = contest(blocks, "betting")
    if worth.high < BETTING_LEAST:
        return Refusal("betting", f"betting is worth at most {worth.high:.1%} of the stakes")
    return None
