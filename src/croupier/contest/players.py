"""Bots taking their seats: whatever stands for a bot made one, named, and given its own chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from croupier.betting.rulebook import short
from croupier.bots import Bot, BotLike, listens, name_of, seat
from croupier.contest.seeds import BadContest, derived
from croupier.games.poker.game import PokerGame


@dataclass(frozen=True, slots=True)
class Player:
    """A bot at a table, with the name shown there and which hooks it has."""

    bot: Bot
    name: str
    hears_start: bool
    hears_events: bool
    hears_end: bool


def seated(bots: Sequence[BotLike | None], game: PokerGame, seed: int) -> list[Player | None]:
    """The players in their seats, None where a seat is empty; every argument checked."""
    _check(bots, game)
    made = [None if what is None else seat(what) for what in bots]
    _refuse_twice(made)
    names = _unlike([None if bot is None else name_of(bot) for bot in made])
    for place, bot in enumerate(made):
        if bot is not None:
            bot.rng = Random(derived(seed, "bot", place))
    return [None if bot is None else _player(bot, name) for bot, name in zip(made, names)]


def _check(bots: object, game: object) -> None:
    if not isinstance(game, PokerGame):
        raise BadContest(f"{short(game)} is no game: make one, as in croupier.holdem(sb=10, bb=20)")
    if isinstance(bots, (str, bytes, bytearray)) or not isinstance(bots, Sequence):
        raise BadContest("bots must be a list, an entry a seat: a Bot, a class, a name, a file, or None for nobody")
    playing = sum(what is not None for what in bots)
    if playing < 2 or len(bots) > game.rules.seats:
        raise BadContest(f"{playing} bots in {len(bots)} seats: {game.rules.name} is played by 2 to {game.rules.seats}")


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
