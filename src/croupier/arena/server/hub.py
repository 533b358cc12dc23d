"""The hub passes inputs to the host one at a time, and carries out effects once they are committed.

Each input is queued with its time of arrival until the event loop has read all sockets. Handling inputs in a row costs
a third less than handling each right after its read, and no player is late because others came first. Commits run on a
thread of their own, one at a time; inputs that arrive meanwhile are committed together in the next one (`gate`). While
many players have been prompted and few have answered, the next commit is delayed a little. Before every input the hub
checks whether the commit has ended, so that a burst of inputs does not delay the answers to earlier ones. If the store
fails, dealing ends: nothing more is sent, `failed` holds the reason, and the server stops.

The hub keeps these rules. Only the event loop calls the host, and it never does so inside another call. Effects are
carried out in order, after the commit of their input has ended. The queue is bounded. A long queue is handled in
portions, so that sockets are read and frames are sent in between. The hub parses no frame and contains no rule of a
table or a game.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import msgspec

from croupier import protocol
from croupier.arena.core.effects import (
    Close,
    Disconnected,
    Effect,
    Fresh,
    HandDone,
    Input,
    Lagging,
    Mark,
    MatchDone,
    MatchGiven,
    Pinged,
    Received,
    Send,
    Stopped,
    Tick,
    WantMatch,
)
from croupier.arena.core.host import MARK_MS, OPERATING, Host
from croupier.arena.core.match_key import SECRET_BYTES, match_id
from croupier.arena.core.outbox import Record
from croupier.arena.journal.gate import Gate
from croupier.arena.journal.queries import Queries
from croupier.arena.journal.restore import Past
from croupier.arena.journal.store import Store, StoreFailed
from croupier.arena.server.clock import Clock
from croupier.arena.server.fanout import Fanout, Outgoing
from croupier.arena.server.metrics import Counts
from croupier.arena.server.standings import Standings

logger = logging.getLogger("croupier.arena")
FEW, MANY = 8, 64
"""Commit when nothing more is queued, or when FEW inputs were handled and at most as many are queued, and always after
MANY.

So a burst of inputs is answered in two halves. If it were answered all at once, the players' next answers would arrive
as the same burst again, for ever.
"""
COMMIT_PAUSE_S, TABLES_PER_ANSWER = 0.004, 6
"""Wait COMMIT_PAUSE_S between two commits while fewer than one in TABLES_PER_ANSWER waiting tables have an answer.

More answers may arrive meanwhile, and larger commits save a busy server an eighth of the cost of each action. With few
tables, commits wait only for the disk.
"""
COUNT_EVERY_S = 0.1
"""The seconds for which the number of waiting tables is cached."""
QUEUE_MAX = 4096
"""If more inputs than this are queued, the next one is handled before the loop goes on. This bounds the queue."""
STEPS_A_TURN = 12
"""The most steps in one turn of the event loop, because frames are sent at the end of the turn.

