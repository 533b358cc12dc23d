"""How good a game is: a cascade of trials, cheap ones first, and styles that weigh the measures.

    found = score(lab.load("leduc-poker"), style="bluffing")
    found.total                 0.61 ± 0.03
    found.measures["skill"]     each measure with its interval
    found.failed                why a game is none: a gate it did not pass; its total is then 0

Gates: no fault in the static check; games end, chips add up; a hand has a real decision and not too many; somebody
wins something; a game is over within 240 minutes; in a betting game people bet. The same genome, style, budget
and seed give the same score on every machine. The formulas are in `measures.py`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from functools import partial
from math import sqrt
from typing import Any

from croupier.games.genome.check import faults
from croupier.games.genome.game import GenomeGame
from croupier.games.genome.values import BadGenome, GameGenome
from croupier.lab.scoring.measures import (
    CHEAP,
    NAMES,
    Counts,
    added,
    cheap,
    jackknifed,
    measured,
    minutes,
    part,
)
from croupier.lab.scoring.trial import PLAYERS, Trial
from croupier.rng import seeded
from croupier.stats.intervals import Interval

STYLES: dict[str, dict[str, float]] = {
    "balanced": dict.fromkeys(NAMES, 1.0),
    "bluffing": {**dict.fromkeys(NAMES, 0.5), "bluffing": 4.0, "engagement": 2.0, "tension": 2.0, "skill": 1.0},
    "strategic": {**dict.fromkeys(NAMES, 0.5), "skill": 3.0, "depth": 3.0, "density": 2.0, "interaction": 1.0},
    "party": {**dict.fromkeys(NAMES, 0.5), "simplicity": 3.0, "comebacks": 2.0, "tension": 2.0, "interaction": 2.0,
              "length": 2.0, "engagement": 1.0},
}
"""How much each measure weighs in each style."""

RANDOM, GREEDY, SEARCH, GLANCE = (PLAYERS[name] for name in ("random", "greedy", "search", "glance"))
DECISIONS_MAX = 100
"""Real decisions in a hand beyond which nobody would sit through it."""
TIES_MAX = 0.6
"""Showdowns, as a part of all, that may end without a winner."""
SEARCHES_A_BLOCK = 64
"""Games of long hands get fewer hands: as many as have about so many decisions."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is played."""

    blocks: int = 8
    quick_hands: int = 50
    games: int = 2
    sessions: int = 12
    session_hands: int = 30
    hands: int = 16
    """Hands between searchers, and deals of each contest with one, in a block."""
    iterations: int = 50
    """Of search, for each decision."""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            least = 2 if name == "blocks" else 1
            if name == "blocks" and value == 1:
                raise BadGenome("a budget has at least 2 blocks: one alone does not tell how sure a score is")
            if type(value) is not int or not least <= value <= 10**6:
                raise BadGenome(f"a budget's {name} is a whole number of {least} to 1,000,000, not {value!r}")

    def times(self, iterations: int = 1, blocks: int = 1) -> Budget:
        """A larger budget: so many times the search, so many times the hands."""
        return Budget(self.blocks * blocks, self.quick_hands, self.games, self.sessions, self.session_hands,
                      self.hands, self.iterations * iterations)


@dataclass(frozen=True, slots=True)
class Fitness:
    """A score with all that it is made of."""

    style: str
    total: Interval
    measures: dict[str, Interval] = field(default_factory=dict)
    failed: str = ""
    """The gate that was not passed."""
    counts: Counts = field(default_factory=dict)

    @property
    def sure(self) -> float:
        """What the total is at least, by 95 %: what evolution goes by, so that luck does not pay."""
        return self.total.low if not self.failed else 0.0

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"style": self.style, "total": self.total.as_dict(), "failed": self.failed,
                "measures": {name: measure.as_dict() for name, measure in self.measures.items()},
                "counts": self.counts}

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Fitness:
        """Back from JSON."""
        return cls(found["style"], _interval(found["total"]),
                   {name: _interval(measure) for name, measure in found["measures"].items()}, found["failed"],
                   dict(found["counts"]))


def _interval(found: dict[str, Any]) -> Interval:
    margin = found["margin"]
    return Interval(found["mean"], float("inf") if margin is None else margin, found["samples"])


def pooled(before: Fitness, looks: int, fresh: Fitness) -> Fitness:
    """A score of so many looks and one more, independent of them; a game that failed once is out."""
    if fresh.failed or before.failed:
        return fresh if fresh.failed else before
    return Fitness(before.style, _mean(before.total, looks, fresh.total),
                   {name: _mean(before.measures[name], looks, fresh.measures[name]) for name in before.measures}, "",
                   {name: before.counts[name] + fresh.counts[name] for name in before.counts})


def _mean(before: Interval, looks: int, fresh: Interval) -> Interval:
    """The mean of so many looks and one more, each as good as the others."""
    margin = sqrt((looks * before.margin) ** 2 + fresh.margin ** 2) / (looks + 1)
    return Interval((looks * before.mean + fresh.mean) / (looks + 1), margin, before.samples + fresh.samples)


def weights(style: str) -> dict[str, float]:
    """The weights of a style, adding up to 1."""
    if style not in STYLES:
        raise BadGenome(f"there is no style {style!r}: there are {', '.join(STYLES)}")
    whole = sum(STYLES[style].values())
    return {name: weight / whole for name, weight in STYLES[style].items()}


