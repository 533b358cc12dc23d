"""Find a game by the name that the arena's frames use (`variant`), and register games to be hosted.

    HUNL, PO, F7S ...         a poker game by its PHH code; HUNL is no-limit hold'em
    sting, sting:tuned        the three rounds with initiative, with a deck of its own
    genome:simple-poker       a known game of the lab
    genome:games/mine.json    an evolved game: a file that the server and its house bots can read

Every game that implements `games.api` can be hosted: `register(HostedGame.of("my-game", game))`. Sting and genomes are
loaded when a table first asks for them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from croupier.cards import Cards
from croupier.games.api import Dealer, Game, State
from croupier.games.poker.game import PokerGame, game_at
from croupier.games.poker.rules import RULES

HUNL = "HUNL"
"""The name of no-limit hold'em in frames; its PHH code is NT."""
Start = Callable[[int, Dealer], State]
"""Start a game: the number of players, and the dealer who gives the chance of each hand (T6)."""


def phh_code(variant: str) -> str:
    """Return the PHH code of a poker variant."""
    return "NT" if variant == HUNL else variant


def variant_name(code: str) -> str:
    """Return the name by which frames call a variant."""
    return HUNL if code == "NT" else code


def poker_at(variant: str, sb: int, bb: int, ante: int, cap_heads_up: bool = False) -> PokerGame:
    """Return the poker game of a variant at these stakes."""
    return game_at(phh_code(variant), sb, bb, ante, cap_heads_up)


@dataclass(frozen=True)
class HostedGame:
    """What a table has to know of a game before it deals: how many play, how a match of it goes, its chips."""

    name: str
    least: int
    most: int
    start: Start | None = None
    """Start a whole game. None for poker, whose hands the table deals one by one with its own blinds and button."""
    chips: int = 0
    """The chips that each seat brings, in a game with chips of its own; 0 in poker, where the table decides, and in a
    game for points. With chips, the state has `stacks`, its views have `bets`, `paid`, `pot`, `price` and `live`, and
    its events ANTE, CALL, BET, RAISE, ALL_IN, RETURN and WIN have `seat` and `amount`."""
    ante: int = 0
    decks: tuple[tuple[str, ...], ...] = ()
    """The game's decks before they are shuffled, which archives list: with the secret, anybody can deal them again."""
    known: dict[str, Any] = field(default_factory=dict, compare=False)
    """Rules that a client with this package can look up by itself, so that frames need not carry them."""

    @classmethod
    def of(cls, name: str, game: Game, chips: int = 0, ante: int = 0, decks: tuple[tuple[str, ...], ...] = (),
           **known: Any) -> HostedGame:
        """Return how to host a game of `games.api`."""
        return cls(name, game.players[0], game.players[-1],
                   lambda players, dealer: game.start(players, dealer=dealer), chips, ante, decks, known)

    @property
    def is_poker(self) -> bool:
        """Return True if the table deals hand after hand; of any other game a match is one game (T10)."""
        return self.start is None

    @property
    def has_chips(self) -> bool:
        """Return True if stacks are chips, so that a seat without any is out; else they are points."""
        return self.is_poker or self.chips > 0


_REGISTERED: dict[str, HostedGame] = {}


def register(game: HostedGame) -> None:
    """Make a game known to tables by its name."""
    _REGISTERED[game.name] = game


def find(variant: str) -> HostedGame | None:
    """Return the game of this name, or None if there is no such game."""
    if variant not in _REGISTERED:
        found = _load(variant)
        if found is None:
            return None
        register(found)
    return _REGISTERED[variant]


def _load(variant: str) -> HostedGame | None:
    if phh_code(variant) in RULES:
        return HostedGame(variant, 2, RULES[phh_code(variant)].seats)
    family, _, name = variant.partition(":")
    loader = {"sting": _sting, "genome": _genome}.get(family)
    if loader is None:
        return None
    try:
        return loader(variant, name)
    # an unknown deck or genome is an unknown game; a genome that cannot be read is a ValueError
    except (ModuleNotFoundError, ValueError):
        return None


def _sting(variant: str, name: str) -> HostedGame:
    """Return the sting; seats 0, 1, 2 are Narc, Customer and Player."""
    from croupier.games.sting.game import Sting

    game = Sting(name or "seed")
    decks = tuple(tuple(game.layout.cards[face].name for face in game.layout.fresh(role)) for role in range(3))
    return HostedGame.of(variant, game, decks=decks, layout=game.layout)


def _genome(variant: str, name: str) -> HostedGame:
    from croupier.games.genome.files import read
    from croupier.games.genome.known import known

    # a file is named by its ending, so that no known game can be hidden by one
    genome = read(name) if name.endswith(".json") else known(name)
    game = genome.game()
    deck = tuple(str(card) for card in Cards(game.deck))
    return HostedGame.of(variant, game, genome.setup.starting_chips, genome.setup.ante, (deck,), genome=genome)
