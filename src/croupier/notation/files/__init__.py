"""Hands from files and into files: any format, folders and zips, lazily.

    for hand in load("session.phhs"): ...          loads(text)          save(hands, "out.phhs")          dumps(hand)

A folder or a zip is read file by file in the order of their names; files with other endings are passed over. Nothing is
held but the hand at hand, so that an archive of any size streams through.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Protocol

from croupier.notation.files.formats import Format, named, of_file, of_text
from croupier.notation.record import BadRecord, HandRecord


class Readable(Protocol):
    """A stream of bytes."""

    def read(self, size: int = -1, /) -> bytes:
        """The next bytes."""


def load(path: str | os.PathLike[str], format: str | None = None, *, errors: str = "raise") -> Iterator[HandRecord]:
    """The hands in a file, a folder or a zip, lazily, in any format.

    A hand that cannot be read raises BadRecord; with errors="keep" it is yielded with `damage` saying why.
    """
    if errors not in ("raise", "keep"):
        raise ValueError(f"errors={errors!r} is neither 'raise' nor 'keep'")
    if not isinstance(path, (str, os.PathLike)):
        raise TypeError(f"a path is wanted, not {type(path).__name__}")
    form = named(format) if format else None
    return _sound(_load(Path(path), form)) if errors == "raise" else _load(Path(path), form)


def loads(text: str, format: str | None = None, *, errors: str = "raise") -> Iterator[HandRecord]:
    """The hands in a text, lazily; its format is known by its first lines unless it is named."""
    if not isinstance(text, str):
        raise TypeError(f"the text of hands is wanted as str, not {type(text).__name__}; load reads files")
    form = named(format) if format else of_text(text)
    hands = form.read(io.StringIO(text, newline="\n"), "")
    return _sound(hands) if errors == "raise" else hands


def save(hands: HandRecord | Iterable[HandRecord], path: str | os.PathLike[str], format: str | None = None) -> int:
    """Write hands to a file by its ending, or a .phh file each into a folder (a path without an ending); how many."""
    target = Path(path)
    listed = _counted(_records(hands))
    form = named(format) if format else of_file(target.name)
    if form is None and (target.is_dir() or not target.suffix):
        return _save_each(listed, target)
    if form is None:
        raise BadRecord(f"{target.suffix!r} is no ending of a hand file")
    partial = target.with_name(target.name + ".partial")
    try:
        with partial.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(form.write(listed))
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)
    return listed.count


def dumps(hand: HandRecord | Iterable[HandRecord], format: str = "phh") -> str:
    """Hands as text."""
    return "".join(named(format).write(_records(hand)))


def _records(hands: HandRecord | Iterable[HandRecord]) -> Iterator[HandRecord]:
    """One record or many as many; what is none is refused before a writer looks into it."""
    if not isinstance(hands, (HandRecord, Iterable)):
        raise TypeError(f"a HandRecord or several are wanted, not {type(hands).__name__}")
    for record in [hands] if isinstance(hands, HandRecord) else hands:
        if not isinstance(record, HandRecord):
            raise TypeError(f"a HandRecord or several are wanted, not {type(record).__name__} among them")
        yield record


class _counted(Iterator[HandRecord]):  # noqa: N801 - used like a function
    """Counts what passes through; a damaged hand cannot be written."""

    def __init__(self, hands: Iterable[HandRecord]) -> None:
        self.hands = iter(hands)
        self.count = 0

    def __next__(self) -> HandRecord:
        record = next(self.hands)
        if record.damage is not None:
            raise record.damage
        self.count += 1
        return record


def _save_each(hands: _counted, folder: Path) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    for record in hands:
        (folder / f"{hands.count}.phh").write_text(dumps(record, "phh"), encoding="utf-8", newline="\n")
    return hands.count


def _sound(hands: Iterator[HandRecord]) -> Iterator[HandRecord]:
    """The hands, raising at the first that could not be read."""
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
        with path.open("rb") as stream:
            yield from read_bytes(stream, str(path), form or of_file(path.name))


def files_in(folder: Path) -> Iterator[Path]:
    """The files of a folder that may hold hands, sorted, folders within it included."""
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and not entry.is_symlink():
            yield from files_in(entry)
        elif entry.is_file() and (of_file(entry.name) or entry.suffix.lower() == ".zip"):
            yield entry


def members_of(archive: zipfile.ZipFile) -> list[str]:
    """The members of a zip that may hold hands, sorted."""
    return sorted(name for name in archive.namelist() if not name.endswith("/") and of_file(name))


def _load_zip(path: Path, form: Format | None) -> Iterator[HandRecord]:
    try:
        with zipfile.ZipFile(path) as archive:
            for name in members_of(archive):
                with archive.open(name) as stream:
                    yield from read_bytes(stream, f"{path}!{name}", form or of_file(name))
    except zipfile.BadZipFile as error:
        yield HandRecord({}, str(path), damage=BadRecord(f"no zip: {error}"))


def read_bytes(stream: IO[bytes], source: str, form: Format | None) -> Iterator[HandRecord]:
    """The hands in a stream of bytes; where the format is not known by name, by its first bytes."""
    text = text_of(stream)
    if form is None:
        begin = text.buffer.peek(4096)[:4096]  # type: ignore[attr-defined]
        form = of_text(begin.decode(text.encoding, "replace"))
    yield from form.read(text, source)


def text_of(stream: Readable) -> io.TextIOWrapper:
    """Bytes as UTF-8 text (UTF-16 by its mark); other bytes come as surrogates, which readers refuse by line."""
    buffered = io.BufferedReader(_Peeked(stream))  # type: ignore[type-var]
    if buffered.peek(2)[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return io.TextIOWrapper(buffered, encoding="utf-16", errors="replace", newline="\n")
    return io.TextIOWrapper(buffered, encoding="utf-8", errors="surrogateescape", newline="\n")


class _Peeked(io.RawIOBase):
    """Any stream of bytes, readable by a BufferedReader; closing it leaves the stream open."""

    def __init__(self, stream: Readable) -> None:
        self.stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray) -> int:  # type: ignore[override]
        data = self.stream.read(len(buffer))
        buffer[:len(data)] = data
        return len(data)
