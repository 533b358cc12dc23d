"""Play whole runs of the sting with built-in policies, in compiled code."""

from __future__ import annotations

from croupier.games.sting.engine import Engine
from croupier.games.sting.layout import Layout
from croupier.games.sting.policies import Policies
from croupier.interrupt import check_signals
from croupier.rng import seeded

CHECK_EVERY = 1 << 10
"""The number of hands after which a long loop checks for Ctrl-C."""


class Playout:
    """Plays runs with a policy for each role. By default the house plays Narc and Customer, and a simple fixed line
    plays the Player.
    """

    def __init__(self, layout: Layout) -> None:
        self.run = Engine(layout)
        self.run.keeps_log = False
        self.policies = Policies(layout)
        self.actions = 0

    def set_policy(self, role: int, name: str) -> None:
        """Set a role's policy to `house` or `random`."""
        self.policies.set_policy(role, name)

    def set_line(self, role: int, cards: str, rounds: int, plays: int, limit: int | None = None) -> None:
        """Make a role play a fixed line; see `Policies.set_line`."""
        self.policies.set_line(role, cards, rounds, plays, limit)

    def runs(self, count: int, seed: int) -> list[int]:
        """Play runs one after another and return what the Player won in each."""
        won = []
        for number in range(count):
            self.play(self.run.layout.rules.hands, seed + number)
            won.append(self.run.cash - self.run.begun)
            # compiled code does not react to Ctrl-C by itself
            if number % CHECK_EVERY == 0:
                check_signals()
        return won

    def play_hands(self, count: int, seed: int) -> int:
        """Play single hands and return the number of actions. Benchmarks use this."""
        self.actions = 0
        for number in range(count):
            self.play(1, seed + number)
            if number % CHECK_EVERY == 0:
                check_signals()
        return self.actions

    def play(self, hands: int, seed: int) -> None:
        """Play one run of at most this many hands."""
        rules = self.run.layout.rules
        # the seed is hashed first, because runs with neighbouring seeds would begin with similar random numbers
        self.run.begin_run(rules.cash, rules.heat, hands, seeded(seed))
        self.actions += play_out(self.run, self.policies)


def play_out(run: Engine, policies: Policies) -> int:
    """Play a run to its end. Return the number of actions."""
    actions = 0
    while run.ended == 0:
        policies.decide(run)
        actions += 1
    return actions
