"""The course of a hand: posts, streets, turns, draws, and the end.

    begin → street: deal → (bring-in) → betting ┐
              ↑   or: draw → betting            ├→ last street: showdown → over
              └─────────────────────────────────┘   one seat left: over, nothing shown (B12)

A hand can also be dealt by hand, from a record: it then waits (DEALING, SHOWING) until it is told the cards.
The engine trusts its caller: whether an action is legal is asked of the round first (`hand.py` does). It needs no
lock and makes no Python objects, so that millions of hands run inside the core. The round counts the chips after
every action (ruling M2); its `broken` says that a count was wrong.
"""

from __future__ import annotations

import cython

from croupier.betting.order import next_seat
from croupier.games.poker.deal import Deal
from croupier.games.poker.showdown import Showdown
from croupier.ranking.upcards import open_high, open_low

if not cython.compiled:
    from croupier.betting.order import NOBODY
    from croupier.games.poker.dealing import (
        BROUGHT_IN,
        CALLED,
        CHECKED,
        DISCARDED,
        DREW,
        FOLDED,
        POSTED_ANTE,
        POSTED_BLIND,
        POSTED_DEAD,
        POSTED_STRADDLE,
        RAISED,
        RETURNED,
        SLOTS,
        STOOD_DEAD,
        STREET,
    )

    OVER, BETTING, BRINGING_IN, DRAWING, DEALING, SHOWING = range(6)
    AT_BLINDS, AT_LOW_DOOR, AT_HIGH_DOOR, AT_HIGH_BOARD, AT_LOW_BOARD = range(5)


