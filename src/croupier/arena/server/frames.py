"""WebSocket frames as a server reads them (RFC 6455), fed with what the network brings, however it was cut.

    frames.feed(data, most)     calls `message`, `ping` and `closed` for at most so many frames of it
    frames.feed(b"", most)      goes on with the rest

`control` is called for every frame that is not a message in one piece, before it is handled, so that it can be counted.

What a client must not send is a BadFrame with the close code that says so: 1002 for a frame without a mask, with a
reserved bit or of an unknown kind, for a control frame that is too long or in pieces and for a piece that belongs to
nothing; 1007 for text that is no UTF-8; 1009 for a message of more than FRAME_BYTES, before its end has come.
"""

from __future__ import annotations

from croupier.arena.core.limits import FRAME_BYTES
from croupier.protocol.websocket import (
    BINARY,
    CLOSE,
    CONTROL_MAX,
    LAST,
    MASKED,
    NO_CODE,
    NO_TEXT,
    PIECE,
    PING,
    PONG,
    RESERVED,
    TEXT,
    TOO_BIG,
    BadFrame,
    Buffer,
    xored,
)

_WHOLE_TEXT = LAST | TEXT


class Frames:
    """The frames of one client, in the order they came."""

    def __init__(self) -> None:
        self._rest = bytearray()
        """The beginning of a frame whose end has not come."""
        self._wanted = 0
        """So many bytes must be there before looking at the rest makes sense."""
        self._pieces: bytearray | None = None
        """A message that comes in pieces, so far."""
        self._is_text = False

    def message(self, data: str | bytes) -> None:
        """A whole message came."""
        raise NotImplementedError

    def control(self) -> None:
        """A ping, a pong, a close or a fragment of a message came."""
        raise NotImplementedError

    def ping(self, said: bytes) -> None:
        """A ping came."""
        raise NotImplementedError

    def closed(self, code: int) -> None:
        """The client closes."""
        raise NotImplementedError

    def feed(self, read: bytes, most: int) -> bool:
        """Handle at most so many frames of what the network brought; return True if whole ones may be left."""
        data: Buffer = read
        if self._rest:
            self._rest += read
            if len(self._rest) < self._wanted:
                return False
            data, self._rest = self._rest, bytearray()
        at, end = 0, len(data)
        while end - at >= 2 and most:
            key, size = _head(data, at, end)
            start = key + 4
            if start + size > end:
                break
            most -= 1
            payload = xored(data[start:start + size], data[key:start])
            first, at = data[at], start + size
            if first == _WHOLE_TEXT and self._pieces is None:
                self.message(_text(payload))
            else:
                self._other(first & 0x0F, first & LAST != 0, payload)
        if at < end:
            self._rest = _after(data, at)
            self._wanted = 2 if end - at < 2 or not most else (start + size if key <= end else key) - at
        return at < end and not most

    def _other(self, kind: int, last: bool, payload: bytes) -> None:
        """Anything but a text in one piece."""
        if kind != BINARY or not last:
            self.control()
        if kind == PING:
            self.ping(payload)
        elif kind == CLOSE:
            self.closed(_code(payload))
        elif kind in (TEXT, BINARY, PIECE):
            self._piece(kind, last, payload)

    def _piece(self, kind: int, last: bool, payload: bytes) -> None:
        if (kind == PIECE) == (self._pieces is None):
            raise BadFrame("a piece of no message, or a message among the pieces of another")
        if self._pieces is None:
            self._pieces, self._is_text = bytearray(), kind == TEXT
        self._pieces += payload
        if len(self._pieces) > FRAME_BYTES:
            raise BadFrame(f"a message of more than {FRAME_BYTES} bytes", TOO_BIG)
        if last:
            whole, self._pieces = bytes(self._pieces), None
            self.message(_text(whole) if self._is_text else whole)


def _after(data: Buffer, at: int) -> bytearray:
    """Return what follows a place; a bytearray is cut in place, which costs nothing however long it is."""
    if isinstance(data, bytes):
        return bytearray(data[at:])
    del data[:at]
    return data


def _head(data: Buffer, at: int, end: int) -> tuple[int, int]:
    """Where a frame's key begins, and how long its payload is; beyond the end where that cannot be told yet."""
    first, second = data[at], data[at + 1]
    if not second & MASKED:
        raise BadFrame("a frame without a mask")
    kind, size, key = first & 0x0F, second & 0x7F, at + 2
    if first & RESERVED or kind not in (PIECE, TEXT, BINARY, CLOSE, PING, PONG):
        raise BadFrame(f"a frame that begins with {first:#04x}")
    if kind >= CLOSE and (size > CONTROL_MAX or not first & LAST):
        raise BadFrame("a control frame that is too long, or in pieces")
    if size > CONTROL_MAX:
        key = at + (4 if size == 126 else 10)
        size = int.from_bytes(data[at + 2:key], "big") if key <= end else 0
        if size > FRAME_BYTES:
            raise BadFrame(f"a frame of more than {FRAME_BYTES} bytes", TOO_BIG)
    return key, size


def _text(payload: bytes) -> str:
    try:
        return payload.decode()
    except UnicodeDecodeError:
        raise BadFrame("text that is no UTF-8", NO_TEXT) from None


def _code(payload: bytes) -> int:
    """What a client closes with."""
    if not payload:
        return NO_CODE
    code = int.from_bytes(payload[:2], "big")
    known = 1000 <= code <= 1014 and code not in (1004, 1005, 1006)
    if len(payload) < 2 or not (known or 3000 <= code <= 4999):
        raise BadFrame(f"a close with code {code}")
    _text(payload[2:])
    return code
