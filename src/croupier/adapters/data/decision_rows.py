# cython: nonecheck=True
"""Read a hand's decisions from its log, and write one row for each action that a player chose.

A finished hand's log contains everything (`games/poker/engine/log.py`). This module reads the log and computes what its
entries leave out: stacks, bets, the price, the pot and each seat's cards. Rows are written into arrays of fixed size,
one for each column. `arrow.py` makes Arrow batches from the arrays without making Python objects.
"""

from __future__ import annotations

from array import array
from typing import Any

import cython

from croupier.adapters.data import constants
from croupier.betting import constants as betting
from croupier.cards import RANKS, SUITS
from croupier.games.poker import constants as poker
from croupier.games.poker.hand import Hand

if not cython.compiled:
    from croupier.betting.order import how_many

ACTIONS = ("FOLD", "CHECK", "CALL", "BET", "RAISE", "COMPLETE", "BRING_IN", "DISCARD", "STAND_PAT")
_NAMES = "".join(rank + suit for rank in RANKS for suit in SUITS) + "??"


class DecisionRows:
    """Arrays with a fixed number of rows, of which the first `count` are in use."""

    def __init__(self, capacity: int) -> None:
        if capacity <= constants.HAND_ROWS:
            raise ValueError(f"room for more than {constants.HAND_ROWS} rows is needed, not {capacity}")
        if not cython.compiled:
            self.stack = [0] * betting.SEATS_MAX
            self.bets = [0] * betting.SEATS_MAX
            self.held = [0] * betting.SEATS_MAX
            self.places = [0] * (betting.SEATS_MAX * poker.SLOTS)
            self.board = [0] * poker.BOARD_MAX
            self.facts = [0] * constants.COLUMNS
        self.capacity = capacity
        self.numbers = array("q", bytes(8 * capacity * constants.COLUMNS))
        self.card_text = bytearray(capacity * constants.CARD_CHARS)
        self.card_ends = array("i", bytes(4 * (capacity + 1)))
        self.board_text = bytearray(capacity * constants.BOARD_CHARS)
        self.board_ends = array("i", bytes(4 * (capacity + 1)))
        self.names = bytearray(_NAMES, "ascii")
        self.clear()

    def clear(self) -> None:
        """Discard all rows."""
        self.count = 0

    @property
    def is_full(self) -> bool:
        """Return True if the next hand might not fit."""
        return self.count > self.capacity - constants.HAND_ROWS

    def add(self, hand: Hand, number: int, game: int, places: int, streets: list[int], players: list[int],
            is_unknown: bool) -> int:
        """Write a hand's decisions. Return their number, or -1 if there is no room for them.

        `streets` and `players` are the numbers that represent the names of streets and players in the table.
        `is_unknown` is True if some starting stacks are not known.
        """
        if self.count > self.capacity - constants.HAND_ROWS:
            raise ValueError("the rows are full: clear them first")
        engine = hand.engine
        if engine.deal.seats > len(players) or engine.deal.layout.streets > len(streets):
            raise ValueError("a street or a player without a name")
        log = engine.log.entries()
        if len(log) > constants.HAND_ROWS:
            return -1
        self.begin(hand, number, game, places, is_unknown)
        before = self.count
        for entry in log:
            self.read(hand, entry & 31, (entry >> 5) & 15, entry >> 9, streets, players)
        over = engine.phase == poker.OVER
        for row in range(before, self.count):
            seat = self.numbers[constants.SEAT * self.capacity + row]
            self.numbers[constants.RESULT * self.capacity + row] = \
                engine.round.stack[seat] - engine.deal.stack[seat] if over else constants.NOT_KNOWN
        return self.count - before

    def begin(self, hand: Hand, number: int, game: int, places: int, is_unknown: bool) -> None:
        """Set the state before the first entry of the log."""
        engine = hand.engine
        self.seats = engine.deal.seats
        self.live = engine.deal.members
        self.unknown = is_unknown
        self.pot = 0
        self.price = 0
        self.street = 0
        self.board_count = 0
        self.decision = 0
        self.thrown = 0
        self.completing = engine.deal.layout.stud
        for seat in range(self.seats):
            self.stack[seat] = engine.deal.stack[seat]
            self.bets[seat] = 0
            self.held[seat] = 0
            if engine.deal.forced.blind[seat] > self.price:
                # the nominal blind, even if the player could not post all of it (B6)
                self.price = engine.deal.forced.blind[seat]
        self.facts[constants.HAND] = number
        self.facts[constants.GAME] = game
        self.facts[constants.PLACES] = places
        self.facts[constants.BIG_BLIND] = engine.deal.layout.min_bet[0]
        self.facts[constants.PLAYERS] = how_many(engine.deal.members)

    def read(self, hand: Hand, kind: int, seat: int, amount: int, streets: list[int], players: list[int]) -> None:
        """Process one entry of the log."""
        if poker.FOLDED <= kind <= poker.DISCARDED:
            self.decide(hand, kind, seat, amount, streets[self.street], players[seat])
        elif kind == poker.POSTED_BLIND or kind == poker.POSTED_STRADDLE:
            self.pay(seat, amount)
        elif kind == poker.POSTED_ANTE or kind == poker.POSTED_DEAD:
            self.stack[seat] -= amount
            self.pot += amount
        elif kind == poker.STOOD_DEAD:
            self.pot += amount
        elif kind == poker.DEALT_DOWN or kind == poker.DEALT_UP:
            self.deal_cards(seat, amount)
        elif kind == poker.DEALT_BOARD:
            self.deal_board(amount)
        elif kind == poker.DREW:
            self.draw_cards(seat, amount)
        elif kind == poker.STREET:
            self.begin_street(amount)
        elif kind == poker.RETURNED:
            self.stack[seat] += amount
            self.bets[seat] -= amount
            self.pot -= amount

    def begin_street(self, number: int) -> None:
        """Begin a street, on which nobody has bet yet."""
        self.street = number
        self.price = 0
        self.completing = False
        for seat in range(self.seats):
            self.bets[seat] = 0

    def pay(self, seat: int, chips: int) -> None:
        """Move chips from a stack into the pot."""
        self.stack[seat] -= chips
        self.bets[seat] += chips
        self.pot += chips
        if self.bets[seat] > self.price:
            self.price = self.bets[seat]

    def deal_cards(self, seat: int, packed: int) -> None:
        """Give a seat cards, whose places in the deck are packed into one number."""
        count = 0
        while (packed >> (8 * count)) > 1:
            count += 1
        for at in range(count):
            if self.held[seat] < poker.SLOTS:
                self.places[seat * poker.SLOTS + self.held[seat]] = (packed >> (8 * (count - 1 - at))) & 255
                self.held[seat] += 1

    def deal_board(self, packed: int) -> None:
        """Add cards, packed into one number, to the board."""
        count = 0
        while (packed >> (8 * count)) > 1:
            count += 1
        for at in range(count):
            if self.board_count < poker.BOARD_MAX:
                self.board[self.board_count] = (packed >> (8 * (count - 1 - at))) & 255
                self.board_count += 1

    def draw_cards(self, seat: int, packed: int) -> None:
        """Put new cards into the slots of the last discard."""
        count = 0
        while (packed >> (8 * count)) > 1:
            count += 1
        for slot in range(self.held[seat]):
            if (self.thrown >> slot) & 1 and count > 0:
                count -= 1
                self.places[seat * poker.SLOTS + slot] = (packed >> (8 * count)) & 255

    # -- one row -------------------------------------------------------------------------------------------------------

    def decide(self, hand: Hand, kind: int, seat: int, amount: int, street: int, player: int) -> None:
        """Write a row with the position before an action, then apply the action."""
        owed = self.price - self.bets[seat]
        self.facts[constants.TO_CALL] = owed if owed < self.stack[seat] else self.stack[seat]
        self.facts[constants.STREET] = street
        self.facts[constants.SEAT] = seat
        self.facts[constants.PLAYER] = player
        self.facts[constants.POSITION] = self.seats_after_button(hand, seat)
        self.facts[constants.LIVE] = how_many(self.live)
        self.facts[constants.POT] = self.pot
        self.facts[constants.PRICE] = self.price
        self.facts[constants.STACK] = self.stack[seat]
        self.facts[constants.BET] = self.bets[seat]
        self.facts[constants.DECISION] = self.decision
        self.decision += 1
        self.write_cards(hand, seat)
        self.take(kind, seat, amount)
        self.facts[constants.TO] = self.bets[seat]
        self.facts[constants.ALL_IN] = self.stack[seat] == 0 and poker.CALLED <= kind <= poker.BROUGHT_IN
        if self.unknown:
            self.facts[constants.STACK] = constants.NOT_KNOWN
            self.facts[constants.ALL_IN] = 0
        for column in range(constants.RESULT):
            self.numbers[column * self.capacity + self.count] = self.facts[column]
        self.count += 1

    def take(self, kind: int, seat: int, amount: int) -> None:
        """Apply an action: record its kind, and move its chips."""
        moved = 0
        if kind == poker.FOLDED:
            self.facts[constants.ACTION] = constants.A_FOLD
            self.live &= ~(1 << seat)
        elif kind == poker.CHECKED:
            self.facts[constants.ACTION] = constants.A_CHECK
        elif kind == poker.CALLED:
            self.facts[constants.ACTION] = constants.A_CALL
            moved = amount
        elif kind == poker.RAISED:
            self.facts[constants.ACTION] = constants.A_RAISE
            if self.completing:
                self.facts[constants.ACTION] = constants.A_COMPLETE
            elif self.price == 0:
                self.facts[constants.ACTION] = constants.A_BET
            self.completing = False
            moved = amount - self.bets[seat]
        elif kind == poker.BROUGHT_IN:
            self.facts[constants.ACTION] = constants.A_BRING_IN
            moved = amount
        else:
            self.thrown = amount
            self.facts[constants.ACTION] = constants.A_DISCARD if amount > 0 else constants.A_STAND_PAT
        self.facts[constants.AMOUNT] = moved
        self.pay(seat, moved)

    def seats_after_button(self, hand: Hand, seat: int) -> int:
        """Return how many players sit after the button, up to and including this seat: 0 for the button, 1 for the
        small blind.
        """
        place = hand.engine.deal.button
        count = 0
        for _ in range(self.seats):
            if place == seat:
                return count
            place = place + 1 if place + 1 < self.seats else 0
            count += (hand.engine.deal.members >> place) & 1
        return count

    def write_cards(self, hand: Hand, seat: int) -> None:
        """Write the seat's cards and the board. Cards that the record does not name are an empty text."""
        at = self.card_ends[self.count] if self.count > 0 else 0
        known = True
        for slot in range(self.held[seat]):
            known = known and hand.engine.cards.card_at(self.places[seat * poker.SLOTS + slot]) < poker.UNKNOWN
        if known:
            for slot in range(self.held[seat]):
                card = hand.engine.cards.card_at(self.places[seat * poker.SLOTS + slot])
                self.card_text[at] = self.names[2 * card]
                self.card_text[at + 1] = self.names[2 * card + 1]
                at += 2
        self.card_ends[self.count + 1] = at
        at = self.board_ends[self.count] if self.count > 0 else 0
        for place in range(self.board_count):
            card = hand.engine.cards.card_at(self.board[place])
            self.board_text[at] = self.names[2 * card]
            self.board_text[at + 1] = self.names[2 * card + 1]
            at += 2
        self.board_ends[self.count + 1] = at

    # -- for Arrow -----------------------------------------------------------------------------------------------------

    def column(self, number: int) -> Any:
        """Return a copy of a column of 64-bit numbers."""
        if not self.capacity or not 0 <= number < constants.COLUMNS:
            raise ValueError(f"there is no column {number}")
        first = number * self.capacity
        return bytes(memoryview(self.numbers)[first:first + self.count])

    def texts(self, is_board: bool) -> tuple[bytes, bytes]:
        """Return a column of texts in Arrow's format. The first value is the offsets (0 and the end of each text, as
        32-bit numbers), the second all texts joined.
        """
        if not self.capacity:
            raise ValueError("there are no columns")
        ends: Any = self.board_ends if is_board else self.card_ends
        text: Any = self.board_text if is_board else self.card_text
        last = ends[self.count] if self.count > 0 else 0
        return bytes(memoryview(ends)[:self.count + 1]), bytes(memoryview(text)[:last])
