"""Compare the results that a file states with the results of the replay. Results are equal, differ for a known reason,
or are unbalanced.

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
"""Poker rooms whose `winnings` include returned bets in the HandHQ data set."""
RAKE_PART = 5
"""A difference counts as rake if it is at most the pot divided by this number."""
_FINER = 2
"""Results are compared with this many more decimal places than the hand's unit, because published results may contain
half chips.
"""
_HUNDRED = 100


class Unbalanced(Error, ValueError):  # noqa: N818 - what it is
    """Raised for a stated result that the replay contradicts."""


def compare(record: HandRecord, start: Start, seats: list[int]) -> list[str]:
    """Return notes on differences with a known reason. Raise Unbalanced if a stated result differs from the replay in
    any other way.

    Notes list differences by column. `seats` gives the seat of each column, or -1 for a player who takes no part.
    `seats` is empty if columns and seats are the same.
    """
    if not isinstance(start, Start):  # compiled code would read the memory of any other object
        raise TypeError(f"expected a Start, not {type(start).__name__}")
    stacks, places = start.stacks(), start.places
    winnings = _column(record, "winnings", len(stacks), places)
    finishing = _column(record, "finishing_stacks", len(stacks), places)
    # in hundredths of a unit, because published results may contain half chips
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
    """Correct `winnings` by using the replay's returned bets instead of those in the text. Return True if these differ.

    A player's chips are the same whether a text calls them returned or won.
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
    """Return notes on finishing stacks that differ from the replay. If the file's winnings agree with the replay, the
    file's stacks may be wrong.
    """
    try:
        return judge.named("finishing_stacks", off, judge.gains)
    except Unbalanced:
        if not winnings_agree:
            raise
        return ["finishing_stacks contradict the file's own winnings, which agree with the replay"]


def _check_rake(rake: Any, off: list[int], places: int) -> None:
    """Raise Unbalanced unless the stated rake equals the amount that is missing from the finishing stacks (N7, M2)."""
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
    """Return the differences between the stated amounts and `times` times the amounts of the replay."""
    off = []
    for at in range(len(stated)):
        part, whole = stated[at], units[at]
        off.append(part - times * whole)
    return off


def _column(record: HandRecord, name: str, seats: int, places: int) -> list[int] | None:
    """Return a stated column in hundredths of a unit. Return None if it states no results, for example if all winnings
    are zero.
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
        # checked in detail only if an entry is unusual, because most columns contain only amounts
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
    """Looks for known reasons for differences in a hand. Amounts are in hundredths of its unit."""

    def __init__(self, gains: list[int], places: int, seats: list[int]) -> None:
        self.gains = [_HUNDRED * gain for gain in gains]
        self.places = places
        self.seats = seats

    def text(self, number: int) -> str:
        """Return an amount as the file would write it."""
        return written(amount(number, self.places + _FINER))

    def winnings(self, stated: list[int], back: list[int] | None) -> list[str]:
        """Return notes on winnings that differ from the replay. Returned bets are included if the poker room includes
        them.
        """
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
        # each winner may differ by one chip, because poker rooms have different rules for odd chips
        if found.total == 0 and found.winners_only and found.largest <= _HUNDRED * found.winners:
            return [f"{what}: odd chips placed otherwise"]
        if found.total < 0 and found.left_out:
            return self.left_out(what, off, gains)
        # only winners have less, nobody has more, and the difference is not too large for a rake
        if found.total < 0 and found.winners_only and found.only_less and -RAKE_PART * found.total <= found.pot:
            return [f"{what}: rake {self.text(-found.total)}"]
        columns = [off[seat] if seat >= 0 else 0 for seat in self.seats] or off
        raise Unbalanced(f"{what} as stated differ by {', '.join(map(self.text, columns))} from the replay")

    def left_out(self, what: str, off: list[int], gains: list[int]) -> list[str]:
        """Return notes on winners that the file leaves out, and on differences of the other players."""
        # a winner who is stated with 0 was left out; this is not a rake
        kept = [gain if part != -gain else 0 for part, gain in zip(off, gains)]
        if not any(kept):
            raise Unbalanced(f"{what} as stated name none of the winners")
        rest = [part if keep or not gain else 0 for part, gain, keep in zip(off, gains, kept)]
        return [f"{what} leave out a winner", *self.named(what, rest, kept)]


class _Difference:
    """Collects the differences between stated results and the replay."""

    def __init__(self, off: list[int], gains: list[int]) -> None:
        self.total = 0
        self.largest = 0
        self.pot = 0
        self.winners = 0
        self.winners_only = True
        """True if only winners differ."""
        self.only_less = True
        """True if nobody has more than in the replay."""
        self.left_out = False
        """True if a winner is stated with 0."""
        for at in range(len(off)):
            self.add(off[at], gains[at])

    def add(self, part: int, gain: int) -> None:
        """Add the difference of one seat, which won `gain` in the replay."""
        self.total += part
        self.largest = max(self.largest, abs(part))
        self.pot += gain
        self.winners += gain != 0
        self.winners_only = self.winners_only and (gain != 0 or part == 0)
        self.only_less = self.only_less and part <= 0
        self.left_out = self.left_out or (part < 0 and part == -gain)
