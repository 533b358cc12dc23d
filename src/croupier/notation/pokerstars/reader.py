"""PokerStars text, read hand by hand, lazily and within bounds.

    for record in read(open("session.txt", encoding="utf-8-sig")): ...

`read` gives an iterator that goes on after an error: a hand that cannot be read raises BadRecord, with its line, from
`next`, and the `next` after that gives the hand behind it. Money that does not add up is no error: see `accounting`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import StringIO, TextIOBase

from croupier.notation.pokerstars import lines
from croupier.notation.pokerstars.recording import record_of
from croupier.notation.pokerstars.story import Teller
from croupier.notation.record import BadRecord, HandRecord

LINE_MAX = 1000
"""Characters of a line."""
BLOCK = 1 << 16
"""Characters read at once."""
LINES_MAX = 2000
"""Lines of a hand."""

_Numbered = tuple[int, str]


def read(text_or_lines: str | bytes | Iterable[str], source: str = "") -> Hands:
    """The hands of a text, or of lines such as an open file gives."""
    if isinstance(text_or_lines, bytes):
        text_or_lines = decode(text_or_lines)
    given = StringIO(text_or_lines, newline="\n") if isinstance(text_or_lines, str) else text_or_lines
    return Hands(_numbered(_lines_of(given) if isinstance(given, TextIOBase) else given), source)


def records(text_or_lines: str | bytes | Iterable[str], source: str = "") -> Iterator[HandRecord]:
    """The hands of a text, to the last; one that cannot be read comes as a record whose `damage` says why."""
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
    """Text from a file's bytes: UTF-8 or UTF-16 with or without its mark, else the Windows page of older clients."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def _lines_of(stream: TextIOBase) -> Iterator[str]:
    """Yield the lines of a stream, ended by LF, CRLF or CR; an endless line is cut one over its limit."""
    rest = ""
    while block := stream.read(BLOCK):
        if block[-1] == "\r":
            block += stream.read(1)
        if "\r" in block:
            block = block.replace("\r\n", "\n").replace("\r", "\n")
        lines = (rest + block).split("\n")
        rest = lines.pop()[:LINE_MAX + 2]
        yield from lines
    if rest:
        yield rest


def _numbered(given: Iterable[str]) -> Iterator[_Numbered]:
    """Lines with their numbers, ends and byte-order marks cut off; over-long ones are cut one over the limit."""
    for number, line in enumerate(given, 1):
        if not isinstance(line, str):
            raise BadRecord(f"a line of text is wanted, not {type(line).__name__}", number)
        yield number, _mended(line[:LINE_MAX + 2]).lstrip("\ufeff").rstrip("\r\n")


def _mended(line: str) -> str:
    """A line whose bytes were no UTF-8, and came as surrogates, read in the Windows page of older clients."""
    if line.isascii() or not any("\udc80" <= letter <= "\udcff" for letter in line):
        return line
    try:
        return line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
    except UnicodeEncodeError:  # other lone surrogates: no bytes ever stood there
        return line


class Hands(Iterator[HandRecord]):
    """The hands of a text, one after the other."""

    def __init__(self, numbered: Iterator[_Numbered], source: str = "") -> None:
        self.source = source
        self.count = 0
        self._lines = numbered
        self._waiting: _Numbered | None = None
        """The header of the next hand, read ahead."""

    def __next__(self) -> HandRecord:
        number, header = self._next_header()
        self.count += 1
        return self._hand(number, header)

    def _next_header(self) -> _Numbered:
        """The next line that begins a hand; what stands before the first must be blank."""
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            return waiting
        for number, line in self._lines:
            if lines.HEADER.match(line):
                return number, line
            if line.strip():
                self._skip()
                raise BadRecord("this is no PokerStars text: a hand begins with PokerStars Hand #number", number)
        raise StopIteration

    def _hand(self, number: int, header: str) -> HandRecord:
        """One hand, its lines told up to the next header or the end."""
        at = number
        try:
            _bounded(header)
            teller = Teller(header, number)
            for at, line in self._lines:
                if line.startswith("PokerStars ") and lines.HEADER.match(line):
                    self._waiting = at, line
                    break
                _bounded(line)
                if at - number > LINES_MAX:
                    raise BadRecord(f"more than {LINES_MAX} lines in one hand")
                teller.tell(line, at)
            return record_of(teller.finish(), self.source, str(self.count), number)
        except BadRecord as error:
            if self._waiting is None:
                self._skip()
            raise BadRecord(error.reason, error.line or at, error.clause) from None

    def _skip(self) -> None:
        """Pass over the rest of a hand that could not be read."""
        for number, line in self._lines:
            if line.startswith("PokerStars ") and lines.HEADER.match(line):
                self._waiting = number, line
                return


def _bounded(line: str) -> None:
    if len(line) > LINE_MAX:
        raise BadRecord(f"a line of more than {LINE_MAX} characters")
