"""Built-in policies of the sting in compiled code. Searches and studies use these policies because they are fast.

    house       the role's mix in the deck file (I7); without one it checks and continues
    random      any legal action, all equally likely
    line        a fixed line: raises whenever it can, in some rounds, a number of times in each; continues, or folds
                at a decision point once the evidence exceeds the cover by more than a limit

A line plays a random card of the hand, the best card (the most expensive product, the most cover) or the fittest card
(the one that helps most together with the cards on the table). A policy uses only what its role may see: its hand, the
flipped cards, its own face-down cards and the numbers of cards.
"""

from __future__ import annotations

import cython

from croupier.games.sting import constants
from croupier.games.sting.engine import Engine
from croupier.games.sting.layout import Layout, choice
from croupier.games.sting.totals import Totals

POLICIES = {"house": 0, "random": 1, "line": 2}
"""The policies by name."""
CARD_RULES = {"any": 0, "best": 1, "fit": 2}
"""The rules by which a fixed line chooses its card, by name."""
# six bits, one for each round
ALL_ROUNDS = 63
_LEAST = -(1 << 60)

HIDDEN_EVIDENCE = 7
"""The evidence that a hidden card is assumed to add, when the fittest card is chosen. This is about the mean in the
deck `seed`.
"""
HAND_WORTH = 60
"""The assumed value of a later hand, when the fittest card is chosen."""
QUICK_LIMIT = 10
"""The default Player folds if the evidence exceeds the cover by more than this. It is the limit of the best fixed line
in docs/sting.md.
"""


