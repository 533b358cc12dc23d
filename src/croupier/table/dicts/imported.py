"""Convert imported records to the form that a table writes: the field of the rake, and the order of two players.

A record made from a poker room's text has the rake in `_rake`, while a table has it in `rake` (N7).

For two players, PHH lists the small blind first, although its second player, the button, posts it. A table lists each
blind at the player who posts it (N5). Only the log shows which order a dict has: the button acts first before the flop,
unless the button posts the only blind, and it draws and shows last. A dict with `_intents` or `_bb` comes from a table
and is not changed. A dict whose log has no action by a player is not changed either.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from croupier.games.poker.rules import PokerRules
from croupier.notation.phh_order import posting_order
from croupier.notation.table_dict.positions import is_tables
from croupier.table.dicts import log as words

_DECISIONS = ("f", "cc", "cbr")
_LATER = ("sd", "sm")
_BUTTON = 1
"""The column of PHH's button."""


def as_tables(hand: Mapping[str, Any], rules: PokerRules) -> Mapping[str, Any]:
    """Return an imported hand in the form that a table writes. Return any other hand unchanged."""
    if "_intents" not in hand and hand.get("_rake") is not None and hand.get("rake") is None:
        hand = {**hand, "rake": hand["_rake"]}
    return _in_table_order(hand, rules)


def _in_table_order(hand: Mapping[str, Any], rules: PokerRules) -> Mapping[str, Any]:
    """Return a hand of two players with each blind and ante at the player who posted it. Return any other hand
    unchanged.
    """
    blinds = hand.get("blindsOrStraddles")
    if is_tables(hand) or type(blinds) is not list or len(blinds) != 2:
        return hand
    if not all(map(_is_amount, blinds)) or not any(blinds):
        return hand
    # short deck with one blind: the button posts it and acts last
    has_button_blind = rules.button_blind and not all(blinds)
    small = 1 if has_button_blind else 0
    # change the order only if both the log and the sizes of the blinds show that it is PHH's
    if _button(hand.get("actions"), has_button_blind) != _BUTTON or blinds[small] > blinds[1 - small]:
        return hand
    turned = {**hand, "blindsOrStraddles": posting_order(blinds)}
    antes = hand.get("antes")
    if type(antes) is list:
        turned["antes"] = posting_order(antes)
    return turned | _spots(hand, blinds)


def _spots(hand: Mapping[str, Any], blinds: list[Any]) -> dict[str, Any]:
    """Return the seats of two equal blinds.

    Equal sizes do not show which one is the big blind; in PHH's order it is the first player.
    """
    numbers = hand.get("seats") or [1, 2]
    if blinds[0] != blinds[1] or type(numbers) is not list or len(numbers) != 2:
        return {}
    return {"_bb": numbers[0], "_sb": numbers[1]}


def _is_amount(entry: object) -> bool:
    if type(entry) is Decimal:
        return entry.is_finite() and entry >= 0
    return (type(entry) is int or type(entry) is float) and entry >= 0


def _button(log: object, has_button_blind: bool) -> int | None:
    """Return the column of the button, which the log's first line by a player shows."""
    for line in log if type(log) is list else ():
        if type(line) is str and not words.is_message(line):
            place, word = words.column(line), line.split(maxsplit=2)[1:2]
            if place is not None and word and word[0] in (*_DECISIONS, *_LATER):
                # draws and showdowns begin left of the button, so the first line is the other player's
                return place if word[0] in _DECISIONS and not has_button_blind else 1 - place
    return None
