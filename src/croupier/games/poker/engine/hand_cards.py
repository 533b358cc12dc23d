"""Keep track of every card of a hand: which seat holds which place of the deck, the board, the muck.

A hand never handles cards, only places of its deck (`deal.py`): place p holds card `deck[p]`. Each seat has up to
seven slots; `hole_places[seat * 7 + slot]` is the place in that slot. Cards are dealt one at a time from the left of
the button, then the board; there are no burn cards (ruling B15). In draw games thrown cards come back when the deck
has run out: place `deck_size + k` holds the card of place `again[k]`.

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
    """The places of a hand's cards, and arrays in which the showdown stores its results."""

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
        """Return the card at a place. Places past the deck stand for cards that came back."""
        # UNNAMED is the engine's own mark; to everybody else a card not named yet is unknown
        card = self.deal.deck[self.original(place)]
        return card if card < constants.UNKNOWN else constants.UNKNOWN

    def hole_card(self, seat: int, slot: int) -> int:
        """Return the card in a seat's slot."""
        return self.card_at(self.hole_places[seat * constants.SLOTS + slot])

    def original(self, place: int) -> int:
        """Return the place of the deck that a card had when it was first dealt."""
        if place >= self.deal.deck_size:
            return self.again[place - self.deal.deck_size]
        return place

    def too_few(self, live: int, each: int) -> bool:
        """Return True if the deck cannot give every live seat this many cards (an eighth stud player)."""
        return self.next_place + how_many(live) * each > self.deal.deck_size

    def packed_hole(self, seat: int, count: int) -> int:
        """Return the places of a seat's last cards as one number, eight bits each behind a leading one."""
        # the leading one keeps place 0 from vanishing; a 64-bit entry has room for six places, the most dealt at once
        places = 1
        for slot in range(self.held[seat] - count, self.held[seat]):
            places = (places << 8) | self.hole_places[seat * constants.SLOTS + slot]
        return places

    def gather(self, seat: int) -> None:
        """Copy a seat's cards into `own`, to be ranked."""
        for slot in range(self.held[seat]):
            self.own[slot] = self.card_at(self.hole_places[seat * constants.SLOTS + slot])

    def gather_up(self, seat: int) -> int:
        """Copy a seat's open cards into `own`, four at most; return how many they are."""
        count = 0
        for slot in range(self.held[seat]):
            # open boards are ranked by at most four cards, which is all that stud turns up
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
                # one at a time round after round (B15): a seat's cards lie as far apart as there are players
                self.hole_places[seat * constants.SLOTS + slot + card] = place + card * taking
            if face_up:
                self.up[seat] |= ((1 << count) - 1) << slot
            self.held[seat] = slot + count
            place += 1
        self.next_place += taking * count

    def deal_board(self, count: int) -> int:
        """Deal board cards; return their places, packed."""
        places = 1
        for _ in range(count):
            self.board_places[self.board_count] = self.next_place
            self.board_count += 1
            places = (places << 8) | self.next_place
            self.next_place += 1
        return places

    def take_back_unnamed(self, live: int) -> None:
        """Take back each live seat's cards that a record has not named: it deals one shared card instead (stud)."""
        for seat in range(self.seats):
            if (live >> seat) & 1:
                # only this street's cards are still without names
                self.held[seat] -= self.unnamed(seat)
        self.next_place = self.named_places()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def exchange(self, live: int, seat: int, slots: int) -> int:
        """Replace the cards in a set of slots; return the new places, packed."""
        self.thrown_count = 0
        for slot in range(self.held[seat]):
            if (slots >> slot) & 1:
                # noted before any card is drawn: what a player throws away cannot come back to him in the same draw
                self.thrown[self.thrown_count] = self.original(self.hole_places[seat * constants.SLOTS + slot])
                self.thrown_count += 1
        places = 1
        for slot in range(self.held[seat]):
            if (slots >> slot) & 1:
                self.hole_places[seat * constants.SLOTS + slot] = self.take_place(live)
                places = (places << 8) | self.hole_places[seat * constants.SLOTS + slot]
        return places

    def take_place(self, live: int) -> int:
        """Return the next place of the deck; shuffle the muck back in when the deck has run out."""
        # the deck, and all mucks that came back, are used up
        if self.next_place >= self.deal.deck_size + self.returned:
            self.return_muck(live)
        place = self.next_place
        self.next_place += 1
        return place

    def return_muck(self, live: int) -> None:
        """Shuffle all cards back in that no live seat holds and the drawer has not just thrown away."""
        count = 0
        for place in range(self.deal.deck_size):
            if not self.is_out(live, place):
                self.muck_places[count] = place
                count += 1
        # a guess has decided already how this muck came back, to fit what its seat saw afterwards
        if self.returned < self.deal.returns_decided:
            self.bring_back(count)
            return
        self.shuffle_muck(count)
        for at in range(count):
            self.again[self.returned + at] = self.muck_places[at]
        self.returned += count

    def shuffle_muck(self, count: int) -> None:
        """Shuffle the mucked places with the numbers passed in with the deal, or else with the generator."""
        if self.deal.muck_numbers is None:
            self.rng = shuffled(self.muck_places, count, count, stepped(self.rng))
            return
        for at in range(count):
            # one number for each card that ever comes back, so a second reshuffle uses fresh ones
            other = at + self.deal.muck_numbers.below(self.returned + at, count - at)
            place = self.muck_places[at]
            self.muck_places[at] = self.muck_places[other]
            self.muck_places[other] = place

    def bring_back(self, count: int) -> None:
        """Return cards to a guessed hand in the order that the guess has settled."""
        for at in range(self.returned, self.returned + count):
            self.again[at] = self.deal.deck[self.deal.deck_size + at]
        self.returned += count

    def is_out(self, live: int, place: int) -> bool:
        """Return True if a live seat holds the card of this place, or the drawer has just thrown it away."""
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
        """Return how many places from the front of the deck have been named."""
        place = 0
        # cards may be named out of order; only an unbroken front means that nothing is missing
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
        """Return True if this card lies at a place dealt so far."""
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
        # only used within one exchange
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
