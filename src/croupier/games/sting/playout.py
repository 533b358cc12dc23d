"""Whole runs inside the core, by built-in policies: for search, for studies, for speed.

    house       the role's mix of the deck file (ruling I7); checks and goes on where there is none
    random      any legal action, all equally likely
    checker     checks and goes on, always
    raiser      plays any card whenever it may, always goes on
    dumper      the same, but plays its best card: the dearest product, the most cover
    careful     weighs profit against the chance of a bust and the hands still to come

Raiser and dumper fold at a decision point once the evidence exceeds the cover by more than their `limit`, if they have
one. What a policy looks at is what its role may see: its hand, the flipped cards, its own face-down cards, the counts.
"""

from __future__ import annotations

import cython

from croupier.games.sting.engine import Engine
from croupier.games.sting.layout import Layout, choice
from croupier.games.sting.totals import Totals
from croupier.rng import seeded

if not cython.compiled:
    from croupier.games.sting.engine import DECISION, HAND, PLAYER
    from croupier.games.sting.layout import FOLD_IT, RAISE_IT
    from croupier.games.sting.totals import PRODUCT

    HOUSE, RANDOM, CHECKER, RAISER, DUMPER, CAREFUL = range(6)
    NO_LIMIT = 1 << 30

POLICIES = {"house": 0, "random": 1, "checker": 2, "raiser": 3, "dumper": 4, "careful": 5}
"""The policies by name."""

HIDDEN_EVIDENCE = 7
"""What a hidden card of another adds to the evidence on average, as the careful policy sees it."""
HAND_WORTH = 60
"""What a hand still to come is worth to the careful policy."""


class Playout(Engine):
    """A run that can play by itself."""

    def __init__(self, layout: Layout) -> None:
        if not cython.compiled:
            self.policy = [0] * 3
            self.limit = [0] * 3
        Engine.__init__(self, layout)
        self.scratch = Totals(layout)
        self.actions = 0
        for role in range(3):
            self.policy[role] = CAREFUL if role == PLAYER else HOUSE
            self.limit[role] = NO_LIMIT

    def set_policy(self, role: int, name: str, limit: int | None = None) -> None:
        """Let a role play by a policy."""
        if role not in (0, 1, 2) or name not in POLICIES:
            raise ValueError(f"role {role} or policy {name!r} is not there: there are {', '.join(POLICIES)}")
        self.policy[role] = POLICIES[name]
        self.limit[role] = NO_LIMIT if limit is None else limit

    def runs(self, count: int, seed: int) -> list[int]:
        """The Player's winnings of so many runs, one after another from a seed."""
        self.keeps_log = False
        rules = self.layout.rules
        won = []
        for number in range(count):
            self.begin_run(rules.cash, rules.heat, rules.hands, seeded(seed + number))
            self.play_out()
            won.append(self.cash - self.begun)
        return won

    def hands_played(self, count: int, seed: int) -> int:
        """Play so many single hands and give how many actions that took; for benchmarks."""
        self.keeps_log = False
        rules = self.layout.rules
        self.actions = 0
        for number in range(count):
            self.begin_run(rules.cash, rules.heat, 1, seeded(seed + number))
            self.play_out()
        return self.actions

    def play_out(self) -> None:
        """Action after action to the end of the run."""
        while self.ended == 0:
            self.decide()
            self.actions += 1

    def decide(self) -> None:
        """One decision of the role to act."""
        role = self.to_act()
        policy = self.policy[role]
        if policy == RANDOM:
            self.decide_random(role)
        elif policy == CAREFUL:
            self.decide_carefully(role)
        elif self.phase == DECISION:
            self.decide_by_limit(role)
        elif policy == HOUSE:
            self.decide_as_house(role)
        elif policy == CHECKER or self.held[role] == 0:
            self.act_check()
        else:
            self.act_raise(self.best_slot(role) if policy == DUMPER else self.below(self.held[role]))

    def decide_random(self, role: int) -> None:
        """Check, fold, or any card; at a decision point go on or fold."""
        if self.phase == DECISION:
            if self.below(2) == 0:
                self.act_continue()
            else:
                self.act_fold()
            return
        move = self.below(self.held[role] + 2)
        if move == 0:
            self.act_check()
        elif move == 1:
            self.act_fold()
        else:
            self.act_raise(move - 2)

    def decide_by_limit(self, role: int) -> None:
        """Go on, unless evidence exceeds cover by more than the limit."""
        if self.totals.count_evidence() - self.totals.count_cover() > self.limit[role]:
            self.act_fold()
        else:
            self.act_continue()

    def decide_as_house(self, role: int) -> None:
        """By the mix of the deck file."""
        move = choice(self.layout, role, self.round_no, self.totals.count_evidence(), self.below(100))
        if move == RAISE_IT and self.held[role] > 0:
            self.act_raise(self.below(self.held[role]))
        elif move == FOLD_IT:
            self.act_fold()
        else:
            self.act_check()

    def best_slot(self, role: int) -> int:
        """The card that is best by itself, whatever lies on the table."""
        best = 0
        most = -NO_LIMIT
        for slot in range(self.held[role]):
            face = self.hand[role * HAND + slot]
            worth = self.layout.price[face] + 2 * (self.layout.cover[face] - self.layout.evidence[face])
            if worth > most:
                most = worth
                best = slot
        return best

    # -- the careful policy --------------------------------------------------------------------------------------------

    def decide_carefully(self, role: int) -> None:
        """Play the card that helps most, if it helps more than it is worth; fold what is likelier to cost than pay."""
        self.read_table(role)
        now = self.worth(role, 0)
        if self.phase == DECISION:
            if self.worth(role, 12 * (self.layout.rounds - self.round_no)) < 0:
                self.act_fold()
            else:
                self.act_continue()
            return
        best = -1
        for slot in range(self.held[role]):
            face = self.hand[role * HAND + slot]
            self.read_table(role)
            self.scratch.add(face)
            worth = self.worth(role, 0) - self.keeping(face)
            if worth > now:
                now = worth
                best = slot
        if best < 0:
            self.act_check()
        else:
            self.act_raise(best)

    def read_table(self, role: int) -> None:
        """What the role knows to lie on the table: flipped cards and its own."""
        self.totals.copy_to(self.scratch)
        for place in range(self.flipped, self.table_count):
            if self.owner[place] == role:
                self.scratch.add(self.table[place])

    def worth(self, role: int, help_to_come: int) -> int:
        """Expected gain of the hand, times a thousand: profit if safe, less the hands to come if not."""
        threats = self.layout.rounds - self.round_no
        for place in range(self.flipped, self.table_count):
            if self.owner[place] != role:
                threats += 1
        margin = self.scratch.count_cover() - self.scratch.count_evidence() - HIDDEN_EVIDENCE * threats + help_to_come
        safe = 500 + 12 * margin
        safe = 980 if safe > 980 else 20 if safe < 20 else safe
        future = HAND_WORTH * (self.hands - self.hand_no)
        return safe * self.scratch.count_profit() - (1000 - safe) * future

    def keeping(self, face: int) -> int:
        """What a card is worth in a later hand, times a thousand."""
        left = self.hands - self.hand_no
        if left == 0:
            return 0
        return 100 * self.layout.price[face] + 4000 if self.layout.kind[face] == PRODUCT else 4000
