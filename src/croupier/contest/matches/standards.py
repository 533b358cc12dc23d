"""Define settings of matches: named settings, so that results can be compared, and any game at any stakes.

    hu-100bb            heads-up no-limit hold'em, blinds 50/100, stacks of 100 big blinds
    hu-200bb-50-100     the same with 200 big blinds: the Annual Computer Poker Competition's stacks
    hu-limit            heads-up limit hold'em, blinds 50/100, bets 100/200, four bets a street as in the ACPC
    6max-100bb          six-handed no-limit hold'em, blinds 50/100, stacks of 100 big blinds
    mit-200bb           heads-up no-limit hold'em, blinds 1/2, stacks of 400, for bots written for MIT's Pokerbots

A `TableSetting` describes a game in words and numbers, which a league can store: poker with its stakes, an evolved game
or the sting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from croupier.contest.seeds import BadContest, whole
from croupier.contest.stakes import unit_of
from croupier.errors import unknown
from croupier.games.api import Game
from croupier.games.poker.game import PokerGame, game_at, holdem
from croupier.games.poker.rules import NAMES, named

SB, BB = 50, 100
"""The stakes of a poker game if none are given."""


@dataclass(frozen=True)
class Standard:
    """A game, its stacks (None if the game itself sets the chips), and the number of players."""

    game: Game
    stack: int | None
    seats: int


STANDARDS = {
    "hu-100bb": Standard(holdem(50, 100), 10_000, 2),
    "hu-200bb-50-100": Standard(holdem(50, 100), 20_000, 2),
    "hu-limit": Standard(holdem(50, 100, limit="fixed", cap_heads_up=True), 20_000, 2),
    "6max-100bb": Standard(holdem(50, 100), 10_000, 6),
    "mit-200bb": Standard(holdem(1, 2), 400, 2),
}


def standard(name: str, bots: int) -> Standard:
    """Return a named setting. Raise BadContest if the name is unknown, or if the setting is for another number of
    bots.
    """
    found = STANDARDS.get(name)
    if found is None:
        raise BadContest(unknown("standard", name, STANDARDS))
    if found.seats != bots:
        raise BadContest(f"{name} is played by {found.seats} bots, not {bots}")
    return found


def named_game(name: str, sb: int = SB, bb: int = BB, ante: int = 0) -> Game:
    """Return the game for a name: poker at these stakes, `sting`, `sting:FILE`, `genome:NAME` or `genome:FILE.json`.

    In stud games `sb` is the bring-in and `bb` the small bet. For a wrong name or file, raise the exception of that
    kind of game.
    """
    family, _, rest = name.partition(":")
    if family == "sting":
        from croupier.games.sting.game import Sting

        return Sting(rest or "seed")
    if family == "genome":
        from croupier.games.genome.files import read
        from croupier.games.genome.known import known

        return (read(rest) if rest.endswith(".json") else known(rest)).game()
    if named(name) is None:
        raise BadContest(unknown("game", name, [*NAMES, "sting", "genome:NAME", "genome:FILE.json"]))
    return game_at(name, sb, bb, ante)


@dataclass(frozen=True)
class TableSetting:
    """A game by its name, with stakes and seats. `digest` is the digest of the file from which the game was read."""

    game: str
    sb: int | None = None
    bb: int | None = None
    ante: int | None = None
    stack: int | None = None
    seats: int | None = None
    digest: str | None = None

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> TableSetting:
        """Return the setting described by a dict from a store."""
        return cls(**{field.name: kept[field.name] for field in fields(cls) if field.name in kept})

    def pinned(self) -> TableSetting:
        """Return the setting with the absolute path and the digest of its file, so that it can be stored."""
        family, _, rest = self.game.partition(":")
        if not rest.endswith((".json", ".toml")):
            return self
        path = Path(rest).resolve()
        return replace(self, game=f"{family}:{path}", digest=_digest(path))

    def standard(self) -> Standard:
        """Return the setting as a `Standard`. Raise BadContest if there are too many seats, or if a game without stakes
        has stakes.
        """
        if self.digest is not None and self.digest != _digest(Path(self.game.partition(":")[2])):
            raise BadContest(f"{self.game.partition(':')[2]} has changed since the season began: "
                             "put it back, or begin another season")
        game = named_game(self.game, *(usual if given is None else given
                                       for given, usual in ((self.sb, SB), (self.bb, BB), (self.ante, 0))))
        seats = max(2, game.players[0]) if self.seats is None else self.seats
        if whole("seats", seats, 2, 10) not in game.players:
            most, least = game.players[-1], game.players[0]
            raise BadContest(f"{self.game} is played by {least if least == most else f'{least} to {most}'} bots, "
                             f"not {seats}")
        if isinstance(game, PokerGame):
            return Standard(game, 100 * unit_of(game)[0] if self.stack is None else self.stack, seats)
        for name in ("sb", "bb", "ante", "stack"):
            if getattr(self, name) is not None:
                raise BadContest(f"{name} is for poker: {self.game} has chips and bets of its own")
        return Standard(game, None, seats)

    def __str__(self) -> str:
        found = self.standard()
        chips = "" if found.stack is None else f", stacks of {found.stack:,}"
        family, _, rest = self.game.partition(":")
        own = f"{family}:{Path(rest).name}" if rest else family
        name = str(found.game) if isinstance(found.game, PokerGame) else own
        return f"{name}{chips}, {found.seats} seats"


def _digest(path: Path) -> str:
    try:
        return sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise BadContest(f"{path}: {error.strerror}") from None
