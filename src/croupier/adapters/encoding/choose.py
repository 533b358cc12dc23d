"""Choose the encoding of a game, and find games by the versioned names of environments.

    holdem-v1, omaha-v1, short-deck-v1, stud-v1, ...    poker, by the names of the command line
    kuhn-poker-v1, leduc-poker-v1, ...                  known games of the lab
    sting-v1                                            the sting
    games/mine.json                                     a genome of your own

The version number goes up when actions or observations of the same game change their meaning.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from croupier.adapters.encoding.base import BadEnvironment, Encoding
from croupier.adapters.encoding.genome import GenomeEncoding, listed_actions
from croupier.adapters.encoding.poker import PokerEncoding
from croupier.adapters.encoding.poker_actions import ActionSet
from croupier.adapters.encoding.sting import StingEncoding
from croupier.errors import short
from croupier.games.genome.files import read
from croupier.games.genome.game import GenomeGame
from croupier.games.genome.known import known
from croupier.games.genome.known import names as known_names
from croupier.games.genome.values import GameGenome
from croupier.games.poker.game import PokerGame, game_at
from croupier.games.poker.rules import NAMES
from croupier.games.sting.game import Sting

VERSION = "v1"
AnyGame = PokerGame | GenomeGame | GameGenome | Sting | str


@cache
def names() -> tuple[str, ...]:
    """Return the names of all environments. Every game with decisions has an environment."""
    bred = [name for name in known_names() if listed_actions(known(name))]
    return tuple(f"{name}-{VERSION}" for name in (*sorted(NAMES), *bred, "sting"))


def find_game(name: str) -> PokerGame | GenomeGame | Sting:
    """Return the game that an environment's name or a genome's file stands for. Poker has blinds of 5 and 10."""
    if name.endswith(".json"):
        return read(name).game()
    if name not in names():
        raise BadEnvironment(f"there is no environment {short(name)}: there are {', '.join(names())}, "
                             f"and files of genomes that end in .json")
    plain = name.removesuffix(f"-{VERSION}")
    if plain == "sting":
        return Sting()
    return game_at(NAMES[plain], 5, 10) if plain in NAMES else known(plain).game()


def encoding_of(game: AnyGame, seats: int | None = None, stacks: Sequence[int] | None = None,
                actions: ActionSet | str = "sized", hands: int | None = 1) -> Encoding:
    """Return the encoding of a game, which is given as an object or by an environment's name.

    `stacks` and `actions` are for poker. `stacks` lists the chips of each seat (default: 100 big blinds); `actions` is
    "sized", "full" or a `SizedActions`. `hands` is for evolved games and the sting: the number of hands in an episode,
    or None for a whole game.
    """
    found: Any = find_game(game) if isinstance(game, str) else game
    if isinstance(found, GameGenome):
        found = found.game()
    if isinstance(found, PokerGame):
        return PokerEncoding(found, 2 if seats is None else seats, stacks, actions)
    if stacks is not None:
        raise BadEnvironment("stacks are for poker games: a genome says its own")
    if isinstance(found, GenomeGame):
        return GenomeEncoding(found, seats, hands)
    if isinstance(found, Sting):
        return StingEncoding(found, hands)
    raise BadEnvironment(f"a poker game, a genome or the sting is needed, not {type(found).__name__}")