class Policies:
    """The policy of each role of a run."""

    def __init__(self, layout: Layout) -> None:
        if not cython.compiled:
            self.policy = [0] * 3
            self.card_rule = [0] * 3
            self.rounds = [0] * 3
            self.plays = [0] * 3
            self.limit = [0] * 3
        self.scratch = Totals(layout)
        self.policy[constants.NARC] = constants.HOUSE
        self.policy[constants.CUSTOMER] = constants.HOUSE
        # the default Player is the best fixed line of the study in docs/sting.md
        self.set_line(constants.PLAYER, "fit", ALL_ROUNDS, 99, QUICK_LIMIT)

    def set_policy(self, role: int, name: str) -> None:
        """Set a role's policy. For a fixed line use `set_line` instead."""
        if role not in (0, 1, 2) or name not in ("house", "random"):
            raise ValueError(f"role {role} or policy {name!r} is not there: there are house and random")
        self.policy[role] = POLICIES[name]

    def set_line(self, role: int, cards: str = "any", rounds: int = ALL_ROUNDS, plays: int = 99,
                 limit: int | None = None) -> None:
        """Make a role play a fixed line. It raises in the rounds of a set (bit 0 is round 1), `plays` times in each.

        With a `limit`, the role folds at a decision point if the evidence exceeds the cover by more than the limit.
        """
        if role not in (0, 1, 2) or cards not in CARD_RULES:
            raise ValueError(f"role {role} or card rule {cards!r} is not there: there are {', '.join(CARD_RULES)}")
        self.policy[role] = constants.LINE
        self.card_rule[role] = CARD_RULES[cards]
        self.rounds[role] = rounds
        self.plays[role] = plays
        self.limit[role] = constants.NO_LIMIT if limit is None else limit

    def decide(self, run: Engine) -> None:
        """Decide for the role to act."""
        role = run.to_act()
        policy = self.policy[role]
        if policy == constants.RANDOM:
            self.decide_random(run, role)
        elif policy == constants.LINE:
            self.decide_by_line(run, role)
        elif run.phase == constants.DECISION:
            run.act_continue()
        else:
            decide_as_house(run, role)

    def decide_random(self, run: Engine, role: int) -> None:
        """Choose at random between a check, a fold and each card; at a decision point between continuing and folding.
        """
        if run.phase == constants.DECISION:
            if run.below(2) == 0:
                run.act_continue()
            else:
                run.act_fold()
            return
        move = run.below(run.held[role] + 2)
        if move == 0:
            run.act_check()
        elif move == 1:
            run.act_fold()
        else:
            run.act_raise(move - 2)

    def decide_by_line(self, run: Engine, role: int) -> None:
        """Take the next step of a fixed line."""
        if run.phase == constants.DECISION:
            # counts flipped cards only, because a policy must not use face-down cards
            if run.totals.count_evidence() - run.totals.count_cover() > self.limit[role]:
                run.act_fold()
            else:
                run.act_continue()
        elif not self.line_raises(run, role):
            run.act_check()
        elif self.card_rule[role] == constants.ANY:
            run.act_raise(run.below(run.held[role]))
        else:
            best = self.card_rule[role] == constants.BEST
            run.act_raise(best_slot(run, role) if best else self.fittest_slot(run, role))

    def line_raises(self, run: Engine, role: int) -> bool:
        """Return True if a line plays a card now. A line plays a card if it has one and has not yet made all its raises
        in this round.
        """
        if run.held[role] == 0 or not (self.rounds[role] >> (run.round_no - 1)) & 1:
            return False
        return played_this_round(run, role) < self.plays[role]

    # -- the fittest card ----------------------------------------------------------------------------------------------

    def fittest_slot(self, run: Engine, role: int) -> int:
        """Return the slot of the card that helps most with the cards on the table."""
        most = _LEAST
        best = 0
        for slot in range(run.held[role]):
            # read again for each slot, because `lay` changes the temporary totals
            self.read_table(run, role)
            self.scratch.lay(run.hand[role * constants.HAND + slot])
            worth = self.worth(run, role)
            if worth > most:
                most = worth
                best = slot
        return best

    def read_table(self, run: Engine, role: int) -> None:
        """Add up the cards on the table that the role knows: all flipped cards, and its own face-down ones."""
        run.totals.copy_to(self.scratch)
        for place in range(run.flipped, run.table_count):
            if run.owner[place] == role:
                self.scratch.lay(run.table[place])

    def worth(self, run: Engine, role: int) -> int:
        """Return the expected gain of the hand, times 1000: the profit if the Player is safe, or the loss of later
        hands if not.
        """
        # counts one hidden card for each later round, and each card that is face down now
        threats = run.layout.rounds - run.round_no
        for place in range(run.flipped, run.table_count):
            if run.owner[place] != role:
                threats += 1
        margin = self.scratch.count_cover() - self.scratch.count_evidence() - HIDDEN_EVIDENCE * threats
        # in thousandths: a margin of 0 means a chance of 50 %, and each point of margin adds 1.2 percentage points
        safe = 500 + 12 * margin
        # limited to 2 % to 98 %
        safe = 980 if safe > 980 else 20 if safe < 20 else safe
        future = HAND_WORTH * (run.hands - run.hand_no)
        return safe * self.scratch.count_profit() - (1000 - safe) * future


def played_this_round(run: Engine, role: int) -> int:
    """Return the number of cards that a role has played in this round."""
    played = 0
    for place in range(run.flipped, run.table_count):
        played += run.owner[place] == role
    return played


def decide_as_house(run: Engine, role: int) -> None:
    """Decide for a role by the percentages in the deck file."""
    move = house_slot(run, role)
    if move >= 0:
        run.act_raise(move)
    elif move == constants.FOLDS:
        run.act_fold()
    else:
        run.act_check()


def house_slot(run: Engine, role: int) -> int:
    """Return what the house does in a role: the slot of the card that it plays, or `CHECKS`, or `FOLDS`."""
    # the percentages depend on the open evidence (I7)
    move = choice(run.layout, role, run.round_no, run.totals.count_evidence(), run.below(100))
    if move == constants.FOLD_IT:
        return constants.FOLDS
    return run.below(run.held[role]) if move == constants.RAISE_IT and run.held[role] > 0 else constants.CHECKS


def best_slot(run: Engine, role: int) -> int:
    """Return the slot of the card that is best by itself, without regard to the table."""
    best = 0
    most = -constants.NO_LIMIT
    for slot in range(run.held[role]):
        face = run.hand[role * constants.HAND + slot]
        # cover counts double, because without enough cover the price is not paid
        worth = run.layout.price[face] + 2 * (run.layout.cover[face] - run.layout.evidence[face])
        if worth > most:
            most = worth
            best = slot
    return best
