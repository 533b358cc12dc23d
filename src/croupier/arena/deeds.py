"""What happens to a table, as the journal keeps it: everything that changes one, and nothing else.

    deed = Said(conn, message)
    do(table, deed, now)                raises Refused, and then nothing has changed

The host's doors (codes, rates, first frames) decide what becomes a deed; from there on a table is its deeds: done again
in order, at the times they had, they give the same table and the same frames, byte for byte. That is the whole of crash
recovery. Messages are kept as they were understood, not as they were sent: unknown fields and the operator's code stay
out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct

from croupier.arena import messages as told
from croupier.arena.codes import Refused
from croupier.arena.dealing import MatchKey
from croupier.arena.frame import encode
from croupier.arena.operating import operate
from croupier.arena.saving import FORM as FORM

if TYPE_CHECKING:
    from croupier.arena.table import ArenaTable


class Opened(Struct, frozen=True, tag=True):
    """A table opens, with nobody at it."""

    form: int
    """By which rules deeds are done again: a newer form is refused."""
    config: dict[str, Any]
    last_hand: int = 0
    """The number of the last hand before it, of whatever table."""


class Given(Struct, frozen=True, tag=True):
    """The name and secret of the table's next match."""

    match_id: str
    secret: bytes

    def __repr__(self) -> str:
        return f"Given({self.match_id!r}, <secret>)"


class Joined(Struct, frozen=True, tag=True):
    """A connection took a seat by its `hello`."""

    conn: int
    hello: msgspec.Raw
    house: bool = False

    def __repr__(self) -> str:
        return f"Joined({self.conn}, <hello>)"


class Left(Struct, frozen=True, tag=True):
    """The connection of a seat has ended."""

    conn: int


class Said(Struct, frozen=True, tag=True, omit_defaults=True):
    """A seat said something that was taken."""

    conn: int
    message: msgspec.Raw
    stood: int | None = None
    """With an action: the last decision of this hand that the seat had been asked for when it was received (T4)."""


class Operated(Struct, frozen=True, tag=True):
    """The operator's command."""

    message: msgspec.Raw


class Ticked(Struct, frozen=True, tag=True):
    """Something was due."""


class Halted(Struct, frozen=True, tag=True):
    """No further hand; a hand in play goes on, or is void."""

    void: bool = False


class Resumed(Struct, frozen=True, tag=True):
    """The server runs again: nobody is connected yet, and the time since `since_ms` is charged to nobody."""

    since_ms: int
    form: int = 1


Deed = Opened | Given | Joined | Left | Said | Operated | Ticked | Halted | Resumed
_DECODER: msgspec.json.Decoder[Deed] = msgspec.json.Decoder(Deed)


def text(message: told.Frame) -> msgspec.Raw:
    """A message as it was understood; an operator's without the code."""
    if isinstance(message, told.OperatorSent):
        message = msgspec.structs.replace(message, code=UNSET)
    return msgspec.Raw(encode(message))


def encoded(deed: Deed) -> bytes:
    """A deed as the journal keeps it."""
    return msgspec.json.encode(deed)


def decoded(body: bytes) -> Deed:
    """A deed from the journal."""
    return _DECODER.decode(body)


def do(table: ArenaTable, deed: Deed, now: int, understood: told.FromClient | None = None) -> str | None:
    """Let it happen; an operator's command gives its status. `understood` is the message of the deed, where it is at
    hand already."""
    if isinstance(deed, Said):
        say(table, deed.conn, understood or told.parse(bytes(deed.message)), now, deed.stood)
    elif isinstance(deed, Ticked):
        table.tick(now)
    elif isinstance(deed, Joined):
        hello = told.parse(bytes(deed.hello))
        assert isinstance(hello, told.Hello)
        table.join(deed.conn, hello, now, deed.house)
    elif isinstance(deed, Left):
        table.leave(deed.conn, now)
    elif isinstance(deed, Given):
        table.give(MatchKey(deed.match_id, deed.secret), now)
    elif isinstance(deed, Operated):
        command = told.parse(bytes(deed.message))
        assert isinstance(command, told.OperatorSent)
        return operate(table, command, now)
    elif isinstance(deed, Halted):
        table.halt(deed.void, now)
        table.consider(now)
    elif isinstance(deed, Resumed):
        table.form = deed.form
        table.resume(deed.since_ms, now)
    return None


def say(table: ArenaTable, conn: int, message: told.FromClient, now: int, stood: int | None = None) -> None:
    """Do what a seat's message says."""
    seat = table.seats.of(conn)
    assert seat is not None
    if isinstance(message, told.ActionSent):
        table.act(seat, message, now, stood)
        table.consider(now)
    elif isinstance(message, told.NonceSent):
        table.nonce(seat, message)
    elif isinstance(message, told.IntentSent):
        table.intent(seat, message, now)
        table.consider(now)
    elif isinstance(message, told.BuySent):
        table.buy(seat, message, now)
        table.consider(now)
    else:
        raise Refused("BAD_HELLO", "this connection has its seat already")
