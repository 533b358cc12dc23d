"""A hand in play, written down: `record_of(hand)` gives the record whose replay is that hand.

PHH's order begins left of the button. What PHH cannot say stands in user fields: seats not dealt in (`_inactive`), dead
money (`_dead_money`). A big-blind ante is written as an ante of that seat, as PHH does it, with the chips really paid:
PHH takes antes before blinds, the engine a big-blind ante after them (ruling B7). A hand that has layered antes and a
big-blind ante at once has no PHH form and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

from croupier.games.poker.events import Acted, Board, Dealt, Drew, Event, Posted, Shown
from croupier.games.poker.hand import Hand
from croupier.notation.facts import facts
from croupier.notation.record import BadRecord, HandRecord

_WORDS = {"FOLD": "f", "CHECK": "cc", "CALL": "cc", "BRING_IN": "pb"}


def record_of(hand: Hand, players: Sequence[str] = (), **fields: Any) -> HandRecord:
    """The record of a hand, finished or not; more of PHH's fields (`event=`, `_note=`) are added as they are given."""
    known = facts(hand)
    seats = len(known["members"])
    order = [(hand.button + 1 + step) % seats for step in range(seats)]
    events = hand.events
    written = {"variant": hand.rules.code, "ante_trimming_status": known["layered"] and any(known["antes"])}
    written |= _columns(hand, known, events, order)
    written["actions"] = actions(events, order)
    if players:
        written["players"] = [players[seat] for seat in order]
    if hand.is_over:
        written["finishing_stacks"] = [hand.stacks[seat] for seat in order]
    return HandRecord({**written, **fields})


def _columns(hand: Hand, known: dict[str, Any], events: Iterable[Event], order: list[int]) -> dict[str, Any]:
    """The columns by player, turned round heads-up as PHH does."""
    paid = {event.seat: event.amount for event in events if isinstance(event, Posted) and event.kind == "dead"
            and known["taxes"][event.seat]}
    if paid and any(known["antes"]) and known["layered"]:
        raise BadRecord("layered antes and a big-blind ante in one hand have no PHH form", clause="B7")
    antes = [known["antes"][seat] + paid.get(seat, 0) for seat in order]
    blinds = [known["blinds"][seat] for seat in order]
    if len(order) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
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
    """The bet sizes, by the names PHH has for this game."""
    if hand.rules.limit != "fixed":
        return {"min_bet": known["min_bet"]}
    bets = {"small_bet": known["min_bet"], "big_bet": known["big_bet"]}
    return {"bring_in": known["bring_in"], **bets} if hand.rules.has_bring_in else bets


def actions(events: Iterable[Event], order: list[int]) -> list[str]:
    """Events as PHH actions; cards of one deal are told together, drawn cards once everyone has drawn."""
    names = {seat: f"p{place + 1}" for place, seat in enumerate(order)}
    log: list[str] = []
    for kind, group in groupby(events, type):
        if kind is Dealt:
            log += _dealt([event for event in group if isinstance(event, Dealt)], names)
        elif kind is Drew:
            log += _drew([event for event in group if isinstance(event, Drew)], names)
        else:
            for event in group:
                log += _said(event, names)
    return log


def _dealt(group: list[Dealt], names: dict[int, str]) -> Iterator[str]:
    """One street's cards after another (streets follow each other where nobody can bet)."""
    for _, street in groupby(group, lambda event: event.street):
        cards: dict[int, str] = {}
        for event in street:
            cards[event.seat] = cards.get(event.seat, "") + str(event.cards)
        for seat, text in cards.items():
            yield f"d dh {names[seat]} {text}"


def _drew(group: list[Drew], names: dict[int, str]) -> Iterator[str]:
    """One street's draws after another (two streets follow each other where nobody can bet)."""
    for _, street in groupby(group, lambda event: event.street):
        draws = list(street)
        for event in draws:
            yield f"{names[event.seat]} sd {event.discarded}".rstrip()
        for event in draws:
            if event.drawn:
                yield f"d dh {names[event.seat]} {event.drawn}"


def _said(event: Event, names: dict[int, str]) -> Iterator[str]:
    if isinstance(event, Board):
        yield f"d db {event.cards}"
    elif isinstance(event, Shown):
        yield f"{names[event.seat]} sm {event.cards}"
    elif isinstance(event, Acted):
        word = _WORDS.get(event.kind)
        yield f"{names[event.seat]} {word}" if word else f"{names[event.seat]} cbr {event.to}"
