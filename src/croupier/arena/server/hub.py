"""The middle of a server: inputs go into the host one at a time, effects are carried out in order.

A record is in the store before the frames that follow from it leave. If the store fails, dealing ends: nothing more is
sent, `failed` says why, and the server goes down with it.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from croupier.arena.dealing import SECRET_BYTES, match_id
from croupier.arena.host import Host
from croupier.arena.inputs import (
    Close,
    Effect,
    HandDone,
    Input,
    MatchDone,
    MatchGiven,
    Send,
    Stopped,
    Tick,
    WantMatch,
)
from croupier.arena.server.counts import Counts
from croupier.arena.server.standings import Standings
from croupier.arena.store import Store, StoreFailed

logger = logging.getLogger("croupier.arena")


class Clock:
    """Milliseconds since 1970 that never run backwards, whatever the wall clock does."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()

    def now(self) -> int:
        """The time."""
        return int((self._offset + time.monotonic()) * 1000)


class Link(Protocol):
    """A connection as the hub knows it."""

    def push(self, data: bytes) -> None:
        """Send a frame, without waiting."""

    def shut(self, code: int, reason: str) -> None:
        """Close after what was pushed."""


class Hub:
    """A running arena."""

    def __init__(self, host: Host, store: Store, clock: Callable[[], int] | None = None) -> None:
        self.host, self.store = host, store
        self.now = clock or Clock().now
        self.links: dict[int, Link] = {}
        self.counts = Counts()
        self.standings = Standings({name: table.config.bb for name, table in host.tables.items()})
        self.failed: Exception | None = None
        self.ended = asyncio.Event()
        """Set when nothing is in play any more and nothing will be: stopped, failed, or all matches played."""
        self._finite = [table for table in host.tables.values() if table.config.matches]
        """Tables that come to an end; practice tables do not keep a server open."""
        self._next_conn = 0
        self._todo: deque[Input] = deque()
        self._busy = False
        self._timer: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Give every table its first match."""
        self._perform(self.host.open())
        self._work()

    def connect(self, link: Link) -> int:
        """A number for a new connection."""
        self._next_conn += 1
        self.links[self._next_conn] = link
        return self._next_conn

    def put(self, event: Input) -> None:
        """Give the host an input; one at a time, in the order they came. A host that failed takes nothing more."""
        if self.failed is not None:
            return
        self._todo.append(event)
        if not self._busy:
            self._work()

    def _work(self) -> None:
        self._busy = True
        try:
            while self._todo and self.failed is None:
                event = self._todo.popleft()
                self._perform(self.host.handle(event, self.now()))
        except Exception as error:
            self._fail(error)
        finally:
            self._busy = False
        self._arm()

    def _fail(self, error: Exception) -> None:
        """Nothing may be dealt that cannot be kept, and a host in doubt does not go on."""
        if isinstance(error, StoreFailed):
            logger.critical("the store failed, dealing stops: %s", error)
        else:
            logger.critical("the host failed, dealing stops", exc_info=error)
        self.failed = error
        self.ended.set()

    def _perform(self, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                self._send(effect)
            elif isinstance(effect, Close):
                link = self.links.pop(effect.conn, None)
                if link is not None:
                    link.shut(effect.code, effect.reason)
            elif isinstance(effect, WantMatch):
                self._give_match(effect.table_id)
            elif isinstance(effect, Stopped):
                self.ended.set()
            else:
                self._keep(effect)
        if self._finite and all(table.is_done for table in self._finite):
            self.ended.set()

    def _send(self, effect: Send) -> None:
        self.counts.frames_out += len(effect.conns)
        for conn in effect.conns:
            link = self.links.get(conn)
            if link is not None:
                link.push(effect.data)

    def _keep(self, record: Effect) -> None:
        assert not isinstance(record, Send | Close | WantMatch | Stopped)
        began = time.perf_counter()
        self.store.keep(record)
        self.counts.committed(time.perf_counter() - began)
        counts = not self.host.tables[record.table_id].config.practice
        if isinstance(record, HandDone):
            self.counts.hands += 1
            if counts:
                self.standings.hand(record)
        elif isinstance(record, MatchDone):
            self.counts.matches += 1
            if counts:
                self.standings.match(record)
            logger.info("match %s on %s: %s after %d hands", record.match_id, record.table_id,
                        f"{record.standings[0]['team']} wins" if record.standings else "a new secret", record.hands)

    def _give_match(self, table_id: str) -> None:
        """A new secret, kept before it is used (T6)."""
        secret = secrets.token_bytes(SECRET_BYTES)
        name = match_id(self.now(), self.store.last_match() + 1)
        self.store.new_match(name, table_id, secret, self.now())
        self._todo.append(MatchGiven(table_id, name, secret))

    def _arm(self) -> None:
        """Wake up when the host wants a tick."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.host.deadline
        if due is not None and self.failed is None:
            delay = max(0, due - self.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._tick, due)

    def _tick(self, due: int) -> None:
        self._timer = None
        self.counts.late(max(0, self.now() - due))
        self.put(Tick())

    def close(self) -> None:
        """Stop waking up."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
