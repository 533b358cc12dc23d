"""Games by the name that the arena's frames use (`variant`).

    HUNL, PO, F7S ...         a poker game by its PHH code; HUNL is no-limit hold'em
    sting, sting:tuned        the three rounds with initiative, with a deck of its own
    genome:simple-poker       a known game of the lab
    genome:games/mine.json    an evolved game: a file that the server and its house bots can read

Anything with the `State` face can be hosted: `register(Hosted(...))` adds a game. Its views are told by their public
properties, or their fields if they are dataclasses; a question that only another viewer may ask raises BadAction. Its
events are dataclasses. The games of this package are loaded when a table first wants them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from croupier.games.api import State
from croupier.games.poker.game import PokerGame, game_at

HUNL = "HUNL"
"""The name of no-limit hold'em in frames; its PHH code is NT."""


def phh_code(variant: str) -> str:
    """Return the PHH code of a poker variant."""
    return "NT" if variant == HUNL else variant


def variant_name(code: str) -> str:
    """Return the name by which frames call a variant."""
    return HUNL if code == "NT" else code


def poker_at(variant: str, sb: int, bb: int, ante: int) -> PokerGame:
    """Return the poker game of a variant at these stakes."""
    return game_at(phh_code(variant), sb, bb, ante)


Start = Callable[[int, int], State]
"""From the number of players and a 64-bit seed to a game in play."""


@dataclass(frozen=True)
class Hosted:
    """A game a table can play: how many may play it, and how it is started."""

    name: str
    least: int
    most: int
    start: Start
    chips: int = 0
    """What each seat brings, where the game has chips of its own: its state then says `stacks`, its views `bets`,
    `paid`, `pot`, `price` and `live` too, and its events ANTE, CALL, BET, RAISE, ALL_IN, RETURN and WIN carry `seat`
    and `amount`, by which the chips are counted once more. 0: the table's stacks are points, to which the game adds
    what it pays."""
    ante: int = 0
    known: dict[str, Any] = field(default_factory=dict, compare=False)
    """What every client that has this package knows without being told: the rules."""


_REGISTERED: dict[str, Hosted] = {}


def register(game: Hosted) -> None:
    """Make a game known to tables by its name."""
    _REGISTERED[game.name] = game


def find(variant: str) -> Hosted | None:
    """The game of this name, None where there is none."""
    if variant not in _REGISTERED:
        found = _loaded(variant)
        if found is None:
            return None
        register(found)
    return _REGISTERED[variant]


def _loaded(variant: str) -> Hosted | None:
    """A game of this package, by its family and name."""
    family, _, name = variant.partition(":")
    finder = {"sting": _sting, "genome": _genome}.get(family)
    if finder is None:
        return None
    try:
        return finder(variant, name)
    except (ModuleNotFoundError, ValueError):
        return None


def _sting(variant: str, name: str) -> Hosted:
    """Narc, Customer, Player: seats 0, 1, 2."""
    game: Any = import_module("croupier.games.sting.game").Sting(name or "seed")
    return Hosted(variant, 3, 3, lambda _, seed: game.start(seed=seed), known={"layout": game.layout})


def _genome(variant: str, name: str) -> Hosted:
    if name.endswith(".json"):
        genome: Any = import_module("croupier.games.genome.files").read(name)
    else:
        genome = import_module("croupier.games.genome.known").known(name)
    game = genome.game()
    return Hosted(variant, game.players[0], game.players[-1], lambda players, seed: game.start(players, seed=seed),
                  genome.setup.starting_chips, genome.setup.ante, {"genome": genome})
