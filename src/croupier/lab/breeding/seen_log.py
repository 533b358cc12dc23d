"""Store the rules that a run has scored already in an append-only file: one key on each line.

A checkpoint with all keys would have to be written again after every generation: sixteen megabytes each time after a
million games. Instead each generation appends its own keys, and the checkpoint states how many lines belong to it.
Later lines belong to an unfinished generation and are cut off when the run is resumed.
"""

from __future__ import annotations

import os
from pathlib import Path

from croupier.games.genome.values import BadGenome

FILE = "seen.log"
KEY_SIZE = 16


class SeenLog:
    """Keys of rules, in memory and, if there is a folder, in its file."""

    def __init__(self, folder: Path | None) -> None:
        self.path = None if folder is None else folder / FILE
        self.keys: dict[str, None] = {}
        self.fresh: list[str] = []

    def __contains__(self, key: str) -> bool:
        return key in self.keys

    def __len__(self) -> int:
        return len(self.keys)

    def start(self) -> None:
        """Begin a new file, if there is a folder for it."""
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(b"")

    def add(self, key: str) -> None:
        """Remember a key; it goes into the file with the next `write`."""
        if key not in self.keys:
            self.keys[key] = None
            self.fresh.append(key)

    def forget(self) -> None:
        """Forget the keys that were not written yet."""
        for key in self.fresh:
            del self.keys[key]
        self.fresh.clear()

    def write(self) -> None:
        """Append the new keys, and make sure that they are on disk."""
        fresh, self.fresh = self.fresh, []
        if self.path is None or not fresh:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            file.write("".join(f"{key}\n" for key in fresh).encode())
            file.flush()
            os.fsync(file.fileno())

    def read(self, count: int) -> None:
        """Read the first keys of the file and cut off what follows; raise BadGenome if there are too few."""
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
