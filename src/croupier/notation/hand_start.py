"""Start a hand from a record's columns. The forced bets are posted, and the hand waits for its first cards.

PHH lists players from the left of the button, so the button comes last; `phh_order` says how blinds and antes are
written. A negative blind is the live post of a newcomer. Seats in `_inactive` that got no cards take no part.
`_dead_money` (`record.py`, ruling N7) is already in the pot. Amounts in whole chips are used directly; decimals are
first converted to the hand's unit.

This module must be fast, because millions of records may be replayed. Therefore amounts are written into the compiled
objects directly, without intermediate lists, and all hands with the same game and stakes share a layout.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from croupier.games.poker.deal import Deal, Layout
from croupier.games.poker.hand import Hand, dealt_by_record
from croupier.games.poker.rules import ALL_RULES, PokerRules
from croupier.games.poker.start import HandStart
from croupier.notation.facts import check_dealt
from croupier.notation.money import (
    AMOUNT,
    CENTS,
    INF,
    PLACES_MAX,
    UNCOUNTED,
    UNKNOWN_STACK,
    exact,
    is_number,
    places_for,
    places_of,
    units,
)
from croupier.notation.phh_order import posting_order
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.validation import trimmed

# the largest amount in units, as a C number
_MOST = 10 ** 13
_BLINDS = 2
_LAYOUTS: dict[tuple[Any, ...], Layout] = {}
# a limit, so that a file with ever new stakes cannot fill the memory
_LAYOUTS_MAX = 1024


class Unplayable(BadRecord):
    """Raised for a valid record of a hand that the engine cannot play."""


class Start:
    """A hand before its first action, the decimal places of its unit, and whether any stack is `inf`."""

    def __init__(self, hand: Hand, places: int, unknown: bool, begun: list[int]) -> None:
        self.hand = hand
        self.places = places
        self.unknown = unknown
        self.begun = begun

    def stacks(self) -> list[int]:
        """Return the current stack of every seat in units. An absent seat keeps its stack."""
        check_dealt(self.hand)
        members = self.hand.engine.deal.members
        return [stack if (members >> seat) & 1 else self.begun[seat] for seat, stack in enumerate(self.hand.stacks)]


def rules_of(record: HandRecord) -> PokerRules:
    """Return the rules of the record's game, with any limit. Raise Unplayable for a game that we do not play."""
    if record.damage is not None:
        raise record.damage
    if "_unsupported" in record.fields and record.unsupported:
        raise Unplayable(record.unsupported, record.line)
    code = record.fields.get("variant", "NT")
    if type(code) is not str:
        raise BadRecord("variant is not text", record.line)
    rules = ALL_RULES.get(code)
    if rules is None:
        raise Unplayable(f"the game {record.variant!r:.40} is not one that croupier plays", record.line)
    return rules


def start_hand(record: HandRecord, places: int = 0, rules: PokerRules | None = None) -> Start:
    """Return the hand with its forced bets posted. Its unit has at least `places` decimal places."""
    rules = rules or rules_of(record)
    columns = StartColumns(record)
    # hundredths are tried first, because they are enough for nearly all hands with decimals; a finer unit is used only
    # if that fails
    if places > 0 or not columns.are_whole():
        places = max(places, CENTS)
    deal = columns.deal(rules, places)
    if deal is None:
        places = places_needed(record, columns.all_columns(), places)
        deal = columns.deal(rules, places)
    if deal is None:
        raise BadRecord("an amount too large to be played", record.line, "M1")
    return Start(dealt_by_record(deal), places, columns.unknown, columns.begun)


