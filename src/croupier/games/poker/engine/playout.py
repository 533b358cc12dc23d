"""Play millions of hands with built-in policies, entirely in compiled code.

A `Playout` plays hand after hand at one table; stacks are reset before each hand, and the button moves by one seat. A
`Playout` keeps the sum and the sum of squares of each seat's winnings, from which `contest.simulate` computes
confidence intervals.

    RANDOM    call (or check), fold when facing a bet, raise when it may, all equally likely; raises uniform
    CALLER    checks and calls
    FOLDER    checks, folds to any bet
    STRENGTH  bets and calls by the hand's place among random ones and the pot's odds
"""

from __future__ import annotations

import cython

from croupier.betting import constants as betting
from croupier.betting.rulebook import BadAmount, chips
from croupier.games.poker import constants
from croupier.games.poker.deal import Deal
from croupier.games.poker.engine.engine import Engine
from croupier.ranking import constants as ranking
from croupier.rng import Rng

if not cython.compiled:
    from croupier.ranking.kernel import strength

POLICIES = {"random": constants.RANDOM, "caller": constants.CALLER, "folder": constants.FOLDER,
            "strength": constants.STRENGTH}
# Ctrl-C cannot interrupt the compiled loop. At two million hands a second this many hands take less than ten minutes.
HANDS_MAX = 10 ** 9


