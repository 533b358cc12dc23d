"""Define the inputs of a host and its effects, as plain values that a journal can store and a test can make.

The effects of a host depend on its inputs alone: the same inputs at the same times give the same effects, byte for
byte. Times are milliseconds since 1970 and never run backwards. The host draws no random numbers: secrets are passed in
as `MatchGiven`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from croupier.arena.journal.chain import Entry

# -- in ----------------------------------------------------------------------------------------------------------------


class Connected(Struct, frozen=True, tag=True):
    """A client has connected to a table; `house` marks the arena's own bots."""

    conn: int
    table_id: str
    house: bool = False
    address: str = ""
    """The client's address; empty for house bots, whose wrong codes are not counted."""


class Received(Struct, frozen=True, tag=True):
    """A client sent a frame."""

    conn: int
    data: bytes | str
    stood: tuple[str, int] | None = None
    """The hand and number of the last decision for which the client had been prompted when the frame was read (T4).
    None means the current decision.
    """


class Pinged(Struct, frozen=True, tag=True):
    """A client sent a ping, which counts like a frame."""

    conn: int


class Lagging(Struct, frozen=True, tag=True):
    """A client's queue was emptied because the client did not read. The client needs a fresh snapshot."""

    conn: int


class Disconnected(Struct, frozen=True, tag=True):
    """A connection has ended."""

    conn: int


class Tick(Struct, frozen=True, tag=True):
    """Time has passed: do what is due by now."""


class Mark(Struct, frozen=True, tag=True):
    """The host must check whether to journal the current time, even if nothing is due."""


class MatchGiven(Struct, frozen=True, tag=True):
    """The name and secret of a table's next match, for which `WantMatch` asked."""

    table_id: str
    match_id: str
    secret: bytes

    def __repr__(self) -> str:
        return f"MatchGiven({self.table_id!r}, {self.match_id!r}, <secret>)"


class Stop(Struct, frozen=True, tag=True):
    """Deal no further hand. Hands in play are finished or, if `void` is set, declared void, and their chips are given
    back.
    """

    void: bool = False


Input = Connected | Received | Pinged | Lagging | Disconnected | Tick | Mark | MatchGiven | Stop

# -- out ---------------------------------------------------------------------------------------------------------------


class Send(Struct, frozen=True):
    """One frame to some clients, encoded once."""

    conns: tuple[int, ...]
    data: bytes
    crowd: bool = False
    """True for a frame to spectators, who are served after the players."""
    asks: tuple[str, int] | None = None
    """The hand and number of the decision for which the frame asks, or None."""


class Close(Struct, frozen=True):
    """Close a connection after all frames that were sent to it."""

    conn: int
    code: int
    reason: str


class Fresh(Struct, frozen=True):
    """Send frames to a lagging client again. The next frame is a snapshot."""

    conn: int


class WantMatch(Struct, frozen=True):
    """The table needs the name and secret of its next match."""

    table_id: str


class MatchBegun(Struct, frozen=True):
    """To be stored: a match begins. At a cash table, the record holds the seats, blinds and button at the change of
    secrets.
    """

    table_id: str
    match_id: str
    begun_ms: int
    commit: str
    config: dict[str, Any]
    opening: dict[str, Any] | None = None


class HandBegun(Struct, frozen=True):
    """To be stored: a hand id has been given out. The id stays used even if the hand becomes void (T8)."""

    table_id: str
    match_id: str
    hand_no: int
    hand_id: str
    begun_ms: int


class HandDone(Struct, frozen=True):
    """To be stored: a hand has ended. This effect comes before every frame that shows the end."""

    table_id: str
    match_id: str
    hand_no: int
    hand_id: str
    begun_ms: int
    ended_ms: int
    void: bool
    button: int
    seats: dict[int, str]
    """The team of each seat that was dealt in."""
    stacks: dict[int, int]
    results: dict[int, int]
    nonces: dict[int, str]
    receipt: str | None
    """The receipt of the journal that `end_hand` carries."""
    public: dict[str, Any]
    """The public record of the hand, in the form of `croupier.notation`."""
    whole: dict[str, Any]
    """The record of the hand with every card. It is secret until the match's secret is published."""
    seating: tuple[dict[str, Any], ...] = ()
    """At a cash table: every seat at the start of this hand, dealt in or not."""
    keys: dict[int, str] = {}
    """For each seat, the hash of its team and join code (`seat_key`), with which the team can read the hand as that
    seat saw it. Seats of house bots and of open tables have no key. The keys never leave the server.
    """


class MatchDone(Struct, frozen=True):
    """To be stored: a match has ended or, at a cash table, the hands of one secret. A cash table has no standings."""

    table_id: str
    match_id: str
    ended_ms: int
    hands: int
    void: tuple[int, ...]
    standings: tuple[dict[str, Any], ...]
    revealed: bool
    closing: tuple[dict[str, Any], ...] = ()
    """At a cash table: the seats and their chips when the secret was replaced."""


class TeamRemoved(Struct, frozen=True):
    """To be stored: the operator removed a team, and its chips left the match, after this hand."""

    table_id: str
    match_id: str
    hand_no: int
    seat: int
    team: str
    chips: int


class ChipsMoved(Struct, frozen=True):
    """To be stored: chips came onto a cash table (a positive amount) or left it (a negative one), after this hand."""

    table_id: str
    match_id: str
    hand_no: int
    seat: int
    team: str
    chips: int
    why: str
    at_ms: int


class Stopped(Struct, frozen=True):
    """No hand is in play, and no further hand will be dealt."""


class Saved(Struct, frozen=True):
    """To be stored: a checkpoint, from which a table continues after a crash. Only a table's last checkpoint is
    needed.
    """

    table_id: str
    body: bytes


Effect = (Entry | Saved | MatchBegun | HandBegun | HandDone | MatchDone | TeamRemoved | ChipsMoved | Send | Close
          | Fresh | WantMatch | Stopped)
