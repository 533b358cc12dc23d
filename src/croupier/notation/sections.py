"""A stream of lines cut into hands, in constant memory, with the line each begins on.

A `.phhs` file is one TOML table a hand: `[1]`, `[2]`, ... A line that looks like such a header begins the next hand,
unless it stands inside an array or a text that goes on over several lines; `Nesting` keeps count of those. A hand is
bounded (`HAND_MAX` characters, `DEPTH_MAX` brackets); what is beyond is cut out and reported, and the next hand is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TextIO

BLOCK = 1 << 18
HAND_MAX = 1 << 18
DEPTH_MAX = 16

_HEADER = re.compile(r"""\[\[?\s*(?:([A-Za-z0-9_-]+)|"([^"\\]+)"|'([^']+)')\s*(\.[^\]]*)?\]\]?\s*(?:\#.*)?""")
_TOKEN = re.compile(r"""\"\"\"|'''|"(?:[^"\\]|\\.)*"|'[^']*'|[\[\]{}]|\#""")


@dataclass(slots=True)
class Section:
    """The lines of one hand, its header not among them."""

    key: str | None
    line: int
    """The line of its header, or its first line."""
    lines: list[str] = field(default_factory=list)
    fault: str | None = None
    """Why it cannot be read: too long, too deep."""
    has_tables: bool = False
    """Whether tables of its own follow, so that only full TOML can read it."""

    @property
    def first(self) -> int:
        """The number of its first line."""
        return self.line + (self.key is not None)


class Nesting:
    """How deep a line stands inside arrays, inline tables and texts of several lines."""

    def __init__(self) -> None:
        self.depth = 0
        self.deepest = 0
        self.quotes = ""

    @property
    def is_open(self) -> bool:
        """Whether the next line goes on with a value begun before."""
        return self.depth > 0 or bool(self.quotes)

    def feed(self, line: str) -> None:
        """Take one line into account."""
        at = 0
        while True:
            if self.quotes:
                at = self._end_of_text(line, at)
                if self.quotes:
                    return
            token = _TOKEN.search(line, at)
            if token is None or token.group() == "#":
                return
            at = token.end()
            self._take(token.group())

    def _end_of_text(self, line: str, at: int) -> int:
        """Where a text of several lines ends on this line, if it does."""
        while True:
            end = line.find(self.quotes, at)
            if end < 0:
                return len(line)
            slashes = len(line[:end]) - len(line[:end].rstrip("\\"))
            if self.quotes == '"""' and slashes % 2:
                at = end + 1
                continue
            self.quotes = ""
            return end + 3

    def _take(self, token: str) -> None:
        if token in ('"""', "'''"):
            self.quotes = token
        elif token in "[{":
            self.depth += 1
            self.deepest = max(self.deepest, self.depth)
        elif token in "]}":
            self.depth = max(0, self.depth - 1)


def lines_of(stream: TextIO) -> Iterator[str]:
    """The lines of a stream, without their ends, read block by block; an endless line is cut into pieces."""
    rest = ""
    while block := stream.read(BLOCK):
        lines = (rest + block).split("\n")
        rest = lines.pop()
        yield from lines
        if len(rest) > HAND_MAX:
            yield rest
            rest = ""
    if rest:
        yield rest


def sections(lines: Iterable[str]) -> Iterator[Section]:
    """Each hand's lines; the part before the first header is one too if it holds anything but comments."""
    cutter = _Cutter()
    for number, line in enumerate(lines, 1):
        if line.endswith("\r"):
            line = line[:-1]
        if number == 1:
            line = line.removeprefix("\ufeff")
        if cutter.held and not line.strip():
            continue
        if line[:1] == "[" or cutter.held or cutter.section.fault:
            yield from cutter.take_with_care(line, number)
        else:
            cutter.take(line)
    yield from cutter.rest()


class _Cutter:
    """Cuts at headers."""

    def __init__(self) -> None:
        self.section = Section(None, 1)
        self.size = 0
        self.held: tuple[str, int] | None = None
        self._begin(None, 1)

    def _begin(self, key: str | None, line: int) -> None:
        self.section = Section(key, line)
        self.size = 0
        self.nesting = Nesting()
        self.fed = 0

    def take(self, line: str) -> None:
        """A line that is no header."""
        self.size += len(line) + 1
        if self.size > HAND_MAX:
            self.section.fault = f"a hand of more than {HAND_MAX} characters"
            self.section.lines.clear()
        else:
            self.section.lines.append(line)

    def take_with_care(self, line: str, number: int) -> Iterator[Section]:
        """A line that may be a header, or shows that the line before it was one."""
        if self.held and (line.startswith("variant") or self.section.fault):
            yield from self._cut(*self.held)
        elif self.held:
            self.take(self.held[0])
        self.held = None
        header = _HEADER.fullmatch(line.rstrip())
        if header is None:
            if not self.section.fault:
                self.take(line)
        elif self._is_own(header):
            self.section.has_tables = True
            self.take(line)
        elif self.section.fault or self._is_open():
            self.held = (line, number)
        else:
            yield from self._cut(line, number)

    def _is_own(self, header: re.Match[str]) -> bool:
        """Whether a header is a table inside this hand: `[3.x]` in hand 3, any table of a hand without a header."""
        key = header[1] or header[2] or header[3]
        if header[4] is None and not header[0].startswith("[["):
            return self.section.key is None and any(line and line[0] != "#" for line in self.section.lines)
        return self.section.key in (None, key)

    def _is_open(self) -> bool:
        """Whether the lines so far end inside a value."""
        for line in self.section.lines[self.fed:]:
            self.nesting.feed(line)
        self.fed = len(self.section.lines)
        return self.nesting.is_open

    def _cut(self, header: str, number: int) -> Iterator[Section]:
        found = _HEADER.fullmatch(header.rstrip())
        assert found is not None
        if self._is_worth_it():
            yield self.section
        self._begin(found[1] or found[2] or found[3], number)

    def _is_worth_it(self) -> bool:
        """Whether there is a hand so far: after a header always, before the first one if there is more than comments."""
        if self.section.key is not None or self.section.fault:
            return True
        return any(line.strip() and line.lstrip()[0] != "#" for line in self.section.lines)

    def rest(self) -> Iterator[Section]:
        """The last hand."""
        if self.held and not self.section.fault:
            self.take(self.held[0])
        if self._is_worth_it():
            yield self.section
