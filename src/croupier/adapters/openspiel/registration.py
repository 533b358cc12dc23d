"""Register croupier's games with OpenSpiel when this module is imported.

    pyspiel.load_game("croupier_leduc_poker")
    pyspiel.load_game("croupier_holdem(players=6)")         two players unless given
"""

from __future__ import annotations

from typing import Any

import pyspiel

from croupier.adapters.encoding.choose import VERSION, encoding_of, find_game, names
from croupier.adapters.openspiel.game import SpielGame
from croupier.games.poker.game import PokerGame


def _player_counts(name: str) -> list[int]:
    """Return the possible numbers of players. In a draw game the deck must suffice for all of them without a
    reshuffle.
    """
    game = find_game(name)
    if isinstance(game, PokerGame):
        return [seats for seats in range(2, game.rules.seats + 1) if not game.muck_numbers_needed(seats)]
    return list(game.players)


def _class_of(name: str) -> Any:
    """Return a class with which OpenSpiel makes the game. OpenSpiel stores the class until the process ends."""
    counts = _player_counts(name)

    class NamedGame(SpielGame):
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            encoding = encoding_of(name, (params or {}).get("players", counts[0]), hands=1)
            super().__init__(encoding, name.removesuffix(f"-{VERSION}"), counts, params)
    return NamedGame


def _register() -> dict[str, str]:
    found = {}
    for name in names():
        made = _class_of(name)
        kind = made().type
        pyspiel.register_game(kind, made)
        found[kind.short_name] = name
    return found


NAMES = _register()
"""The versioned name of the environment for each of OpenSpiel's names."""
