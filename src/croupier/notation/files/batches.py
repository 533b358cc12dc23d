"""Divide many hands into batches of similar size: groups of files, members of zips, byte ranges of huge files.

    for batch in batches(paths): ...          for record in hands_of(batch): ...

A batch is a small value that can be sent to another process, which opens the files itself. Each range of a `.phhs` file
begins at the header of a hand, so that a process need not read what comes before. `spread` runs a function for each
batch on all processors and yields the results in order. The number of batches in progress is limited.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TypeVar

from croupier.notation import phh
from croupier.notation.files.formats import of_file
from croupier.notation.files.load import files_in, members_of, read_bytes, read_file, text_of
from croupier.notation.record import BadRecord, HandRecord
from croupier.workers import begin_work

# large enough that the overhead of a task is small, and small enough to divide the work evenly
FILES_MAX = 256
BYTES_MAX = 1 << 20
# a header counts only if `variant` follows, because a text of several lines may contain a line that looks like a header
_HEADER = re.compile(rb"\n(?=\[[^\]\n]{1,80}\][ \t\r]*\n\s*variant)")
_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class FileBatch:
    """Some files, some members of a zip, or a range of one file."""

    files: tuple[str, ...]
    archive: str | None = None
    start: int = 0
    end: int | None = None
    first: int = 1
    """The number of the first line of the range."""


def batches(paths: Iterable[str | os.PathLike[str]]) -> Iterator[FileBatch]:
    """Yield batches of the hands in files, folders and zip files, in order. Raise BadRecord for a path that does not
    exist.
    """
    for given in paths:
        path = Path(given)
        if not path.exists():
            raise BadRecord(f"{path} does not exist")
        files = files_in(path) if path.is_dir() else iter([path])
        yield from _grouped(files)


def _grouped(files: Iterator[Path]) -> Iterator[FileBatch]:
    """Yield batches: groups of small files, and pieces of zips and huge files."""
    group: list[str] = []
    size = 0
    for file in files:
        is_zip = file.suffix.lower() == ".zip"
        length = file.stat().st_size
        if group and (is_zip or size + length > BYTES_MAX or len(group) >= FILES_MAX):
            yield FileBatch(tuple(group))
            group, size = [], 0
        if is_zip:
            yield from _zipped(file)
        # a file below twice the size of a batch is not worth dividing
        elif length > 2 * BYTES_MAX and file.suffix.lower() == ".phhs":
            yield from _ranges(file)
        else:
            group.append(str(file))
            size += length
    if group:
        yield FileBatch(tuple(group))


def _zipped(path: Path) -> Iterator[FileBatch]:
    try:
        with zipfile.ZipFile(path) as archive:
            names = members_of(archive)
    except (zipfile.BadZipFile, OSError):
        yield FileBatch((str(path),))
        return
    for at in range(0, len(names), FILES_MAX):
        yield FileBatch(tuple(names[at:at + FILES_MAX]), str(path))


def _ranges(path: Path) -> Iterator[FileBatch]:
    """Yield a huge .phhs file in ranges that begin at headers."""
    start, first, line = 0, 1, 1
    with path.open("rb") as stream:
        offset, held = 0, b""
        while block := stream.read(BYTES_MAX):
            text = held + block
            cuts = [found.end() for found in _HEADER.finditer(text)]
            if cuts:
                # cut at the last header in the block, so that each block that was read gives one range
                cut = cuts[-1]
                line = first + text.count(b"\n", 0, cut)
                yield FileBatch((str(path),), None, start, offset + cut, first)
                start, first = offset + cut, line
                offset, held = start, text[cut:]
            else:
                held = text
            # without a header in 64 MB, the rest is one range, and its reader reports what is wrong
            if len(held) > 64 * BYTES_MAX:
                break
    yield FileBatch((str(path),), None, start, None, first)


def hands_of(batch: FileBatch) -> Iterator[HandRecord]:
    """Yield the hands of a batch. A hand that cannot be read has the reason in its field `damage`."""
    if batch.archive is None:
        for name in batch.files:
            yield from _read(Path(name), name, batch)
        return
    with zipfile.ZipFile(batch.archive) as archive:
        for name in batch.files:
            yield from _read(zipfile.Path(archive, name), f"{batch.archive}!{name}", batch)


def _read(path: Path | zipfile.Path, source: str, batch: FileBatch) -> Iterator[HandRecord]:
    """Yield the hands of one file or member. A file that cannot be opened yields one damaged hand."""
    try:
        # a zip file gets here only if it could not be opened as a zip file
        if path.name.lower().endswith(".zip"):
            raise BadRecord("this is not a zip")
        if isinstance(path, Path) and not batch.start and batch.end is None:
            yield from read_file(path)
            return
        with path.open("rb") as stream:
            if batch.start or batch.end is not None:
                yield from phh.read_stream(text_of(_Range(stream, batch)), source, batch.first)
            else:
                yield from read_bytes(stream, source, of_file(path.name))
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        yield HandRecord({}, source, damage=BadRecord(f"cannot be opened: {error}"))
    except BadRecord as damage:
        yield HandRecord({}, source, damage=damage)


class _Range:
    """A file object for a range of a file."""

    def __init__(self, stream: IO[bytes], batch: FileBatch) -> None:
        self.stream = stream
        # 2^62 means to the end of the file
        self.left = (batch.end if batch.end is not None else 1 << 62) - batch.start
        stream.seek(batch.start)

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes."""
        data = self.stream.read(min(size, self.left) if size >= 0 else self.left)
        self.left -= len(data)
        return data


def processors() -> int:
    """Return the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def spread(work: Callable[[FileBatch], _Answer], pieces: Iterable[FileBatch],
           workers: int | None = None) -> Iterator[_Answer]:
    """Yield a function's result for each batch, in order. The results are computed on all processors; the number of
    batches in progress is limited.
    """
    workers = workers or processors()
    if workers == 1:
        yield from map(work, pieces)
        return
    with ProcessPoolExecutor(workers, initializer=begin_work) as pool:
        under_way: deque[Future[_Answer]] = deque()
        for piece in pieces:
            under_way.append(pool.submit(work, piece))
            # results are yielded in order, so without this limit the results after a slow batch would accumulate
            if len(under_way) >= 4 * workers:
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
