"""The commands that change a table, as the journal stores them. Nothing else changes a table.

    command = SeatMessage(conn, raw_message(data, message), decision)
    apply(table, command, now, message)     raises Refused and changes nothing if the command is not accepted

The host decides which inputs become commands: it checks codes, rates and first frames. Applying the stored commands
again, in order and at their times, results in the same table and the same frames, byte for byte. That is how a server
continues after a crash. A client's frame is parsed once and stored as the client sent it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct

from croupier import protocol
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.tables.operator import operate
from croupier.protocol.errors import Refused
from croupier.protocol.events import encode as encode_frame

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable

RAW_MAX = 1024
"""A frame of at most this many bytes is stored as the client sent it.

A longer frame is stored without its unknown fields, so that a client cannot fill the disk 16 KB at a time.
"""


class TableOpened(Struct, frozen=True, tag=True):
    """A table opens with no player seated."""

    config: dict[str, Any]
    last_hand: int = 0
    """The number of the last hand that was dealt earlier at any table."""


class MatchKeyGiven(Struct, frozen=True, tag=True):
    """The table receives the name and secret of its next match."""

    match_id: str
    secret: bytes

    def __repr__(self) -> str:
        return f"MatchKeyGiven({self.match_id!r}, <secret>)"


class SeatJoined(Struct, frozen=True, tag=True):
    """A connection took a seat by its `hello`."""

    conn: int
    hello: msgspec.Raw
    house: bool = False

    def __repr__(self) -> str:
        return f"SeatJoined({self.conn}, <hello>)"


class SeatDisconnected(Struct, frozen=True, tag=True):
    """The connection of a seat ended."""

    conn: int


class SeatMessage(Struct, frozen=True, tag=True, omit_defaults=True):
    """A seated player sent a message that was accepted."""

    conn: int
    message: msgspec.Raw
    decision: int | None = None
    """For an action: the last decision for which this seat had been prompted when the bytes were read (T4)."""


class OperatorCommand(Struct, frozen=True, tag=True):
    """The operator sent a command."""

    message: msgspec.Raw


class TimeAdvanced(Struct, frozen=True, tag=True):
    """Time passed: the table does what is due."""


class TableHalted(Struct, frozen=True, tag=True):
    """No further hand is dealt. The hand in play continues or is declared void."""

    void: bool = False


class TableResumed(Struct, frozen=True, tag=True):
    """The server runs again. Every player is disconnected, and no player is charged for the time since `since_ms`."""

    since_ms: int


Command = (TableOpened | MatchKeyGiven | SeatJoined | SeatDisconnected | SeatMessage | OperatorCommand | TimeAdvanced
           | TableHalted | TableResumed)
_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)
encode = msgspec.json.Encoder().encode


def raw_message(data: bytes | str, message: protocol.FromClient) -> msgspec.Raw:
    """Return the bytes that the journal stores of an accepted frame. The bytes never contain an operator's code."""
    if isinstance(message, protocol.OperatorSent):
        message = msgspec.structs.replace(message, code=UNSET)
    elif len(data) <= RAW_MAX:
        return msgspec.Raw(data)
    return msgspec.Raw(encode_frame(message))


def decode(body: bytes) -> Command:
    """Return a command from its stored bytes."""
    return _DECODER.decode(body)


def apply(table: ArenaTable, command: Command, now: int, message: protocol.FromClient | None = None) -> str | None:
    """Apply a command and return the status that an operator's command results in.

    `message` is the parsed message of a `SeatMessage`; without it, the stored bytes are parsed.
    """
    if isinstance(command, SeatMessage):
        apply_message(table, command.conn, message or protocol.parse(bytes(command.message)), now, command.decision)
    elif isinstance(command, TimeAdvanced):
        table.tick(now)
    elif isinstance(command, SeatJoined):
        hello = message or protocol.parse(bytes(command.hello))
        assert isinstance(hello, protocol.Hello)
        table.join(command.conn, hello, now, command.house)
    elif isinstance(command, SeatDisconnected):
        table.leave(command.conn, now)
    elif isinstance(command, MatchKeyGiven):
        table.give(MatchKey(command.match_id, command.secret), now)
    elif isinstance(command, OperatorCommand):
        sent = message or protocol.parse(bytes(command.message))
        assert isinstance(sent, protocol.OperatorSent)
        return operate(table, sent, now)
    elif isinstance(command, TableHalted):
        table.halt(command.void, now)
        table.consider(now)
    elif isinstance(command, TableResumed):
        table.resume(command.since_ms, now)
    return None


def apply_message(table: ArenaTable, conn: int, message: protocol.FromClient, now: int,
                  decision: int | None = None) -> None:
    """Apply a seated player's message."""
    seat = table.seats.of(conn)
    assert seat is not None
    if isinstance(message, protocol.NonceSent):
        table.nonce(seat, message)
        return
    if isinstance(message, protocol.ActionSent):
        table.act(seat, message, now, decision)
    elif isinstance(message, protocol.IntentSent):
        table.intent(seat, message, now)
    elif isinstance(message, protocol.BuySent):
        table.buy(seat, message, now)
    else:
        raise Refused("BAD_HELLO", "this connection has its seat already")
    table.consider(now)
