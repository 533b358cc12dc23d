"""The base of all frames, and their encoding."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

VERSION = 1


class Frame(Struct, kw_only=True, tag_field="type"):
    """A frame: a JSON object with `type` and `v`."""

    v: int = VERSION


encode: Callable[[Frame], bytes] = msgspec.json.Encoder().encode
"""Return a frame as the bytes of its JSON."""
