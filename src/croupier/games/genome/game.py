"""A genome as a game: checked once, then started as often as you like.

    game = genome.game()
    state = game.start(players=3, seed=5)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from secrets import randbits

from croupier.betting.rulebook import short
from croupier.cards import BadCards, CardsLike, parse, text
from croupier.games.genome.check import Fault, faults, hand_sizes, most_players, steps_max
from croupier.games.genome.playout import Playout
from croupier.games.genome.policies import POLICIES
from croupier.games.genome.program import Program
from croupier.games.genome.state import State, begun
from croupier.games.genome.values import DECKS, BadGenome, GameGenome


@dataclass(frozen=True)
class GenomeGame:
    """A game that can be played; BadGenome with the reasons for one that cannot."""

    genome: GameGenome
    faults: tuple[Fault, ...] = field(init=False, compare=False, repr=False)
    """What has no effect in it, though it can be played."""

    def __post_init__(self) -> None:
        if not isinstance(self.genome, GameGenome):
            raise BadGenome(f"a GameGenome is wanted, not {type(self.genome).__name__}")
        found = faults(self.genome)
        if any(fault.fatal for fault in found):
            raise BadGenome("; ".join(str(fault) for fault in found if fault.fatal))
        object.__setattr__(self, "faults", tuple(found))

    @property
    def name(self) -> str:
        """The game's name."""
        return self.genome.name

    @property
    def players(self) -> range:
        """The numbers of players that can play."""
        return range(self.genome.setup.min_players, most_players(self.genome) + 1)

    @cached_property
    def program(self) -> Program:
        """The game as numbers."""
        steps = steps_max(self.genome, most_players(self.genome))
        return Program(self.genome, hand_sizes(self.genome), steps)

    def start(self, players: int | None = None, seed: int | None = None, deck: CardsLike | None = None) -> State:
        """A new game with its first hand dealt.

        `deck` gives the first cards of the first hand in the order they are dealt: one at a time from seat 0, then
        the board, then the pile, then whatever is drawn; the rest follow from `seed`.
        """
        return begun(self.program, self.seats(players), _seed(seed), self._front(deck))

    def playout(self, players: int | None = None, seed: int = 1, policy: str | tuple[str, ...] = "random") -> Playout:
        """A table that plays by itself inside the core, by one policy for all seats or one each.

        `mcts:200` searches with so many iterations a decision; `mcts` alone with 100.
        """
        seats = self.seats(players)
        if not isinstance(policy, str | Sequence):
            raise BadGenome(f"a policy is a name, or there is one for each seat, not {short(policy)}")
        names = (policy,) * seats if isinstance(policy, str) else tuple(policy)
        if len(names) != seats:
            raise BadGenome(f"{len(names)} policies for {seats} seats: one for all, or one each")
        table = Playout(self.program, seats, _checked(seed))
        for seat, name in enumerate(names):
            self._seat(table, seat, name)
        return table

    def _seat(self, table: Playout, seat: int, name: str) -> None:
        iterations = _iterations(name) if isinstance(name, str) else None
        if iterations is not None:
            table.set_search(seat, iterations)
        elif isinstance(name, str) and name in POLICIES:
            table.set_policy(seat, POLICIES[name])
        else:
            raise BadGenome(f"there is no policy {short(name)}: there are {', '.join(POLICIES)} and mcts:ITERATIONS")

    def seats(self, players: int | None) -> int:
        """So many players if they can play, the fewest if it is not said; BadGenome otherwise."""
        seats = self.players[0] if players is None else players
        if type(seats) is not int or seats not in self.players:
            allowed = f"{self.players[0]}" if len(self.players) == 1 else f"{self.players[0]} to {self.players[-1]}"
            raise BadGenome(f"{self.name} is for {allowed} players, not {short(seats)}")
        return seats

    def _front(self, deck: CardsLike | None) -> list[int]:
        front = parse(deck) if deck is not None else []
        strangers = [card for card in front if card not in DECKS[self.genome.setup.initial_deck]]
        if strangers:
            raise BadCards(f"{text(strangers)} is not in the deck {self.genome.setup.initial_deck}")
        return front


def _iterations(name: str) -> int | None:
    """The iterations that a name of a search asks for, None if it is none."""
    found = re.fullmatch("mcts(?::([0-9]{1,7}))?", name)
    count = int(found[1] or 100) if found else 0
    return count if 0 < count <= 10**6 else None


def _seed(seed: int | None) -> int:
    return randbits(64) if seed is None else _checked(seed)


def _checked(seed: int) -> int:
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise BadGenome(f"a seed is a whole number below 2^64, not {short(seed)}")
    return seed
