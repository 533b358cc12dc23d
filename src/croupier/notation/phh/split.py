# cython: nonecheck=True
# an object made by `__new__` alone holds None for its texts, and C code would read it as text and crash
"""Split a stream of PHH text into hands, in constant memory. Each hand is returned with the line on which it begins.

A `.phhs` file has one TOML table for each hand: `[1]`, `[2]`, ... A line that looks like a header begins the next hand,
unless an array or a text that spans several lines is still open. `Nesting` keeps track of what is open. The size of a
hand is limited (`HAND_MAX` characters, `DEPTH_MAX` brackets). A larger hand is reported as an error, and reading
continues with the next hand.

Text is processed in blocks of whole lines. A hand of the usual shape between two plain headers is read directly in the
block. Everything else is split into lines, which are examined one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, TextIO

from croupier.notation.phh.fast_toml import Scanner

# a block has some hundreds of hands, or one hand of the maximum size
BLOCK = 1 << 18
HAND_MAX = 1 << 18
# `tomllib` is recursive, and some hundreds of brackets cause a RecursionError
DEPTH_MAX = 16
_HAND_MAX = HAND_MAX
"""The same value as a C number."""

# a TOML header such as [12], ["a b"], [[x]] or [3.x], perhaps with a comment
_HEADER = re.compile(r"""\[\[?\s*(?:([A-Za-z0-9_-]+)|"([^"\\]+)"|'([^']+)')\s*(\.[^\]]*)?\]\]?\s*(?:\#.*)?""")
_TOKEN = re.compile(r"""\"\"\"|'''|"(?:[^"\\]|\\.)*"|'[^']*'|[\[\]{}]|\#""")


class Section:
    """The lines of one hand, without its header.

    `line` is the line number of the header, or of the first line if there is no header. `fault` says why the hand
    cannot be read, if it is too long. `has_tables` is True if the hand has tables, so that only `tomllib` can read it.
    `found` is the result of the fast scanner.
    """

    def __init__(self, key: str | None, line: int) -> None:
        self.key = key
        self.line = line
        self.lines: list[str] = []
        self.fault: str | None = None
        self.has_tables = False
        self.found: tuple[dict[str, Any], int, int] | None = None

    @property
    def first(self) -> int:
        """Return the number of the hand's first line."""
        return self.line + (self.key is not None)


class Nesting:
    """Tracks whether a line is inside an array, an inline table or a text of several lines."""

    def __init__(self) -> None:
        self.depth = 0
        self.deepest = 0
        self.quotes = ""

    @property
    def is_open(self) -> bool:
        """Return True if the next line continues the value of this line."""
        return self.depth > 0 or bool(self.quotes)

    def feed(self, line: str) -> None:
        """Count the brackets and quotes of one line."""
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
        """Return the position on this line at which a text of several lines ends. If the text does not end here, return
        the end of the line.
        """
        while True:
            end = line.find(self.quotes, at)
            if end < 0:
                return len(line)
            # an odd number of backslashes escapes the quote; an even number only escapes backslashes
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
            # `tomllib` reports an unmatched closing bracket
            self.depth = max(0, self.depth - 1)


def blocks_of(stream: TextIO) -> Iterator[str]:
    """Yield the text of a stream in blocks of whole lines. A line that is too long is cut into several blocks."""
    rest = ""
    while block := stream.read(BLOCK):
        end = block.rfind("\n") + 1
        if end:
            yield rest + block[:end]
            rest = block[end:]
        else:
            rest += block
        # without this limit an endless line would fill the memory
        if len(rest) > HAND_MAX:
            yield rest
            rest = ""
    if rest:
        yield rest


def sections(blocks: Iterable[str], first: int = 1) -> Iterator[Section]:
    """Yield the section of each hand. The part before the first header is also a hand if it contains more than
    comments.

    `first` is the number of the first line.
    """
    cutter = _Splitter(first)
    texts = iter(blocks)
    text = next(texts, None)
    while text is not None:
        # read one block ahead, to know which block is the last: only the last hand ends without a header after it
        after = next(texts, None)
        # surrogates (bytes that were not UTF-8) are kept here, because the reader reports their line
        data = text.encode("utf-8", "surrogatepass")
        cutter.read(data, after is None)
        while cutter.at < len(data):
            section = cutter.cut_usual()
            if section is not None:
                yield section
            else:
                yield from cutter.take_lines(cutter.next_lines())
        text = after
    yield from cutter.rest()


def lines_of(text: str) -> list[str]:
    """Return the lines of a block of whole lines."""
    lines = text.split("\n")
    if lines[len(lines) - 1] == "":
        lines.pop()
    return lines


def plain_key(line: str) -> str | None:
    """Return the number in a line that is a plain header such as `[12]`. Return None for any other line."""
    size = len(line)
    if size < 3 or line[0] != "[" or line[size - 1] != "]":
        return None
    for place in range(1, size - 1):
        if not "0" <= line[place] <= "9":
            return None
    return line[1:size - 1]


def scan_lines(section: Section) -> tuple[dict[str, Any], int, int] | None:
    """Return the result of the fast scanner for the lines of a section, none of which begins with a bracket. Return
    None if a line does not have the usual shape.
    """
    scanner = Scanner("\n".join(section.lines).encode("utf-8", "surrogatepass"))
    found = scanner.hand(0, section.first)
    return found if scanner.at >= scanner.end else None


