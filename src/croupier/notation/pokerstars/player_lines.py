# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Read the line of one player: "Ann: raises $2 to $4", "Bob collected $12 from pot".

Names may contain anything (colons, brackets, `$`, "folds"), so a line cannot be split by its punctuation alone. The
names are known from the seat lines, and the whole text after a name must match the pattern of its verb (`patterns.py`).

Almost every line has one of a few forms, which are read character by character. All other lines are matched with
regular expressions. For lines of the usual forms both methods give the same result.
"""

from __future__ import annotations

import re

from croupier.cards import BadCards, parse, text
from croupier.notation.card_text import card_of
from croupier.notation.money import shared
from croupier.notation.pokerstars import patterns
from croupier.notation.record import BadRecord, Number

PLACES = 4
"""The maximum number of decimal places of an amount (M1)."""
DIGITS = 13
"""The maximum number of digits of an amount before the point."""

_ALL_IN = " and is all-in"
_COLLECTED = " collected "
_CASHED_OUT = " cashed out the hand for "
_POTS = frozenset(("pot", "main pot", "side pot"))
_PHRASES = {"folds": "fold", "checks": "check", "mucks hand": "muck", "doesn't show hand": "quiet", "sits out": "away",
            "is sitting out": "away"}
"""The phrases for actions that have neither an amount nor cards."""
_BLINDS = ("small blind ", "big blind ", "the ante ")
_AMOUNTS: dict[str, Number] = {}
"""A cache of amounts by their digits, because amounts repeat within a session and making a Decimal is slow."""
_AMOUNTS_MAX = 1 << 14
_DIGITS, _PLACES = DIGITS, PLACES
"""The same values as C numbers."""


class PlayerLine:
    """One line of a player: the seat, the action, the amount and the cards. `PlayerNames` uses the same object for
    every line.
    """

    def __init__(self) -> None:
        self.seat = -1
        self.kind = ""
        self.amount: Number = 0
        self.what = ""
        self.all_in = False
        self.capped = False
        self.cards = ""

    def fill(self, seat: int, kind: str, amount: Number, what: str, all_in: bool) -> PlayerLine:
        """Set the attributes that almost every line has, clear the others, and return the line."""
        self.seat = seat
        self.kind = kind
        self.amount = amount
        self.what = what
        self.all_in = all_in
        self.capped = False
        self.cards = ""
        return self


def amount_of(digits: str) -> Number:
    """Return an amount, which is an int if the text has no point and otherwise a Decimal. Raise BadRecord if it is too
    large.
    """
    number = _AMOUNTS.get(digits)
    if number is None:
        plain = digits.replace(",", "")
        whole, _, places = plain.partition(".")
        if len(whole) > DIGITS or len(places) > PLACES:
            raise BadRecord(f"{digits[:40]} is too large or too fine an amount", clause="M1")
        number = shared(plain) if places else int(whole)
        if len(_AMOUNTS) >= _AMOUNTS_MAX:
            _AMOUNTS.clear()
        _AMOUNTS[digits] = number
    return number


def cards_of(words: str) -> str:
    """Return the cards in a bracket as PHH writes them: "Ah 10d" becomes "AhTd", and `??` does not change."""
    if not words:
        return ""
    quick = quick_cards(words)
    if quick is not None:
        return quick
    try:
        return text(parse(words))
    except BadCards as error:
        raise BadRecord(str(error), clause="N9") from None


def quick_cards(words: str) -> str | None:
    """Return cards that are separated by single spaces without the spaces. Return None if the text has anything else or
    a card occurs twice.
    """
    size = len(words)
    if size % 3 != 2:
        return None
    seen = 0
    one = 1
    for at in range(0, size, 3):
        number = card_of(ord(words[at]), ord(words[at + 1]))
        # anything unusual is left to `parse`, which has the error messages
        if number < 0 or number > 51 or (seen >> number) & 1 or (at + 2 < size and words[at + 2] != " "):
            return None
        seen |= one << number
    return words.replace(" ", "")


class Scan:
    """Reads an amount at a position in a line. `end` is the position after the last amount."""

    def __init__(self) -> None:
        self.end = 0

    def amount(self, line: str, at: int) -> Number | None:
        """Return the amount at a position. Return None if it is anything but digits with an optional point, after at
        most one currency symbol.
        """
        size = len(line)
        # other currencies are left to the patterns
        if at < size and line[at] in "$€£¥₹":
            at += 1
        begin = at
        point = -1
        while at < size:
            sign = line[at]
            if sign == "." and point < 0 and at > begin and at + 1 < size and "0" <= line[at + 1] <= "9":
                point = at
            elif not "0" <= sign <= "9":
                break
            at += 1
        whole = (at if point < 0 else point) - begin
        # a comma or point after the digits (thousands, or the end of a sentence) is left to the patterns
        if whole < 1 or whole > _DIGITS or at - begin - whole > _PLACES + 1 or (at < size and line[at] in ".,"):
            return None
        self.end = at
        return amount_of(line[begin:at])


class PlayerNames:
    """Finds the players of a hand at the beginning of a line. Longer names are tried first."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.by_name: dict[str, int] = {}
        self.is_plain = True
        """True if no name contains ": " or " collected ", so that the first of these in a line ends the name."""
        self.has_star = False
        self.scan = Scan()
        # a separate object, because the shared one is only for the fast path
        self.line = PlayerLine()
        for name in names:
            self.by_name[name] = len(self.by_name)
            self.has_star = self.has_star or name.startswith("*")
            # this player's lines cannot be split at the first colon
            if ": " in name or _COLLECTED in name or _CASHED_OUT in name:
                self.is_plain = False

    def find(self, name: str) -> int:
        """Return the seat of a name, or -1 if it is unknown. Trailing spaces are ignored."""
        seat = self.by_name.get(name, -1)
        if seat < 0:
            # trailing blanks have been removed from lines, but a name may end with one
            stripped = [known.rstrip() for known in self.names]
            seat = stripped.index(name.rstrip()) if name.rstrip() in stripped else -1
        return seat

    def longest(self) -> list[int]:
        """Return the seats in order of the lengths of their names, the longest name first."""
        return sorted(range(len(self.names)), key=lambda seat: -len(self.names[seat]))

    def dealt(self, line: str) -> tuple[int, str, str] | None:
        """Return the seat, the cards that it held and the cards that it was dealt, from a line such as "Dealt to name
        [Ah Kd] [2c]".
        """
        begin = len(patterns.DEALT_TO)
        opened = line.rfind(" [")
        if self.is_plain and opened > begin and line[-1] == "]":
            seat = self.by_name.get(line[begin:opened])
            cards = quick_cards(line[opened + 2:-1])
            if seat is not None and cards is not None:
                return seat, "", cards
        for seat in self.longest():
            if line.startswith(self.names[seat], begin):
                match = patterns.DEALT.fullmatch(line, begin + len(self.names[seat]))
                if match:
                    return seat, cards_of(match["old"] or ""), cards_of(match["new"])
        return None

    def parse(self, line: str) -> PlayerLine | None:
        """Return what a seated player does in this line, which must not be empty. Return None if it is not a player's
        line.
        """
        if not self.is_plain:
            return self.parse_any(line)
        # a mark such as *** FLOP ***, if no player's name begins with a star
        if line[0] == "*" and not self.has_star:
            return None
        at = line.find(": ")
        if at > 0:
            seat = self.by_name.get(line[:at], -1)
            if seat >= 0:
                return self.action(seat, line, at + 2)
        at = line.find(_COLLECTED)
        if at > 0:
            seat = self.by_name.get(line[:at], -1)
            if seat >= 0:
                return self.collected(seat, line, at)
        at = line.find(_CASHED_OUT)
        if at > 0:
            seat = self.by_name.get(line[:at], -1)
            if seat >= 0:
                return parse_result(seat, line[at:])
        return None

    def parse_any(self, line: str) -> PlayerLine | None:
        """Parse a line if names contain punctuation, by trying every name with which the line begins."""
        # the longest name first, because "Ann: folds" may be the name of a player at the same table as "Ann"
        for seat in self.longest():
            if line.startswith(self.names[seat]):
                rest = line[len(self.names[seat]):]
                found = parse_action(seat, rest[2:]) if rest.startswith(": ") else parse_result(seat, rest)
                if found is not None:
                    return found
        return None

    def action(self, seat: int, line: str, at: int) -> PlayerLine | None:
        """Parse the text after "name: "."""
        kind = _PHRASES.get(line[at:])
        if kind is not None:
            return self.line.fill(seat, kind, 0, "", False)
        found = None
        if line.startswith("calls ", at):
            found = self.sized(seat, "call", line, at + 6)
        elif line.startswith("bets ", at):
            found = self.sized(seat, "bet", line, at + 5)
        elif line.startswith("raises ", at):
            if self.scan.amount(line, at + 7) is not None and line.startswith(" to ", self.scan.end):
                found = self.sized(seat, "raise", line, self.scan.end + 4)
        elif line.startswith("shows [", at):
            found = self.shown(seat, line, at + 7)
        elif line.startswith("posts ", at):
            for blind in _BLINDS:
                if line.startswith(blind, at + 6):
                    found = self.sized(seat, "post", line, at + 6 + len(blind))
                    if found is not None:
                        found.what = blind.rstrip()
                    break
        # an unusual form is left to the patterns
        return parse_action(seat, line[at:]) if found is None else found

    def sized(self, seat: int, kind: str, line: str, at: int) -> PlayerLine | None:
        """Parse an amount, perhaps all-in, at the end of the line. Return None if there is anything else."""
        amount = self.scan.amount(line, at)
        if amount is None:
            return None
        if self.scan.end == len(line):
            return self.line.fill(seat, kind, amount, "", False)
        if self.scan.end + len(_ALL_IN) == len(line) and line.endswith(_ALL_IN):
            return self.line.fill(seat, kind, amount, "", True)
        return None

    def shown(self, seat: int, line: str, at: int) -> PlayerLine | None:
        """Parse cards up to a closing bracket, and perhaps words in brackets after it. Return None if there is anything
        else.
        """
        closed = line.find("]", at)
        cards = quick_cards(line[at:closed]) if closed > 0 else None
        if cards is None or (closed + 1 < len(line) and not (line.startswith(" (", closed + 1) and line[-1] == ")")):
            return None
        found = self.line.fill(seat, "show", 0, "", False)
        found.cards = cards
        return found

    def collected(self, seat: int, line: str, at: int) -> PlayerLine | None:
        """Parse text such as " collected $12 from pot" at a position."""
        amount = self.scan.amount(line, at + len(_COLLECTED))
        if amount is not None and line.startswith(" from ", self.scan.end):
            pot = line[self.scan.end + 6:]
            if pot in _POTS:
                return self.line.fill(seat, "collect", amount, pot, False)
        return parse_result(seat, line[at:])


