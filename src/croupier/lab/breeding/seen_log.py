"""The rules that a run has scored already, in a file that only grows: one key a line.

A checkpoint that lists them all would be written again as a whole after every generation, and after a million games
that is sixteen megabytes each time. Here each generation appends its own keys, and the checkpoint says how many lines
belong to it: lines after that are of a generation that was not completed, and are cut off when the run is resumed.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from croupier.games.genome.values import BadGenome

FILE = "seen.log"
KEY_SIZE = 16


class SeenLog:
    """Keys of rules, in memory and, if there is a folder, in its file."""

    def __init__(self, folder: Path | None) -> None:
        self.path = None if folder is None else folder / FILE
        self.keys: dict[str, None] = {}

    def __contains__(self, key: str) -> bool:
        return key in self.keys

    def __len__(self) -> int:
        return len(self.keys)

    def start(self) -> None:
        """Begin a new file, if there is a folder for it."""
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_bytes(b"")

    def add(self, keys: Iterable[str]) -> None:
        """Append keys that are new, and make sure that they are on the disk."""
        fresh = list(dict.fromkeys(key for key in keys if key not in self.keys))
        self.keys.update(dict.fromkeys(fresh))
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
