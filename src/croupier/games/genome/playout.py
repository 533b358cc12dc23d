"""Whole games inside the core, by policies or by search: results counted, no Python objects on the way."""

from __future__ import annotations

import cython

from croupier.games.genome.policies import Policies
from croupier.games.genome.program import Program
from croupier.games.genome.search import Search
from croupier.rng import Rng, seeded

if not cython.compiled:
    from croupier.games.genome.policies import BETTOR
    from croupier.games.genome.table import SEATS


class Playout(Policies):
    """A table that plays by itself."""

    def __init__(self, program: Program, seats: int, seed: int) -> None:
        if not cython.compiled:
            self.policy = [0] * SEATS
            self.iterations = [0] * SEATS
            self.won = [0] * SEATS
            self.squares = [0.0] * SEATS
        Policies.__init__(self, program, seats)
        self.search = Search(program, seats)
        self.chance = Rng(seed)
        self.luck = seeded(self.chance.state)
        self.games = 0
        self.hands = 0
        self.decisions = 0
        self.checksum = 0
        for seat in range(seats):
            self.policy[seat] = 0
            self.iterations[seat] = 0
            self.won[seat] = 0
            self.squares[seat] = 0

    def set_policy(self, seat: int, policy: int) -> None:
        """Let a seat play by a policy."""
        if not (0 <= seat < self.seats and 0 <= policy <= BETTOR):
            raise ValueError(f"seat {seat} or policy {policy} is not there")
        self.policy[seat] = policy
        self.iterations[seat] = 0

    def set_search(self, seat: int, iterations: int) -> None:
        """Let a seat search, so many iterations a decision."""
        if not (0 <= seat < self.seats and 0 < iterations <= 10**6):
            raise ValueError(f"seat {seat} or {iterations} iterations cannot be")
        self.iterations[seat] = iterations

    def run_games(self, games: int) -> None:
        """Play so many games; the interpreter is free meanwhile."""
        with cython.nogil:
            for _ in range(games):
                self.play_game()

    def run_hands(self, hands: int) -> int:
        """Play games until at least so many hands are over; gives the number of hands played."""
        before = self.hands
        with cython.nogil:
            while self.hands - before < hands:
                self.play_game()
        return self.hands - before

    @property
    def is_broken(self) -> bool:
        """Whether chips were miscounted or a game took more steps than it can: a bug in the engine."""
        return self.round.broken or self.overran

    def results(self) -> list[tuple[int, float]]:
        """Per seat, the sum of payoffs and of their squares."""
        return [(self.won[seat], self.squares[seat]) for seat in range(self.seats)]

    def decided(self) -> int:
        """What the seat to act does."""
        if self.iterations[self.turn] > 0:
            return self.search.best_code(self, self.iterations[self.turn])
        return self.chosen_by(self.policy[self.turn])

    def play_game(self) -> None:
        """One game to its end."""
        self.begin_game(self.chance.below(1 << 31))
        while not self.is_done:
            self.act(self.decided())
        self.games += 1
        self.hands += self.hands_over
        self.decisions += self.steps
        for seat in range(self.seats):
            net = self.payoff(seat)
            self.won[seat] += net
            self.squares[seat] += float(net) * float(net)
            self.checksum = _mixed(self.checksum, net)


def _mixed(checksum: int, net: int) -> int:
    """Fold a result into a checksum of the whole run."""
    if cython.compiled:
        return checksum * 31 + net
    return (checksum * 31 + net) & 0xFFFFFFFFFFFFFFFF
