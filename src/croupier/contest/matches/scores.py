"""Keep the scores of a match while it is played: samples for each bot and each pair, plain and adjusted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

from croupier.contest.matches.carried import Carry
from croupier.contest.matches.units import BIGGEST_KEPT, SLOWEST_KEPT, Job, Unit
from croupier.contest.result import MatchResult, Warnings
from croupier.contest.stakes import range_of_hand, unit_of
from croupier.games.api import Game
from croupier.stats import Interval, Sample

COURSE_POINTS = 400
"""The largest number of points on the curve of chips over hands."""


@dataclass
class Details:
    """The figures that reports show besides the scores."""

    positions: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    """Hands and chips by bot and position; the keys are the bot, the position, and "hands" or "chips". `streets` has
    the same by the street on which hands ended.
    """
    streets: Counter[tuple[int, str, str]] = field(default_factory=Counter)
    biggest: list[tuple[int, int, str]] = field(default_factory=list)
    slowest: list[tuple[float, str, str]] = field(default_factory=list)
    records: list[str] = field(default_factory=list)
    decisions: list[dict[str, Any]] = field(default_factory=list)
    logs: dict[str, str] = field(default_factory=dict)
    course: list[tuple[int, list[int]]] = field(default_factory=list)
    """The number of hands and the chips of each bot, at up to `COURSE_POINTS` points."""

    def add(self, unit: Unit) -> None:
        """Add the figures of a unit."""
        for counts, more in ((self.positions, unit.positions), (self.streets, unit.streets)):
            for (bot, key), (hands, chips) in more.items():
                counts[bot, key, "hands"] += hands
                counts[bot, key, "chips"] += chips
        self.biggest = sorted(self.biggest + unit.biggest, key=lambda each: (-each[0], each[1]))[:BIGGEST_KEPT]
        self.slowest = sorted(self.slowest + unit.slowest, reverse=True)[:SLOWEST_KEPT]
        self.records += unit.records
        self.decisions += unit.decisions
        self.logs |= unit.logs

    def as_dict(self, names: Sequence[str]) -> dict[str, Any]:
        """Return the figures as values for JSON."""
        def rows(counts: Counter[tuple[int, str, str]], what: str) -> list[dict[str, Any]]:
            return [{"bot": names[bot], what: key, "hands": hands, "chips": counts[bot, key, "chips"]}
                    for (bot, key, kind), hands in counts.items() if kind == "hands"]
        return {"positions": rows(self.positions, "position"), "streets": rows(self.streets, "street"),
                "biggest_pots": [{"chips": chips, "hand": hand, "phh": text} for chips, hand, text in self.biggest],
                "slowest_decisions": [{"bot": name, "milliseconds": ms, "action": action}
                                      for ms, name, action in self.slowest],
                "logs": self.logs}

    def mark(self, hands: int, totals: Sequence[int]) -> None:
        """Add a point to the curve. If there are too many points, drop every second one."""
        self.course.append((hands, list(totals)))
        if len(self.course) > COURSE_POINTS:
            self.course = self.course[1::2]


class Scores:
    """The samples of a match by bot and by pair. A deal is one sample."""

    def __init__(self, game: Game, size: int, stacks: Sequence[int] | None, seed: int,
                 carry: Carry | None = None) -> None:
        self.game, self.size, self.seed, self.carry = game, size, seed, carry
        low, high = range_of_hand(game, size, stacks)
        low, high = size * low, size * high
        self.pairs = [(bot, other) for bot in range(size) for other in range(bot)]
        self.plain = [Sample(low, high, seed) for _ in range(size)]
        self.plain_leads = {pair: Sample(low - high, high - low, seed) for pair in self.pairs}
        # the range is larger, because each adjustment adds the difference of two values that lie within the range of
        # the results
        times = 2 if carry is None else 1 + carry.hands
        self.adjusted = [Sample(times * low, times * high, seed, plain) for plain in self.plain]
        self.adjusted_leads = {pair: Sample(times * (low - high), times * (high - low), seed, self.plain_leads[pair])
                               for pair in self.pairs}
        self.single = [Sample() for _ in range(size)]
        """Single hands as samples, as in a match without duplicate deals, for comparing the variance."""
        self.names: tuple[str, ...] = ()
        self.totals = [0] * size
        self.deals, self.hands = 0, 0
        self.warnings = Warnings()
        self.details = Details()
        self.is_adjusted = False
        self.known_policies: tuple[str, ...] = ()

    def add(self, units: Sequence[Unit]) -> None:
        """Add the units of one session, one for each seating."""
        self.names = units[0].names
        self.is_adjusted = bool(units[0].adjusted)
        known = [set(unit.known_policies) for unit in units] + [set(self.known_policies)] * (self.deals > 0)
        self.known_policies = tuple(name for name in units[0].known_policies if all(name in each for each in known))
        for unit in units:
            self.warnings.merge(unit.warnings)
            self.details.add(unit)
        deals = len(units[0].payoffs)
        every = max(1, deals // 50)
        for deal in range(deals):
            self.count(deal, units)
            if deal % every == every - 1 or deal == deals - 1:
                self.details.mark(self.hands, self.totals)

    def count(self, deal: int, units: Sequence[Unit]) -> None:
        """Add one deal to the samples."""
        self.deals += 1
        self.hands += sum(unit.hands[deal] for unit in units)
        won = [sum(unit.payoffs[deal][bot] for unit in units) for bot in range(self.size)]
        for bot in range(self.size):
            self.totals[bot] += won[bot]
            self.plain[bot].add(won[bot])
            for unit in units:
                self.single[bot].add(unit.payoffs[deal][bot])
        for bot, other in self.pairs:
            self.plain_leads[bot, other].add(won[bot] - won[other])
        if self.is_adjusted:
            fair = [sum(unit.adjusted[deal][bot] for unit in units) for bot in range(self.size)]
            for bot in range(self.size):
                self.adjusted[bot].add(fair[bot])
            for bot, other in self.pairs:
                self.adjusted_leads[bot, other].add(fair[bot] - fair[other])

    # -- asked ---------------------------------------------------------------------------------------------------------

    @property
    def trusts_adjusted(self) -> bool:
        """Return True if the adjusted results decide the ranking. This is the case if there are enough results of
        ordinary size.
        """
        return self.is_adjusted and all(sample.is_ordinary for sample in self.adjusted)

    @property
    def ranking(self) -> list[int]:
        """Return the bots, best first, by the results that decide the ranking."""
        scores = self.adjusted if self.trusts_adjusted else self.plain
        return sorted(range(self.size), key=lambda bot: -scores[bot].total)

    def lead(self, confidence: float = 0.95, tuned_at: int | None = None) -> Interval:
        """Return the lead of the best bot over another bot: the one over which its lead is least significant.

        With more than two bots the confidence of each comparison is raised, so that all comparisons together have the
        stated confidence.
        """
        best, *others = self.ranking
        each = 1 - (1 - confidence) / len(others)  # Bonferroni correction
        return min((self.rate(*self.pair(best, other), each, tuned_at) for other in others),
                   key=lambda rate: rate.low if rate.low > -inf else -inf)

    def pair(self, bot: int, other: int) -> tuple[Sample, int]:
        """Return the sample of a pair, and the sign with which it counts for the first bot."""
        pair, sign = ((bot, other), 1) if bot > other else ((other, bot), -1)
        return (self.adjusted_leads if self.trusts_adjusted else self.plain_leads)[pair], sign

    def rate(self, sample: Sample, sign: int = 1, confidence: float = 0.95, tuned_at: int | None = None) -> Interval:
        """Convert chips per deal to units per hundred hands. In a deal there is one hand for each bot.

        If stacks are carried over, return units per series instead.
        """
        unit, words = unit_of(self.game)
        if self.carry is not None:
            words = words.replace("/100", "/series")
        scale = sign * (100 if self.carry is None else 1) / (unit * self.size)
        if tuned_at is None:
            return sample.interval(scale, words, confidence)
        return sample.sequence(tuned_at, scale, words, confidence)

    def cut(self) -> list[float]:
        """Return for each bot the factor by which duplicate deals and adjustments reduce the variance of its mean, with
        the same number of hands.
        """
        samples = self.adjusted if self.is_adjusted else self.plain
        return [single.variance * self.size / sample.variance if sample.variance > 0 else inf
                for single, sample in zip(self.single, samples)]

    def result(self, job: Job, until: float | None, tuned_at: int) -> MatchResult:
        """Return the result of the match."""
        tuned = None if until is None else tuned_at
        level = 0.95 if until is None else until
        plain = [self.rate(sample, 1, level, tuned) for sample in self.plain]
        fair = [self.rate(sample, 1, level, tuned) for sample in self.adjusted] if self.is_adjusted else plain
        return MatchResult(str(job.game), self.seed, self.hands, self.deals, self.names, self.totals, plain,
                           self.lead(level, tuned), self.warnings, fair, self.cut(), until, self.ranking,
                           self.known_policies if self.is_adjusted else (), str(self.carry or ""),
                           {pair: self.rate(*self.pair(*pair), level, tuned) for pair in self.pairs}, self.details)
