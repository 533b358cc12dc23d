"""Whole hands inside the core: millions of them, by built-in policies, without the interpreter.

A `Playout` owns one table and plays it hand after hand; stacks are reset before each, the button moves one seat on.
It keeps, per seat, the sum and the sum of squares of what the seat won, from which `simulate.py` makes intervals.

    RANDOM    call (or check), fold when facing a bet, raise when it may, all equally likely; raises uniform
    CALLER    checks and calls
    FOLDER    checks, folds to any bet
    STRENGTH  bets and calls by the hand's place among random ones and the pot's odds
"""

from __future__ import annotations

import cython

from croupier.games.poker.deal import Deal
from croupier.games.poker.engine import Engine
from croupier.ranking.kernel import strength
from croupier.rng import Rng

if not cython.compiled:
    from croupier.games.poker.dealing import SLOTS
    from croupier.games.poker.engine import BETTING, BRINGING_IN, DRAWING, OVER

    RANDOM, CALLER, FOLDER, STRENGTH = range(4)
    OMAHA_HAND, LOW_HAND, BADUGI_HAND = 3, 4, 8
    CUTS = 31
    SAMPLES = 1024

_SEATS = 10
POLICIES = {"random": 0, "caller": 1, "folder": 2, "strength": 3}


class Playout(Engine):
    """A table that plays by itself."""

    def __init__(self, deal: Deal, seed: int) -> None:
        if not cython.compiled:
            self.policy = [0] * _SEATS
            self.cuts = [0] * (8 * CUTS)
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
        if policy == STRENGTH:
            self.learn_cuts()
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
        if self.phase == BETTING and self.policy[self.turn] == RANDOM:
            self.decide_random()
        elif self.phase == DRAWING:
            self.draw_cards()
        elif self.phase == BRINGING_IN:
            self.act_bring_in()
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
        """Raise most of the pot with the best fifth, call by the pot's odds, check or fold the rest."""
        quality = self.quality(self.turn)
        self.round.ask(self.turn)
        pot = self.round.pot()
        if quality > 800 and self.round.most > 0 and self.round.raises < 3:
            wanted = self.round.price + (3 * pot) // 4
            wanted = wanted if wanted > self.round.least else self.round.least
            self.act_raise(wanted if wanted < self.round.most else self.round.most)
        elif self.round.to_call == 0 or (quality > 500 and quality * (pot + self.round.to_call)
                                         > 1000 * self.round.to_call):
            self.act_call()
        else:
            self.act_fold()

    def quality(self, seat: int) -> int:
        """How many of 1000 random hands on this street this one would beat, roughly."""
        for slot in range(self.held[seat]):
            self.cards[slot] = self.card_at(self.hole_places[seat * SLOTS + slot])
        for place in range(self.board_count):
            self.common[place] = self.card_at(self.board_places[place])
        score = self.score(self.held[seat], self.board_count)
        beaten = 0
        for cut in range(CUTS):
            beaten += score > self.cuts[self.street_no * CUTS + cut]
        return beaten * 1000 // CUTS

    def score(self, held: int, board: int) -> int:
        """A number that grows with the hand: its strength once it has enough cards, high cards and pairs before."""
        kind = self.deal.layout.high
        if kind == BADUGI_HAND or (held + board >= 5 and (kind != OMAHA_HAND or board >= 3)):
            return strength(kind, self.cards, held, self.common, board)
        total = 0
        for slot in range(held):
            rank = self.cards[slot] >> 2
            total += rank if kind != LOW_HAND else 12 - (rank + 1) % 13
            for other in range(slot):
                if rank == self.cards[other] >> 2:
                    total += 9 if kind != LOW_HAND else -20
        return total

    def learn_cuts(self) -> None:
        """Score random hands of every street and keep the scores that divide them into equal parts."""
        chance = Rng(1)
        held = 0
        board = 0
        for street in range(self.deal.layout.streets):
            held += self.deal.layout.down[street] + self.deal.layout.up[street]
            board += self.deal.layout.board[street]
            scores = []
            for _ in range(SAMPLES):
                chance.shuffle(self.deal.deck, self.deal.deck_size, held + board)
                for slot in range(held):
                    self.cards[slot] = self.deal.deck[slot]
                for place in range(board):
                    self.common[place] = self.deal.deck[held + place]
                scores.append(self.score(held, board))
            scores.sort()
            for cut in range(CUTS):
                self.cuts[street * CUTS + cut] = scores[(cut + 1) * SAMPLES // (CUTS + 1)]
        self.deal.new_deck()

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
