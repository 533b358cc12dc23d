"""Simple players in compiled code. Each method returns the choice that the player takes, as an integer.

    random    any legal choice, all equally likely
    greedy    bets by the strength of the hand: above 0.7 RAISE > BET > ALL_IN, above 0.3 CALL > CHECK, else
              CHECK > FOLD; draws up to five short of the bust limit, keeps groups and high cards, plays the card that
              wins cheaply or loses the least; where the low wins, the other way round; melds all it can, claims
              the truth if it can, asks for what it has most of, challenges what its own cards refute
    caller    checks and calls; other choices at random
    bettor    bets and raises whenever it may; other choices at random
"""

from __future__ import annotations

import cython

from croupier.errors import short
from croupier.games.genome.engine import constants
from croupier.games.genome.engine.engine import Engine
from croupier.games.genome.values import BadGenome, instance, whole
from croupier.rng import scaled, seeded, stepped

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT

POLICIES = {"random": 0, "greedy": 1, "caller": 2, "bettor": 3}


class Policies:
    """Makes the choices of simple players in a game. `luck` is the state of their random generator, which is separate
    from the deck's.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = instance(engine, Engine)
        self.program = self.engine.program
        self.cards = self.engine.cards
        self.values = self.engine.values
        self.round = self.engine.round
        self.phases = self.engine.phases
        self.luck = 1
        # computed once for each decision, and not again for every card
        self.to_beat = -1

    def below(self, bound: int) -> int:
        """Return a random number below a bound."""
        self.luck = stepped(self.luck)
        return scaled(self.luck, bound)

    def play_out(self, seed: int) -> None:
        """Play at random to the end."""
        self.luck = seeded(seed)
        # if a host deals this game, the guess must deal its later hands itself
        if self.engine.waits:
            self.engine.deal_rest_from(stepped(self.luck))
        while not self.engine.is_done:
            self.engine.act(self.chosen_by(constants.RANDOM))

    def chosen_by(self, policy: int) -> int:
        """Return the choice of a policy in the current position."""
        # two fast paths that do not list the choices, because most decisions in simulations are bets
        if policy == constants.RANDOM and self.program.op[self.phases.phase] == constants.BET:
            return self.random_bet()
        if policy == constants.CALLER and self.program.op[self.phases.phase] == constants.BET:
            return self.call_bet()
        count = self.phases.ask()
        if policy == constants.GREEDY:
            return self.greedy_bet() if self.program.op[self.phases.phase] == constants.BET else self.greedy_card()
        if policy != constants.RANDOM and self.program.op[self.phases.phase] == constants.BET:
            return first_of(self.menu_mask(), constants.EAGER)
        return self.phases.choice[self.below(count)]

    def random_bet(self) -> int:
        """Return a random betting choice. The result is the same as choosing from `ask`, but this is faster."""
        self.round.ask(self.phases.turn)
        owed = self.round.price - self.round.bet[self.phases.turn]
        raises = self.round.most > 0
        if owed == 0 and self.round.price > 0:
            # the big blind may only raise a whole step, as in `Phases.ask_bet`
            raises = self.round.most >= self.round.price + self.round.full_raise
        pick = self.below(1 + (owed > 0) + raises)
        if pick == 1 and owed > 0:
            return constants.FOLDED
        if pick == 0 and owed == 0:
            return constants.CHECKED
        if pick == 0:
            return constants.CALLED if self.round.to_call == owed else constants.WENT_ALL_IN
        if owed > 0 or self.round.price > 0:
            return constants.RAISED
        return constants.BET_MADE if self.round.most == self.round.full_raise else constants.WENT_ALL_IN

    def call_bet(self) -> int:
        """Return a check, a call, or an all-in if the stack is too small to call."""
        owed = self.round.price - self.round.bet[self.phases.turn]
        if owed == 0:
            return constants.CHECKED
        return constants.CALLED if self.round.stack[self.phases.turn] >= owed else constants.WENT_ALL_IN

    def menu_mask(self) -> int:
        """Return the kinds of the listed choices, as bits."""
        mask = 0
        for at in range(self.phases.choices):
            mask |= 1 << (self.phases.choice[at] & 31)
        return mask

    def greedy_bet(self) -> int:
        """Return the greedy player's bet, by the strength of its hand."""
        return greedy_choice(self.values.strength(self.phases.turn), self.menu_mask())

    # -- greedy with cards ---------------------------------------------------------------------------------------------

    def greedy_card(self) -> int:
        """Return the choice that the greedy player likes best."""
        if self.program.op[self.phases.phase] == constants.DRAW:
            return self.greedy_draw()
        best = 0
        top = 0
        self.to_beat = self.trick_best()
        for at in range(self.phases.choices):
            score = self.liking(self.phases.choice[at])
            if at == 0 or score > top:
                top = score
                best = at
        return self.phases.choice[best]

    def greedy_draw(self) -> int:
        """Draw while the greedy player wants cards. Draw from the pile if its top card matches a card of the hand."""
        # `ask_draw` offers STOOD last, if at all
        last = self.phases.choice[self.phases.choices - 1]
        if self.program.source[self.phases.phase] == constants.FROM_ASKED:
            return self.greedy_question()
        if last & 31 != constants.STOOD or self.wants_card():
            for at in range(self.phases.choices):
                code = self.phases.choice[at]
                if code & 31 == constants.TOOK_TOP and self.alike(code >> constants.CARD_SHIFT) >= 0:
                    return code
            return self.phases.choice[0]
        return last

    def greedy_question(self) -> int:
        """Return the question for the rank of which the hand has the most cards."""
        best = 0
        for at in range(1, self.phases.choices):
            one = self.alike(self.phases.choice[at] >> constants.CARD_SHIFT)
            if one > self.alike(self.phases.choice[best] >> constants.CARD_SHIFT):
                best = at
        return self.phases.choice[best]

    def wants_card(self) -> bool:
        """Return True if the greedy player wants another card. With a bust limit, the player stops when a ten would
        lift the total more than five above the limit. Without one, the player always wants another card.
        """
        if self.program.bust == 0:
            return True
        drawn: int = self.values.total(self.values.gather(self.phases.turn, True), True)
        # at this total a ten exceeds the limit by five
        most: int = self.program.bust - 5
        return drawn <= most

    def liking(self, code: int) -> int:
        """Return a score for a choice. The greedy player takes the choice with the highest score."""
        kind = code & 31
        card = code >> constants.CARD_SHIFT
        op = self.program.op[self.phases.phase]
        if op == constants.CLAIM:
            return self.claiming(kind, card)
        if kind == constants.STOOD and (op == constants.PLAY or op == constants.MELD):
            # adding a card has a higher score (-12 to 12), passing a lower one (-100)
            return -50
        if kind == constants.STOOD:
            # in an exchange the player keeps cards up to an eight if low hands win, and from an eight on if high hands
            # win
            return (6 if self.program.wants_low else -6) if op == constants.EXCHANGE else 50
        if kind == constants.PASSED:
            return -100
        if kind == constants.PLAYED:
            return self.playing(card, op)
        # cards of equal rank count more than any single rank
        return card >> 2 if self.program.wants_low else -(card >> 2) - 20 * self.alike(card)

    def claiming(self, kind: int, card: int) -> int:
        """Return the score of a choice in a claim. The greedy player lays cards of the claimed rank. If the hand has
        none, it lays a card of a rank of which the hand has few. The greedy player challenges a claim that cannot be
        true.
        """
        rank = self.phases.claims.rank()
        if kind == constants.LAID:
            # cards of the claimed rank first, then single cards, which are of least use in the hand
            return 100 if card >> 2 == rank else -20 * self.alike(card)
        if kind == constants.CHALLENGED:
            return 1 if self.refutes_claim(rank) else -1
        return 50 if kind == constants.STOOD else 0

    def refutes_claim(self, rank: int) -> bool:
        """Return True if the claim cannot be true, because the seat to act knows where the other cards of the rank are.
        """
        known = self.cards.known_to(self.phases.turn)
        hidden = 0
        for place in range(self.program.deck_size):
            card = self.program.deck[place]
            if card >> 2 == rank or (self.program.wild >> (card >> 2)) & 1:
                hidden += known & CARD_BIT[card] == 0
        # if fewer cards of the rank are hidden than were claimed, the claim must be a lie
        return hidden < self.phases.thrown

    def playing(self, card: int, op: int) -> int:
        """Return the score of playing a card. The greedy player plays high cards first. In a trick it plays the lowest
        card that wins the trick, or else its lowest card.

        If low hands win, it leads low, and plays the highest card that does not win the trick.
        """
        rank = card >> 2
        if op != constants.TRICK or self.phases.led == constants.NONE:
            return -rank if self.program.wants_low else rank
        power = rank + (100 if card & 3 == self.program.trump else 0)
        wins = (card & 3 == self.phases.led or card & 3 == self.program.trump) and power > self.to_beat
        if self.program.wants_low:
            return -power if wins else 200 + power
        return 200 - power if wins else -power

    def trick_best(self) -> int:
        """Return the power of the card that wins the trick so far, or -1 before the first card."""
        best = -1
        if self.program.op[self.phases.phase] != constants.TRICK:
            return best
        for seat in range(self.engine.seats):
            card = self.phases.laid[seat]
            if card != constants.NONE and (card & 3 == self.phases.led or card & 3 == self.program.trump):
                power = (card >> 2) + (100 if card & 3 == self.program.trump else 0)
                best = power if power > best else best
        return best

    def alike(self, card: int) -> int:
        """Return how many other cards of the same rank the hand holds."""
        # start at -1, because the card itself is in the hand and does not count
        found = -1
        for slot in range(self.cards.held[self.phases.turn]):
            found += self.cards.hand[self.phases.turn * constants.SLOTS + slot] >> 2 == card >> 2
        return found


def greedy_kind(strength: float, menu: int) -> int:
    """Return what the greedy player does with a hand of this strength; `menu` holds the legal kinds as bits."""
    if type(strength) is not float or not 0 <= strength <= 1:
        raise BadGenome(f"a strength is a number from 0 to 1, not {short(strength)}")
    return greedy_choice(strength, whole(menu, 0, 63, "a menu of kinds"))


def greedy_choice(strength: float, menu: int) -> int:
    """Choose like `greedy_kind`, without checking the arguments."""
    if strength > 0.7:
        return first_of(menu, constants.EAGER)
    if strength > 0.3:
        return first_of(menu, constants.MEDIUM)
    return first_of(menu, constants.WEAK)


def first_of(menu: int, order: int) -> int:
    """Return the first kind of action in `order` that is legal by `menu`. Every order ends with FOLDED."""
    while not (menu >> (order & 31)) & 1 and order & 31 != constants.FOLDED:
        order >>= 5
    # FOLDED is the last kind of every order, and is returned if no other kind is legal
    return order & 31
