"""Check that the files under an open SQLite store are still there and still hold what was written.

SQLite does not notice when a file that it has open is deleted, renamed or overwritten: it goes on, and everything is
lost at the end. `StoreFile.check`, called about twice a second between two commits, raises `Damaged` if

- a file of the store has gone, or another one stands in its place (device and inode),
- the database's header changed where it never changes,
- a part of the write-ahead log that was checked before has changed (CRC of blocks of frames), or a new part does not
  belong to this log (salts of all new frames, checksums of the latest ones, as SQLite itself checks them on recovery).

It must run on the thread that commits: nobody else writes these files, so they do not change during a check.

The files are opened once and stay open until `close`, which must come after SQLite's own connections are closed. POSIX
drops every lock that a process holds on a file when that process closes any descriptor of it: a check that opened and
closed the database made a second process believe that nobody used the store. It deleted the log, and the server died of
a bus error.
"""

from __future__ import annotations

import os
import struct
import zlib
from typing import BinaryIO

from croupier.errors import Error

FIXED = 24
"""Bytes of the header that stay as they are: magic, page size, versions, reserved bytes and fractions."""
WAL_HEAD, FRAME_HEAD = 32, 24
BLOCK = 64
"""Frames of the log that have one CRC together."""
BLOCKS_A_CHECK = 16
"""Blocks looked at in one check, in turn: 4 MB, which is as long as the log grows unless a reader keeps it open."""
CHECKSUMS = 16
"""New frames whose checksums are computed in one check: 0.2 ms each in Python."""


class Damaged(Error):  # noqa: N818 - what it is
    """A file of the store has gone or was changed by somebody else."""


class StoreFile:
    """The files of one open store, as they were when it was opened and last checked."""

    def __init__(self, path: str) -> None:
        """Raise OSError if the files cannot be read now."""
        self.path = path
        self._open: list[BinaryIO] = []
        self._known = {name: _identity(name) for name in (path, path + "-wal", path + "-shm", path + "-lock")
                       if os.path.exists(name)}
        self._database = self._opened(path)
        self._log = _Log(path, self._opened(path + "-wal"), self._opened(path + "-shm"))
        self._fixed = self._header()

    def _opened(self, path: str) -> BinaryIO:
        file = open(path, "rb", buffering=0)  # noqa: SIM115 - stays open: see above
        self._open.append(file)
        return file

    def close(self) -> None:
        """Close the files. SQLite's connections must be closed before."""
        for file in self._open:
            file.close()

    def check(self) -> None:
        """Raise Damaged if the store on the disk is not the one that was opened."""
        try:
            for name, known in self._known.items():
                if _identity(name) != known:
                    raise Damaged(f"{name} is another file than the one that was opened")
            if self._header() != self._fixed:
                raise Damaged(f"the header of {self.path} was changed")
            self._log.check()
        except FileNotFoundError as error:
            raise Damaged(f"{error.filename} was deleted or renamed") from None
        except OSError as error:
            raise Damaged(f"{self.path} cannot be read: {error.strerror}") from None

    def _header(self) -> bytes:
        return os.pread(self._database.fileno(), FIXED, 0)


class _Log:
    """The write-ahead log, checked piece by piece as it grows."""

    def __init__(self, path: str, log: BinaryIO, index: BinaryIO) -> None:
        self.path, self.index_path = path + "-wal", path + "-shm"
        self._file, self._index = log, index
        self._salt = b""
        self._blocks: list[int] = []
        """The CRC of each whole block of frames that was checked."""
        self._seen = 0
        """Frames whose salts were checked."""
        self._next = 0
        self._tail = 0
        """The CRC of the frames behind the last whole block."""

    def check(self) -> None:
        head = os.pread(self._index.fileno(), 40, 0)
        if len(head) < 40:
            raise Damaged(f"{self.index_path} was cut short")
        page, frames = struct.unpack_from("=HI", head, 14)
        salt = head[32:40]
        if salt != self._salt or frames < self._seen:  # the log began anew
            self._salt, self._blocks, self._seen, self._next, self._tail = salt, [], 0, 0, 0
        if frames:
            self._check_frames((page & 0xFF00) | (page & 1) << 16, frames)

    def _check_frames(self, page: int, frames: int) -> None:
        size = FRAME_HEAD + page
        file = self._file
        head = os.pread(file.fileno(), WAL_HEAD, 0)
        if len(head) < WAL_HEAD or head[:3] != b"\x37\x7f\x06" or head[16:24] != self._salt:
            raise Damaged(f"the header of {self.path} was changed")
        if os.fstat(file.fileno()).st_size < WAL_HEAD + frames * size:
            raise Damaged(f"{self.path} was cut short")
        self._check_old(file, size)
        self._check_new(file, size, frames, head)

    def _check_old(self, file: BinaryIO, size: int) -> None:
        """Compare some blocks, and what is behind them, with what they were."""
        tail = self._crc(file, size, len(self._blocks), self._seen - len(self._blocks) * BLOCK)
        if tail != self._tail:
            raise Damaged(f"{self.path} was changed after it was written")
        for _ in range(min(BLOCKS_A_CHECK, len(self._blocks))):
            self._next = (self._next + 1) % len(self._blocks)
            if self._crc(file, size, self._next) != self._blocks[self._next]:
                raise Damaged(f"{self.path} was changed after it was written")

    def _check_new(self, file: BinaryIO, size: int, frames: int, head: bytes) -> None:
        """Check the frames that are new since the last time, and remember whole blocks."""
        big = bool(head[3] & 1)
        for number in range(self._seen, frames):
            is_late = number >= frames - CHECKSUMS
            frame = os.pread(file.fileno(), size if is_late else FRAME_HEAD, WAL_HEAD + number * size)
            if frame[8:16] != self._salt or (is_late and not self._adds_up(file, size, number, frame, head, big)):
                raise Damaged(f"{self.path} does not hold what was written")
        self._seen = frames
        while (len(self._blocks) + 1) * BLOCK <= frames:
            self._blocks.append(self._crc(file, size, len(self._blocks)))
        self._tail = self._crc(file, size, len(self._blocks), frames - len(self._blocks) * BLOCK)

    def _adds_up(self, file: BinaryIO, size: int, number: int, frame: bytes, head: bytes, big: bool) -> bool:
        """Return whether a frame's checksum follows from the one before it."""
        before = head[24:32]
        if number:
            before = os.pread(file.fileno(), 8, WAL_HEAD + (number - 1) * size + 16)
        return checksum(frame[:8] + frame[FRAME_HEAD:], before, big) == frame[16:24]

    def _crc(self, file: BinaryIO, size: int, block: int, frames: int = BLOCK) -> int:
        return zlib.crc32(os.pread(file.fileno(), frames * size, WAL_HEAD + block * BLOCK * size))


def checksum(data: bytes, before: bytes, big: bool) -> bytes:
    """Return SQLite's checksum of some bytes, going on from another one."""
    one, two = struct.unpack(">II", before)
    words = struct.unpack(f"{'>' if big else '<'}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) & 0xFFFFFFFF
        two = (two + words[at + 1] + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two)


def _identity(name: str) -> tuple[int, int]:
    found = os.stat(name)
    return found.st_dev, found.st_ino


