"""What WebSocket frames are made of (RFC 6455), for both ends: kinds, codes, heads and masks.

Reading them is each end's own affair (`server.frames`, `client.frames`): a server must see masks, a client must not,
and a client of little means reads in place.
"""

from __future__ import annotations

from random import Random

from croupier.errors import Error

PIECE, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
LAST, RESERVED, MASKED = 0x80, 0x70, 0x80
CONTROL_MAX = 125
"""Bytes that a control frame may carry, and the most that a short head can tell."""
NORMAL, PROTOCOL_ERROR, NO_CODE, NO_TEXT, TOO_BIG = 1000, 1002, 1005, 1007, 1009
Buffer = bytes | bytearray
_keys = Random()


class BadFrame(Error, ValueError):  # noqa: N818 - what it is
    """Something that the other end must not send, and the code that the connection ends with."""

    def __init__(self, what: str, code: int = PROTOCOL_ERROR) -> None:
        super().__init__(what)
        self.code = code


def framed(payload: bytes, kind: int = TEXT) -> bytes:
    """A server's frame, in one piece."""
    return _head(LAST | kind, len(payload), 0) + payload


def unframed(frame: bytes) -> bytes:
    """What a server's frame says."""
    short = frame[1]
    return frame[2 if short <= CONTROL_MAX else 4 if short == 126 else 10:]


def masked(payload: bytes, first: int = LAST | TEXT) -> bytes:
    """A client's frame that begins so, under a key of its own: from a cheap source, for no proxy is to be protected."""
    key = _keys.getrandbits(32).to_bytes(4, "big")
    return _head(first, len(payload), MASKED) + key + xored(payload, key)


def xored(payload: Buffer, key: Buffer) -> bytes:
    """A payload under a mask, or without it again."""
    size = len(payload)
    pad = int.from_bytes((key * (size // 4 + 1))[:size], "big")
    return (int.from_bytes(payload, "big") ^ pad).to_bytes(size, "big")


def closing(code: int, reason: str) -> bytes:
    """The frame with which a server ends a connection; a long reason is cut between letters."""
    said = reason.encode()[:CONTROL_MAX - 2].decode(errors="ignore").encode()
    return framed(code.to_bytes(2, "big") + said, CLOSE)


def _head(first: int, size: int, mask: int) -> bytes:
    if size <= CONTROL_MAX:
        return bytes((first, mask | size))
    if size < 1 << 16:
        return bytes((first, mask | 126, size >> 8, size & 255))
    return bytes((first, mask | 127)) + size.to_bytes(8, "big")
