"""Build the whole tree of a small game's hand as rows of numbers: every deal, decision and end.

Dealing comes first: a deal is an order of all the cards that a hand can take from the deck, and all deals are equally
likely. Below it there are only decisions and ends. Positions in which a player has seen the same (`observe`) share a
*spot*; a strategy gives the probability of each action at each spot. Nodes are in order of their depth, so that a pass
forward meets parents first and a pass backward children first.

    tree = tree_of(genome)                  TreeTooBig where there are too many deals or positions
    tree.spots[3].seat, .actions, .told     who decides, between what, having seen what
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
"""How many times the positions allowed a tree must seem to have, by its first deal, before it is not grown."""
NODES_MAX = 2_000_000
"""Positions that a tree may have: Leduc has 7,000 or so."""

Policy = Callable[[State], Sequence[float]]
"""How likely each legal action is to be taken, in the order of `state.legal()`."""


class TreeTooBig(BadGenome):
    """A game whose tree is too large to build."""


@dataclass(frozen=True, slots=True)
class InformationSet:
    """All positions that look the same to the player to act."""

    seat: int
    actions: tuple[Action, ...]
    told: tuple[Any, ...]
    """What this player has seen and heard."""
    state: State = field(repr=False, compare=False)
    """One of the positions."""

    @property
    def key(self) -> tuple[Any, ...]:
        """Return what tells this set from others: choices count too, because no event says that a meld has begun."""
        return (self.seat, self.actions, *self.told)


@dataclass
class Tree:
    """A tree in rows: each node's spot (-1 at an end) and first child, and each spot's seat and first action."""

    seats: int
    deals: int
    spots: list[InformationSet] = field(default_factory=list)
    spot_of: array[int] = field(default_factory=lambda: array("i"))
    first_child: array[int] = field(default_factory=lambda: array("i"))
    first_action: array[int] = field(default_factory=lambda: array("i"))
    payoffs: array[float] = field(default_factory=lambda: array("d"))
    """Per node and seat; only the ends' are read."""
    levels: array[int] = field(default_factory=lambda: array("i"))
    """Where each depth begins, and where the last one stops."""

    @property
    def nodes(self) -> int:
        """Return the number of positions."""
        return len(self.spot_of)

    @property
    def actions(self) -> int:
        """Return the number of probabilities in a strategy: one for each action of each spot."""
        return self.first_action[-1]

    def strategy(self, policy: Policy) -> array[float]:
        """Return a policy as a strategy: the probability of each action of each spot."""
        found = array("d")
        for spot in self.spots:
            chances = [float(chance) for chance in policy(spot.state)]
            if len(chances) != len(spot.actions) or abs(sum(chances) - 1) > 1e-9 or min(chances) < 0:
                raise ValueError(f"{len(spot.actions)} chances that add up to 1 are wanted, not {chances}")
            found.extend(chances)
        return found

    def chances(self, strategy: Sequence[float], at: int) -> dict[str, float]:
        """Return the probabilities of a strategy at a spot, by action."""
        first = self.first_action[at]
        return {str(action): strategy[first + place] for place, action in enumerate(self.spots[at].actions)}


def evenly(state: State) -> list[float]:
    """Choose any legal action, all equally likely."""
    count = len(state.legal())
    return [1 / count] * count


def tree_of(genome: GameGenome, players: int = 2, nodes_max: int = NODES_MAX) -> Tree:
    """Return the tree of one hand with starting stacks. Raise TreeTooBig, with its size, if it is too big."""
    game = replaced(genome, max_hands=1).game()
    deck = DECKS[genome.setup.initial_deck]
    needed = cards_needed(genome, players)
    deals = perm(len(deck), needed)
    if deals > nodes_max:
        raise TreeTooBig(f"{genome.name} has {deals:,} deals of {needed} cards; trees of at most {nodes_max:,} "
                     f"positions are solved")
    probe = _grown(iter([game.start(players, 0, [*deck[:needed]])]), Tree(players, 1), nodes_max)
    if probe.nodes * deals > PROBED * nodes_max:  # deals differ, but not that much: do not grow a tree in vain
        raise TreeTooBig(f"more than {nodes_max:,} positions")
    states = (game.start(players, 0, [*front]) for front in permutations(deck, needed))
    return _grown(states, Tree(players, deals), nodes_max)


def _grown(states: Iterator[State], tree: Tree, nodes_max: int) -> Tree:
    """Build the tree level by level, from all deals to the last end."""
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
    """Store a position; return the positions after it."""
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
    """Return what the seat to act knows."""
    assert state.actor is not None, "a hand that is over has nobody to act"
    return InformationSet(state.actor, tuple(state.legal()), tuple(state.observe(state.actor).events), state)


def known_actions(tree: Tree) -> int:
    """Return the actions of the spots so far."""
    return tree.first_action[-1] + len(tree.spots[-1].actions) if tree.spots else 0


def _after(state: State, action: Action) -> State:
    child = state.clone()
    child.apply(action)
    return child
