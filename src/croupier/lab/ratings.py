"""Store people's ratings of games that they played: one to five stars, and whether the game was fair.

    kept = RatingFile("ratings.jsonl")
    kept.append(rating)
    kept.opinions()[rules_key(genome)].stars

Ratings are kept in an append-only file with one JSON object on each line. An arena's page and `croupier play` write to
the file. Each rating contains the name of the game, the seat, the result and the length. If somebody rates the same
game of an arena twice, the last rating counts. An incomplete last line, which is left if a process dies while writing,
is ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from croupier.errors import Error
from croupier.stats import wilson

USUAL_FILE = "ratings.jsonl"
"""The file in the current folder that the commands use unless another one is given."""
Stars = Annotated[int, Meta(ge=1, le=5)]


class BadRatings(Error, ValueError):  # noqa: N818 - what was found
    """Raised if a file of ratings cannot be read or written."""


class GameRating(Struct, frozen=True, kw_only=True):
    """One person's rating of one game."""

    at_ms: int
    """The time of the rating, in milliseconds since 1970."""
    game: str
    genome: str
    """The game's `rules_key`, which differs between two games with the same name."""
    stars: Stars
    fair: bool | None = None
    """Whether the person found the game fair; None without an answer."""
    seat: int
    players: int
    result: int
    """The chips or points that the person won or lost."""
    seconds: int
    actions: int
    """The number of actions of all players in the game."""
    hand_id: str = ""
    """The game's id in an arena's records; empty if the game was played in a terminal."""


class GameOpinion(Struct, frozen=True, kw_only=True):
    """The summary of all ratings of one game."""

    game: str
    genome: str
    ratings: int
    stars: float
    """The mean number of stars."""
    fair: float | None
    """The share of answers that call the game fair."""
    fair_low: float | None
    """The limits of the 95 % interval of `fair`."""
    fair_high: float | None
    seconds: float
    """The mean length of a game in seconds."""


class RatingFile:
    """A file of ratings."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = Path(path)

    def append(self, rating: GameRating) -> None:
        """Add a rating at the end."""
        try:
            with self.path.open("ab") as stream:
                stream.write(msgspec.json.encode(rating) + b"\n")
        except OSError as error:
            raise BadRatings(f"{self.path} cannot be written: {error.strerror}") from None

    def read(self) -> list[GameRating]:
        """Return all ratings that count, oldest first. Return an empty list if the file does not exist."""
        try:
            lines = self.path.read_bytes().split(b"\n")
        except FileNotFoundError:
            return []
        except OSError as error:
            raise BadRatings(f"{self.path} cannot be read: {error.strerror}") from None
        found: dict[tuple[str, int] | int, GameRating] = {}
        for number, line in enumerate(lines[:-1], 1):  # the text after the last newline is an incomplete line
            try:
                rating = msgspec.json.decode(line, type=GameRating)
            except msgspec.MsgspecError as error:
                raise BadRatings(f"{self.path}, line {number}: {error}") from None
            found[(rating.hand_id, rating.seat) if rating.hand_id else number] = rating
        return list(found.values())

    def opinions(self) -> dict[str, GameOpinion]:
        """Return a summary of the ratings of each game, by the game's `rules_key`."""
        by_game: dict[str, list[GameRating]] = {}
        for rating in self.read():
            by_game.setdefault(rating.genome, []).append(rating)
        return {genome: opinion(ratings) for genome, ratings in by_game.items()}


def opinion(ratings: Iterable[GameRating]) -> GameOpinion:
    """Return a summary of the ratings of one game. There must be at least one rating."""
    listed = list(ratings)
    answers = [rating.fair for rating in listed if rating.fair is not None]
    share = wilson(sum(answers), len(answers)) if answers else None
    return GameOpinion(
        game=listed[-1].game, genome=listed[-1].genome, ratings=len(listed),
        stars=sum(rating.stars for rating in listed) / len(listed),
        fair=sum(answers) / len(answers) if answers else None,
        fair_low=None if share is None else share.low, fair_high=None if share is None else share.high,
        seconds=sum(rating.seconds for rating in listed) / len(listed))
