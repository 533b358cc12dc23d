"""Exact answers for small games: counterfactual regret minimisation over every deal.

    solved = solve(lab.load("kuhn-poker"), iterations=2000)
    solved.value            what the first player wins on average, −1/18 in Kuhn poker
    solved.gap              how much the two could gain together by playing best against it; 0 is an equilibrium

Two players, one hand. The tree of every deal is built once from the game itself, positions that look alike to a seat
(its cards, and what everybody heard) share a strategy, and CFR+ updates both players in turn. Games with more than
DEALS_MAX deals or NODES_MAX nodes are refused: this is for truth on small games, against which scores can be checked.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from itertools import permutations
from math import perm

from croupier.betting.rulebook import short
from croupier.games.genome.check import cards_needed
from croupier.games.genome.state import State
from croupier.games.genome.values import DECKS, BadGenome, GameGenome, replaced

DEALS_MAX = 1000
NODES_MAX = 500_000


@dataclass(slots=True)
class Spot:
    """What a seat knows when it has to act: its regrets, and the strategy they give."""

    seat: int
    choices: tuple[str, ...]
    regrets: list[float] = field(default_factory=list)
    summed: list[float] = field(default_factory=list)
    strategy: list[float] = field(default_factory=list)

    def settle(self) -> None:
        """Forget negative regrets and play in proportion to the others, evenly without any."""
        self.regrets = [max(0.0, regret) for regret in self.regrets]
        total, count = sum(self.regrets), len(self.choices)
        self.strategy = [regret / total for regret in self.regrets] if total > 0 else [1 / count] * count

    def average(self) -> list[float]:
        """The strategy over all iterations: the answer."""
        total = sum(self.summed)
        return [part / total for part in self.summed] if total > 0 else [1 / len(self.choices)] * len(self.choices)


@dataclass(slots=True)
class Node:
    """A position of one deal: somebody's spot with what follows each choice, or the end with its payoff to seat 0."""

    spot: Spot | None
    payoff: float = 0.0
    following: list[Node] = field(default_factory=list)


@dataclass(frozen=True)
class Solved:
    """An approximate equilibrium."""

    value: float
    gap: float
    iterations: int
    spots: dict[Hashable, Spot]

    def strategy(self, seat: int, cards: str, heard: str = "") -> dict[str, float]:
        """How a seat plays with these cards after what was heard, as in `strategy(1, "Js", "BET")`."""
        spot = self.spots[seat, cards, tuple(heard.split())]
        return dict(zip(spot.choices, spot.average(), strict=True))


def solve(genome: GameGenome, iterations: int = 1000) -> Solved:
    """The equilibrium of one hand between two players, after so many iterations of CFR+."""
    if type(iterations) is not int or iterations < 1:
        raise BadGenome(f"iterations must be a whole number above 0, not {short(iterations)}")
    roots, spots = _trees(genome)
    for number in range(1, iterations + 1):
        for seat in (0, 1):
            for root in roots:
                _update(root, seat, 1.0, 1.0, number)
            for spot in spots.values():  # not before: a strategy stands for a whole pass
                if spot.seat == seat:
                    spot.settle()
    value = sum(_value(root) for root in roots) / len(roots)
    gap = sum(_best_response(roots, seat) for seat in (0, 1))
    return Solved(value, gap, iterations, spots)


# -- the trees ---------------------------------------------------------------------------------------------------------


def _trees(genome: GameGenome) -> tuple[list[Node], dict[Hashable, Spot]]:
    """The tree of every deal, and the spots they share."""
    game = replaced(genome, max_hands=1).game()
    if 2 not in game.players:
        raise BadGenome(f"{genome.name} is not for two players")
    deck = DECKS[genome.setup.initial_deck]
    cards = cards_needed(genome, 2)
    if perm(len(deck), cards) > DEALS_MAX:
        raise BadGenome(f"{genome.name} has {perm(len(deck), cards):,} deals: at most {DEALS_MAX:,} are solved exactly")
    grown = _Grown()
    roots = [grown.node(game.start(2, 0, deal), ()) for deal in permutations(deck, cards)]
    return roots, grown.spots


