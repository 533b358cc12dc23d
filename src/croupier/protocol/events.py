"""What happens in a hand, as `event` frames: seed 002's, and those that other games need (rulings T3, T7, T10)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, UnsetType

from croupier.protocol.frame import Frame


class Event(Frame, kw_only=True):
    """Something happened; `event_no` counts within the hand."""

    ev: str
    hand_id: str = ""
    event_no: int = 0


class PostBlinds(Event, kw_only=True, tag="event"):
    """The blinds as they were really posted."""

    ev: Literal["POST_BLINDS"] = "POST_BLINDS"
    sb_seat: int | UnsetType = UNSET
    bb_seat: int
    sb: int
    bb: int


class Post(Event, kw_only=True, tag="event"):
    """Other forced money: `kind` is ante, straddle, blind or dead."""

    ev: Literal["POST"] = "POST"
    seat: int
    amount: int
    kind: str


class PutChips(Event, kw_only=True, tag="event"):
    """A bet or raise (`BET`), a call, or a stud bring-in: `amount` is the chips added now, `to` the seat's street."""

    ev: Literal["BET", "CALL", "BRING_IN"]
    seat: int
    amount: int
    to: int
    all_in: bool = False
    auto: str | UnsetType = UNSET
    """Why the host acted for the seat, if it did: `timeout`, `left`, `removed`, `skipped`."""


class CheckedOrFolded(Event, kw_only=True, tag="event"):
    """A check or a fold."""

    ev: Literal["CHECK", "FOLD"]
    seat: int
    auto: str | UnsetType = UNSET


class Flop(Event, kw_only=True, tag="event"):
    """Three cards on the board."""

    ev: Literal["FLOP"] = "FLOP"
    cards: list[str]


class TurnOrRiver(Event, kw_only=True, tag="event"):
    """The turn or the river."""

    ev: Literal["TURN", "RIVER"]
    card: str


class CardsDealt(Event, kw_only=True, tag="event"):
    """Other games: cards to a seat, `??` where they are hidden; without a seat, cards for everybody."""

    ev: Literal["DEAL"] = "DEAL"
    seat: int | UnsetType = UNSET
    cards: list[str]
    street: str


class CardsDrawn(Event, kw_only=True, tag="event"):
    """Draw games: a seat threw so many cards away and drew as many."""

    ev: Literal["DRAW"] = "DRAW"
    seat: int
    count: int
    street: str
    auto: str | UnsetType = UNSET


class Showdown(Event, kw_only=True, tag="event"):
    """A seat shows; `rank` is its hand in words."""

    ev: Literal["SHOWDOWN"] = "SHOWDOWN"
    seat: int
    hand: list[str]
    board: list[str]
    rank: str


class PotAward(Event, kw_only=True, tag="event"):
    """Chips of one layer of the pot; `pot` counts layers from the main pot, 0."""

    ev: Literal["POT_AWARD"] = "POT_AWARD"
    seat: int
    amount: int
    pot: int | UnsetType = UNSET
    half: str | UnsetType = UNSET
    uncalled: bool | UnsetType = UNSET


class Eliminated(Event, kw_only=True, tag="event"):
    """A seat has no chips left; once per seat."""

    ev: Literal["ELIMINATED"] = "ELIMINATED"
    seat: int


class Removed(Event, kw_only=True, tag="event"):
    """The operator removed a team: its stack leaves the match. Comes before `end_hand`."""

    ev: Literal["REMOVED"] = "REMOVED"
    seat: int
    amount: int


class GameEvent(Event, kw_only=True, tag="event"):
    """Games that are not poker: what happened, in the game's own words."""

    ev: str
    seat: int | UnsetType = UNSET
    data: Any = UNSET
    auto: str | UnsetType = UNSET


EVENTS: tuple[type[Event], ...] = (PostBlinds, Post, PutChips, CheckedOrFolded, Flop, TurnOrRiver, CardsDealt,
                                   CardsDrawn, Showdown, PotAward, Eliminated, Removed, GameEvent)
