"""PokerStars texts broken in every way: what comes out is a counted hand or BadRecord with a line, never anything else.

    python -m tests.notation.stars_fuzz 1000000 1
"""

import random
import sys
from collections import Counter
from itertools import islice

from croupier.notation.pokerstars import Accounting, read, write
from croupier.notation.record import BadRecord
from croupier.notation.replay import Replay

from .stars_samples import SAMPLES

JUNK = ["$", "-", "[", "]", "(", ")", ":", " ", "\t", "\ufeff", "\u2028", "é", "𝄞", "\x00", "9" * 30, "and is all-in",
        ": folds", "*** FLOP ***", "[Ah Ah]", "0.00001", "%s", "\r", "\n", "Seat 1: ", "Dealt to ", "?? ", "٣", "²"]


def mutated(text: str, chance: random.Random) -> str:
    """One to three faults in a text."""
    for _ in range(chance.randint(1, 3)):
        text = chance.choice(FAULTS)(text, chance)
    return text


def _cut(text: str, chance: random.Random) -> str:
    return text[:chance.randint(0, len(text))]


def _drop_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def _move_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    line = lines[chance.randrange(len(lines))]
    lines.insert(chance.randrange(len(lines)), line)
    return "\n".join(lines)


def _junk(text: str, chance: random.Random) -> str:
    at = chance.randint(0, len(text))
    return text[:at] + chance.choice(JUNK) + text[at + chance.randint(0, 4):]


def _digit(text: str, chance: random.Random) -> str:
    places = [at for at, letter in enumerate(text) if letter.isdigit()]
    if not places:
        return text
    at = chance.choice(places)
    return text[:at] + str(chance.randint(0, 9)) + text[at + 1:]


def _splice(text: str, chance: random.Random) -> str:
    other = chance.choice(list(SAMPLES.values()))
    return _cut(text, chance) + other[chance.randrange(len(other)):]


FAULTS = (_cut, _drop_line, _move_line, _junk, _digit, _splice)


def try_out(text: str, counts: Counter[str]) -> None:
    """Read, count, replay and write one text; only BadRecord may come out, and it names a line."""
    hands = read(text)
    for _ in islice(range(50), 50):
        try:
            record = next(hands, None)
            if record is None:
                return
        except BadRecord as error:
            assert error.line is not None, error
            assert error.reason, error
            counts["bad"] += 1
            continue
        counts["balanced" if Accounting.of(record).balances else "unbalanced"] += 1
        counts["replay " + Replay(record).status] += 1
        try:
            again = next(read(write(record)))
            assert Accounting.of(again).balances
            counts["written"] += 1
        except BadRecord:
            counts["not written"] += 1


def fuzz(n: int, seed: int) -> Counter[str]:
    """Try n broken texts; the counts of what came out."""
    chance = random.Random(seed)
    texts = list(SAMPLES.values())
    counts: Counter[str] = Counter()
    for _ in range(n):
        try_out(mutated(chance.choice(texts), chance), counts)
    return counts


if __name__ == "__main__":
    print(fuzz(int(sys.argv[1]), int(sys.argv[2])))