With a long queue it is at least a quarter of the queue, so that inputs cannot arrive faster than they are handled.
"""
NEVER_ASKED = ("", 0)
"""The last decision of a connection that was never prompted: no hand, number 0."""
CHECK_S = 0.4
"""Seconds between two checks of the store, so that damage to its files is noticed within a second."""
STANDINGS_HANDS = 1000
"""The number of hands after which the standings are stored. Later hands are counted again after a restart."""


class Hub:
    """A running arena."""

    def __init__(self, host: Host, store: Store, clock: Callable[[], int] | None = None) -> None:
        self.host, self.store, self.gate = host, store, Gate(host)
        self.now = clock or Clock().now
        self.counts = Counts()
        self.fanout = Fanout(self.counts)
        self.connect, self.links = self.fanout.connect, self.fanout.links
        self.standings = Standings()
        self._standings_kept = 0
        """The number of hands in the standings that were stored last."""
        self.failed: Exception | None = None
        self.ended = asyncio.Event()
        """Set when no further hand will be played: the server was stopped or has failed, or all matches are played."""
        self.is_finished = False
        """True once all matches have been played."""
        self._finite = [name for name, table in host.tables.items() if table.config.matches]
        """The tables whose end the server waits for. Practice tables do not keep a server open."""
        self._last_match = store.queries.last_match()
        self._todo: deque[tuple[int, Input]] = deque()
        """The inputs that have arrived and are not handled yet, each with its time."""
        self._came = 0
        self._taken = 0
        """The number of inputs handled since the gate was last idle, or since its effects were last carried out."""
        self._is_due = self._is_busy = self._is_ticking = False
        """True if a turn is scheduled, if one is under way, and if a tick is among the inputs."""
        self._timer: asyncio.TimerHandle | None = None
        self._marking: asyncio.TimerHandle | None = None
        self._checking: asyncio.TimerHandle | None = None
        self._due = 0
        self._closed = False
        self._journal = ThreadPoolExecutor(1, thread_name_prefix="journal") if store.is_on_disk else None
        """The thread that commits, and checks the store between two commits."""
        self._writing: Future[None] | None = None
        """The commit that is under way."""
        self._began = 0.0
        self._is_pausing = False
        """True if a timer will check whether a commit may begin."""
        self._asked, self._counted_at = 0, 0.0
        """The number of tables that wait for an answer, and when they were counted."""
        self._until_next: list[asyncio.Future[None]] = []
        """Futures of callers that wait for the next commit, and for the one under way."""
        self._until_this: list[asyncio.Future[None]] = []

    def open(self, past: Past | None = None) -> None:
        """Open every table. Tables in `past` continue from there. If a table cannot be opened, write nothing."""
        try:
            self._open(past)
        except Exception as error:
            self.failed = error
            raise
        self._work()
        if self._journal is not None:
            self._mark_later()
            self._check_later(self._journal)

    def _open(self, past: Past | None) -> None:
        self.host.begin(self.now(), past)
        for name in sorted(self.host.resumed):
            table = self.host.tables[name]
            logger.info("%s goes on%s", name, f" with {table.hand.hand_id}" if table.hand and table.in_hand else "")
        self.standings.load(self.store, self.now())
        self._standings_kept = self.standings.hands
        self.host.out.batch.standings = self.standings.dumps()

    # -- inputs --------------------------------------------------------------------------------------------------------

    def put(self, event: Input) -> None:
        """Queue an input for the host, with the time of its arrival.

        The inputs of one turn of the event loop are handled together. After a failure, inputs are ignored.
        """
        if self.failed is None:
            self._came += 1
            self._todo.append((self.now(), event))
            if len(self._todo) < QUEUE_MAX or self._is_busy:
                self._soon()
            else:
                self._work()

    def receive(self, conn: int, data: bytes | str, stood: tuple[str, int] | None = None) -> None:
        """Pass a client's message to the host, with the decision that was open when the message was read (T4).

        If no decision is given, use the one that is open now.
        """
        self.put(Received(conn, data, stood or self.decision(conn)))

    def decision(self, conn: int) -> tuple[str, int]:
        """Return the hand and number of the last decision for which a connection was prompted."""
        return self.fanout.asked.get(conn, NEVER_ASKED)

    def pinged(self, conn: int) -> None:
        """Pass a ping to the host, which counts it like a message."""
        self.put(Pinged(conn))

    def lagging(self, conn: int) -> None:
        """Ask the host for a fresh snapshot for a client whose queue overflowed."""
        self.put(Lagging(conn))

    def gone(self, conn: int) -> None:
        """Pass the end of a connection to the host."""
        self.links.pop(conn, None)
        self.fanout.asked.pop(conn, None)
        self.put(Disconnected(conn))

    def _soon(self) -> None:
        """Schedule a turn of the hub after this turn of the event loop."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        self._is_due = False
        self._work()

    def _work(self) -> None:
        """Handle inputs, commit, and carry out effects, until the hub must wait for a commit or its turn is over."""
        self._is_busy = True
        if self._todo:
            self.counts.input_wait_ms_max = max(self.counts.input_wait_ms_max, self.now() - self._todo[0][0])
        try:
            for _ in range(max(STEPS_A_TURN, len(self._todo) // 4)):
                if self.failed is not None or not self._step():
                    break
            else:
                self._soon()
        except Exception as error:
            self._fail(error)
        finally:
            self._is_busy = False
        self._arm()

    def _continue(self) -> None:
        """Continue, because a commit has ended or may begin."""
        if not self._is_due:
            self._work()

    def _step(self) -> bool:
        """Take the next step. Return True if another step may follow."""
        if self._writing is not None:
            if self._writing.done():  # checked before each input, so that a burst of inputs does not delay effects
                self._written(self._writing)
                return True
        elif self._is_enough():
            self._commit()
            return True
        if self._todo and not (self._taken >= MANY and self.gate.has_free):
            came, event = self._todo.popleft()
            self._taken = 1 if self.gate.is_idle else self._taken + 1
            self._is_ticking = self._is_ticking and not isinstance(event, Tick)
            self.host.take(event, self.now(), came)
            return True
        effects = self.gate.free()
        if effects:
            self._taken = 0
            self._perform(effects)
        return bool(effects)

    def _is_enough(self) -> bool:
        """Return True if it is time to commit the effects of the handled inputs."""
        if not self.host.out.batch:
            return False
        waiting = len(self._todo)
        if self._taken >= MANY:
            return True
        return (not waiting or len(self.host.out.batch.entries) >= max(FEW, waiting)) and self._may_commit()

    def _may_commit(self) -> bool:
        """Return True if a commit may begin. Otherwise set a timer for when it may."""
        now = time.perf_counter()
        left = self._began + COMMIT_PAUSE_S - now
        if (self._journal is None or left < COMMIT_PAUSE_S / 8
                or TABLES_PER_ANSWER * len(self.host.out.batch.entries) >= self._tables_waiting(now)):
            return True
        if not self._is_pausing:
            self._is_pausing = True
            asyncio.get_running_loop().call_later(left, self._go_on)
        return False

    def _go_on(self) -> None:
        self._is_pausing = False
        self._continue()

    def _tables_waiting(self, now: float) -> int:
        """Return how many tables wait for an answer. The number may be COUNT_EVERY_S seconds old."""
        if now > self._counted_at + COUNT_EVERY_S:
            self._counted_at = now
            self._asked = sum(table.prompt is not None for table in self.host.tables.values())
        return self._asked

    def _fail(self, error: Exception) -> None:
        """Stop dealing, because the store or the host failed: no hand may be dealt that cannot be stored."""
        if self.failed is not None:
            return
        if isinstance(error, StoreFailed):
            logger.critical("the store failed, dealing stops: %s", error)
        else:
            logger.critical("the host failed, dealing stops", exc_info=error)
        self.failed = error
        self._notify_operators("the store failed" if isinstance(error, StoreFailed) else "the host failed")
        self.ended.set()
        self._release_waiting(self._until_this + self._until_next)

    def _notify_operators(self, what: str) -> None:
        """Send operators a notice. Players and spectators get no further frames."""
        message = Outgoing(msgspec.json.encode(protocol.Notice(notice="FAILED", msg=f"{what}: dealing has stopped")))
        for connection in self.host.conns.values():
            if connection.role == OPERATING and connection.conn in self.links:
                self.links[connection.conn].push([message])

    # -- commits -------------------------------------------------------------------------------------------------------

    def _commit(self) -> None:
        """Commit the waiting batch: at once if the store is in memory, otherwise on the journal's thread."""
        batch = self.gate.batch()
        assert batch is not None
        batch.standings = batch.standings or self._standings_due()
        self._until_this, self._until_next, self._taken = self._until_next, [], 0
        self._began = time.perf_counter()
        if self._journal is None:
            self.store.commit(batch)
            self._safe()
        else:
            self.store.prepare(batch)
            loop, self._writing = asyncio.get_running_loop(), self._journal.submit(self.store.commit, batch)
            self._writing.add_done_callback(lambda done: loop.call_soon_threadsafe(self._continue))

    def _written(self, commit: Future[None]) -> None:
        """Carry out the effects of a commit that has ended. If the commit raised an exception, raise it here."""
        self._writing = None
        commit.result()
        self._safe()

    def _check_later(self, journal: ThreadPoolExecutor) -> None:
        """Check the store in CHECK_S seconds, on the thread that commits; stop dealing if it is damaged."""
        loop = asyncio.get_running_loop()

        def check() -> None:
            journal.submit(self.store.check).add_done_callback(
                lambda done: loop.call_soon_threadsafe(checked, done.exception()))

        def checked(error: BaseException | None) -> None:
            if isinstance(error, Exception):
                self._fail(error)
            elif not self._closed:
                self._check_later(journal)

        self._checking = loop.call_later(CHECK_S, check)

    def _safe(self) -> None:
        """Count a commit and carry out its effects, which are now durable."""
        seconds, counts = time.perf_counter() - self._began, self.counts
        counts.commits += 1
        counts.commit_seconds += seconds
        counts.commit_seconds_max = max(counts.commit_seconds_max, seconds)
        self._perform(self.gate.committed())
        self._release_waiting(self._until_this)
        self._until_this = []

    @property
    def waiting(self) -> int:
        """Return how many inputs are queued."""
        return len(self._todo)

    @property
    def is_idle(self) -> bool:
        """Return True if every input was handled and committed, and its effects carried out."""
        return not self._todo and self.gate.is_idle

    async def settled(self) -> None:
        """Wait until every input so far is committed and carried out, or the store has failed."""
        came = self._came
        while self.failed is None and (self._came - len(self._todo) < came or self.gate.has_free):
            await asyncio.sleep(0)
        if self.failed is not None or self.gate.is_idle:
            return
        waiting = asyncio.get_running_loop().create_future()
        (self._until_next if self.host.out.batch else self._until_this).append(waiting)
        await waiting

    def _release_waiting(self, waiting: list[asyncio.Future[None]]) -> None:
        for each in waiting:
            if not each.done():
                each.set_result(None)

    # -- effects -------------------------------------------------------------------------------------------------------

    def _perform(self, effects: list[Effect]) -> None:
        """Carry out effects that may be visible now, in order."""
        for effect in effects:
            if isinstance(effect, Send):
                self.fanout.send(effect)
            elif isinstance(effect, Close):
                self.fanout.close(effect)
            elif isinstance(effect, Fresh):
                self.fanout.fresh(effect)
            elif isinstance(effect, WantMatch):
                self._give_match(effect.table_id)
            elif isinstance(effect, Stopped):
                self.ended.set()
            elif isinstance(effect, Record):
                self._happened(effect)
        self.fanout.flush()

    def _happened(self, record: Record) -> None:
        if isinstance(record, HandDone | MatchDone):
            self.standings.add(record, self.host.tables[record.table_id].config)
            self.count_public(self.now())
        if isinstance(record, MatchDone):
            logger.info("match %s on %s: %s after %d hands", record.match_id, record.table_id,
                        f"{record.standings[0]['team']} wins" if record.standings else "a new secret", record.hands)
            if self._finite and all(self.host.tables[name].is_done for name in self._finite):
                self.is_finished = True
                self.ended.set()

    def count_public(self, now: int | None) -> None:
        """Count the hands and matches that are public by now, or all of them."""
        for record in self.standings.settle(now):
            if isinstance(record, HandDone):
                self.counts.hands += 1
            else:
                self.counts.matches += 1

    @property
    def public_standings(self) -> Standings:
        """Return the standings as anybody may see them now."""
        self.count_public(self.now())
        return self.standings

    @property
    def queries(self) -> Queries:
        """Return the store's queries as anybody may use them now. These queries leave out what a table's delay holds
        back.
        """
        delays = {name: table.audience.feed.delay_ms for name, table in self.host.tables.items()}
        return self.store.queries.as_of({name: self.now() - delay for name, delay in delays.items() if delay})

    def _give_match(self, table_id: str) -> None:
        """Draw a random secret for a table's next match. The match begins only after the secret is committed (T6)."""
        self._last_match += 1
        name = match_id(self.now(), self._last_match)
        self.put(MatchGiven(table_id, name, secrets.token_bytes(SECRET_BYTES)))

    # -- standings -----------------------------------------------------------------------------------------------------

    def _standings_due(self) -> bytes | None:
        """Return the standings if it is time to store them, else None."""
        if self.standings.hands < self._standings_kept + STANDINGS_HANDS:
            return None
        self._standings_kept = self.standings.hands
        return self.standings.dumps()

    # -- time ----------------------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set the timer for the time at which the host may need a tick. A tick that is too early does no harm."""
        due = self.host.timers.not_before if self.failed is None and not self._is_ticking else None
        if self._timer is not None:
            if due is not None and self._due <= due:
                return
            self._timer.cancel()
            self._timer = None
        if due is not None and not self._closed:
            self._due = due
            delay = max(0, due - self.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)

    def _wake(self) -> None:
        """Send a tick if something is due. Nothing is due if the player has answered meanwhile."""
        self._timer = None
        due, now = self.host.deadline, self.now()
        if due is None or due > now:
            self._arm()
            return
        self.counts.late(now - due)
        self._is_ticking = True  # queue only one tick for a deadline, however long it waits in the queue
        self.put(Tick())

    def _mark_later(self, wait_ms: int = MARK_MS) -> None:
        """Check again after `wait_ms` whether the time must be journalled (`Mark`)."""
        self._marking = asyncio.get_running_loop().call_later(wait_ms / 1000, self._mark)

    def _mark(self) -> None:
        left = self.host.kept_ms + MARK_MS - self.now()
        if left <= 0:
            self.put(Mark())
        self._mark_later(left if left > 0 else MARK_MS)

    def close(self) -> None:
        """Stop all timers."""
        self._closed = True
        for timer in (self._timer, self._marking, self._checking):
            if timer is not None:
                timer.cancel()
        self._timer = self._marking = self._checking = None

    async def finish(self) -> None:
        """Commit everything that still waits."""
        while self.failed is None and not self.is_idle:
            await self.settled()
        self.count_public(None)  # the last frames to the operator are not public and are not counted
        if self._journal is not None:
            self._journal.shutdown()
