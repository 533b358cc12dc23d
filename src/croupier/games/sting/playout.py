"""Whole runs inside the core, by built-in policies: for search, for studies, for speed.

    house       the role's mix of the deck file (ruling I7); checks and goes on where there is none
    random      any legal action, all equally likely
    line        a fixed line: raises whenever it may, in some rounds, so many times in each; always goes on, or folds
                at a decision point once the evidence exceeds the cover by more than a limit

A line takes any card of the hand, its best one (the dearest product, the most cover) or the fittest (the one that helps
most as the table stands). What a policy looks at is what its role may see: its hand, the flipped cards, its own
face-down cards, the counts.
"""

from __future__ import annotations

import cython

from croupier.games.sting.engine import Engine
from croupier.games.sting.layout import Layout, choice
from croupier.games.sting.totals import Totals
from croupier.rng import seeded

if not cython.compiled:
    from croupier.games.sting.engine import CUSTOMER, DECISION, HAND, NARC, PLAYER
    from croupier.games.sting.layout import FOLD_IT, RAISE_IT

    HOUSE, RANDOM, LINE = range(3)
    ANY, BEST, FIT = range(3)
    NO_LIMIT = 1 << 30
    _CHECKS, _FOLDS = -1, -2

POLICIES = {"house": 0, "random": 1, "line": 2}
"""The policies by name."""
CARD_RULES = {"any": 0, "best": 1, "fit": 2}
"""Which card a fixed line plays, by name."""
ALL_ROUNDS = 63
_LEAST = -(1 << 60)

HIDDEN_EVIDENCE = 7
"""What a card still hidden adds to the evidence, as the fittest card is chosen: about the mean of the seed's decks."""
HAND_WORTH = 60
"""What a hand still to come is worth, as the fittest card is chosen."""
QUICK_LIMIT = 10
"""Where the quick Player of search folds: the best of the fixed lines in docs/sting.md."""


class Playout(Engine):
    """A run that can play by itself."""

    def __init__(self, layout: Layout) -> None:
        if not cython.compiled:
            self.policy = [0] * 3
            self.card_rule = [0] * 3
            self.rounds = [0] * 3
            self.plays = [0] * 3
            self.limit = [0] * 3
        Engine.__init__(self, layout)
        self.scratch = Totals(layout)
        self.actions = 0
        self.policy[NARC] = HOUSE
        self.policy[CUSTOMER] = HOUSE
        self.set_line(PLAYER, "fit", ALL_ROUNDS, 99, QUICK_LIMIT)

    def set_policy(self, role: int, name: str) -> None:
        """Let a role play by a policy; `line` is set by `set_line`."""
        if role not in (0, 1, 2) or name not in ("house", "random"):
            raise ValueError(f"role {role} or policy {name!r} is not there: there are house and random")
        self.policy[role] = POLICIES[name]

    def set_line(self, role: int, cards: str = "any", rounds: int = ALL_ROUNDS, plays: int = 99,
                 limit: int | None = None) -> None:
        """Let a role play a fixed line: raise in a set of rounds (bit 0 is round 1), so many times in each.

        With a `limit` it folds at a decision point once evidence exceeds cover by more than that.
        """
        if role not in (0, 1, 2) or cards not in CARD_RULES:
            raise ValueError(f"role {role} or card rule {cards!r} is not there: there are {', '.join(CARD_RULES)}")
        self.policy[role] = LINE
        self.card_rule[role] = CARD_RULES[cards]
        self.rounds[role] = rounds
        self.plays[role] = plays
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
        elif policy == LINE:
            self.decide_by_line(role)
        elif self.phase == DECISION:
            self.act_continue()
        else:
            self.decide_as_house(role)

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

    def decide_by_line(self, role: int) -> None:
        """The next step of a fixed line."""
        if self.phase == DECISION:
            if self.totals.count_evidence() - self.totals.count_cover() > self.limit[role]:
                self.act_fold()
            else:
                self.act_continue()
        elif not self.line_raises(role):
            self.act_check()
        elif self.card_rule[role] == ANY:
            self.act_raise(self.below(self.held[role]))
        else:
            self.act_raise(self.best_slot(role) if self.card_rule[role] == BEST else self.fittest_slot(role))

    def line_raises(self, role: int) -> bool:
        """Whether a line plays a card now: it has one, this is a round for it, and not enough of them yet."""
        if self.held[role] == 0 or not (self.rounds[role] >> (self.round_no - 1)) & 1:
            return False
        return self.played_this_round(role) < self.plays[role]

    def played_this_round(self, role: int) -> int:
        """How many cards a role has played in this round."""
        played = 0
        for place in range(self.flipped, self.table_count):
            played += self.owner[place] == role
        return played

    def decide_as_house(self, role: int) -> None:
        """By the mix of the deck file."""
        move = self.house_slot(role)
        if move >= 0:
            self.act_raise(move)
        elif move == _FOLDS:
            self.act_fold()
        else:
            self.act_check()

    def house_slot(self, role: int) -> int:
        """What the house does in a role: the slot of the card it plays, or _CHECKS, or _FOLDS."""
        move = choice(self.layout, role, self.round_no, self.totals.count_evidence(), self.below(100))
        if move == FOLD_IT:
            return _FOLDS
        return self.below(self.held[role]) if move == RAISE_IT and self.held[role] > 0 else _CHECKS

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

    # -- the fittest card ----------------------------------------------------------------------------------------------

    def fittest_slot(self, role: int) -> int:
        """The card that helps most as the table stands."""
        most = _LEAST
        best = 0
        for slot in range(self.held[role]):
            self.read_table(role)
            self.scratch.lay(self.hand[role * HAND + slot])
            worth = self.worth(role)
            if worth > most:
                most = worth
                best = slot
        return best

    def read_table(self, role: int) -> None:
        """What the role knows to lie on the table: flipped cards and its own."""
        self.totals.copy_to(self.scratch)
        for place in range(self.flipped, self.table_count):
            if self.owner[place] == role:
                self.scratch.lay(self.table[place])

    def worth(self, role: int) -> int:
        """Expected gain of the hand, times a thousand: profit if safe, less the hands to come if not."""
        threats = self.layout.rounds - self.round_no
        for place in range(self.flipped, self.table_count):
            if self.owner[place] != role:
                threats += 1
        margin = self.scratch.count_cover() - self.scratch.count_evidence() - HIDDEN_EVIDENCE * threats
        safe = 500 + 12 * margin
        safe = 980 if safe > 980 else 20 if safe < 20 else safe
        future = HAND_WORTH * (self.hands - self.hand_no)
        return safe * self.scratch.count_profit() - (1000 - safe) * future
