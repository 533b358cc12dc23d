"""Store the rules that a run has already scored in an append-only file, with one key on each line.

A checkpoint that contains all keys would have to be rewritten after every generation, and after a million games that
would be sixteen megabytes each time. Instead each generation appends its own keys to the file, and the checkpoint
states how many lines belong to it. Later lines belong to an unfinished generation and are cut off when the run is
resumed.
"""

from __future__ import annotations

import os
from pathlib import Path

from croupier.games.genome.values import BadGenome

FILE = "seen.log"
KEY_SIZE = 16
"""The number of characters of a key in the file."""


class SeenLog:
    """The keys of all scored rules, in memory and, if the run has a folder, in a file."""

    def __init__(self, folder: Path | None) -> None:
        self.path = None if folder is None else folder / FILE
        self.keys: dict[str, None] = {}
        self.fresh: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self.keys

    def __len__(self) -> int:
        return len(self.keys)

    def start(self) -> None:
        """Begin a new file, if the run has a folder."""
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(b"")

    def add(self, key: str) -> None:
        """Add a key. The next `write` appends it to the file."""
        if key not in self.keys:
            self.keys[key] = None
            self.fresh.append(key)

    def forget(self) -> None:
        """Remove the keys that have not been written yet."""
        for key in self.fresh:
            del self.keys[key]
        self.fresh.clear()

    def write(self) -> None:
        """Append the new keys to the file, and flush it to disk."""
        fresh, self.fresh = self.fresh, []
        if self.path is None or not fresh:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write("".join(f"{key}\n" for key in fresh).encode())
            file.flush()
            os.fsync(file.fileno())

    def read(self, count: int) -> None:
        """Read this many keys from the file, and cut off the rest. Raise BadGenome if the file has fewer."""
        if self.path is None:
            return
        try:
            data = self.path.read_bytes() if count else b""
        except OSError as error:
            raise BadGenome(f"{self.path}: {error.strerror}") from None
        lines = data[:count * (KEY_SIZE + 1)].decode("ascii", "replace").split()
        if len(lines) != count or any(len(line) != KEY_SIZE for line in lines) or len(set(lines)) != count:
            raise BadGenome(f"{self.path}: {count} keys of {KEY_SIZE} characters are needed, one a line")
        self.keys = dict.fromkeys(lines)
        if len(data) > count * (KEY_SIZE + 1):
            os.truncate(self.path, count * (KEY_SIZE + 1))
