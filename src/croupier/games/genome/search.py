"""Search inside the core: information-set Monte Carlo tree search over a genome's game, betting and cards alike.

Each iteration copies the game, deals anew what the searching seat cannot see, and plays the present hand to its end:
down the tree by the highest upper bound (UCT, over the actions that are legal in this deal), one new position, then at
random. Every seat looks for its own best.

What tells positions apart is what the seat to act knows there: the course of the hand as all have heard it, the open
cards, and its own cards. Of the *other* seats' cards only a coarse strength counts in betting rounds, and nothing
elsewhere, unless so few hands are possible that each can be told apart: exact cards would make every position a new
one, while without any the others would be thought to bet without looking. The tree lives in fixed rows; when they are
full, it grows no more.
"""

from __future__ import annotations

from math import comb

import cython

from croupier.games.genome.policies import Policies
from croupier.games.genome.program import Program
from croupier.rng import seeded, stepped

if not cython.compiled:
    from math import log, sqrt

    from croupier.games.genome.judge import NONE
    from croupier.games.genome.policies import CALLER, RANDOM
    from croupier.games.genome.program import BET
    from croupier.games.genome.settling import GAVE, THREW
    from croupier.games.genome.table import SEATS, SLOTS
    from croupier.ranking.kernel import CARD_BIT

    NODES = 8192
    EDGES = 32768
    TABLE = 16384
    DEPTH = 256

EXPLORATION = 0.7
"""How much is spent on what seems worse, as a part of all that there is to win or lose."""
FEW_HANDS = 64
"""As many possible hands are told apart one by one."""