class Engine(Showdown):
    """A hand that runs by itself between decisions."""

    def __init__(self, deal: Deal) -> None:
        Showdown.__init__(self, deal)
        self.turn = NOBODY
        self.phase = OVER
        self.to_draw = 0
        self.by_hand = False
        self.mucked = 0

    # -- the beginning -------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Seat everybody, take the forced bets, deal the first street, and find who acts first."""
        self.clear_table()
        self.round.clear(self.seats, self.deal.layout.limit)
        self.round.sit_all(self.deal.stack, self.deal.members)
        self.round.open(self.deal.layout.min_bet[0], self.deal.layout.max_raises[0])
        self.phase = BETTING
        self.mucked = 0
        self.take_forced()
        self.deal_street()
        if self.by_hand:
            self.wait_for_dealer()
        elif not self.open_betting():
            self.finish_round()

    def take_forced(self) -> None:
        """Dead money, antes, blinds and straddles, then big-blind antes, each from the left of the button (B7)."""
        if self.deal.forced.has_extras:
            self.take_extras()
        for place in range(self.deal.order_count):
            seat = self.deal.order[place]
            if self.deal.forced.blind[seat] > 0:
                kind = POSTED_STRADDLE if (self.deal.forced.straddlers >> seat) & 1 else POSTED_BLIND
                self.log(kind, seat, self.round.post(seat, self.deal.forced.blind[seat]))
        if self.deal.forced.has_extras:
            self.take_taxes()

    def take_extras(self) -> None:
        """Dead money that was paid before, then antes."""
        seat = self.deal.button
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.deal.forced.dead[seat] > 0:
                self.round.add_dead(seat, self.deal.forced.dead[seat])
                self.log(STOOD_DEAD, seat, self.deal.forced.dead[seat])
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if self.deal.forced.ante[seat] > 0:
                self.take_ante(seat)
        if self.deal.forced.layered and self.deal.forced.antes_differ(self.round.live):
            seat = self.round.trim_antes()
            if seat != NOBODY:
                self.log(RETURNED, seat, self.round.returned)

    def take_taxes(self) -> None:
        """Big-blind antes, after the blind (B7)."""
        for seat in range(self.seats):
            if self.deal.forced.tax[seat] > 0:
                self.log(POSTED_DEAD, seat, self.round.ante_dead(seat, self.deal.forced.tax[seat]))

    def take_ante(self, seat: int) -> None:
        """One seat's ante: layered like a bet, or dead where a record says so."""
        if self.deal.forced.layered:
            self.log(POSTED_ANTE, seat, self.round.ante(seat, self.deal.forced.ante[seat]))
        else:
            self.log(POSTED_ANTE, seat, self.round.ante_dead(seat, self.deal.forced.ante[seat]))

    # -- streets -------------------------------------------------------------------------------------------------------

    def open_betting(self) -> bool:
        """Find who opens this street's betting; false when nobody has to act."""
        opener = self.deal.layout.opener[self.street_no]
        after = self.deal.button
        if opener != AT_BLINDS:
            after = self.showing_opener(opener)
            after = after - 1 if after > 0 else self.seats - 1
        elif self.street_no == 0:
            after = self.deal.forced.anchor
        self.turn = self.round.next_actor(after)
        if self.turn == NOBODY:
            return False
        if opener == AT_LOW_DOOR or opener == AT_HIGH_DOOR:
            self.phase = BRINGING_IN
        return True

    def showing_opener(self, opener: int) -> int:
        """The seat whose open cards open the betting; of equals, the first from the left of the button."""
        best = -1
        chosen = 0
        seat = self.deal.button
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if (self.round.live >> seat) & 1:
                value = self.showing(seat, opener)
                if value > best:
                    best = value
                    chosen = seat
        return chosen

    def showing(self, seat: int, opener: int) -> int:
        """How strongly a seat's open cards claim the opening."""
        count = 0
        for slot in range(self.held[seat]):
            if (self.up[seat] >> slot) & 1 and count < 4:
                self.cards[count] = self.card_at(self.hole_places[seat * SLOTS + slot])
                count += 1
        if opener == AT_LOW_DOOR:
            return 51 - self.cards[0]
        if opener == AT_HIGH_DOOR:
            return (self.cards[0] + 4) % 52
        if opener == AT_HIGH_BOARD:
            return open_high(self.cards, count)
        return open_low(self.cards, count)

    def finish_round(self) -> None:
        """The betting of a street is over: return what nobody called, go on to the next street or to the end."""
        owner = self.round.uncalled()
        if owner != NOBODY:
            self.log(RETURNED, owner, self.round.returned)
        if self.round.live & (self.round.live - 1) == 0:
            self.finish()
            return
        while self.street_no + 1 < self.deal.layout.streets:
            self.street_no += 1
            if self.keeps_log:
                self.log(STREET, 0, self.street_no)
            self.round.open(self.deal.layout.min_bet[self.street_no], self.deal.layout.max_raises[self.street_no])
            self.round.forget_short_posts()
            if self.deal.layout.draw[self.street_no]:
                self.phase = DRAWING
                self.to_draw = self.round.live
                self.turn = self.first_live_after(self.deal.button)
                return
            self.deal_street()
            if self.by_hand:
                self.wait_for_dealer()
                return
            if self.open_betting():
                return
        self.finish()

    def finish(self) -> None:
        """Settle and end the hand; a hand dealt by hand first waits to be told who shows what."""
        if self.by_hand and self.phase != SHOWING and self.round.live & (self.round.live - 1) != 0:
            self.phase = SHOWING
            self.turn = NOBODY
            return
        self.settle()
        self.phase = OVER
        self.turn = NOBODY

    # -- by hand: a record tells which cards were dealt and shown ------------------------------------------------------

    def wait_for_dealer(self) -> None:
        """Stop until the record has told the cards that were dealt."""
        self.phase = DEALING
        self.turn = NOBODY

    def dealer_is_done(self) -> None:
        """The cards are told: go on with the betting, or with the next street where nobody has to act."""
        self.phase = BETTING
        if not self.open_betting():
            self.finish_round()

    def settle_shown(self) -> None:
        """Every hand is shown or mucked: settle among those shown."""
        for seat in range(self.seats):
            if (self.mucked >> seat) & 1:
                self.round.fold(seat)
        self.finish()

    # -- actions: trusted, the caller has asked whether they are legal -------------------------------------------------

    def act_fold(self) -> None:
        """The seat to act folds."""
        if self.keeps_log:
            self.log(FOLDED, self.turn, 0)
        self.round.fold(self.turn)
        self.go_on()

    def act_call(self) -> None:
        """The seat to act calls, or checks when nothing is owed."""
        paid = self.round.call(self.turn)
        if self.keeps_log:
            self.log(CALLED if paid > 0 else CHECKED, self.turn, paid)
        self.go_on()

    def act_raise(self, amount: int) -> None:
        """The seat to act bets, completes or raises to a total for the street."""
        self.round.raise_to(self.turn, amount)
        if self.keeps_log:
            self.log(RAISED, self.turn, amount)
        self.phase = BETTING
        self.go_on()

    def act_bring_in(self) -> None:
        """The seat to act brings in."""
        self.log(BROUGHT_IN, self.turn, self.round.bring_in(self.turn, self.deal.layout.bring_in))
        self.phase = BETTING
        self.go_on()

    def act_discard(self, slots: int) -> None:
        """The seat to act throws away the cards in a set of slots (none: stands pat) and gets new ones."""
        self.log(DISCARDED, self.turn, slots)
        if slots:
            self.log(DREW, self.turn, self.exchange(self.turn, slots))
        self.to_draw &= ~(1 << self.turn)
        if self.to_draw:
            self.turn = next_seat(self.seats, self.to_draw, self.turn)
            return
        if self.by_hand:
            self.wait_for_dealer()
            return
        self.phase = BETTING
        if not self.open_betting():
            self.finish_round()

    def go_on(self) -> None:
        """After a bet: the next seat, the next street, or the end."""
        self.turn = self.round.following
        if self.turn == NOBODY:
            self.finish_round()

    def copy_engine(self, other: Engine) -> None:
        """Make another hand exactly like this one; the two share their starting facts."""
        self.copy_cards(other)
        self.round.copy_to(other.round)
        other.turn = self.turn
        other.phase = self.phase
        other.to_draw = self.to_draw
        other.by_hand = self.by_hand
        other.mucked = self.mucked
