"""Who wins what: hands compared, pots divided, odd chips placed (rulings B11, B12).

Each layer of the pot is divided on its own among the best of those who reach it. Where a low hand shares, it gets half
of each layer if one qualifies; the odd chip of that halving stays with the high hand. Odd chips of a tie go one at a
time to the winners from the left of the button; in stud by the highest card, then its suit, in the winning five.
"""

from __future__ import annotations

import cython

from croupier.betting.order import how_many, next_seat
from croupier.games.poker.deal import Deal
from croupier.games.poker.dealing import Dealing
from croupier.ranking.kernel import board_key, high_with, strength

if not cython.compiled:
    from croupier.betting.pots import NO_LEVEL, layer, level_above, reaching
    from croupier.games.poker.dealing import POT, SHOWN, SLOTS, WON_HIGH, WON_LOW

    HIGH_HAND = 1

_SEATS = 10


class Showdown(Dealing):
    """A table that can settle."""

    def __init__(self, deal: Deal) -> None:
        if not cython.compiled:
            self.value = [0] * _SEATS
            self.low_value = [0] * _SEATS
            self.cards = bytearray(SLOTS)
            self.common = bytearray(5)
            self.five = bytearray(5)
        Dealing.__init__(self, deal)

    def settle(self) -> None:
        """Pay every layer of the pot to its winners."""
        if self.round.live & (self.round.live - 1) == 0:  # a fold-out: everything to the last seat, nothing shown (B12)
            self.award(self.round.pot(), self.round.live)
            self.round.sweep()
            return
        self.compare()
        floor = -1
        level = level_above(self.round.total, self.round.live, self.seats, floor)
        extra = self.round.dead_money
        while level != NO_LEVEL:
            following = level_above(self.round.total, self.round.live, self.seats, level)
            if floor < 0 and following == NO_LEVEL:  # one pot: everybody left is in for the same
                self.award(self.round.pot(), self.round.live)
                break
            top = level if following != NO_LEVEL else self.round.begun
            amount = extra + layer(self.round.total, self.seats, 0 if floor < 0 else floor, top)
            if amount > 0:
                self.award(amount, reaching(self.round.total, self.round.live, self.seats, level))
                extra = 0
            floor = level
            level = following
        self.round.sweep()

    def compare(self) -> None:
        """Show and value every live hand."""
        for place in range(self.board_count):
            self.common[place] = self.deal.deck[self.board_places[place]]
        if self.keeps_log:
            self.log_shown()
        if self.deal.layout.high == HIGH_HAND and self.board_count == 5 and self.deal.layout.low == 0:
            self.compare_holdem()
        else:
            self.compare_any()

    def log_shown(self) -> None:
        """Log who shows, from the left of the button."""
        seat = self.deal.button
        for _ in range(how_many(self.round.live)):
            seat = next_seat(self.seats, self.round.live, seat)
            self.log(SHOWN, seat, 0)

    def gather(self, seat: int) -> None:
        """Bring a seat's cards together."""
        for slot in range(self.held[seat]):
            self.cards[slot] = self.card_at(self.hole_places[seat * SLOTS + slot])

    def compare_holdem(self) -> None:
        """Two cards each and a full board: the board is added up once."""
        key = board_key(self.common, 5)
        seat = self.deal.button
        for _ in range(how_many(self.round.live)):
            seat = next_seat(self.seats, self.round.live, seat)
            self.value[seat] = high_with(key, self.common, 5, self.deal.deck[self.hole_places[seat * SLOTS]],
                                         self.deal.deck[self.hole_places[seat * SLOTS + 1]])

    def compare_any(self) -> None:
        """Any game: the high strength, and the low one where a low hand shares."""
        for seat in range(self.seats):
            if (self.round.live >> seat) & 1:
                self.gather(seat)
                self.value[seat] = strength(self.deal.layout.high, self.cards, self.held[seat], self.common,
                                            self.board_count)
                if self.deal.layout.low != 0:
                    self.low_value[seat] = strength(self.deal.layout.low, self.cards, self.held[seat], self.common,
                                                    self.board_count)

    def award(self, amount: int, contenders: int) -> None:
        """Divide one layer."""
        if self.keeps_log:
            self.log(POT, 0, amount)
        if contenders & (contenders - 1) == 0:
            self.share(amount, contenders, WON_HIGH)
            return
        lows = self.best_low(contenders) if self.deal.layout.low != 0 else 0
        if lows:
            self.share(amount // 2, lows, WON_LOW)
            amount -= amount // 2
        self.share(amount, self.best_high(contenders), WON_HIGH)

    def best_high(self, contenders: int) -> int:
        """The set of contenders with the highest value."""
        best = 0
        for seat in range(self.seats):
            value = self.value[seat] * ((contenders >> seat) & 1)
            best = value if value > best else best
        winners = 0
        for seat in range(self.seats):
            winners |= (self.value[seat] == best) << seat
        return winners & contenders

    def best_low(self, contenders: int) -> int:
        """The set of contenders with the best qualifying low, empty if none qualifies."""
        best = 1
        winners = 0
        for seat in range(self.seats):
            if (contenders >> seat) & 1:
                if self.low_value[seat] > best:
                    best = self.low_value[seat]
                    winners = 0
                if self.low_value[seat] == best:
                    winners |= 1 << seat
        return winners

    def share(self, amount: int, winners: int, kind: int) -> None:
        """Divide an amount evenly, odd chips one at a time."""
        count = how_many(winners)
        each = amount // count
        odd = amount - each * count
        if odd > 0 and self.deal.layout.stud:
            self.share_by_card(each, odd, winners, kind)
            return
        seat = self.deal.button
        for _ in range(count):
            seat = next_seat(self.seats, winners, seat)
            self.pay(seat, each + (1 if odd > 0 else 0), kind)
            odd -= 1

    def pay(self, seat: int, amount: int, kind: int) -> None:
        """Give chips of the pot to a seat."""
        if amount > 0:
            self.round.win(seat, amount)
            if self.keeps_log:
                self.log(kind, seat, amount)

    def share_by_card(self, each: int, odd: int, winners: int, kind: int) -> None:
        """Stud: odd chips by the highest card of the winning five, then its suit."""
        left = winners
        while left:
            best = -1
            chosen = 0
            for seat in range(self.seats):
                if (left >> seat) & 1:
                    card = self.top_card(seat, self.deal.layout.low if kind == WON_LOW else self.deal.layout.high)
                    if card > best:
                        best = card
                        chosen = seat
            self.pay(chosen, each + (1 if odd > 0 else 0), kind)
            odd -= 1
            left &= ~(1 << chosen)

    def top_card(self, seat: int, ranking: int) -> int:
        """The highest card in a seat's winning five, aces low where the low wins; of several such fives, the best."""
        self.gather(seat)
        count = self.held[seat]
        for place in range(self.board_count):
            self.cards[count] = self.common[place]
            count += 1
        wanted = self.low_value[seat] if ranking == self.deal.layout.low else self.value[seat]
        best = 0
        for chosen in range(1 << count):
            if how_many(chosen) == 5 and self.five_value(ranking, count, chosen) == wanted:
                card = self.five_top(ranking, count, chosen)
                if card > best:
                    best = card
        return best

    def five_value(self, ranking: int, count: int, chosen: int) -> int:
        """The strength of five chosen cards out of a seat's."""
        size = 0
        for slot in range(count):
            if (chosen >> slot) & 1:
                self.five[size] = self.cards[slot]
                size += 1
        return strength(ranking, self.five, 5, self.common, 0)

    def five_top(self, ranking: int, count: int, chosen: int) -> int:
        """The highest of five chosen cards by rank, then suit."""
        best = 0
        for slot in range(count):
            if (chosen >> slot) & 1:
                card = self.cards[slot] + 4
                if ranking != HIGH_HAND and card >= 52:
                    card -= 52
                if card > best:
                    best = card
        return best
