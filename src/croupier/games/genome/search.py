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

from croupier.games.genome.policies import Policies
from croupier.games.genome.program import Program

if not cython.compiled:
    from math import log, sqrt

    from croupier.games.genome.policies import CALLER, GREEDY, RANDOM
    from croupier.games.genome.program import BET
    from croupier.games.genome.settling import GAVE, THREW
    from croupier.games.genome.table import SEATS

    NODES = 8192
    DEPTH = 256
    CALLS, BY_STRENGTH = 50, 40
    EYE = 90
    ORDINARY = 60

EXPLORATION = 0.7


class Search(Policies):
    """A game to search in, and the tree."""

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.child = [0] * NODES
            self.sibling = [0] * NODES
            self.code = [0] * NODES
            self.visits = [0] * NODES
            self.offered = [0] * NODES
            self.gained = [0.0] * NODES
            self.path = [0] * DEPTH
            self.path_seat = [0] * DEPTH
            self.least = [0.0] * SEATS
            self.most = [0.0] * SEATS
        Policies.__init__(self, program, seats)
        self.nodes = 0
        self.length = 0
        self.searcher = 0

    def best_code(self, game: Policies, iterations: int) -> int:
        """The choice of the seat to act in a game that was looked at most in so many iterations."""
        self.searcher = game.turn
        self.luck = game.luck
        self.clear_tree()
        for _ in range(iterations):
            self.iterate(game)
        game.luck = self.luck
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
        game.copy_engine(self)
        self.below(2)
        self.guess(self.searcher, self.luck)
        self.forget_later_hands()
        self.length = 0
        self.descend()
        while not self.is_done:
            self.act(self.plain())
        self.learn()

    def plain(self) -> int:
        """What an ordinary player does: calls or bets by strength, plays cards by a simple eye, errs at times."""
        pick = self.below(100)
        if self.program.op[self.phase] != BET:
            return self.chosen_by(GREEDY if pick < EYE else RANDOM)
        if pick < CALLS:
            return self.chosen_by(CALLER)
        return self.chosen_by(GREEDY) if pick < CALLS + BY_STRENGTH else self.random_bet()

    def descend(self) -> None:
        """Walk down the tree until a node is new or the hand is over."""
        node = 0
        while not self.is_done and self.length < DEPTH:
            node = self.step(node)
            if node == 0 or self.visits[node] == 0:
                return

    def step(self, node: int) -> int:
        """Take one action at a node; the node after it, or 0 where the tree is full."""
        seat = self.turn
        count = self.ask()
        kind = self.choice[0] & 31
        hidden = seat != self.searcher and (kind == THREW or kind == GAVE or self.choice[count - 1] & 31 == THREW)
        if hidden:
            code = self.plain()
            at = self.child_of(node, code & 31)
        elif seat != self.searcher and self.below(100) < ORDINARY:
            code = self.plain()
            at = self.child_of(node, code)
        else:
            at = self.chosen_child(node, seat, count)
            code = self.code[at] if at else self.choice[self.below(count)]
        if at:
            self.path[self.length] = at
            self.path_seat[self.length] = seat
            self.length += 1
        self.act(code)
        return at

    def child_of(self, node: int, code: int) -> int:
        """The child that an action leads to, made if need be; 0 where the tree is full."""
        at = self.child[node]
        while at:
            if self.code[at] == code:
                return at
            at = self.sibling[at]
        if self.nodes >= NODES:
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
            at = self.child_of(node, self.choice[place])
            if at == 0:
                return 0
            self.offered[at] += 1
            if self.visits[at] == 0:
                fresh += 1
                if self.below(fresh) == 0:  # one of the new ones, all equally likely
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
            won = float(self.payoff(seat))
            self.least[seat] = won if won < self.least[seat] else self.least[seat]
            self.most[seat] = won if won > self.most[seat] else self.most[seat]
        for at in range(self.length):
            node = self.path[at]
            self.visits[node] += 1
            self.gained[node] += self.payoff(self.path_seat[at])
