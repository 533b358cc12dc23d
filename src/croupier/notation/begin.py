"""From a record's columns to a hand that waits for its first cards.

PHH lists players from the left of the button, the button last. Two players' blinds and antes are written small blind
first though the second player, the button, posts it: both columns are turned round. A negative blind is the live post
of a newcomer; `_inactive` seats that got no cards take no part; `_dead_money` (or `_dead_blinds`, ruling N7) stands in
the pot already. Whole-chip columns go straight into the core; decimals are counted in the hand's unit first.

The facts are those of `games.poker.columns`, written into the core without a value in between: records are begun by
the million, and games with the same stakes share their layout.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from croupier.games.poker.deal import Deal, Layout
from croupier.games.poker.hand import Hand, dealt_by_hand
from croupier.games.poker.rules import ALL_RULES, PokerRules
from croupier.notation.money import (
    AMOUNT,
    CENTS,
    INF,
    PLACES_MAX,
    UNKNOWN_STACK,
    is_number,
    places_for,
    places_of,
    units,
)
from croupier.notation.record import BadRecord, HandRecord

_MOST = 10 ** 13
_NONE = -10 ** 18
_BLINDS = 2
_LAYOUTS: dict[tuple[Any, ...], Layout] = {}
_LAYOUTS_MAX = 1024


class Unplayable(BadRecord):
    """A sound record of a hand that the engine does not play."""


class Start:
    """A hand about to be played, how its units are written, and whether some stack is `inf`."""

    def __init__(self, hand: Hand, places: int, unknown: bool, begun: list[int]) -> None:
        self.hand = hand
        self.places = places
        self.unknown = unknown
        self.begun = begun

    def stacks(self) -> list[int]:
        """Every seat's stack in units as it stands; an absent seat keeps what it has."""
        members = self.hand.deal.members
        return [stack if (members >> seat) & 1 else self.begun[seat] for seat, stack in enumerate(self.hand.stacks)]


def rules_of(record: HandRecord) -> PokerRules:
    """The game's rules, one of the eleven under any limit; Unplayable where it is another."""
    if record.damage is not None:
        raise record.damage
    if record.unsupported:
        raise Unplayable(record.unsupported, record.line)
    rules = ALL_RULES.get(record.fields.get("variant", "NT"))
    if rules is None:
        raise Unplayable(f"the game {record.variant!r:.40} is none of the eleven", record.line)
    return rules


def begin(record: HandRecord, places: int = 0, rules: PokerRules | None = None) -> Start:
    """The hand, forced bets posted, counted in units of at least that many decimal places."""
    rules = rules or rules_of(record)
    fields = record.fields
    stacks = column(record, fields, "starting_stacks", -1)
    seats = len(stacks)
    if seats < 2 or seats > 10:
        raise Unplayable(f"{seats} players: a hand is played by 2 to 10", record.line)
    antes = column(record, fields, "antes", seats)
    blinds = column(record, fields, "blinds_or_straddles", seats)
    dead = column(record, fields, "_dead_money" if "_dead_money" in fields else "_dead_blinds", seats)
    bets = [fields.get("min_bet", 0), fields.get("small_bet", 0), fields.get("big_bet", 0), fields.get("bring_in", 0)]
    unknown = False
    if places > 0 or not (are_chips(stacks, 0) and are_chips(antes, 0) and are_chips(blinds, -_MOST)
                          and are_chips(dead, 0) and are_chips(bets, 0)):
        columns = [stacks, antes, blinds, dead, bets]
        counted = in_units(columns, places if places > CENTS else CENTS)
        if counted is None:
            places = places_needed(record, columns, places)
            counted = in_units(columns, places)
            if counted is None:
                raise BadRecord("an amount too large to be played", record.line, "M1")
        else:
            places = places if places > CENTS else CENTS
        stacks, antes, blinds, dead, bets = counted
        unknown = UNKNOWN_STACK in stacks
    members = members_of(record, seats) if "_inactive" in fields else (1 << seats) - 1
    small = bets[1] or bets[0] or max(blinds)
    deal = Deal(layout_of(rules, small, bets[2] or small, bets[3]))
    deal.seat(seats, members, seats - 1)
    seat_all(deal, seats, members, stacks, antes, blinds, dead)
    deal.forced.layered = bool(fields.get("ante_trimming_status", False))
    return Start(dealt_by_hand(deal), places, unknown, stacks)


def layout_of(rules: PokerRules, small: int, big: int, bring_in: int) -> Layout:
    """The game laid out, shared by all hands at these stakes."""
    key = (rules.code, small, big, bring_in)
    layout = _LAYOUTS.get(key)
    if layout is None:
        if len(_LAYOUTS) >= _LAYOUTS_MAX:
            _LAYOUTS.clear()
        layout = _LAYOUTS[key] = Layout(rules, small, big, bring_in)
    return layout


