"""Lines read character by character give what the regular expressions give, or leave the line to them."""

from __future__ import annotations

from random import Random

import pytest

from croupier.notation.pokerstars.player_lines import PlayerLine, PlayerNames, amount_of, cards_of
from croupier.notation.record import BadRecord

NAMES = ["Ann", "Bob", "An", "Ann: x", "Ann ", "$Cy [x]", "Дора (VIP)", "*** star", "folds", "b collected 5", "Ann:"]
LINES = ["folds", "checks", "calls $2", "calls 2 and is all-in", "bets €1,500", "bets $0.50", "raises $2 to $4.25",
         "raises 2 to 4 and is all-in", "posts small blind $0.50", "posts big blind 2 and is all-in",
         "posts the ante 10", "posts small & big blinds $3", "posts dead 1", "shows [Ah Kd] (a pair)", "mucks hand",
         "doesn't show hand", "folds [8c Ac]", "discards 2 cards [2c 3d]", "stands pat", "brings in for $1", "sits out",
         "is sitting out", "calls $2.", "calls $.50", "calls 2.5.5", "raises to 4", "straddles 4",
         "bets $12345678901234",
         "raises $1 to $2 (timed out)", "calls $1 and has reached the $20 cap", "", "calls", "calls $", "folds now"]
RESULTS = [" collected $12 from pot", " collected 1,200 from side pot-2", " collected $0.45 from main pot",
           " cashed out the hand for $18.22 | Cash Out Fee $0.18", " collected $5 from nowhere", " collected"]
ALPHABET = "$€ 0123456789.,:[]()abcdefall-in"


def fields(line: PlayerLine | None) -> tuple[object, ...] | None:
    if line is None:
        return None
    return line.seat, line.kind, line.amount, line.what, line.all_in, line.capped, line.cards


def outcome(parse: object, line: str) -> object:
    assert callable(parse)
    try:
        return fields(parse(line))
    except BadRecord as refusal:
        return refusal.reason


def lines_of(names: list[str]) -> list[str]:
    return [f"{name}: {words}" for name in names for words in LINES] + [
        f"{name}{words}" for name in names for words in RESULTS] + [f'{names[0]} said, "{names[-1]}: folds"', "x"]


@pytest.mark.parametrize("names", [NAMES[:3], ["Ann", "Ann "], NAMES, ["$Cy [x]", "Дора (VIP)"], ["*** star", "a"]],
                         ids=str)
def test_both_ways_of_reading_a_line_agree(names: list[str]) -> None:
    players = PlayerNames(names)
    for line in lines_of([*names, "stranger"]):
        assert outcome(players.parse, line) == outcome(players.parse_any, line), line


@pytest.mark.parametrize("seed", range(5))
def test_they_agree_on_damaged_lines_too(seed: int) -> None:
    chance = Random(seed)
    players = PlayerNames(["Ann", "Bob", "Дора (VIP)"])
    known = lines_of(players.names)
    for _ in range(4000):
        line = chance.choice(known)
        at = chance.randrange(len(line) + 1)
        line = line[:at] + chance.choice(["", chance.choice(ALPHABET)]) + line[at + chance.randrange(2):]
        line = line.rstrip() or "x"
        assert outcome(players.parse, line) == outcome(players.parse_any, line), line


@pytest.mark.parametrize(("words", "cards"), [
    ("Ah Kd", "AhKd"), ("10h Kd", "ThKd"), ("Ah", "Ah"), ("", ""), ("?? Kd", "??Kd"), ("AhKd", "AhKd"),
    ("ah kd", "AhKd")])
def test_cards_between_brackets(words: str, cards: str) -> None:
    assert cards_of(words) == cards


@pytest.mark.parametrize("words", ["Ah Ah", "Ah Zd", "Ah K", "Ah-Kd"])
def test_what_is_not_cards_is_refused(words: str) -> None:
    with pytest.raises(BadRecord):
        cards_of(words)


def test_M1_amounts_have_13_digits_and_4_places_at_most() -> None:
    assert amount_of("1,500") == 1500
    for digits in ("12345678901234", "0.12345"):
        with pytest.raises(BadRecord):
            amount_of(digits)
