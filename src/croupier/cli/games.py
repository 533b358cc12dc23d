"""Find the poker game that a command plays, from the name and the stakes that the user types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.app import Misused
from croupier.errors import unknown
from croupier.games.poker.rules import NAMES, RULES, named

if TYPE_CHECKING:
    from croupier.games.poker.game import PokerGame

GAMES_HELP = f"{', '.join(NAMES)}, or a PHH code."
"""The help of every option that takes a poker game."""
RANKINGS = tuple(dict.fromkeys(ranking.replace("_", "-") for rules in RULES.values()
                               for ranking in (rules.high, rules.low) if ranking))
"""The rankings of hands, by the names that people type."""


def coded(name: str) -> str:
    """Return the PHH code of the game with this name. If no game has the name, return the word in capitals."""
    rules = named(name)
    return name.upper() if rules is None else rules.code


def chosen(name: str, sb: int, bb: int, ante: int) -> PokerGame:
    """Return the game at these stakes. In stud games sb is the bring-in and bb the small bet."""
    from croupier.games.poker.game import game_at

    if coded(name) not in NAMES.values():
        raise Misused(f"{unknown('game', name, NAMES)} and their PHH codes")
    return game_at(name, sb, bb, ante)


def refuse_stakes(game: str, given: list[str]) -> None:
    """Raise Misused if poker's stakes are given for a game that has stakes of its own. Poker's stakes would have no
    effect.
    """
    if given:
        raise Misused(f"{given[0]} is for poker: {game} has chips and bets of its own")
