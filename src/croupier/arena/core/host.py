"""A host holds all tables and connections of an arena, takes inputs, and returns effects.

    effects = host.handle(Received(conn, data), now)

The host has no sockets and reads no clock: the caller passes `now` with every input, and `deadline` says when the host
needs a `Tick`. Before handling an input, the host does everything that was due when the input arrived (`came`). So an
answer is late only if it arrived after its deadline, however long it then waited in a queue. The first frame of a
connection is `hello`, `spectate` or `operator` (ruling T1).

The host decides which frames a connection may send, how often and for which team. An accepted input becomes a command,
and only commands change tables. If there is a journal (`chain`), each command is stored before its effects are sent.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass

import msgspec

from croupier import protocol
from croupier.arena.core.config import Attempts, BadArena, Limits, TableConfig, opening
from croupier.arena.core.effects import (
    Connected,
    Disconnected,
    Effect,
    Input,
    Lagging,
    Mark,
    MatchGiven,
    Pinged,
    Received,
    Stop,
    Stopped,
    WantMatch,
)
from croupier.arena.core.names import check_new
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.seats import Seating
from croupier.arena.core.timers import Timers
from croupier.arena.journal import commands
from croupier.arena.journal.chain import Chain
from croupier.arena.journal.restore import Past, open_table, restore_tables
from croupier.protocol import errors
from croupier.protocol.errors import Refused

FORGIVEN = 5
"""Each frame within the rate cancels this many dropped frames.

So a client that was too fast for a moment is forgiven, and one that keeps sending far too much is closed.
"""
NAME_MAX = 64
"""The most characters of a table's name."""
MSG_MAX = 300
"""The most characters of an error's message, which keeps answers short whatever a client sends."""
ABOUT_A_HAND = ("VOID", "SKIP", "REMOVE")
"""Operator's commands that may end a hand. The reply names the hand that ended, not the next one."""
MARK_MS = 1000
"""The time is journalled this often (in ms) while a player's clock runs and nothing else is written.

So after a crash no player gets back more time than this.
"""
NEW, SEATED, WATCHING, OPERATING = "new", "seated", "watching", "operating"


@dataclass(slots=True)
class Connection:
    """A client's connection, with the number of frames that it may still send."""

    conn: int
    table: ArenaTable
    house: bool
    since: int
    address: str = ""
    role: str = NEW
    tokens: int = 0
    refilled: int = 0
    dropped: int = 0


