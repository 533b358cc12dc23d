"""Play whole games in compiled code, with policies or a search as players, and count the results."""

from __future__ import annotations

import cython

from croupier.games.genome.engine import constants
from croupier.games.genome.engine.engine import Engine
from croupier.games.genome.engine.policies import Policies
from croupier.games.genome.engine.program import Program
from croupier.games.genome.engine.search import Search
from croupier.games.genome.values import BadGenome, whole
from croupier.interrupt import check_signals
from croupier.rng import Rng, seeded

RUN_MAX = 10**12


class Playout:
    """A table that plays games by itself."""

    def __init__(self, program: Program, seats: int, seed: int) -> None:
        if not cython.compiled:
            self.policy = [0] * constants.SEATS
            self.iterations = [0] * constants.SEATS
            self.won = [0] * constants.SEATS
            self.squares = [0.0] * constants.SEATS
        self.engine = Engine(program, seats)
        self.policies = Policies(self.engine)
        self.phases = self.engine.phases
        self.settlement = self.engine.settlement
        self.seats = seats
        self.search = Search(program, seats)
        self.chance = Rng(seed)
        # the players' choices and the deck use different generators, so that they are independent
        self.policies.luck = seeded(self.chance.state)
        self.games = 0
        self.hands = 0
        self.decisions = 0
        self.checksum = 0
        for seat in range(seats):
            self.policy[seat] = 0
            self.iterations[seat] = 0
            self.won[seat] = 0
            self.squares[seat] = 0

    def check_built(self) -> None:
        """Raise BadGenome if the playout was made by `__new__` without `__init__`, and therefore has no game."""
        if self.engine is None:
            raise BadGenome("this playout was never built: it has no game")

    def set_policy(self, seat: int, policy: int) -> None:
        """Set the policy of a seat. Raise BadGenome if the seat or the policy does not exist."""
        place = whole(seat, 0, self.seats - 1, "a seat")
        self.policy[place] = whole(policy, 0, constants.BETTOR, "a policy")
        self.iterations[place] = 0

    def set_search(self, seat: int, iterations: int) -> None:
        """Make a seat choose by search, with this many iterations for each decision."""
        place = whole(seat, 0, self.seats - 1, "a seat")
        self.iterations[place] = whole(iterations, 1, 10**6, "iterations")

    def run_games(self, games: int) -> None:
        """Play this many games. Other threads can run meanwhile, and Ctrl-C takes effect after every hundred games."""
        self.check_built()
        left = whole(games, 0, RUN_MAX, "games")
        while left > 0:
            self.play_games(left if left < constants.SLICE else constants.SLICE)
            left -= constants.SLICE
            # compiled code does not react to Ctrl-C by itself
            check_signals()

    def run_hands(self, hands: int) -> int:
        """Play games until at least this many hands are over; return the number of hands played."""
        self.check_built()
        before = self.hands
        wanted = whole(hands, 0, RUN_MAX, "hands")
        while self.hands - before < wanted:
            self.play_hands(before + wanted)
            check_signals()
        return self.hands - before

    def play_games(self, games: int) -> None:
        """Play this many games without the interpreter's lock."""
        with cython.nogil:
            for _ in range(games):
                self.play_game()

    def play_hands(self, total: int) -> None:
        """Play until the total of hands is reached, at most one slice of games, without the interpreter's lock."""
        with cython.nogil:
            for _ in range(constants.SLICE):
                if self.hands < total:
                    self.play_game()

    @property
    def is_broken(self) -> bool:
        """Return True if chips were miscounted or a game took more steps than it can: a bug in the engine."""
        self.check_built()
        return self.engine.round.broken or self.engine.overran

    def results(self) -> list[tuple[int, float]]:
        """Return each seat's sum of payoffs and sum of their squares."""
        return [(self.won[seat], self.squares[seat]) for seat in range(self.seats)]

    def decided(self) -> int:
        """Return the choice that the seat to act makes by its policy or search."""
        if self.iterations[self.phases.turn] > 0:
            return self.search.best_code(self.policies, self.iterations[self.phases.turn])
        return self.policies.chosen_by(self.policy[self.phases.turn])

    def play_game(self) -> None:
        """Play one game to its end."""
        self.engine.begin_game(self.chance.below(1 << 31))
        while not self.engine.is_done:
            self.engine.act(self.decided())
        self.games += 1
        self.hands += self.engine.hands_over
        self.decisions += self.engine.steps
        for seat in range(self.seats):
            net = self.settlement.payoff(seat)
            self.won[seat] += net
            # added as floats, because squares of large stacks do not fit into 64 bits
            self.squares[seat] += float(net) * float(net)
            self.checksum = _mixed(self.checksum, net)


def _mixed(checksum: int, net: int) -> int:
    """Return the checksum of a run updated with one more result."""
    if cython.compiled:
        return checksum * 31 + net
    return (checksum * 31 + net) & 0xFFFFFFFFFFFFFFFF
