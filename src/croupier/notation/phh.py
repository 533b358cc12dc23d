"""PHH, the Poker Hand History format: `.phh` holds one hand, `.phhs` many, each in a table of its own.

    for record in read_text(text): ...
    text = write(record)

Reading is lazy and bounded. A hand in the usual shape goes through a fast scanner, every other through full TOML; both
give the same fields in the order of the file. Writing gives `key = value` lines such that reading, writing and reading
again is the identity; TOML's own comments (outside of action texts) are not part of a hand and are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from croupier.notation import toml
from croupier.notation.people import check_seats
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.sections import Section, blocks_of, sections

PLAYERS_MAX = 32
ACTIONS_MAX = 10_000


def read(blocks: Iterable[str], source: str = "", first: int = 1) -> Iterator[HandRecord]:
    """The hands in text that comes some lines at a time; one that cannot be read has a `damage` that says why."""
    for section in sections(blocks, first):
        if section.found is None:
            yield from _read_with_care(section, source)
            continue
        fields, line, _ = section.found
        actions = fields.get("actions")
        lines = [line] * len(actions) if type(actions) is list else []
        record = HandRecord(fields, source, section.key, section.line, lines)
        try:
            check(fields, section.line)
        except BadRecord as damage:
            record.damage = damage
        yield record


def read_text(text: str, source: str = "") -> Iterator[HandRecord]:
    """The hands in a text."""
    return read([text], source)


def read_stream(stream: TextIO, source: str = "", first: int = 1) -> Iterator[HandRecord]:
    """The hands in a stream, in constant memory."""
    return read(blocks_of(stream), source, first)


def _read_with_care(section: Section, source: str) -> Iterator[HandRecord]:
    try:
        yield from _read_fully(section, source)
    except BadRecord as damage:
        yield HandRecord({}, source, section.key, section.line, damage=damage)


def _read_fully(section: Section, source: str) -> Iterator[HandRecord]:
    """Full TOML; a text that names its hands by inline tables or dotted keys gives each of them."""
    if section.fault:
        raise BadRecord(section.fault, section.line)
    lines = section.lines
    if section.has_tables and section.key is not None:
        lines = [f"[{toml.key(section.key)}]", *lines]
    fields = toml.parse(lines, section.first - (lines is not section.lines))
    if section.has_tables and section.key is not None:
        fields = fields[section.key]
    if "variant" not in fields and section.key is None and fields and all(
            isinstance(hand, dict) and "variant" in hand for hand in fields.values()):
        for key, hand in fields.items():
            check(hand, section.line)
            yield HandRecord(hand, source, key, section.line)
        return
    check(fields, section.line)
    at = toml.string_lines(section.lines, section.first, "actions")
    if len(at) != len(fields["actions"]):
        at = []
    yield HandRecord(fields, source, section.key, section.line, at)


def check(fields: dict[str, Any], line: int | None = None) -> None:
    """Refuse fields that are no hand: nothing to play, or more of it than a record may hold."""
    stacks, actions = fields.get("starting_stacks"), fields.get("actions")
    if type(fields.get("variant")) is not str or type(stacks) is not list or type(actions) is not list:
        raise BadRecord(_what_is_missing(fields), line)
    if len(stacks) > PLAYERS_MAX:
        raise BadRecord(f"{len(stacks)} players: {PLAYERS_MAX} at most", line)
    if len(actions) > ACTIONS_MAX:
        raise BadRecord(f"{len(actions)} actions: {ACTIONS_MAX} at most", line)
    for action in actions:
        if type(action) is not str:
            raise BadRecord(f"the action {action!r:.40} is no text", line)
    if "players" in fields:
        check_entries(fields, "players", str, len(stacks), line)
    if "seats" in fields:
        check_entries(fields, "seats", int, len(stacks), line)
    if "seats" in fields or "seat_count" in fields:
        check_seats(fields, len(stacks), line)


def check_entries(fields: dict[str, Any], name: str, kind: type, size: int, line: int | None) -> None:
    """Refuse a column that does not hold one entry of a kind for each player; an empty one says nothing."""
    column = fields[name]
    if column is None:
        return
    if type(column) is not list:
        raise BadRecord(f"{name} is no array", line, "N9")
    if column and len(column) != size:
        raise BadRecord(f"{name} holds {len(column)} entries for {size} players", line, "N9")
    for entry in column:
        if type(entry) is not kind:
            raise BadRecord(f"{name} holds {entry!r:.40}, which is no {_KIND[kind]}", line, "N9")


def _what_is_missing(fields: dict[str, Any]) -> str:
    """The first of the fields no hand can be without that is missing or of the wrong kind."""
    for name, kind in (("variant", str), ("starting_stacks", list), ("actions", list)):
        if name not in fields:
            return f"the hand has no {name}"
        if type(fields[name]) is not kind:
            return f"{name} is no {_KIND[kind]}"
    return "no hand"


_KIND = {str: "text", list: "array", int: "whole number"}


def write(record: HandRecord) -> str:
    """One hand as `.phh` text; its game is always named, even where JSON leaves it out."""
    fields = record.fields if "variant" in record.fields else {"variant": record.variant, **record.fields}
    return "\n".join(toml.table(fields)) + "\n"


def write_section(record: HandRecord, key: str) -> str:
    """One hand as a section of a `.phhs` text."""
    return f"[{toml.key(key)}]\n{write(record)}"


def write_all(hands: Iterable[HandRecord]) -> Iterator[str]:
    """Hands as the pieces of a `.phhs` text; numbers of sections are kept as long as they go up."""
    last = 0
    for record in hands:
        key = record.key or ""
        last = int(key) if key.isascii() and key.isdigit() and len(key) < 18 and int(key) > last else last + 1
        yield ("\n" if last > 1 else "") + write_section(record, str(last))
