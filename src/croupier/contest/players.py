"""Bots taking their seats: whatever stands for a bot made one, named, and given its own chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from croupier.bots import Bot, BotLike, listens, name_of, seat
from croupier.contest.seeds import BadContest, derived
from croupier.contest.stakes import checked_game
from croupier.games.api import Game
from croupier.games.poker.game import PokerGame


@dataclass(frozen=True, slots=True)
class Player:
    """A bot at a table, with the name shown there and which hooks it has."""

    bot: Bot
    name: str
    hears_start: bool
    hears_events: bool
    hears_end: bool


def seated(bots: Sequence[BotLike | None], game: Game, seed: int) -> list[Player | None]:
    """The players in their seats, None where a seat is empty; every argument checked."""
    _check(bots, game)
    made = [None if what is None else seat(what) for what in bots]
    _refuse_twice(made)
    names = _unlike([None if bot is None else name_of(bot) for bot in made])
    for place, bot in enumerate(made):
        if bot is not None:
            bot.rng = Random(derived(seed, "bot", place))
    return [None if bot is None else _player(bot, name) for bot, name in zip(made, names)]


def _check(bots: object, game: Game) -> None:
    checked_game(game)
    if isinstance(bots, (str, bytes, bytearray)) or not isinstance(bots, Sequence):
        raise BadContest("bots must be a list, an entry a seat: a Bot, a class, a name, a file, or None for nobody")
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


def _unlike(names: Sequence[str | None]) -> list[str]:
    """Names told apart by numbers: caller, caller 2."""
    seen: Counter[str] = Counter()
    told = []
    for name in names:
        seen[name or ""] += 1
        times = seen[name or ""]
        told.append(f"{name} {times}" if times > 1 else name or "")
    return told


def _player(bot: Bot, name: str) -> Player:
    return Player(bot, name, listens(bot, "on_hand_start"), listens(bot, "on_event"), listens(bot, "on_hand_end"))
