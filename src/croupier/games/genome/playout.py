"""Whole games inside the core: built-in policies, counted results, no Python objects on the way.

    random    any legal choice, all equally likely
    greedy    seed 001's: bets by the strength of the hand, above 0.7 RAISE > BET > ALL_IN, above 0.3 CALL > CHECK, else
              CHECK > FOLD; draws below five short of the bust limit, keeps groups and high cards, plays the card that
              wins cheaply or loses the least
    caller    checks and calls; other choices at random
    bettor    bets and raises whenever it may; other choices at random
"""

from __future__ import annotations

import cython

from croupier.games.genome.engine import Engine
from croupier.games.genome.program import Program
from croupier.rng import Rng

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
    from croupier.games.genome.table import SEATS, SLOTS

    RANDOM, GREEDY, CALLER, BETTOR = range(4)

POLICIES = {"random": 0, "greedy": 1, "caller": 2, "bettor": 3}
STRONG = 0.7
MEDIUM = 0.3


class Playout(Engine):
    """A table that plays by itself."""

    def __init__(self, program: Program, seats: int, seed: int) -> None:
        if not cython.compiled:
            self.policy = [0] * SEATS
            self.won = [0] * SEATS
            self.squares = [0.0] * SEATS
        Engine.__init__(self, program, seats)
        self.chance = Rng(seed)
        self.games = 0
        self.hands = 0
        self.decisions = 0
        self.checksum = 0
        for seat in range(seats):
            self.policy[seat] = 0
            self.won[seat] = 0
            self.squares[seat] = 0

    def set_policy(self, seat: int, policy: int) -> None:
        """Let a seat play by a policy."""
        if not (0 <= seat < self.seats and 0 <= policy <= BETTOR):
            raise ValueError(f"seat {seat} or policy {policy} is not there")
        self.policy[seat] = policy

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

    def play_game(self) -> None:
        """One game to its end."""
        self.begin_game(self.chance.below(1 << 31))
        while not self.is_done:
            self.decide()
        self.games += 1
        self.hands += self.hands_over
        self.decisions += self.steps
        for seat in range(self.seats):
            net = self.payoff(seat)
            self.won[seat] += net
            self.squares[seat] += float(net) * float(net)
            self.checksum = _mixed(self.checksum, net)

    # -- policies ------------------------------------------------------------------------------------------------------

    def decide(self) -> None:
        """One decision of the seat to act."""
        policy = self.policy[self.turn]
        if self.program.op[self.phase] == BET:
            if policy == RANDOM:
                self.bet_at_random()
            elif policy == GREEDY:
                self.bet_by_strength()
            else:
                self.bet_always(policy == BETTOR)
        elif policy == GREEDY:
            self.choose_greedily()
        else:
            count = self.ask()
            self.act(self.choice[self.chance.below(count)])

    def bet_at_random(self) -> None:
        """Check or call, fold facing a bet, bet or raise where it may be: equally likely."""
        self.round.ask(self.turn)
        facing = self.round.to_call > 0
        pick = self.chance.below(1 + facing + (self.round.most > 0))
        self.bet_as(pick == 0, pick == 1 and facing)

    def bet_always(self, eager: bool) -> None:
        """Bet and raise whenever it may be, or check and call."""
        self.round.ask(self.turn)
        self.bet_as(not eager or self.round.most == 0, False)

    def bet_by_strength(self) -> None:
        """Seed 001's thresholds; a short stack moves all-in with a strong hand only."""
        strength = self.strength(self.turn)
        self.round.ask(self.turn)
        facing = self.round.to_call > 0
        short = facing and self.round.to_call < self.round.price - self.round.bet[self.turn]
        if strength > 0.7:
            self.bet_as(self.round.most == 0, False)
        else:
            self.bet_as(True, facing and (short or strength <= 0.3))

    def bet_as(self, calls: bool, folds: bool) -> None:
        """Fold, check or call, or bet and raise, by the name that it has here."""
        if folds:
            self.act(FOLDED)
        elif calls:
            facing = self.round.to_call > 0
            short = self.round.to_call < self.round.price - self.round.bet[self.turn]
            self.act(WENT_ALL_IN if short else CALLED if facing else CHECKED)
        elif self.round.price > 0:
            self.act(RAISED)
        else:
            self.act(BET_MADE if self.round.most == self.round.full_raise else WENT_ALL_IN)

    # -- greedy with cards ---------------------------------------------------------------------------------------------

    def choose_greedily(self) -> None:
        """The best choice by a simple eye."""
        op = self.program.op[self.phase]
        if op == DRAW:
            self.act(DREW if self.wants_card() else STOOD)
            return
        best = 0
        top = 0
        for at in range(self.ask()):
            score = self.liking(self.choice[at])
            if at == 0 or score > top:
                top = score
                best = at
        self.act(self.choice[best])

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
        best = self.trick_best()
        power = rank + (100 if card & 3 == self.program.trump else 0)
        wins = (card & 3 == self.led or card & 3 == self.program.trump) and power > best
        if self.program.wants_low:
            return -power if wins else 200 + power
        return 200 - power if wins else -power

    def trick_best(self) -> int:
        """The power of the card that wins the trick so far."""
        best = -1
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


def _mixed(checksum: int, net: int) -> int:
    """Fold a result into a checksum of the whole run."""
    if cython.compiled:
        return checksum * 31 + net
    return (checksum * 31 + net) & 0xFFFFFFFFFFFFFFFF
