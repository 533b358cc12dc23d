"""Play a hand from decision to decision: posts, streets, turns, draws, and the end.

    begin → street: deal → (bring-in) → betting ┐
              ↑   or: draw → betting            ├→ last street: showdown → over
              └─────────────────────────────────┘   one seat left: over, nothing shown (B12)

An `Engine` consists of the starting facts (`deal`), the cards (`cards`), the chips (`round`) and the log (`log`). The
engine also stores whose turn it is (`turn`) and what the hand waits for (`phase`). A hand that comes from a record
waits (DEALING, SHOWING) until the record has named the cards (`recorded_cards.py`).

The engine does not check whether an action is legal; its caller does (`hand.py`). The engine runs without the
interpreter lock and makes no Python objects, so that a simulation can play millions of hands in compiled code. The
round counts the chips after every action (M2) and sets its flag `broken` if a count is wrong.
"""

from __future__ import annotations

import cython

from croupier.betting import constants as betting
from croupier.betting.order import next_seat
from croupier.betting.round import Round
from croupier.games.poker import constants
from croupier.games.poker.deal import Deal
from croupier.games.poker.engine.hand_cards import HandCards
from croupier.games.poker.engine.log import HandLog

if not cython.compiled:
    from croupier.games.poker.engine.showdown import settle
    from croupier.ranking.upcards import open_high, open_low


