"""Compute ratings from the results of many matches, by Bradley–Terry with intervals or, for larger tables, by
openskill.

    rate({("a", "b"): (30.5, 60), ("b", "c"): (22.0, 60)})      # points of the first, and games, for each pair
    -> {"a": Rating(1523.0, 61.2, ...), ...}

In the Bradley–Terry model, bot a beats bot b with probability s(a) / (s(a) + s(b)). The most likely strengths s are
found by iteration (Hunter 2004). Half a win and half a loss against an average player are added for each bot, so that
bots that won or lost everything get a finite rating. The interval comes from the curvature of the likelihood at its
maximum. The scale is Elo's: a difference of 400 points means odds of ten to one. 1500 is the average of all bots. In
this average a bot counts more if more is known about it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, log, log10, sqrt
from typing import Any

from croupier.contest.seeds import BadContest
from croupier.stats.elimination import eliminate
from croupier.stats.student import NORMAL_975

AVERAGE, SCALE = 1500.0, 400 / log(10)
STEPS_MAX, PRECISION = 10_000, 1e-9
"""The iteration for the strengths ends after STEPS_MAX steps, or when no strength changes by more than PRECISION."""
PRIOR = 0.5
"""For each bot, this many won points and this many lost points against an average player are added to the results."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating on Elo's scale. The true rating is within `margin` of it with 95 % confidence."""

    rating: float
    margin: float
    games: int

    @property
    def low(self) -> float:
        """Return the lower limit of the interval."""
        return self.rating - self.margin

    @property
    def high(self) -> float:
        """Return the upper limit of the interval."""
        return self.rating + self.margin

    def __str__(self) -> str:
        return f"{self.rating:,.0f} ± {self.margin:,.0f}"


def rate(results: Mapping[tuple[str, str], tuple[float, float]], names: Sequence[str] = ()) -> dict[str, Rating]:
    """Return the Bradley–Terry ratings of all bots. `results` has, for each pair, the points of the first bot and the
    number of games.

    Raise BadContest if a pair has more points than games. `names` adds bots that have not played yet.
    """
    bots = sorted({*names, *(name for pair in results for name in pair)})
    place = {name: at for at, name in enumerate(bots)}
    size = len(bots)
    points = [PRIOR] * size
    games = [[0.0] * size for _ in bots]
    for (first, second), (won, count) in results.items():
        if not 0 <= won <= count:
            raise BadContest(f"{first} has {won} points of {count} games against {second}")
        points[place[first]] += won
        points[place[second]] += count - won
        games[place[first]][place[second]] += count
        games[place[second]][place[first]] += count
    strengths = _strengths(points, games)
    information = _information(strengths, games)
    known = [information[at][at] for at in range(size)]
    weights = [each / sum(known) for each in known]
    errors = _errors(information, weights)
    middle = sum(weight * log(strength) for weight, strength in zip(weights, strengths))
    return {name: Rating(AVERAGE + SCALE * (log(strengths[at]) - middle), NORMAL_975 * SCALE * errors[at],
                         round(sum(games[at]))) for at, name in enumerate(bots)}


def _strengths(points: Sequence[float], games: Sequence[Sequence[float]]) -> list[float]:
    """Return the most likely strengths, on a scale on which an average player has 1."""
    strengths = [1.0] * len(points)
    for _ in range(STEPS_MAX):
        moved = []
        for at, won in enumerate(points):
            mine = strengths[at]
            met = sum(count / (mine + strengths[other]) for other, count in enumerate(games[at]) if count)
            moved.append(won / (met + 2 * PRIOR / (mine + 1)))
        change = max(abs(log(new / old)) for new, old in zip(moved, strengths)) if strengths else 0.0
        strengths = moved
        if change < PRECISION:
            break
    return strengths


def _errors(information: Sequence[Sequence[float]], weights: Sequence[float]) -> list[float]:
    """Return the standard error of the logarithm of each strength, relative to the weighted average of all.

    Games show only how strong bots are compared with each other, not how strong all of them are together. If the errors
    were not relative to the average, those of a league of four could not fall below 340 points, however many games it
    plays. The average is weighted, because little is known about a bot that lost every game, and it must not widen the
    intervals of all others.
    """
    size = range(len(information))
    covariance = eliminate(information, [[float(other == at) for other in size] for at in size])
    shared = [sum(weight * each for weight, each in zip(weights, row)) for row in covariance]
    whole = sum(weight * each for weight, each in zip(weights, shared))
    return [sqrt(max(0.0, row[at] - 2 * shared[at] + whole)) for at, row in enumerate(covariance)]


def _information(strengths: Sequence[float], games: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the curvature of the likelihood with respect to the logarithms of the strengths."""
    size = len(strengths)
    rows = [[0.0] * size for _ in range(size)]
    for at in range(size):
        rows[at][at] += 2 * PRIOR * strengths[at] / (strengths[at] + 1) ** 2
        for other, count in enumerate(games[at]):
            if count:
                known = count * strengths[at] * strengths[other] / (strengths[at] + strengths[other]) ** 2
                rows[at][at] += known
                rows[at][other] -= known
    return rows


def chance(first: float, second: float) -> float:
    """Return the probability that a bot with the first rating beats a bot with the second."""
    return 1 / (1 + exp((second - first) / SCALE))


def difference(share: float) -> float:
    """Return the difference between the ratings of two bots if the better one wins this share of their games."""
    return 400 * log10(share / (1 - share))


def rate_tables(tables: Sequence[Sequence[tuple[str, float]]]) -> dict[str, Rating]:
    """Return openskill ratings (Plackett–Luce) from tables of any size. Each table is a list of bots and their
    winnings.

    Raise BadContest if openskill is not installed.
    """
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        raise BadContest("ratings of many-handed tables need openskill: pip install 'croupier[league]'") from None
    model: Any = PlackettLuce()
    known: dict[str, Any] = {}
    games: dict[str, int] = {}
    for table in tables:
        teams = [[known.setdefault(name, model.rating(name=name))] for name, _ in table]
        for (name, _), (rated,) in zip(table, model.rate(teams, scores=[won for _, won in table])):
            known[name] = rated
            games[name] = games.get(name, 0) + 1
    scale = 400 / 25 * 3  # openskill begins at 25 with a spread of 25/3, which counts as 400 points
    return {name: Rating(AVERAGE + scale * (rated.mu - 25), scale * NORMAL_975 * rated.sigma, games[name])
            for name, rated in known.items()}
