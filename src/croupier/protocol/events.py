"""The base class of all frames, their encoding, and the `event` frames of a hand (T3) of any game (T10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

VERSION = 1


class Frame(Struct, kw_only=True, tag_field="type"):
    """A frame: a JSON object with `type` and `v`."""

    v: int = VERSION


encode: Callable[[Frame], bytes] = msgspec.json.Encoder().encode
"""Return a frame as the bytes of its JSON."""


class Event(Frame, kw_only=True):
    """An event of a hand; `event_no` counts from the start of the hand."""

    ev: str
    hand_id: str = ""
    event_no: int = 0


class PostBlinds(Event, kw_only=True, tag="event"):
    """The blinds, with the amounts that were actually posted."""

    ev: Literal["POST_BLINDS"] = "POST_BLINDS"
    sb_seat: int | UnsetType = UNSET
    bb_seat: int
    sb: int
    bb: int


class Post(Event, kw_only=True, tag="event"):
    """A forced bet other than the two blinds: `kind` is ante, straddle, blind or dead."""

    ev: Literal["POST"] = "POST"
    seat: int
    amount: int
    kind: str


class PutChips(Event, kw_only=True, tag="event"):
    """A bet or raise (`BET`), a call, or a bring-in: `amount` is the chips added now, `to` the total for the street."""

    ev: Literal["BET", "CALL", "BRING_IN"]
    seat: int
    amount: int
    to: int
    all_in: bool = False
    auto: str | UnsetType = UNSET
    """Why the server acted for the seat, if it did: `timeout`, `left`, `removed`, `skipped`."""


class CheckedOrFolded(Event, kw_only=True, tag="event"):
    """A check or a fold."""

    ev: Literal["CHECK", "FOLD"]
    seat: int
    auto: str | UnsetType = UNSET


class Flop(Event, kw_only=True, tag="event"):
    """The flop: three board cards."""

    ev: Literal["FLOP"] = "FLOP"
    cards: list[str]


class TurnOrRiver(Event, kw_only=True, tag="event"):
    """The turn or the river."""

    ev: Literal["TURN", "RIVER"]
    card: str


class CardsDealt(Event, kw_only=True, tag="event"):
    """Games other than hold'em: cards dealt to a seat (`??` if hidden) or, without `seat`, cards that everybody shares.
    """

    ev: Literal["DEAL"] = "DEAL"
    seat: int | UnsetType = UNSET
    cards: list[str]
    street: str


class CardsDrawn(Event, kw_only=True, tag="event"):
    """Draw games: a seat discarded `count` cards and drew as many."""

    ev: Literal["DRAW"] = "DRAW"
    seat: int
    count: int
    street: str
    auto: str | UnsetType = UNSET


class Showdown(Event, kw_only=True, tag="event"):
    """A seat shows its cards; `rank` describes its hand."""

    ev: Literal["SHOWDOWN"] = "SHOWDOWN"
    seat: int
    hand: list[str]
    board: list[str]
    rank: str


class PotAward(Event, kw_only=True, tag="event"):
    """A seat wins chips from one pot; `pot` 0 is the main pot, 1 the first side pot."""

    ev: Literal["POT_AWARD"] = "POT_AWARD"
    seat: int
    amount: int
    pot: int | UnsetType = UNSET
    half: str | UnsetType = UNSET
    uncalled: bool | UnsetType = UNSET


class Eliminated(Event, kw_only=True, tag="event"):
    """A seat has lost its last chip. Sent once per seat."""

    ev: Literal["ELIMINATED"] = "ELIMINATED"
    seat: int


class Removed(Event, kw_only=True, tag="event"):
    """The operator removed a team, and its stack leaves the match. Sent before `end_hand`."""

    ev: Literal["REMOVED"] = "REMOVED"
    seat: int
    amount: int


class GameEvent(Event, kw_only=True, tag="event"):
    """An event of a game other than poker, with that game's own event names."""

    ev: str
    seat: int | UnsetType = UNSET
    data: Any = UNSET
    auto: str | UnsetType = UNSET


EVENTS: tuple[type[Event], ...] = (PostBlinds, Post, PutChips, CheckedOrFolded, Flop, TurnOrRiver, CardsDealt,
                                   CardsDrawn, Showdown, PotAward, Eliminated, Removed, GameEvent)
