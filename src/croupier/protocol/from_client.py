"""Frames that clients send, as typed values, and `parse`, which decodes and checks them.

`parse` raises `Refused` with an error code (T4) for every malformed frame. It ignores unknown fields.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.protocol.errors import Refused
from croupier.protocol.events import VERSION, Frame
from croupier.rulebook import CHIPS_MAX

WORDS = ("FOLD", "CHECK", "CALL", "RAISE_TO")
"""The action words of no-limit hold'em; other games have more (T10)."""
Name = Annotated[str, Meta(min_length=1, max_length=64)]
Chips = Annotated[int, Meta(ge=1, le=CHIPS_MAX)]
Short = Annotated[str, Meta(max_length=128)]
DEPTH_MAX = 8
"""Largest nesting depth of a frame; valid frames need two levels."""


class FromClient(Frame, kw_only=True):
    """A frame from a client. `ts` is a string for the client's own logs; the server ignores it."""

    ts: str | UnsetType = UNSET


class Hello(FromClient, kw_only=True, tag="hello"):
    """Take a seat, or reclaim it after a lost connection.

    `buy_in`, `auto_buy`, `seat` and `intent` are for new players at cash tables.
    """

    team: Name
    join_code: Name | UnsetType = UNSET
    """The secret that protects the seat. Only open tables (`config.open`) do not need it."""
    cards: bool = False
    """True to get `cards` frames: your own cards as soon as they are dealt."""
    states: bool = False
    """True to get the `state` frames that spectators get: the whole public table after each event."""
    buy_in: Chips | UnsetType = UNSET
    """Chips to buy in with."""
    auto_buy: bool = False
    """True to top up to the buy-in before every hand."""
    seat: Annotated[int, Meta(ge=0, le=9)] | UnsetType = UNSET
    """The seat you would like; by default the lowest free one."""
    intent: Annotated[int, Meta(ge=0, le=2)] = 0
    """Play (0), wait for the big blind (1) or pause (2)."""
    on_timeout: Literal["check-fold", "fold"] | UnsetType = UNSET
    """What the server does for this seat when its time runs out, instead of the table's default (T12)."""


class ActionSent(FromClient, kw_only=True, tag="action"):
    """Answer an `act`. Copy `decision` from the prompt, so that a late answer cannot count for a later prompt."""

    hand_id: Short
    action: Short
    amount: int | UnsetType | None = UNSET
    decision: int | UnsetType = UNSET
    cards: list[Annotated[str, Meta(max_length=3)]] | UnsetType = UNSET


class NonceSent(FromClient, kw_only=True, tag="nonce"):
    """Contribute 32 random bytes, as 64 hex digits. The bytes are mixed into every deck from the next hand on."""

    nonce: Annotated[str, Meta(pattern="^[0-9a-fA-F]{64}$", max_length=64)]


class IntentSent(FromClient, kw_only=True, tag="intent"):
    """Change your intent: 0 play, 1 wait for the big blind, 2 pause, 3 leave. Matches accept only 0 and 3."""

    intent: Annotated[int, Meta(ge=0, le=3)]


class BuySent(FromClient, kw_only=True, tag="buy"):
    """Cash tables: add chips before the next hand, up to the largest buy-in. A player who went broke buys in again."""

    amount: Chips


class SpectateSent(FromClient, kw_only=True, tag="spectate"):
    """Watch a table; sent instead of `hello`. A spectator who sends anything else is disconnected with 4403."""


class OperatorSent(FromClient, kw_only=True, tag="operator"):
    """Control a table. The first frame of an operator's connection needs `code`; later frames do not."""

    command: Short
    code: Short | UnsetType = UNSET
    team: Short | UnsetType = UNSET
    queue: bool = False
    count: int | UnsetType = UNSET
    """For MIN_TEAMS: the number of teams that a match waits for."""
    msg: Annotated[str, Meta(max_length=200)] | UnsetType = UNSET
    """For MESSAGE: the line of text to show to everybody at the table."""


FROM_CLIENT: dict[str, type[FromClient]] = {
    "hello": Hello, "action": ActionSent, "nonce": NonceSent, "intent": IntentSent, "buy": BuySent,
    "spectate": SpectateSent, "operator": OperatorSent}
"""Frames that clients may send, by type."""
FIRST = ("hello", "spectate", "operator")
"""Types that the first frame of a connection may have."""


class _Head(Struct):
    """The fields that decide how the rest of a frame is decoded."""

    type: str
    v: int


class _Kind(Struct):
    """The `type` of a frame. The other fields are skipped."""

    type: Any = None


_HEAD = msgspec.json.Decoder(_Head)
_KIND = msgspec.json.Decoder(_Kind)
_DECODERS = {name: msgspec.json.Decoder(kind) for name, kind in FROM_CLIENT.items()}


def parse(data: str | bytes) -> FromClient:
    """Decode a client's frame. Raise Refused with BAD_SCHEMA or UNKNOWN_TYPE if it is malformed."""
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
    """Return False if the first frame of a connection may not have this frame's type (T1).

    Return True for broken JSON, which `parse` refuses with a better error.
    """
    try:
        return _KIND.decode(data).type in FIRST
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return True


def _openings(data: str | bytes) -> int:
    """Count all opening brackets, also those inside strings.

    The count is fast to compute, and the nesting depth cannot be larger.
    """
    return data.count("[") + data.count("{") if isinstance(data, str) else data.count(b"[") + data.count(b"{")


_QUOTED = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)


def depth(data: str | bytes) -> int:
    """Return how deep brackets are nested, ignoring those inside strings."""
    bare = _QUOTED.sub(b"", data.encode("utf-8", "replace") if isinstance(data, str) else data)
    deepest = at = 0
    for byte in bare:
        at += (byte in b"[{") - (byte in b"]}")
        deepest = max(deepest, at)
    return deepest
