"""Send frames to many connections: each frame is made once, and queued for clients that do not read.

    conn = fanout.connect(link)
    fanout.send(Send(conns, data)); fanout.close(...); fanout.fresh(...); fanout.flush()

aiohttp's own writer frames a message once, however many connections get it. Frames for a client that does not read wait
in a bounded queue. When the queue is full, it is emptied and the client gets a fresh snapshot instead. A client that
does not read the snapshot either is closed.

Spectators are served by `Broadcast` in small portions, so that players never wait for them. Up to FEW connections are
served at once. More are served PORTION connections per turn of the event loop, with PAUSE_S between portions: a
player's message that arrives meanwhile is handled before the next portion. When all have been served, the broadcast
rests for ROUND_S, and frames that arrive in that time are sent together, with one write for each connection. In one
process this serves a few hundred spectators. For thousands, start `croupier relay`.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any, Generic, Protocol, TypeVar

from aiohttp import WSMsgType
from aiohttp.http import WebSocketWriter

from croupier.arena.core.effects import Close, Fresh, Send
from croupier.arena.server.metrics import Counts

Message = TypeVar("Message")
FEW = 32
"""The number of connections that are served at once."""
PORTION = 16
"""The number of connections served in one turn of the loop, which takes about a millisecond. With larger portions, a
player's answer had to wait for two whole portions.
"""
PAUSE_S = 0.001
"""The seconds between two portions, in which other processes of the machine, often the readers, can run."""
ROUND_S = 0.05
"""The seconds from the end of one round to the beginning of the next."""


class BroadcastBatch(Generic[Message]):
    """Frames that go to the same connections."""

    def __init__(self, conns: tuple[int, ...]) -> None:
        self.conns = conns
        self.frames: list[Message] = []
        self.is_open = True
        """True while frames may be added: until the batch is being sent, or one connection has already got it."""
        self.sent = 0
        """The number of connections that have been served."""
        self._early: set[int] = set()
        """Connections that got these frames before their turn."""
        self._places: dict[int, int] | None = None

    def take(self, most: int) -> list[int]:
        """Return the next connections to serve."""
        taken = self.conns[self.sent:self.sent + most]
        self.sent += len(taken)
        return [conn for conn in taken if conn not in self._early]

    def take_out(self, conn: int) -> bool:
        """Return True if this connection still has to get the frames of the batch.

        The caller sends them, and the batch does not serve that connection again.
        """
        if self._places is None:  # built once, because thousands of connections may leave at the same moment
            self._places = {each: place for place, each in enumerate(self.conns)}
        is_due = conn not in self._early and self._places.get(conn, -1) >= self.sent
        if is_due:
            self.is_open = False
            self._early.add(conn)
        return is_due


class Broadcast(Generic[Message]):
    """Frames that wait for spectators."""

    def __init__(self, push: Callable[[int, Sequence[Message]], None], *, portion: int = PORTION,
                 pause_s: float = PAUSE_S, round_s: float = ROUND_S) -> None:
        self._push = push
        self._portion_size, self._pause_s, self._round_s = portion, pause_s, round_s
        self._rounds: deque[BroadcastBatch[Message]] = deque()
        self._timer: asyncio.Handle | None = None
        self._began: float | None = None
        self.round_ms_max = 0
        """The longest time from the beginning of a round until its last connection was served."""

    def put(self, conns: tuple[int, ...], frame: Message) -> None:
        """Queue a frame behind all waiting frames."""
        if len(conns) <= FEW and not self._rounds:
            for conn in conns:
                self._push(conn, (frame,))
            return
        last = self._rounds[-1] if self._rounds else None
        if last is None or not last.is_open or last.conns is not conns:
            last = BroadcastBatch(conns)
            self._rounds.append(last)
        last.frames.append(frame)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_soon(self._portion)

    def flush_one(self, conn: int) -> None:
        """Send one connection the frames that wait for it, before it is closed or gets a snapshot.

        Serve only this connection: one slow spectator must not cause all others to be served at once.
        """
        for each in self._rounds:
            if each.take_out(conn):
                self._push(conn, each.frames)

    def flush(self) -> None:
        """Send all waiting frames now."""
        while self._rounds:
            first = self._rounds.popleft()
            for conn in first.take(len(first.conns)):
                self._push(conn, first.frames)

    def close(self) -> None:
        """Send all waiting frames and stop the timer."""
        self.flush()
        if self._timer is not None:
            self._timer.cancel()

    def _portion(self) -> None:
        """Serve the next portion of connections. Then pause, or rest if the round has ended."""
        self._timer = None
        self._begin()
        left = self._portion_size
        while left > 0 and self._rounds and not self._rounds[0].is_open:
            first = self._rounds[0]
            conns = first.take(left)
            left -= max(1, len(conns))
            if first.sent >= len(first.conns):
                self._rounds.popleft()
            for conn in conns:
                self._push(conn, first.frames)
        self._wait()

    def _begin(self) -> None:
        """Begin a round if none is under way. From then on, the batches of this round are closed to new frames."""
        if self._began is None and self._rounds:
            self._began = time.monotonic()
            for each in self._rounds:
                each.is_open = False

    def _wait(self) -> None:
        if not self._rounds and self._began is None:
            return
        goes_on = bool(self._rounds) and not self._rounds[0].is_open
        if not goes_on and self._began is not None:
            self.round_ms_max = max(self.round_ms_max, int(1000 * (time.monotonic() - self._began)))
            self._began = None
        self._timer = asyncio.get_running_loop().call_later(self._pause_s if goes_on else self._round_s,
                                                              self._portion)


CONTROL_MAX = 125
"""The most bytes in the payload of a control frame."""
QUEUED, DROPPED, LAGS, GIVEN_UP = "queued", "dropped", "lags", "given up"


class Outgoing:
    """A text message, and the frame in which it is sent."""

    __slots__ = ("frame", "text")

    def __init__(self, text: bytes) -> None:
        self.text, self.frame = text, FRAMES.frame(text)


class FrameWriter:
    """aiohttp's writer, which writes its frames into a buffer instead of a socket."""

    def __init__(self, *, use_mask: bool = False) -> None:
        self._buffer = bytearray()
        # unlike a socket, a buffer always accepts data
        transport: Any = SimpleNamespace(is_closing=bool, write=self._buffer.extend)
        self._writer = WebSocketWriter(transport, transport, use_mask=use_mask, limit=sys.maxsize)

    def frame(self, payload: bytes, kind: WSMsgType = WSMsgType.TEXT) -> bytes:
        """Return a frame, in one piece."""
        try:
            self._writer.send_frame(payload, kind).send(None)
        except StopIteration:  # the coroutine has finished at once, because it waits only for a paused transport
            frame = bytes(self._buffer)
            self._buffer.clear()
            return frame
        raise AssertionError("a buffer is never paused")