class Host:
    """All tables of an arena."""

    def __init__(self, tables: Mapping[str, TableConfig], *, roster: Mapping[str, str] | None = None,
                 operator_code: str | None = None, last_hand: int = 0, chain: Chain | None = None,
                 limits: Limits | None = None) -> None:
        if not tables:
            raise BadArena("an arena has at least one table")
        if not all(0 < len(name) <= NAME_MAX and name.isprintable() for name in tables):
            raise BadArena(f"a table's name has 1 to {NAME_MAX} characters, all of which can be seen")
        if roster is not None and any(config.open for config in tables.values()):
            raise BadArena("an open table has no codes, a roster has: choose one of the two")
        self.out = Outbox(chain)
        self.numbers = Numbers(last_hand)
        self.roster = None if roster is None else dict(roster)
        self.tables = {name: self._table(name, opening(config)) for name, config in tables.items()}
        self.operator_code = operator_code
        self.conns: dict[int, Connection] = {}
        self.timers = Timers()
        """The deadlines of tables, by name, and of connections that have not sent their first frame, by number."""
        self.refusals: dict[str, int] = dict.fromkeys(errors.ERRORS, 0)
        self.attempts = Attempts(limits or Limits())
        self.stopping = False
        self.kept_ms = 0
        """The time of the last record in the journal."""
        self.resumed: set[str] = set()
        """The names of tables that continued from the journal."""

    def _table(self, name: str, config: TableConfig) -> ArenaTable:
        return open_table(name, config, self.numbers, self.out, self.roster)

    # -- inputs --------------------------------------------------------------------------------------------------------

    def open(self, now: int = 0, past: Past | None = None) -> list[Effect]:
        """Open every table, or continue it if `past` knows it, and return the effects."""
        self.begin(now, past)
        return self.out.taken()

    def begin(self, now: int, past: Past | None = None) -> None:
        """Open every table like `open`, but leave the effects in `out`."""
        past = past or Past()
        known = restore_tables(past, self.out, self.numbers)
        for name, fresh in self.tables.items():
            if name in known and known[name].config == fresh.config and not known[name].is_done:
                self._resume(known[name], past.last_ms, now)
            else:
                self._open(fresh, known.get(name), now)
            if self.tables[name].wants_match:
                self.out.want(WantMatch(name))

    def _resume(self, table: ArenaTable, since: int, now: int) -> None:
        self.tables[table.table_id] = table
        self.resumed.add(table.table_id)
        table.seats.roster = Seating(table.config.seats, self.roster).roster
        self._do(table, commands.TableResumed(since), now)

    def _open(self, table: ArenaTable, before: ArenaTable | None, now: int) -> None:
        """Open a table that is new or has new settings. A hand that is in play under the old settings is declared void.
        """
        if before is not None and before.in_hand:
            self._do(before, commands.TableHalted(void=True), now)
        self._do(table, commands.TableOpened(msgspec.to_builtins(table.config), self.numbers.last), now)

    @property
    def deadline(self) -> int | None:
        """Return when the host needs a tick, or None if no deadline is set."""
        return self.timers.next

    def handle(self, event: Input, now: int, came: int | None = None) -> list[Effect]:
        """Handle one input after everything that was due when it arrived, and return the effects."""
        self.take(event, now, came)
        return self.out.taken()

    def take(self, event: Input, now: int, came: int | None = None) -> None:
        """Handle one input like `handle`, but leave the effects in `out`."""
        came = now if came is None else came
        self._tick(now, came)  # use `came`, not `now`: a player is not late if only the server was
        if isinstance(event, Received):
            self._received(event, now, came)
        elif isinstance(event, Connected):
            self._connected(event, now, came)
        elif isinstance(event, Disconnected):
            self._gone(event.conn, now)
        elif isinstance(event, Pinged):
            self._pinged(event.conn, now, came)
        elif isinstance(event, Lagging):
            self._lagging(event.conn, now)
        elif isinstance(event, MatchGiven):
            self._do(self.tables[event.table_id], commands.MatchKeyGiven(event.match_id, event.secret), now)
        elif isinstance(event, Stop):
            self._stop(event.void, now)
        elif isinstance(event, Mark):
            self._mark(now)
        if self.stopping:
            self._report_stopped()

    def _do(self, table: ArenaTable, command: commands.Command, now: int,
            message: protocol.FromClient | None = None) -> str | None:
        """Apply a command to a table and journal it. A refused command changes nothing and is not journalled."""
        chain = self.out.chain
        if chain is not None:
            chain.propose(table.table_id, now, commands.encode(command))
        status = commands.apply(table, command, now, message)
        if table.delay_ms:
            table.publish(now)
            self.timers.set((table.table_id, "public"), table.audience.feed.deadline)
        if chain is not None:
            if isinstance(command, commands.TableOpened):
                self.out.save(table)
            self.out.keep(chain.append())
            self.kept_ms = now
        self.timers.set(table.table_id, table.deadline)
        return status

    def _tick(self, now: int, by: int) -> None:
        """Do what was due by a time. Each table gets at most one tick."""
        soonest = self.timers.not_before
        if soonest is None or soonest > by:
            return
        due = []
        while (name := self.timers.due(by)) is not None:
            due.append(name)
        for name in due:
            if isinstance(name, str):
                self._do(self.tables[name], commands.TimeAdvanced(), now)
            elif isinstance(name, tuple):
                audience = self.tables[name[0]].audience
                audience.release(now)
                self.timers.set(name, audience.feed.deadline)
            else:
                self._refuse(name, Refused("BAD_HELLO", "no hello came in time", close=errors.NO_HELLO), now)

    def _mark(self, now: int) -> None:
        """Store the present time in the journal. To do so, give a tick to one table at which nothing is due.

        A table at which something is due is left out: an answer that came in time may still be queued, and the tick
        would time that player out.
        """
        if now - self.kept_ms >= MARK_MS:
            asked = (table for table in self.tables.values() if table.prompt is not None and table.prompt.deadline)
            table = next((table for table in asked if (table.deadline or 0) > now), None)
            if table is not None:
                self._do(table, commands.TimeAdvanced(), now)

    # -- connections ---------------------------------------------------------------------------------------------------

    def _connected(self, event: Connected, now: int, came: int) -> None:
        table = self.tables.get(event.table_id)
        if table is None:
            names = ", ".join(list(self.tables)[:20])
            error = protocol.ErrorFrame(code="TABLE_UNKNOWN", msg=f"no such table: there are {names}")
            self.refusals["TABLE_UNKNOWN"] += 1
            self.out.send([event.conn], error)
            self.out.close(event.conn, errors.REFUSED)
            return
        self.conns[event.conn] = Connection(event.conn, table, event.house, now, event.address,
                                            tokens=2000 * table.config.frames_per_second, refilled=came)
        self.timers.set(event.conn, now + table.config.hello_time_ms)

    def _gone(self, conn: int, now: int) -> None:
        connection = self.conns.pop(conn, None)
        self.timers.set(conn, None)
        if connection is None:
            return
        if connection.table.seats.of(conn) is not None:
            self._do(connection.table, commands.SeatDisconnected(conn), now)
        else:
            connection.table.leave(conn, now)

    def _received(self, event: Received, now: int, came: int) -> None:
        connection = self.conns.get(event.conn)
        if connection is None:
            return
        try:
            if self._may_speak(connection, came):
                if connection.role == NEW and not protocol.may_be_first(event.data):
                    raise Refused("BAD_HELLO", "say hello first: the first frame is hello, spectate or operator")
                if connection.role == WATCHING:
                    raise Refused("BAD_SCHEMA", "spectators watch in silence", close=errors.SPOKE)
                self._message(connection, event, protocol.parse(event.data), now)
        except Refused as refused:
            if connection.role == NEW and refused.close is None:
                refused.close = errors.BAD_HELLO
            self._refuse(event.conn, refused, now)

    def _pinged(self, conn: int, now: int, came: int) -> None:
        """Count a ping like a frame."""
        connection = self.conns.get(conn)
        try:
            if connection is not None:
                self._may_speak(connection, came)
        except Refused as refused:
            self._refuse(conn, refused, now)

    def _lagging(self, conn: int, now: int) -> None:
        """Send a fresh snapshot to a client whose queue overflowed."""
        connection = self.conns.get(conn)
        if connection is not None and connection.role in (SEATED, WATCHING):
            self.out.fresh(conn)
            connection.table.catch_up(conn, now)

    def _refuse(self, conn: int, refused: Refused, now: int) -> None:
        self.refusals[refused.code] += 1
        connection = self.conns.get(conn)
        # count only wrong codes: counting every refusal once locked out all clients behind one address
        if refused.is_guess and connection is not None and connection.address:
            self.attempts.failed(connection.address, connection.table.table_id, now)
        error = protocol.ErrorFrame(code=refused.code, msg=refused.msg[:MSG_MAX])
        if refused.clause is not None:
            error.clause = refused.clause
        self.out.send([conn], error)
        if refused.close is not None:
            self.out.close(conn, refused.close)
            self._gone(conn, now)

    def _may_speak(self, connection: Connection, came: int) -> bool:
        """Return True if a frame is within the rate.

        Raise Refused for the first frame beyond the rate, and again when the connection has to be closed for flooding.
        Two seconds' worth of frames may come at once; tokens are thousandths of a frame. Accepted actions do not count.
        """
        rate = connection.table.config.frames_per_second
        tokens = connection.tokens + (came - connection.refilled) * rate
        connection.tokens = tokens = min(tokens, 2000 * rate)
        connection.refilled = came
        if tokens >= 1000:
            connection.tokens = tokens - 1000
            if connection.dropped:
                connection.dropped = max(0, connection.dropped - FORGIVEN)
            return True
        connection.dropped += 1
        if connection.dropped > 20 * rate:
            raise Refused("RATE_LIMITED", f"far more than {rate} frames a second", close=errors.FLOODED)
        if connection.dropped == 1:
            raise Refused("RATE_LIMITED", f"{rate} frames a second at most: wait {1000 // rate + 1} ms")
        return False

    # -- messages ------------------------------------------------------------------------------------------------------

    def _message(self, connection: Connection, event: Received, message: protocol.FromClient, now: int) -> None:
        if connection.role == NEW:
            self._first(connection, event, message, now)
        elif connection.role == OPERATING:
            self._operate(connection, event, message, now)
        else:
            self._seated(connection, event, message, now)

    def _first(self, connection: Connection, event: Received, message: protocol.FromClient, now: int) -> None:
        if not isinstance(message, protocol.SpectateSent):
            self._may_try(connection, now)
        if isinstance(message, protocol.Hello):
            self._check_name(connection, message)
            command = commands.SeatJoined(connection.conn, commands.raw_message(event.data, message), connection.house)
            self._do(connection.table, command, now, message)
            self._claim(connection, SEATED)
        elif isinstance(message, protocol.SpectateSent):
            connection.table.spectate(connection.conn, now)
            self._claim(connection, WATCHING)
        else:
            self._check_operator(message)
            self._claim(connection, OPERATING)
            self._operate(connection, event, message, now)

    def _may_try(self, connection: Connection, now: int) -> None:
        """Refuse a client whose address has sent too many wrong codes, even if this code is right."""
        wait = self.attempts.wait(connection.address, connection.table.table_id, now) if connection.address else 0
        if wait:
            raise Refused("RATE_LIMITED", f"too many wrong codes from your address: wait {wait // 1000 + 1} s",
                          close=errors.FLOODED)

    def _check_name(self, connection: Connection, hello: protocol.Hello) -> None:
        """Refuse a new team if its name looks like another name at the table.

        The names of a roster are not checked here: they were checked against each other when the roster was read.
        """
        seats = connection.table.seats
        name = seats.name(hello)
        if seats.roster is None and seats.team(name) is None:
            check_new(name, [seat.team for seat in seats])

    def _claim(self, connection: Connection, role: str) -> None:
        connection.role = role
        self.timers.set(connection.conn, None)

    def _seated(self, connection: Connection, event: Received, message: protocol.FromClient, now: int) -> None:
        if connection.table.seats.of(connection.conn) is None:  # another connection took the seat
            return
        decision = _find_decision(message, event.stood)
        command = commands.SeatMessage(connection.conn, commands.raw_message(event.data, message), decision)
        self._do(connection.table, command, now, message)
        if isinstance(message, protocol.ActionSent):
            # give the token back: answers to prompts do not count, however fast the table plays
            connection.tokens += 1000

    def is_operator(self, code: str) -> bool:
        """Return True if a code is the operator's."""
        return self.operator_code is not None and hmac.compare_digest(self.operator_code.encode(), code.encode())

    def _check_operator(self, message: protocol.FromClient) -> None:
        code = message.code if isinstance(message, protocol.OperatorSent) and isinstance(message.code, str) else ""
        if not self.is_operator(code):
            raise Refused("NOT_OPERATOR", "the operator's code is wrong", close=errors.REFUSED, is_guess=True)

    def _operate(self, connection: Connection, event: Received, message: protocol.FromClient, now: int) -> None:
        if not isinstance(message, protocol.OperatorSent):
            raise Refused("BAD_COMMAND", "an operator sends operator frames only")
        table = connection.table
        asks = message.command == "STATUS"  # STATUS changes nothing, so it is not a command
        before = table.hand
        command = commands.OperatorCommand(commands.raw_message(event.data, message))
        status = table.status if asks else self._do(table, command, now, message) or ""
        hand = before if message.command in ABOUT_A_HAND else table.hand
        reply = protocol.OperatorReply(command=message.command, status=status, table_id=table.table_id,
                                       hand_id=hand.hand_id if hand else None)
        self.out.send([connection.conn], reply)

    # -- the end -------------------------------------------------------------------------------------------------------

    def _stop(self, void: bool, now: int) -> None:
        self.stopping = True
        for table in self.tables.values():
            self._do(table, commands.TableHalted(void), now)

    def _report_stopped(self) -> None:
        if not any(table.in_hand for table in self.tables.values()):
            self.out.want(Stopped())


def _find_decision(message: protocol.FromClient, stood: tuple[str, int] | None) -> int | None:
    """Return the decision of the action's hand that was open when the action was received. Return 0 if no decision was
    open, and None if that is not known.
    """
    if stood is None or not isinstance(message, protocol.ActionSent):
        return None
    return stood[1] if stood[0] == message.hand_id else 0
