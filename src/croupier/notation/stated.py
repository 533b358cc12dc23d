"""What a file says came out, held against what the replay gives: equal, different for a known reason, or unbalanced.

Known differences, each told in the result's notes and never repaired:

    odd chips       a pot divided with single chips placed otherwise among its winners, or a published half chip
    rake            the winners got less by at most a fifth of the pot, everybody else as replayed
    returned bet    `winnings` that count the uncalled bet among what was won
    left out        `winnings` that name some winners of a split pot, but not all (PartyPoker hands of the HandHQ set)
    own winnings    `finishing_stacks` that the file's own `winnings` contradict, where the latter agree with the replay
    not stated      `winnings` of nothing but zeros (many PokerStars and Full Tilt hands of the HandHQ set)
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from croupier.games.poker.events import RETURNED, WON_HIGH, WON_LOW, entries
from croupier.games.poker.hand import Hand
from croupier.notation.money import INF, amount, is_number, written
from croupier.notation.record import HandRecord, Number

RAKE_MAX = Decimal("0.20")


class Unbalanced(ValueError):  # noqa: N818 - what it is
    """A stated result that the replay contradicts."""


def compare(record: HandRecord, hand: Hand, places: int, stacks: list[Number]) -> list[str]:
    """Notes on known differences; Unbalanced where a stated result is contradicted."""
    notes: list[str] = []
    winnings = _column(record, "winnings", len(stacks))
    is_stated = winnings is not None and any(winnings)
    if winnings is not None and is_stated:
        notes += _winnings(winnings, hand, places)
    finishing = _column(record, "finishing_stacks", len(stacks))
    if finishing is not None and finishing != stacks:
        try:
            notes += _finishing(finishing, hand, places, stacks)
        except Unbalanced:
            if not is_stated:
                raise
            notes.append("finishing_stacks contradict the file's own winnings, which agree with the replay")
    return notes


def _column(record: HandRecord, name: str, seats: int) -> list[Any] | None:
    """A stated column of finite amounts, None where there is none to compare with."""
    column = record.fields.get(name)
    if column is None:
        return None
    if type(column) is not list or len(column) != seats or not all(map(is_number, column)):
        raise Unbalanced(f"{name} does not hold one amount for each player")
    return None if any(abs(number) == INF for number in column) else column


def _won(hand: Hand, places: int) -> tuple[list[Decimal], list[Decimal]]:
    """What each seat won of the pots, and what went back to it uncalled."""
    won = [0] * len(hand.stacks)
    back = won[:]
    for kind, seat, chips in entries(hand.entries()):
        if kind in (WON_HIGH, WON_LOW):
            won[seat] += chips
        elif kind == RETURNED:
            back[seat] += chips
    return [Decimal(amount(n, places)) for n in won], [Decimal(amount(n, places)) for n in back]


def _finishing(stated: list[Any], hand: Hand, places: int, stacks: list[Number]) -> list[str]:
    won, _ = _won(hand, places)
    return _judge("finishing_stacks", [Decimal(there) - here for there, here in zip(stated, stacks)], won, places)


def _winnings(stated: list[Any], hand: Hand, places: int) -> list[str]:
    won, back = _won(hand, places)
    if list(stated) == won:
        return []
    with_bets = [part + bet for part, bet in zip(won, back)]
    if any(back) and list(stated) == with_bets:
        return ["winnings count the returned bet"]
    try:
        return _judge("winnings", [Decimal(there) - here for there, here in zip(stated, won)], won, places)
    except Unbalanced as difference:
        try:
            notes = _judge("winnings", [there - here for there, here in zip(stated, with_bets)], with_bets, places)
        except Unbalanced:
            raise difference from None
        return ["winnings count the returned bet", *notes]


def _judge(what: str, off: list[Decimal], won: list[Decimal], places: int) -> list[str]:
    """Name the known difference, or refuse."""
    total = sum(off)
    winners = [bool(part) for part in won]
    if not any(off):
        return []
    if total == 0 and all(winner or not part for part, winner in zip(off, winners)):
        unit = Decimal(amount(1, places))
        if max(map(abs, off)) <= unit * sum(winners):
            return [f"{what}: odd chips placed otherwise"]
    if total < 0 and any(part < 0 and part == -here for part, here in zip(off, won)):
        return _left_out(what, off, won, places)
    if total < 0 and all(part <= 0 and (winner or not part) for part, winner in zip(off, winners)):
        if -total <= RAKE_MAX * sum(won):
            return [f"{what}: rake {written(-total)}"]
    raise Unbalanced(f"{what} as stated differ by {', '.join(written(part) for part in off)} from the replay")


def _left_out(what: str, off: list[Decimal], won: list[Decimal], places: int) -> list[str]:
    """Some winners stand at nothing: judge the others."""
    kept = [bool(here) and part != -here for part, here in zip(off, won)]
    if not any(kept):
        raise Unbalanced(f"{what} as stated name none of the winners")
    rest = [part if keep or not here else Decimal(0) for part, here, keep in zip(off, won, kept)]
    notes = _judge(what, rest, [here if keep else Decimal(0) for here, keep in zip(won, kept)], places)
    return [f"{what} leave out a winner", *notes]
