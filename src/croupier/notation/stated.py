"""What a file says came out, held against what the replay gives: equal, different for a known reason, or unbalanced.

Known differences, each told in the result's notes and never repaired:

    odd chips       a pot divided with single chips placed otherwise among its winners, or a published half chip
    rake            the winners got less by at most a fifth of the pot, everybody else as replayed
    returned bet    `winnings` that count the uncalled bet among what was won (PartyPoker, some of Absolute Poker)
    left out        `winnings` that name some winners of a split pot, but not all (PartyPoker hands of the HandHQ set)
    own winnings    `finishing_stacks` that the file's own `winnings` contradict, where the latter agree with the replay
    not stated      `winnings` of nothing but zeros (many PokerStars and Full Tilt hands of the HandHQ set)
"""

from __future__ import annotations

from typing import Any

from croupier.notation.begin import Start, exact
from croupier.notation.facts import won
from croupier.notation.money import INF, UNKNOWN_STACK, amount, is_number, written
from croupier.notation.record import HandRecord

COUNT_RETURNED = frozenset(("PartyPoker", "Absolute Poker"))
"""Venues whose winnings count the returned bet in the HandHQ set."""
RAKE_PART = 5
"""Rake is at most a fifth of the pot."""
_FINER = 2
"""Results are compared two decimal places below the unit of the hand, where published half chips show."""
_HUNDRED = 100


class Unbalanced(ValueError):  # noqa: N818 - what it is
    """A stated result that the replay contradicts."""


def compare(record: HandRecord, start: Start) -> list[str]:
    """Notes on known differences; Unbalanced where a stated result is contradicted."""
    stacks, places = start.stacks(), start.places
    winnings = _column(record, "winnings", len(stacks), places)
    finishing = _column(record, "finishing_stacks", len(stacks), places)
    off = _apart(finishing, stacks) if finishing is not None else []
    if winnings is None and not any(off):
        return []
    return _judged(record, start, winnings, off)


def _judged(record: HandRecord, start: Start, winnings: list[int] | None, off: list[int]) -> list[str]:
    """Notes on what was won and on how far the stacks are off."""
    gains, back = won(start.hand)
    judge = _Judge(gains, start.places)
    notes: list[str] = []
    if winnings is not None:
        counts = record.fields.get("venue") in COUNT_RETURNED
        notes += judge.winnings(winnings, back if counts else [0] * len(back))
    if any(off):
        try:
            notes += judge.named("finishing_stacks", off)
        except Unbalanced:
            if winnings is None:
                raise
            notes.append("finishing_stacks contradict the file's own winnings, which agree with the replay")
    return notes


def _apart(stated: list[int], units: list[int]) -> list[int]:
    """How far stated amounts are from units, in hundredths of one."""
    off = []
    for at in range(len(stated)):
        off.append(stated[at] - _HUNDRED * units[at])
    return off


def _column(record: HandRecord, name: str, seats: int, places: int) -> list[int] | None:
    """A stated column in hundredths of a unit, None where there is nothing to compare with (winnings of zeros)."""
    column = record.fields.get(name)
    if column is None or (name == "winnings" and column == [0] * seats):
        return None
    if type(column) is not list or len(column) != seats:
        raise Unbalanced(f"{name} does not hold one amount for each player")
    counted = [exact(number, places + _FINER) for number in column]
    if min(counted) < 0 or UNKNOWN_STACK in counted:
        _refuse_odd(name, column)
        return None
    return counted


def _refuse_odd(name: str, column: list[Any]) -> None:
    """Refuse a column with an entry that is no amount; one that nobody knows (`inf`) may stand."""
    for number in column:
        if not is_number(number) or (number != INF and not 0 <= number < 10 ** 13):
            raise Unbalanced(f"{name} holds {number!r:.40}, which is no amount")
    if INF not in column:
        raise Unbalanced(f"{name} holds amounts finer than a hundredth of the unit of the hand")


class _Judge:
    """Names known differences of a hand; amounts are in hundredths of its unit."""

    def __init__(self, gains: list[int], places: int) -> None:
        self.gains = [_HUNDRED * gain for gain in gains]
        self.places = places

    def text(self, number: int) -> str:
        """An amount in the file's numbers."""
        return written(amount(number, self.places + _FINER))

    def winnings(self, stated: list[int], back: list[int]) -> list[str]:
        """Winnings, with or without the bet that went back."""
        if stated == self.gains:
            return []
        off = [there - here for there, here in zip(stated, self.gains)]
        with_bets = [less - _HUNDRED * bet for less, bet in zip(off, back)]
        if any(back) and not any(with_bets):
            return ["winnings count the returned bet"]
        try:
            return self.named("winnings", off)
        except Unbalanced as difference:
            try:
                return ["winnings count the returned bet", *self.named("winnings", with_bets)]
            except Unbalanced:
                raise difference from None

    def named(self, what: str, off: list[int], gains: list[int] | None = None) -> list[str]:
        """The known difference, or Unbalanced."""
        gains = self.gains if gains is None else gains
        total, winners = sum(off), sum(1 for gain in gains if gain)
        if not any(off):
            return []
        if total == 0 and all(gain or not part for part, gain in zip(off, gains)):
            if max(map(abs, off)) <= _HUNDRED * winners:
                return [f"{what}: odd chips placed otherwise"]
        if total < 0 and any(part < 0 and part == -gain for part, gain in zip(off, gains)):
            return self.left_out(what, off, gains)
        if total < 0 and all(part <= 0 and (gain or not part) for part, gain in zip(off, gains)):
            if -RAKE_PART * total <= sum(gains):
                return [f"{what}: rake {self.text(-total)}"]
        raise Unbalanced(f"{what} as stated differ by {', '.join(map(self.text, off))} from the replay")

    def left_out(self, what: str, off: list[int], gains: list[int]) -> list[str]:
        """Some winners stand at nothing: judge the others."""
        kept = [gain if part != -gain else 0 for part, gain in zip(off, gains)]
        if not any(kept):
            raise Unbalanced(f"{what} as stated name none of the winners")
        rest = [part if keep or not gain else 0 for part, gain, keep in zip(off, gains, kept)]
        return [f"{what} leave out a winner", *self.named(what, rest, kept)]
