"""Build the whole tree of one hand of a small game, with every deal, decision and final position, as rows of numbers.

The deals are the top level of the tree. A deal is an order of all the cards that a hand can take from the deck; all
deals are equally likely. Below a deal there are only decisions and final positions. Positions in which a player has
seen the same events (`observe`) share a *spot*. A strategy gives the probability of each action at each spot. Nodes are
sorted by depth, so that a forward pass meets parents first and a backward pass meets children first.

    tree = tree_of(genome)                  raises TreeTooBig if there are too many deals or positions
    tree.spots[3].seat, .actions, .told     who decides, between which actions, and what that player has seen
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from math import perm
from typing import Any

from croupier.games.api import Action
from croupier.games.genome.check import cards_needed
from croupier.games.genome.state import State
from croupier.games.genome.values import DECKS, BadGenome, GameGenome, replaced

__all__ = ["Tree", "TreeTooBig", "tree_of"]

PROBED = 4
"""A tree is not built if it seems to have more than this many times the allowed positions, extrapolated from its first
deal.
"""
NODES_MAX = 2_000_000
"""The largest number of positions of a tree. Leduc has about 7,000."""

Policy = Callable[[State], Sequence[float]]
"""Returns the probability of each legal action, in the order of `state.legal()`."""


class TreeTooBig(BadGenome):
    """Raised if the tree of a game is too large to build."""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """All positions that look the same to the player whose turn it is."""

    seat: int
    actions: tuple[Action, ...]
    told: tuple[Any, ...]
    """The events that this player has seen."""
    state: State = field(repr=False, compare=False)
    """One of these positions."""

    @property
    def key(self) -> tuple[Any, ...]:
        """Return the dictionary key of this information set. The key includes the legal actions, because no event shows
        that a meld has begun.
        """
        return (self.seat, self.actions, *self.told)


@dataclass
class Tree:
    """A tree as arrays of numbers. A node has a spot (-1 if the position is final) and the index of its first child. A
    spot has a seat and the index of its first action.
    """

    seats: int
    deals: int
    spots: list[InformationSet] = field(default_factory=list)
    spot_of: array[int] = field(default_factory=lambda: array("i"))
    first_child: array[int] = field(default_factory=lambda: array("i"))
    first_action: array[int] = field(default_factory=lambda: array("i"))
    payoffs: array[float] = field(default_factory=lambda: array("d"))
    """The payoff of each seat at each node; only those of final positions are used."""
    levels: array[int] = field(default_factory=lambda: array("i"))
    """The number of the first node of each depth, and at the end the number of nodes."""

    @property
    def nodes(self) -> int:
        """Return the number of positions."""
        return len(self.spot_of)

    @property
    def actions(self) -> int:
        """Return the number of probabilities in a strategy, one for each action of each spot."""
        return self.first_action[-1]

    def strategy(self, policy: Policy) -> array[float]:
        """Convert a policy to a strategy, which lists the probability of each action of each spot."""
        found = array("d")
        for spot in self.spots:
            chances = [float(chance) for chance in policy(spot.state)]
            if len(chances) != len(spot.actions) or abs(sum(chances) - 1) > 1e-9 or min(chances) < 0:
                raise ValueError(f"{len(spot.actions)} chances that add up to 1 are wanted, not {chances}")
            found.extend(chances)
        return found

    def chances(self, strategy: Sequence[float], at: int) -> dict[str, float]:
        """Return the probability that a strategy gives to each action at a spot."""
        first = self.first_action[at]
        return {str(action): strategy[first + place] for place, action in enumerate(self.spots[at].actions)}


def evenly(state: State) -> list[float]:
    """Return the same probability for every legal action."""
    count = len(state.legal())
    return [1 / count] * count


def tree_of(genome: GameGenome, players: int = 2, nodes_max: int = NODES_MAX) -> Tree:
    """Build the tree of one hand with starting stacks. Raise TreeTooBig if it would have more than `nodes_max`
    positions.
    """
    game = replaced(genome, max_hands=1).game()
    deck = DECKS[genome.setup.initial_deck]
    needed = cards_needed(genome, players)
    deals = perm(len(deck), needed)
    if deals > nodes_max:
        raise TreeTooBig(f"{genome.name} has {deals:,} deals of {needed} cards; trees of at most {nodes_max:,} "
                     f"positions are solved")
    probe = _grown(iter([game.start(players, 0, [*deck[:needed]])]), Tree(players, 1), nodes_max)
    # deals differ, but not by this factor, so do not build a tree that will be too large
    if probe.nodes * deals > PROBED * nodes_max:
        raise TreeTooBig(f"more than {nodes_max:,} positions")
    states = (game.start(players, 0, [*front]) for front in permutations(deck, needed))
    return _grown(states, Tree(players, deals), nodes_max)


def _grown(states: Iterator[State], tree: Tree, nodes_max: int) -> Tree:
    """Build the tree level by level, from the deals to the final positions."""
    known: dict[tuple[Any, ...], int] = {}
    level: list[State] = list(states)
    begun = 0
    while level:
        tree.levels.append(begun)
        begun += len(level)
        if begun > nodes_max:
            raise TreeTooBig(f"more than {nodes_max:,} positions")
        below: list[State] = []
        for state in level:
            tree.first_child.append(begun + len(below))
            below += _children(tree, known, state)
        level = below
    tree.levels.append(begun)
    tree.first_action.append(known_actions(tree))
    return tree


def _children(tree: Tree, known: dict[tuple[Any, ...], int], state: State) -> list[State]:
    """Store a position in the tree, and return the positions after it."""
    tree.payoffs.extend(state.payoffs if state.is_over else [0] * tree.seats)
    if state.actor is None:
        tree.spot_of.append(-1)
        return []
    spot = information_set(state)
    if spot.key not in known:
        known[spot.key] = len(tree.spots)
        tree.first_action.append(known_actions(tree))
        tree.spots.append(spot)
    at = known[spot.key]
    tree.spot_of.append(at)
    return [_after(state, action) for action in tree.spots[at].actions]


def information_set(state: State) -> InformationSet:
    """Return the information set of the seat to act."""
    assert state.actor is not None, "a hand that is over has nobody to act"
    return InformationSet(state.actor, tuple(state.legal()), tuple(state.observe(state.actor).events), state)


def known_actions(tree: Tree) -> int:
    """Return the number of actions of all spots found so far."""
    return tree.first_action[-1] + len(tree.spots[-1].actions) if tree.spots else 0


def _after(state: State, action: Action) -> State:
    child = state.clone()
    child.apply(action)
    return child
