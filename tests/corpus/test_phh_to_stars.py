"""PHH to PokerStars text and back, over the whole corpus: every action, stack and card is kept.

What the format cannot say (docs/pokerstars.md) is a predicate here with the number of hands it applies to; a difference
that fits none fails.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.notation.pokerstars import Accounting, read, write
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.replay import Replay

COLUMNS = ("starting_stacks", "antes", "blinds_or_straddles", "_dead_money")
BETS = ("min_bet", "small_bet", "big_bet", "bring_in")

Pair = tuple[HandRecord, HandRecord]

REFUSED: dict[str, Callable[[HandRecord], bool]] = {
    "unknown stacks": lambda record: Decimal("Infinity") in record["starting_stacks"],
    "not finished": lambda record: Replay(record).status == "partial",
    "not legal": lambda record: Replay(record).status == "illegal",
}
"""Hands that are not written, by the reason that must be true of them."""

TOLD_OTHERWISE: dict[str, Callable[[HandRecord, HandRecord, str], bool]] = {
    "a bring-in nobody paid": lambda record, again, what: (
        what == "bring_in" and not any(" pb" in action for action in record.actions)),
    "face down is a muck": lambda record, again, what: (
        what == "shown" and all(cards == "" and "?" in shown(record)[player]
                                for player, cards in shown(again).items() if cards != shown(record).get(player))),
}
"""Differences of a hand read back, and when they are allowed."""

COUNTS = {
    "phh/pluribus": {"hands": 1200},
    "phh/pluribus-more.zip": {"hands": 4825},
    "phh/wsop-2023-43-5": {"hands": 49},
    "phh/historical": {"hands": 3},
    "phhs/handhq": {"hands": 1395, "unknown stacks": 75, "face down is a muck": 163},
    "phhs/handhq-quirks.phhs": {"hands": 36, "not finished": 2, "not legal": 2},
    "phhs/generated": {"hands": 660, "not legal": 1, "a bring-in nobody paid": 6},
}
"""Hands in each folder, and how many of them are refused or told otherwise."""


def words(record: HandRecord) -> list[list[str]]:
    return [action.split("#")[0].split() for action in record.actions]


def played(record: HandRecord) -> list[tuple[str, ...]]:
    """Bets, folds, draws and board cards in order; draws by their number of cards, amounts as numbers."""
    found: list[tuple[str, ...]] = []
    for word in words(record):
        if word[:2] == ["d", "db"] or (word[0] != "d" and word[1] not in ("cbr", "sm", "sd")):
            found.append(tuple(word))
        elif word[1] == "cbr":
            found.append((word[0], "cbr", str(Decimal(word[2]).normalize())))
        elif word[1] == "sd":
            found.append((word[0], "sd", str(len("".join(word[2:])) // 2)))
    return found


def shown(record: HandRecord) -> dict[str, str]:
    """What each player shows in the end, nothing for a muck."""
    return {word[0]: "".join(word[2:]) for word in words(record) if word[1:2] == ["sm"]}


def cards(record: HandRecord) -> dict[str, list[str]]:
    """The cards each player is known to hold, whenever they are told."""
    held: dict[str, list[str]] = defaultdict(list)
    for word in words(record):
        if word[:2] == ["d", "dh"]:
            held[word[2]] += split(word[3])
        elif word[1] == "sm" and len(word) > 2:
            for card in split(word[2]):
                if card not in ("??", *held[word[0]]) and "??" in held[word[0]]:
                    held[word[0]][held[word[0]].index("??")] = card
    return {player: sorted(found) for player, found in held.items()}


def split(text: str) -> list[str]:
    return [text[at:at + 2] for at in range(0, len(text), 2)]


def facts(record: HandRecord, replay: Replay) -> dict[str, Any]:
    """All that must be kept."""
    nothing = [0] * len(record["starting_stacks"])
    numbers = {name: list(map(Decimal, record.get(name) or nothing)) for name in COLUMNS}
    return {**numbers, **{name: Decimal(record.get(name) or 0) for name in BETS}, "players": record.players,
            "played": played(record), "shown": shown(record), "cards": cards(record),
            "stacks": list(map(Decimal, replay.played_stacks))}


def differences(record: HandRecord) -> Counter[str]:
    """How a hand comes back: refused, told otherwise, or as it was."""
    try:
        text = write(record)
    except BadRecord:
        names = [name for name, applies in REFUSED.items() if applies(record)]
        assert len(names) == 1, (record.source, record.key, names)
        return Counter(names)
    again, = read(text)
    assert Accounting.of(again).balances, (record.source, record.key)
    replay = Replay(again)
    assert replay.status == "ok", (record.source, record.key, replay)
    before, after = facts(record, Replay(record)), facts(again, replay)
    found: Counter[str] = Counter()
    for what in before:
        if before[what] != after[what]:
            names = [name for name, may in TOLD_OTHERWISE.items() if may(record, again, what)]
            assert len(names) == 1, (record.source, record.key, what, before[what], after[what])
            found.update(names)
    return found


@pytest.mark.parametrize("folder", COUNTS)
def test_every_action_and_stack_is_kept(corpus: Path, folder: str) -> None:
    found: Counter[str] = Counter()
    for record in croupier.load(corpus / folder):
        found += differences(record) + Counter(hands=1)
    print(folder, dict(found))
    assert found == COUNTS[folder]
