"""A hand dealt by hand: the engine deals places, a record tells which cards they were and who showed what.

Cards are told street by street with `tell_hole` and `tell_board`, `??` where nobody knows them. Once every place dealt
so far is told, the hand goes on by itself. After the last bet it waits for `show` and `muck` of each live seat and
settles among the hands shown. Nothing told is ever changed: what contradicts it is refused (rulings N9, N12).
"""

from __future__ import annotations

import cython

from croupier.betting.rulebook import IllegalAction, short
from croupier.cards import UNKNOWN, text
from croupier.games.poker.deal import Deal
from croupier.games.poker.engine import Engine

if not cython.compiled:
    from croupier.games.poker.dealing import SLOTS
    from croupier.games.poker.engine import DEALING, SHOWING

    UNTOLD = 53


def card_number(card: object) -> int:
    """A card's number, -1 where it is none."""
    if type(card) is not int:
        return -1
    try:
        number: int = card
    except OverflowError:  # only where ints are C's
        return -1
    return number if 0 <= number <= UNKNOWN else -1


class Told(Engine):
    """A hand that can be told its cards."""

    def __init__(self, deal: Deal) -> None:
        Engine.__init__(self, deal)
        self.shown = 0

    @property
    def awaits(self) -> str | None:
        """What a hand dealt by hand waits for: "cards", "show", or None."""
        return "cards" if self.phase == DEALING else "show" if self.phase == SHOWING else None

    def check_told(self, seat: int, cards: list[int]) -> None:
        """Refuse a seat or a card that is none."""
        if not 0 <= seat < self.seats:
            raise IllegalAction(f"seat {seat} is not one of 0..{self.seats - 1}", "N12")
        for card in cards:
            number = card_number(card)
            if number < 0:
                raise IllegalAction(f"{short(card)} is no card number: 0..51, or 52 for an unknown card", "N9")
            if number < 52 - self.deal.layout.deck_size:
                raise IllegalAction(f"{text([card])} is not in this game's deck of sixes to aces", "N9")

    def refuse_twice(self, cards: list[int]) -> None:
        """N9: no card twice; in draw games a card may come back once nobody holds it any more."""
        one = 1
        seen = 0
        for card in cards:
            if card < UNKNOWN:
                if (seen >> card) & 1 or self.is_on_table(card):
                    raise IllegalAction(f"{text([card])} is dealt twice", "N9")
                seen |= one << card

    def is_on_table(self, card: int) -> bool:
        """Whether a card has been told and, in a draw game, is still held by a live seat."""
        if not self.deal.layout.draws:
            for place in range(self.next_place):
                if self.deal.deck[place] == card:
                    return True
            return False
        for seat in range(self.seats):
            if (self.round.live >> seat) & 1:
                for slot in range(self.held[seat]):
                    if self.deal.deck[self.hole_places[seat * SLOTS + slot]] == card:
                        return True
        return False

    def untold(self, seat: int) -> int:
        """How many of a seat's cards have not been told yet."""
        count = 0
        for slot in range(self.held[seat]):
            count += self.deal.deck[self.hole_places[seat * SLOTS + slot]] == UNTOLD
        return count

    def untold_board(self) -> int:
        """How many board cards have not been told yet."""
        count = 0
        for place in range(self.board_count):
            count += self.deal.deck[self.board_places[place]] == UNTOLD
        return count

    def tell_hole(self, seat: int, cards: list[int]) -> None:
        """Tell a seat's newly dealt cards, in the order of its slots."""
        self.check_told(seat, cards)
        if len(cards) > self.untold(seat):
            due = self.untold(seat)
            raise IllegalAction(f"seat {seat} is dealt {text(cards)}, but {due} cards are due to it", "B15")
        self.refuse_twice(cards)
        at = 0
        for slot in range(self.held[seat]):
            place = self.hole_places[seat * SLOTS + slot]
            if at < len(cards) and self.deal.deck[place] == UNTOLD:
                self.deal.deck[place] = cards[at]
                at += 1
        self.go_on_if_told()

    def tell_board(self, cards: list[int]) -> None:
        """Tell newly dealt board cards; one shared card instead of each seat's own where a record says so."""
        self.check_told(0, cards)
        if self.phase == DEALING and self.deal.layout.stud and len(cards) == 1 and self.board_count == 0:
            self.share_instead()
        if len(cards) != self.untold_board() or not cards:
            raise IllegalAction(f"the board is dealt {text(cards)}, but {self.untold_board()} cards are due", "B15")
        self.refuse_twice(cards)
        for at in range(len(cards)):
            self.deal.deck[self.board_places[self.board_count - len(cards) + at]] = cards[at]
        self.go_on_if_told()

    def share_instead(self) -> None:
        """The eighth stud player: the last card is dealt once, for everybody."""
        for seat in range(self.seats):
            if (self.round.live >> seat) & 1:
                self.held[seat] -= self.untold(seat)
        self.next_place = self.told_places()
        self.deal_board(1)

    def told_places(self) -> int:
        """How many places from the front have been told."""
        place = 0
        while place < self.next_place and self.deal.deck[place] != UNTOLD:
            place += 1
        return place

    def go_on_if_told(self) -> None:
        """Go on once every card dealt so far has been told."""
        if self.phase == DEALING and self.told_places() == self.next_place:
            self.dealer_is_done()
            self.settle_if_shown()

    def show(self, seat: int, cards: list[int]) -> None:
        """A seat shows its hand; cards that were unknown become known, known ones must agree (none: as known)."""
        self.check_told(seat, cards)
        if not (self.round.live >> seat) & 1 or self.awaits is None:
            raise IllegalAction(f"seat {seat} shows, but has no hand to show now", "N12")
        self.match_shown(seat, cards)
        self.shown |= 1 << seat
        self.settle_if_shown()

    def match_shown(self, seat: int, cards: list[int]) -> None:
        """Fit shown cards to the slots: those told before are found again, the others fill unknown slots."""
        left = [card for card in cards if card != UNKNOWN]
        free = []
        for slot in range(self.held[seat]):
            place = self.hole_places[seat * SLOTS + slot]
            card = self.deal.deck[place]
            if card in left:
                left.remove(card)
            elif card == UNKNOWN:
                free.append(place)
            elif cards and card != UNTOLD:
                raise IllegalAction(f"seat {seat} shows {text(cards)}, but was dealt {text([card])}", "N9")
        if len(left) > len(free):
            raise IllegalAction(f"seat {seat} shows {text(cards)}, more than it holds", "N9")
        self.refuse_twice(left)
        for at in range(len(left)):
            self.deal.deck[free[at]] = left[at]

    def muck(self, seat: int) -> None:
        """A seat gives up its hand at the showdown without showing."""
        self.check_told(seat, [])
        if not (self.round.live >> seat) & 1 or self.awaits is None:
            raise IllegalAction(f"seat {seat} mucks, but has no hand to muck now", "N12")
        if not self.is_covered(seat):
            raise IllegalAction(f"seat {seat} mucks, but is the only one left to win a side pot", "N12")
        self.mucked |= 1 << seat
        self.settle_if_shown()

    def is_covered(self, seat: int) -> bool:
        """Whether another live seat that has not mucked is in for as much, so that every pot keeps a contender."""
        for other in range(self.seats):
            if other != seat and ((self.round.live & ~self.mucked) >> other) & 1:
                if self.round.total[other] >= self.round.total[seat]:
                    return True
        return False

    def settle_if_shown(self) -> None:
        """Settle once every live seat has shown or mucked."""
        if self.phase != SHOWING or self.round.live & ~(self.shown | self.mucked):
            return
        left = self.round.live & ~self.mucked
        if left == 0:
            raise IllegalAction("every hand was mucked: nobody is left to win the pot", "N12")
        if left & (left - 1) != 0 and not self.all_known(left):
            raise IllegalAction("a hand was shown with unknown cards: the winner cannot be told", "N12")
        self.settle_shown()

    def all_known(self, members: int) -> bool:
        """Whether every card of these seats and of the board is known."""
        for seat in range(self.seats):
            if (members >> seat) & 1:
                for slot in range(self.held[seat]):
                    if self.deal.deck[self.hole_places[seat * SLOTS + slot]] >= UNKNOWN:
                        return False
        for place in range(self.board_count):
            if self.deal.deck[self.board_places[place]] >= UNKNOWN:
                return False
        return True