class Playout:
    """A table at which built-in policies play."""

    def __init__(self, deal: Deal, seed: int) -> None:
        if not cython.compiled:
            self.policy = [0] * betting.SEATS_MAX
            self.cuts = [0] * (8 * constants.CUTS)
            self.won = [0] * betting.SEATS_MAX
            # floats, because a stack may be 10^15 and its square does not fit into 64 bits
            self.squares = [0.0] * betting.SEATS_MAX
        self.engine = Engine(deal)
        self.deal = deal
        self.deal.new_deck()
        # nobody reads the log of a simulated hand
        self.engine.log.is_kept = False
        self.chance = Rng(seed)
        self.hands = 0
        self.actions = 0
        self.checksum = 0
        for seat in range(betting.SEATS_MAX):
            self.policy[seat] = 0
            self.won[seat] = 0
            self.squares[seat] = 0

    def check_built(self) -> None:
        """Raise BadAmount if this playout was made by `__new__` without `__init__`, and therefore has no table."""
        if self.engine is None:
            raise BadAmount("this playout was never built: it has no table")

    def set_policy(self, seat: int, policy: int) -> None:
        """Set the policy of a seat. Raise BadAmount if the seat or the policy does not exist."""
        self.check_built()
        place, number = chips(seat, "seat"), chips(policy, "policy")
        if place >= betting.SEATS_MAX or number > constants.STRENGTH:
            raise BadAmount(f"there is no seat {place} or no policy {number}")
        if number == constants.STRENGTH:
            self.learn_cuts()
        self.policy[place] = number

    def run(self, hands: int) -> None:
        """Play this many hands, at most 10^9. Other Python threads can run meanwhile."""
        self.check_built()
        count = chips(hands, "hands")
        if count > HANDS_MAX:
            raise BadAmount(f"hands {count} is outside 0..10^9")
        # the hands run without the interpreter lock, so two threads play 1.9 times as many hands as one
        with cython.nogil:
            self.play(count)

    def play(self, hands: int) -> None:
        """Play this many hands, or stop earlier if a chip is miscounted."""
        for _ in range(hands):
            self.deal.reshuffle(self.chance)
            self.engine.begin()
            while self.engine.phase != constants.OVER:
                self.decide()
                self.actions += 1
            self.count_winnings()
            self.move_button()
            if self.engine.round.broken:
                return

    def decide(self) -> None:
        """Decide for the seat to act."""
        # the most frequent case comes first, because this test runs for every action of every hand
        if self.engine.phase == constants.BETTING and self.policy[self.engine.turn] == constants.RANDOM:
            self.decide_random()
        elif self.engine.phase == constants.DRAWING:
            self.draw_cards()
        elif self.engine.phase == constants.BRINGING_IN:
            self.engine.act_bring_in()
        elif self.policy[self.engine.turn] == constants.STRENGTH:
            self.decide_by_strength()
        elif self.policy[self.engine.turn] == constants.FOLDER:
            self.decide_passively()
        else:
            self.engine.act_call()

    def decide_random(self) -> None:
        """Choose one of up to three actions with equal probability: call or check, fold if there is a bet, raise if
        legal.
        """
        self.engine.round.ask(self.engine.turn)
        facing = self.engine.round.to_call > 0
        # one random number decides: fold is a choice only if there is a bet, raise only if it is legal
        choice = self.chance.below(1 + facing + (self.engine.round.most > 0))
        if choice == 0:
            self.engine.act_call()
        elif choice == 1 and facing:
            self.engine.act_fold()
        else:
            self.engine.act_raise(self.engine.round.least
                                  + self.chance.below(self.engine.round.most - self.engine.round.least + 1))

    def decide_passively(self) -> None:
        """Check when that is free, fold otherwise."""
        self.engine.round.ask(self.engine.turn)
        if self.engine.round.to_call > 0:
            self.engine.act_fold()
        else:
            self.engine.act_call()

    def decide_by_strength(self) -> None:
        """Raise most of the pot with the best fifth of hands. Call if the pot odds justify it; otherwise check or fold.
        """
        quality = self.quality(self.engine.turn)
        self.engine.round.ask(self.engine.turn)
        pot = self.engine.round.pot()
        # at most three raises, or two such players would raise each other all-in with every good hand
        if quality > 800 and self.engine.round.most > 0 and self.engine.round.raises < 3:
            wanted = self.engine.round.price + (3 * pot) // 4
            wanted = wanted if wanted > self.engine.round.least else self.engine.round.least
            self.engine.act_raise(wanted if wanted < self.engine.round.most else self.engine.round.most)
        # call if quality / 1000 > call / (pot + call), in whole numbers
        elif self.engine.round.to_call == 0 or (quality > 500 and quality * (pot + self.engine.round.to_call)
                                         > 1000 * self.engine.round.to_call):
            self.engine.act_call()
        else:
            self.engine.act_fold()

    def quality(self, seat: int) -> int:
        """Estimate how many of 1000 random hands on this street this hand would beat."""
        self.engine.cards.gather(seat)
        for place in range(self.engine.cards.board_count):
            self.engine.cards.common[place] = self.engine.cards.card_at(self.engine.cards.board_places[place])
        score = self.score(self.engine.cards.held[seat], self.engine.cards.board_count)
        beaten = 0
        for cut in range(constants.CUTS):
            beaten += score > self.cuts[self.engine.street_no * constants.CUTS + cut]
        return beaten * 1000 // constants.CUTS

    def score(self, held: int, board: int) -> int:
        """Return a number that is higher for better hands. With too few cards for a rank it counts high cards and
        pairs.
        """
        kind = self.deal.layout.high
        if kind == ranking.BADUGI or (held + board >= 5 and (kind != ranking.OMAHA or board >= 3)):
            return strength(kind, self.engine.cards.own, held, self.engine.cards.common, board)
        total = 0
        for slot in range(held):
            rank = self.engine.cards.own[slot] >> 2
            # in lowball ranks count in reverse: an ace is the best card and a king the worst
            total += rank if kind != ranking.LOW else 12 - (rank + 1) % 13
            for other in range(slot):
                if rank == self.engine.cards.own[other] >> 2:
                    # a pair is worth about nine ranks of a high card; in lowball it ruins the hand
                    total += 9 if kind != ranking.LOW else -20
        return total

    def learn_cuts(self) -> None:
        """Score random hands of every street, and store the scores that divide them into equal groups."""
        # always the same sample hands, so that a policy plays the same in every run
        chance = Rng(1)
        held = 0
        board = 0
        for street in range(self.deal.layout.streets):
            held += self.deal.layout.down[street] + self.deal.layout.up[street]
            board += self.deal.layout.board[street]
            scores = []
            for _ in range(constants.SAMPLES):
                chance.shuffle(self.deal.deck, self.deal.deck_size, held + board)
                for slot in range(held):
                    self.engine.cards.own[slot] = self.deal.deck[slot]
                for place in range(board):
                    self.engine.cards.common[place] = self.deal.deck[held + place]
                scores.append(self.score(held, board))
            scores.sort()
            for cut in range(constants.CUTS):
                self.cuts[street * constants.CUTS + cut] = scores[(cut + 1) * constants.SAMPLES // (constants.CUTS + 1)]
        # sampling has shuffled the deck; it is reset, so that the hands played do not depend on this step
        self.deal.new_deck()

    def draw_cards(self) -> None:
        """Discard random cards if the policy is random, otherwise high and paired ones."""
        count = self.engine.cards.held[self.engine.turn]
        if self.policy[self.engine.turn] == constants.RANDOM:
            self.engine.act_discard(self.chance.below(1 << count))
            return
        slots = 0
        ranks = 0
        for slot in range(count):
            rank = self.engine.cards.hole_card(self.engine.turn, slot) >> 2
            # rank 6 is an eight: in lowball, keep eights and lower, one of each
            if rank > 6 or (ranks >> rank) & 1:
                slots |= 1 << slot
            ranks |= 1 << rank
        self.engine.act_discard(slots)

    def count_winnings(self) -> None:
        """Add up what each seat won and lost in this hand."""
        self.hands += 1
        for seat in range(self.deal.seats):
            net = self.engine.round.stack[seat] - self.deal.stack[seat]
            self.won[seat] += net
            self.squares[seat] += float(net) * float(net)
            # the benchmark and the tests compare this checksum to make sure that two builds play the same hands
            self.checksum = _mixed(self.checksum, self.engine.round.stack[seat])

    def move_button(self) -> None:
        """Move the button and the blinds by one seat."""
        self.deal.rotate()

    def results(self) -> list[tuple[int, float]]:
        """Return the sum of each seat's winnings and the sum of their squares."""
        self.check_built()
        return [(self.won[seat], self.squares[seat]) for seat in range(self.deal.seats)]


def _mixed(checksum: int, stack: int) -> int:
    """Return the checksum updated with one more final stack."""
    if cython.compiled:
        return checksum * 31 + stack
    return (checksum * 31 + stack) & 0xFFFFFFFFFFFFFFFF
