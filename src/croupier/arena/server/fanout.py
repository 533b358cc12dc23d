"""What leaves a server: frames for many connections, made once, and queued for clients that do not read.

    conn = fanout.connect(link)
    fanout.send(Send(conns, data)); fanout.close(...); fanout.fresh(...); fanout.flush()

A message is framed once, by aiohttp's own writer, however many connections get it. A client that does not read has a
bounded queue. When the queue is full, it is emptied and the client gets a fresh snapshot instead. A client that does
not read the snapshot either is closed.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, Protocol

from aiohttp import WSMsgType
from aiohttp.http import WebSocketWriter

from croupier.arena.core.effects import Close, Fresh, Send
from croupier.arena.server.broadcast import Broadcast
from croupier.arena.server.metrics import Counts

CONTROL_MAX = 125
"""Bytes that a control frame may carry."""
QUEUED, DROPPED, LAGS, GIVEN_UP = "queued", "dropped", "lags", "given up"


class Outgoing:
    """A text message, and the frame that carries it."""

    __slots__ = ("frame", "text")

    def __init__(self, text: bytes) -> None:
        self.text, self.frame = text, FRAMES.frame(text)


class FrameWriter:
    """aiohttp's writer, which writes its frames into a buffer instead of a socket."""

    def __init__(self, *, use_mask: bool = False) -> None:
        self._buffer = bytearray()
        transport: Any = SimpleNamespace(is_closing=bool, write=self._buffer.extend)  # a buffer takes everything
        self._writer = WebSocketWriter(transport, transport, use_mask=use_mask, limit=sys.maxsize)

    def frame(self, payload: bytes, kind: WSMsgType = WSMsgType.TEXT) -> bytes:
        """Return a frame, in one piece."""
        try:
            self._writer.send_frame(payload, kind).send(None)
        except StopIteration:  # the coroutine is done: it waits for nothing but a transport that is paused
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
    """A connection, as the fan-out knows it."""

    @property
    def queued(self) -> int:
        """Return how many frames wait because the client does not read."""

    def push(self, messages: Sequence[Outgoing]) -> None:
        """Send messages without waiting."""

    def shut(self, code: int, reason: str) -> None:
        """Close after what was pushed."""

    def fresh(self) -> None:
        """Take messages again: the next one is a snapshot."""


class Queue:
    """The frames that wait for one client; see the preface."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.frames: deque[bytes] = deque()
        self.waits_for_snapshot = False
        self.has_lagged = False

    def __len__(self) -> int:
        return len(self.frames)

    def push(self, data: bytes) -> str:
        """Queue a frame; return what became of it. While a snapshot is awaited, frames are dropped."""
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
        """Take frames again: the next one begins a snapshot."""
        self.waits_for_snapshot = False

    def drained(self) -> None:
        """Note that the client has read everything: the next overflow is a first one again."""
        if not self.waits_for_snapshot:
            self.has_lagged = False


class Fanout:
    """Collect messages and send those of one connection together, spectators after players."""

    def __init__(self, counts: Counts, **pace: Any) -> None:
        """Start without connections; `pace` is that of the broadcast."""
        self.counts = counts
        self.links: dict[int, Link] = {}
        self.broadcast: Broadcast[Outgoing] = Broadcast(self._push, **pace)
        self._collected: dict[int, list[Outgoing]] = {}
        self.asked: dict[int, tuple[str, int]] = {}
        """Hand and number of the decision that each connection was asked for last."""
        self._last = 0

    def connect(self, link: Link) -> int:
        """Return a number for a new connection."""
        self._last += 1
        self.links[self._last] = link
        return self._last

    def send(self, effect: Send) -> None:
        """Collect a message for some connections; spectators get it by the broadcast."""
        self.counts.frames_out += len(effect.conns)
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
        """Close a connection after everything it was sent."""
        self._flush_before(effect.conn)
        link = self.links.pop(effect.conn, None)
        self.asked.pop(effect.conn, None)
        if link is not None:
            link.shut(effect.code, effect.reason)

    def fresh(self, effect: Fresh) -> None:
        """Let a connection that lagged take messages again."""
        self._flush_before(effect.conn)
        link = self.links.get(effect.conn)
        if link is not None:
            link.fresh()

    def flush(self) -> None:
        """Send what was collected."""
        collected, self._collected = self._collected, {}
        for conn, messages in collected.items():
            link = self.links.get(conn)
            if link is not None:
                link.push(messages)

    def _flush_before(self, conn: int) -> None:
        """Send what was collected, and what the connection still has to get by the broadcast."""
        self.broadcast.flush_one(conn)
        self.flush()

    def _push(self, conn: int, messages: Sequence[Outgoing]) -> None:
        link = self.links.get(conn)
        if link is not None:
            link.push(messages)
