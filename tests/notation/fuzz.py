"""Readers given nonsense, and what must then come out: records, or damage that names a line of the text.

`fuzz(reader, number)` tries input `number` of a reader ("phh", "json" or "pokerstars"), the same bytes every time. They
go in at the door files use. Whatever is read must replay to one of the six statuses; nothing but our own named errors
may be raised. One input in ten is also stepped through and written, which takes most of the time: what is written must
be read as the same.
"""

from __future__ import annotations

import io
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache

import croupier
from croupier.betting.rulebook import BadAmount, IllegalAction
from croupier.notation import json
from croupier.notation.files.formats import FORMATS
from croupier.notation.files.load import read_bytes
from croupier.notation.pokerstars import Accounting
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.replay import STATUSES, Replay

from .hands import CODES, random_hand
from .injuries import spoiled
from .stars_samples import SAMPLES

READERS = {"phh": ("phh", "phhs"), "json": ("json", "jsonl"), "pokerstars": ("pokerstars",)}
"""Each reader and the formats that it reads."""


@cache
def sound_texts(form: str) -> list[bytes]:
    """Sound texts to spoil: hands of all eleven games."""
    if form == "pokerstars":
        return [text.encode() for text in SAMPLES.values()]
    hands = [croupier.record_of(random_hand(code, seed)) for code in CODES for seed in range(2)]
    size = 1 if form == "phh" else 3
    return [croupier.dumps(hands[at:at + size], form).encode() for at in range(len(hands) - size + 1)]


def fuzz(reader: str, number: int) -> Counter[str]:
    """What input `number` of a reader gives."""
    chance = random.Random(number)
    form = READERS[reader][number % len(READERS[reader])]
    texts = sound_texts(form)
    data = spoiled(chance.choice(texts), chance.choice(texts), chance)
    return outcome(data, form, thorough=number // len(READERS[reader]) % 10 == 0)


def outcome(data: bytes, form: str, thorough: bool = True) -> Counter[str]:
    """What reading, replaying and (where thorough) writing some bytes gives; anything but a named error escapes."""
    found: Counter[str] = Counter(inputs=1)
    lines = data.count(b"\n") + 1
    for record in read_bytes(io.BytesIO(data), "", FORMATS[form]):
        if record.damage is not None:
            assert record.damage.line is not None, record.damage
            assert 1 <= record.damage.line <= lines + 1, (record.damage.line, lines)
            assert 0 < len(record.damage.reason) < 1000, record.damage
        result = Replay(record)
        assert result.status in STATUSES, result
        assert len(result.reason or "") < 1000, result
        assert result.line is None or 1 <= result.line <= lines + 1, (result.line, lines)
        found[result.status] += 1
        if record.damage is None and thorough:
            found[_stepped(record, result)] += 1
            found.update(_written(record, form))
    return found


def _stepped(record: HandRecord, result: Replay) -> str:
    """Step by step a hand ends where it ended at once, or is refused where it was refused."""
    end = None
    try:
        for _, hand in record.replay():
            end = hand
    except (BadRecord, IllegalAction, BadAmount):
        assert result.status != "ok" or result.notes, result
        return "refused step by step"
    assert result.status not in ("illegal", "unreadable"), result
    if end is not None and result.hand is not None and not result.notes:
        assert end.payoffs == result.hand.payoffs, result
    return "stepped through"


def _written(record: HandRecord, form: str) -> Iterator[str]:
    """What was read can be written, or is refused by name; what was written is read as the same."""
    for writes in ("phh", "json", "pokerstars"):
        try:
            text = croupier.dumps(record, writes)
        except BadRecord:
            yield f"not written as {writes}"
            continue
        again, = croupier.loads(text, writes)
        if writes == "pokerstars":
            assert Accounting.of(again).balances, text
        elif writes == "phh":
            named = record.fields if "variant" in record.fields else {"variant": "NT", **record.fields}
            assert repr(again.fields) == repr(named), text
        elif form.startswith("json"):
            assert json.as_dict(again) == json.as_dict(record), text
        yield f"written as {writes}"
