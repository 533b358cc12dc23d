"""Split a stream of JSON into hands, in constant memory. Each hand is returned with the number of its first line.

A stream holds one object after another, or a list of objects. Anything else is an error: a number, a word, a list in a
list, a missing or superfluous comma, an early end. It is yielded as a damaged hand, in order with the other hands
(N12).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TextIO

from croupier.notation.phh.split import BLOCK, HAND_MAX
from croupier.notation.record import BadRecord

Found = tuple[str | BadRecord, int]
"""The text of an object, or the error found instead of one, with its line number."""
_MARKS = re.compile(r'[{}"\\]')
_BETWEEN = re.compile(r"\n|[^\S\n]+|[\[\],]|[^\s\[\],\ufeff]+")
_SHOWN_MAX = 40


def split_objects(stream: TextIO, line: int = 1) -> Iterator[Found]:
    """Yield every outermost object, and an error for all invalid text between the objects."""
    cutter = _Objects(line)
    while block := stream.read(BLOCK):
        yield from cutter.feed(block)
    yield from cutter.rest()


class _Objects:
    """Cuts a stream into its outermost objects."""

    def __init__(self, line: int) -> None:
        self.line = self.begun = line
        self.text: list[str] = []
        self.size = self.depth = 0
        self.in_text = self.escaped = False
        self.between = Between()

    def feed(self, block: str) -> Iterator[Found]:
        """Process the next block of the stream."""
        start = at = 0
        # the last block ended with a backslash, so the first character here is escaped
        if self.escaped:
            at, self.escaped = 1, False
        while found := _MARKS.search(block, at):
            mark, at = found[0], found.end()
            if mark == "\\":
                # a backslash at the end of a block escapes the first character of the next block
                self.escaped = self.in_text and at == len(block)
                at += self.in_text
            elif mark == '"':
                # a quote outside an object is an error, and must not hide the next hand
                self.in_text = not self.in_text and self.depth > 0
            elif mark == "{" and not self.in_text:
                if self.depth == 0:
                    yield from self.look_at(block[start:at - 1])
                    yield from self.between.begin(self.line)
                    start = at - 1
                    self.begun = self.line
                self.depth += 1
            elif mark == "}" and not self.in_text and self.depth:
                self.depth -= 1
                if self.depth == 0:
                    self.keep(block[start:at])
                    start = at
                    yield from self.cut()
        if self.depth:
            self.keep(block[start:])
        else:
            yield from self.look_at(block[start:])

    def look_at(self, between: str) -> Iterator[Found]:
        """Check the text between objects."""
        yield from self.between.feed(between, self.line)
        self.line += between.count("\n")

    def keep(self, piece: str) -> None:
        """Store a piece of an object. Discard text beyond the size limit."""
        self.size += len(piece)
        self.line += piece.count("\n")
        if self.size <= HAND_MAX:
            self.text.append(piece)

    def cut(self) -> Iterator[Found]:
        """Yield the object that is complete now."""
        # an object that was too long is replaced by a hand that cannot be read
        whole = "".join(self.text) if self.size <= HAND_MAX else f'{{"too long": {self.size}}}'
        self.text, self.size, self.in_text = [], 0, False
        yield whole, self.begun

    def rest(self) -> Iterator[Found]:
        """Yield what is left of an object or a list that was cut short."""
        if self.depth:
            yield from self.cut()
        else:
            yield from self.between.end(self.line)


class Between:
    """Checks the text between objects, in which only the brackets and commas of one list are allowed."""

    def __init__(self) -> None:
        self.in_list = False
        self.last = ""
        """The last thing found in the stream: a value, a comma, an opening bracket, or nothing yet."""
        self.nested = 0
        """Number of lists that are open inside the list. There should be none."""
        self.junk = ""
        self.junk_line = 0

    def feed(self, text: str, line: int) -> Iterator[Found]:
        """Check a piece of text."""
        for word in _BETWEEN.findall(text):
            if word == "\n":
                yield from self.report()
                line += 1
            elif word.isspace():
                self.junk += " " if self.junk else ""
            elif self.fits(word):
                yield from self.report()
                self.last = word
                self.in_list = word != "]"
            else:
                self.in_list = self.in_list and (word != "]" or self.nested > 0)
                self.nested += (word == "[") - (word == "]" and self.nested > 0)
                self.junk_line = line
                self.junk = (self.junk + word)[:_SHOWN_MAX]
                self.last = word if word in ",[" else "value"

    def fits(self, word: str) -> bool:
        """Return True if a bracket or comma is allowed at this place."""
        if word == "[":
            return not self.in_list and not self.junk
        if word == "]":
            return self.in_list and self.last != "," and not self.nested
        return word == "," and self.in_list and self.last == "value" and not (self.nested and self.junk)

    def begin(self, line: int) -> Iterator[Found]:
        """Begin an object."""
        yield from self.report()
        if self.in_list and self.last == "value":
            yield BadRecord("no comma before this hand", line), line
        self.last = "value"

    def end(self, line: int) -> Iterator[Found]:
        """End the stream."""
        reported = bool(self.junk)
        yield from self.report()
        # one error is enough for a list that ends with invalid text
        if self.in_list and not reported:
            yield BadRecord("the list is cut short", line), line

    def report(self) -> Iterator[Found]:
        """Yield the error for a piece of text that is not a hand."""
        if self.junk:
            yield BadRecord(f"{self.junk.strip()!r} is not a hand", self.junk_line), self.junk_line
        self.junk = ""
