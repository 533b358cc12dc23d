"""A stream of lines cut into hands, in constant memory, with the line each begins on.

A `.phhs` file is one TOML table a hand: `[1]`, `[2]`, ... A line that looks like such a header begins the next hand,
unless it stands inside an array or a text that goes on over several lines; `Nesting` keeps count of those. A hand is
bounded (`HAND_MAX` characters, `DEPTH_MAX` brackets); what is beyond is cut out and reported, and reading goes on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from croupier.notation.scan import scan

BLOCK = 1 << 18
HAND_MAX = 1 << 18
DEPTH_MAX = 16
_HAND_MAX = HAND_MAX
"""The same as a C number."""

_HEADER = re.compile(r"""\[\[?\s*(?:([A-Za-z0-9_-]+)|"([^"\\]+)"|'([^']+)')\s*(\.[^\]]*)?\]\]?\s*(?:\#.*)?""")
_TOKEN = re.compile(r"""\"\"\"|'''|"(?:[^"\\]|\\.)*"|'[^']*'|[\[\]{}]|\#""")


class Section:
    """The lines of one hand, its header not among them.

    `line` is that of its header, or of its first line; `fault` says why it cannot be read (too long), `has_tables`
    that tables of its own follow, so that only full TOML can read it, `found` is what the fast scanner read.
    """

    def __init__(self, key: str | None, line: int) -> None:
        self.key = key
        self.line = line
        self.lines: list[str] = []
        self.fault: str | None = None
        self.has_tables = False
        self.found: tuple[dict[str, Any], int] | None = None

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


def blocks_of(stream: TextIO) -> Iterator[list[str]]:
    """The lines of a stream, without their ends, some at a time; an endless line is cut into pieces."""
    rest = ""
    while block := stream.read(BLOCK):
        lines = (rest + block).split("\n")
        rest = lines.pop()
        yield lines
        if len(rest) > HAND_MAX:
            yield [rest]
            rest = ""
    if rest:
        yield [rest]


def sections(blocks: Iterable[list[str]], first: int = 1) -> Iterator[Section]:
    """Each hand's lines; the part before the first header is one too if it holds anything but comments.

    `first` is the number of the first line.
    """
    cutter = _Cutter(first)
    for lines in blocks:
        at = 0
        while at < len(lines):
            at = cutter.take_run(lines, at)
            if at < len(lines):
                section = cutter.cut_quickly(lines[at])
                if section is not None:
                    yield section
                else:
                    yield from cutter.take_with_care(lines[at])
                at += 1
    yield from cutter.rest()


class _Cutter:
    """Cuts at headers."""

    def __init__(self, first: int) -> None:
        self.number = first - 1
        self.held: tuple[str, int] | None = None
        self.section = Section(None, first)
        self.nesting: Nesting | None = None
        self.begin(None, first)

    def begin(self, key: str | None, line: int) -> None:
        """Begin a section."""
        self.section = Section(key, line)
        self.size = 0
        self.nesting = None
        self.fed = 0

    def take_run(self, lines: list[str], at: int) -> int:
        """Take plain lines up to the next that wants care: one with a bracket first, or any after such a one."""
        if self.held is not None or self.section.fault is not None:
            return at
        if self.number == 0 and at < len(lines):
            lines[at] = lines[at].removeprefix("\ufeff")
        end = self.run_end(lines, at)
        self.section.lines += lines[at:end]
        self.number += end - at
        if self.size > _HAND_MAX:
            self.refuse_size()
        return end

    def run_end(self, lines: list[str], at: int) -> int:
        """Where plain lines end: at a bracket, or where the hand has grown too long; each loses its carriage return."""
        size = len(lines)
        while at < size and self.size <= _HAND_MAX:
            line = lines[at]
            length = len(line)
            if length > 0:
                if line[0] == "[":
                    return at
                if line[length - 1] == "\r":
                    lines[at] = line[:length - 1]
            self.size += length + 1
            at += 1
        return at

    def refuse_size(self) -> None:
        """The hand is too long."""
        self.section.fault = f"a hand of more than {HAND_MAX} characters"
        self.section.lines.clear()

    def take(self, line: str) -> None:
        """A line that is no header after all."""
        self.size += len(line) + 1
        if self.size > _HAND_MAX:
            self.refuse_size()
        elif not self.section.fault:
            self.section.lines.append(line)

    def cut_quickly(self, line: str) -> Section | None:
        """The hand so far, where a plain `[12]` ends it and it is in the usual shape; None for all else."""
        done = self.section
        size = len(line)
        if self.held is not None or done.fault is not None or done.key is None or done.has_tables or size < 3:
            return None
        if line[size - 1] != "]" or not (line.isascii() and line[1:size - 1].isdigit()) or self.nesting is not None:
            return None
        done.found = scan(done.lines, done.first)
        if done.found is None:
            return None
        self.number += 1
        self.begin(line[1:size - 1], self.number)
        return done

    def take_with_care(self, line: str) -> Iterator[Section]:
        """A line that may be a header, or shows that the line before it was one."""
        self.number += 1
        line = line.rstrip("\r")
        if self.held is not None:
            if not line.strip():
                return
            if line.startswith("variant") or self.section.fault:
                yield from self._cut(*self.held)
            else:
                self.take(self.held[0])
        self.held = None
        header = _HEADER.fullmatch(line.rstrip())
        if header is None:
            self.take(line)
        elif self._is_own(header):
            self.section.has_tables = True
            self.take(line)
        elif self.section.fault or self._is_open():
            self.held = (line, self.number)
        else:
            yield from self._cut(line, self.number)

    def _is_own(self, header: re.Match[str]) -> bool:
        """Whether a header is a table inside this hand: `[3.x]` in hand 3, any table of a hand without a header."""
        key = header[1] or header[2] or header[3]
        if header[4] is None and not header[0].startswith("[["):
            return self.section.key is None and any(line and line[0] != "#" for line in self.section.lines)
        return self.section.key in (None, key)

    def _is_open(self) -> bool:
        """Whether the lines so far end inside a value; never where they are in the usual shape."""
        section = self.section
        if self.nesting is None:
            if not section.has_tables:
                section.found = scan(section.lines, section.first)
            if section.found is not None:
                return False
            self.nesting = Nesting()
        nesting = self.nesting
        for line in section.lines[self.fed:]:
            nesting.feed(line)
        self.fed = len(section.lines)
        return bool(nesting.is_open)

    def _cut(self, header: str, number: int) -> Iterator[Section]:
        found = _HEADER.fullmatch(header.rstrip())
        assert found is not None
        if self._is_worth_it():
            yield self.section
        self.begin(found[1] or found[2] or found[3], number)

    def _is_worth_it(self) -> bool:
        """Whether there is a hand so far: always after a header, before the first if there is more than comments."""
        section = self.section
        if section.key is not None or section.fault or (section.lines and section.lines[0][:7] == "variant"):
            return True
        for line in section.lines:
            if line.strip() and line.lstrip()[0] != "#":
                return True
        return False

    def rest(self) -> Iterator[Section]:
        """The last hand."""
        if self.held and not self.section.fault:
            self.take(self.held[0])
        section = self.section
        if self._is_worth_it():
            if not (section.fault or section.has_tables or section.found):
                section.found = scan(section.lines, section.first)
            yield section
