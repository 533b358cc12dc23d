"""Search any game with information-set Monte Carlo tree search, through the interface of `games.api`.

    bot = Mcts(iterations=500)
    action = bot.act(view)

Each iteration deals at random all cards that the searching seat cannot see (`guess`, which uses `redeal`). The
iteration then walks down the tree by UCT, adds one node, plays to the end and records what every seat won. Two
positions are the same node if the searching seat sees the same actions (`heard` removes what a game hides), so the
search never plans with cards that the seat could not know. Each seat is assumed to maximise its own result (max^n),
unless a `model` plays the others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import inf, log, sqrt
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from croupier.bots.base import BadBot, Bot
from croupier.errors import Error, short

__all__ = ["Mcts", "MctsSearch"]

if TYPE_CHECKING:
    from croupier.games.api import Action, State

STEPS_MAX = 100_000
"""A game that takes more actions than this counts as endless."""

Guess = Callable[[Random], "State"]
"""Returns a complete game that agrees with everything the searching seat knows."""
Rollout = Callable[["State", Random], None]
"""Plays a game to its end."""
Model = Callable[["State", Random], "Action | None"]
"""Returns the action of the seat to act, or None if the search should choose it."""


class Endless(Error, RuntimeError):  # noqa: N818 - what was found
    """Raised if a game did not end within STEPS_MAX actions, which is a bug in the game and not in the search."""


@dataclass(slots=True)
class Edge:
    """The statistics of one action at one position: how often it was legal, how often it was taken, and what it won."""

    seen: int = 0
    visits: int = 0
    total: float = 0.0

    @property
    def mean(self) -> float:
        """Return the average winnings of the action."""
        return self.total / self.visits if self.visits else 0.0


class Node:
    """A position, as far as the searching seat knows it."""

    __slots__ = ("children", "edges")

    def __init__(self) -> None:
        self.edges: dict[Action, Edge] = {}
        self.children: dict[Hashable, Node] = {}


@dataclass(frozen=True, slots=True)
class Choice:
    """An action that the search considered."""

    action: Action
    visits: int
    mean: float


class MctsSearch:
    """One search: `run` it, then ask `choices` or `best`."""

    def __init__(self, guess: Guess, seat: int, rng: Random, *, exploration: float = 1.0, width: int = 8,
                 rollout: Rollout | None = None, model: Model | None = None) -> None:
        self.guess, self.seat, self.rng = guess, seat, rng
        self.exploration, self.width = exploration, width
        self.rollout, self.model = rollout or play_on, model
        self.root = Node()
        self.iterations = 0
        self.least: dict[int, float] = {}
        self.most: dict[int, float] = {}

    def run(self, iterations: int, milliseconds: int | None = None) -> MctsSearch:
        """Run this many more iterations, or fewer if the time runs out."""
        until = None if milliseconds is None else monotonic() + milliseconds / 1000
        for _ in range(iterations):
            # at least one iteration, because otherwise there is no choice
            if until is not None and monotonic() >= until and self.iterations:
                break
            self.iterate()
        return self

    def iterate(self) -> None:
        """Make one guess, play it to its end, and record the result."""
        state = self.guess(self.rng)
        path: list[tuple[int, Edge]] = []
        node: Node | None = self.root
        while node is not None and not state.is_over:
            node = self.step(state, node, path)
        if not state.is_over:
            self.rollout(state, self.rng)
        self.learn(path, state.payoffs)
        self.iterations += 1

    def step(self, state: State, node: Node, path: list[tuple[int, Edge]]) -> Node | None:
        """Take one action, and return the position after it. Return None if that position is new to the tree."""
        seat = state.actor
        assert seat is not None, "a game that is not over has a seat to act"
        if len(path) > STEPS_MAX:
            raise Endless(f"no end after {STEPS_MAX:,} actions")
        action = self.model(state, self.rng) if self.model is not None and node is not self.root else None
        if action is None:
            action = self.chosen(node, seat, state.legal().menu(self.width))
            path.append((seat, node.edges[action]))
        key = heard(state, action, self.seat)
        state.apply(action)
        child = node.children.get(key)
        if child is None:
            node.children[key] = Node()
        return child

    def chosen(self, node: Node, seat: int, menu: list[Action]) -> Action:
        """Return a random action that was never taken. If there is none, return the action with the highest upper
        confidence bound.
        """
        edges = [node.edges.setdefault(action, Edge()) for action in menu]
        for edge in edges:
            edge.seen += 1
        fresh = [action for action, edge in zip(menu, edges) if not edge.visits]
        if fresh:
            return fresh[0] if len(fresh) == 1 else self.rng.choice(fresh)
        # winnings are scaled to the range seen so far, so that `exploration` has the same effect at all stakes
        least = self.least[seat]
        span = self.most[seat] - least or 1.0
        bounds = [(edge.mean - least) / span + self.exploration * sqrt(log(edge.seen) / edge.visits) for edge in edges]
        return menu[bounds.index(max(bounds))]

    def learn(self, path: list[tuple[int, Edge]], payoffs: Sequence[int]) -> None:
        """Add the result of the game to every action taken in the tree."""
        for seat, edge in path:
            won = payoffs[seat]
            edge.visits += 1
            edge.total += won
            self.least[seat] = min(won, self.least.get(seat, won))
            self.most[seat] = max(won, self.most.get(seat, won))

    @property
    def choices(self) -> list[Choice]:
        """Return the actions at the root, the most visited one first."""
        found = [Choice(action, edge.visits, edge.mean) for action, edge in self.root.edges.items()]
        return sorted(found, key=lambda choice: (-choice.visits, -choice.mean))

    @property
    def best(self) -> Choice:
        """Return the action to take."""
        return self.choices[0]


class Mcts(Bot):
    """A bot that searches before it acts, in any game whose views offer `guess`."""

    name = "mcts"

    def __init__(self, iterations: int = 500, exploration: float = 1.0, rollout: Rollout | None = None, *,
                 model: Model | None = None, width: int = 8, milliseconds: int | None = None) -> None:
        """Create a bot that searches with this many iterations for each decision, but no longer than `milliseconds` if
        given.

        `rollout` plays a game to its end; the default is the game's own `roll_out` or, if it has none, random actions.
        `model` chooses the actions of other seats. `width` is the maximum number of actions that are tried in a
        position.
        """
        for what, number, least in (("iterations", iterations, 1), ("width", width, 1),
                                    ("milliseconds", 1 if milliseconds is None else milliseconds, 1)):
            if type(number) is not int or number < least:
                raise BadBot(f"{what} must be a whole number of at least {least}, not {short(number)}")
        if type(exploration) not in (int, float) or not 0 <= exploration < inf:
            raise BadBot(f"exploration must be a number of at least 0, not {short(exploration)}")
        self.iterations, self.exploration, self.rollout = iterations, exploration, rollout
        self.model, self.width, self.milliseconds = model, width, milliseconds

    def act(self, view: Any) -> Action:
        """Return the action that the search visited most. If the game has its own faster search with the same
        abilities, use that one.
        """
        quick = getattr(view, "searched", None)
        if quick is not None and self.rollout is None and self.model is None:
            found: Action = quick(self.iterations, self.rng.getrandbits(64), self.milliseconds)
            return found
        menu: list[Action] = view.legal.menu(self.width)
        return menu[0] if len(menu) == 1 else self.searched(view).best.action

    def searched(self, view: Any) -> MctsSearch:
        """Run the search for a view and return it, to examine why an action is chosen."""
        search = MctsSearch(view.guess, view.seat, self.rng, exploration=self.exploration, width=self.width,
                            rollout=self.rollout, model=self.model)
        return search.run(self.iterations, self.milliseconds)


def heard(state: State, action: Action, viewer: int) -> Hashable:
    """Return the part of an action that a seat sees, which is the whole action unless the game hides a part."""
    hides = getattr(state, "heard", None)
    return action if hides is None else hides(action, viewer)


def play_on(state: State, rng: Random) -> None:
    """Play to the end with the game's own fast playout, or with random actions if the game has none."""
    quick = getattr(state, "roll_out", None)
    if quick is None:
        play_at_random(state, rng)
    else:
        quick(rng)


def play_at_random(state: State, rng: Random, width: int = 8) -> None:
    """Take random actions until the game is over."""
    for _ in range(STEPS_MAX):
        if state.is_over:
            return
        state.apply(rng.choice(state.legal().menu(width)))
    raise Endless(f"no end after {STEPS_MAX:,} actions")