FRAMES = FrameWriter()


def close_frame(code: int, reason: str) -> bytes:
    """Return a close frame. A long reason is cut between two characters."""
    text = reason.encode()[:CONTROL_MAX - 2].decode(errors="ignore").encode()
    return FRAMES.frame(code.to_bytes(2, "big") + text, WSMsgType.CLOSE)


class Link(Protocol):
    """The methods of a connection that the fan-out calls."""

    @property
    def queued(self) -> int:
        """Return how many frames are queued because the client does not read."""

    def push(self, messages: Sequence[Outgoing]) -> None:
        """Send messages without waiting."""

    def shut(self, code: int, reason: str) -> None:
        """Close the connection after all messages that were pushed."""

    def fresh(self) -> None:
        """Accept messages again. The next message is a snapshot."""


class Queue:
    """The frames that wait for one client. The docstring of this module explains its limits."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.frames: deque[bytes] = deque()
        self.waits_for_snapshot = False
        self.has_lagged = False

    def __len__(self) -> int:
        return len(self.frames)

    def push(self, data: bytes) -> str:
        """Queue a frame and return what was done with it. While a snapshot is awaited, frames are dropped."""
        if self.waits_for_snapshot:
            return DROPPED
        if len(self.frames) < self.most:
            self.frames.append(data)
            return QUEUED
        self.frames.clear()
        if self.has_lagged:
            return GIVEN_UP
        self.waits_for_snapshot = self.has_lagged = True
        return LAGS

    def fresh(self) -> None:
        """Accept frames again. The next frame begins a snapshot."""
        self.waits_for_snapshot = False

    def drained(self) -> None:
        """Note that the client has read all frames, so that the next overflow counts as the first."""
        if not self.waits_for_snapshot:
            self.has_lagged = False


class Fanout:
    """Collects messages, and sends each connection all its messages in one write. Players are served before spectators.
    """

    def __init__(self, counts: Counts, **pace: Any) -> None:
        """Start without connections. `pace` is the pace of the broadcast."""
        self.counts = counts
        self.links: dict[int, Link] = {}
        self.broadcast: Broadcast[Outgoing] = Broadcast(self._push, **pace)
        self._collected: dict[int, list[Outgoing]] = {}
        self.asked: dict[int, tuple[str, int]] = {}
        """For each connection, the hand and number of the last decision for which it was prompted."""
        self._last = 0

    def connect(self, link: Link) -> int:
        """Return a number for a new connection."""
        self._last += 1
        self.links[self._last] = link
        return self._last

    def send(self, effect: Send) -> None:
        """Collect a message for some connections. The broadcast delivers it to spectators."""
        self.counts.frames_sent += len(effect.conns)
        message = Outgoing(effect.data)
        if effect.crowd:
            self.broadcast.put(effect.conns, message)
            return
        if effect.asks is not None:
            self.asked[effect.conns[0]] = effect.asks
        collected = self._collected
        for conn in effect.conns:
            waiting = collected.get(conn)
            if waiting is None:
                collected[conn] = [message]
            else:
                waiting.append(message)

    def close(self, effect: Close) -> None:
        """Close a connection after all messages that were sent to it."""
        self._flush_before(effect.conn)
        link = self.links.pop(effect.conn, None)
        self.asked.pop(effect.conn, None)
        if link is not None:
            link.shut(effect.code, effect.reason)

    def fresh(self, effect: Fresh) -> None:
        """Send messages again to a connection whose queue overflowed."""
        self._flush_before(effect.conn)
        link = self.links.get(effect.conn)
        if link is not None:
            link.fresh()

    def flush(self) -> None:
        """Send the collected messages."""
        collected, self._collected = self._collected, {}
        for conn, messages in collected.items():
            link = self.links.get(conn)
            if link is not None:
                link.push(messages)

    def _flush_before(self, conn: int) -> None:
        """Send the collected messages, and those that wait for this connection in the broadcast."""
        self.broadcast.flush_one(conn)
        self.flush()

    def _push(self, conn: int, messages: Sequence[Outgoing]) -> None:
        link = self.links.get(conn)
        if link is not None:
            link.push(messages)
