"""What every frame has, and how frames are written."""

from __future__ import annotations

import msgspec
from msgspec import Struct

VERSION = 1


class Frame(Struct, kw_only=True, tag_field="type"):
    """What every frame has: `type` and `v`."""

    v: int = VERSION


_ENCODER = msgspec.json.Encoder()


def encode(frame: Frame) -> bytes:
    """A frame as it goes out."""
    return _ENCODER.encode(frame)
