"""Compute exactly, for small games, what a strategy and the best response to it win, and find an equilibrium by CFR+.

    tree = tree_of(known("kuhn-poker"))
    found = solve(tree)
    found.values                        [-0.0556, 0.0556]: chips a hand, −1/18 for the first player
    found.gap                           how much more a best response wins, per player: 0 in an equilibrium

Everything is computed over the whole tree; nothing is sampled. CFR+ finds an equilibrium of a game with two players.
CFR+ is regret matching with three changes: regrets never fall below 0, players are updated in turn, and later
strategies get more weight. `values` and `best_answer` work for any number of players.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field

from croupier.games.genome.values import whole
from croupier.interrupt import check_signals
from croupier.lab.solver.tree import Tree

__all__ = ["Solution", "best_answer", "gap_of", "solve", "values"]


@dataclass(frozen=True)
class Solution:
    """A strategy for all seats, its value for each seat, and its gap, which is 0 in an equilibrium."""

    tree: Tree = field(repr=False)
    strategy: array[float] = field(repr=False)
    values: list[float]
    gap: float
    iterations: int


def solve(tree: Tree, iterations: int = 1000, gap: float = 0.0) -> Solution:
    """Find an equilibrium of a game with two players. Run at most `iterations` of CFR+, fewer if the gap is reached
    earlier.
    """
    if tree.seats != 2:
        raise ValueError(f"an equilibrium is looked for between two players, not {tree.seats}")
    if type(iterations) is not int or iterations < 1:
        raise ValueError(f"at least one iteration, not {iterations!r}")
    solver = Solver(tree)
    done = 0
    while True:
        step = min(100, iterations - done)
        solver.run(step)
        done += step
        strategy = solver.average()
        found = gap_of(tree, strategy)
        if done == iterations or found <= gap:
            return Solution(tree, strategy, values(tree, strategy), found, done)


Strategy = Sequence[float] | Solution
"""A strategy: either the probability of each action of each spot, or the result of `solve`."""


def chances_of(strategy: Strategy) -> Sequence[float]:
    """Return the probabilities of a strategy or of a solution."""
    return strategy.strategy if isinstance(strategy, Solution) else strategy


def values(tree: Tree, strategy: Strategy) -> list[float]:
    """Return what each seat wins on average if all seats play a strategy."""
    solver = Solver(tree)
    solver.take(chances_of(strategy))
    return [solver.value(seat) for seat in range(tree.seats)]


def best_answer(tree: Tree, strategy: Strategy, seat: int) -> float:
    """Return what a seat wins on average with its best response, if all others play a strategy."""
    solver = Solver(tree)
    solver.take(chances_of(strategy))
    return solver.answer(seat)


def gap_of(tree: Tree, strategy: Strategy) -> float:
    """Return how much more a seat would win with its best response, averaged over the seats. This gap is 0 in an
    equilibrium.
    """
    own = values(tree, strategy)
    return sum(best_answer(tree, strategy, seat) - own[seat] for seat in range(tree.seats)) / tree.seats


def mixed(tree: Tree, strategies: Sequence[Strategy]) -> array[float]:
    """Combine a strategy for each seat into one strategy."""
    found = array("d")
    for at, spot in enumerate(tree.spots):
        found.extend(chances_of(strategies[spot.seat])[tree.first_action[at]:tree.first_action[at + 1]])
    return found


class Solver:
    """Computes values and strategies by passes over the rows of a tree."""

    def __init__(self, tree: Tree) -> None:
        self.nodes = tree.nodes
        self.seats = tree.seats
        self.deals = tree.deals
        self.spots = len(tree.spots)
        self.depth = len(tree.levels) - 1
        self.levels = tree.levels
        self.spot_of = tree.spot_of
        self.first_child = tree.first_child
        self.first_action = tree.first_action
        self.payoffs = tree.payoffs
        self.seat_of = array("i", [spot.seat for spot in tree.spots])
        actions = tree.actions
        self.now = array("d", bytes(8 * actions))
        self.regret = array("d", bytes(8 * actions))
        self.change = array("d", bytes(8 * actions))
        self.total = array("d", bytes(8 * actions))
        self.own = array("d", bytes(8 * self.nodes))
        self.others = array("d", bytes(8 * self.nodes))
        self.worth = array("d", bytes(8 * self.nodes))
        self.rounds = 0
        self.match_regrets(self.regret, self.now)

    def take(self, strategy: Sequence[float]) -> None:
        """Set the strategy that all seats play."""
        if len(strategy) != len(self.now):
            raise ValueError(f"a strategy of this tree has {len(self.now)} chances, not {len(strategy)}")
        self.now = array("d", strategy)

    def average(self) -> array[float]:
        """Return the result of CFR+: the average of all strategies so far, with more weight on later ones."""
        found = array("d", bytes(8 * len(self.total)))
        self.match_regrets(self.total, found)
        return found

    def run(self, rounds: int) -> None:
        """Run this many rounds of CFR+. Each round updates the seats one after the other."""
        for _ in range(whole(rounds, 0, 10**9, "rounds")):
            self.rounds += 1
            if self.rounds % 64 == 0:
                check_signals()
            for seat in range(self.seats):
                self.reach(seat)
                self.back_up(seat)
                self.learn(seat)
                self.match_regrets(self.regret, self.now)

    def value(self, seat: int) -> float:
        """Return what a seat wins on average. Raise BadGenome if the game has no such seat."""
        return self.value_of(whole(seat, 0, self.seats - 1, "a seat"))

    def answer(self, seat: int) -> float:
        """Return what a seat wins on average if it plays the best response to the strategies of the others."""
        return self.answer_of(whole(seat, 0, self.seats - 1, "a seat"))

    def value_of(self, seat: int) -> float:
        """Return what a seat wins on average, without checking the seat number."""
        self.reach(seat)
        self.back_up(seat)
        return self.at_start()

    def answer_of(self, seat: int) -> float:
        """Return what a seat wins with its best response, without checking the seat number."""
        self.reach(seat)
        level = self.depth - 1
        while level >= 0:
            self.choose_best(seat, self.levels[level], self.levels[level + 1])
            level -= 1
        return self.at_start()

    def at_start(self) -> float:
        """Return the mean of the values of all deals."""
        found = 0.0
        for node in range(self.levels[1]):
            found += self.worth[node]
        return found / self.deals

    # -- passes --------------------------------------------------------------------------------------------------------

    def match_regrets(self, sums: array[float], into: array[float]) -> None:
        """Set each action's probability to its share of the sum of regrets. If the sum is 0, all actions are equally
        likely.
        """
        for spot in range(self.spots):
            first = self.first_action[spot]
            last = self.first_action[spot + 1]
            whole = 0.0
            for at in range(first, last):
                whole += sums[at]
            for at in range(first, last):
                into[at] = sums[at] / whole if whole > 0 else 1.0 / (last - first)

    def reach(self, seat: int) -> None:
        """Compute for each position the probability that it is reached, as two factors: by the seat's own choices, and
        by the choices of the others.
        """
        for node in range(self.levels[1]):
            self.own[node] = 1.0
            self.others[node] = 1.0
        for node in range(self.nodes):
            spot = self.spot_of[node]
            if spot >= 0:
                first = self.first_action[spot]
                mine = self.seat_of[spot] == seat
                for at in range(self.first_action[spot + 1] - first):
                    child = self.first_child[node] + at
                    self.own[child] = self.own[node] * (self.now[first + at] if mine else 1.0)
                    self.others[child] = self.others[node] * (1.0 if mine else self.now[first + at])

    def back_up(self, seat: int) -> None:
        """Compute what each position is worth to a seat, from the last positions back to the first."""
        node = self.nodes - 1
        while node >= 0:
            spot = self.spot_of[node]
            if spot < 0:
                self.worth[node] = self.payoffs[node * self.seats + seat]
            else:
                first = self.first_action[spot]
                found = 0.0
                for at in range(self.first_action[spot + 1] - first):
                    found += self.now[first + at] * self.worth[self.first_child[node] + at]
                self.worth[node] = found
            node -= 1

    def learn(self, seat: int) -> None:
        """Update the regrets of a seat's spots (never below 0), and add its strategy, weighted by the round."""
        for at in range(self.first_action[self.spots]):
            self.change[at] = 0.0
        for node in range(self.nodes):
            spot = self.spot_of[node]
            if spot >= 0 and self.seat_of[spot] == seat:
                first = self.first_action[spot]
                for at in range(self.first_action[spot + 1] - first):
                    gain = self.worth[self.first_child[node] + at] - self.worth[node]
                    self.change[first + at] += self.others[node] * gain
                    self.total[first + at] += self.rounds * self.own[node] * self.now[first + at]
        for at in range(self.first_action[self.spots]):
            gain = self.regret[at] + self.change[at]
            self.regret[at] = gain if gain > 0 else 0.0

    def choose_best(self, seat: int, begin: int, end: int) -> None:
        """Compute the values of all positions at one depth of the tree, if the seat makes the best choice at each spot.
        """
        for node in range(begin, end):
            spot = self.spot_of[node]
            if spot >= 0 and self.seat_of[spot] == seat:
                for at in range(self.first_action[spot], self.first_action[spot + 1]):
                    self.change[at] = 0.0
        for node in range(begin, end):
            spot = self.spot_of[node]
            if spot >= 0 and self.seat_of[spot] == seat:
                first = self.first_action[spot]
                for at in range(self.first_action[spot + 1] - first):
                    self.change[first + at] += self.others[node] * self.worth[self.first_child[node] + at]
        for node in range(begin, end):
            self.worth[node] = self.worth_if_best(node, seat)

    def worth_if_best(self, node: int, seat: int) -> float:
        """Return the value of a position: the payoff at the end of a hand, otherwise the value after the seat's best
        choice or after the others' choices.
        """
        spot = self.spot_of[node]
        if spot < 0:
            return self.payoffs[node * self.seats + seat]
        first = self.first_action[spot]
        best = 0
        found = 0.0
        for at in range(self.first_action[spot + 1] - first):
            if self.change[first + at] > self.change[first + best]:
                best = at
            found += self.now[first + at] * self.worth[self.first_child[node] + at]
        return self.worth[self.first_child[node] + best] if self.seat_of[spot] == seat else found
