"""The chain of seals: each record of a journal is sealed together with all records before it.

    seal n = HMAC-SHA256(key; seal n-1, length-prefixed number, table, time and body of record n)

`end_hand` carries a receipt: the number and seal of the record that ended the hand. A player who keeps a receipt can
later prove that the journal was changed, because no other records lead to the same seal. Even a person who knows the
key cannot make other records with that seal: that would be a collision of SHA-256.

A receipt reveals nothing. Records hold secrets that are easy to guess (discards, face-down cards, join codes), so every
seal is keyed with 32 random bytes that never leave the store. An auditor who has the store has the key and can check
every receipt.
"""

from __future__ import annotations

import struct
from functools import lru_cache

from msgspec import Struct

from croupier.keyed import HmacKey

KEY_BYTES = 32
START = bytes(32)
"""The seal before the first record."""


class Entry(Struct, frozen=True):
    """One record of the journal: a command, its table and its time."""

    number: int
    table_id: str
    at_ms: int
    body: bytes


class Chain:
    """The end of a journal, to which records are appended."""

    def __init__(self, key: bytes = START, number: int = 0, seal: bytes = START) -> None:
        self.key, self.number, self.seal = key, number, seal
        self._proposed: Entry | None = None
        self._next_seal = seal

    def propose(self, table_id: str, at_ms: int, body: bytes) -> None:
        """Set the next record. The record becomes part of the journal only with `append`."""
        self._proposed = Entry(self.number + 1, table_id, at_ms, body)
        self._next_seal = compute_seal(self.key, self.seal, self._proposed)

    @property
    def receipt(self) -> str:
        """Return the number and seal of the proposed record, `12-9f3a...`."""
        return f"{self.proposed.number}-{self._next_seal.hex()}"

    def append(self) -> Entry:
        """Append the proposed record to the journal and return it."""
        entry = self.proposed
        self.number, self.seal, self._proposed = entry.number, self._next_seal, None
        return entry

    @property
    def proposed(self) -> Entry:
        """Return the proposed record."""
        assert self._proposed is not None, "no record was proposed"
        return self._proposed


def compute_seal(key: bytes, before: bytes, entry: Entry) -> bytes:
    """Return the seal of a record that follows a record with the seal `before`."""
    number, at, body = b"%d" % entry.number, b"%d" % entry.at_ms, entry.body
    return _make_keyed(key).digest(b"".join((
        before, _pack_length(len(number)), number, _pack_name(entry.table_id), _pack_length(len(at)), at,
        _pack_length(len(body)), body)))


@lru_cache(4096)
def _pack_name(table_id: str) -> bytes:
    return _pack_length(len(table_id.encode())) + table_id.encode()


_pack_length = struct.Struct("!L").pack
_make_keyed = lru_cache(8)(HmacKey)