class Engine:
    """One hand. Between two decisions the engine deals cards and settles pots by itself."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.round = Round()
        self.cards = HandCards(deal)
        self.log = HandLog()
        self.seats = deal.seats
        self.street_no = 0
        self.turn = betting.NOBODY
        self.phase = constants.OVER
        self.to_draw = 0
        self.by_record = False
        self.shown = 0
        self.mucked = 0

    # -- the beginning -------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Seat everybody, take the forced bets, deal the first street, and find who acts first."""
        self.seats = self.deal.seats
        self.street_no = 0
        self.cards.clear()
        self.log.clear()
        self.round.clear(self.seats, self.deal.layout.limit)
        # set before the blinds are posted, because the blinds may reach the cap
        self.round.cap_heads_up = self.deal.layout.cap_heads_up
        self.round.sit_all(self.deal.stack, self.deal.members)
        self.round.open(self.deal.layout.min_bet[0], self.deal.layout.cap)
        self.phase = constants.BETTING
        self.mucked = 0
        # the blinds are posted before the cards are dealt: a player whom they put all-in still gets cards
        self.take_forced()
        self.deal_street()
        if self.by_record:
            self.wait_for_dealer()
        # the blinds may have put everybody all-in
        elif not self.open_betting():
            self.finish_round()

    def take_forced(self) -> None:
        """Take dead money, antes, blinds and straddles, then big-blind antes, each from the left of the button (B7)."""
        # a short stack pays antes first, then blinds, then the big-blind ante (B7)
        if self.deal.forced.has_extras:
            self.take_extras()
        for place in range(self.deal.order_count):
            seat = self.deal.order[place]
            if self.deal.forced.blind[seat] > 0:
                self.log.add(constants.POSTED_STRADDLE if (self.deal.forced.straddlers >> seat) & 1
                             else constants.POSTED_BLIND, seat, self.round.post(seat, self.deal.forced.blind[seat]))
        if self.deal.forced.has_extras:
            self.take_taxes()

    def take_extras(self) -> None:
        """Take dead money that was paid before the hand, then antes."""
        # absent seats too, because dead money stays in the pot while its owner is away
        seat = self.deal.button
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.deal.forced.dead[seat] > 0:
                # paid before the hand: it is not taken from the stack again (N7)
                self.round.add_dead(seat, self.deal.forced.dead[seat])
                self.log.add(constants.STOOD_DEAD, seat, self.deal.forced.dead[seat])
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.deal.forced.ante[seat] > 0:
                self.take_ante(seat)
        # If the antes differ, the part that nobody can match is returned now, before blinds are added to it.
        if self.deal.forced.layered and self.deal.forced.antes_differ(self.round.live):
            seat = self.round.trim_antes()
            if seat != betting.NOBODY:
                self.log.add(constants.RETURNED, seat, self.round.returned)

    def take_taxes(self) -> None:
        """Take the big-blind ante, after the blinds (B7)."""
        # one seat at most owes this ante, so the order of the seats does not matter
        for seat in range(self.seats):
            if self.deal.forced.tax[seat] > 0:
                self.log.add(constants.POSTED_DEAD, seat, self.round.ante_dead(seat, self.deal.forced.tax[seat]))

    def take_ante(self, seat: int) -> None:
        """Take one seat's ante. An ante is divided into side pots like a bet, or it is dead money if a record says so.
        """
        if self.deal.forced.layered:
            self.log.add(constants.POSTED_ANTE, seat, self.round.ante(seat, self.deal.forced.ante[seat]))
        else:
            self.log.add(constants.POSTED_ANTE, seat, self.round.ante_dead(seat, self.deal.forced.ante[seat]))

    # -- streets -------------------------------------------------------------------------------------------------------

    def deal_street(self) -> None:
        """Deal the cards of this street, or one shared card if too few are left for every player (stud)."""
        if self.deal.layout.down[self.street_no] + self.deal.layout.up[self.street_no] > 0:
            # seven-card stud with eight players needs 56 cards on the last street
            # street 0 always has enough: `PokerRules` refuses games with more seats than the deck can serve
            if self.street_no > 0 and self.cards.too_few(self.round.live, self.deal.layout.down[self.street_no]
                                                         + self.deal.layout.up[self.street_no]):
                self.deal_board(1)
            else:
                self.deal_hole(self.deal.layout.down[self.street_no], False)
                self.deal_hole(self.deal.layout.up[self.street_no], True)
        if self.deal.layout.board[self.street_no] > 0:
            self.deal_board(self.deal.layout.board[self.street_no])

    def deal_hole(self, count: int, face_up: bool) -> None:
        """Deal each live seat cards and log them."""
        if count == 0:
            return
        self.cards.deal_hole(self.round.live, count, face_up)
        if self.log.is_kept:
            self.log_hole(count, face_up)

    def log_hole(self, count: int, face_up: bool) -> None:
        """Log each seat's new cards."""
        seat = self.deal.button
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if (self.round.live >> seat) & 1:
                self.log.add(constants.DEALT_UP if face_up else constants.DEALT_DOWN, seat,
                             self.cards.packed_hole(seat, count))

    def deal_board(self, count: int) -> None:
        """Deal board cards and log them."""
        self.log.add(constants.DEALT_BOARD, 0, self.cards.deal_board(count))

    def open_betting(self) -> bool:
        """Find the seat that opens the betting on this street. Return False if nobody has to act."""
        # before the flop the last of the largest blinds acts last (`anchor`); on later streets the button does
        opener = self.deal.layout.opener[self.street_no]
        after = self.deal.button
        if opener != constants.AT_BLINDS:
            after = self.showing_opener(opener)
            # next_actor looks clockwise after a seat, and the opener itself acts first
            after = after - 1 if after > 0 else self.seats - 1
        elif self.street_no == 0:
            after = self.deal.forced.anchor
        self.turn = self.round.next_actor(after)
        if self.turn == betting.NOBODY:
            return False
        # a player who is the only one able to act is not asked to bring in: `next_actor` returned NOBODY above
        if opener == constants.AT_LOW_DOOR or opener == constants.AT_HIGH_DOOR:
            self.phase = constants.BRINGING_IN
        return True

    def showing_opener(self, opener: int) -> int:
        """Return the seat that opens the betting because of its open cards. If several seats are equal, return the
        first one after the button.
        """
        best = -1
        chosen = 0
        seat = self.deal.button
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if (self.round.live >> seat) & 1:
                value = self.showing(seat, opener)
                # Door cards never tie, because suits break ties. Several open cards can tie; then the first seat after
                # the button opens.
                if value > best:
                    best = value
                    chosen = seat
        return chosen

    def showing(self, seat: int, opener: int) -> int:
        """Return a score for a seat's open cards. The seat with the highest score opens the betting."""
        count = self.cards.gather_up(seat)
        if opener == constants.AT_LOW_DOOR:
            # card numbers rise by rank and then suit, clubs first, so the lowest number is the lowest door card
            return 51 - self.cards.own[0]
        if opener == constants.AT_HIGH_DOOR:
            # in razz the ace is low: adding one rank (four cards) modulo 52 turns the aces into the lowest numbers
            return (self.cards.own[0] + 4) % 52
        if opener == constants.AT_HIGH_BOARD:
            return open_high(self.cards.own, count)
        return open_low(self.cards.own, count)

    def finish_round(self) -> None:
        """Finish the betting of a street: return an uncalled bet, then go on to the next street or to the end."""
        owner = self.round.uncalled()
        if owner != betting.NOBODY:
            self.log.add(constants.RETURNED, owner, self.round.returned)
        if self.round.live & (self.round.live - 1) == 0:
            self.finish()
            return
        # if all players but one are all-in, the remaining streets are dealt without betting (B5)
        while self.street_no + 1 < self.deal.layout.streets:
            self.street_no += 1
            if self.log.is_kept:
                self.log.add(constants.STREET, 0, self.street_no)
            self.round.open(self.deal.layout.min_bet[self.street_no], self.deal.layout.cap)
            # from the second street on, a pot-limit bet counts the chips that are really in the pot
            self.round.forget_short_posts()
            if self.deal.layout.draw[self.street_no]:
                self.phase = constants.DRAWING
                self.to_draw = self.round.live
                # all-in players draw too, so this asks for the live seats and not for the seats that can still bet
                self.turn = next_seat(self.seats, self.round.live, self.deal.button)
                return
            self.deal_street()
            if self.by_record:
                self.wait_for_dealer()
                return
            if self.open_betting():
                return
        self.finish()

    def finish(self) -> None:
        """Settle and end the hand. A hand from a record first waits for the cards that players show."""
        # a fold-out needs no cards (B12)
        if self.by_record and self.phase != constants.SHOWING and self.round.live & (self.round.live - 1) != 0:
            self.phase = constants.SHOWING
            self.turn = betting.NOBODY
            return
        settle(self.deal, self.round, self.cards, self.log)
        self.phase = constants.OVER
        self.turn = betting.NOBODY

    # -- hands from a record, which names the cards dealt and shown ----------------------------------------------------

    def wait_for_dealer(self) -> None:
        """Wait until the record has named the cards that were dealt."""
        self.phase = constants.DEALING
        self.turn = betting.NOBODY

    def dealer_is_done(self) -> None:
        """Continue after the record has named the cards: start the betting, or deal the next street if nobody can act.
        """
        self.phase = constants.BETTING
        if not self.open_betting():
            self.finish_round()

    def settle_shown(self) -> None:
        """Divide the pot among the hands that were shown. Every hand has been shown or mucked by now."""
        for seat in range(self.seats):
            if (self.mucked >> seat) & 1:
                # a mucked hand wins nothing, but its chips stay in the layers (B11)
                self.round.fold(seat)
        self.finish()

    # -- questions------------------------------------------------------------------------------------------------------

    def is_betting(self) -> bool:
        """Return True if the seat to act makes a betting decision."""
        return self.phase == constants.BETTING or self.phase == constants.BRINGING_IN

    def owed(self) -> int:
        """Return the chips that the seat to act must add to stay in."""
        return self.round.price - self.round.bet[self.turn]

    def ask(self) -> None:
        """Compute the legal bets of the seat to act. A player who cannot pay more than the bring-in cannot complete it.
        """
        self.round.ask(self.turn)
        # his all-in pays the bring-in and nothing more
        if self.phase == constants.BRINGING_IN and self.round.stack[self.turn] <= self.deal.layout.bring_in:
            self.round.deny()

    # -- actions: the caller has checked that they are legal -----------------------------------------------------------

    def act_fold(self) -> None:
        """Fold the seat to act."""
        # `add` checks this too; checking here saves simulated hands the function call
        if self.log.is_kept:
            self.log.add(constants.FOLDED, self.turn, 0)
        self.round.fold(self.turn)
        self.go_on()

    def act_call(self) -> None:
        """Call for the seat to act, or check if there is nothing to call."""
        paid = self.round.call(self.turn)
        if self.log.is_kept:
            self.log.add(constants.CALLED if paid > 0 else constants.CHECKED, self.turn, paid)
        self.go_on()

    def act_raise(self, amount: int) -> None:
        """Bet, complete or raise to a total for the street, for the seat to act."""
        self.round.raise_to(self.turn, amount)
        if self.log.is_kept:
            self.log.add(constants.RAISED, self.turn, amount)
        self.phase = constants.BETTING
        self.go_on()

    def act_bring_in(self) -> None:
        """Post the bring-in for the seat to act."""
        self.log.add(constants.BROUGHT_IN, self.turn, self.round.bring_in(self.turn, self.deal.layout.bring_in))
        self.phase = constants.BETTING
        self.go_on()

    def act_discard(self, slots: int) -> None:
        """Replace the cards in a set of slots of the seat to act. An empty set means that the player stands pat."""
        self.log.add(constants.DISCARDED, self.turn, slots)
        if slots:
            self.log.add(constants.DREW, self.turn, self.cards.exchange(self.round.live, self.turn, slots))
        # the betting starts only after every player has drawn
        self.to_draw &= ~(1 << self.turn)
        if self.to_draw:
            self.turn = next_seat(self.seats, self.to_draw, self.turn)
            return
        if self.by_record:
            self.wait_for_dealer()
            return
        self.phase = constants.BETTING
        if not self.open_betting():
            self.finish_round()

    def go_on(self) -> None:
        """Continue after a betting action: go to the next seat, to the next street, or to the end of the hand."""
        self.turn = self.round.following
        if self.turn == betting.NOBODY:
            self.finish_round()

    def replay(self, entry: int) -> None:
        """Repeat a logged action."""
        # the lowest five bits of an entry are its kind, the next four the seat, the rest the amount (`log.py`)
        if entry & 31 == constants.FOLDED:
            self.act_fold()
        elif entry & 31 == constants.CHECKED or entry & 31 == constants.CALLED:
            self.act_call()
        elif entry & 31 == constants.RAISED:
            self.act_raise(entry >> 9)
        elif entry & 31 == constants.BROUGHT_IN:
            self.act_bring_in()
        else:
            self.act_discard(entry >> 9)

    def copy_to(self, other: Engine) -> None:
        """Copy this hand's state to another engine. Both engines share the starting facts."""
        self.cards.copy_to(other.cards)
        self.log.copy_to(other.log)
        self.round.copy_to(other.round)
        other.seats = self.seats
        other.street_no = self.street_no
        other.turn = self.turn
        other.phase = self.phase
        other.to_draw = self.to_draw
        other.by_record = self.by_record
        other.shown = self.shown
        other.mucked = self.mucked


def blank(deal: Deal) -> Engine:
    """Return an engine with these starting facts, whose state the caller must fill in."""
    if not cython.compiled:
        return Engine(deal)
    # the parts are made without __init__, which would clear arrays that the caller fills right away
    engine = Engine.__new__(Engine)
    engine.deal = deal
    engine.round = Round.__new__(Round)
    engine.cards = HandCards.__new__(HandCards)
    engine.cards.deal = deal
    engine.log = HandLog.__new__(HandLog)
    engine.log.is_kept = True
    return engine
