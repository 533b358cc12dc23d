# cython: nonecheck=True, boundscheck=True
# None and bounds are checked here: Python code can pass both, and C code would crash
"""Record a hand in play. `record_of(hand)` returns a record, whose replay gives the same hand.

PHH's order begins left of the button. User fields state what PHH cannot express: seats not dealt in (`_inactive`) and
dead money (`_dead_money`). A big-blind ante is written as the ante of that seat, as usual in PHH, but with the chips
that were actually paid. The reason is that PHH takes antes before blinds, while the engine takes a big-blind ante after
them (ruling B7). PHH cannot express a hand with both antes that are divided into side pots and a big-blind ante; such
hands are refused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.cards import text
from croupier.games.poker import constants
from croupier.games.poker.hand import Hand
from croupier.games.poker.log_events import Held, log_of, unpack
from croupier.notation.facts import check_dealt, facts
from croupier.notation.phh_order import listed, posting_order
from croupier.notation.record import BadRecord, HandRecord

Line = str | tuple[str, list[int]]
"""A line of a record. If it ends with cards, it is a tuple of its beginning and the places of these cards in the deck.
"""
_WORDS = {constants.FOLDED: "f", constants.CHECKED: "cc", constants.CALLED: "cc", constants.BROUGHT_IN: "pb"}


def record_of(hand: Hand, players: Sequence[str] = (), lines: list[Line] | None = None, **fields: Any) -> HandRecord:
    """Return the record of a hand, which may be unfinished. Keyword arguments add fields of PHH (`event=`, `_note=`).

    `lines` is the hand's `script`, if the caller already has it. `players` gives a different name for each seat.
    """
    known = facts(hand)
    seats = len(known["members"])
    players = _names(players, seats)
    order = listed(seats, hand.button)
    written = {"variant": hand.rules.code, "ante_trimming_status": known["layered"] and any(known["antes"])}
    written |= _columns(hand, known, order)
    written["actions"] = spelled(script(hand, order) if lines is None else lines, hand)
    if players:
        written["players"] = [players[seat] for seat in order]
    if hand.is_over:
        written["finishing_stacks"] = [hand.stacks[seat] for seat in order]
    return HandRecord({**written, **fields})


def _names(players: Sequence[str] | None, seats: int) -> list[str]:
    """Return the players' names, or an empty list if no names are given. Raise ValueError unless there is one name for
    each seat.
    """
    if players is None:
        return []
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise ValueError(f"players is {players!r:.40}: expected a list of names, one for each seat")
    if players and len(players) != seats:
        raise ValueError(f"players holds {len(players)} names for {seats} seats")
    for name in players:
        if not isinstance(name, str) or not name:
            raise ValueError(f"players holds {name!r:.40}, which is not a name")
    if len(set(players)) < len(players):
        raise ValueError(f"players holds a name twice: {', '.join(players):.80}")
    return list(players)


def _columns(hand: Hand, known: dict[str, Any], order: list[int]) -> dict[str, Any]:
    """Return the columns of the record, in the order of players, but blinds and antes in the order of posting."""
    dead = (constants.POSTED_DEAD, constants.STOOD_DEAD)
    # read from the log, because a big blind with a short stack pays less ante than it owes
    paid = {entry >> 5 & 15: entry >> 9 for entry in hand.entries() if entry & 31 in dead
            and known["taxes"][entry >> 5 & 15]} if any(known["taxes"]) else {}
    if paid and any(known["antes"]) and known["layered"]:
        raise BadRecord("layered antes and a big-blind ante in one hand have no PHH form", clause="B7")
    antes = posting_order([known["antes"][seat] + paid.get(seat, 0) for seat in order])
    blinds = posting_order([known["blinds"][seat] for seat in order])
    columns: dict[str, Any] = {"antes": antes}
    if not hand.rules.has_bring_in:
        columns["blinds_or_straddles"] = blinds
    columns |= _bets(hand, known)
    columns["starting_stacks"] = [hand.starting_stacks[seat] for seat in order]
    if not all(known["members"]):
        columns["_inactive"] = [0 if known["members"][seat] else 1 for seat in order]
    if any(known["dead"]):
        columns["_dead_money"] = [known["dead"][seat] for seat in order]
    return columns


def _bets(hand: Hand, known: dict[str, Any]) -> dict[str, int]:
    """Return the bet sizes with the field names that PHH uses for this game."""
    if hand.rules.limit != "fixed":
        return {"min_bet": known["min_bet"]}
    bets = {"small_bet": known["min_bet"], "big_bet": known["big_bet"]}
    return {"bring_in": known["bring_in"], **bets} if hand.rules.has_bring_in else bets


def script(hand: Hand, order: list[int]) -> list[Line]:
    """Return a hand's log as PHH actions without cards, which are the same for all viewers."""
    check_dealt(hand)
    lines = LogLines(order)
    for entry in log_of(hand):
        lines.add(entry & 31, entry >> 5 & 15, entry >> 9)
    lines.finish_street()
    return lines.written


