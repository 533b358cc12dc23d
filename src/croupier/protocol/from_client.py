"""What clients say: each message typed, and `parse`, the only door for it.

Whatever is wrong with a frame ends in `parse` as a `Refused` with a code of ruling T4; unknown fields are ignored.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.protocol.errors import Refused
from croupier.protocol.frame import VERSION, Frame
from croupier.rulebook import CHIPS_MAX

WORDS = ("FOLD", "CHECK", "CALL", "RAISE_TO")
"""Seed 002's action words; other games have more (ruling T10)."""
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Chips = Annotated[int, Meta(ge=1, le=CHIPS_MAX)]
Short = Annotated[str, Meta(max_length=128)]
DEPTH_MAX = 8
"""How deep a frame may be nested; ours are two deep."""


class FromClient(Frame, kw_only=True):
    """A frame from a client; `ts` is for debugging: a text that nobody reads."""

    ts: str | UnsetType = UNSET


class Hello(FromClient, kw_only=True, tag="hello"):
    """Take a seat, or come back to it. `cards` asks for `cards` frames (your own cards as they are dealt), `states` for
    the `state` frames that spectators get: the whole public table after each event.

    The rest is for cash tables and for those who sit down anew: chips to buy in with, whether to buy back up to them
    before every hand, a seat of one's own choice, and whether to play (0), wait for the big blind (1) or pause (2).
    """

    team: Name
    join_code: Name | UnsetType = UNSET
    """The secret that keeps the seat for its team. It may be left out only at an open table (`config.open`)."""
    cards: bool = False
    states: bool = False
    buy_in: Chips | UnsetType = UNSET
    auto_buy: bool = False
    seat: Annotated[int, Meta(ge=0, le=9)] | UnsetType = UNSET
    intent: Annotated[int, Meta(ge=0, le=2)] = 0
    on_timeout: Literal["check-fold", "fold"] | UnsetType = UNSET
    """What is done for this seat when its time is up, instead of the table's own order (T12)."""


class ActionSent(FromClient, kw_only=True, tag="action"):
    """Answer an `act`. `decision` echoes the prompt's number, so that a late answer cannot hit a later prompt."""

    hand_id: Short
    action: Short
    amount: int | UnsetType | None = UNSET
    decision: int | UnsetType = UNSET
    cards: list[Annotated[str, Meta(max_length=3)]] | UnsetType = UNSET


class NonceSent(FromClient, kw_only=True, tag="nonce"):
    """32 bytes of your own, as 64 hex digits: mixed into every deck from the next hand on."""

    nonce: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$", max_length=64)]


class IntentSent(FromClient, kw_only=True, tag="intent"):
    """Sit in, sit out: 0 play, 1 wait for the big blind, 2 pause, 3 leave. A match knows only 0 and 3."""

    intent: Annotated[int, Meta(ge=0, le=3)]


class BuySent(FromClient, kw_only=True, tag="buy"):
    """Cash tables: add chips before the next hand, up to the largest buy-in; who has gone broke buys in again so."""

    amount: Chips


class SpectateSent(FromClient, kw_only=True, tag="spectate"):
    """Instead of `hello`: watch. A spectator who says anything more is closed with 4403."""


class OperatorSent(FromClient, kw_only=True, tag="operator"):
    """Run the table. As a first frame it opens an operator's connection; `code` is needed only then."""

    command: Short
    code: Short | UnsetType = UNSET
    team: Short | UnsetType = UNSET
    queue: bool = False
    count: int | UnsetType = UNSET
    """MIN_TEAMS: how many teams a match waits for."""


FROM_CLIENT: dict[str, type[FromClient]] = {
    "hello": Hello, "action": ActionSent, "nonce": NonceSent, "intent": IntentSent, "buy": BuySent,
    "spectate": SpectateSent, "operator": OperatorSent}
"""What clients may send, by type."""
FIRST = ("hello", "spectate", "operator")
"""What a connection begins with."""


class _Head(Struct):
    """As much of a frame as says what it is."""

    type: str
    v: int


class _Kind(Struct):
    """What a frame says it is."""

    type: Any = None


_HEAD = msgspec.json.Decoder(_Head)
_KIND = msgspec.json.Decoder(_Kind)
_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in FROM_CLIENT.items()}


def parse(data: str | bytes) -> FromClient:
    """A client's frame; Refused with BAD_SCHEMA or UNKNOWN_TYPE where it is none."""
    if _openings(data) > DEPTH_MAX and depth(data) > DEPTH_MAX:
        raise Refused("BAD_SCHEMA", f"a frame is nested at most {DEPTH_MAX} deep")
    try:
        head = _HEAD.decode(data)
        if head.v != VERSION:
            raise Refused("BAD_SCHEMA", f"v must be {VERSION}")
        decoder = _DECODERS.get(head.type)
        if decoder is None:
            raise Refused("UNKNOWN_TYPE", f"there is no type {head.type[:40]!r}: one of {', '.join(FROM_CLIENT)}")
        return decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refused("BAD_SCHEMA", f"{str(error)[:200]}") from None


def may_be_first(data: str | bytes) -> bool:
    """Whether a connection may begin with this frame, by its type alone (T1); what is no JSON object is for `parse`."""
    try:
        return _KIND.decode(data).type in FIRST
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return True


def _openings(data: str | bytes) -> int:
    """How many brackets open, in texts too: at least the depth, and quickly counted."""
    return data.count("[") + data.count("{") if isinstance(data, str) else data.count(b"[") + data.count(b"{")


_QUOTED = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


def depth(data: str | bytes) -> int:
    """How deep brackets are nested, those in texts aside."""
    bare = _QUOTED.sub(b"", data.encode("utf-8", "replace") if isinstance(data, str) else data)
    deepest = at = 0
    for byte in bare:
        at += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, at)
    return deepest
