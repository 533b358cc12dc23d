"""Track where every card of a hand is: held by a seat, on the board, in the muck or still in the deck.

A hand stores places of its deck instead of cards (`deal.py`): the card at place p is `deck[p]`. Each seat has up to
seven slots; `hole_places[seat * 7 + slot]` is the place in that slot. Cards are dealt one at a time from the left of
the button, then the board; there are no burn cards (ruling B15). In draw games discarded cards are reshuffled when the
deck has run out: place `deck_size + k` holds the card of place `again[k]`.

This module does not know chips or turns. Each call says which seats are still in the hand (`live`).
"""

from __future__ import annotations

import cython

from croupier.betting import constants as betting
from croupier.betting.order import how_many
from croupier.games.poker import constants
from croupier.games.poker.deal import Deal
from croupier.rng import stepped

if not cython.compiled:
    from croupier.rng import shuffled


class HandCards:
    """The places of all cards of a hand, and arrays for the results of the showdown."""

    def __init__(self, deal: Deal) -> None:
        if not cython.compiled:
            self.hole_places = [0] * (betting.SEATS_MAX * constants.SLOTS)
            self.held = [0] * betting.SEATS_MAX
            self.up = [0] * betting.SEATS_MAX
            self.board_places = [0] * constants.BOARD_MAX
            self.again = [0] * constants.RETURNED_MAX
            self.muck_places = [0] * 52
            self.thrown = [0] * constants.SLOTS
            self.value = [0] * betting.SEATS_MAX
            self.low_value = [0] * betting.SEATS_MAX
            self.own = bytearray(8)
            self.common = bytearray(constants.BOARD_MAX)
            self.five = bytearray(5)
        self.deal = deal
        self.clear()

    def clear(self) -> None:
        """Take all cards back into the deck."""
        self.seats = self.deal.seats
        self.board_count = 0
        self.next_place = 0
        self.returned = 0
        self.rng = self.deal.rng
        self.thrown_count = 0
        for seat in range(self.seats):
            self.held[seat] = 0
            self.up[seat] = 0

    # -- questions------------------------------------------------------------------------------------------------------

    def card_at(self, place: int) -> int:
        """Return the card at a place. Places past the end of the deck belong to reshuffled cards."""
        # only the engine uses UNNAMED; everybody else sees a card that is not named yet as unknown
        card = self.deal.deck[self.original(place)]
        return card if card < constants.UNKNOWN else constants.UNKNOWN

    def hole_card(self, seat: int, slot: int) -> int:
        """Return the card in a seat's slot."""
        return self.card_at(self.hole_places[seat * constants.SLOTS + slot])

    def original(self, place: int) -> int:
        """Return the place at which a card was first dealt, before any reshuffle."""
        if place >= self.deal.deck_size:
            return self.again[place - self.deal.deck_size]
        return place

    def too_few(self, live: int, each: int) -> bool:
        """Return True if the deck is too short to give every live seat this many cards (stud with eight players)."""
        return self.next_place + how_many(live) * each > self.deal.deck_size

    def packed_hole(self, seat: int, count: int) -> int:
        """Return the places of a seat's last `count` cards packed into one integer: a leading 1, then eight bits for
        each place.
        """
        # Without the leading 1, place 0 would leave no trace. A 64-bit log entry has room for six places, the most
        # cards dealt at once.
        places = 1
        for slot in range(self.held[seat] - count, self.held[seat]):
            places = (places << 8) | self.hole_places[seat * constants.SLOTS + slot]
        return places

    def gather(self, seat: int) -> None:
        """Copy a seat's cards into `own`, to be ranked."""
        for slot in range(self.held[seat]):
            self.own[slot] = self.card_at(self.hole_places[seat * constants.SLOTS + slot])

    def gather_up(self, seat: int) -> int:
        """Copy a seat's open cards into `own`, at most four, and return their number."""
        count = 0
        for slot in range(self.held[seat]):
            # at most four cards of a seat lie open in stud
            if (self.up[seat] >> slot) & 1 and count < 4:
                self.own[count] = self.card_at(self.hole_places[seat * constants.SLOTS + slot])
                count += 1
        return count

    # -- dealing -------------------------------------------------------------------------------------------------------

    def deal_hole(self, live: int, count: int, face_up: bool) -> None:
        """Deal each live seat cards, one at a time, round after round, from the left of the button."""
        taking = how_many(live)
        place = self.next_place
        for at in range(self.deal.order_count):
            seat = self.deal.order[at]
            if not (live >> seat) & 1:
                continue
            slot = self.held[seat]
            for card in range(count):
                # cards are dealt one at a time, round after round (B15), so a seat's cards are `taking` places apart
                self.hole_places[seat * constants.SLOTS + slot + card] = place + card * taking
            if face_up:
                self.up[seat] |= ((1 << count) - 1) << slot
            self.held[seat] = slot + count
            place += 1
        self.next_place += taking * count

    def deal_board(self, count: int) -> int:
        """Deal board cards. Return their places packed into one integer, as in `packed_hole`."""
        places = 1
        for _ in range(count):
            self.board_places[self.board_count] = self.next_place
            self.board_count += 1
            places = (places << 8) | self.next_place
            self.next_place += 1
        return places

    def take_back_unnamed(self, live: int) -> None:
        """Take back the cards that the record has not named, from each live seat. The record deals one shared card
        instead (stud).
        """
        for seat in range(self.seats):
            if (live >> seat) & 1:
                # only cards of this street can be unnamed
                self.held[seat] -= self.unnamed(seat)
        self.next_place = self.named_places()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def exchange(self, live: int, seat: int, slots: int) -> int:
        """Replace the cards in a set of slots. Return the new places packed into one integer, as in `packed_hole`."""
        self.thrown_count = 0
        for slot in range(self.held[seat]):
            if (slots >> slot) & 1:
                # recorded before any card is drawn, because a player cannot draw the cards that he has just discarded
                self.thrown[self.thrown_count] = self.original(self.hole_places[seat * constants.SLOTS + slot])
                self.thrown_count += 1
        places = 1
        for slot in range(self.held[seat]):
            if (slots >> slot) & 1:
                self.hole_places[seat * constants.SLOTS + slot] = self.take_place(live)
                places = (places << 8) | self.hole_places[seat * constants.SLOTS + slot]
        return places

    def take_place(self, live: int) -> int:
        """Return the next place of the deck. If the deck has run out, shuffle the muck back into it first."""
        # all cards of the deck and of earlier reshuffles are used up
        if self.next_place >= self.deal.deck_size + self.returned:
            self.return_muck(live)
        place = self.next_place
        self.next_place += 1
        return place

    def return_muck(self, live: int) -> None:
        """Shuffle cards back into the deck: all that no live seat holds, except those that the player drawing has just
        discarded.
        """
        count = 0
        for place in range(self.deal.deck_size):
            if not self.is_out(live, place):
                self.muck_places[count] = place
                count += 1
        # a guess has fixed the order of this reshuffle beforehand, so that it fits what the seat saw later
        if self.returned < self.deal.returns_decided:
            self.bring_back(count)
            return
        self.shuffle_muck(count)
        for at in range(count):
            self.again[self.returned + at] = self.muck_places[at]
        self.returned += count

    def shuffle_muck(self, count: int) -> None:
        """Shuffle the places of the muck with the numbers that the caller passed in, or with the generator if there are
        none.
        """
        if self.deal.muck_numbers is None:
            self.rng = shuffled(self.muck_places, count, count, stepped(self.rng))
            return
        for at in range(count):
            # each reshuffled card uses a number of its own, so a second reshuffle uses numbers that the first did not
            other = at + self.deal.muck_numbers.below(self.returned + at, count - at)
            place = self.muck_places[at]
            self.muck_places[at] = self.muck_places[other]
            self.muck_places[other] = place

    def bring_back(self, count: int) -> None:
        """Reshuffle the muck of a guessed hand in the order that the guess has fixed."""
        for at in range(self.returned, self.returned + count):
            self.again[at] = self.deal.deck[self.deal.deck_size + at]
        self.returned += count

    def is_out(self, live: int, place: int) -> bool:
        """Return True if a live seat holds the card of this place, or the player drawing has just discarded it."""
        for at in range(self.thrown_count):
            if self.thrown[at] == place:
                return True
        for seat in range(self.seats):
            if (live >> seat) & 1:
                for slot in range(self.held[seat]):
                    if self.original(self.hole_places[seat * constants.SLOTS + slot]) == place:
                        return True
        return False

    # -- named by a record ---------------------------------------------------------------------------------------------

    def unnamed(self, seat: int) -> int:
        """Return how many of a seat's cards the record has not named yet."""
        count = 0
        for slot in range(self.held[seat]):
            count += self.deal.deck[self.hole_places[seat * constants.SLOTS + slot]] == constants.UNNAMED
        return count

    def unnamed_board(self) -> int:
        """Return how many board cards the record has not named yet."""
        count = 0
        for place in range(self.board_count):
            count += self.deal.deck[self.board_places[place]] == constants.UNNAMED
        return count

    def named_places(self) -> int:
        """Return how many places at the front of the deck have been named without a gap."""
        place = 0
        # cards may be named out of order, so a place counts only if every place before it is named
        while place < self.next_place and self.deal.deck[place] != constants.UNNAMED:
            place += 1
        return place

    def holds(self, live: int, card: int) -> bool:
        """Return True if a live seat holds this card."""
        for seat in range(self.seats):
            if (live >> seat) & 1:
                for slot in range(self.held[seat]):
                    if self.deal.deck[self.hole_places[seat * constants.SLOTS + slot]] == card:
                        return True
        return False

    def was_dealt(self, card: int) -> bool:
        """Return True if this card has been dealt."""
        for place in range(self.next_place):
            if self.deal.deck[place] == card:
                return True
        return False

    def all_known(self, seats: int) -> bool:
        """Return True if every card of these seats and of the board is known."""
        for seat in range(self.seats):
            if (seats >> seat) & 1:
                for slot in range(self.held[seat]):
                    if self.deal.deck[self.hole_places[seat * constants.SLOTS + slot]] >= constants.UNKNOWN:
                        return False
        for place in range(self.board_count):
            if self.deal.deck[self.board_places[place]] >= constants.UNKNOWN:
                return False
        return True

    def copy_to(self, other: HandCards) -> None:
        """Copy the places of all cards to another hand."""
        other.seats = self.seats
        other.board_count = self.board_count
        other.next_place = self.next_place
        other.returned = self.returned
        other.rng = self.rng
        # not copied: it is only used during one exchange
        other.thrown_count = 0
        for seat in range(self.seats):
            other.held[seat] = self.held[seat]
            other.up[seat] = self.up[seat]
        for slot in range(self.seats * constants.SLOTS):
            other.hole_places[slot] = self.hole_places[slot]
        for place in range(self.board_count):
            other.board_places[place] = self.board_places[place]
        for place in range(self.returned):
            other.again[place] = self.again[place]
