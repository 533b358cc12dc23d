"""Whole hands inside the core: millions of them, by built-in policies, without the interpreter.

A `Playout` owns one table and plays it hand after hand; stacks are reset before each, the button moves one seat on.
It keeps, per seat, the sum and the sum of squares of what the seat won, from which `simulate.py` makes intervals.

    RANDOM    call (or check), fold when facing a bet, raise when it may, all equally likely; raises uniform
    CALLER    checks and calls
    FOLDER    checks, folds to any bet
    STRENGTH  bets and calls by the made hand's place among all hands
"""

from __future__ import annotations

import cython

from croupier.games.poker.deal import Deal
from croupier.games.poker.engine import Engine
from croupier.ranking.kernel import strength
from croupier.rng import Rng

if not cython.compiled:
    from croupier.games.poker.dealing import SLOTS
    from croupier.games.poker.engine import BRINGING_IN, DRAWING, OVER

    RANDOM, CALLER, FOLDER, STRENGTH = range(4)

_SEATS = 10
POLICIES = {"random": 0, "caller": 1, "folder": 2, "strength": 3}


class Playout(Engine):
    """A table that plays by itself."""

    def __init__(self, deal: Deal, seed: int) -> None:
        if not cython.compiled:
            self.policy = [0] * _SEATS
            self.won = [0] * _SEATS
            self.squares = [0.0] * _SEATS
        Engine.__init__(self, deal)
        self.deal.new_deck()
        self.keeps_log = False
        self.chance = Rng(seed)
        self.hands = 0
        self.actions = 0
        self.checksum = 0
        for seat in range(_SEATS):
            self.policy[seat] = 0
            self.won[seat] = 0
            self.squares[seat] = 0

    def set_policy(self, seat: int, policy: int) -> None:
        """Let a seat play by a policy."""
        if not (0 <= seat < _SEATS and 0 <= policy <= STRENGTH):
            raise ValueError(f"seat {seat} or policy {policy} is not there")
        self.policy[seat] = policy

    def run(self, hands: int) -> None:
        """Play so many hands; the interpreter is free meanwhile."""
        with cython.nogil:
            self.play(hands)

    def play(self, hands: int) -> None:
        """Hand after hand."""
        for _ in range(hands):
            self.deal.reshuffle(self.chance)
            self.begin()
            while self.phase != OVER:
                self.decide()
                self.actions += 1
            self.count_winnings()
            self.move_button()
            if self.round.broken:
                return

    def decide(self) -> None:
        """One decision of the seat to act."""
        if self.phase == DRAWING:
            self.draw_cards()
        elif self.phase == BRINGING_IN:
            self.act_bring_in()
        elif self.policy[self.turn] == RANDOM:
            self.decide_random()
        elif self.policy[self.turn] == STRENGTH:
            self.decide_by_strength()
        elif self.policy[self.turn] == FOLDER:
            self.decide_passively()
        else:
            self.act_call()

    def decide_random(self) -> None:
        """Call or check, fold when facing a bet, raise when it may: equally likely."""
        self.round.ask(self.turn)
        facing = self.round.to_call > 0
        choice = self.chance.below(1 + facing + (self.round.most > 0))
        if choice == 0:
            self.act_call()
        elif choice == 1 and facing:
            self.act_fold()
        else:
            self.act_raise(self.round.least + self.chance.below(self.round.most - self.round.least + 1))

    def decide_passively(self) -> None:
        """Check when that is free, fold otherwise."""
        self.round.ask(self.turn)
        if self.round.to_call > 0:
            self.act_fold()
        else:
            self.act_call()

    def decide_by_strength(self) -> None:
        """Raise with the best fifth, call with the better half, check or fold the rest; sometimes bluff."""
        quality = self.quality(self.turn) + self.chance.below(100)
        self.round.ask(self.turn)
        if quality > 850 and self.round.most > 0:
            self.act_raise(self.round.least)
        elif quality > 500 or self.round.to_call == 0:
            self.act_call()
        else:
            self.act_fold()

    def quality(self, seat: int) -> int:
        """A rough 0..1000: high cards and pairs before there are five cards, the made hand's place after."""
        for slot in range(self.held[seat]):
            self.cards[slot] = self.card_at(self.hole_places[seat * SLOTS + slot])
        for place in range(self.board_count):
            self.common[place] = self.card_at(self.board_places[place])
        if self.deal.layout.high == 8:
            return strength(8, self.cards, 4, self.common, 0) * 1000 // 1092
        if self.held[seat] + self.board_count < 5 or (self.held[seat] == 4 and self.board_count < 3):
            return self.first_cards(self.held[seat])
        value = strength(self.deal.layout.high, self.cards, self.held[seat], self.common, self.board_count)
        return value * 1000 // 7462

    def first_cards(self, count: int) -> int:
        """Cards before the board: high ranks and pairs are good, in low games low ranks without a pair."""
        total = 0
        pairs = 0
        for slot in range(count):
            total += self.cards[slot] >> 2
            for other in range(slot):
                pairs += (self.cards[slot] >> 2) == (self.cards[other] >> 2)
        total = total * 1000 // (12 * count)
        if self.deal.layout.high == 4:
            return 1000 - total - 300 * pairs
        return total + 350 * pairs

    def draw_cards(self) -> None:
        """Random slots for the random policy; the others throw away what is high or paired."""
        count = self.held[self.turn]
        if self.policy[self.turn] == RANDOM:
            self.act_discard(self.chance.below(1 << count))
            return
        slots = 0
        ranks = 0
        for slot in range(count):
            rank = self.card_at(self.hole_places[self.turn * SLOTS + slot]) >> 2
            if rank > 6 or (ranks >> rank) & 1:
                slots |= 1 << slot
            ranks |= 1 << rank
        self.act_discard(slots)

    def count_winnings(self) -> None:
        """Add up what each seat won and lost in this hand."""
        self.hands += 1
        for seat in range(self.seats):
            net = self.round.stack[seat] - self.deal.stack[seat]
            self.won[seat] += net
            self.squares[seat] += float(net) * float(net)
            self.checksum = _mixed(self.checksum, self.round.stack[seat])

    def move_button(self) -> None:
        """The button and the blinds move on by one seat."""
        self.deal.rotate()

    def results(self) -> list[tuple[int, float]]:
        """Per seat, the sum of winnings and of their squares."""
        return [(self.won[seat], self.squares[seat]) for seat in range(self.deal.seats)]


def _mixed(checksum: int, stack: int) -> int:
    """Fold a final stack into a checksum of the whole run."""
    if cython.compiled:
        return checksum * 31 + stack
    return (checksum * 31 + stack) & 0xFFFFFFFFFFFFFFFF