class StartColumns:
    """The columns of a record by seat, with amounts as the file has them."""

    def __init__(self, record: HandRecord) -> None:
        fields = record.fields
        self.record = record
        self.stacks = column(record, fields, "starting_stacks", -1)
        self.seats = len(self.stacks)
        if self.seats < 2 or self.seats > 10:
            raise Unplayable(f"{self.seats} players: a hand is played by 2 to 10", record.line)
        if "players" in fields:
            check_names(record, fields["players"], self.seats)
        self.antes = posting_order(column(record, fields, "antes", self.seats))
        self.blinds = posting_order(column(record, fields, "blinds_or_straddles", self.seats))
        # depending on the limit, PHH calls the same bet `small_bet` or `min_bet`
        self.bets = [fields.get("small_bet", 0) or fields.get("min_bet", 0), fields.get("big_bet", 0),
                     fields.get("bring_in", 0)]
        self.members = members_of(record, self.seats) if "_inactive" in fields else (1 << self.seats) - 1
        self.dead = dead_of(record, fields, self.seats)
        self.unknown = False
        self.begun: list[int] = []

    def all_columns(self) -> list[list[Any]]:
        """Return all columns. The blinds, which may be negative, are at index _BLINDS."""
        return [self.stacks, self.antes, self.blinds, self.dead, self.bets]

    def are_whole(self) -> bool:
        """Return True if no amount has a decimal point."""
        return (are_ints(self.stacks) and are_ints(self.antes) and are_ints(self.blinds) and are_ints(self.dead)
                and are_ints(self.bets))

    def deal(self, rules: PokerRules, places: int) -> Deal | None:
        """Return the deal with stacks and forced bets. Return None if an amount does not fit the unit."""
        small, big, bring_in = amount(self.bets[0], places), amount(self.bets[1], places), amount(self.bets[2], places)
        if small < 0 or big < 0 or bring_in < 0:
            return None
        # if a record has no minimum bet, it is the big blind (B3)
        small = small or largest_of(self.blinds, places)
        # PHH lists the button last
        start = HandStart(self.seats, self.members, self.seats - 1, bool(trimmed(self.record.fields, self.record.line)))
        return start.deal(layout_of(rules, small, big or small, bring_in)) if self.fill(start, places) else None

    def fill(self, start: HandStart, places: int) -> bool:
        """Write stacks and forced bets into the start of a hand. Return False if an amount is not a whole number of
        units.
        """
        self.begun = []
        self.unknown = False
        for seat in range(self.seats):
            stack = exact(self.stacks[seat], places)
            self.unknown = self.unknown or stack == UNKNOWN_STACK
            # UNCOUNTED is below 0: the unit is too coarse, or the value is not an amount
            if stack < 0 or (stack > _MOST and stack != UNKNOWN_STACK):
                return False
            self.begun.append(stack)
            start.set_stack(seat, stack)
            if not self.force(start, seat, places):
                return False
        return True

    def force(self, start: HandStart, seat: int, places: int) -> bool:
        """Write one seat's forced bets. A negative blind is the live post of a newcomer."""
        ante, dead = amount(self.antes[seat], places), amount(self.dead[seat], places)
        blind = exact(self.blinds[seat], places)
        if ante < 0 or dead < 0 or not -_MOST <= blind <= _MOST:
            return False
        start.set_dead(seat, dead)
        # a blind at an inactive seat states its position and is not posted (N9)
        if (self.members >> seat) & 1:
            start.set_ante(seat, ante)
            if blind > 0:
                start.post(seat, blind)
            elif blind < 0:
                start.post_as_newcomer(seat, -blind)
        return True


def amount(number: Any, places: int) -> int:
    """Return an amount in units. Return a number below 0 if the amount cannot be played."""
    units = exact(number, places)
    return units if units <= _MOST else UNCOUNTED


def largest_of(blinds: list[Any], places: int) -> int:
    """Return the largest blind, which is the minimum bet if the record does not state one."""
    largest = 0
    for blind in blinds:
        largest = max(largest, exact(blind, places))
    return largest


def are_ints(numbers: list[Any]) -> bool:
    """Return True if all numbers are ints."""
    for number in numbers:
        if type(number) is not int:
            return False
    return True


