"""Compare the results that a file states with the replay. They are equal, differ for a known reason, or are unbalanced.

Known differences, each named in the result's notes and never repaired:

    odd chips       a pot divided with single chips placed otherwise among its winners, or a published half chip
    rake            the winners got less by at most a fifth of the pot, everybody else as replayed
    returned bet    `winnings` that count the uncalled bet among what was won (PartyPoker, some of Absolute Poker), or
                    a text whose own uncalled bet (`_uncalled`) is not the replay's, with its winnings to match
    left out        `winnings` that name some winners of a split pot, but not all (PartyPoker hands of the HandHQ set)
    own winnings    `finishing_stacks` that the file's own `winnings` contradict, where the latter agree with the replay
    not stated      `winnings` of nothing but zeros (many PokerStars and Full Tilt hands of the HandHQ set)
"""

from __future__ import annotations

from typing import Any

from croupier.errors import Error
from croupier.notation.facts import won
from croupier.notation.hand_start import Start
from croupier.notation.money import INF, UNKNOWN_STACK, amount, exact, is_number, written
from croupier.notation.record import HandRecord

COUNT_RETURNED = frozenset(("PartyPoker", "Absolute Poker"))
"""Venues whose winnings count the returned bet in the HandHQ set."""
RAKE_PART = 5
"""Rake is at most a fifth of the pot."""
_FINER = 2
"""Results are compared two decimal places below the unit of the hand, where published half chips show."""
_HUNDRED = 100


class Unbalanced(Error, ValueError):  # noqa: N818 - what it is
    """Raised for a stated result that the replay contradicts."""


def compare(record: HandRecord, start: Start, seats: list[int]) -> list[str]:
    """Return notes on known differences. Raise Unbalanced if the replay contradicts a stated result in any other way.

    Differences are listed by column: `seats` holds the seat of each column, -1 for a player who takes no part; it is
    empty if columns and seats are the same.
    """
    if not isinstance(start, Start):  # compiled code would read its memory without asking
        raise TypeError(f"expected a Start, not {type(start).__name__}")
    stacks, places = start.stacks(), start.places
    winnings = _column(record, "winnings", len(stacks), places)
    finishing = _column(record, "finishing_stacks", len(stacks), places)
    # in hundredths of a unit, because published results may hold half chips
    off = _apart(finishing, stacks, _HUNDRED) if finishing is not None else None
    if off is not None and record.fields.get("rake") is not None:
        _check_rake(record.fields["rake"], off, places)
    if off is not None and not _is_any(off):
        off = None
    if winnings is None and off is None:
        return []
    gains, back = won(start.hand)
    judge = _Comparison(gains, places, seats)
    notes = []
    if winnings is not None and _restate(record, winnings, back, places):
        notes.append("winnings: the returned bet is stated otherwise")
    if winnings is not None:
        notes = notes + judge.winnings(winnings, back if record.fields.get("venue") in COUNT_RETURNED else None)
    if off is not None:
        notes = notes + _stacks_off(judge, off, winnings is not None)
    return notes


def _restate(record: HandRecord, winnings: list[int], back: list[int], places: int) -> bool:
    """Count winnings with the replay's returned bets instead of the text's own; return True if they differ.

    A player who gets a bet back has the same chips whether the text calls them returned or won.
    """
    stated = _column(record, "_uncalled", len(winnings), places) if "_uncalled" in record.fields else None
    if stated is None:
        return False
    shift = _apart(stated, back, _HUNDRED)
    if not _is_any(shift):
        return False
    for seat in range(len(winnings)):
        winnings[seat] += shift[seat]
    return True


def _stacks_off(judge: _Comparison, off: list[int], winnings_agree: bool) -> list[str]:
    """Return notes on stacks that differ from the replay. If the winnings agree with the replay, they may show that the
    stacks are wrong.
    """
    try:
        return judge.named("finishing_stacks", off, judge.gains)
    except Unbalanced:
        if not winnings_agree:
            raise
        return ["finishing_stacks contradict the file's own winnings, which agree with the replay"]


def _check_rake(rake: Any, off: list[int], places: int) -> None:
    """Raise Unbalanced if the stated rake is not what is missing from the finishing stacks (N7, M2)."""
    lacking = 0
    for number in off:
        lacking -= number
    if not is_number(rake) or exact(rake, places + _FINER) != lacking:
        raise Unbalanced(f"a rake of {rake!r:.40} is stated, but the finishing stacks lack another amount")


def _is_any(numbers: list[int]) -> bool:
    """Return True if any number is not 0."""
    for number in numbers:
        if number != 0:
            return True
    return False


def _apart(stated: list[int], units: list[int], times: int) -> list[int]:
    """Return the stated amounts minus `times` times the units."""
    off = []
    for at in range(len(stated)):
        part, whole = stated[at], units[at]
        off.append(part - times * whole)
    return off