class Search(Policies):
    """A game to search in, and the tree."""

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.table_key = [0] * TABLE
            self.table_search = [0] * TABLE
            self.table_node = [0] * TABLE
            self.first_edge = [0] * NODES
            self.next_edge = [0] * EDGES
            self.code = [0] * EDGES
            self.visits = [0] * EDGES
            self.offered = [0] * EDGES
            self.gained = [0.0] * EDGES
            self.wins = [0.0] * EDGES
            self.path = [0] * DEPTH
            self.path_seat = [0] * DEPTH
            self.least = [0.0] * SEATS
            self.most = [0.0] * SEATS
        Policies.__init__(self, program, seats)
        self.nodes = 0
        self.edges = 0
        self.searches = 0
        self.tells_apart = comb(program.deck_size, program.cards_each) <= FEW_HANDS

    def best_code(self, game: Policies, iterations: int) -> int:
        """The choice of the seat to act in a game that was looked at most in so many iterations."""
        self.begin_search(game)
        for _ in range(iterations):
            self.iterate(game)
        game.luck = self.luck
        return self.code[self.best_edge()]

    def begin_search(self, game: Policies) -> None:
        """Nothing is known yet."""
        self.searcher = game.turn
        self.luck = game.luck
        self.nodes = 0
        self.edges = 0
        self.searches += 1  # what stands in the table from earlier searches no longer counts
        for seat in range(self.seats):
            self.least[seat] = 0
            self.most[seat] = 0

    def iterate(self, game: Policies) -> None:
        """One guess of the hidden cards, played to the end of the hand."""
        self.take_guess(game)
        self.course = 0
        self.length = 0
        while not self.is_done and self.step():
            pass
        while not self.is_done:
            self.act(self.chosen_by(RANDOM))
        self.learn()

    def take_guess(self, game: Policies) -> None:
        """The game with what the searching seat cannot see dealt anew, ending with this hand."""
        game.copy_engine(self)
        self.luck = stepped(self.luck)
        self.guess(self.searcher, self.luck)
        self.forget_later_hands()

    # -- down the tree -------------------------------------------------------------------------------------------------

    def step(self) -> bool:
        """Take one action within the tree; false where the tree ends."""
        count = self.ask()
        if count == 1:
            self.follow(self.choice[0])
            return True
        before = self.nodes
        node = self.node_of(self.known_here()) if self.length < DEPTH else NONE
        edge = self.chosen_edge(node, count) if node != NONE else NONE
        if edge == NONE:
            return False
        self.path[self.length] = edge
        self.path_seat[self.length] = self.turn
        self.length += 1
        self.follow(self.code[edge])
        return self.nodes == before

    def follow(self, code: int) -> None:
        """Act, and remember what all hear of it: cards thrown away and given are the actor's own business."""
        kind = code & 31
        heard = kind if kind == THREW or kind == GAVE else code
        self.course = stirred(self.course, (heard << 3) | self.turn)
        self.act(code)

    def known_here(self) -> int:
        """What the seat to act knows, folded into one number."""
        key = stirred(stirred(self.course, self.shown), self.turn)
        if self.turn == self.searcher or self.tells_apart:
            return stirred(stirred(key, self.knows[self.turn]), self.cards_held(self.turn))
        if self.program.op[self.phase] == BET:
            strength = self.strength(self.turn)
            return stirred(key, 1 + (strength > 0.2) + (strength > 0.4) + (strength > 0.6) + (strength > 0.8))
        return key

    def cards_held(self, seat: int) -> int:
        """A seat's cards as a set."""
        held = 0
        for slot in range(self.held[seat]):
            held |= CARD_BIT[self.hand[seat * SLOTS + slot]]
        return held

    def node_of(self, key: int) -> int:
        """The position in the tree, made if need be; NONE where the tree is full."""
        place = key & (TABLE - 1)
        while self.table_search[place] == self.searches:
            if self.table_key[place] == key:
                return self.table_node[place]
            place = (place + 1) & (TABLE - 1)
        if self.nodes == NODES:
            return NONE
        self.table_search[place] = self.searches
        self.table_key[place] = key
        self.table_node[place] = self.nodes
        self.first_edge[self.nodes] = NONE
        self.nodes += 1
        return self.nodes - 1

    def chosen_edge(self, node: int, count: int) -> int:
        """The listed action with the highest upper bound; those never taken come first, any of them."""
        best = NONE
        top = 0.0
        fresh = 0
        for at in range(count):
            edge = self.edge_of(node, self.choice[at])
            if edge == NONE:
                return NONE
            self.offered[edge] += 1
            if self.visits[edge] == 0:
                fresh += 1
                if self.below(fresh) == 0:  # one of the new ones, all equally likely
                    best = edge
            elif fresh == 0:
                value = self.upper_bound(edge)
                if best == NONE or value > top:
                    top = value
                    best = edge
        return best

    def edge_of(self, node: int, code: int) -> int:
        """What is known of an action at a position, nothing at first; NONE where the tree is full."""
        edge = self.first_edge[node]
        while edge != NONE:
            if self.code[edge] == code:
                return edge
            edge = self.next_edge[edge]
        if self.edges == EDGES:
            return NONE
        edge = self.edges
        self.edges += 1
        self.code[edge] = code
        self.visits[edge] = 0
        self.offered[edge] = 0
        self.gained[edge] = 0.0
        self.wins[edge] = 0.0
        self.next_edge[edge] = self.first_edge[node]
        self.first_edge[node] = edge
        return edge

    def upper_bound(self, edge: int) -> float:
        """What an action may be worth to the seat to act, as a part of all that it ever won or lost."""
        span = self.most[self.turn] - self.least[self.turn]
        mean = self.gained[edge] / self.visits[edge] - self.least[self.turn]
        doubt: float = sqrt(log(self.offered[edge]) / self.visits[edge])
        return (mean / span if span > 0 else 0.0) + EXPLORATION * doubt

    def learn(self) -> None:
        """Count what the hand came to for everybody who acted in the tree."""
        for at in range(self.length):
            edge = self.path[at]
            seat = self.path_seat[at]
            won = float(self.payoff(seat))
            self.visits[edge] += 1
            self.gained[edge] += won
            self.wins[edge] += 1.0 if won > 0 else 0.5 if won == 0 else 0.0
            self.least[seat] = won if won < self.least[seat] else self.least[seat]
            self.most[seat] = won if won > self.most[seat] else self.most[seat]

    # -- what came of it -----------------------------------------------------------------------------------------------

    def best_edge(self) -> int:
        """The most visited action at the root, of equals the one that won more."""
        edge = self.first_edge[0]
        best = edge
        while edge != NONE:
            if self.visits[edge] > self.visits[best] or (self.visits[edge] == self.visits[best]
                                                         and self.gained[edge] > self.gained[best]):
                best = edge
            edge = self.next_edge[edge]
        return best

    def openness(self) -> float:
        """How open the hand is to the searching seat after its best choice: 1 at even chances, 0 if it is sure."""
        share = self.wins[self.best_edge()] / self.visits[self.best_edge()]
        return 4.0 * share * (1.0 - share)

    def showdown_share(self, game: Policies, guesses: int) -> float:
        """How often the seat to act wins if everybody checks and calls from here, ties counting half."""
        won = 0.0
        self.searcher = game.turn
        for _ in range(guesses):
            self.take_guess(game)
            while not self.is_done:
                self.act(self.chosen_by(CALLER))
            won += 1.0 if self.payoff(self.searcher) > 0 else 0.5 if self.payoff(self.searcher) == 0 else 0.0
        return won / guesses


def stirred(key: int, more: int) -> int:
    """One more fact folded into a key."""
    return seeded(key ^ seeded(more))
