"""Read the lines of a table's log: whose action a line is, when it was taken, and which cards it names.

    d dh p1 AhKd   d db 2c7dJh   p1 f   p1 cc   p1 cbr 60   p1 sd 2c   p1 pb   p1 sm AhKd
    p1 m hello   p1 f #1700000000000

A trailing `#` and digits are a time stamp in milliseconds. `m` is a message, which plays no part in the hand. A client
may write `#1` in a message, so in a client's message only a time of this century counts as a time stamp.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from croupier.notation.table_dict.log_lines import bare as bare
from croupier.notation.table_dict.log_lines import column as column
from croupier.notation.table_dict.log_lines import dealt_columns as dealt_columns
from croupier.notation.table_dict.log_lines import is_call_with_amount as is_call_with_amount
from croupier.notation.table_dict.log_lines import is_message as is_message
from croupier.notation.table_dict.log_lines import stamp as stamp
from croupier.table.amounts import BadTable, short

# limits the work that one dict can cause
LOG_MAX = 10_000
"""The most lines in a log."""
RAISES_UNTIL = 2_000
"""The number of lines after which no further raise is possible, so that every hand ends."""
MESSAGES_MAX = 200
"""The most messages in the log of one hand."""
LINE_MAX = 400
"""The most characters in a line of the log."""
MESSAGE_MAX = 280
"""The most characters in a line with a player's chat message."""
PLAYERS = tuple(f"p{place + 1}" for place in range(10))
# 12 to 16 digits are milliseconds from 1973 on, so "#1" stays part of the message
_SAID_STAMP = re.compile(r" #(\d{12,16})\s*$")


def checked(log: object) -> list[str]:
    """Return the log if it is a list of lines within the limits."""
    if type(log) is not list:
        raise BadTable(f"actions {short(log)} are not a list")
    if len(log) > LOG_MAX:
        raise BadTable(f"{len(log)} actions: {LOG_MAX} at most")
    for line in log:
        if type(line) is not str or len(line) > LINE_MAX:
            raise BadTable(f"the action {short(line)} is not a line of at most {LINE_MAX} characters")
    return log


def stamped(line: str, now: int | None) -> str:
    """Return an action with our time stamp, which replaces any other."""
    return bare(line) if now is None else f"{bare(line)} #{now}"


def without_stamp(line: str) -> str:
    """Return a client's message without the client's own time stamp."""
    return _SAID_STAMP.sub("", line)


def last_stamp(log: Sequence[str]) -> int | None:
    """Return the time of the last action that has a time stamp. Messages are not actions."""
    for line in reversed(log):
        found = stamp(line)
        # otherwise a player could restart its clock by chatting
        if found is not None and not is_message(line):
            return found
    return None


def cards_of(line: str) -> str:
    """Return the cards that an action names, or an empty text if it names no card."""
    # folds, checks, calls and bets are most of a log and name no cards: skip the split
    if line[:1] == "p" and " s" not in line:
        return ""
    words = bare(line).split()
    if len(words) == 4 and words[:2] == ["d", "dh"]:
        return words[3]
    if len(words) == 3 and (words[:2] == ["d", "db"] or words[1] in ("sm", "sd")):
        return "" if words[2] == "-" else words[2]
    return ""


def cards_in(text: str) -> list[str]:
    """Split a text of cards into single cards, such as `Ah` and `??`."""
    return [text[at:at + 2] for at in range(0, len(text), 2)]


def agree(ours: str, theirs: str) -> bool:
    """Return True if two actions are the same except for their time stamps. An unknown card matches any card (N3)."""
    if ours == theirs:
        return True
    ours, theirs = " ".join(bare(ours).split()), " ".join(bare(theirs).split())
    if ours == theirs:
        return True
    here, there = cards_of(ours), cards_of(theirs)
    # apart from the cards the lines must be equal; `??` matches one card
    if not here or len(here) != len(there) or ours[:-len(here)] != theirs[:-len(there)]:
        return False
    return all(a == b or "??" in (a, b) for a, b in zip(cards_in(here), cards_in(there)))


def masked(line: str, seen: frozenset[str] | set[str]) -> str:
    """Return an action with its cards face down, except the visible ones. Malformed cards are hidden too."""
    cards = cards_of(line)
    if not cards:
        return line
    hidden = "".join(card if card in seen else "??" for card in cards_in(cards))
    at = line.rindex(cards)
    return line[:at] + hidden + line[at + len(cards):]
