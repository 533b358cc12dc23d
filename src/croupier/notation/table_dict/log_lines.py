"""Read the lines of a table's log: the player who acts, the time stamp, and whether it is only a message.

    d dh p1 AhKd   p1 cc   p1 cbr 60 #1700000000000   p1 m hello

A trailing `#` with digits is a time stamp in milliseconds. `m` is a message, which does not affect the hand. A call may
state its amount.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.notation.money import AMOUNT

_STAMP = re.compile(r"\s*#\s*(\d{1,16})\s*$")
_COLUMN = re.compile(r"p([1-9]\d?)(?=\s|$)")
_PLAYER = re.compile(r"\bp([1-9]\d?)\b")


def bare(line: str) -> str:
    """Return an action without its time stamp."""
    # true for most lines of a log
    if "#" not in line:
        return line
    action, _, digits = line.rpartition(" #")
    if digits.isdigit() and digits.isascii() and len(digits) < 17:
        return action
    return _STAMP.sub("", line)


def stamp(line: str) -> int | None:
    """Return an action's time stamp in milliseconds, or None if it has none."""
    found = _STAMP.search(line) if "#" in line else None
    return int(found[1]) if found else None


def column(line: str) -> int | None:
    """Return the column of the player who acts. Return None for the dealer, and for a line that is not an action."""
    # a fast path for the usual line, without a regular expression
    if len(line) > 2 and line[2] == " " and line[0] == "p" and "1" <= line[1] <= "9":
        return ord(line[1]) - 49
    found = _COLUMN.match(line)
    return int(found[1]) - 1 if found else None


def is_message(line: str) -> bool:
    """Return True if a line is a message such as `p1 m hello`, or commentary."""
    words = line.split(maxsplit=2)
    return not words or words[0].startswith("#") or (len(words) > 1 and words[1] == "m" and column(line) is not None)


def is_call_with_amount(parts: Sequence[str]) -> bool:
    """Return True if these words are a call that states its amount."""
    return len(parts) == 3 and parts[1] == "cc" and AMOUNT.fullmatch(parts[2]) is not None


def dealt_columns(log: Sequence[str]) -> set[int]:
    """Return the columns of the players who were dealt cards."""
    found = set()
    for line in log:
        if line.startswith("d dh p"):
            place = column(line[5:])
            if place is not None:
                found.add(place)
    return found


def renamed(text: str, columns: Sequence[int]) -> str:
    """Return a text in which the name of each seat (`p1` is seat 0) is replaced by the name of its column."""
    def name(found: re.Match[str]) -> str:
        at = int(found[1]) - 1
        return f"p{columns[at] + 1}" if at < len(columns) else found[0]

    return _PLAYER.sub(name, text)
