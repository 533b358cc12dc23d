"""Check that the files of an open SQLite store are still there and still hold what was written.

SQLite does not notice when a file that it has open is deleted, renamed or overwritten. SQLite goes on writing, and
everything that it writes is lost. `StoreFile.check`, called about twice a second between two commits, raises `Damaged`
if

- a file of the store was deleted or replaced by another one (device and inode),
- the database's header changed where it never changes,
- a part of the write-ahead log that was checked before has changed (CRC of blocks of frames), or a new part does not
  belong to this log (salts of all new frames, checksums of the latest ones, as SQLite itself checks them on recovery).

The check must run on the thread that commits. No other thread writes these files, so they do not change during a check.

The files are opened once and stay open until `close`, which must come after SQLite's own connections are closed. The
reason: when a process closes any descriptor of a file, POSIX drops all locks that the process holds on that file. An
earlier check that opened and closed the database made a second process believe that nobody used the store. That process
deleted the log, and the server died of a bus error.
"""

from __future__ import annotations

import os
import struct
import zlib

from croupier.errors import Error

FIXED = 24
"""The length of the part of the header that never changes: magic, page size, versions, reserved bytes and fractions."""
WAL_HEAD, FRAME_HEAD = 32, 24
"""The lengths of the header of SQLite's write-ahead log, and of the header of each of its frames."""
BLOCK = 64
"""The number of frames of the log that share one CRC."""
BLOCKS_A_CHECK = 16
"""The number of blocks that one check reads, in turn. They are 4 MB, the length to which the log grows unless a reader
keeps it open.
"""
CHECKSUMS = 16
"""The number of new frames whose checksums one check computes. Each takes 0.2 ms in Python."""


class Damaged(Error):  # noqa: N818 - what it is
    """Raised if a file of the store is missing or was changed by another program."""


class StoreFile:
    """The files of one open store, with what they held when the store was opened and last checked."""

    def __init__(self, path: str) -> None:
        """Open the files. Raise OSError if they cannot be read."""
        self.path = path
        self._known = {name: _identify(name) for name in (path, path + "-wal", path + "-shm", path + "-lock")
                       if os.path.exists(name)}
        self._open = [os.open(name, os.O_RDONLY) for name in (path, path + "-wal", path + "-shm")]
        self._log = _Log(path, *self._open[1:])
        self._fixed = self._read_header()

    def close(self) -> None:
        """Close the files. SQLite's connections must be closed before."""
        while self._open:
            os.close(self._open.pop())

    def check(self) -> None:
        """Raise Damaged if the files on the disk are not those that were opened, or do not hold what was written."""
        try:
            for name, known in self._known.items():
                if _identify(name) != known:
                    raise Damaged(f"{name} is another file than the one that was opened")
            if self._read_header() != self._fixed:
                raise Damaged(f"the header of {self.path} was changed")
            self._log.check()
        except FileNotFoundError as error:
            raise Damaged(f"{error.filename} was deleted or renamed") from None
        except OSError as error:
            raise Damaged(f"{self.path} cannot be read: {error.strerror}") from None

    def _read_header(self) -> bytes:
        return os.pread(self._open[0], FIXED, 0)


class _Log:
    """The write-ahead log, checked piece by piece as it grows."""

    def __init__(self, path: str, log: int, index: int) -> None:
        self.path, self.index_path = path + "-wal", path + "-shm"
        self._log, self._index = log, index
        self._start(b"")

    def _start(self, salt: bytes) -> None:
        """Begin with a log that SQLite has started again from its first frame."""
        self._salt = salt
        self._size = 0
        """The length of a frame in bytes."""
        self._blocks: list[int] = []
        """The CRC of each whole block of frames that was checked."""
        self._seen = 0
        """The number of frames whose salts were checked."""
        self._next = 0
        self._tail = 0
        """The CRC of the frames after the last whole block."""

    def check(self) -> None:
        """Raise Damaged if the log does not hold what SQLite wrote."""
        head = os.pread(self._index, 40, 0)
        if len(head) < 40:
            raise Damaged(f"{self.index_path} was cut short")
        page, frames = struct.unpack_from("=HI", head, 14)
        if head[32:40] != self._salt or frames < self._seen:
            self._start(head[32:40])
        if frames:
            self._size = FRAME_HEAD + ((page & 0xFF00) | (page & 1) << 16)
            self._check_frames(frames)

    def _check_frames(self, frames: int) -> None:
        head = os.pread(self._log, WAL_HEAD, 0)
        if len(head) < WAL_HEAD or head[:3] != b"\x37\x7f\x06" or head[16:24] != self._salt:
            raise Damaged(f"the header of {self.path} was changed")
        if os.fstat(self._log).st_size < WAL_HEAD + frames * self._size:
            raise Damaged(f"{self.path} was cut short")
        self._check_old()
        self._check_new(frames, head)

    def _check_old(self) -> None:
        """Compare some blocks, and the frames after the last block, with their earlier CRCs."""
        is_same = self._compute_tail() == self._tail
        for _ in range(min(BLOCKS_A_CHECK, len(self._blocks))):
            self._next = (self._next + 1) % len(self._blocks)
            is_same = is_same and self._compute_crc(self._next) == self._blocks[self._next]
        if not is_same:
            raise Damaged(f"{self.path} was changed after it was written")

    def _check_new(self, frames: int, head: bytes) -> None:
        """Check the frames that are new since the last check, and remember whole blocks."""
        for number in range(self._seen, frames):
            is_late = number >= frames - CHECKSUMS
            frame = os.pread(self._log, self._size if is_late else FRAME_HEAD, WAL_HEAD + number * self._size)
            if frame[8:16] != self._salt or (is_late and not self._adds_up(number, frame, head)):
                raise Damaged(f"{self.path} does not hold what was written")
        self._seen = frames
        while (len(self._blocks) + 1) * BLOCK <= frames:
            self._blocks.append(self._compute_crc(len(self._blocks)))
        self._tail = self._compute_tail()

    def _adds_up(self, number: int, frame: bytes, head: bytes) -> bool:
        """Return True if a frame's checksum follows from the previous frame's."""
        before = os.pread(self._log, 8, WAL_HEAD + (number - 1) * self._size + 16) if number else head[24:32]
        return compute_checksum(frame[:8] + frame[FRAME_HEAD:], before, big=bool(head[3] & 1)) == frame[16:24]

    def _compute_tail(self) -> int:
        return self._compute_crc(len(self._blocks), self._seen - len(self._blocks) * BLOCK)

    def _compute_crc(self, block: int, frames: int = BLOCK) -> int:
        return zlib.crc32(os.pread(self._log, frames * self._size, WAL_HEAD + block * BLOCK * self._size))


def compute_checksum(data: bytes, before: bytes, big: bool) -> bytes:
    """Return SQLite's checksum of some bytes, continued from the checksum of the bytes before them."""
    one, two = struct.unpack(">II", before)
    words = struct.unpack(f"{'>' if big else '<'}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        one = (one + words[at] + two) & 0xFFFFFFFF
        two = (two + words[at + 1] + one) & 0xFFFFFFFF
    return struct.pack(">II", one, two)


def _identify(name: str) -> tuple[int, int]:
    found = os.stat(name)
    return found.st_dev, found.st_ino
