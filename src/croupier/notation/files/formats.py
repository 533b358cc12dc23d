"""The formats of hand records. Each format says how it is recognised by a file's ending or first lines, and how it is
read and written.

    phh         one hand, `.phh`                 json        one hand or a list of them, `.json`; one a line, `.jsonl`
    phhs        many hands, `.phhs`              pokerstars  the poker room's own text, `.txt`

Each format is a value in `FORMATS`. A reader takes a text stream and yields records lazily. A writer takes records and
yields pieces of text. `croupier.notation.pokerstars`, which reads PokerStars text, is imported when it is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import Any, TextIO

from croupier.errors import unknown
from croupier.notation import json, phh
from croupier.notation.record import BadRecord, HandRecord

Reader = Callable[[TextIO, str], Iterator[HandRecord]]
Writer = Callable[[Iterable[HandRecord]], Iterator[str]]


@dataclass(frozen=True, slots=True)
class Format:
    """One way of writing hands."""

    name: str
    endings: tuple[str, ...]
    read: Reader
    write: Writer
    holds_many: bool = True


def _one_phh(hands: Iterable[HandRecord]) -> Iterator[str]:
    """Yield the text of one hand. Raise BadRecord for a second one."""
    for number, record in enumerate(hands):
        if number:
            raise BadRecord("a .phh file holds one hand; write several to a .phhs file or to a folder")
        yield phh.write(record)


def _stars() -> Any:
    """Return the PokerStars reader and writer."""
    try:
        return import_module("croupier.notation.pokerstars")
    except ModuleNotFoundError as missing:
        # if another module is missing, the installation is broken
        if missing.name != "croupier.notation.pokerstars":
            raise
        raise BadRecord("PokerStars text cannot be read or written in this build") from None


def _read_stars(stream: TextIO, source: str) -> Iterator[HandRecord]:
    yield from _stars().records(stream, source)


def _write_stars(hands: Iterable[HandRecord]) -> Iterator[str]:
    write = _stars().write
    for number, record in enumerate(hands):
        yield ("\n\n\n" if number else "") + str(write(record)).rstrip("\n") + "\n"


FORMATS = {form.name: form for form in (
    Format("phh", (".phh",), phh.read_stream, _one_phh, holds_many=False),
    Format("phhs", (".phhs",), phh.read_stream, phh.write_all),
    Format("json", (".json",), json.read_stream, json.write_list),
    Format("jsonl", (".jsonl", ".ndjson"), json.read_stream, json.write_lines),
    Format("pokerstars", (".txt",), _read_stars, _write_stars),
)}
"""The formats by name."""

ENDINGS = {ending: form for form in FORMATS.values() for ending in form.endings}


def named(name: str) -> Format:
    """Return a format by its name or ending. Raise BadRecord if there is no such format."""
    if not isinstance(name, str):
        raise TypeError(f"a format is named by text ({', '.join(FORMATS)}), not {type(name).__name__}")
    form = FORMATS.get(name.lower()) or ENDINGS.get(name.lower())
    if form is None:
        raise BadRecord(unknown("format", name, FORMATS))
    return form


def of_file(name: str) -> Format | None:
    """Return the format of a file by its ending. Return None if files with this ending do not contain hands."""
    dot = name.rfind(".")
    return ENDINGS.get(name[dot:].lower()) if dot >= 0 else None


def of_text(text: str) -> Format:
    """Return the format of a text by its beginning."""
    begin = text.lstrip("\ufeff \t\r\n")
    # a lone "[" may be a PHHS header such as [1]
    if begin[:1] == "{" or begin.startswith(("[{", "[\n", "[ ", "[]", "[\r")):
        return FORMATS["json"]
    if begin.startswith(("PokerStars", "*** Hand", "Hand #")) or "PokerStars" in begin.split("\n", 1)[0]:
        return FORMATS["pokerstars"]
    return FORMATS["phhs"]
