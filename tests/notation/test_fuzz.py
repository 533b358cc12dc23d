"""Spoiled texts give named errors with lines, never a crash or a hang."""

from __future__ import annotations

import io
import tracemalloc
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier.notation import phh
from croupier.notation.files.formats import FORMATS

from .fuzz import READERS, fuzz, outcome


@pytest.mark.parametrize("reader", READERS)
def test_spoiled_texts_are_refused_by_name(reader: str) -> None:
    found: Counter[str] = Counter()
    for number in range(300):
        found += fuzz(reader, number)
    assert found["inputs"] == 300
    assert found["unreadable"] > 30
    assert found["illegal"] + found["unbalanced"] > 20
    assert found["ok"] > 5


@given(st.binary(max_size=200), st.sampled_from(list(FORMATS)))
def test_any_bytes_at_all(data: bytes, form: str) -> None:
    outcome(data, form)


@given(st.text(max_size=200), st.sampled_from(list(FORMATS)))
def test_any_text_at_all(text: str, form: str) -> None:
    outcome(text.encode("utf-8", "surrogatepass"), form)


@given(st.text("[]{}'\"\n=#1a\\, ", max_size=120))
def test_any_heap_of_brackets_and_quotes(text: str) -> None:
    for form in ("phhs", "json"):
        outcome(("[1]\nvariant = 'NT'\n" + text).encode(), form)


class Endless(io.TextIOBase):
    """A stream of the same characters, long enough to fill any memory that is not bounded."""

    def __init__(self, piece: str, size: int) -> None:
        self.piece, self.left = piece, size

    def read(self, size: int | None = -1) -> str:
        size = min(self.left, size or 0)
        self.left -= size
        return (self.piece * (size // len(self.piece) + 1))[:size]


def test_endless_input_is_read_in_bounded_memory() -> None:
    for piece in ("a", "[", "x = [\n", "'''\n", "[1]\nvariant = 'NT'\n" + "actions = [\n" * 100):
        tracemalloc.start()
        count = sum(1 for _ in phh.read_stream(Endless(piece, 1 << 21)))  # type: ignore[arg-type]
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert count >= 1
        assert peak < 16 << 20, (piece, peak)


def test_a_long_file_streams_in_constant_memory(tmp_path) -> None:  # type: ignore[no-untyped-def]
    text = "[1]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n" \
           "starting_stacks = [9, 9]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n\n"
    path = tmp_path / "long.phhs"
    path.write_text(text * 20_000)
    tracemalloc.start()
    assert sum(croupier.Replay(record).status == "ok" for record in croupier.load(path)) == 20_000
    assert tracemalloc.get_traced_memory()[1] < 8 << 20
    tracemalloc.stop()
