"""Built-in policies of the sting, which play inside the core: for search, for studies, for speed.

    house       the role's mix in the deck file (I7); without one it checks and continues
    random      any legal action, all equally likely
    line        a fixed line: raises whenever it can, in some rounds, a number of times in each; continues, or folds
                at a decision point once the evidence exceeds the cover by more than a limit

A line plays any card of the hand, its best one (the dearest product, the most cover) or the fittest (the one that
helps most with the cards on the table). A policy uses only what its role may see: its hand, the flipped cards, its own
face-down cards, the counts.
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
"""Which card a fixed line plays, by name."""
# six bits, one a round
ALL_ROUNDS = 63
_LEAST = -(1 << 60)

HIDDEN_EVIDENCE = 7
"""The evidence that a hidden card is expected to add when the fittest card is chosen: about the mean of `seed`."""
HAND_WORTH = 60
"""The expected value of a later hand when the fittest card is chosen."""
QUICK_LIMIT = 10
"""The limit at which the quick Player of search folds: that of the best fixed line in docs/sting.md."""


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
        # the default Player of rollouts: the best fixed line found in the study (docs/sting.md)
        self.set_line(constants.PLAYER, "fit", ALL_ROUNDS, 99, QUICK_LIMIT)

    def set_policy(self, role: int, name: str) -> None:
        """Let a role play by a policy; `line` is set by `set_line`."""
        if role not in (0, 1, 2) or name not in ("house", "random"):
            raise ValueError(f"role {role} or policy {name!r} is not there: there are house and random")
        self.policy[role] = POLICIES[name]

    def set_line(self, role: int, cards: str = "any", rounds: int = ALL_ROUNDS, plays: int = 99,
                 limit: int | None = None) -> None:
        """Let a role play a fixed line: raise in a set of rounds (bit 0 is round 1), `plays` times in each.

        With a `limit` it folds at a decision point once evidence exceeds cover by more than that.
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
        """Check, fold, or any card; at a decision point go on or fold."""
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
            # flipped cards only: a policy must not know what lies face down
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
        """Return True if a line plays a card now: it has one, and still has raises to make in this round."""
        if run.held[role] == 0 or not (self.rounds[role] >> (run.round_no - 1)) & 1:
            return False
        return played_this_round(run, role) < self.plays[role]

    # -- the fittest card ----------------------------------------------------------------------------------------------

    def fittest_slot(self, run: Engine, role: int) -> int:
        """Return the slot of the card that helps most with the cards on the table."""
        most = _LEAST
        best = 0
        for slot in range(run.held[role]):
            # for each slot again: `lay` changes the scratch totals
            self.read_table(run, role)
            self.scratch.lay(run.hand[role * constants.HAND + slot])
            worth = self.worth(run, role)
            if worth > most:
                most = worth
                best = slot
        return best

    def read_table(self, run: Engine, role: int) -> None:
        """Add up the cards on the table that the role knows: flipped ones and its own."""
        run.totals.copy_to(self.scratch)
        for place in range(run.flipped, run.table_count):
            if run.owner[place] == role:
                self.scratch.lay(run.table[place])

    def worth(self, run: Engine, role: int) -> int:
        """Return the expected gain of the hand, times 1000: profit if safe, minus the value of later hands if not."""
        # one hidden card for each later round and one for each that lies face down
        threats = run.layout.rounds - run.round_no
        for place in range(run.flipped, run.table_count):
            if run.owner[place] != role:
                threats += 1
        margin = self.scratch.count_cover() - self.scratch.count_evidence() - HIDDEN_EVIDENCE * threats
        # in thousandths: an even margin is even odds, and each point of it is worth 1.2 percent
        safe = 500 + 12 * margin
        # never certain either way
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
    """Decide by the mix in the deck file."""
    move = house_slot(run, role)
    if move >= 0:
        run.act_raise(move)
    elif move == constants.FOLDS:
        run.act_fold()
    else:
        run.act_check()


def house_slot(run: Engine, role: int) -> int:
    """Return what the house does in a role: the slot of the card it plays, or `CHECKS`, or `FOLDS`."""
    # the mix decides by the open evidence (I7)
    move = choice(run.layout, role, run.round_no, run.totals.count_evidence(), run.below(100))
    if move == constants.FOLD_IT:
        return constants.FOLDS
    return run.below(run.held[role]) if move == constants.RAISE_IT and run.held[role] > 0 else constants.CHECKS


def best_slot(run: Engine, role: int) -> int:
    """Return the slot of the card that is best by itself, whatever is on the table."""
    best = 0
    most = -constants.NO_LIMIT
    for slot in range(run.held[role]):
        face = run.hand[role * constants.HAND + slot]
        # cover counts double: without it the price is not paid
        worth = run.layout.price[face] + 2 * (run.layout.cover[face] - run.layout.evidence[face])
        if worth > most:
            most = worth
            best = slot
    return best
