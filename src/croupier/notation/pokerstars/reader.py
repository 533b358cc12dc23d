# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Read PokerStars text hand by hand, lazily and with limits on its size.

    for record in read(open("session.txt", encoding="utf-8-sig")): ...

`read` returns an iterator that can continue after an error: if a hand cannot be read, `next` raises BadRecord with its
line, and the following `next` returns the next hand. Money that does not add up is not an error; see `accounting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO, TextIOBase

from croupier.notation.pokerstars import patterns
from croupier.notation.pokerstars.hand_parser import HandParser
from croupier.notation.pokerstars.record_builder import record_of
from croupier.notation.record import BadRecord, HandRecord

# far longer than any line in the room's texts
LINE_MAX = 1000
"""The maximum number of characters in a line."""
LINES_MAX = 2000
"""The maximum number of lines in a hand."""
BLOCK = 1 << 16
"""The number of characters that are read at once."""
_LINE_MAX = LINE_MAX
"""The same value as a C number."""
_HEADER = "PokerStars "
Block = tuple[list[str], bool]
"""Some lines, and a flag that is True if all of them are known to be ASCII."""


def read(text_or_lines: str | bytes | Iterable[str], source: str = "") -> Hands:
    """Return an iterator over the hands of a text, of bytes, or of lines such as those of an open file."""
    if isinstance(text_or_lines, bytes):
        text_or_lines = decode(text_or_lines)
    given = StringIO(text_or_lines, newline="\n") if isinstance(text_or_lines, str) else text_or_lines
    return Hands(_blocks_of(given) if isinstance(given, TextIOBase) else _one_by_one(given), source)


def records(text_or_lines: str | bytes | Iterable[str], source: str = "") -> Iterator[HandRecord]:
    """Yield all hands of a text. A hand that cannot be read is yielded with the reason in its `damage`."""
    hands = read(text_or_lines, source)
    while True:
        try:
            record = next(hands, None)
        except BadRecord as damage:
            yield HandRecord({}, source, str(hands.count), damage.line or 1, damage=damage)
            continue
        if record is None:
            return
        yield record


def decode(data: bytes) -> str:
    """Decode the bytes of a file as UTF-8 or UTF-16, with or without a byte-order mark, or else in the Windows code
    page of older clients.
    """
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        # older clients wrote names in the Windows code page of Western Europe
        return data.decode("cp1252", "replace")


def _blocks_of(stream: TextIOBase) -> Iterator[Block]:
    """Yield the lines of a stream block by block. Lines end with LF, CRLF or CR. A line that is too long is cut."""
    rest = ""
    while block := stream.read(BLOCK):
        # the \n of a CRLF may be at the beginning of the next block
        if block[-1] == "\r":
            block += stream.read(1)
        if "\r" in block:
            block = block.replace("\r\n", "\n").replace("\r", "\n")
        lines = (rest + block).split("\n")
        is_ascii = block.isascii() and rest.isascii()
        # of an endless line only as much is kept as is needed to refuse it
        rest = lines.pop()[:LINE_MAX + 2]
        yield lines, is_ascii
    if rest:
        yield [rest], False


def _one_by_one(lines: Iterable[str]) -> Iterator[Block]:
    """Yield each line of an iterable as a block. Raise BadRecord for a line that is not text."""
    for number, line in enumerate(lines, 1):
        if not isinstance(line, str):
            raise BadRecord(f"expected a line of text, not {type(line).__name__}", number)
        yield [line[:LINE_MAX + 2].rstrip("\r\n")], False


def _from_windows(line: str) -> str:
    """Return a line without byte-order mark. Bytes that were not UTF-8 are decoded in the Windows code page of old
    clients.
    """
    if any("\udc80" <= letter <= "\udcff" for letter in line):
        try:
            line = line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
        except UnicodeEncodeError:  # other lone surrogates do not stand for bytes
            return line
    return line.lstrip("\ufeff")


class Hands:
    """An iterator over the hands of a text."""

    def __init__(self, blocks: Iterator[Block], source: str = "") -> None:
        self.source = source
        self.count = 0
        self.blocks = blocks
        self.block: list[str] = []
        self.is_ascii = True
        """True if all lines of the block are ASCII."""
        self.at = 0
        self.number = 0
        """The number of the line read last."""
        self.line = ""
        self.is_header_read = False
        """True if the line read last is the header of the next hand."""

    def __iter__(self) -> Hands:
        return self

    def __next__(self) -> HandRecord:
        while not self.is_header_read:
            if not self.next_line():
                raise StopIteration
            # text before the first hand is reported once and then skipped
            if patterns.HEADER.match(self.line):
                break
            if self.line.strip():
                number = self.number
                self.skip_to_header()
                raise BadRecord("this is not PokerStars text: a hand begins with PokerStars Hand #number", number)
        self.is_header_read = False
        self.count += 1
        return self.hand()

    def next_line(self) -> bool:
        """Read the next line. Return False at the end of the text."""
        while self.at >= len(self.block):
            block = next(self.blocks, None)
            if block is None:
                return False
            self.block, self.is_ascii = block
            self.at = 0
        line = self.block[self.at]
        self.at += 1
        self.number += 1
        # most blocks are all ASCII, so their lines need no check
        if not self.is_ascii and not line.isascii():
            line = _from_windows(line[:LINE_MAX + 2])
        size = len(line)
        self.line = line.rstrip() if size and line[size - 1].isspace() else line
        return True

    def next_of_hand(self) -> bool:
        """Read the next line. Return False at the end of the text and at the header of the next hand."""
        if not self.next_line():
            return False
        # the fast test comes first, because nearly every line fails it
        if self.line.startswith(_HEADER) and patterns.HEADER.match(self.line):
            self.is_header_read = True
            return False
        return True

    def hand(self) -> HandRecord:
        """Return the hand whose header was read last."""
        first = self.number
        try:
            self.bound()
            parser = HandParser(self.line, first)
            while self.next_of_hand():
                self.bound()
                if self.number - first > LINES_MAX:
                    raise BadRecord(f"more than {LINES_MAX} lines in one hand")
                parser.take(self.line, self.number)
            return record_of(parser.finish(), self.source, str(self.count), first)
        except BadRecord as error:
            at = error.line or self.number
            # the failed hand may have been read to its end already
            if not self.is_header_read:
                self.skip_to_header()
            raise BadRecord(error.reason, at, error.clause) from None

    def skip_to_header(self) -> None:
        """Skip the rest of a hand that could not be read."""
        while self.next_of_hand():
            pass

    def bound(self) -> None:
        """Raise BadRecord for a line that is too long."""
        if len(self.line) > _LINE_MAX:
            raise BadRecord(f"a line of more than {LINE_MAX} characters")