def parse_action(seat: int, words: str) -> PlayerLine | None:
    """Parse the text after "name: " with the pattern of its first word."""
    kind, pattern = patterns.VERBS.get(words.split(" ", 1)[0].rstrip(), ("", patterns.MARK))
    match = pattern.fullmatch(words) if kind else None
    return filled(seat, kind, match) if match else None


def parse_result(seat: int, words: str) -> PlayerLine | None:
    """Parse the text after a name without a colon: chips collected, or a hand cashed out."""
    for kind, pattern in (("collect", patterns.COLLECTED), ("cash_out", patterns.CASHED_OUT)):
        match = pattern.fullmatch(words)
        if match:
            return filled(seat, kind, match)
    return None


def filled(seat: int, kind: str, match: re.Match[str]) -> PlayerLine:
    """Return a PlayerLine made from a match of a pattern."""
    found = match.groupdict()
    line = PlayerLine()
    line.fill(seat, kind, 0, found.get("what") or found.get("pot") or "", False)
    line.cards = cards_of(found.get("cards") or "")
    if found.get("amount"):
        line.amount = amount_of(found["amount"])
    if found.get("count"):
        line.amount = int(found["count"])
    line.all_in = found.get("end") == _ALL_IN
    line.capped = bool(found.get("end")) and not line.all_in
    return line