def score(genome: GameGenome, style: str = "balanced", *, players: int | None = None, seed: int = 1,
          budget: Budget | None = None, needed: float = 0.0) -> Fitness:
    """How good a game is; where it can no longer reach what is needed, the dear trials are left out."""
    weigh, budget = weights(style), budget or Budget()
    wrong = faults(genome)
    if wrong:
        return failed(style, f"the static check: {wrong[0]}")
    game = genome.game()
    trials = _Trials(game, game.seats(players), seed, budget)
    quick = trials.quick()
    reason = _unplayable(added(quick))
    if reason:
        return failed(style, reason, added(quick))
    best = sum(weight * (cheap(genome, added(quick))[name] if name in CHEAP else 1.0)
               for name, weight in weigh.items())
    if best < needed:
        return failed(style, f"cannot reach {needed:.3f}: {best:.3f} at best", added(quick))
    blocks = trials.searched(quick)
    reason = _unbet(genome, added(blocks))
    return failed(style, reason, added(blocks)) if reason else _weighed(genome, style, weigh, blocks)


def failed(style: str, reason: str, counts: Counts | None = None) -> Fitness:
    """The score of a game that is none."""
    return Fitness(style, Interval(0.0, 0.0, 0), {}, reason, counts or {})


def _weighed(genome: GameGenome, style: str, weigh: dict[str, float], blocks: list[Counts]) -> Fitness:
    def total(counts: Counts) -> float:
        values = measured(genome, counts)
        return sum(weight * values[name] for name, weight in weigh.items())

    def one(name: str, counts: Counts) -> float:
        return measured(genome, counts)[name]

    return Fitness(style, jackknifed(blocks, total),
                   {name: jackknifed(blocks, partial(one, name)) for name in NAMES}, "", added(blocks))


# -- gates -------------------------------------------------------------------------------------------------------------


def _unplayable(counts: Counts) -> str:
    """Why nobody would play this, after the cheap trials; empty if somebody might."""
    decisions = part(counts, "quick_real", "quick_hands")
    if decisions < 1:
        return f"{decisions:.2f} real decisions in a hand: there is nothing to decide"
    if decisions > DECISIONS_MAX:
        return f"{decisions:.0f} real decisions in a hand: nobody would sit through it"
    if part(counts, "quick_decided", "quick_hands") < 0.25:
        return "three of four hands are won by nobody"
    if part(counts, "tied", "shown") > TIES_MAX:
        return f"{part(counts, 'tied', 'shown'):.0%} of the showdowns are won by nobody"
    taken = minutes(counts)
    return "" if taken < 240 else f"a game takes {taken:,.0f} minutes"


def _unbet(genome: GameGenome, counts: Counts) -> str:
    """Why nobody would play this for chips: good players do not bet."""
    if genome.bets and part(counts, "contested", "hands") < 0.05:
        return "searching players bet in fewer than one hand of twenty"
    return ""


# -- trials ------------------------------------------------------------------------------------------------------------


class _Trials:
    """Blocks of trials of one game."""

    def __init__(self, game: GenomeGame, seats: int, seed: int, budget: Budget) -> None:
        self.game, self.seats, self.budget = game, seats, budget
        self.seeds = [seeded((seed << 8) + block & (1 << 63) - 1) >> 1 for block in range(budget.blocks)]

    def quick(self) -> list[Counts]:
        """The cheap trials: random hands, whole greedy games, sessions, the greedy player among random ones."""
        return [self._quick(seed) for seed in self.seeds]

    def _quick(self, seed: int) -> Counts:
        table = Trial(self.game.program, self.seats, seed)
        table.self_play(RANDOM, self.budget.quick_hands)
        quick: Counts = {"quick_hands": table.played, "quick_real": table.real, "quick_decided": table.decided,
                         "shown": table.showdowns, "tied": table.ties}
        table.run_sessions(GREEDY, self.budget.sessions, self.budget.session_hands)
        table.face(GREEDY, RANDOM, self.budget.hands)
        if table.is_broken:
            raise AssertionError("chips miscounted, or a game longer than it can be: a bug in the engine")
        games = self.game.playout(self.seats, seed, "greedy")
        games.run_games(self.budget.games)
        return {**quick, "led": table.led_sessions, "comebacks": table.comebacks, "greedy_won": table.hero_won,
                "greedy_stakes": table.hero_stakes, "games": games.games, "game_hands": games.hands,
                "game_decisions": games.decisions}

    def searched(self, quick: list[Counts]) -> list[Counts]:
        """The dear trials: searchers among themselves, one among random, greedy and hasty players."""
        counts = added(quick)
        hands = int(SEARCHES_A_BLOCK / part(counts, "quick_real", "quick_hands"))
        hands = max(4, min(self.budget.hands, hands)) // self.seats or 1
        hands *= self.seats  # whole deals: each of them from every seat
        return [{**block, **self._searched(seed + 1, hands)} for seed, block in zip(self.seeds, quick)]

    def _searched(self, seed: int, hands: int) -> Counts:
        table = Trial(self.game.program, self.seats, seed, self.budget.iterations)
        table.self_play(SEARCH, hands)
        found: Counts = {
            "hands": table.played, "player_hands": table.played * self.seats, "decided": table.decided,
            "real": table.real, "touching": table.touching, "betting": table.betting,
            "aggressive": table.aggressive, "folding": table.folding, "contested": table.contested,
            "bettors": table.bettors, "bluffs": table.bluffs, "opening": table.opening, "stakes": table.stakes,
            "openness": table.openness}
        deals = max(2, 2 * hands // self.seats)
        found["search_won"], found["search_stakes"] = self._contest(table, RANDOM, deals)
        half = max(2, deals // 2)
        found["depth_won"], found["depth_stakes"] = self._contest(table, GREEDY, half)
        found["haste_won"], found["haste_stakes"] = self._contest(table, GLANCE, half)
        return found

    def _contest(self, table: Trial, others: int, deals: int) -> tuple[float, float]:
        table.forget()
        table.face(SEARCH, others, deals)
        return table.hero_won, table.hero_stakes
