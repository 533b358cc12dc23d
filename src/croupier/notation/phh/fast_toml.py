"""A fast reader for hands in the usual shape: one `key = value` on each line, arrays on one line.

    fields, actions_line, line = Scanner(text.encode()).hand(0, 1)

Almost every PHH file is written in this shape. A hand's lines are read in one pass, exactly as TOML would read them, up
to the next line that begins with a bracket. If a line has anything else (an escape, an underscore, a nested value, a
repeated key), the result is None, and the caller reads the whole hand with `tomllib`. So this module never has to
guess.

Keys are mostly in the order of the standard. So each line is first compared with the next of `KEYS`. Only if it
differs, the key is read character by character. The search in `KEYS` never goes back, so a key found there cannot be a
repeated one; any other key is checked.
"""

from __future__ import annotations

from datetime import time
from decimal import Decimal
from typing import Any

from croupier.notation.money import shared

KEYS = ["variant", "ante_trimming_status", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet",
        "min_bet", "starting_stacks", "actions", "author", "event", "url", "venue", "address", "city", "region",
        "postal_code", "country", "time", "time_zone", "day", "month", "year", "hand", "level", "seats", "seat_count",
        "table", "players", "finishing_stacks", "winnings", "currency", "currency_symbol", "time_zone_abbreviation"]
"""The fields of the standard in the order in which files have them."""
_STARTS = [f"{key} = ".encode() for key in KEYS]
# the first letters, because comparing these rules out most keys
_HEADS = bytes(start[0] for start in _STARTS)
_KEY_COUNT = len(KEYS)
_ACTIONS = KEYS.index("actions")
_INF = Decimal("Infinity")
_WORDS: dict[bytes, Any] = {b"true": True, b"false": False, b"inf": _INF}
_LINE, _SPACE, _DOUBLE, _HASH, _QUOTE, _COMMA, _MINUS, _POINT, _ZERO, _NINE, _COLON = map(ord, "\n \"#',-.09:")
_OPENING, _BACKSLASH, _CLOSING, _UNDERSCORE, _LOWER_A, _LOWER_Z, _DELETE = map(ord, "[\\]_az\x7f")
_WIDE = 128
_SURROGATE = 0xED
"""The first byte of a surrogate, which is not a valid character. Valid characters that begin with the same byte are
left to `tomllib`.
"""
# seventeen digits fit into 64 bits
_DIGITS_MAX = 17
_SEEN: dict[int, Decimal] = {}
"""Cached Decimals by their digits and decimal places."""
_SEEN_MAX = 1 << 14


class Unusual(Exception):  # noqa: N818 - not an error: `tomllib` reads the hand instead
    """Raised at a line that does not have the usual shape."""


