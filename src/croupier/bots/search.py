"""The tree search of `mcts.py` inside the core, for genomes' games: the same idea a hundred times as fast.

Each iteration copies the position, deals anew what the searching seat cannot see, walks down the tree by UCT, adds one
position and plays on at random; every seat looks for its own best. What tells positions apart is what the seat to act
knows there: the course of the hand as all have heard it, the open cards, and its own cards. Of the *other* seats' cards
only a coarse strength counts in betting rounds, and nothing elsewhere, unless so few hands are possible that each can
be told apart: exact cards would make every position a new one, and others would be thought to bet without looking.

It needs no lock and makes no Python objects while it runs; the same seed gives the same search, compiled or not.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from math import comb
from time import monotonic
from typing import Any

import cython

from croupier.bots.mcts import Choice
from croupier.games.genome.engine import Engine
from croupier.games.genome.playout import Playout
from croupier.games.genome.program import Program
from croupier.games.genome.state import State
from croupier.rng import seeded

if not cython.compiled:
    from math import log, sqrt

    from croupier.games.genome.playout import CALLER, RANDOM
    from croupier.games.genome.program import BET
    from croupier.games.genome.settling import GAVE, THREW
    from croupier.games.genome.table import SEATS, SLOTS
    from croupier.ranking.kernel import CARD_BIT

    NONE = -1
    PATH_MAX = 512
    EDGES_A_NODE = 8

EXPLORATION = 0.7
"""How much the search looks at what seems worse, as a part of all that there is to win or lose."""
FEW_HANDS = 64
"""As many possible hands are told apart one by one."""
CHUNK = 64
"""Iterations between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to: the actions, the most visited first."""

    choices: list[Choice]
    iterations: int

    @property
    def best(self) -> Choice:
        """The action to take."""
        return self.choices[0]


class GenomeSearch(Playout):
    """A table on which positions are searched, one after the other: `searched` looks at one."""

    def __init__(self, program: Program, seats: int, seed: int, room: int = 4096,
                 exploration: float = EXPLORATION) -> None:
        Playout.__init__(self, program, seats, seed)
        self.root = Engine(program, seats)
        self.exploration = exploration
        self.room = room
        self.edge_room = EDGES_A_NODE * room
        slots = 4
        while slots < 2 * room:
            slots *= 2
        self.mask = slots - 1
        self.slot_key = array("Q", bytes(8 * slots))
        self.slot_epoch = array("i", bytes(4 * slots))
        self.slot_node = array("i", bytes(4 * slots))
        self.node_edge = array("i", bytes(4 * room))
        self.edge_code = array("i", bytes(4 * self.edge_room))
        self.edge_next = array("i", bytes(4 * self.edge_room))
        self.edge_seen = array("i", bytes(4 * self.edge_room))
        self.edge_visits = array("i", bytes(4 * self.edge_room))
        self.edge_total = array("d", bytes(8 * self.edge_room))
        self.edge_wins = array("d", bytes(8 * self.edge_room))
        if not cython.compiled:
            self.path = [0] * PATH_MAX
            self.path_seat = [0] * PATH_MAX
            self.least = [0.0] * SEATS
            self.most = [0.0] * SEATS
        self.epoch = 0
        self.iterations = 0
        self.tells_apart = comb(program.deck_size, program.cards_each) <= FEW_HANDS

    # -- asked ---------------------------------------------------------------------------------------------------------

    def searched(self, state: State, seat: int, iterations: int, milliseconds: int | None = None) -> Found:
        """Look at the position of a game in play, so many iterations or as many as fit into the time."""
        self.look_at(state, seat)
        until = None if milliseconds is None else monotonic() + milliseconds / 1000
        left = iterations
        while left > 0 and (until is None or monotonic() < until or left == iterations):
            self.run_iterations(min(left, CHUNK) if until is not None else left)
            left -= CHUNK if until is not None else left
        return self.found()

    def found(self) -> Found:
        """What the search has come to."""
        choices = []
        edge = self.node_edge[0] if self.nodes > 0 else NONE
        while edge != NONE:
            visits = self.edge_visits[edge]
            mean = self.edge_total[edge] / visits if visits else 0.0
            choices.append(Choice(self.state.action_of(self.edge_code[edge]), visits, mean))
            edge = self.edge_next[edge]
        choices.sort(key=lambda choice: (-choice.visits, -choice.mean))
        return Found(choices, self.iterations)

    # -- the tree ------------------------------------------------------------------------------------------------------

    def look_at(self, position: State, seat: int) -> None:
        """Begin anew, at a position in which the seat has to act."""
        self.state = position
        self.begin(position, seat)

    def begin(self, position: Engine, seat: int) -> None:
        """The same inside the core."""
        position.copy_engine(self.root)
        self.root.forget_later_hands()
        self.seat = seat
        self.nodes = 0
        self.edges = 0
        self.epoch += 1
        self.iterations = 0
        for other in range(self.seats):
            self.least[other] = 0.0
            self.most[other] = 0.0
            self.policy[other] = RANDOM

    def run_iterations(self, iterations: int) -> None:
        """So many iterations more; the interpreter is free meanwhile."""
        with cython.nogil:
            self.run_quietly(iterations)

    def run_quietly(self, iterations: int) -> None:
        """The same inside the core."""
        for _ in range(iterations):
            self.iterate()

    def iterate(self) -> None:
        """One guess walked down, played to its end and learnt from."""
        self.root.copy_engine(self)
        self.guess(self.seat, self.chance.below(1 << 62))
        self.history = 0
        self.depth = 0
        while not self.is_done and self.step():
            pass
        while not self.is_done:
            self.play_on()
        self.learn()
        self.iterations += 1

    def step(self) -> bool:
        """Take one action within the tree; false where the tree ends."""
        count = self.ask()
        if count == 1:
            self.follow(self.choice[0])
            return True
        if self.depth == PATH_MAX:
            return False
        before = self.nodes
        node = self.node_at(self.known_here())
        edge = self.chosen(node, count) if node != NONE else NONE
        if edge == NONE:
            return False
        self.path[self.depth] = edge
        self.path_seat[self.depth] = self.turn
        self.depth += 1
        self.follow(self.edge_code[edge])
        return self.nodes == before

    def follow(self, code: int) -> None:
        """Take an action and remember what all hear of it: cards thrown away and given stay hidden."""
        kind = code & 31
        heard = kind if kind == THREW or kind == GAVE else code
        self.history = stirred(self.history, (heard << 3) | self.turn)
        self.act(code)

    def play_on(self) -> None:
        """One decision beyond the tree."""
        Playout.decide(self)

    def known_here(self) -> int:
        """What the seat to act knows, folded into one number."""
        key = stirred(self.history, self.shown)
        key = stirred(key, self.turn)
        if self.turn == self.seat or self.tells_apart:
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

    def node_at(self, key: int) -> int:
        """The position in the tree, added if it is new; NONE if there is no room."""
        slot = key & self.mask
        while self.slot_epoch[slot] == self.epoch:
            if self.slot_key[slot] == key:
                return self.slot_node[slot]
            slot = (slot + 1) & self.mask
        if self.nodes == self.room:
            return NONE
        self.slot_epoch[slot] = self.epoch
        self.slot_key[slot] = key
        self.slot_node[slot] = self.nodes
        self.node_edge[self.nodes] = NONE
        self.nodes += 1
        return self.nodes - 1

    def chosen(self, node: int, count: int) -> int:
        """The listed action with the highest upper bound; those never taken come first, in any order."""
        best = NONE
        top = 0.0
        fresh = 0
        for at in range(count):
            edge = self.edge_of(node, self.choice[at])
            if edge == NONE:
                return NONE
            self.edge_seen[edge] += 1
            if self.edge_visits[edge] == 0:
                fresh += 1
                if self.chance.below(fresh) == 0:
                    best = edge
            elif fresh == 0:
                bound = self.bound(edge)
                if best == NONE or bound > top:
                    top = bound
                    best = edge
        return best

    def edge_of(self, node: int, code: int) -> int:
        """What is known of an action at a position, added if it is new; NONE if there is no room."""
        edge = self.node_edge[node]
        while edge != NONE:
            if self.edge_code[edge] == code:
                return edge
            edge = self.edge_next[edge]
        if self.edges == self.edge_room:
            return NONE
        edge = self.edges
        self.edges += 1
        self.edge_code[edge] = code
        self.edge_next[edge] = self.node_edge[node]
        self.edge_seen[edge] = 0
        self.edge_visits[edge] = 0
        self.edge_total[edge] = 0.0
        self.edge_wins[edge] = 0.0
        self.node_edge[node] = edge
        return edge

    def bound(self, edge: int) -> float:
        """What an action may be worth at best, between 0 and 1 of all that was ever won, and above."""
        span = self.most[self.turn] - self.least[self.turn]
        mean = self.edge_total[edge] / self.edge_visits[edge] - self.least[self.turn]
        look: float = sqrt(log(self.edge_seen[edge]) / self.edge_visits[edge])
        return (mean / span if span > 0 else 0.0) + self.exploration * look

    def learn(self) -> None:
        """Count what the hand came to for everybody who acted in the tree."""
        for at in range(self.depth):
            edge = self.path[at]
            seat = self.path_seat[at]
            won = float(self.payoff(seat))
            self.edge_visits[edge] += 1
            self.edge_total[edge] += won
            self.edge_wins[edge] += 1.0 if won > 0 else 0.5 if won == 0 else 0.0
            self.least[seat] = won if won < self.least[seat] else self.least[seat]
            self.most[seat] = won if won > self.most[seat] else self.most[seat]

    def best_edge(self) -> int:
        """The most visited action at the root, the better one of equals; NONE if nothing was searched."""
        best = NONE
        edge = self.node_edge[0] if self.nodes > 0 else NONE
        while edge != NONE:
            if best == NONE or self.edge_visits[edge] > self.edge_visits[best] or (
                    self.edge_visits[edge] == self.edge_visits[best]
                    and self.edge_total[edge] > self.edge_total[best]):
                best = edge
            edge = self.edge_next[edge]
        return best

    def best_code(self) -> int:
        """The choice to take."""
        return self.edge_code[self.best_edge()]

    def openness(self) -> float:
        """How open the hand is to the searching seat after its best choice: 1 at even chances, 0 if it is sure."""
        edge = self.best_edge()
        share = self.edge_wins[edge] / self.edge_visits[edge]
        return 4.0 * share * (1.0 - share)

    def showdown_share(self, guesses: int) -> float:
        """How often the searching seat wins if everybody checks and calls from here, ties counting half."""
        won = 0.0
        for seat in range(self.seats):
            self.policy[seat] = CALLER
        for _ in range(guesses):
            self.root.copy_engine(self)
            self.guess(self.seat, self.chance.below(1 << 62))
            while not self.is_done:
                self.play_on()
            won += 1.0 if self.payoff(self.seat) > 0 else 0.5 if self.payoff(self.seat) == 0 else 0.0
        for seat in range(self.seats):
            self.policy[seat] = RANDOM
        return won / guesses


def stirred(key: int, more: int) -> int:
    """One more fact folded into a key."""
    return seeded(key ^ seeded(more))


def table_for(state: State, seed: int, room: int = 4096, exploration: float = EXPLORATION) -> GenomeSearch:
    """A table to search the positions of a game in play."""
    return GenomeSearch(state.program, state.seats, seed, room, exploration)


def search_in(view: Any, iterations: int, seed: int, exploration: float = EXPLORATION,
              milliseconds: int | None = None) -> Found:
    """Search the position that a seat's view of a genome's game shows."""
    state = view.guess(seed)
    return table_for(state, seed, iterations, exploration).searched(state, view.seat, iterations, milliseconds)
