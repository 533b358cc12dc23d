"""The commands that change a table, as the journal stores them. Nothing else changes a table.

    command = SeatMessage(conn, message)
    do(table, command, now)             raises Refused and changes nothing if the command is not accepted

The host decides which inputs become commands: it checks codes, rates and first frames. Applying the stored commands
again, in order and at their times, gives the same table and the same frames, byte for byte: that is how a server
continues after a crash. Messages are stored as they were parsed, without unknown fields and without the operator's
code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct

from croupier import protocol
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.tables.operator import operate
from croupier.arena.journal.checkpoint import FORM as FORM
from croupier.protocol.errors import Refused
from croupier.protocol.frame import encode

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable


class TableOpened(Struct, frozen=True, tag=True):
    """A table opens, with nobody at it."""

    form: int
    """By which rules commands are done again: a newer form is refused."""
    config: dict[str, Any]
    last_hand: int = 0
    """The number of the last hand before it, of whatever table."""


class MatchKeyGiven(Struct, frozen=True, tag=True):
    """The name and secret of the table's next match."""

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
        return f"Joined({self.conn}, <hello>)"


class SeatDisconnected(Struct, frozen=True, tag=True):
    """The connection of a seat has ended."""

    conn: int


class SeatMessage(Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat said something that was taken."""

    conn: int
    message: msgspec.Raw
    stood: int | None = None
    """With an action: the last decision of this hand that the seat had been asked for when it was received (T4)."""


class OperatorCommand(Struct, frozen=True, tag=True):
    """The operator's command."""

    message: msgspec.Raw


class TimeAdvanced(Struct, frozen=True, tag=True):
    """Something was due."""


class TableHalted(Struct, frozen=True, tag=True):
    """No further hand; a hand in play goes on, or is void."""

    void: bool = False


class TableResumed(Struct, frozen=True, tag=True):
    """The server runs again: nobody is connected yet, and the time since `since_ms` is charged to nobody."""

    since_ms: int
    form: int = 1


Command = (TableOpened | MatchKeyGiven | SeatJoined | SeatDisconnected | SeatMessage | OperatorCommand | TimeAdvanced
           | TableHalted | TableResumed)
_DECODER: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def text(message: protocol.Frame) -> msgspec.Raw:
    """A message as it was understood; an operator's without the code."""
    if isinstance(message, protocol.OperatorSent):
        message = msgspec.structs.replace(message, code=UNSET)
    return msgspec.Raw(encode(message))


def encoded(command: Command) -> bytes:
    """A command as the journal keeps it."""
    return msgspec.json.encode(command)


def decoded(body: bytes) -> Command:
    """A command from the journal."""
    return _DECODER.decode(body)


def do(table: ArenaTable, command: Command, now: int, understood: protocol.FromClient | None = None) -> str | None:
    """Let it happen; an operator's command gives its status. `understood` is the message of the command, where it is at
    hand already."""
    if isinstance(command, SeatMessage):
        say(table, command.conn, understood or protocol.parse(bytes(command.message)), now, command.stood)
    elif isinstance(command, TimeAdvanced):
        table.tick(now)
    elif isinstance(command, SeatJoined):
        hello = protocol.parse(bytes(command.hello))
        assert isinstance(hello, protocol.Hello)
        table.join(command.conn, hello, now, command.house)
    elif isinstance(command, SeatDisconnected):
        table.leave(command.conn, now)
    elif isinstance(command, MatchKeyGiven):
        table.give(MatchKey(command.match_id, command.secret), now)
    elif isinstance(command, OperatorCommand):
        sent = protocol.parse(bytes(command.message))
        assert isinstance(sent, protocol.OperatorSent)
        return operate(table, sent, now)
    elif isinstance(command, TableHalted):
        table.halt(command.void, now)
        table.consider(now)
    elif isinstance(command, TableResumed):
        table.form = command.form
        table.resume(command.since_ms, now)
    return None


def say(table: ArenaTable, conn: int, message: protocol.FromClient, now: int, stood: int | None = None) -> None:
    """Do what a seat's message says."""
    seat = table.seats.of(conn)
    assert seat is not None
    if isinstance(message, protocol.ActionSent):
        table.act(seat, message, now, stood)
        table.consider(now)
    elif isinstance(message, protocol.NonceSent):
        table.nonce(seat, message)
    elif isinstance(message, protocol.IntentSent):
        table.intent(seat, message, now)
        table.consider(now)
    elif isinstance(message, protocol.BuySent):
        table.buy(seat, message, now)
        table.consider(now)
    else:
        raise Refused("BAD_HELLO", "this connection has its seat already")
