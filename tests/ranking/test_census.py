"""All hands counted by category: the counts that arithmetic knows."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from croupier import ranking
from croupier.cards import BadCards, parse
from croupier.ranking import kernel

NAMES = {"straight_flush_incl_royal": "straight flush", "royal_flush": "royal flush", "high_card": "high card",
         "four_of_a_kind": "four of a kind", "full_house": "full house", "three_of_a_kind": "three of a kind",
         "two_pair": "two pair", "one_pair": "pair", "no_pair": "high card", "straight_flush": "straight flush",
         "total": "total", "flush": "flush", "straight": "straight"}
CATEGORIES = {0: "high card", 1: "pair", 2: "two pair", 3: "three of a kind", 4: "straight", 5: "flush",
              6: "full house", 7: "flush", 8: "four of a kind", 9: "straight flush"}
needs_compiled = pytest.mark.skipif(not kernel.COMPILED, reason="a census takes minutes interpreted")


def expected(counts: dict[str, Any]) -> dict[str, int]:
    return {NAMES[name]: count for name, count in counts.items() if name in NAMES}


@needs_compiled
@pytest.mark.parametrize(("n", "name"), [(5, "five_card_52"), (6, "six_card_52"), (7, "seven_card_52")])
def test_every_hand_of_52(reference: dict[str, Any], n: int, name: str) -> None:
    assert ranking.census(n) == expected(reference[name])


def by_category(kind: int, values: Counter[int]) -> dict[str, int]:
    floors = kernel.CATEGORY_FLOORS[kind]
    counts: Counter[str] = Counter()
    for value, times in values.items():
        counts[CATEGORIES[max(floor for floor in floors if floor[0] <= value)[1]]] += times
    return {**counts, "total": sum(values.values())}


@needs_compiled
def test_every_hand_of_the_short_deck(reference: dict[str, Any]) -> None:
    values = Counter(ranking.short_deck(bytes(hand)) for hand in combinations(range(16, 52), 5))
    assert by_category(2, values) == expected(reference["five_card_short_deck_36"])


@needs_compiled
def test_every_deuce_to_seven_hand(reference: dict[str, Any]) -> None:
    values = Counter(ranking.deuce_to_seven(bytes(hand)) for hand in combinations(range(52), 5))
    counts = by_category(7, values)
    del counts["total"]
    assert counts == expected(reference["deuce_to_seven_five_cards"])
    assert ranking.deuce_to_seven("7h5c4c3c2c") == max(values) == len(values) == 7462


@needs_compiled
def test_every_ace_to_five_low(reference: dict[str, Any]) -> None:
    lows, eights = Counter(), Counter()
    for hand in combinations(range(52), 5):
        lows[ranking.low(bytes(hand))] += 1
        eights[ranking.low8(bytes(hand))] += 1
    known = reference["ace_to_five_low"]
    assert len(lows) == known["distinct_ranks_all_five_card_hands"]
    assert len(eights) - 1 == known["qualifying_distinct_lows"]
    assert sum(eights.values()) - eights[0] == known["qualifying_8_or_better_five_card_hands"]


def test_every_badugi(reference: dict[str, Any]) -> None:
    known = reference["badugi_four_cards"]
    values = Counter(ranking.badugi(bytes(hand)) for hand in combinations(range(52), 4))
    assert len(values) == max(values) == known["distinct_ranks"]
    # 13 one-card hands come first, then 78 of two, 286 of three and 715 of four
    ends = [0, 13, 91, 377, 1092]
    for size in range(1, 5):
        count = sum(values[value] for value in range(ends[size - 1] + 1, ends[size] + 1))
        assert count == known[str(size)]


def test_a_census_of_other_hands_is_refused() -> None:
    for n in (4, 8, True, "7"):
        with pytest.raises(ranking.BadEquity):
            ranking.census(n)


def test_enumerate_counts_hands_by_value() -> None:
    values = ranking.enumerate(5)
    assert sum(values) == 2_598_960
    assert values[7462] == 4
    assert values[0] == 0


@pytest.mark.parametrize(("n", "held", "dead"), [(7, "AhKhQhJh9h", ""), (6, "AhKh2c3d", "Qh"), (5, "AhKhQh", "ThJh9h"),
                                                 (7, "AhKhQhJh9hTh2c", "")])
def test_enumerate_is_every_hand_ranked(n: int, held: str, dead: str) -> None:
    fixed, gone = parse(held), parse(dead)
    counts = [0] * 7463
    for rest in combinations([card for card in range(52) if card not in fixed + gone], n - len(fixed)):
        counts[ranking.high(bytes([*fixed, *rest]))] += 1
    assert ranking.enumerate(n, held, dead) == counts


@pytest.mark.parametrize(("n", "held", "dead", "error"), [
    (4, "", "", ranking.BadEquity), (8, "", "", ranking.BadEquity), (True, "", "", ranking.BadEquity),
    (5, "AhKhQhJhTh9h", "", ranking.BadEquity), (5, "AhAh", "", BadCards), (5, "Ah", "Ah", BadCards),
    (5, "??", "", BadCards),
])
def test_enumerate_refuses(n: int, held: str, dead: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        ranking.enumerate(n, held, dead)
