"""Cards on the table: who holds which place of the deck, the board, and the log of everything that happened.

A hand never handles cards, only places of its deck (`deal.py`): place p holds card `deck[p]`. Each seat has up to
seven slots; `hole_places[seat * 7 + slot]` is the place in that slot. Cards are dealt one at a time from the left of
the button, then the board; there are no burn cards (ruling B15).

The log is a row of integers, `kind | seat << 5 | amount << 9`, complete enough to make every event from it and to
play the hand again. It is kept in a fixed row that spills over into a list when a hand is very long.
"""

from __future__ import annotations

import cython

from croupier.betting.order import how_many, next_seat
from croupier.betting.round import Round
from croupier.games.poker.deal import Deal
from croupier.rng import stepped

if not cython.compiled:
    from croupier.rng import shuffled

    (POSTED_ANTE, POSTED_BLIND, POSTED_STRADDLE, POSTED_DEAD, DEALT_DOWN, DEALT_UP, DEALT_BOARD, STREET, FOLDED,
     CHECKED, CALLED, RAISED, BROUGHT_IN, DISCARDED, DREW, RETURNED, SHOWN, POT, WON_HIGH, WON_LOW,
     STOOD_DEAD) = range(1, 22)
    SLOTS = 7
    ROW = 128
    UNKNOWN = 52

_SEATS = 10
_AGAIN = 204