def seat_all(deal: Deal, seats: int, members: int, stacks: list[int], antes: list[int], blinds: list[int],
             dead: list[int]) -> None:
    """Write stacks and forced bets; of equal largest blinds the last poster is the last to act before the flop."""
    forced = deal.forced
    forced.clear(seats)
    forced.anchor = seats - 1
    largest = 0
    for step in range(seats):
        seat = (seats - 1 if step == 0 else 0) if seats == 2 else step
        column = 1 - seat if seats == 2 else seat
        if (members >> seat) & 1:
            deal.stack[seat] = stacks[seat]
            blind = blinds[column]
            forced.set_ante(seat, antes[column])
            forced.set_blind(seat, blind if blind >= 0 else -blind)
            if blind > 0 and blind >= largest:
                largest = blind
                forced.anchor = seat
        else:
            deal.stack[seat] = 0
        forced.add_dead(seat, dead[seat])


def members_of(record: HandRecord, seats: int) -> int:
    """The seats that take part: all but those marked inactive that were dealt no cards (one that paused was)."""
    marks = record["_inactive"]
    if type(marks) is not list or len(marks) != seats:
        raise BadRecord("_inactive does not hold one mark for each player", record.line)
    dealt = {words[2] for words in map(str.split, record.actions) if words[:2] == ["d", "dh"] and len(words) > 2}
    members = sum(1 << seat for seat in range(seats) if not marks[seat] or f"p{seat + 1}" in dealt)
    if members & (members - 1) == 0:
        raise Unplayable("fewer than two players are in the hand", record.line)
    return members


def column(record: HandRecord, fields: dict[str, Any], name: str, seats: int) -> list[Any]:
    """A column with one entry a seat; zeros where the record has none."""
    numbers = fields.get(name)
    if numbers is None:
        return [0] * seats
    if type(numbers) is not list or (seats >= 0 and len(numbers) != seats):
        raise BadRecord(f"{name} does not hold one amount for each player", record.line)
    return numbers


def are_chips(numbers: list[Any], least: int) -> bool:
    """Whether all of them are whole chips in range."""
    for number in numbers:
        if type(number) is not int or not least <= number <= _MOST:
            return False
    return True


def in_units(columns: list[list[Any]], places: int) -> list[list[int]] | None:
    """All columns in units, or None where some amount is no amount, below 0, or finer than the unit."""
    counted: list[list[int]] = []
    for numbers in columns:
        whole: list[int] = []
        for number in numbers:
            chips = exact(number, places)
            if chips == _NONE or (chips < 0 and len(counted) != _BLINDS):
                return None
            if chips == UNKNOWN_STACK and len(counted) > 0:
                return None
            whole.append(chips)
        counted.append(whole)
    return counted


def exact(number: Any, places: int) -> int:
    """An amount in units, _NONE where it is none that fits."""
    if type(number) is int:
        size = number if -_MOST <= number <= _MOST else _NONE
        return size * tens(places) if size != _NONE else _NONE
    if type(number) is not Decimal:
        return _NONE
    text = str(number)
    if text == "Infinity":
        return UNKNOWN_STACK
    return units_in(text, places)


def units_in(text: str, places: int) -> int:
    """The units in `-12.50`, _NONE where the text is no such number or finer than the unit."""
    size = len(text)
    at = 1 if size and text[0] == "-" else 0
    if size - at < 1 or size - at > 14:
        return _NONE
    total = 0
    point = -1
    for place in range(at, size):
        digit = ord(text[place]) - 48
        if digit == -2 and point < 0 and at < place < size - 1:
            point = place
        elif digit < 0 or digit > 9 or (point >= 0 and place - point > places and digit > 0):
            return _NONE
        elif point < 0 or place - point <= places:
            total = total * 10 + digit
    decimals = 0 if point < 0 else size - 1 - point
    if decimals < places:
        total *= tens(places - decimals)
    return -total if at else total


def tens(places: int) -> int:
    """Ten to a small power."""
    power = 1
    for _ in range(places):
        power *= 10
    return power


def places_in_log(record: HandRecord) -> int:
    """The decimal places the bets of the log need; what is no number is left to the course to refuse."""
    words = [action.split() for action in record.actions if " cbr " in action and "." in action]
    bets = [word[2] for word in words if len(word) > 2 and AMOUNT.fullmatch(word[2])]
    most = max((places_of(Decimal(bet)) for bet in bets), default=0)
    return max(min(most, PLACES_MAX), CENTS) if most else 0


def places_needed(record: HandRecord, columns: list[list[Any]], places: int) -> int:
    """The decimal places all amounts of a hand need, where hundredths will not do; BadRecord where nothing will."""
    for at, numbers in enumerate(columns):
        for number in numbers:
            if not is_number(number) or (number == INF and at) or (number < 0 and at != _BLINDS):
                raise BadRecord(f"{number!r:.40} is no amount that can be played", record.line, "M1")
    try:
        places = max(places, places_for([number for numbers in columns for number in numbers]))
        for numbers in columns:
            for number in numbers:
                units(number, places)
    except BadRecord as error:
        raise BadRecord(error.reason, record.line, "M1") from None
    return places
