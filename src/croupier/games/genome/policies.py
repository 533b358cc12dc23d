"""Simple players inside the core: each gives the number of the choice it takes.

    random    any legal choice, all equally likely
    greedy    seed 001's: bets by the strength of the hand, above 0.7 RAISE > BET > ALL_IN, above 0.3 CALL > CHECK, else
              CHECK > FOLD; draws up to five short of the bust limit, keeps groups and high cards, plays the card that
              wins cheaply or loses the least; where the low wins, the other way round
    caller    checks and calls; other choices at random
    bettor    bets and raises whenever it may; other choices at random
"""

from __future__ import annotations

import cython

from croupier.games.genome.engine import Engine
from croupier.games.genome.program import Program
from croupier.rng import scaled, seeded, stepped

if not cython.compiled:
    from croupier.games.genome.judge import NONE
    from croupier.games.genome.phases import CARD_SHIFT
    from croupier.games.genome.program import BET, DRAW, EXCHANGE, TRICK
    from croupier.games.genome.settling import (
        BET_MADE,
        CALLED,
        CHECKED,
        DREW,
        FOLDED,
        PASSED,
        PLAYED,
        RAISED,
        STOOD,
        WENT_ALL_IN,
    )
    from croupier.games.genome.table import SLOTS

    RANDOM, GREEDY, CALLER, BETTOR = range(4)

POLICIES = {"random": 0, "greedy": 1, "caller": 2, "bettor": 3}


class Policies(Engine):
    """A game whose seats can be played by policies; `luck` is their chance, apart from the deck's."""

    def __init__(self, program: Program, seats: int) -> None:
        Engine.__init__(self, program, seats)
        self.luck = 1
        self.to_beat = -1

    def below(self, bound: int) -> int:
        """A random number below a bound."""
        self.luck = stepped(self.luck)
        return scaled(self.luck, bound)

    def play_out(self, seed: int) -> None:
        """Play at random to the end."""
        self.luck = seeded(seed)
        while not self.is_done:
            self.act(self.chosen_by(RANDOM))

    def chosen_by(self, policy: int) -> int:
        """What a policy does now."""
        if policy == RANDOM and self.program.op[self.phase] == BET:
            return self.random_bet()
        if policy == CALLER and self.program.op[self.phase] == BET:
            return self.call_bet()
        count = self.ask()
        if policy == GREEDY:
            return self.greedy_bet() if self.program.op[self.phase] == BET else self.greedy_card()
        if policy != RANDOM and self.program.op[self.phase] == BET:
            return first_of(self.menu_mask(), EAGER)
        return self.choice[self.below(count)]

    def random_bet(self) -> int:
        """Any bet, as good as `ask` and a draw, and quicker."""
        self.round.ask(self.turn)
        owed = self.round.price - self.round.bet[self.turn]
        pick = self.below(1 + (owed > 0) + (self.round.most > 0))
        if pick == 1 and owed > 0:
            return FOLDED
        if pick == 0:
            return CHECKED if owed == 0 else CALLED if self.round.to_call == owed else WENT_ALL_IN
        if owed > 0:
            return RAISED
        return BET_MADE if self.round.most == self.round.full_raise else WENT_ALL_IN

    def call_bet(self) -> int:
        """Check, call, or all-in where the chips are short of a call."""
        owed = self.round.price - self.round.bet[self.turn]
        return CHECKED if owed == 0 else CALLED if self.round.stack[self.turn] >= owed else WENT_ALL_IN

    def menu_mask(self) -> int:
        """The kinds that were listed, a bit each."""
        mask = 0
        for at in range(self.choices):
            mask |= 1 << (self.choice[at] & 31)
        return mask

    def greedy_bet(self) -> int:
        """Seed 001's thresholds."""
        return greedy_kind(self.strength(self.turn), self.menu_mask())

    # -- greedy with cards ---------------------------------------------------------------------------------------------

    def greedy_card(self) -> int:
        """The best choice by a simple eye."""
        if self.program.op[self.phase] == DRAW:
            return DREW if self.wants_card() else STOOD
        best = 0
        top = 0
        self.to_beat = self.trick_best()
        for at in range(self.choices):
            score = self.liking(self.choice[at])
            if at == 0 or score > top:
                top = score
                best = at
        return self.choice[best]

    def wants_card(self) -> bool:
        """Draw while a ten would not go far beyond the limit; without one, always."""
        if self.program.bust == 0:
            return True
        drawn: int = self.total(self.gather(self.turn, True), True)
        most: int = self.program.bust - 5
        return drawn <= most

    def liking(self, code: int) -> int:
        """How much the greedy player likes a choice: the most is taken."""
        kind = code & 31
        card = code >> CARD_SHIFT
        op = self.program.op[self.phase]
        if kind == STOOD:
            return (6 if self.program.wants_low else -6) if op == EXCHANGE else 50
        if kind == PASSED:
            return -100
        if kind == PLAYED:
            return self.playing(card, op)
        return card >> 2 if self.program.wants_low else -(card >> 2) - 20 * self.alike(card)

    def playing(self, card: int, op: int) -> int:
        """Play high cards first; in a trick take it with the lowest that does, or get rid of the lowest.

        Where the low wins, lead low and get rid of the highest that does not take the trick.
        """
        rank = card >> 2
        if op != TRICK or self.led == NONE:
            return -rank if self.program.wants_low else rank
        power = rank + (100 if card & 3 == self.program.trump else 0)
        wins = (card & 3 == self.led or card & 3 == self.program.trump) and power > self.to_beat
        if self.program.wants_low:
            return -power if wins else 200 + power
        return 200 - power if wins else -power

    def trick_best(self) -> int:
        """The power of the card that wins the trick so far; -1 where there is none."""
        best = -1
        if self.program.op[self.phase] != TRICK:
            return best
        for seat in range(self.seats):
            card = self.laid[seat]
            if card != NONE and (card & 3 == self.led or card & 3 == self.program.trump):
                power = (card >> 2) + (100 if card & 3 == self.program.trump else 0)
                best = power if power > best else best
        return best

    def alike(self, card: int) -> int:
        """How many other cards of its rank the hand holds."""
        found = -1
        for slot in range(self.held[self.turn]):
            found += self.hand[self.turn * SLOTS + slot] >> 2 == card >> 2
        return found


# Kinds in the order a player likes them, five bits each from the right: an order that fits a C integer.
if not cython.compiled:
    EAGER = RAISED | BET_MADE << 5 | WENT_ALL_IN << 10 | CALLED << 15 | CHECKED << 20 | FOLDED << 25
    MEDIUM = CALLED | CHECKED << 5 | FOLDED << 10
    WEAK = CHECKED | FOLDED << 5


def greedy_kind(strength: float, menu: int) -> int:
    """What seed 001's greedy player does with a hand of this strength, of a menu of kinds given as bits."""
    if strength > 0.7:
        return first_of(menu, EAGER)
    if strength > 0.3:
        return first_of(menu, MEDIUM)
    return first_of(menu, WEAK)


def first_of(menu: int, order: int) -> int:
    """The first kind of an order that is on the menu; folding stands last in every order."""
    while not (menu >> (order & 31)) & 1 and order & 31 != FOLDED:
        order >>= 5
    return order & 31
