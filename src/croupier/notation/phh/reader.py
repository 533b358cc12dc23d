"""PHH, the Poker Hand History format: `.phh` holds one hand, `.phhs` many, each in a table of its own.

    for record in read_text(text): ...
    text = write(record)

Hands are read lazily and with limits on their size. A hand in the usual shape is read by a fast scanner, and every
other hand by `tomllib`; both give the same fields in the order of the file. Hands are written as `key = value` lines.
Reading, writing and reading a hand again gives the same record. TOML comments outside of action texts are not part of a
hand and are lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TextIO

from croupier.notation.phh import toml
from croupier.notation.phh.split import Section, blocks_of, sections
from croupier.notation.phh.writer import key as toml_key
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.validation import check


def read(blocks: Iterable[str], source: str = "", first: int = 1) -> Iterator[HandRecord]:
    """Yield the hands of a text that is given in blocks of lines. A hand that cannot be read has the reason in its
    field `damage`.
    """
    for section in sections(blocks, first):
        if section.found is None:
            yield from _read_with_care(section, source)
            continue
        fields, line, _ = section.found
        actions = fields.get("actions")
        # in the usual shape all actions are on the same line
        lines = [line] * len(actions) if type(actions) is list else []
        record = HandRecord(fields, source, section.key, section.line, lines)
        try:
            check(fields, section.line)
        except BadRecord as damage:
            record.damage = damage
        yield record


def read_text(text: str, source: str = "") -> Iterator[HandRecord]:
    """Yield the hands of a text."""
    return read([text], source)


def read_stream(stream: TextIO, source: str = "", first: int = 1) -> Iterator[HandRecord]:
    """Yield the hands of a stream, in constant memory."""
    return read(blocks_of(stream), source, first)


def _read_with_care(section: Section, source: str) -> Iterator[HandRecord]:
    try:
        yield from _read_fully(section, source)
    except BadRecord as damage:
        yield HandRecord({}, source, section.key, section.line, damage=damage)


def _read_fully(section: Section, source: str) -> Iterator[HandRecord]:
    """Read a section with `tomllib`. If a section contains several hands, named by inline tables or dotted keys, yield
    them one by one.
    """
    if section.fault:
        raise BadRecord(section.fault, section.line)
    lines = section.lines
    # the hand's header is added, because tables such as [3.x] belong to the hand only below it
    if section.has_tables and section.key is not None:
        lines = [f"[{toml_key(section.key)}]", *lines]
    # one line was added at the beginning
    fields = toml.parse(lines, section.first - (lines is not section.lines))
    if section.has_tables and section.key is not None:
        fields = fields[section.key]
    # a file may name its hands by dotted keys instead of headers
    if "variant" not in fields and section.key is None and fields and all(
            isinstance(hand, dict) and "variant" in hand for hand in fields.values()):
        for key, hand in fields.items():
            check(hand, section.line)
            yield HandRecord(hand, source, key, section.line)
        return
    check(fields, section.line)
    at = toml.string_lines(section.lines, section.first, "actions")
    # if the lines of the actions are unknown, errors give the line of the hand
    if len(at) != len(fields["actions"]):
        at = []
    yield HandRecord(fields, source, section.key, section.line, at)
