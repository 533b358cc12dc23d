"""Read TOML with `tomllib`, with the checks and error messages that hands need.

Numbers with a point are read as Decimals and written with the digits they had. A value that TOML cannot hold (None, a
float, NaN) is refused with the name of its field.
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal
from typing import Any

from croupier.notation.phh.split import DEPTH_MAX, Nesting
from croupier.notation.record import BadRecord

REASON_MAX = 200
"""The maximum length of a reason in an error. Some reasons quote a wrong key, which may be very long."""
_AT_LINE = re.compile(r"\(at line (\d{1,9}), column \d+\)\Z")
_STRING = re.compile(r"""\"\"\"|'''|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\#[^\n]*|\n|\]""")


def parse(lines: list[str], first: int) -> dict[str, Any]:
    """Return the fields in lines of TOML. Raise BadRecord with the line number in the file. `first` is the number of
    the first line.
    """
    _refuse_deep(lines, first)
    text = "\n".join(lines) + "\n"
    try:
        # raises an error for surrogates, which stand for bytes that were not UTF-8
        text.encode()
        fields = tomllib.loads(text, parse_float=Decimal)
    except UnicodeEncodeError as error:
        raise BadRecord("not UTF-8 text", first + text.count("\n", 0, error.start)) from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError, ArithmeticError) as error:
        # some errors have no text, for example a RecursionError
        reason = str(error) or type(error).__name__
        at = _AT_LINE.search(reason)
        line = first + (int(at[1]) - 1 if at else len(lines) - 1)
        raise BadRecord(f"not TOML: {_AT_LINE.sub('', reason).strip():.{REASON_MAX}}", line) from None
    _refuse_odd(fields, first, DEPTH_MAX)
    return fields


def _refuse_deep(lines: list[str], first: int) -> None:
    """Raise BadRecord if brackets are nested too deeply for a recursive reader."""
    nesting = Nesting()
    for at, line in enumerate(lines):
        nesting.feed(line)
        if nesting.deepest > DEPTH_MAX:
            raise BadRecord(f"brackets nested more than {DEPTH_MAX} deep", first + at)


def _refuse_odd(value: Any, line: int, depth: int) -> None:
    """Raise BadRecord for NaN and for tables nested too deeply."""
    if depth == 0:
        raise BadRecord(f"values nested more than {DEPTH_MAX} deep", line)
    if isinstance(value, Decimal) and value.is_nan():
        raise BadRecord("NaN is not a number that a record can hold", line, "M1")
    if isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            _refuse_odd(part, line, depth - 1)


def string_lines(lines: list[str], first: int, name: str) -> list[int]:
    """Return the line number of each text in the array with this key. The array may span several lines."""
    # searched in the text, because `tomllib` does not return line numbers
    start = next((at for at, line in enumerate(lines) if line.split("=")[0].strip() == name), None)
    if start is None:
        return []
    found: list[int] = []
    line = first + start
    text = "\n".join(lines[start:])
    for token in _STRING.finditer(text, text.find("[")):
        mark = token.group()
        if mark == "]":
            return found
        if mark == "\n":
            line += 1
        elif mark[0] != "#":
            found.append(line)
    return found
