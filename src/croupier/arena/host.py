"""The host: tables and connections, inputs in, effects out (the design's "arena.host").

    effects = host.handle(Received(conn, data), now)

It knows no socket and reads no clock: `now` is given with every input, and `deadline` says when it wants a `Tick`. What
is due by `now` is done before an input is looked at, so that an answer after its deadline is late however the clocks
of the machine run. A connection begins with one of `hello`, `spectate` and `operator` (ruling T1).
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass

from croupier.arena import codes
from croupier.arena import messages as told
from croupier.arena.cash import CashTable
from croupier.arena.codes import Refused
from croupier.arena.config import BadArena, TableConfig, checked
from croupier.arena.dealing import MatchKey
from croupier.arena.inputs import (
    Connected,
    Disconnected,
    Effect,
    Input,
    MatchGiven,
    Received,
    Stop,
    Stopped,
    WantMatch,
)
from croupier.arena.matchtable import MatchTable
from croupier.arena.operating import operate
from croupier.arena.outbox import Outbox
from croupier.arena.table import ArenaTable, Numbers

NEW, SEATED, WATCHING, OPERATING = "new", "seated", "watching", "operating"


@dataclass(slots=True)
class Connection:
    """A client, and how much it may still say."""

    conn: int
    table: ArenaTable
    house: bool
    since: int
    role: str = NEW
    tokens: int = 0
    refilled: int = 0
    dropped: int = 0


class Host:
    """All tables of an arena."""

    def __init__(self, tables: Mapping[str, TableConfig], *, roster: Mapping[str, str] | None = None,
                 operator_code: str | None = None, last_hand: int = 0) -> None:
        if not tables:
            raise BadArena("an arena has at least one table")
        self.out = Outbox()
        self.numbers = Numbers(last_hand)
        self.tables = {name: self._open_table(name, checked(config), roster) for name, config in tables.items()}
        self.operator_code = operator_code
        self.conns: dict[int, Connection] = {}
        self.unheard: dict[int, int] = {}
        """Connections that have not said hello, with the time by which they must."""
        self.refusals: dict[str, int] = dict.fromkeys(codes.ERRORS, 0)
        self.stopping = False

    def _open_table(self, name: str, config: TableConfig, roster: Mapping[str, str] | None) -> ArenaTable:
        kind = CashTable if config.is_cash else MatchTable
        return kind(name, config, self.numbers, self.out, None if roster is None else dict(roster))

    # -- driven --------------------------------------------------------------------------------------------------------

    def open(self) -> list[Effect]:
        """The first effects: every table wants a match."""
        for name in self.tables:
            self.out.want(WantMatch(name))
        return self.out.taken()

    @property
    def deadline(self) -> int | None:
        """When the host wants a tick, None if nothing is due at any time."""
        times = [table.deadline for table in self.tables.values()]
        return min((time for time in [*times, *self.unheard.values()] if time is not None), default=None)

    def handle(self, event: Input, now: int) -> list[Effect]:
        """Take one input; what is due comes first."""
        self._tick(now)
        if isinstance(event, Received):
            self._received(event, now)
        elif isinstance(event, Connected):
            self._connected(event, now)
        elif isinstance(event, Disconnected):
            self._gone(event.conn, now)
        elif isinstance(event, MatchGiven):
            self.tables[event.table_id].give(MatchKey(event.match_id, event.secret), now)
        elif isinstance(event, Stop):
            self._stop(event.void, now)
        self._report_stopped()
        return self.out.taken()

    def _tick(self, now: int) -> None:
        for table in self.tables.values():
            table.tick(now)
        for conn in [conn for conn, by in self.unheard.items() if by <= now]:
            self._refuse(conn, Refused("BAD_HELLO", "no hello came in time", close=codes.NO_HELLO), now)

    # -- connections ---------------------------------------------------------------------------------------------------

    def _connected(self, event: Connected, now: int) -> None:
        table = self.tables.get(event.table_id)
        if table is None:
            names = ", ".join(list(self.tables)[:20])
            error = told.Error(code="TABLE_UNKNOWN", msg=f"no such table: there are {names}")
            self.refusals["TABLE_UNKNOWN"] += 1
            self.out.send([event.conn], error)
            self.out.close(event.conn, codes.REFUSED)
            return
        self.conns[event.conn] = Connection(event.conn, table, event.house, now, tokens=_burst(table), refilled=now)
        self.unheard[event.conn] = now + table.config.hello_time_ms

    def _gone(self, conn: int, now: int) -> None:
        connection = self.conns.pop(conn, None)
        self.unheard.pop(conn, None)
        if connection is not None:
            connection.table.leave(conn, now)

    def _received(self, event: Received, now: int) -> None:
        connection = self.conns.get(event.conn)
        if connection is None:
            return
        try:
            if self._may_speak(connection, now):
                self._message(connection, told.parse(event.data), now)
        except Refused as refused:
            if connection.role == NEW and refused.close is None:
                refused.close = codes.BAD_HELLO
            self._refuse(event.conn, refused, now)

    def _refuse(self, conn: int, refused: Refused, now: int) -> None:
        self.refusals[refused.code] += 1
        error = told.Error(code=refused.code, msg=refused.msg)
        if refused.clause is not None:
            error.clause = refused.clause
        self.out.send([conn], error)
        if refused.close is not None:
            self.out.close(conn, refused.close)
            self._gone(conn, now)

    def _may_speak(self, connection: Connection, now: int) -> bool:
        """Whether a frame is within the rate: said once when it is not, then dropped in silence, in the end closed.

        Answers that are taken do not count.
        """
        rate = connection.table.config.frames_per_second
        connection.tokens = min(_burst(connection.table), connection.tokens + (now - connection.refilled) * rate)
        connection.refilled = now
        if connection.tokens >= 1000:
            connection.tokens -= 1000
            connection.dropped = 0
            return True
        connection.dropped += 1
        if connection.dropped > 20 * rate:
            raise Refused("RATE_LIMITED", f"far more than {rate} frames a second", close=codes.FLOODED)
        if connection.dropped == 1:
            raise Refused("RATE_LIMITED", f"{rate} frames a second at most: wait {1000 // rate + 1} ms")
        return False

    # -- messages ------------------------------------------------------------------------------------------------------

    def _message(self, connection: Connection, message: told.FromClient, now: int) -> None:
        if connection.role == NEW:
            self._first(connection, message, now)
        elif connection.role == WATCHING:
            raise Refused("BAD_SCHEMA", "spectators watch in silence", close=codes.SPOKE)
        elif connection.role == OPERATING:
            self._operate(connection, message, now)
        else:
            self._seated(connection, message, now)

    def _first(self, connection: Connection, message: told.FromClient, now: int) -> None:
        if isinstance(message, told.Hello):
            connection.table.join(connection.conn, message, now, connection.house)
            self._claim(connection, SEATED)
        elif isinstance(message, told.SpectateSent):
            connection.table.spectate(connection.conn, now)
            self._claim(connection, WATCHING)
        elif isinstance(message, told.OperatorSent):
            self._check_operator(message)
            self._claim(connection, OPERATING)
            self._operate(connection, message, now)
        else:
            raise Refused("BAD_HELLO", "say hello first: the first frame is hello, spectate or operator",
                          close=codes.BAD_HELLO)

    def _claim(self, connection: Connection, role: str) -> None:
        connection.role = role
        self.unheard.pop(connection.conn, None)

    def _seated(self, connection: Connection, message: told.FromClient, now: int) -> None:
        table = connection.table
        seat = table.seats.of(connection.conn)
        if seat is None:  # another connection took the seat; this one is being closed
            return
        if isinstance(message, told.ActionSent):
            table.act(seat, message, now)
            connection.tokens += 1000  # an answer to a prompt is never too much, however fast the table plays
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

    def _check_operator(self, message: told.OperatorSent) -> None:
        code = message.code if isinstance(message.code, str) else ""
        if self.operator_code is None or not hmac.compare_digest(self.operator_code.encode(), code.encode()):
            raise Refused("NOT_OPERATOR", "the operator's code is wrong", close=codes.REFUSED)

    def _operate(self, connection: Connection, message: told.FromClient, now: int) -> None:
        if not isinstance(message, told.OperatorSent):
            raise Refused("BAD_COMMAND", "an operator sends operator frames only")
        table = connection.table
        status = operate(table, message, now)
        self.out.send([connection.conn], told.Reply(command=message.command, status=status, table_id=table.table_id,
                                                    hand_id=table.hand.hand_id if table.hand else None))

    # -- the end -------------------------------------------------------------------------------------------------------

    def _stop(self, void: bool, now: int) -> None:
        self.stopping = True
        for table in self.tables.values():
            table.stopping = True
            if void and table.in_hand:
                table.void_hand(now)

    def _report_stopped(self) -> None:
        if self.stopping and not any(table.in_hand for table in self.tables.values()):
            self.out.want(Stopped())


def _burst(table: ArenaTable) -> int:
    """A full bucket: two seconds' worth of frames, in thousandths."""
    return 2000 * table.config.frames_per_second
