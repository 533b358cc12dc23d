"""`croupier convert`: convert the hands of files, folders and zips to another format."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import Failed, checked_workers, skipped_files
from croupier.errors import shown
from croupier.notation.files import save
from croupier.notation.files.batches import FileBatch, batches, hands_of, spread
from croupier.notation.files.formats import Format, named, of_file
from croupier.notation.files.load import files_in, skipped_in
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.table_dict.positions import by_position


def convert(source: Path, target: Path, /, *,
            format: Annotated[str | None, Parameter(name=["--format", "--to"])] = None, workers: int | None = None,
            quiet: bool = False) -> None:
    """Convert hands to phh, phhs, json, jsonl or PokerStars text, or to a Parquet file of decisions.

    If the target is a file, all hands are written to it in the format that its ending names. If it is a folder, one
    file is written for each source file, or a numbered .phh file for each hand. Hands that cannot be read or written
    are reported and left out; the exit code is then 1. No empty file is written.

    Parameters
    ----------
    source
        A file, a folder, a zip, an arena's store or a match archive.
    target
        A file to write, or a folder.
    format
        Format to write if the ending of the target's name does not say it.
    workers
        Number of processes. Default: one for each processor.
    quiet
        Do not show progress.
        """
    is_parquet = format in ("parquet", ".parquet") or (format is None and target.suffix.lower() == ".parquet")
    form = None if is_parquet else named(format) if format else of_file(target.name)
    if form is None and not is_parquet and target.suffix and not target.is_dir():
        raise BadRecord(f"{target.suffix!r} is not the ending of a hand file; name a format with --format")
    workers = checked_workers(workers)
    progress = ConvertProgress(quiet, skipped_in(source))
    try:
        if is_parquet:
            _parquet(source, target, progress, workers)
        else:
            _convert(source, target, form, progress, workers)
    except OSError as error:
        raise Failed(f"{target} cannot be written: {error.strerror or error}") from error
    progress.done()
    if progress.left_out:
        raise SystemExit(1)
    if not progress.hands:
        raise Failed(f"{source} holds no hand")


def _parquet(source: Path, target: Path, progress: ConvertProgress, workers: int | None) -> None:
    """Write a Parquet file with a row for each decision."""
    try:
        from croupier.adapters.data.convert import to_parquet
    except ModuleNotFoundError as missing:
        raise Failed(f"Parquet files need {missing.name}: pip install 'croupier[data]'") from None
    to_parquet(source, target, progress, workers)


def _convert(source: Path, target: Path, form: Format | None, progress: ConvertProgress, workers: int | None) -> None:
    """Write the hands to a file or into a folder."""
    if of_file(target.name) is None and source.is_dir() and form is not None:
        _folder(source, target, form, progress, workers)
    elif form is None or not target.suffix:
        _ = save(_readable(source, progress, workers), target)
    else:
        _one_file(source, target, form, progress, workers)


class ConvertProgress:
    """Count hands and show the number on a terminal."""

    def __init__(self, quiet: bool, skipped: Counter[str]) -> None:
        self.quiet = quiet
        self.skipped = skipped
        self.hands = 0
        self.left_out = 0

    def add(self, hands: int) -> None:
        """Add the number of hands just written."""
        before, self.hands = self.hands, self.hands + hands
        if not self.quiet and sys.stderr.isatty() and before // 1000 != self.hands // 1000:
            print(f"\r{self.hands:,} hands", end="", file=sys.stderr, flush=True)

    def leave_out(self, complaints: Iterable[str]) -> None:
        """Count and report hands that could not be converted."""
        for complaint in complaints:
            self.left_out += 1
            if self.left_out <= 20:
                print(complaint, file=sys.stderr)

    def refuse(self, record: HandRecord, reason: str) -> None:
        """Count and report a hand that could not be converted."""
        self.leave_out([_complaint(record, reason)])

    def done(self) -> None:
        """Print the summary."""
        if not self.quiet:
            left = f", {self.left_out:,} left out" if self.left_out else ""
            print(f"\r{self.hands:,} hands written{left}{skipped_files(self.skipped)}", file=sys.stderr)


def _complaint(record: HandRecord, reason: object) -> str:
    hand = f" [{record.key}]" if record.key else ""
    return shown(f"{record.source}{hand}: {reason}")


def _readable(source: Path, progress: ConvertProgress, workers: int | None) -> Iterator[HandRecord]:
    """Yield the hands that can be read; report the others."""
    for batch in batches([source]):
        for record in hands_of(batch):
            try:
                check_convertible(record)
                found = by_position(record)
            except BadRecord as reason:
                progress.leave_out([_complaint(record, reason)])
                continue
            progress.add(1)
            yield found


def check_convertible(record: HandRecord) -> None:
    """Raise BadRecord if a hand could not be read or is not a poker hand. An arena's store may hold hands of other
    games.
    """
    if record.damage is not None:
        raise record.damage
    if "starting_stacks" not in record.fields:
        raise BadRecord(record.unsupported or "not a poker hand")


def written(batch: FileBatch, form: str) -> tuple[list[tuple[str | None, str]], list[str]]:
    """Return the key and the text of each hand of a batch, and an error message for each hand that cannot be written.
    """
    texts: list[tuple[str | None, str]] = []
    complaints: list[str] = []
    write = named(form).write
    is_phh = form in ("phh", "phhs")
    for record in hands_of(batch):
        try:
            check_convertible(record)
            texts.append((record.key, "".join(write([by_position(record) if is_phh else record]))))
        except BadRecord as reason:
            complaints.append(_complaint(record, reason))
    return texts, complaints


def _one_file(source: Path, target: Path, form: Format, progress: ConvertProgress, workers: int | None) -> None:
    """Write all hands to one file.

    Processes on all processors turn hands into text; this process joins the texts.
    """
    whole = "jsonl" if form.name == "json" else "phh" if form.name == "phhs" else form.name
    partial_file = target.with_name(target.name + ".partial")
    try:
        with partial_file.open("w", encoding="utf-8", newline="\n") as stream:
            joined = JOINED[form.name]()
            for texts, complaints in spread(partial(written, form=whole), batches([source]), workers):
                stream.writelines(joined.add(key, text) for key, text in texts)
                progress.add(len(texts))
                progress.leave_out(complaints)
            stream.write(joined.end())
        if joined.count:
            partial_file.replace(target)
    finally:
        partial_file.unlink(missing_ok=True)


class _Plain:
    """Joins the texts of hands into one file."""

    count = 0

    def add(self, key: str | None, text: str) -> str:
        """Return the text of the next hand."""
        self.count += 1
        return text

    def end(self) -> str:
        """Return the text that ends the file."""
        return ""


class _Single(_Plain):
    """Accepts one hand only."""

    def add(self, key: str | None, text: str) -> str:
        if self.count:
            raise BadRecord("a .phh file holds one hand; convert several to a .phhs file or to a folder")
        return super().add(key, text)


class _Sections(_Plain):
    """Joins hands as numbered sections. A hand keeps its own number if it is higher than the number of the hand before.
    """

    last = 0

    def add(self, key: str | None, text: str) -> str:
        known = key is not None and key.isascii() and key.isdigit() and len(key) < 18
        self.last = int(key) if known and key is not None and int(key) > self.last else self.last + 1
        before = "\n" if self.count else ""
        return f"{before}[{self.last}]\n{super().add(key, text)}"


class _List(_Plain):
    """Joins hands into a JSON list."""

    def add(self, key: str | None, text: str) -> str:
        return (",\n" if self.count else "[\n") + super().add(key, text).rstrip("\n")

    def end(self) -> str:
        return "\n]\n" if self.count else "[]\n"


class _Spaced(_Plain):
    """Puts blank lines between hands."""

    def add(self, key: str | None, text: str) -> str:
        return ("\n\n" if self.count else "") + super().add(key, text)


JOINED = {"phh": _Single, "phhs": _Sections, "json": _List, "jsonl": _Plain, "pokerstars": _Spaced}


def _folder(source: Path, target: Path, form: Format, progress: ConvertProgress, workers: int | None) -> None:
    """Write one file into the folder for each source file."""
    for file in files_in(source):
        inside = file.relative_to(source).with_suffix(form.endings[0])
        (target / inside).parent.mkdir(parents=True, exist_ok=True)
        _one_file(file, target / inside, form, progress, 1)
