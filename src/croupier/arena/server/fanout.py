"""What leaves a server: frames of one connection together, those for many in slices between other work.

    conn = post.connect(link)
    post.send(Send(conns, data)); post.close(...); post.fresh(...); post.leave()
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from croupier.arena.core.effects import Close, Fresh, Send
from croupier.arena.server.broadcast import Broadcast
from croupier.arena.server.counts import Counts
from croupier.protocol.websocket import framed


class Link(Protocol):
    """A connection as the hub knows it."""

    def push(self, frames: Sequence[bytes]) -> None:
        """Send frames, heads and all, without waiting."""

    def shut(self, code: int, reason: str) -> None:
        """Close after what was pushed."""

    def fresh(self) -> None:
        """What is pushed from here on begins with how things stand."""


class Post:
    """The way out to all connections."""

    def __init__(self, counts: Counts) -> None:
        self.counts = counts
        self.links: dict[int, Link] = {}
        self.broadcast = Broadcast(self._push)
        self._frames: dict[int, list[bytes]] = {}
        """Frames that leave together, by connection."""
        self.asked: dict[int, tuple[str, int]] = {}
        """Hand and number of the decision that each connection was asked for last."""
        self._last = 0

    def connect(self, link: Link) -> int:
        """A number for a new connection."""
        self._last += 1
        self.links[self._last] = link
        return self._last

    def send(self, effect: Send) -> None:
        """One frame for some; its head is made once. Those who only watch hear it after the players."""
        self.counts.frames_out += len(effect.conns)
        data = framed(effect.data)
        if effect.crowd:
            self.broadcast.put(effect.conns, data)
            return
        if effect.asks is not None:
            self.asked[effect.conns[0]] = effect.asks
        frames = self._frames
        for conn in effect.conns:
            waiting = frames.get(conn)
            if waiting is None:
                frames[conn] = [data]
            else:
                waiting.append(data)

    def close(self, effect: Close) -> None:
        """End a connection behind all that it was sent."""
        self._leave_before(effect.conn)
        link = self.links.pop(effect.conn, None)
        self.asked.pop(effect.conn, None)
        if link is not None:
            link.shut(effect.code, effect.reason)

    def fresh(self, effect: Fresh) -> None:
        """What a connection is sent from here on is the whole truth again."""
        self._leave_before(effect.conn)
        link = self.links.get(effect.conn)
        if link is not None:
            link.fresh()

    def leave(self) -> None:
        """Send what was collected."""
        collected, self._frames = self._frames, {}
        for conn, frames in collected.items():
            self._push(conn, frames)

    def _leave_before(self, conn: int) -> None:
        """Send what was collected, and what a connection is still to hear with others, before something befalls it."""
        self.broadcast.flush_one(conn)
        self.leave()

    def _push(self, conn: int, frames: Sequence[bytes]) -> None:
        link = self.links.get(conn)
        if link is not None:
            link.push(frames)