def spelled(lines: list[Line], hand: Hand) -> list[str]:
    """Return the lines with the cards that are known in this hand."""
    check_dealt(hand)
    return [line if isinstance(line, str) else line[0] + text(hand.numbers_at(line[1])) for line in lines]


class LogLines:
    """Builds PHH's lines from the entries of a log. Cards dealt together are on one line, and drawn cards are written
    after everyone has discarded.
    """

    def __init__(self, order: list[int]) -> None:
        self.names = {seat: f"p{place + 1}" for place, seat in enumerate(order)}
        self.written: list[Line] = []
        self.held = Held(len(order))
        self.dealt: dict[int, list[int]] = {}
        self.draws: list[tuple[str, list[int], list[int]]] = []

    def add(self, kind: int, seat: int, amount: int) -> None:
        if kind == constants.DEALT_DOWN or kind == constants.DEALT_UP:
            self._dealt(seat, unpack(amount))
            return
        if kind == constants.DISCARDED or kind == constants.DREW:
            self._drew(kind, seat, amount)
            return
        # any other entry ends the deal or the draw
        if self.dealt or self.draws:
            self.finish_street()
        if kind in _WORDS:
            self.written.append(f"{self.names[seat]} {_WORDS[kind]}")
        elif kind == constants.RAISED:
            self.written.append(f"{self.names[seat]} cbr {amount}")
        elif kind == constants.DEALT_BOARD:
            self.written.append(("d db ", unpack(amount)))
        elif kind == constants.SHOWN:
            # cards are stored as places in the deck; `spelled` names the cards that a viewer may see
            self.written.append((f"{self.names[seat]} sm ", list(self.held.places[seat])))

    def finish_street(self) -> None:
        """Write the lines that were waiting for the last deal or draw of the street."""
        for seat, places in self.dealt.items():
            self.written.append((f"d dh {self.names[seat]} ", places))
        self.dealt = {}
        # in PHH all discards of a draw come before all new cards
        for name, thrown, _ in self.draws:
            self.written.append((f"{name} sd ", thrown) if thrown else f"{name} sd")
        for name, _, drawn in self.draws:
            if drawn:
                self.written.append((f"d dh {name} ", drawn))
        self.draws = []

    def _dealt(self, seat: int, places: list[int]) -> None:
        if self.draws:
            self.finish_street()
        self.held.deal(seat, places)
        self.dealt[seat] = self.dealt.get(seat, []) + places

    def _drew(self, kind: int, seat: int, amount: int) -> None:
        """Store the slots that a seat discards. Unless it stands pat, the next entry contains its new cards."""
        if self.dealt:
            self.finish_street()
        if kind == constants.DISCARDED:
            if not self.held.throw(seat, amount):
                self.draws.append((self.names[seat], [], []))
            return
        new = unpack(amount)
        self.draws.append((self.names[seat], self.held.draw(seat, new), new))
