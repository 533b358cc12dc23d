"""Readers given nonsense: texts cut short, torn, doubled and scrambled, and what must then come out.

`fuzz_readers(n, seed)` is the soak entry: n inputs for each reader. Every input must give records or damaged records
that name a line within the text, and every record must replay to one of the six statuses; nothing else may be raised.
"""

from __future__ import annotations

import random
from collections import Counter

import croupier
from croupier.notation.formats import FORMATS
from croupier.notation.record import BadRecord
from croupier.notation.replay import STATUSES, Replay

from .hands import CODES, random_hand

SCRAPS = ("'", '"', "'''", '"""', "[", "]", "{", "}", "\\", "\n", "\r", "\x00", "#", "=", ",", "inf", "nan", "-", "_",
          "1e999", "[1]\n", "variant = 'NT'\n", "p1 f", "p2 cbr 99999999999999999999", "????", "\ud800", "é", "true",
          "[[1]]\n", "starting_stacks = [1, 2]\n", "d db AhAhAh", "null", "08:61:00", "1979-05-27", "9" * 50, "0.1")


def seeds(form: str) -> list[str]:
    """Sound texts to spoil."""
    hands = [croupier.record_of(random_hand(code, seed)) for code in CODES for seed in range(2)]
    return [croupier.dumps(hands[at:at + (1 if form == "phh" else 3)], form) for at in range(len(hands) - 3)]


def spoiled(text: str, chance: random.Random) -> str:
    """A text with one to six injuries."""
    for _ in range(chance.randint(1, 6)):
        at = chance.randrange(len(text) + 1)
        to = min(len(text), at + chance.choice([0, 1, 2, 10, 100]))
        injury = chance.randrange(5)
        if injury == 0:
            text = text[:at]
        elif injury == 1:
            text = text[:at] + text[to:]
        elif injury == 2:
            text = text[:at] + chance.choice(SCRAPS) + text[at:]
        elif injury == 3:
            text = text[:at] + text[at:to] * 2 + text[to:]
        else:
            text = text[:at] + chr(chance.randrange(1, 0x250)) + text[at + 1:]
    return text


def outcome(text: str, form: str) -> Counter[str]:
    """What reading and replaying a text gives; anything but a named error escapes."""
    found: Counter[str] = Counter()
    lines = text.count("\n") + 1
    for record in croupier.loads(text, form, errors="keep"):
        if record.damage is not None:
            assert record.damage.line is not None, record.damage
            assert 1 <= record.damage.line <= lines + 1, (record.damage.line, lines)
        result = Replay(record)
        assert result.status in STATUSES
        assert len(result.reason or "") < 1000
        found[result.status] += 1
        if record.damage is None:
            _write_if_sound(record)
    return found


def _write_if_sound(record: croupier.HandRecord) -> None:
    """What was read can be written and is then read as the same."""
    try:
        again, = croupier.loads(croupier.dumps(record, "phh"), "phh")
    except BadRecord:
        return
    assert repr(again.fields) == repr(record.fields)


def fuzz_readers(n: int, seed: int) -> Counter[str]:
    """n spoiled texts for each reader but PokerStars, which has its own."""
    total: Counter[str] = Counter()
    for form in FORMATS:
        if form == "pokerstars":
            continue
        chance = random.Random(f"{form} {seed}")
        texts = seeds(form)
        for _ in range(n):
            total += outcome(spoiled(chance.choice(texts), chance), form)
    return total