def layout_of(rules: PokerRules, small: int, big: int, bring_in: int) -> Layout:
    """Return the layout of a game, which all hands with these stakes share."""
    key = (rules.code, small, big, bring_in)
    layout = _LAYOUTS.get(key)
    if layout is None:
        # the whole cache is emptied, which is simpler than an LRU cache and hardly ever happens
        if len(_LAYOUTS) >= _LAYOUTS_MAX:
            _LAYOUTS.clear()
        layout = _LAYOUTS[key] = Layout(rules, small, big, bring_in)
    return layout


def members_of(record: HandRecord, seats: int) -> int:
    """Return the seats that take part. All seats take part except those that are marked inactive and were dealt no
    cards: a player who paused during the hand was dealt cards.
    """
    marks = record["_inactive"]
    if type(marks) is not list or len(marks) != seats:
        raise BadRecord("_inactive does not hold one mark for each player", record.line)
    dealt = {words[2] for words in map(str.split, record.actions) if words[:2] == ["d", "dh"] and len(words) > 2}
    members = sum(1 << seat for seat in range(seats) if not marks[seat] or f"p{seat + 1}" in dealt)
    if members & (members - 1) == 0:
        raise Unplayable("fewer than two players are in the hand", record.line)
    return members


def check_names(record: HandRecord, names: Any, seats: int) -> None:
    """Raise BadRecord unless every player has a name that is a text; records written by hand may have more names than
    players."""
    if names is None:
        return
    # an empty list means that there are no names
    if type(names) is not list or (names and len(names) < seats):
        raise BadRecord("players does not hold one name for each player", record.line, "N9")
    for name in names:
        if type(name) is not str:
            raise BadRecord(f"players holds {name!r:.40}, which is not text", record.line, "N9")


def column(record: HandRecord, fields: dict[str, Any], name: str, seats: int) -> list[Any]:
    """Return a column with one entry for each seat. All entries are zero if the record does not have the column."""
    numbers = fields.get(name)
    if numbers is None:
        return [0] * seats
    if type(numbers) is not list or (seats >= 0 and len(numbers) != seats):
        raise BadRecord(f"{name} does not hold one amount for each player", record.line)
    return numbers


def dead_of(record: HandRecord, fields: dict[str, Any], seats: int) -> list[Any]:
    """Return the dead money in the pot, one entry for each seat. Most records have no dead money."""
    if "_dead_blinds" in fields and type(fields["_dead_blinds"]) is not list:
        raise BadRecord("_dead_blinds does not hold one amount for each player", record.line)
    if "_dead_money" not in fields and "_dead_blinds" not in fields:
        return [0] * seats
    return column(record, {"_dead_money": record.dead_money}, "_dead_money", seats)


def places_in_log(record: HandRecord) -> int:
    """Return the decimal places that the bets of the log need. Malformed bets are refused later, when they are played.
    """
    words = [action.split() for action in record.actions if " cbr " in action and "." in action]
    bets = [word[2] for word in words if len(word) > 2 and AMOUNT.fullmatch(word[2])]
    most = max((places_of(Decimal(bet)) for bet in bets), default=0)
    return max(min(most, PLACES_MAX), CENTS) if most else 0


def places_needed(record: HandRecord, columns: list[list[Any]], places: int) -> int:
    """Return the decimal places that all amounts of a hand need. Raise BadRecord if an amount cannot be played at all.
    """
    for at, numbers in enumerate(columns):
        for number in numbers:
            # only stacks may be unknown, and only blinds may be negative
            if not is_number(number) or (number == INF and at) or (number < 0 and at != _BLINDS):
                raise BadRecord(f"{number!r:.40} is not an amount that can be played", record.line, "M1")
    try:
        places = max(places, places_for([number for numbers in columns for number in numbers]))
        for numbers in columns:
            for number in numbers:
                units(number, places)
    except BadRecord as error:
        raise BadRecord(error.reason, record.line, "M1") from None
    return places
