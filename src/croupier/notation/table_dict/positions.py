"""Convert the dict of a table to PHH's form, in which the players of one hand are listed by position, the button last.

A table's dict lists all players by seat, and each blind at the seat that posts it. A table's dict is recognised by its
fields `_intents` or `_bb`. To convert a table's dict, this module reorders the columns, leaves out players who are not
in the hand, replaces the player numbers in the log, removes time stamps, and turns messages into commentary. The
original record does not change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from croupier.games.poker.rules import ALL_RULES, PokerRules
from croupier.notation.hand_start import Unplayable
from croupier.notation.money import AMOUNT, INF, is_number, places_of
from croupier.notation.phh_order import posting_order
from croupier.notation.record import PLAYER_COLUMNS, BadRecord, HandRecord, Number
from croupier.notation.table_dict.blind_seats import Spots, ante_paid, button_of, dead_paid, stated_or_read
from croupier.notation.table_dict.log_lines import bare, column, dealt_columns, is_call_with_amount, is_message
from croupier.notation.validation import trimmed

SECRET = ("seed", "_seed", "deck", "_deck", "secret", "_secret")
"""The fields that would reveal the cards."""
_TABLE = frozenset(("author", "_bb", "_sb", "_button", "_blinds", "_antes", "_intents", "_dead_blinds", "_top_ups",
                    "_inactive", "rake_percentage", "rake_cap", "min_bet", "small_bet", "big_bet", "bring_in", *SECRET))
"""The fields that have no meaning for a single hand, and the bet sizes, which are computed again."""
_OUTSIDERS = 10
"""Players outside the hand are named p11, p12, ... by column, because a hand has at most ten players."""
_DIGITS_MAX = 15
_UNPLAYED = ("time_banks", "_venue_ids")
"""Columns that do not affect a hand. If their length is wrong, they are left out."""
_COLUMNS = (*PLAYER_COLUMNS, *_UNPLAYED)


def is_table(record: HandRecord) -> bool:
    """Return True if a record is a table's dict."""
    return record.damage is None and is_tables(record.fields)


def is_tables(fields: Mapping[str, Any]) -> bool:
    """Return True if a table wrote these fields, which is certain if there is a field that only tables write."""
    return "_intents" in fields or "_bb" in fields


def by_position(record: HandRecord) -> HandRecord:
    """Return the record with its players listed by position, as in PHH. Raise BadRecord if a table's dict is
    impossible.
    """
    return turned(record)[0] if is_table(record) else record


def turned(record: HandRecord) -> tuple[HandRecord, list[int]]:
    """Return the record of a table's hand with its players listed by position, and the column of each of these players.
    """
    rules = ALL_RULES.get(record.variant)
    if rules is None:
        return record, []
    return _TableDict(record, rules).turned()


