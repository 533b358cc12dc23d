"""T6: the chance of every game in the arena follows from the hand key, without a small generator."""

from __future__ import annotations

import hmac
from collections import Counter
from pathlib import Path

import pytest

from croupier.cards import DECK_52, Cards
from croupier.fair import FAIR, FairChance
from croupier.games.genome.state import shuffled

SECRET = bytes(range(32))


def chance(**changes):
    facts = {"match_id": "M-1", "secret": SECRET, "hand_no": 1, "nonces": [b"", b"n"], "game_hand": 1, **changes}
    return FairChance(**facts)


def field(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value


def test_T6_the_numbers_are_words_of_the_hand_key_modulo_the_bound():
    parts = (f"{FAIR}/game/1".encode(), b"M-1", (1).to_bytes(8, "big"), b"", b"n")
    message = b"".join(map(field, parts))
    key = hmac.digest(SECRET, message, "sha256")
    blocks = [hmac.digest(key, at.to_bytes(8, "big"), "sha256") for at in range(8)]
    words = [int.from_bytes(block[at:at + 4], "big") for block in blocks for at in range(0, 32, 4)]
    assert [chance().below(1 << 32)] == words[:1]
    source = chance()
    assert [source.below(1 << 32) for _ in range(60)] == words[:60]


def test_T6_a_word_that_would_favour_low_numbers_is_skipped():
    bound = (1 << 31) + 1  # every word of 2^31 + 1 and above is skipped
    words, source = [], chance()
    while len(words) < 200:
        words.append(source.below(1 << 32))
    kept = [word for word in words if word < bound]
    source = chance()
    assert [source.below(bound) for _ in kept] == kept


@pytest.mark.parametrize("changed", [{"match_id": "M-2"}, {"secret": bytes(32)}, {"hand_no": 2},
                                     {"nonces": [b"n", b""]}, {"game_hand": 2}])
def test_T6_every_fact_changes_all_numbers(changed):
    first, other = chance(), chance(**changed)
    assert [first.below(1 << 32) for _ in range(8)] != [other.below(1 << 32) for _ in range(8)]


def test_T6_every_number_is_equally_likely():
    source = chance()
    found = Counter(source.below(6) for _ in range(6000))
    assert sorted(found) == list(range(6))
    assert all(850 < count < 1150 for count in found.values())  # fixed by the key: no chance in this test


@pytest.mark.parametrize("bound", [0, -1, (1 << 32) + 1])
def test_an_impossible_bound_is_refused(bound):
    with pytest.raises(ValueError, match="bound"):
        chance().below(bound)


def test_T6_the_vectors_of_the_protocol_page():
    numbers = chance(nonces=[])
    assert [numbers.below(52) for _ in range(6)] == [26, 12, 21, 25, 21, 23]
    decks = [Cards(shuffled(list(DECK_52), chance(nonces=[], game_hand=hand))[:10]) for hand in (1, 2)]
    assert list(map(str, decks)) == ["8h7sTdTs7dJs3d9d9c5c", "7sAs6h2c2h6sQhKh2d5h"]
    page = (Path(__file__).parents[2] / "docs/protocol.md").read_text(encoding="utf-8")
    assert all(" ".join(map(str, deck)) in " ".join(page.split()) for deck in decks)
