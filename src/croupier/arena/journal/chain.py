"""The journal's chain: each record is sealed together with all records before it.

    seal n = HMAC-SHA256(key; seal n-1, length-prefixed number, table, time and body of record n)

`end_hand` carries the number and seal of the record that ended the hand. Who has kept such a receipt can show later
that the journal was changed: no other records lead to the same seal, whoever knows the key (that would be a collision
of SHA-256). A receipt tells nobody anything: records hold low-entropy secrets (discards, face-down cards, join codes)
that could otherwise be guessed and tried, so every seal is keyed with 32 random bytes that never leave the journal's
file. An auditor who has the file has the key and can check every receipt.
"""

from __future__ import annotations

import struct
from functools import lru_cache

from msgspec import Struct

from croupier.keyed import Keyed

KEY_BYTES = 32
START = bytes(32)
"""The seal before the first record."""


class Entry(Struct, frozen=True):
    """One record of the journal: what happened to which table and when."""

    number: int
    table_id: str
    at_ms: int
    body: bytes


class Chain:
    """The end of a journal, as far as it has been written."""

    def __init__(self, key: bytes = START, number: int = 0, seal: bytes = START) -> None:
        self.key, self.number, self.seal = key, number, seal
        self._entry: Entry | None = None
        self._sealed: bytes | None = None

    def propose(self, table_id: str, at_ms: int, body: bytes) -> None:
        """What the next record would be; it is not written before `keep`."""
        self._entry, self._sealed = Entry(self.number + 1, table_id, at_ms, body), None

    @property
    def receipt(self) -> str:
        """The number and seal of the record proposed, `12-9f3a...`."""
        entry = self.entry
        return f"{entry.number}-{self._next_seal().hex()}"

    def keep(self) -> Entry:
        """The record proposed is the journal's next."""
        entry = self.entry
        self.number, self.seal = entry.number, self._next_seal()
        self._entry = None
        return entry

    @property
    def entry(self) -> Entry:
        """The record proposed."""
        assert self._entry is not None, "nothing was proposed"
        return self._entry

    def _next_seal(self) -> bytes:
        if self._sealed is None:
            self._sealed = sealed(self.key, self.seal, self.entry)
        return self._sealed


def sealed(key: bytes, before: bytes, entry: Entry) -> bytes:
    """The seal of a record, from the one before it."""
    number, at, body = b"%d" % entry.number, b"%d" % entry.at_ms, entry.body
    return _keyed(key).digest(b"".join((before, _length(len(number)), number, _named(entry.table_id), _length(len(at)),
                                        at, _length(len(body)), body)))


@lru_cache(4096)
def _named(table_id: str) -> bytes:
    """A table's name as a field."""
    return _length(len(table_id.encode())) + table_id.encode()


_length = struct.Struct("!L").pack
"""How long a field is: four bytes before it."""
_keyed = lru_cache(8)(Keyed)
