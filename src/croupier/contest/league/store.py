"""Store every planned and every played game of a league in an SQLite file, so that the league can be resumed.

A batch of games is planned, stored, and then played. After a crash the unfinished games of the last batch are played
again from their seeds. No finished game is lost, and replayed games have the same results. So the next batch is planned
as if there had been no crash.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    season TEXT NOT NULL, batch INTEGER NOT NULL, number INTEGER NOT NULL, bots TEXT NOT NULL, seed TEXT NOT NULL,
    result TEXT, PRIMARY KEY (season, batch, number));
CREATE TABLE IF NOT EXISTS seasons (season TEXT PRIMARY KEY, settings TEXT NOT NULL);
"""


@dataclass(frozen=True)
class LeagueGame:
    """A game of a league, which is a short duplicate match, planned or played."""

    batch: int
    number: int
    bots: tuple[str, ...]
    seed: int
    result: dict[str, Any] | None = None
    """The chips, adjusted chips, faults and details by bot, or None as long as the game is not played."""

    @property
    def scores(self) -> list[float]:
        """Return what each bot won. Luck is removed from the results as far as possible."""
        assert self.result is not None
        return list(self.result["scores"])


class LeagueStore:
    """The games of a league, by season."""

    def __init__(self, path: str | PathLike[str]) -> None:
        self._connection = sqlite3.connect(path)
        self._connection.executescript(_SCHEMA)

    def settings(self, season: str, given: dict[str, Any]) -> dict[str, Any]:
        """Return the settings of a season. If the season is new, store the given settings first."""
        found = self._connection.execute("SELECT settings FROM seasons WHERE season = ?", (season,)).fetchone()
        if found is not None:
            return dict(json.loads(found[0]))
        with self._connection:
            self._connection.execute("INSERT INTO seasons VALUES (?, ?)", (season, json.dumps(given)))
        return given

    def seasons(self) -> list[str]:
        """Return the names of all seasons."""
        return [row[0] for row in self._connection.execute("SELECT season FROM seasons ORDER BY rowid")]

    def plan(self, season: str, games: Iterable[LeagueGame]) -> None:
        """Store a batch of games that will be played."""
        with self._connection:
            self._connection.executemany(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, NULL)",
                # the seed is stored as text, because it has 64 bits and SQLite's integers have only 63 and a sign
                [(season, game.batch, game.number, json.dumps(game.bots), str(game.seed)) for game in games])

    def finish(self, season: str, game: LeagueGame, result: dict[str, Any]) -> None:
        """Store the result of a planned game."""
        with self._connection:
            self._connection.execute("UPDATE games SET result = ? WHERE season = ? AND batch = ? AND number = ?",
                                     (json.dumps(result), season, game.batch, game.number))

    def games(self, season: str) -> list[LeagueGame]:
        """Return all games of a season in the order in which they were planned."""
        rows = self._connection.execute("SELECT batch, number, bots, seed, result FROM games WHERE season = ? "
                                        "ORDER BY batch, number", (season,))
        return [LeagueGame(batch, number, tuple(json.loads(bots)), int(seed), json.loads(result) if result else None)
                for batch, number, bots, seed, result in rows]

    def close(self) -> None:
        """Close the file."""
        self._connection.close()


def open_games(games: Sequence[LeagueGame]) -> list[LeagueGame]:
    """Return the games that are planned but not played."""
    return [game for game in games if game.result is None]
