"""Score a game by trials, the cheap ones first, with gates between them. A style gives each measure its weight.

    found = score(lab.load("leduc-poker"), style="bluffing")
    found.total                 0.61 (0.58 to 0.64)
    found.measures["skill"]     each measure with its interval
    found.failed                why a game has no score: the gate that it did not pass. Its total is then 0

For games that pass the gates (`gates.py`), the total is the geometric mean of the measures, weighted by the style. In a
geometric mean a high value of one measure, such as interaction, cannot make up for a lack of another, such as depth.
The same genome, style, budget and seed give the same score on every machine. The formulas are in `measures.py`.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, replace
from typing import Any

from croupier.errors import unknown
from croupier.games.genome.check import faults
from croupier.games.genome.game import GenomeGame
from croupier.games.genome.values import BadGenome, GameGenome
from croupier.lab.scoring.dead_rules import dead_rules
from croupier.lab.scoring.gates import POINTS_MAX, Refusal, unplayable, unskilled, unworthy
from croupier.lab.scoring.intervals import Counts, Estimate, added, block_seed, part, pooled_estimate
from croupier.lab.scoring.measures import CHEAP, NAMES, cheap, geometric, measured, names_for, total
from croupier.lab.scoring.trial import PLAYERS, Trial

STYLES: dict[str, dict[str, float]] = {
    "balanced": dict.fromkeys(NAMES, 1.0),
    "bluffing": {**dict.fromkeys(NAMES, 0.5), "bluffing": 4.0, "betting": 2.0, "engagement": 2.0, "tension": 2.0},
    "strategic": {**dict.fromkeys(NAMES, 0.5), "skill": 3.0, "depth": 3.0, "decisions": 2.0, "fairness": 1.0},
    "party": {**dict.fromkeys(NAMES, 0.5), "simplicity": 3.0, "drama": 2.0, "tension": 2.0, "interaction": 2.0,
              "lead_changes": 2.0, "length": 2.0},
}
"""The weight of each measure in each style."""

RANDOM, GREEDY, SEARCH, GLANCE, CALLS = (PLAYERS[name] for name in ("random", "greedy", "search", "glance",
                                                                    "search-calls"))
SEARCHES_A_BLOCK = 64
"""The approximate number of choice points in a block. If hands are long, a block has fewer hands."""

CONTEST_DEALS = 3
"""Contests get this many times the deals of self-play, because what they measure is small compared with the luck of
single hands.
"""

LONG_HAND = 32
"""If a hand has more choice points than this, searching takes so long that contests get only as many deals as
self-play.
"""

FIRST_PART = 3
"""If a game must reach a score, a third of the blocks, but at least this many, are played first. A game that surely
does not reach it is then dropped.
"""

DEAD_HANDS = 2_000
"""The number of hands that each policy plays to find dead rules. A rule that seems dead is tested with ten times as
many.
"""


@dataclass(frozen=True, slots=True)
class Budget:
    """The number of games, hands and iterations with which a game is scored."""

    blocks: int = 8
    quick_hands: int = 50
    games: int = 16
    """The number of whole games of greedy players in a block."""
    sessions: int = 48
    session_hands: int = 30
    greedy_deals: int = 128
    """The number of deals of the greedy player against random players in a block. They need no search and therefore
    take little time.
    """
    hands: int = 16
    """The number of hands between searching players in a block, and of deals in each contest of a searching player."""
    iterations: int = 50
    """The number of search iterations for each decision."""
    points: int = POINTS_MAX
    """The largest number of choice points in a hand. The time to search a hand grows with the square of that number."""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            least = 2 if name == "blocks" else 1
            if name == "blocks" and value == 1:
                raise BadGenome("a budget has at least 2 blocks: a single block gives no interval")
            if type(value) is not int or not least <= value <= 10**6:
                raise BadGenome(f"a budget's {name} is a whole number of {least} to 1,000,000, not {value!r}")

    def times(self, iterations: int = 1, blocks: int = 1) -> Budget:
        """Return a larger budget: multiply the search iterations and the blocks by these factors."""
        return replace(self, blocks=self.blocks * blocks, iterations=self.iterations * iterations)


@dataclass(frozen=True, slots=True)
class Fitness:
    """A score with the measures and counts from which it was computed."""

    style: str
    total: Estimate
    measures: dict[str, Estimate] = field(default_factory=dict)
    failed: str = ""
    """The gate that the game did not pass, and the reason; empty if it passed all gates."""
    counts: Counts = field(default_factory=dict)

    @property
    def sure(self) -> float:
        """Return the lower limit of the total's interval. Evolution compares games by this limit, to reduce the
        influence of luck.
        """
        return self.total.low if not self.failed else 0.0

    @property
    def gate(self) -> str:
        """Return the name of the gate that the game did not pass, or an empty text if the game has a score."""
        return self.failed.partition(":")[0]

    def as_dict(self) -> dict[str, Any]:
        """Return the score as values for JSON."""
        return {"style": self.style, "total": self.total.as_dict(), "failed": self.failed,
                "measures": {name: measure.as_dict() for name, measure in self.measures.items()},
                "counts": self.counts}

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Fitness:
        """Return the score that `as_dict` described."""
        return cls(found["style"], Estimate.from_dict(found["total"]),
                   {name: Estimate.from_dict(measure) for name, measure in found["measures"].items()},
                   found["failed"], dict(found["counts"]))


def pooled(before: Fitness, looks: int, fresh: Fitness) -> Fitness:
    """Return the mean of the earlier scores and a new, independent score. If a game has failed once, the result is a
    failed score.
    """
    if fresh.failed or before.failed:
        return fresh if fresh.failed else before
    return Fitness(before.style, pooled_estimate(before.total, looks, fresh.total),
                   {name: pooled_estimate(before.measures[name], looks, fresh.measures[name])
                    for name in before.measures}, "",
                   {name: before.counts[name] + fresh.counts[name] for name in before.counts})


def weights(style: str) -> dict[str, float]:
    """Return the weights of a style, which add up to 1. Raise BadGenome if there is no style with this name."""
    if style not in STYLES:
        raise BadGenome(unknown("style", style, STYLES))
    whole = sum(STYLES[style].values())
    return {name: weight / whole for name, weight in STYLES[style].items()}


def score(genome: GameGenome, style: str = "balanced", *, players: int | None = None, seed: int = 1,
          budget: Budget | None = None, needed: float = 0.0) -> Fitness:
    """Score a game. Leave out the expensive trials if the game can no longer reach `needed`."""
    weigh, budget = weights(style), budget or Budget()
    wrong = faults(genome)
    if wrong:
        return failed(style, Refusal("static", str(wrong[0])))
    game = genome.game()
    trials = Trials(game, game.seats(players), seed, budget)
    quick = trials.quick()
    refused = unplayable(added(quick), budget.points)
    if refused:
        return failed(style, refused, added(quick))
    dead = dead_rules(genome, DEAD_HANDS)
    if dead:
        return failed(style, Refusal("dead", dead[0].words), added(quick))
    best = _best(genome, quick, weigh)
    if best < needed:
        return failed(style, Refusal("needed", f"cannot reach {needed:.3f}: {best:.3f} at best"), added(quick))
    blocks = trials.met_random(quick)
    refused = unskilled(blocks)
    if refused:
        return failed(style, refused, added(blocks))
    first = max(FIRST_PART, len(blocks) // 3) if needed else 0
    searched = trials.searched(blocks, 0, first)
    refused = (unworthy(genome, searched) or _hopeless(genome, searched, weigh, needed)) if searched else None
    if refused is None:
        searched += trials.searched(blocks, first)
        refused = unworthy(genome, searched)
    if refused:
        return failed(style, refused, added(searched))
    return Fitness(style, total(genome, searched, weigh), measured(genome, searched), "", added(searched))


def _hopeless(genome: GameGenome, blocks: list[Counts], weigh: dict[str, float], needed: float) -> Refusal | None:
    """Return a refusal if a game surely does not reach the needed score, or None if it may."""
    high = total(genome, blocks, weigh).high
    return Refusal("needed", f"cannot reach {needed:.3f}: {high:.3f} at best") if high < needed else None


def _best(genome: GameGenome, quick: list[Counts], weigh: dict[str, float]) -> float:
    """Return the highest total that a game can still reach after the cheap trials."""
    known = cheap(genome, quick)
    return geometric({name: known[name].mean if name in CHEAP else 1.0 for name in names_for(genome)}, weigh)


def failed(style: str, refusal: Refusal, counts: Counts | None = None) -> Fitness:
    """Return the score of a game that did not pass a gate."""
    return Fitness(style, Estimate(0.0, 0.0, 0.0, 0), {}, str(refusal), counts or {})


# -- trials ------------------------------------------------------------------------------------------------------------


class Trials:
    """The trials of one game, played in independent blocks."""

    def __init__(self, game: GenomeGame, seats: int, seed: int, budget: Budget) -> None:
        self.game, self.seats, self.budget = game, seats, budget
        self.seeds = [block_seed(seed, block) for block in range(budget.blocks)]
        """The seed of each block. Two runs with neighbouring seeds share no block seed."""

    def quick(self) -> list[Counts]:
        """Play the cheap trials: random hands, whole games of greedy players, sessions, and a greedy player against
        random ones.
        """
        return [self._quick(seed) for seed in self.seeds]

    def _quick(self, seed: int) -> Counts:
        table = Trial(self.game.program, self.seats, seed)
        table.self_play(RANDOM, self.budget.quick_hands)
        quick: Counts = {"quick_hands": table.played, "quick_points": table.points, "quick_decided": table.decided,
                         "shown": table.showdowns, "tied": table.ties}
        table.run_sessions(GREEDY, self.budget.sessions, self.budget.session_hands)
        table.face(GREEDY, RANDOM, self.budget.greedy_deals)
        if table.is_broken:
            raise AssertionError("chips miscounted, or a game longer than it can be: a bug in the engine")
        games = self.game.playout(self.seats, seed, "greedy")
        games.run_games(self.budget.games)
        return {**quick, "led": table.led_sessions, "comebacks": table.comebacks, "lead_changes": table.lead_changes,
                "settled": table.settled, "greedy_won": table.hero_won, "greedy_stakes": table.hero_stakes,
                "games": games.games, "game_hands": games.hands, "game_decisions": games.decisions}

    def hands(self, quick: list[Counts]) -> int:
        """Return the number of hands between searching players in a block. The number is a multiple of the seats,
        because each deal is played once from every seat.
        """
        points = part(added(quick), "quick_points", "quick_hands")
        hands = max(2, min(self.budget.hands, int(SEARCHES_A_BLOCK / points)))
        return (hands // self.seats or 1) * self.seats

    def met_random(self, quick: list[Counts]) -> list[Counts]:
        """Play the trials in which a searching player meets random players, and return their counts."""
        deals = max(2, 2 * self.hands(quick) // self.seats)
        return [{**block, **self._contest(self._table(seed + 1), "search", RANDOM, deals)}
                for seed, block in zip(self.seeds, quick)]

    def searched(self, blocks: list[Counts], since: int = 0, upto: int | None = None) -> list[Counts]:
        """Play the expensive trials of some blocks: searching players against each other, against players that search
        less, and against searching players that call every bet.
        """
        hands = self.hands(blocks)
        deals = max(2, hands // self.seats)
        if part(added(blocks), "quick_points", "quick_hands") <= LONG_HAND:
            deals *= CONTEST_DEALS
        return [{**block, **self._searched(seed + 2, hands, deals)}
                for seed, block in zip(self.seeds[since:upto], blocks[since:upto])]

    def _table(self, seed: int) -> Trial:
        return Trial(self.game.program, self.seats, seed, self.budget.iterations)

    def _searched(self, seed: int, hands: int, deals: int) -> Counts:
        table = self._table(seed)
        table.self_play(SEARCH, hands)
        found: Counts = {
            "hands": table.played, "player_hands": table.played * self.seats, "decided": table.decided,
            "points": table.points, "touching": table.touching, "betting": table.betting,
            "aggressive": table.aggressive, "folding": table.folding, "contested": table.contested,
            "bettors": table.bettors, "bluffs": table.bluffs, "opening": table.opening, "stakes": table.stakes,
            "openness": table.openness}
        found.update(self._contest(table, "depth", GLANCE, deals))
        if self.game.genome.bets:
            found.update(self._contest(table, "betting", CALLS, deals))
        return found

    def _contest(self, table: Trial, name: str, others: int, deals: int) -> Counts:
        """Let one searching player play against others, every deal once from each seat."""
        table.forget()
        table.face(SEARCH, others, deals)
        return {f"{name}_won": table.hero_won, f"{name}_stakes": table.hero_stakes}