class _TableDict:
    """The dict of a table. Its columns are checked when they are read."""

    def __init__(self, record: HandRecord, rules: PokerRules) -> None:
        self.record, self.rules, self.fields = record, rules, record.fields
        stacks = record.get("starting_stacks")
        self.size = len(stacks) if type(stacks) is list else 0
        self.stacks, self.blinds = self.amounts("starting_stacks"), self.amounts("blinds_or_straddles")
        self.antes = self.amounts("antes")
        self.numbers = self.seat_numbers()
        dealt = dealt_columns(record.actions)
        members = [place for place, mark in enumerate(self.entries("_inactive")) if not mark or place in dealt]
        self.columns = sorted(members, key=lambda place: self.numbers[place])
        if len(members) < 2:
            raise Unplayable("fewer than two players are in the hand", record.line)
        self.least = self.amount("min_bet") or self.amount("small_bet")
        self.spots = self.find_spots()

    def turned(self) -> tuple[HandRecord, list[int]]:
        """Return the record with its players listed by position, and the column of each of these players."""
        # in short deck the button posts the only blind; with two blinds it is played like hold'em
        posts_one = sum(blind > 0 for blind in self.blinds) <= 1
        button = button_of([self.numbers[place] for place in self.columns], self.spots,
                           self.rules.button_blind and posts_one)
        order = [*self.columns[button + 1:], *self.columns[:button + 1]]
        fields = {"variant": self.rules.code, **self.posted(order), **self.bets(),
                  "starting_stacks": [self.stacks[place] for place in order]}
        for name in self.kept():
            if name in _COLUMNS and name not in fields:
                entries = self.entries(name)
                # all columns are reordered with the players, whatever they contain
                fields[name] = [entries[place] for place in order]
            else:
                fields.setdefault(name, self.fields[name])
        fields["actions"] = [phh_line(line, order) for line in self.record.actions]
        return replace(self.record, fields=fields), order

    def kept(self) -> list[str]:
        """Return the names of the fields that a single hand keeps. Fields that are null are left out."""
        return [name for name, value in self.fields.items() if name not in _TABLE and value is not None
                and not (name in _UNPLAYED and (type(value) is not list or len(value) != self.size))]

    # -- what is posted ------------------------------------------------------------------------------------------------

    def find_spots(self) -> Spots:
        """Return where the blinds are."""
        if self.rules.has_bring_in:
            return Spots()
        stated = [self.fields.get(name) for name in ("_bb", "_sb", "_button")]
        if any(number is not None and type(number) is not int for number in stated):
            raise BadRecord("_bb, _sb or _button is not a seat", self.record.line, "N5")
        posted = {number: max(blind, 0) for number, blind in zip(self.numbers, self.blinds)}
        return stated_or_read(stated, posted, self.least)

    def posted(self, order: list[int]) -> dict[str, Any]:
        """Return antes, blinds and dead money as PHH writes them."""
        nominal = self.amounts("_antes") if self.fields.get("_antes") is not None else self.antes
        sizes = {nominal[place] for place in order}
        # if antes are unequal, the big blind's ante is a big-blind ante
        antes = posting_order([self.ante(place, len(sizes) > 1) for place in order])
        blinds = posting_order([self.blinds[place] for place in order])
        stated = trimmed(self.fields, self.record.line)
        found: dict[str, Any] = {
            "ante_trimming_status": len(sizes) == 1 and any(sizes) if stated is None else stated, "antes": antes}
        dead = dict(zip(self.columns, dead_paid(self.dead(), self.columns)))
        if any(dead.values()):
            found["_dead_money"] = [dead[place] for place in order]
        return found if self.rules.has_bring_in else found | {"blinds_or_straddles": blinds}

    def ante(self, place: int, by_role: bool) -> Any:
        """Return the ante that a player pays. `by_role` is True if only the big blind pays this ante."""
        return ante_paid(self.antes[place], self.stacks[place], self.blinds[place],
                         by_role and self.numbers[place] == self.spots.bb)

    def dead(self) -> list[Any]:
        """Return the dead money of each column."""
        for name in ("_dead_money", "_dead_blinds"):
            self.entries(name)  # raises BadRecord unless there is one entry for each player
        return self.checked("_dead_money", list(self.record.dead_money or [0] * self.size))

    def bets(self) -> dict[str, Any]:
        """Return the bet sizes. The minimum bet is the big blind unless the dict states another."""
        known = self.fields.get("_blinds")
        big_blind = known.get("big", 0) if isinstance(known, dict) else 0
        if self.spots.bb in self.numbers:
            # if the big blind is dead, nobody posts it, and its size is in `_blinds`
            big_blind = self.blinds[self.numbers.index(self.spots.bb)] or big_blind
        least = self.least or self.checked("_blinds", [big_blind])[0] or max(self.blinds)
        found = {"min_bet": least}
        if self.rules.limit == "fixed":
            found = {"small_bet": least, "big_bet": self.amount("big_bet") or 2 * least}
        return found | {"bring_in": self.amount("bring_in")} if self.rules.has_bring_in else found

    # -- columns -------------------------------------------------------------------------------------------------------

    def entries(self, name: str) -> list[Any]:
        """Return a field's entries, one for each player, or zeros if the field is missing."""
        found = self.fields.get(name)
        if found is None:
            return [0] * self.size
        if type(found) is not list or len(found) != self.size:
            raise BadRecord(f"{name} does not hold one entry for each player", self.record.line)
        return found

    def amounts(self, name: str) -> list[Any]:
        """Return a column of amounts."""
        return self.checked(name, self.entries(name))

    def amount(self, name: str) -> Any:
        """Return the amount in a field, or 0 if the field is missing."""
        return self.checked(name, [self.fields.get(name) or 0])[0]

    def checked(self, name: str, found: list[Any]) -> list[Any]:
        """Check amounts and return them. Whole amounts lose their decimal point, so that the hand's unit is not finer
        than necessary.
        """
        if not all(is_playable(number) or (number == INF and name == "starting_stacks") for number in found):
            raise BadRecord(f"{name} does not hold amounts", self.record.line, "M1")
        return [plain(number) for number in found]

    def seat_numbers(self) -> list[int]:
        """Return the seat numbers. If the dict has none, they are 1, 2, ... Raise BadRecord if a number occurs twice
        (N9).
        """
        numbers = self.entries("seats") if self.fields.get("seats") is not None else list(range(1, self.size + 1))
        if any(type(number) is not int for number in numbers) or len(set(numbers)) < self.size:
            raise BadRecord("seats must be different whole numbers", self.record.line, "N9")
        return numbers


def names_in(order: Sequence[int]) -> list[int]:
    """Return the column for each player number that a converted log may contain."""
    return [*order, *range(len(order), _OUTSIDERS), *range(_OUTSIDERS)]


def is_playable(thing: Any) -> bool:
    """Return True if a value is a finite amount that is not too large to be written with digits."""
    return is_number(thing) and (type(thing) is int or (thing.is_finite() and thing.adjusted() <= _DIGITS_MAX))


def plain(number: Number) -> Number:
    """Return a whole number without its decimal point, and any other number, or `inf`, unchanged."""
    return int(number) if number != INF and not places_of(number) else number


def phh_line(line: str, order: Sequence[int]) -> str:
    """Return a line of a table's log with PHH's player numbers; players outside the hand get numbers above 10."""
    if is_message(line):
        return f"# {bare(line)}" if line.strip()[:1] != "#" else line
    parts = bare(line).split()
    at = 2 if parts[:2] == ["d", "dh"] and len(parts) > 2 else 0
    place = column(parts[at])
    if place is not None:
        parts = parts[:2] if is_call_with_amount(parts) else parts
        if len(parts) == 3 and parts[1] == "cbr" and "." in parts[2] and AMOUNT.fullmatch(parts[2]):
            # 60.0 becomes 60, because it would otherwise make the hand count in cents
            parts[2] = str(plain(Decimal(parts[2])))
        parts[at] = f"p{order.index(place) + 1}" if place in order else f"p{_OUTSIDERS + place + 1}"
    return " ".join(parts)
