"""Compare scores with people's ratings, and fit the weights of measures to the ratings.

    found = read_ratings(Path("ratings.jsonl"))         one JSON object a line: game, seat, result, length, stars, fair
    summaries(found)["leduc-poker"].stars               3.8 (3.1 to 4.5) of 5, with the number of ratings
    fitted(found, measures)                             weights for a style, or NotEnough with the reason

The total of a style is a geometric mean, so the logarithm of the total is a weighted sum of the logarithms of the
measures. People rate a game with one to five stars. The fit finds the weights, none below 0, for which the weighted sum
of each game comes nearest to the logarithm of the mean of the game's ratings. The weights are regularised towards equal
weights, because a few games contain little information about fourteen weights. The fit needs at least `GAMES_LEAST`
games with `RATINGS_LEAST` ratings each. The fitted weights are refused if they do not predict games that were left out
of the fit better than equal weights do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from croupier.games.genome.values import BadGenome
from croupier.lab.scoring.intervals import Estimate
from croupier.lab.scoring.measures import FLOOR, NAMES
from croupier.stats.intervals import mean_of, wilson

GAMES_LEAST = 2 * len(NAMES)
RATINGS_LEAST = 5
"""The minimum number of ratings of a game that is used for the fit."""
STARS_MAX = 5
DRAWN = 1.0
"""The strength of the regularisation towards equal weights. It has the same influence as this many games."""
STEPS = 400
"""The number of rounds of coordinate descent."""


class StarRating(Struct, frozen=True):
    """One person's rating of one game that they played."""

    game: str
    stars: Annotated[int, Meta(ge=1, le=STARS_MAX)]
    fair: bool | None = None
    seat: int | None = None
    result: float | None = None
    length: float | None = None


class NotEnough(BadGenome):
    """Raised if there are too few ratings to fit weights, or if fitted weights predict them no better than equal
    weights.
    """


@dataclass(frozen=True, slots=True)
class StarSummary:
    """The summary of people's ratings of one game."""

    ratings: int
    stars: Estimate
    fair: Estimate | None

    def __str__(self) -> str:
        words = f"{self.stars.mean:.1f} of {STARS_MAX} stars ({self.stars.low:.1f} to {self.stars.high:.1f})"
        return f"{words}, {self.ratings} rating{'s' if self.ratings != 1 else ''}"


def read_ratings(file: Path) -> list[StarRating]:
    """Return the ratings in a file of JSON lines. Raise BadGenome with the number of a line that is not a rating."""
    found = []
    for number, line in enumerate(file.read_bytes().splitlines(), 1):
        if line.strip():
            try:
                found.append(msgspec.json.decode(line, type=StarRating))
            except msgspec.DecodeError as error:
                raise BadGenome(f"{file}, line {number}: {error}") from None
    return found


def summaries(ratings: Sequence[StarRating]) -> dict[str, StarSummary]:
    """Return for each game how many people rated it, their mean stars, and the share of them who found it fair."""
    games: dict[str, list[StarRating]] = defaultdict(list)
    for rating in ratings:
        games[rating.game].append(rating)
    return {name: _summary(games[name]) for name in sorted(games)}


def _summary(ratings: Sequence[StarRating]) -> StarSummary:
    mean = mean_of([float(rating.stars) for rating in ratings])
    stars = Estimate(mean.mean, max(1.0, mean.low), min(float(STARS_MAX), mean.high), len(ratings))
    said = [rating.fair for rating in ratings if rating.fair is not None]
    share = wilson(sum(said), len(said)) if said else None
    fair = None if share is None else Estimate(sum(said) / len(said), share.low, share.high, len(said))
    return StarSummary(len(ratings), stars, fair)


# -- the fit -----------------------------------------------------------------------------------------------------------


def fitted(ratings: Sequence[StarRating], measures: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return the weights with which the measures fit the ratings best. The weights add up to 1. Raise NotEnough if none
    can be fitted.

    `measures` contains the measures of each game under the game's name. Ratings of other games are ignored.
    """
    rated = {name: found for name, found in summaries(ratings).items()
             if name in measures and found.ratings >= RATINGS_LEAST}
    if len(rated) < GAMES_LEAST:
        raise NotEnough(f"{len(rated)} games have {RATINGS_LEAST} ratings or more; weights are fitted from "
                        f"{GAMES_LEAST} games on")
    rows = [_logs(measures[name]) for name in rated]
    wanted = [log(found.stars.mean / STARS_MAX) for found in rated.values()]
    mine, equal = _left_out_error(rows, wanted)
    if mine >= equal:
        raise NotEnough(f"weights fitted to {len(rated)} games predict games that were left out no better than equal "
                        f"weights do (error {mine:.3f}, {equal:.3f} with equal weights)")
    weights = _fit(rows, wanted)
    whole = sum(weights)
    return {name: weight / whole for name, weight in zip(NAMES, weights)}


def _logs(measures: Mapping[str, float]) -> list[float]:
    """Return the logarithms of all measures, with 0 for each measure that a game does not have."""
    return [log(max(FLOOR, measures.get(name, 1.0))) for name in NAMES]


def _fit(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> list[float]:
    """Fit weights of at least 0 by coordinate descent on the squared error, regularised towards equal weights."""
    equal = 1 / len(NAMES)
    weights = [equal] * len(NAMES)
    left = [value - sum(weight * cell for weight, cell in zip(weights, row)) for row, value in zip(rows, wanted)]
    for _ in range(STEPS):
        for at in range(len(NAMES)):
            column = [row[at] for row in rows]
            square = sum(cell * cell for cell in column)
            pull = sum(cell * rest for cell, rest in zip(column, left)) + weights[at] * square + DRAWN * equal
            moved = max(0.0, pull / (square + DRAWN))
            left = [rest - (moved - weights[at]) * cell for rest, cell in zip(left, column)]
            weights[at] = moved
    return weights


def _left_out_error(rows: Sequence[Sequence[float]], wanted: Sequence[float]) -> tuple[float, float]:
    """Return two mean squared errors: of fitted weights, by cross-validation over fifths of the games, and of equal
    weights.
    """
    mine = equal = 0.0
    for part in range(5):
        kept = [at for at in range(len(rows)) if at % 5 != part]
        weights = _fit([rows[at] for at in kept], [wanted[at] for at in kept])
        for at in range(part, len(rows), 5):
            mine += (wanted[at] - sum(weight * cell for weight, cell in zip(weights, rows[at]))) ** 2
            equal += (wanted[at] - sum(rows[at]) / len(NAMES)) ** 2
    return mine / len(rows), equal / len(rows)
