# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Read the line of one player: "Ann: raises $2 to $4", "Bob collected $12 from pot".

Names may contain anything (colons, brackets, `$`, "folds"), so a line is never split by its punctuation alone: the seat
lines state the names, and what follows a name must match a pattern of its verb as a whole (`patterns.py`).

Almost every line has one of a few shapes. These are read character by character; every other line is matched by the
regular expressions. Both give the same result for every line that the first can read.
"""

from __future__ import annotations

import re

from croupier.cards import BadCards, parse, text
from croupier.notation.card_text import card_of
from croupier.notation.money import shared
from croupier.notation.pokerstars import patterns
from croupier.notation.record import BadRecord, Number

PLACES = 4
"""Decimal places an amount may have (M1)."""
DIGITS = 13
"""Digits an amount may have before the point."""

_ALL_IN = " and is all-in"
_COLLECTED = " collected "
_CASHED_OUT = " cashed out the hand for "
_POTS = frozenset(("pot", "main pot", "side pot"))
_PHRASES = {"folds": "fold", "checks": "check", "mucks hand": "muck", "doesn't show hand": "quiet", "sits out": "away",
            "is sitting out": "away"}
"""What a player does without an amount or cards."""
_BLINDS = ("small blind ", "big blind ", "the ante ")
_AMOUNTS: dict[str, Number] = {}
"""Amounts by their digits. The amounts of a session come up again and again, and a Decimal is costly to make."""
_AMOUNTS_MAX = 1 << 14
_DIGITS, _PLACES = DIGITS, PLACES
"""The same as C numbers."""


class PlayerLine:
    """One line of a player: the seat, the action, the amount and the cards. `PlayerNames` fills the same one for every
    line."""

    def __init__(self) -> None:
        self.seat = -1
        self.kind = ""
        self.amount: Number = 0
        self.what = ""
        self.all_in = False
        self.capped = False
        self.cards = ""

    def fill(self, seat: int, kind: str, amount: Number, what: str, all_in: bool) -> PlayerLine:
        """Set what almost every line states, clear the rest, and return the line."""
        self.seat = seat
        self.kind = kind
        self.amount = amount
        self.what = what
        self.all_in = all_in
        self.capped = False
        self.cards = ""
        return self


def amount_of(digits: str) -> Number:
    """Return an amount: an int if it is written without a point, else a Decimal. Raise BadRecord if it is too large."""
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
    """Return the cards between brackets as PHH writes them: "Ah 10d" is AhTd, `??` stays."""
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
    """Return known cards separated by single spaces without the spaces; None if there is anything else or a card occurs
    twice."""
    size = len(words)
    if size % 3 != 2:
        return None
    seen = 0
    one = 1
    for at in range(0, size, 3):
        number = card_of(ord(words[at]), ord(words[at + 1]))
        # anything odd is left to `parse`, which says what is wrong
        if number < 0 or number > 51 or (seen >> number) & 1 or (at + 2 < size and words[at + 2] != " "):
            return None
        seen |= one << number
    return words.replace(" ", "")


class Scan:
    """A reader of amounts at a place of a line; `end` is the place after the last one."""

    def __init__(self) -> None:
        self.end = 0

    def amount(self, line: str, at: int) -> Number | None:
        """Return the amount that begins at a place; None if it is not plain digits after at most one symbol."""
        size = len(line)
        # other currencies go through the patterns
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
        # a comma or point behind the digits: thousands, or a sentence; both are read by the patterns
        if whole < 1 or whole > _DIGITS or at - begin - whole > _PLACES + 1 or (at < size and line[at] in ".,"):
            return None
        self.end = at
        return amount_of(line[begin:at])


class PlayerNames:
    """The players of a hand, found at the beginning of a line, the longest name first."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.by_name: dict[str, int] = {}
        self.is_plain = True
        """True if the first colon, or the first " collected ", of a line ends a name."""
        self.has_star = False
        self.scan = Scan()
        # a line of its own: the shared one is only for the fast way
        self.line = PlayerLine()
        for name in names:
            self.by_name[name] = len(self.by_name)
            self.has_star = self.has_star or name.startswith("*")
            # a line of this player cannot be cut at its first colon
            if ": " in name or _COLLECTED in name or _CASHED_OUT in name:
                self.is_plain = False

    def find(self, name: str) -> int:
        """Return the seat of a name without further text, -1 for an unknown name. Spaces at the end are ignored."""
        seat = self.by_name.get(name, -1)
        if seat < 0:
            # lines lose blanks at their end, and names may end in one
            stripped = [known.rstrip() for known in self.names]
            seat = stripped.index(name.rstrip()) if name.rstrip() in stripped else -1
        return seat

    def longest(self) -> list[int]:
        """Return the seats, those with the longest names first."""
        return sorted(range(len(self.names)), key=lambda seat: -len(self.names[seat]))

    def dealt(self, line: str) -> tuple[int, str, str] | None:
        """Return seat, cards it held and cards it was dealt, of a line "Dealt to name [Ah Kd] [2c]"."""
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
        """Return what a seated player does in this line, which is not empty; None if it is not a player's line."""
        if not self.is_plain:
            return self.parse_any(line)
        # *** FLOP ***: a mark, and no player's name begins like one
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
        """Parse a line of players whose names contain punctuation: try every name that it begins with."""
        # the longest name first: "Ann: folds" may be a player beside "Ann"
        for seat in self.longest():
            if line.startswith(self.names[seat]):
                rest = line[len(self.names[seat]):]
                found = parse_action(seat, rest[2:]) if rest.startswith(": ") else parse_result(seat, rest)
                if found is not None:
                    return found
        return None

    def action(self, seat: int, line: str, at: int) -> PlayerLine | None:
        """Parse what follows "name: "."""
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
        # an unusual spelling: the patterns decide
        return parse_action(seat, line[at:]) if found is None else found

    def sized(self, seat: int, kind: str, line: str, at: int) -> PlayerLine | None:
        """Parse an amount, perhaps all-in, that ends the line; return None if there is anything else."""
        amount = self.scan.amount(line, at)
        if amount is None:
            return None
        if self.scan.end == len(line):
            return self.line.fill(seat, kind, amount, "", False)
        if self.scan.end + len(_ALL_IN) == len(line) and line.endswith(_ALL_IN):
            return self.line.fill(seat, kind, amount, "", True)
        return None

    def shown(self, seat: int, line: str, at: int) -> PlayerLine | None:
        """Parse cards up to a bracket, and perhaps words in brackets; return None if there is anything else."""
        closed = line.find("]", at)
        cards = quick_cards(line[at:closed]) if closed > 0 else None
        if cards is None or (closed + 1 < len(line) and not (line.startswith(" (", closed + 1) and line[-1] == ")")):
            return None
        found = self.line.fill(seat, "show", 0, "", False)
        found.cards = cards
        return found

    def collected(self, seat: int, line: str, at: int) -> PlayerLine | None:
        """Parse " collected $12 from pot", which begins at a place."""
        amount = self.scan.amount(line, at + len(_COLLECTED))
        if amount is not None and line.startswith(" from ", self.scan.end):
            pot = line[self.scan.end + 6:]
            if pot in _POTS:
                return self.line.fill(seat, "collect", amount, pot, False)
        return parse_result(seat, line[at:])


def parse_action(seat: int, words: str) -> PlayerLine | None:
    """Parse what follows "name: " by the pattern of its first word."""
    kind, pattern = patterns.VERBS.get(words.split(" ", 1)[0].rstrip(), ("", patterns.MARK))
    match = pattern.fullmatch(words) if kind else None
    return filled(seat, kind, match) if match else None


def parse_result(seat: int, words: str) -> PlayerLine | None:
    """Parse what follows a name without a colon: chips collected, or a hand cashed out."""
    for kind, pattern in (("collect", patterns.COLLECTED), ("cash_out", patterns.CASHED_OUT)):
        match = pattern.fullmatch(words)
        if match:
            return filled(seat, kind, match)
    return None


def filled(seat: int, kind: str, match: re.Match[str]) -> PlayerLine:
    """Return the line that a pattern found."""
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
