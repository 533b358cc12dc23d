"""The inputs of a host and its effects, as plain values that a journal can store and a test can make.

A host depends on its inputs alone: the same inputs at the same times give the same effects, byte for byte. Times are
milliseconds since 1970 that never run backwards. Secrets are drawn outside and passed in as `MatchGiven`.
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
    """Hand and number of the last decision that the client had been asked for when the frame was read (T4); None if
    that is not known: then it is the current one."""


class Pinged(Struct, frozen=True, tag=True):
    """A client sent a ping, which counts like a frame."""

    conn: int


class Lagging(Struct, frozen=True, tag=True):
    """A client did not read and its queue was emptied: it needs a fresh snapshot."""

    conn: int


class Disconnected(Struct, frozen=True, tag=True):
    """A connection has ended."""

    conn: int


class Tick(Struct, frozen=True, tag=True):
    """Time has passed."""


class Mark(Struct, frozen=True, tag=True):
    """The current time may have to be journalled, whether or not something is due."""


class MatchGiven(Struct, frozen=True, tag=True):
    """The name and secret of a table's next match, asked for by `WantMatch`."""

    table_id: str
    match_id: str
    secret: bytes

    def __repr__(self) -> str:
        return f"MatchGiven({self.table_id!r}, {self.match_id!r}, <secret>)"


class Stop(Struct, frozen=True, tag=True):
    """Deal no further hand; hands in play are finished, or void with all chips given back."""

    void: bool = False


Input = Connected | Received | Pinged | Lagging | Disconnected | Tick | Mark | MatchGiven | Stop

# -- out ---------------------------------------------------------------------------------------------------------------


class Send(Struct, frozen=True):
    """One frame to some clients, encoded once."""

    conns: tuple[int, ...]
    data: bytes
    crowd: bool = False
    """For spectators, who are served after the players."""
    asks: tuple[str, int] | None = None
    """Hand and number of the decision that the frame asks for."""


class Close(Struct, frozen=True):
    """Close a connection after everything that was sent to it."""

    conn: int
    code: int
    reason: str


class Fresh(Struct, frozen=True):
    """Send a lagging client frames again from here on; the next one is a snapshot."""

    conn: int


class WantMatch(Struct, frozen=True):
    """The table needs the name and secret of its next match."""

    table_id: str


class MatchBegun(Struct, frozen=True):
    """For the record: what is played; at a cash table also the seats, blinds and button that came over."""

    table_id: str
    match_id: str
    begun_ms: int
    commit: str
    config: dict[str, Any]
    opening: dict[str, Any] | None = None


class HandBegun(Struct, frozen=True):
    """For the record: a hand id is used, whatever becomes of the hand (T8)."""

    table_id: str
    match_id: str
    hand_no: int
    hand_id: str
    begun_ms: int


class HandDone(Struct, frozen=True):
    """For the record: a hand has ended. Comes before every frame that shows its end."""

    table_id: str
    match_id: str
    hand_no: int
    hand_id: str
    begun_ms: int
    ended_ms: int
    void: bool
    button: int
    seats: dict[int, str]
    """Team by seat, of those dealt in."""
    stacks: dict[int, int]
    results: dict[int, int]
    nonces: dict[int, str]
    receipt: str | None
    """What `end_hand` says of the journal."""
    public: dict[str, Any]
    """The hand as everybody may see it, as a record of `croupier.notation`."""
    whole: dict[str, Any]
    """The hand with every card: secret until the match's secret is published."""
    seating: tuple[dict[str, Any], ...] = ()
    """At a cash table: every seat as it went into this hand, whether dealt in or not."""
    keys: dict[int, str] = {}
    """By seat, the hash of its team and join code (`seat_key`), which opens the hand from that seat's eyes. Seats of
    house bots and of open tables have none. Never leaves the server."""


class MatchDone(Struct, frozen=True):
    """For the record: a match has ended, or the hands of one secret at a cash table, which has no standings."""

    table_id: str
    match_id: str
    ended_ms: int
    hands: int
    void: tuple[int, ...]
    standings: tuple[dict[str, Any], ...]
    revealed: bool
    closing: tuple[dict[str, Any], ...] = ()
    """At a cash table: the seats and their chips at that moment."""


class TeamRemoved(Struct, frozen=True):
    """For the record: the operator removed a team, and its chips left the match, after this hand."""

    table_id: str
    match_id: str
    hand_no: int
    seat: int
    team: str
    chips: int


class ChipsMoved(Struct, frozen=True):
    """For the record: chips came onto a cash table (above 0) or left it, after this hand of the match."""

    table_id: str
    match_id: str
    hand_no: int
    seat: int
    team: str
    chips: int
    why: str
    at_ms: int


class Stopped(Struct, frozen=True):
    """No hand is in play any more and none will be."""


class Saved(Struct, frozen=True):
    """For the record: a table to start from after a crash (a checkpoint); only the last one of a table is needed."""

    table_id: str
    body: bytes


Effect = (Entry | Saved | MatchBegun | HandBegun | HandDone | MatchDone | TeamRemoved | ChipsMoved | Send | Close
          | Fresh | WantMatch | Stopped)
