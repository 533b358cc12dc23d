"""What a host wants done after one input, in order: records first, so that nothing is shown before it is kept."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.arena import codes
from croupier.arena.inputs import (
    ChipsMoved,
    Close,
    Effect,
    HandBegun,
    HandDone,
    MatchBegun,
    MatchDone,
    Send,
    Stopped,
    TeamRemoved,
    WantMatch,
)
from croupier.arena.messages import Frame, encode


class Outbox:
    """Collects effects."""

    def __init__(self) -> None:
        self._records: list[Effect] = []
        self._frames: list[Effect] = []
        self._wants: list[Effect] = []

    def send(self, conns: Sequence[int], frame: Frame) -> bytes:
        """One frame to some connections, encoded once; gives its text."""
        data = encode(frame)
        if conns:
            self._frames.append(Send(tuple(conns), data))
        return data

    def close(self, conn: int, code: int, reason: str | None = None) -> None:
        """End a connection."""
        self._frames.append(Close(conn, code, reason or codes.CLOSINGS[code]))

    def record(self, what: MatchBegun | HandBegun | HandDone | MatchDone | TeamRemoved | ChipsMoved) -> None:
        """Something to keep before anything is shown."""
        self._records.append(what)

    def want(self, what: WantMatch | Stopped) -> None:
        """Something the host waits for, or has come to."""
        self._wants.append(what)

    def taken(self) -> list[Effect]:
        """Everything collected, once."""
        effects = self._records + self._frames + self._wants
        self._records, self._frames, self._wants = [], [], []
        return effects
