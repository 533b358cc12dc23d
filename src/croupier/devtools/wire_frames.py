"""WebSocket frames as a client of little means reads and writes them (RFC 6455): in place, and no more than is needed.

A reader is fed what came from the network, however it was cut, and hands every text message on as a part of a buffer:
whoever gets it looks at its first bytes and decodes it only if it must, at once, for the buffer is not kept. What a
server must not send (a masked frame, a reserved bit, a binary message, a piece that belongs to nothing, more than
MESSAGE_MAX bytes) is a BadFrame. Text is not checked to be UTF-8 here.
"""

from __future__ import annotations

from croupier.protocol import websocket
from croupier.protocol.websocket import CONTROL_MAX, LAST, BadFrame, Buffer

WHOLE_TEXT, TEXT, PIECE, LAST_PIECE = LAST | websocket.TEXT, websocket.TEXT, websocket.PIECE, LAST | websocket.PIECE
CLOSE, PING, PONG = LAST | websocket.CLOSE, LAST | websocket.PING, LAST | websocket.PONG
"""The first bytes of frames."""
MESSAGE_MAX = 1 << 22


class Frames:
    """The frames of one connection, in the order they came."""

    def __init__(self) -> None:
        self.messages = self.bytes = 0
        """Text messages so far, and bytes of frames."""
        self._rest = bytearray()
        """The beginning of a frame whose end has not come."""
        self._wanted = 0
        """So many bytes must be there before looking at the rest makes sense."""
        self._pieces: bytearray | None = None
        """A message that comes in pieces, so far."""

    def restart(self) -> None:
        """Another connection begins: the rest of what was cut off never comes."""
        self._rest, self._wanted, self._pieces = bytearray(), 0, None

    def text(self, data: Buffer, start: int, stop: int) -> None:
        """A text message came: `data[start:stop]`."""
        raise NotImplementedError

    def control(self, kind: int, said: bytes) -> None:
        """A CLOSE, PING or PONG came."""
        raise NotImplementedError

    def feed(self, read: Buffer) -> None:
        """Take what the network brought."""
        self.bytes += len(read)
        data = read if not self._rest else self._joined(read)
        at, end, messages = 0, len(data), 0
        while end - at >= 2:
            kind, size, start = data[at], data[at + 1], at + 2
            if size > CONTROL_MAX:
                start, size = _longer(data, at)
            if start + size > end:
                break
            at = start + size
            if kind == WHOLE_TEXT and self._pieces is None:
                messages += 1
                self.text(data, start, at)
            else:
                self._other(kind, bytes(data[start:at]))
        self.messages += messages
        if at < end:
            self._keep(data, at)

    def _joined(self, read: Buffer) -> Buffer:
        """All there is, once it is enough for a frame; until then nothing."""
        self._rest += read
        if len(self._rest) < self._wanted:
            return b""
        data, self._rest = self._rest, bytearray()
        return data

    def _keep(self, data: Buffer, at: int) -> None:
        """Wait for the end of a frame of which there is a part."""
        self._rest = bytearray(data[at:])
        self._wanted = wanted(self._rest)

    def _other(self, kind: int, said: bytes) -> None:
        """A frame that is no whole message."""
        if kind in (CLOSE, PING, PONG):
            if len(said) > CONTROL_MAX:
                raise BadFrame(f"a control frame of {len(said)} bytes")
            self.control(kind, said)
        elif kind == TEXT and self._pieces is None:
            self._pieces = bytearray(said)
        elif kind in (PIECE, LAST_PIECE) and self._pieces is not None:
            self._piece(kind, said, self._pieces)
        else:
            raise BadFrame(f"a frame that begins with {kind:#04x}" + (" among pieces" if self._pieces else ""))

    def _piece(self, kind: int, said: bytes, pieces: bytearray) -> None:
        pieces += said
        if len(pieces) > MESSAGE_MAX:
            raise BadFrame(f"a message of more than {MESSAGE_MAX} bytes")
        if kind == LAST_PIECE:
            self._pieces = None
            self.messages += 1
            self.text(pieces, 0, len(pieces))


def _longer(data: Buffer, at: int) -> tuple[int, int]:
    """Where the payload of a longer frame begins, and its size; 0 where that has not come yet."""
    marker = data[at + 1]
    if marker > 127:
        raise BadFrame("a masked frame")
    start = at + (4 if marker == 126 else 10)
    size = int.from_bytes(data[at + 2:start], "big") if start <= len(data) else 0
    if size > MESSAGE_MAX:
        raise BadFrame(f"a frame of {size} bytes")
    return start, size


def wanted(rest: Buffer) -> int:
    """How many bytes a frame that begins so must have, as far as it can be told."""
    if len(rest) < 2:
        return 2
    start, size = _longer(rest, 0) if rest[1] > CONTROL_MAX else (2, rest[1])
    return start + size