def _column(record: HandRecord, name: str, seats: int, places: int) -> list[int] | None:
    """Return a stated column in hundredths of a unit. Return None if the column states nothing, as winnings of zeros
    do.
    """
    column = record.fields.get(name)
    if column is None:
        return None
    if type(column) is not list or len(column) != seats:
        raise Unbalanced(f"{name} does not hold one amount for each player")
    counted = []
    odd = False
    for number in column:
        whole = exact(number, places + _FINER)
        # looked at closely only if something is odd: most columns are plain amounts
        odd = odd or whole < 0 or whole == UNKNOWN_STACK
        counted.append(whole)
    if odd:
        _refuse_odd(name, column)
        return None
    return counted if name != "winnings" or _is_any(counted) else None


def _refuse_odd(name: str, column: list[Any]) -> None:
    """Raise Unbalanced for a column with an entry that is not an amount. An unknown amount (`inf`) is allowed."""
    for number in column:
        if not is_number(number) or (number != INF and not 0 <= number < 10 ** 13):
            raise Unbalanced(f"{name} holds {number!r:.40}, which is not an amount")
    if INF not in column:
        raise Unbalanced(f"{name} holds amounts finer than a hundredth of the unit of the hand")


class _Comparison:
    """A search for known reasons for differences in a hand; amounts are in hundredths of its unit."""

    def __init__(self, gains: list[int], places: int, seats: list[int]) -> None:
        self.gains = [_HUNDRED * gain for gain in gains]
        self.places = places
        self.seats = seats

    def text(self, number: int) -> str:
        """Return an amount in the file's numbers."""
        return written(amount(number, self.places + _FINER))

    def winnings(self, stated: list[int], back: list[int] | None) -> list[str]:
        """Return the winnings, including the returned bet if the venue counts it."""
        off = _apart(stated, self.gains, 1)
        if not _is_any(off):
            return []
        with_bets = off if back is None else _apart(off, back, _HUNDRED)
        if not _is_any(with_bets):
            return ["winnings count the returned bet"]
        try:
            return self.named("winnings", off, self.gains)
        except Unbalanced as difference:
            try:
                return ["winnings count the returned bet", *self.named("winnings", with_bets, self.gains)]
            except Unbalanced:
                raise difference from None

    def named(self, what: str, off: list[int], gains: list[int]) -> list[str]:
        """Return the notes on a known difference. Raise Unbalanced for any other."""
        found = _Difference(off, gains)
        if found.largest == 0:
            return []
        # each winner may be off by one chip: rooms place odd chips by rules of their own
        if found.total == 0 and found.winners_only and found.largest <= _HUNDRED * found.winners:
            return [f"{what}: odd chips placed otherwise"]
        if found.total < 0 and found.left_out:
            return self.left_out(what, off, gains)
        # nobody has more, only winners have less, and not by more than a rake takes
        if found.total < 0 and found.winners_only and found.only_less and -RAKE_PART * found.total <= found.pot:
            return [f"{what}: rake {self.text(-found.total)}"]
        columns = [off[seat] if seat >= 0 else 0 for seat in self.seats] or off
        raise Unbalanced(f"{what} as stated differ by {', '.join(map(self.text, columns))} from the replay")

    def left_out(self, what: str, off: list[int], gains: list[int]) -> list[str]:
        """Return notes on winners that the file leaves out, and on the difference of the other players."""
        # a winner that is stated with nothing was left out, not raked
        kept = [gain if part != -gain else 0 for part, gain in zip(off, gains)]
        if not any(kept):
            raise Unbalanced(f"{what} as stated name none of the winners")
        rest = [part if keep or not gain else 0 for part, gain, keep in zip(off, gains, kept)]
        return [f"{what} leave out a winner", *self.named(what, rest, kept)]


class _Difference:
    """The amounts that differ from the replay, with the winners' gains."""

    def __init__(self, off: list[int], gains: list[int]) -> None:
        self.total = 0
        self.largest = 0
        self.pot = 0
        self.winners = 0
        self.winners_only = True
        """True if only winners differ."""
        self.only_less = True
        """True if nobody has more than the replay gives."""
        self.left_out = False
        """True if a winner is stated with nothing."""
        for at in range(len(off)):
            self.add(off[at], gains[at])

    def add(self, part: int, gain: int) -> None:
        """Add one seat."""
        self.total += part
        self.largest = max(self.largest, abs(part))
        self.pot += gain
        self.winners += gain != 0
        self.winners_only = self.winners_only and (gain != 0 or part == 0)
        self.only_less = self.only_less and part <= 0
        self.left_out = self.left_out or (part < 0 and part == -gain)