class _Splitter:
    """Cuts text into sections at headers."""

    def __init__(self, first: int) -> None:
        self.number = first - 1
        self.is_done = False
        self.read(b"", False)
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

    def read(self, data: bytes, is_last: bool) -> None:
        """Process the next block of whole lines."""
        self.data = data
        self.scanner = Scanner(data)
        self.at = 0
        self.is_last = is_last

    def cut_usual(self) -> Section | None:
        """Return the next hand if it is complete and has the usual shape. Return None otherwise."""
        done = self.section
        # a part of this hand has already been read line by line
        if done.lines or done.fault is not None or self.held is not None or done.has_tables:
            return None
        scanner = self.scanner
        found = scanner.hand(self.at, self.number + 1)
        if found is None or scanner.at - self.at > _HAND_MAX:
            return None
        if scanner.at >= scanner.end:
            return self.cut_last(found) if self.is_last and (done.key is not None or found[0]) else None
        after = self.line_end(scanner.at)
        key = plain_key(self.data[scanner.at:after].decode("utf-8", "surrogatepass").rstrip("\n"))
        # another kind of header, or text before the first header, takes the slower path
        if key is None or done.key is None:
            return None
        done.found = found
        self.number = found[2]
        self.begin(key, self.number)
        self.at = after
        return done

    def cut_last(self, found: tuple[dict[str, Any], int, int]) -> Section:
        """Return the last hand."""
        done = self.section
        done.found = found
        self.at = len(self.data)
        self.is_done = True
        return done

    def next_lines(self) -> list[str]:
        """Return the lines up to the next line that begins with a bracket, including this line. If there is no such
        line, return all lines.
        """
        first = self.at
        head = first - 1 if self.data[first:first + 1] == b"[" else self.data.find(b"\n[", first)
        self.at = self.line_end(head + 1) if head >= first - 1 else len(self.data)
        return lines_of(self.data[first:self.at].decode("utf-8", "surrogatepass"))

    def line_end(self, at: int) -> int:
        """Return where the next line begins."""
        end = self.data.find(b"\n", at)
        return end + 1 if end >= 0 else len(self.data)

    def take_lines(self, lines: list[str]) -> Iterator[Section]:
        """Process lines one by one, and yield the hands that are complete."""
        at = 0
        while at < len(lines):
            at = self.take_run(lines, at)
            if at < len(lines):
                section = self.cut_quickly(lines[at])
                if section is not None:
                    yield section
                else:
                    yield from self.take_with_care(lines[at])
                at += 1

    def take_run(self, lines: list[str], at: int) -> int:
        """Process plain lines up to the next line that begins with a bracket."""
        if self.held is not None or self.section.fault is not None:
            return at
        # a byte-order mark at the beginning of the file
        if self.number == 0 and at < len(lines):
            lines[at] = lines[at].removeprefix("\ufeff")
        end = self.run_end(lines, at)
        self.section.lines += lines[at:end]
        self.number += end - at
        if self.size > _HAND_MAX:
            self.refuse_size()
        return end

    def run_end(self, lines: list[str], at: int) -> int:
        """Return the index at which plain lines end, which is at a bracket, or when the hand is too long. Remove
        carriage returns.
        """
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
        """Mark the hand as too long."""
        self.section.fault = f"a hand of more than {HAND_MAX} characters"
        self.section.lines.clear()

    def take(self, line: str) -> None:
        """Add a line to the section after finding that it is not a header."""
        self.size += len(line) + 1
        if self.size > _HAND_MAX:
            self.refuse_size()
        elif not self.section.fault:
            self.section.lines.append(line)

    def cut_quickly(self, line: str) -> Section | None:
        """Return the hand so far if it has the usual shape and the line is a plain header such as `[12]`. Return None
        otherwise.
        """
        done = self.section
        if self.held is not None or done.fault is not None or done.key is None or done.has_tables:
            return None
        key = plain_key(line)
        if key is None or self.nesting is not None:
            return None
        done.found = scan_lines(done)
        if done.found is None:
            return None
        self.number += 1
        self.begin(key, self.number)
        return done

    def take_with_care(self, line: str) -> Iterator[Section]:
        """Process a line that may be a header, or that decides whether the line before was one."""
        self.number += 1
        line = line.rstrip("\r")
        if self.held is not None:
            if not line.strip():
                return
            # the line before looked like a header inside an open value; since `variant` follows, it is the header of a
            # new hand
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
        # this may be a line of an array or a text; the next line decides
        elif self.section.fault or self._is_open():
            self.held = (line, self.number)
        else:
            yield from self._cut(line, self.number)

    def _is_own(self, header: re.Match[str]) -> bool:
        """Return True if a header begins a table of this hand: `[3.x]` in hand 3, or any table in a hand without a
        header.
        """
        key = header[1] or header[2] or header[3]
        if header[4] is None and not header[0].startswith("[["):
            return self.section.key is None and any(line and line[0] != "#" for line in self.section.lines)
        # [4.x] in hand 3 begins another hand
        return self.section.key in (None, key)

    def _is_open(self) -> bool:
        """Return True if the lines so far end inside an open value. Lines of the usual shape never do."""
        section = self.section
        if self.nesting is None:
            if not section.has_tables:
                section.found = scan_lines(section)
            if section.found is not None:
                return False
            self.nesting = Nesting()
        nesting = self.nesting
        # only the lines added since the last call
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
        """Return True if the lines so far are a hand: there is a header, or at least one line that is not a comment."""
        section = self.section
        if section.key is not None or section.fault or (section.lines and section.lines[0][:7] == "variant"):
            return True
        for line in section.lines:
            if line.strip() and line.lstrip()[0] != "#":
                return True
        return False

    def rest(self) -> Iterator[Section]:
        """Yield the last hand unless it was yielded already."""
        if self.is_done:
            return
        if self.held and not self.section.fault:
            self.take(self.held[0])
        section = self.section
        if self._is_worth_it():
            if not (section.fault or section.has_tables or section.found):
                section.found = scan_lines(section)
            yield section
