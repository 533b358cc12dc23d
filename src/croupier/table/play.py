"""Play a table's hand in the engine: replay its log, find what is due next, and deal the cards that are due.

The engine's seats are the players of this hand in the order of their seat numbers. The columns are the players of the
dict, in the dict's order. `HandInPlay` translates between the two and takes actions as they are written in the log. The
button may be at an empty seat: the engine is then given the last player before it, which results in the same order of
play and of odd chips.

Cards come from the hand's `seed` by the fair shuffle, in the order of ruling B15. Cards that are already dealt are
skipped. Without a seed the cards are unknown: they are dealt face down as `????` and stay so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from croupier.betting.rulebook import BadAmount, IllegalAction, chips
from croupier.cards import BadCards, text
from croupier.fair import fair_deck
from croupier.games.poker.deal import Layout
from croupier.games.poker.hand import Hand, dealt_by_record
from croupier.games.poker.rules import BadSetup
from croupier.games.poker.start import from_columns
from croupier.notation.actions import ActionPlayer, Finer
from croupier.notation.record import BadRecord
from croupier.notation.table_dict.blind_seats import ante_paid, button_of, dead_paid
from croupier.notation.table_dict.log_lines import renamed
from croupier.table.amounts import BadTable
from croupier.table.dicts import log as words
from croupier.table.dicts.reading import TableHand

# actions that name no cards
_SILENT = frozenset(("f", "cc", "cbr", "pb"))
_LONE = re.compile("[\ud800-\udfff]")
"""Surrogates: halves of a character, which may not occur alone in a text."""
ILLEGAL = (IllegalAction, BadAmount, BadRecord, BadCards)


class HandInPlay:
    """A hand in play, built from a state. Amounts are in the hand's own unit."""

    def __init__(self, state: TableHand) -> None:
        self.state = state
        # the engine's seats are in clockwise order; columns may be in any order (N16)
        self.columns = sorted(state.members, key=lambda place: state.seats[place].number)
        if len(self.columns) < 2:
            raise BadTable(f"{len(self.columns)} players in the hand: a hand needs two")
        self.engine_seat = {place: at for at, place in enumerate(self.columns)}
        # the usual case: columns and engine seats are the same, so actions need no translation
        self.is_straight = self.columns == list(range(len(self.columns)))
        self.actions = ActionPlayer(self._begin(), state.hand_places)
        self.held: dict[int, list[str]] = {place: [] for place in self.columns}
        self.shown: set[int] = set()
        self.mucked: set[int] = set()
        self.turned_up: list[list[str]] = []
        self.saw_second_street = False
        """True if the hand went on after its first betting round, to a flop, a fourth street or a draw."""
        self.raiser: int | None = None
        self.clock_from: int | None = None
        self.taken = 0
        self.board = 0
        self.out: list[str] = []

    @property
    def hand(self) -> Hand:
        """Return the hand so far."""
        return self.actions.hand

    @property
    def actor(self) -> int | None:
        """Return the column whose player has to act."""
        seat = self.hand.actor
        return None if seat is None else self.columns[seat]

    @property
    def turn(self) -> int | None:
        """Return the column whose player has to act or, at the showdown, has to show next."""
        if self.hand.awaits != "show":
            return self.actor
        return next((place for place in self.showing_order() if place not in self.shown), None)

    @property
    def live(self) -> list[int]:
        """Return the columns still in the hand."""
        return [self.columns[seat] for seat in self.hand.live]

    # -- begun ---------------------------------------------------------------------------------------------------------

    def _begin(self) -> Hand:
        state, places, unit = self.state, self.columns, self.state.unit
        least, big, bring_in = (bet // unit for bet in state.bets)
        own = len(state.stakes.antes) > 1  # only the big blind pays an ante
        antes = [ante_paid(state.antes[place], state.seats[place].stack, state.blinds[place],
                           own and state.seats[place].number == state.spots.bb) // unit for place in places]
        try:
            start = from_columns(
                [state.seats[place].stack // unit for place in places], antes,
                [state.blinds[place] // unit for place in places], [state.posts[place] // unit for place in places],
                [chips // unit for chips in dead_paid(state.dead, places)], self._button(), self.antes_trimmed)
            small = chips(least, "min_bet")
            large = chips(big or least, "big_bet") if state.rules.limit == "fixed" else small
            layout = Layout(state.rules, small, large, chips(bring_in, "bring_in"))
            return dealt_by_record(start.deal(layout))
        except (BadSetup, BadAmount) as error:
            raise BadTable(str(error)) from None

    @property
    def antes_trimmed(self) -> bool:
        """Return True if a short ante makes a side pot, as a short bet does (B7).

        Antes are trimmed at a table where all antes are equal, and in a record that says so.
        """
        stated = self.state.hand.get("anteTrimmingStatus")
        # a record that says nothing has PHH's default, which is False (B7)
        if type(stated) is bool:
            return stated
        return self.state.is_tables and len(self.state.stakes.antes) == 1

    def _button(self) -> int:
        """Return the engine's button: the player at the button's seat, else the last player before it. Heads-up it is
        the small blind (B8).
        """
        numbers = [self.state.seats[place].number for place in self.columns]
        has_button_blind = self.state.rules.button_blind and not self.state.stakes.small
        return button_of(numbers, self.state.spots, has_button_blind)

    # -- taken ---------------------------------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Play one line of the log in the engine. If the engine refuses it, raise one of ILLEGAL and change nothing."""
        if words.is_message(line):
            return
        parts = words.bare(line).split()
        engine_line = self._engine_words(parts)
        try:
            self.actions.take(engine_line)
        # the amount has more decimal places than the hand's unit
        except Finer:
            raise IllegalAction("an amount with more than 4 decimal places", "M1") from None
        except IllegalAction as refusal:
            raise IllegalAction(self._named(refusal.reason), refusal.clause, refusal.legal) from None
        except BadRecord as refusal:
            raise BadRecord(self._named(refusal.reason), clause=refusal.clause) from None
        self.taken += 1
        # a cheap test first, because most lines have no stamp
        if "#" in line:
            self.clock_from = words.stamp(line) or self.clock_from
        if (parts[0] == "d" and self.hand.street != self.hand.rules.streets[0].name) or parts[1] == "sd":
            self.saw_second_street = True
        self._note_cards(parts)

    def take_all(self) -> None:
        """Replay the whole log. Raise BadTable at the first line that the engine refuses, and name that line."""
        for at, line in enumerate(self.state.log):
            try:
                self.take(line)
            except ILLEGAL as refusal:
                raise BadTable(f"action {at + 1}, {line!r}: {_why(refusal)}", _clause(refusal)) from None

    def _engine_words(self, parts: list[str]) -> str:
        """Return an action as the engine reads it: with the engine's seat, and without an amount after a call."""
        at = 2 if parts[:2] == ["d", "dh"] and len(parts) > 2 else 0
        place = words.column(parts[at])
        if place is not None:
            if place not in self.engine_seat:
                raise IllegalAction(f"{parts[at]} takes no part in this hand", "N4")
            if not self.is_straight:
                parts = [*parts[:at], f"p{self.engine_seat[place] + 1}", *parts[at + 1:]]
            if words.is_call_with_amount(parts):
                parts = parts[:2]
        return " ".join(parts)

    def _named(self, reason: str) -> str:
        """Return the engine's reason with the engine's seats replaced by the columns of the dict."""
        return reason if self.is_straight else renamed(reason, self.columns)

    def _note_cards(self, parts: list[str]) -> None:
        """Note the cards that an action dealt, so that `dealer` can compute which cards are still due."""
        if parts[1] in _SILENT:
            # the last player to bet on this street shows first
            self.raiser = words.column(parts[0]) if parts[1] == "cbr" else self.raiser
            return
        cards = words.cards_in(words.cards_of(" ".join(parts)))
        if parts[1] == "dh":
            self.held[words.column(parts[2]) or 0] += cards
        elif parts[1] == "db":
            self.board += len(cards)
            self.raiser = None
        elif parts[1] == "sd":
            self._discard(self.held[words.column(parts[0]) or 0], cards)
            return
        else:
            self.shown.add(words.column(parts[0]) or 0)
            if len(parts) == 2:
                self.mucked.add(words.column(parts[0]) or 0)
            else:
                self.turned_up.append(cards)
        self.out += [card for card in cards if card != "??"]

    @staticmethod
    def _discard(held: list[str], cards: list[str]) -> None:
        """Remove discarded cards from a player's hand. If a card is not among the known ones, remove an unknown card
        instead.
        """
        for card in cards:
            # cards dealt face down are `??` in the log, but a discard may name them
            held.remove(card if card in held else "??")

    # -- dealt ---------------------------------------------------------------------------------------------------------

    def dealer(self) -> Iterator[str]:
        """Yield the dealer's next lines if the hand waits for cards."""
        hand = self.hand
        if hand.awaits != "cards":
            return
        streets = hand.rules.streets
        now = next(at for at, street in enumerate(streets) if street.name == hand.street) + 1
        board = sum(street.board for street in streets[:now]) - self.board
        each = sum(street.down + street.up for street in streets[:now])
        # the cards that this street should have, less those in the log, so that a half-dealt street is completed
        due = {place: each - len(self.held[place]) for place in self._from_the_left()}
        cards = self._cards(sum(due.values()) + board)
        if len(cards) < sum(due.values()):  # stud with eight players: the deck is too short, so all share one card
            due, board = {}, 1
            cards = self._cards(1)
        yield from self._hole_card_lines(due, cards)
        if board:
            yield f"d db {''.join(cards[:board])}"

    def _hole_card_lines(self, due: dict[int, int], cards: list[str]) -> Iterator[str]:
        """Yield one log line per player with the cards it is dealt, one at a time in turn (B15).

        Lines with cards that come back from the muck come last.
        """
        fresh: dict[int, list[str]] = {}
        again: dict[int, list[str]] = {}
        out = set(self.out)
        for turn in range(max(due.values(), default=0)):
            for place, count in due.items():
                if turn < count:
                    card = cards.pop(0)
                    (again if card in out else fresh).setdefault(place, []).append(card)
        # the engine accepts a card from the muck only once nobody holds it, so those lines come last
        for given in (fresh, again):
            for place in sorted(given):
                yield f"d dh p{place + 1} {''.join(given[place])}"

    def _from_the_left(self) -> list[int]:
        """Return the columns still in the hand, clockwise from the left of the button."""
        button = self.hand.button
        seats = sorted(self.hand.live, key=lambda seat: (seat <= button, seat))
        return [self.columns[seat] for seat in seats]

    def _cards(self, count: int) -> list[str]:
        """Return the next cards of the deck that are not dealt yet.

        When a draw game's deck has run out, the mucked cards are shuffled and dealt again.
        """
        deck = deck_of(self.state)
        if deck is None:
            return ["??"] * count
        # skip all cards that the log names: an imported record may be continued with a seed
        left = [card for card in deck if card not in self.out]
        if len(left) < count and self.hand.rules.has_draws:
            held = {card for place in self.live for card in self.held[place]}
            # shuffled separately, so that the order of the first deck does not predict it
            left += [card for card in deck_of(self.state, "muck") or () if card in self.out and card not in held]
        return left[:count]

    # -- shown ---------------------------------------------------------------------------------------------------------

    def showing_order(self) -> list[int]:
        """Return the columns still in the hand, in the order in which they show.

        The last to bet or raise shows first. Without a bet, it is the first player left of the button.
        """
        order = self._from_the_left()
        if self.raiser in order:
            at = order.index(self.raiser)
            order = order[at:] + order[:at]
        return order

    def is_all_in(self) -> bool:
        """Return True if the betting ended because at most one live player had chips left."""
        # one player with chips cannot bet against anybody
        return sum(self.hand.stacks[seat] > 0 for seat in self.hand.live) < 2

    def may_muck(self, place: int) -> bool:
        """Return True if a player may muck at the showdown (N11).

        The hand must not be all-in, and another player who has not mucked must have put in at least as much.
        """
        if self.is_all_in():
            return False
        others = [other for other in self.live if other not in (place, *self.mucked)]
        return any(self._total(other) >= self._total(place) for other in others)

    def _total(self, place: int) -> int:
        """Return the chips that a player has put in during the hand."""
        at = self.engine_seat[place]
        return self.hand.starting_stacks[at] - self.hand.stacks[at]

    def cards_of(self, place: int) -> str:
        """Return a player's cards as text, with unknown cards as `??`."""
        return "".join(self.held[place])


def check_seed(seed: object) -> None:
    """Raise BadTable if a value is not a seed."""
    # the seed is hashed as UTF-8, which cannot encode lone surrogates
    if type(seed) is str and len(seed) <= 256 and not _LONE.search(seed):
        return
    if type(seed) is int and seed.bit_length() <= 512:
        return
    raise BadTable("seed is neither a whole number nor a text of at most 256 characters")


def deck_of(state: TableHand, purpose: str = "") -> list[str] | None:
    """Return the deck of the hand's seed, or None without a seed."""
    seed = state.hand.get("seed")
    if seed is None:
        return None
    check_seed(seed)
    number = state.hand.get("hand")
    # other hand numbers (texts, dates) use the deck of hand 0; hands still differ, because `next_hand` changes the seed
    number = number if type(number) is int and 0 <= number < 1 << 63 else 0
    return _deck(str(seed), number, state.rules.deck, purpose)


# every street needs the deck, and a shuffle costs seven HMACs
@lru_cache(maxsize=256)
def _deck(seed: str, number: int, size: int, purpose: str) -> list[str]:
    deck = fair_deck(f"table{purpose}", seed.encode(), number, deck=range(52 - size, 52))
    return words.cards_in(text(deck))


def replay(state: TableHand) -> HandInPlay:
    """Return the hand after replaying the log of a state. Raise BadTable if the engine refuses the log."""
    play = HandInPlay(state)
    play.take_all()
    return play


def _why(refusal: Exception) -> str:
    return str(getattr(refusal, "reason", refusal))


def _clause(refusal: Exception) -> str:
    return str(getattr(refusal, "clause", "N9"))
