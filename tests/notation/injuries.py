"""Texts spoiled on purpose, as bytes: cut short, flipped, doubled, nested without end, swollen, badly encoded.

Each injury is a function of the bytes and a random source; `spoiled` deals one to four of them. Heavy ones, which blow
a text up to the readers' bounds and beyond, are rare, so that a million inputs stay a matter of hours.
"""

from __future__ import annotations

import random
from collections.abc import Callable

SCRAPS = ("'", '"', "'''", '"""', "[", "]", "{", "}", "\\", "\n", "\r", "\x00", "#", "=", ",", "inf", "nan", "-", "_",
          "1e999", "[1]\n", "variant = 'NT'\n", "p1 f", "p2 cbr 99999999999999999999", "????", "é", "true", "null",
          "[[1]]\n", "starting_stacks = [1, 2]\n", "d db AhAhAh", "08:61:00", "1979-05-27", "9" * 50, "0.1", "$", "(",
          ")", ":", " ", "\t", "\ufeff", "\u2028", "𝄞", "and is all-in", ": folds", "*** FLOP ***", "[Ah Ah]",
          "0.00001", "%s", "Seat 1: ", "Dealt to ", "?? ", "٣", "²", "-0", "1_000", "0x1F", "+7", "Infinity", "NaN",
          '{"actions": ["p1 f"]}', "\\u0000", "\\ud800", "p0 f", "p99 cc", "p1 cbr -5", "p1 cbr inf", "d dh p1 Ah")
BROKEN_UTF8 = (b"\xff", b"\xc0\xaf", b"\xed\xa0\x80", b"\xe2\x82", b"\xf4\x90\x80\x80", b"\x80", b"\xfe\xff")
NUMBERS = (b"9" * 5000, b"1e999999999", b"0." + b"0" * 3000 + b"1", b"-" + b"9" * 400, b"1e-400",
           b"18446744073709551616", b"9223372036854775808", b"10000000000001", b"0.00005")
BRACKETS = (b"[", b"{", b"(", b'{"a":', b"a={", b"[[", b"'''", b'"""', b"[1.")

Injury = Callable[[bytes, random.Random], bytes]


def truncate(data: bytes, chance: random.Random) -> bytes:
    """Cut short."""
    return data[:chance.randint(0, len(data))]


def cut_out(data: bytes, chance: random.Random) -> bytes:
    """A piece is missing."""
    at = chance.randint(0, len(data))
    return data[:at] + data[at + chance.choice((1, 2, 10, 100)):]


def insert(data: bytes, chance: random.Random) -> bytes:
    """A scrap stands where it does not belong."""
    at = chance.randint(0, len(data))
    return data[:at] + chance.choice(SCRAPS).encode() + data[at + chance.choice((0, 0, 1, 4)):]


def double(data: bytes, chance: random.Random) -> bytes:
    """A piece stands twice."""
    at = chance.randint(0, len(data))
    end = at + chance.choice((1, 2, 10, 100))
    return data[:end] + data[at:]


def flip(data: bytes, chance: random.Random) -> bytes:
    """One bit, or a whole byte, is another."""
    if not data:
        return data
    at = chance.randrange(len(data))
    byte = chance.choice((data[at] ^ 1 << chance.randrange(8), chance.randrange(256)))
    return data[:at] + bytes((byte,)) + data[at + 1:]


def digit(data: bytes, chance: random.Random) -> bytes:
    """A digit is another."""
    places = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    if not places:
        return data
    at = chance.choice(places)
    return data[:at] + b"%d" % chance.randint(0, 9) + data[at + 1:]


def break_utf8(data: bytes, chance: random.Random) -> bytes:
    """Bytes that are no UTF-8."""
    at = chance.randint(0, len(data))
    return data[:at] + chance.choice(BROKEN_UTF8) + data[at:]


def swap(data: bytes, chance: random.Random) -> bytes:
    """Two lines, or two entries of a list, change places."""
    mark = chance.choice((b"\n", b", "))
    parts = data.split(mark)
    one, other = chance.randrange(len(parts)), chance.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return mark.join(parts)


def drop(data: bytes, chance: random.Random) -> bytes:
    """A line, or an entry of a list, is gone; or another stands in its place."""
    mark = chance.choice((b"\n", b", "))
    parts = data.split(mark)
    at = chance.randrange(len(parts))
    parts[at:at + 1] = chance.choice(([], [parts[chance.randrange(len(parts))]]))
    return mark.join(parts)


def huge_number(data: bytes, chance: random.Random) -> bytes:
    """A number as no table ever saw it."""
    places = [at for at, byte in enumerate(data) if 48 <= byte <= 57]
    at = chance.choice(places) if places else 0
    return data[:at] + chance.choice(NUMBERS) + data[at + 1:]


def nest(data: bytes, chance: random.Random) -> bytes:
    """Brackets without end."""
    at = chance.randint(0, len(data))
    return data[:at] + chance.choice(BRACKETS) * chance.choice((17, 200, 2000)) + data[at:]


def other_encoding(data: bytes, chance: random.Random) -> bytes:
    """A byte-order mark, CRLF, UTF-16."""
    way = chance.randrange(4)
    if way == 0:
        return b"\xef\xbb\xbf" + data
    if way == 1:
        return data.replace(b"\n", b"\r\n")
    return data.decode("utf-8", "replace").encode("utf-16" if way == 2 else "utf-16-le")


def swell(data: bytes, chance: random.Random) -> bytes:
    """A piece repeated until a line, a list or the whole hand is out of bounds."""
    at = chance.randint(0, len(data))
    piece = data[at:at + chance.choice((1, 8, 60, 300))]
    return data[:at] + piece * (chance.choice((2_000, 40_000, 400_000)) // max(1, len(piece))) + data[at:]


LIGHT: tuple[Injury, ...] = (truncate, cut_out, insert, double, flip, digit, break_utf8, swap, drop, huge_number,
                             other_encoding)
HEAVY: tuple[Injury, ...] = (nest, swell)
HEAVY_ONCE_IN = 50


def spoiled(data: bytes, other: bytes, chance: random.Random) -> bytes:
    """A sound text with one to four injuries; now and then its end is that of another text."""
    if chance.random() < 0.1:
        data = truncate(data, chance) + other[chance.randint(0, len(other)):]
    for _ in range(chance.randint(1, 4)):
        data = chance.choice(LIGHT)(data, chance)
    return chance.choice(HEAVY)(data, chance) if chance.randrange(HEAVY_ONCE_IN) == 0 else data