class Dealing:
    """The cards of a hand in play and its log."""

    spill: tuple[int, ...] | None

    def __init__(self, deal: Deal) -> None:
        if not cython.compiled:
            self.hole_places = [0] * (_SEATS * SLOTS)
            self.held = [0] * _SEATS
            self.up = [0] * _SEATS
            self.board_places = [0] * 5
            self.again = [0] * _AGAIN
            self.muck_places = [0] * 52
            self.tossed = [0] * SLOTS
            self.row = [0] * ROW
        self.deal = deal
        self.round = Round()
        self.keeps_log = True
        self.spilled = False
        self.spill = None
        self.clear_table()

    def clear_table(self) -> None:
        """No cards dealt, nothing logged."""
        self.seats = self.deal.seats
        self.street_no = 0
        self.board_count = 0
        self.next_place = 0
        self.recycled = 0
        self.rng = self.deal.rng
        self.row_size = 0
        self.tossed_count = 0
        if self.spilled:
            self.drop_spill()
        for seat in range(self.seats):
            self.held[seat] = 0
            self.up[seat] = 0

    # -- the log -------------------------------------------------------------------------------------------------------

    def log(self, kind: int, seat: int, amount: int) -> None:
        """Write one entry, unless nobody will read the log."""
        if not self.keeps_log:
            return
        if self.row_size == ROW:
            self.spill_row()
        self.row[self.row_size] = kind | (seat << 5) | (amount << 9)
        self.row_size += 1

    def spill_row(self) -> None:
        """Move the full row into the list of a very long hand."""
        self.spill = (*(self.spill or ()), *[self.row[place] for place in range(ROW)])
        self.spilled = True
        self.row_size = 0

    def drop_spill(self) -> None:
        """Forget the list of a very long hand."""
        self.spill = None
        self.spilled = False

    def entries(self) -> list[int]:
        """The whole log."""
        return [*(self.spill or ()), *[self.row[place] for place in range(self.row_size)]]

    def entries_after(self, count: int) -> list[int]:
        """The log without its first entries."""
        if self.spilled:
            return self.entries()[count:]
        return [self.row[place] for place in range(count, self.row_size)]

    # -- dealing -------------------------------------------------------------------------------------------------------

    def card_at(self, place: int) -> int:
        """The card at a place; places past the deck stand for cards that came back."""
        card = self.deal.deck[self.original(place)]
        return card if card < UNKNOWN else UNKNOWN

    def take_place(self) -> int:
        """The next place of the deck; the muck is shuffled back in when the deck has run out."""
        if self.next_place >= self.deal.deck_size + self.recycled:
            self.recycle()
        place = self.next_place
        self.next_place += 1
        return place

    def deal_street(self) -> None:
        """Deal what this street deals, or one shared card where too few are left for each seat to get its own."""
        down = self.deal.layout.down[self.street_no]
        up = self.deal.layout.up[self.street_no]
        if down + up > 0:
            if self.street_no > 0 and self.too_few(down + up):
                self.deal_board(1)
            else:
                self.deal_hole(down, False)
                self.deal_hole(up, True)
        if self.deal.layout.board[self.street_no] > 0:
            self.deal_board(self.deal.layout.board[self.street_no])

    def too_few(self, each: int) -> bool:
        """Whether the deck cannot give every live seat this many cards (an eighth stud player)."""
        return self.next_place + how_many(self.round.live) * each > self.deal.deck_size

    def deal_hole(self, count: int, face_up: bool) -> None:
        """Deal cards one at a time, round after round, from the left of the button."""
        if count == 0:
            return
        taking = how_many(self.round.live)
        for at in range(self.deal.order_count):
            seat = self.deal.order[at]
            if not (self.round.live >> seat) & 1:
                continue
            place = self.next_place
            for _ in range(count):
                self.hole_places[seat * SLOTS + self.held[seat]] = place
                self.up[seat] |= face_up << self.held[seat]
                self.held[seat] += 1
                place += taking
            self.next_place += 1
        self.next_place += taking * (count - 1)
        if self.keeps_log:
            self.log_hole(count, face_up)

    def log_hole(self, count: int, face_up: bool) -> None:
        """Log each seat's new cards."""
        seat = self.deal.button
        for _ in range(self.seats):
            seat = seat + 1 if seat + 1 < self.seats else 0
            if (self.round.live >> seat) & 1:
                places = 1
                for slot in range(self.held[seat] - count, self.held[seat]):
                    places = (places << 8) | self.hole_places[seat * SLOTS + slot]
                self.log(DEALT_UP if face_up else DEALT_DOWN, seat, places)

    def deal_board(self, count: int) -> None:
        """Deal board cards."""
        places = 1
        for _ in range(count):
            self.board_places[self.board_count] = self.next_place
            self.board_count += 1
            places = (places << 8) | self.next_place
            self.next_place += 1
        self.log(DEALT_BOARD, 0, places)

    def exchange(self, seat: int, slots: int) -> int:
        """Replace the cards in a set of slots; gives the new places, packed."""
        self.tossed_count = 0
        for slot in range(self.held[seat]):
            if (slots >> slot) & 1:
                self.tossed[self.tossed_count] = self.original(self.hole_places[seat * SLOTS + slot])
                self.tossed_count += 1
        places = 1
        for slot in range(self.held[seat]):
            if (slots >> slot) & 1:
                self.hole_places[seat * SLOTS + slot] = self.take_place()
                places = (places << 8) | self.hole_places[seat * SLOTS + slot]
        return places

    def recycle(self) -> None:
        """Shuffle the muck back in: all cards that no live seat holds and the drawer has not just thrown away."""
        count = 0
        for place in range(self.deal.deck_size):
            if not self.is_out(place):
                self.muck_places[count] = place
                count += 1
        if self.recycled < self.deal.foretold:
            self.bring_back(count)
            return
        self.rng = shuffled(self.muck_places, count, count, stepped(self.rng))
        for at in range(count):
            self.again[self.recycled + at] = self.muck_places[at]
        self.recycled += count

    def bring_back(self, count: int) -> None:
        """Cards come back into a guessed hand in the order that the guess has settled."""
        for at in range(self.recycled, self.recycled + count):
            self.again[at] = self.deal.deck[self.deal.deck_size + at]
        self.recycled += count

    def is_out(self, place: int) -> bool:
        """Whether a live seat holds the card of this place of the deck, or the drawer has just thrown it away."""
        for at in range(self.tossed_count):
            if self.tossed[at] == place:
                return True
        for seat in range(self.seats):
            if (self.round.live >> seat) & 1:
                for slot in range(self.held[seat]):
                    if self.original(self.hole_places[seat * SLOTS + slot]) == place:
                        return True
        return False

    def original(self, place: int) -> int:
        """The place of the deck that a card had when it was first dealt."""
        if place >= self.deal.deck_size:
            return self.again[place - self.deal.deck_size]
        return place

    def first_live_after(self, seat: int) -> int:
        """The first live seat clockwise after a seat."""
        return next_seat(self.seats, self.round.live, seat)

    def copy_cards(self, other: Dealing) -> None:
        """Make another table's cards and log exactly like these."""
        other.seats = self.seats
        other.street_no = self.street_no
        other.board_count = self.board_count
        other.next_place = self.next_place
        other.recycled = self.recycled
        other.rng = self.rng
        other.keeps_log = self.keeps_log
        other.row_size = self.row_size
        other.spilled = self.spilled
        other.spill = self.spill
        other.tossed_count = 0
        for seat in range(self.seats):
            other.held[seat] = self.held[seat]
            other.up[seat] = self.up[seat]
        for slot in range(self.seats * SLOTS):
            other.hole_places[slot] = self.hole_places[slot]
        for place in range(self.board_count):
            other.board_places[place] = self.board_places[place]
        for place in range(self.recycled):
            other.again[place] = self.again[place]
        for place in range(self.row_size):
            other.row[place] = self.row[place]