class _Grown:
    """Trees growing, with the spots found so far."""

    def __init__(self) -> None:
        self.spots: dict[Hashable, Spot] = {}
        self.nodes = 0

    def node(self, state: State, heard: tuple[str, ...]) -> Node:
        """The tree from a state on."""
        self.nodes += 1
        if self.nodes > NODES_MAX:
            raise BadGenome(f"the tree has more than {NODES_MAX:,} nodes: too large to be solved exactly")
        if state.is_over:
            return Node(None, float(state.payoffs[0]))
        seat = state.actor
        assert seat is not None
        actions = list(state.legal())
        node = Node(self.spot(state, seat, heard, tuple(str(action) for action in actions)))
        for action in actions:
            after = state.clone()
            after.apply(action)
            node.following.append(self.node(after, (*heard, *_public(state, after))))
        return node

    def spot(self, state: State, seat: int, heard: tuple[str, ...], choices: tuple[str, ...]) -> Spot:
        """The spot of a seat with its cards after what everybody heard."""
        own = str(state.cards_of(seat)), tuple(sorted(str(event) for event in state.observe(seat).events
                                                      if event.kind in ("DISCARD", "GIVE", "RECEIVE")))
        key = (seat, own[0], heard) if not own[1] else (seat, own, heard)
        found = self.spots.get(key)
        if found is None:
            found = self.spots[key] = Spot(seat, choices, [0.0] * len(choices), [0.0] * len(choices))
            found.settle()
        return found


def _public(before: State, after: State) -> list[str]:
    """What everybody hears of the step between two states: the action, and cards that are turned up."""
    heard = after.observe("PUBLIC").events[len(before.events):]
    return [event.kind + (str(event.cards) if event.cards and "?" not in str(event.cards) else "") for event in heard
            if event.kind not in ("SHOW", "WIN", "END", "RETURN", "SCORE")]


# -- regret ------------------------------------------------------------------------------------------------------------


def _update(node: Node, seat: int, own: float, other: float, number: int) -> float:
    """One pass of CFR+ for a seat; what the node is worth to it. `own` and `other` are the chances to get here."""
    if node.spot is None:
        return node.payoff if seat == 0 else -node.payoff
    spot, strategy = node.spot, node.spot.strategy
    if spot.seat != seat:
        return sum(chance * _update(child, seat, own, other * chance, number)
                   for chance, child in zip(strategy, node.following, strict=True) if chance > 0)
    values = [_update(child, seat, own * chance, other, number)
              for chance, child in zip(strategy, node.following, strict=True)]
    mean = sum(chance * value for chance, value in zip(strategy, values, strict=True))
    for at, value in enumerate(values):
        spot.regrets[at] += other * (value - mean)
        spot.summed[at] += number * own * strategy[at]
    return mean


def _value(node: Node) -> float:
    """What seat 0 wins from here by the average strategies."""
    if node.spot is None:
        return node.payoff
    return sum(chance * _value(child) for chance, child in zip(node.spot.average(), node.following, strict=True))


def _best_response(roots: list[Node], seat: int) -> float:
    """What a seat wins by playing best against the other's average strategy."""
    reached: dict[int, list[tuple[Node, float]]] = {}
    for root in roots:
        _reach(root, seat, 1.0, reached)
    chosen: dict[int, int] = {}

    def worth(node: Node) -> float:
        if node.spot is None:
            return node.payoff if seat == 0 else -node.payoff
        if node.spot.seat != seat:
            return sum(chance * worth(child) for chance, child in zip(node.spot.average(), node.following, strict=True)
                       if chance > 0)
        return worth(node.following[best(node.spot)])

    def best(spot: Spot) -> int:
        if id(spot) not in chosen:
            totals = [sum(weight * worth(node.following[at]) for node, weight in reached[id(spot)])
                      for at in range(len(spot.choices))]
            chosen[id(spot)] = totals.index(max(totals))
        return chosen[id(spot)]

    return sum(worth(root) for root in roots) / len(roots)


def _reach(node: Node, seat: int, chance: float, reached: dict[int, list[tuple[Node, float]]]) -> None:
    """Collect the nodes of each of a seat's spots with the chance that the other lets it get there."""
    if node.spot is None:
        return
    if node.spot.seat == seat:
        reached.setdefault(id(node.spot), []).append((node, chance))
        for child in node.following:
            _reach(child, seat, chance, reached)
    else:
        for part, child in zip(node.spot.average(), node.following, strict=True):
            _reach(child, seat, chance * part, reached)
