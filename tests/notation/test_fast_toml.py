"""The fast scanner against Python's own TOML: where it reads at all, it reads the same."""

from __future__ import annotations

import tomllib
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from croupier.notation import phh
from croupier.notation.phh import reader
from croupier.notation.phh.fast_toml import Scanner

KEYS = ["variant", "antes", "ante_trimming_status", "min_bet", "starting_stacks", "actions", "time", "time_zone"]
KEY = st.sampled_from(KEYS) | st.sampled_from(["_a", "_x9", "Z", "actions", "hand"]) | st.text("ab_9-é ", max_size=4)
NUMBER = st.from_regex(r"-?[0-9]{1,19}(\.[0-9]{0,4})?|inf|-inf|nan|1_0|0x1f|1e5|00|-0\.0", fullmatch=True)
QUOTED = st.text(max_size=8).map(lambda text: f"'{text}'") | st.text(
    "ab'\"\\\té", max_size=6).map(lambda text: f'"{text}"')
ARRAY = st.builds(lambda parts, gap: f"[{gap.join(parts)}]", st.lists(NUMBER | QUOTED, max_size=4),
                  st.sampled_from([", ", ", ", ", ", ",", " , "]))
WORD = st.sampled_from(["true", "false", "08:28:57", "24:00:00", "08:28", "2009-07-13", "", "[]", "[[1]]", "{}", "# a"])
VALUE = NUMBER | QUOTED | ARRAY | WORD
LINE = st.builds(lambda key, value, tail: f"{key} = {value}{tail}", KEY, VALUE,
                 st.sampled_from(["", "", "", "", " ", " # b", "\r"])) | st.sampled_from(["", "# c", " ", "a=1"])


@given(st.lists(LINE, max_size=6), st.sampled_from(["", "\n"]))
def test_what_it_reads_is_what_toml_says(lines: list[str], end: str) -> None:
    text = "\n".join(lines) + end
    scanner = Scanner(text.encode("utf-8", "surrogatepass"))
    found = scanner.hand(0, 1)
    if found is None or scanner.at < scanner.end:
        return
    meant = tomllib.loads(text, parse_float=lambda digits: Decimal("Infinity" if digits == "inf" else digits))
    assert found[0] == meant
    assert list(found[0]) == list(meant)
    assert [str(value) for value in found[0].values()] == [str(value) for value in meant.values()]


def test_most_lines_of_the_usual_shape_are_read() -> None:
    text = "variant = 'NT'\nstarting_stacks = [1, 2.50, inf]\nactions = ['é', '']\n_x = -5\ntime = 08:28:57\nb = true\n"
    scanner = Scanner(text.encode())
    assert scanner.hand(0, 7) == (tomllib.loads(text, parse_float=Decimal), 9, 13)


@given(st.lists(st.sampled_from(["usual", "spread", "crlf", "own table", "damaged"]), min_size=1, max_size=6),
       st.integers(0, 3))
def test_hands_are_cut_the_same_wherever_blocks_end(kinds: list[str], blank: int) -> None:
    usual = "variant = 'NT'\nstarting_stacks = [5, 5]\nactions = ['d dh p1 ????', 'p2 f']\n"
    shapes = {"usual": usual, "spread": usual.replace(", 'p2", ",\n 'p2"), "crlf": usual.replace("\n", "\r\n"),
              "own table": usual + "[{key}.x]\ny = 1\n", "damaged": usual.replace("'NT'", "'NT")}
    text = "".join(f"[{number}]\n{shapes[kind]}".replace("{key}", str(number)) + "\n" * blank
                   for number, kind in enumerate(kinds, 1))
    whole = list(phh.read_text(text))
    lines = text.splitlines(keepends=True)
    for size in (1, 2, 5):
        blocks = ["".join(lines[at:at + size]) for at in range(0, len(lines), size)]
        assert [_seen(record) for record in reader.read(blocks)] == [_seen(record) for record in whole]
    headers = [at for at, line in enumerate(lines, 1) if line[:-1].strip("[]").isdigit()]
    assert [record.line for record in whole] == headers


def _seen(record: phh.HandRecord) -> tuple[object, ...]:
    return record.key, record.line, record.fields, record.lines, str(record.damage)
