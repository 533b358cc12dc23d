"""Seat bots at a table. Each bot gets a name and its own random numbers; bots from outside are isolated.

A bot given as a file, a module path, a command line or a ws:// address runs in a process of its own
(`croupier.bots.isolation`) unless the caller trusts it. A bot given as an object, a class or the name of a house bot
runs in this process.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from croupier.bots import Bot, BotLike, listens, name_of, seat
from croupier.bots.isolation import BotLimits, RemoteBot
from croupier.bots.isolation.program import split_class
from croupier.bots.load import files_of_others, is_outside
from croupier.contest.seeds import BadContest, derived
from croupier.contest.stakes import checked_game
from croupier.games.api import Game
from croupier.games.poker.game import PokerGame


@dataclass(frozen=True, slots=True)
class Isolation:
    """The settings with which bots from outside run."""

    trusted: bool = False
    """True if files and modules run in this process, which is faster but gives no protection."""
    limits: BotLimits = field(default_factory=BotLimits)
    logs: str | PathLike[str] | None = None
    """The folder for a log of each bot. Default: a temporary folder."""


@dataclass(frozen=True, slots=True)
class SeatedBot:
    """A bot at a table, with its name at this table and the hooks that it overrides."""

    bot: Bot
    name: str
    hears_start: bool
    hears_events: bool
    hears_end: bool
    has_policy: bool
    has_notes: bool
    is_ours: bool
    """Whether the contest made the bot and must close it."""

    def set_game(self, game: Game) -> None:
        """Send a remote bot the game of the next hands."""
        if isinstance(self.bot, RemoteBot):
            self.bot.set_game(game)


def seated(bots: Sequence[BotLike | None], game: Game, seed: int,
           isolation: Isolation | None = None) -> list[SeatedBot | None]:
    """Return the player of each seat, or None for an empty seat. Raise BadContest or BadBot for bad arguments."""
    _check(bots, game)
    isolation = isolation or Isolation()
    made: list[Bot | None] = []
    try:
        for place, what in enumerate(bots):
            made.append(None if what is None else _made(what, place, bots, isolation))
        _refuse_twice(made)
        players = _players(made, bots, game, seed)
        for player in players:
            if player is not None:
                player.set_game(game)
    except BaseException:
        for bot, what in zip(made, bots):
            if bot is not None and bot is not what:
                bot.close()
        raise
    return players


def close_players(players: Sequence[SeatedBot | None]) -> None:
    """Close the bots that the contest made, and end their processes."""
    for player in players:
        if player is not None and player.is_ours:
            player.bot.close()


def _made(what: BotLike, place: int, bots: Sequence[BotLike | None], isolation: Isolation) -> Bot:
    if not isinstance(what, str | PathLike):
        return seat(what)
    text = fspath(what)
    log = None if isolation.logs is None else Path(isolation.logs) / f"{place}-{_file_name(text)}.log"
    limits = None if isolation.trusted and not is_outside(text) else isolation.limits
    return seat(what, limits=limits, log=log, hidden=files_of_others(place, bots))


def _file_name(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9_.-]+", "-", text.rpartition("/")[2])[:60].strip("-.") or "bot"


def _check(bots: object, game: Game) -> None:
    checked_game(game)
    if isinstance(bots, (str, bytes, bytearray)) or not isinstance(bots, Sequence):
        raise BadContest("bots must be a list with an entry for each seat: a Bot, a class, a name, a file, or None")
    playing = sum(what is not None for what in bots)
    least, most = game.players[0], game.players[-1]
    if playing < least or len(bots) > most:
        allowed = f"{least} to {most}" if least < most else str(least)
        raise BadContest(f"{playing} bots in {len(bots)} seats: {game.name} is played by {allowed}")
    if playing < len(bots) and not isinstance(game, PokerGame):
        raise BadContest(f"{game.name} has no empty seats: give a bot for each")


def _refuse_twice(bots: Sequence[Bot | None]) -> None:
    there = [id(bot) for bot in bots if bot is not None]
    if len(set(there)) < len(there):
        raise BadContest("the same Bot object sits in two seats: make one for each, or give the class")


def _players(made: Sequence[Bot | None], bots: Sequence[BotLike | None], game: Game,
             seed: int) -> list[SeatedBot | None]:
    names = numbered(by_file([None if bot is None else name_of(bot) for bot in made], bots))
    for place, bot in enumerate(made):
        if bot is not None:
            bot.reseed(derived(seed, "bot", place))
    return [None if bot is None else SeatedBot(bot, name, listens(bot, "on_hand_start"), listens(bot, "on_event"),
                                               listens(bot, "on_hand_end"), listens(bot, "policy"),
                                               listens(bot, "notes"), bot is not what)
            for bot, name, what in zip(made, names, bots)]


def hand_notes(players: Sequence[SeatedBot | None]) -> list[dict[str, Any]]:
    """Return the bots' notes about their decisions in the hand that has just ended, each with the bot's name."""
    return [{"bot": player.name, **note} for player in players if player is not None and player.has_notes
            for note in player.bot.notes()]


def by_file(names: Sequence[str | None], bots: Sequence[BotLike | None]) -> list[str | None]:
    """Return the names. If several bots have the same name and their files have different names, use the files' names.

    For example, two versions of a bot with the same class name in `old.py` and `new.py` are called old and new.
    """
    files = [split_class(fspath(bot))[0] if isinstance(bot, str | PathLike) else Path() for bot in bots]
    found = list(names)
    for depth in (1, 2):
        counts = Counter(found)
        for place, file in enumerate(files):
            if counts[found[place]] > 1 and file.suffix == ".py":
                found[place] = "/".join(file.resolve().with_suffix("").parts[-depth:])
    return found


def numbered(names: Sequence[str | None]) -> list[str]:
    """Return the names, with equal ones numbered: caller, caller 2."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name or ""] += 1
        times = seen[name or ""]
        found.append(f"{name} {times}" if times > 1 else name or "")
    return found