class Scanner:
    """A text as bytes, and the position in it."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.raw = data
        self.heads = _HEADS
        self.wanted = _HEADS
        """In compiled code these three attributes are C pointers."""
        self.at = 0
        self.end = len(data)

    def hand(self, at: int, line: int) -> tuple[dict[str, Any], int, int] | None:
        """Return the fields of the hand that begins at position `at`, the line number of its actions, and the line
        number at which the hand ends. Return None if a line does not have the usual shape.

        `line` is the number of the first line. The hand ends before a line that begins with a bracket, or at the end of
        the text. Afterwards the attribute `at` is this position.
        """
        self.at = at
        fields: dict[str, Any] = {}
        actions_line = place = 0
        try:
            while self.at < self.end:
                sign = self.raw[self.at]
                # the line is either a header, which ends the hand, or belongs to an array over several lines; the
                # caller finds out
                if sign == _OPENING:
                    break
                if sign == _HASH:
                    self.skip_line()
                elif sign != _LINE:
                    found = self.known_key(place)
                    # a key that is not in `KEYS` does not change the position of the search
                    place = found + 1 if found >= 0 else place
                    key = KEYS[found] if found >= 0 else self.other_key(fields)
                    fields[key] = self.value()
                    if found == _ACTIONS or (found < 0 and key == "actions"):
                        actions_line = line
                    self.expect_end()
                self.at += 1
                line += 1
        except Unusual:
            return None
        return fields, actions_line, line

    def skip_line(self) -> None:
        """Go to the end of the line."""
        while self.at < self.end and self.raw[self.at] != _LINE:
            self.at += 1

    def expect_end(self) -> None:
        """Raise Unusual unless this is the end of the line."""
        if self.at < self.end and self.raw[self.at] != _LINE:
            raise Unusual

    def known_key(self, place: int) -> int:
        """Return the index in `KEYS` of the key at the beginning of the line, searching from index `place` on. Return
        -1 if it is not found.
        """
        head = self.raw[self.at]
        while place < _KEY_COUNT:
            if self.heads[place] == head and self.has(_STARTS[place]):
                return place
            place += 1
        return -1

    def has(self, start: bytes) -> bool:
        """Return True if the text continues with these bytes, and move the position behind them."""
        size = len(start)
        self.wanted = start
        # at least one character must follow, for the value
        if self.at + size >= self.end:
            return False
        for step in range(size):
            if self.raw[self.at + step] != self.wanted[step]:
                return False
        self.at += size
        return True

    def other_key(self, fields: dict[str, Any]) -> str:
        """Read the key of the line character by character. Raise Unusual if there is no key or if it occurred before.
        """
        first = self.at
        cut = first
        while cut < self.end:
            sign = self.raw[cut]
            if not (_LOWER_A <= sign <= _LOWER_Z or sign == _UNDERSCORE or _ZERO <= sign <= _NINE
                    or _LOWER_A <= sign + 32 <= _LOWER_Z):
                break
            cut += 1
        self.at = cut
        if cut == first or not self.has(b" = "):
            raise Unusual
        key = self.text(first, cut, False)
        if key in fields:
            raise Unusual
        return key

    def value(self) -> Any:
        """Return the value at the current position."""
        head = self.raw[self.at]
        if head == _OPENING:
            return self.array()
        if head == _QUOTE or head == _DOUBLE:
            return self.quoted(head)
        if head == _MINUS or _ZERO <= head <= _NINE:
            # a time of day is the only value of the standard with a colon
            if self.at + 8 <= self.end and self.raw[self.at + 2] == _COLON:
                return self.clock()
            return self.number()
        return self.word()

    def word(self) -> Any:
        """Return the value of `true`, `false` or `inf`, which must be the rest of the line."""
        first = self.at
        self.skip_line()
        word = _WORDS.get(self.data[first:self.at])
        if word is None:
            raise Unusual
        return word

    def array(self) -> list[Any]:
        """Return an array, which contains only texts, only numbers, or nothing."""
        self.at += 1
        if self.sign() == _CLOSING:
            self.at += 1
            return []
        found = []
        quote = self.sign()
        while True:
            if quote == _QUOTE or quote == _DOUBLE:
                found.append(self.quoted(quote))
            else:
                found.append(self.number())
            if self.sign() == _CLOSING:
                self.at += 1
                return found
            # must be exactly ", ", because other forms are legal TOML but not the usual shape
            if self.sign() != _COMMA or self.at + 2 >= self.end or self.raw[self.at + 1] != _SPACE:
                raise Unusual
            self.at += 2

    def sign(self) -> int:
        """Return the byte at the current position, or 0 at the end of the text."""
        return self.raw[self.at] if self.at < self.end else 0

    def quoted(self, quote: int) -> str:
        """Return a text in quotes. Raise Unusual at an escape or a control character."""
        if self.sign() != quote:
            raise Unusual
        first = at = self.at + 1
        wide = False
        while at < self.end:
            sign = self.raw[at]
            if sign == quote:
                self.at = at + 1
                return self.text(first, at, wide)
            if sign < _SPACE or sign == _BACKSLASH or sign == _DELETE or sign == _SURROGATE:
                raise Unusual
            wide = wide or sign >= _WIDE
            at += 1
        raise Unusual

    def text(self, first: int, end: int, wide: bool) -> str:
        """Return a part of the bytes as text."""
        return self.raw[first:end].decode("utf-8") if wide else self.raw[first:end].decode("ascii")

    def number(self) -> Any:
        """Return an int or a Decimal. Raise Unusual if the text has anything but digits, a sign and a point."""
        first = at = self.at
        if self.sign() == _MINUS:
            at += 1
        digits = total = 0
        point = -1
        while at < self.end and digits <= _DIGITS_MAX:
            sign = self.raw[at]
            if _ZERO <= sign <= _NINE:
                # TOML forbids leading zeros
                if digits == 1 and total == 0 and point < 0:  # 007
                    raise Unusual
                total = total * 10 + (sign - _ZERO)
                digits += 1
            elif sign == _POINT and point < 0 and digits > 0:
                point = digits
            else:
                break
            at += 1
        if digits == 0:
            return self.inf()
        if digits > _DIGITS_MAX or point == digits:
            raise Unusual
        self.at = at
        if point >= 0:
            return self.decimal(first, total, digits - point)
        return total if self.raw[first] != _MINUS else -total

    def decimal(self, first: int, total: int, places: int) -> Decimal:
        """Return the Decimal in the text from `first` to the current position. The same digits give the same object."""
        is_negative = self.raw[first] == _MINUS
        # the cache key cannot represent the sign of -0.0
        if is_negative and total == 0:
            raise Unusual
        # `places` is below 32, and 10^17 * 32 fits into 64 bits
        key = (-total if is_negative else total) * 32 + places
        number = _SEEN.get(key)
        if number is None:
            number = shared(self.text(first, self.at, False))
            if len(_SEEN) >= _SEEN_MAX:
                _SEEN.clear()
            _SEEN[key] = number
        return number

    def inf(self) -> Decimal:
        """Read and return `inf`."""
        if not self.has(b"inf"):
            raise Unusual
        return _INF

    def clock(self) -> time:
        """Return a time of day such as 08:28:57."""
        at = self.at
        if self.raw[at + 5] != _COLON:
            raise Unusual
        hour, minute, second = self.two_digits(at), self.two_digits(at + 3), self.two_digits(at + 6)
        if not (0 <= hour < 24 and 0 <= minute < 60 and 0 <= second < 60):
            raise Unusual
        self.at = at + 8
        return time(hour, minute, second)

    def two_digits(self, at: int) -> int:
        """Return the number in two digits, or -1 if they are not digits."""
        tens = self.raw[at] - _ZERO
        ones = self.raw[at + 1] - _ZERO
        return tens * 10 + ones if 0 <= tens <= 9 and 0 <= ones <= 9 else -1
