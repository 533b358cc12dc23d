"""PHH, the Poker Hand History format: `.phh` holds one hand, `.phhs` many, each in a table of its own.

    for record in read_text(text): ...
    text = write(record)

Reading is lazy and bounded. A hand in the usual shape goes through a fast scanner, every other through full TOML; both
give the same fields in the order of the file. Writing gives `key = value` lines such that reading, writing and reading
again is the identity; TOML's own comments (outside of action texts) are not part of a hand and are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from croupier.notation import toml
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.scan import scan
from croupier.notation.sections import Section, sections

PLAYERS_MAX = 32
ACTIONS_MAX = 10_000


def read(lines: Iterable[str], source: str = "") -> Iterator[HandRecord]:
    """The hands in some lines; one that cannot be read comes as a record whose `damage` says why."""
    for section in sections(lines):
        yield from records(section, source)


def read_text(text: str, source: str = "") -> Iterator[HandRecord]:
    """The hands in a text."""
    return read(text.split("\n"), source)


def records(section: Section, source: str = "") -> Iterator[HandRecord]:
    """The hand of a section (several where one section holds a table of hands)."""
    try:
        found = None if section.fault or section.has_tables else scan(section.lines, section.first)
        if found is None:
            yield from _read_fully(section, source)
            return
        fields, line = found
        lines = [line] * len(fields.get("actions", ()))
        check(fields, section.line)
    except BadRecord as damage:
        yield HandRecord({}, source, section.key, section.line, damage=damage)
        return
    yield HandRecord(fields, source, section.key, section.line, None, lines)


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
    yield HandRecord(fields, source, section.key, section.line, None, at)


def check(fields: dict[str, Any], line: int | None = None) -> None:
    """Refuse fields that are no hand: nothing to play, or more of it than a record may hold."""
    for name, kind in (("variant", str), ("starting_stacks", list), ("actions", list)):
        if type(fields.get(name)) is not kind:
            missing = name not in fields
            raise BadRecord(f"the hand has no {name}" if missing else f"{name} is no {_KIND[kind]}", line)
    if len(fields["starting_stacks"]) > PLAYERS_MAX:
        raise BadRecord(f"{len(fields['starting_stacks'])} players: {PLAYERS_MAX} at most", line)
    actions = fields["actions"]
    if len(actions) > ACTIONS_MAX:
        raise BadRecord(f"{len(actions)} actions: {ACTIONS_MAX} at most", line)
    for action in actions:
        if type(action) is not str:
            raise BadRecord(f"the action {action!r:.40} is no text", line)


_KIND = {str: "text", list: "array"}


def write(record: HandRecord) -> str:
    """One hand as `.phh` text."""
    return "\n".join(toml.table(record.fields)) + "\n"


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
