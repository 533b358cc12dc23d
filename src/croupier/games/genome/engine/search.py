"""Search inside the core: information-set Monte Carlo tree search over a genome's game, betting and cards alike.

Each iteration copies the game, deals anew what the searching seat cannot see, and plays the present hand to its end:
down the tree by the highest upper bound (UCT, over the actions that are legal in this deal), one new node, then by
ordinary players (`plain`). A node is what the searching seat has heard: others' discards and gifts are all the same
to it. The others are thought to look for their own best in four of ten turns and to be ordinary players in the rest:
a tree over all deals alone would have them act without looking at their cards. The tree lives in fixed rows; when they
are full, it grows no more.
"""

from __future__ import annotations

import cython

from croupier.games.genome.engine import constants
from croupier.games.genome.engine.engine import Engine
from croupier.games.genome.engine.policies import Policies
from croupier.games.genome.engine.program import Program

if not cython.compiled:
    from math import log, sqrt

EXPLORATION = 0.7


class Search:
    """A game to search in, and the tree."""

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.child = [0] * constants.NODES
            self.sibling = [0] * constants.NODES
            self.code = [0] * constants.NODES
            self.visits = [0] * constants.NODES
            self.offered = [0] * constants.NODES
            self.gained = [0.0] * constants.NODES
            self.path = [0] * constants.DEPTH
            self.path_seat = [0] * constants.DEPTH
            self.least = [0.0] * constants.SEATS
            self.most = [0.0] * constants.SEATS
        self.engine = Engine(program, seats)
        self.policies = Policies(self.engine)
        self.program = program
        self.seats = seats
        self.cards = self.engine.cards
        self.phases = self.engine.phases
        self.settlement = self.engine.settlement
        self.nodes = 0
        self.length = 0
        self.searcher = 0

    def best_code(self, game: Policies, iterations: int) -> int:
        """The choice of the seat to act in a game that was looked at most in so many iterations."""
        self.searcher = game.phases.turn
        self.policies.luck = game.luck
        self.clear_tree()
        for _ in range(iterations):
            self.iterate(game)
        game.luck = self.policies.luck
        best = self.child[0]
        at = best
        while at:
            if self.visits[at] > self.visits[best]:
                best = at
            at = self.sibling[at]
        return self.code[best]

    def clear_tree(self) -> None:
        """Nothing but the root."""
        self.nodes = 1
        self.child[0] = 0
        self.visits[0] = 0
        for seat in range(self.seats):
            self.least[seat] = 0
            self.most[seat] = 0

    def iterate(self, game: Policies) -> None:
        """One guess of the hidden cards, played to the end of the hand."""
        game.engine.copy_to(self.engine)
        self.policies.below(2)
        self.cards.guess(self.searcher, self.policies.luck)
        self.engine.forget_later_hands()
        self.length = 0
        self.descend()
        while not self.engine.is_done:
            self.engine.act(self.plain())
        self.learn()

    def plain(self) -> int:
        """What an ordinary player does: calls or bets by strength, plays cards by a simple eye, errs at times."""
        pick = self.policies.below(100)
        if self.program.op[self.phases.phase] != constants.BET:
            return self.policies.chosen_by(constants.GREEDY if pick < constants.EYE else constants.RANDOM)
        if pick < constants.CALLS:
            return self.policies.chosen_by(constants.CALLER)
        if pick < constants.CALLS + constants.BY_STRENGTH:
            return self.policies.chosen_by(constants.GREEDY)
        return self.policies.random_bet()

    def descend(self) -> None:
        """Walk down the tree until a node is new or the hand is over."""
        node = 0
        while not self.engine.is_done and self.length < constants.DEPTH:
            node = self.step(node)
            if node == 0 or self.visits[node] == 0:
                return

    def step(self, node: int) -> int:
        """Take one action at a node; the node after it, or 0 where the tree is full."""
        seat = self.phases.turn
        count = self.phases.ask()
        kind = self.phases.choice[count - 1] & 31
        if seat != self.searcher and (kind == constants.THREW or kind == constants.GAVE):  # nobody sees which card
            code = self.plain()
            at = self.child_of(node, code & 31)
        elif seat != self.searcher and self.policies.below(100) < constants.ORDINARY:
            code = self.plain()
            at = self.child_of(node, code)
        else:
            at = self.chosen_child(node, seat, count)
            code = self.code[at] if at else self.phases.choice[self.policies.below(count)]
        if at:
            self.path[self.length] = at
            self.path_seat[self.length] = seat
            self.length += 1
        self.engine.act(code)
        return at

    def child_of(self, node: int, code: int) -> int:
        """The child that an action leads to, made if need be; 0 where the tree is full."""
        at = self.child[node]
        while at:
            if self.code[at] == code:
                return at
            at = self.sibling[at]
        if self.nodes >= constants.NODES:
            return 0
        at = self.nodes
        self.nodes += 1
        self.code[at] = code
        self.visits[at] = 0
        self.offered[at] = 0
        self.gained[at] = 0
        self.child[at] = 0
        self.sibling[at] = self.child[node]
        self.child[node] = at
        return at

    def chosen_child(self, node: int, seat: int, count: int) -> int:
        """The child with the highest upper bound; those never visited come first, any of them."""
        best = 0
        top = 0.0
        fresh = 0
        span = self.most[seat] - self.least[seat]
        for place in range(count):
            at = self.child_of(node, self.phases.choice[place])
            if at == 0:
                return 0
            self.offered[at] += 1
            if self.visits[at] == 0:
                fresh += 1
                if self.policies.below(fresh) == 0:  # one of the new ones, all equally likely
                    best = at
            elif fresh == 0:
                mean = self.gained[at] / self.visits[at]
                value = (mean - self.least[seat]) / span if span > 0 else 0.0
                value += EXPLORATION * sqrt(log(self.offered[at] + 1.0) / self.visits[at])
                if best == 0 or value > top:
                    top = value
                    best = at
        return best

    def learn(self) -> None:
        """Count what the hand came to for everybody who acted in the tree."""
        for seat in range(self.seats):
            won = float(self.settlement.payoff(seat))
            self.least[seat] = won if won < self.least[seat] else self.least[seat]
            self.most[seat] = won if won > self.most[seat] else self.most[seat]
        for at in range(self.length):
            node = self.path[at]
            self.visits[node] += 1
            self.gained[node] += self.settlement.payoff(self.path_seat[at])
