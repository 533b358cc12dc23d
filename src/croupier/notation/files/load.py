"""Read hands from files of any format, from folders, zips and arenas' stores, lazily.

    for hand in load("session.phhs"): ...          loads(text)

A folder or a zip is read file by file in the order of their names; files with other endings are skipped, and
`skipped_in` counts them. Only one hand is held in memory, so that an archive of any size can be read.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Protocol

from croupier.notation.files.arena import HEAD_SIZE, STORE_ENDINGS, is_archive, is_store, read_archive, read_store
from croupier.notation.files.formats import Format, named, of_file, of_text
from croupier.notation.record import BadRecord, HandRecord


class Readable(Protocol):
    """Anything from which bytes can be read."""

    def read(self, size: int = -1, /) -> bytes:
        """Return the next bytes."""


def load(path: str | os.PathLike[str], format: str | None = None, *, errors: str = "raise") -> Iterator[HandRecord]:
    """Yield the hands of a file, a folder, a zip or an arena's store, lazily, in any format.

    Raise BadRecord at a hand that cannot be read. With errors="keep", do not raise: yield a record whose field `damage`
    is the reason.
    """
    if errors not in ("raise", "keep"):
        raise ValueError(f"errors={errors!r} is neither 'raise' nor 'keep'")
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"expected a path, not {type(path).__name__}")
    form = named(format) if format else None
    return _sound(_load(Path(path), form)) if errors == "raise" else _load(Path(path), form)


def loads(text: str, format: str | None = None, *, errors: str = "raise") -> Iterator[HandRecord]:
    """Yield the hands of a text, lazily. Unless a format is named, it is recognised from the first lines."""
    if not isinstance(text, str):
        raise TypeError(f"expected the text of hands as str, not {type(text).__name__}; load() reads files")
    form = named(format) if format else of_text(text)
    hands = form.read(io.StringIO(text, newline="\n"), "")
    return _sound(hands) if errors == "raise" else hands


def _sound(hands: Iterator[HandRecord]) -> Iterator[HandRecord]:
    """Yield the hands. If a hand could not be read, raise its `damage`."""
    for record in hands:
        if record.damage is not None:
            raise record.damage
        yield record


def _load(path: Path, form: Format | None) -> Iterator[HandRecord]:
    if path.is_dir():
        for file in files_in(path):
            yield from _load(file, form)
    elif path.suffix.lower() == ".zip":
        yield from _load_zip(path, form)
    else:
        yield from read_file(path, form)


def read_file(path: Path, form: Format | None = None) -> Iterator[HandRecord]:
    """Yield the hands of one file. An arena's store is recognised by its first bytes."""
    # checked before the ending, because a store may have any name
    if is_store(path):
        yield from read_store(path, str(path))
        return
    with path.open("rb") as stream:
        yield from read_bytes(stream, str(path), form or of_file(path.name))


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and its subfolders that may contain hands, sorted by name."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        # symbolic links to folders are skipped, because they may form a loop
        if entry.is_dir() and not entry.is_symlink():
            yield from files_in(entry)
        elif entry.is_file() and is_source(entry):
            yield entry


def is_source(path: Path) -> bool:
    """Return True if a file with this ending may contain hands."""
    return of_file(path.name) is not None or path.suffix.lower() in (".zip", *STORE_ENDINGS)


def skipped_in(path: Path) -> Counter[str]:
    """Count, by ending, the files of a folder or zip that are skipped because they do not hold hands."""
    if path.is_dir():
        found = [file.suffix.lower() for file in path.rglob("*") if file.is_file() and not is_source(file)]
        return sum((skipped_in(file) for file in files_in(path) if file.suffix.lower() == ".zip"), Counter(found))
    if path.suffix.lower() != ".zip" or not zipfile.is_zipfile(path):
        return Counter()
    with zipfile.ZipFile(path) as archive:
        return Counter(Path(name).suffix.lower() for name in archive.namelist()
                       if not name.endswith("/") and of_file(name) is None)


def members_of(archive: zipfile.ZipFile) -> list[str]:
    """Return the members of a zip that may hold hands, sorted by name."""
    return sorted(name for name in archive.namelist() if not name.endswith("/") and of_file(name))


def _load_zip(path: Path, form: Format | None) -> Iterator[HandRecord]:
    try:
        with zipfile.ZipFile(path) as archive:
            for name in members_of(archive):
                with archive.open(name) as stream:
                    yield from read_bytes(stream, f"{path}!{name}", form or of_file(name))
    except zipfile.BadZipFile as error:
        yield HandRecord({}, str(path), damage=BadRecord(f"not a zip: {error}"))


def read_bytes(stream: IO[bytes], source: str, form: Format | None) -> Iterator[HandRecord]:
    """Yield the hands of a stream of bytes. Unless a format is given, it is recognised from the first bytes."""
    text = text_of(stream)
    # peek instead of read, because a pipe cannot be rewound
    head = text.buffer.peek(4096)[:4096]  # type: ignore[attr-defined]
    if is_archive(head[:HEAD_SIZE]):
        yield from read_archive(text, source)
        return
    if form is None:
        form = of_text(head.decode(text.encoding, "replace"))
    yield from form.read(text, source)


def text_of(stream: Readable) -> io.TextIOWrapper:
    """Return bytes as a stream of UTF-8 text, or UTF-16 if they begin with its mark.

    Bytes that are not valid UTF-8 become surrogates. Readers refuse these with the line number.
    """
    buffered = io.BufferedReader(_Peeked(stream))  # type: ignore[type-var]
    # hand histories from Windows may be UTF-16 with a byte-order mark
    if buffered.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return io.TextIOWrapper(buffered, encoding="utf-16", errors="replace", newline="\n")
    # newline="\n", because readers count lines and handle \r themselves
    return io.TextIOWrapper(buffered, encoding="utf-8", errors="surrogateescape", newline="\n")


class _Peeked(io.RawIOBase):
    """Adapts a stream of bytes for a BufferedReader. Closing this object does not close the stream."""

    def __init__(self, stream: Readable) -> None:
        self.stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        data = self.stream.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)
