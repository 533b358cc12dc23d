"""Every PHH line of the corpus comes out, but for the known differences; reading, writing, reading is the identity."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.notation import json as hand_json
from croupier.notation import phh
from croupier.notation.record import HandRecord
from croupier.notation.replay import Replay

from .known import KNOWN, agrees


@pytest.fixture(scope="module")
def expected(corpus: Path) -> dict[tuple[str, str | None], dict[str, Any]]:
    """The lines of expected.jsonl that are about PHH."""
    lines = map(json.loads, (corpus / "expected.jsonl").read_text().splitlines())
    return {(line["file"], line.get("key")): line for line in lines if line["format"] in ("phh", "phhs")}


@pytest.fixture(scope="module")
def records(corpus: Path) -> list[HandRecord]:
    """Every PHH hand of the corpus."""
    return [record for folder in ("phh", "phhs") for record in croupier.load(corpus / folder)]


def name_of(record: HandRecord, corpus: Path) -> tuple[str, str | None]:
    """A record's name in expected.jsonl."""
    return record.source.removeprefix(f"{corpus}/"), record.key


def test_every_line_comes_out_but_for_known_differences(corpus: Path, expected: Any, records: Any) -> None:
    differences: Counter[str] = Counter()
    unknown = []
    for record in records:
        line = expected.pop(name_of(record, corpus))
        result = Replay(record)
        if not agrees(result, line):
            names = [known.name for known in KNOWN if known.applies(result, line)]
            differences.update(names)
            if len(names) != 1:
                unknown.append((line["file"], line.get("key"), result, names))
    for known in KNOWN:
        print(f"{differences[known.name]:4} {known.name}: {known.reason}")
    assert not unknown
    assert not expected, "lines without a hand"
    assert differences == {known.name: known.hands for known in KNOWN}


def test_reading_writing_reading_is_the_identity(records: list[HandRecord]) -> None:
    for record in records:
        again, = phh.read_text(phh.write(record))
        assert list(again.fields) == list(record.fields)
        assert repr(again.fields) == repr(record.fields)


def test_json_and_back_is_the_identity(records: list[HandRecord]) -> None:
    for record in records[::5]:
        again = hand_json.loads_one(hand_json.dumps(record))
        assert list(again.fields) == list(record.fields)
        assert repr(again.fields) == repr(record.fields)


def test_the_scanner_reads_what_tomllib_reads(corpus: Path, records: list[HandRecord]) -> None:
    from croupier.notation.phh import toml

    for record in records[::7]:
        lines = phh.write(record).split("\n")
        assert repr(toml.parse(lines, 1)) == repr(record.fields)


def test_pluribus_odd_chips_are_named(records: list[HandRecord]) -> None:
    notes = Counter(note for record in records if "pluribus" in record.source for note in Replay(record).notes)
    assert notes == {"finishing_stacks: odd chips placed otherwise": 6}
