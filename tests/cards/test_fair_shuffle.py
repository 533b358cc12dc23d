"""The fair shuffle of ruling T6, against a few lines written from the ruling's text alone, and pinned test vectors."""

from __future__ import annotations

import hashlib
import hmac
import struct

import pytest

from croupier.cards import DECK_36, DECK_52, text
from croupier.fair import FAIR, commitment, fair_deck

SECRET = bytes(range(32))
NONCES = [bytes([7]) * 32, b"", bytes([9]) * 32]


def field(value: bytes) -> bytes:
    return struct.pack(">I", len(value)) + value


def ruled_deck(match_id: str, secret: bytes, hand_no: int, nonces: list[bytes], size: int = 52) -> list[int]:
    """T6: hand key by HMAC over length-prefixed fields; blocks read as big-endian u32s; rejection; Fisher-Yates."""
    fields = [b"croupier-fair-1", match_id.encode(), struct.pack(">Q", hand_no), *nonces]
    key = hmac.new(secret, b"".join(map(field, fields)), hashlib.sha256).digest()
    words = [word for block in range(40)
             for word in struct.unpack(">8I", hmac.new(key, struct.pack(">Q", block), hashlib.sha256).digest())]
    deck = list(range(52 - size, 52))
    for place in range(size - 1):
        left = size - place
        while (word := words.pop(0)) >= 2 ** 32 - 2 ** 32 % left:
            pass
        other = place + word % left
        deck[place], deck[other] = deck[other], deck[place]
    return deck


@pytest.mark.parametrize("match_id", ["M-1", "", "Zürich ♠"])
@pytest.mark.parametrize("hand_no", [0, 1, 2 ** 40])
@pytest.mark.parametrize("nonces", [[], NONCES, [b""] * 6], ids=["none", "some", "empty"])
def test_T6_the_deck_follows_from_the_ruling(match_id, hand_no, nonces):
    assert fair_deck(match_id, SECRET, hand_no, nonces) == ruled_deck(match_id, SECRET, hand_no, nonces)


def test_T6_the_short_deck_too():
    assert fair_deck("M-1", SECRET, 3, NONCES, DECK_36) == ruled_deck("M-1", SECRET, 3, NONCES, 36)


def test_T6_the_commitment_is_sha256_of_algorithm_match_and_secret():
    fields = [b"croupier-fair-1", b"M-1", SECRET]
    assert commitment("M-1", SECRET) == hashlib.sha256(b"".join(map(field, fields))).digest()
    assert FAIR == "croupier-fair-1"


def test_T6_pinned_vectors():
    assert commitment("M-1", SECRET).hex() == "96751cddda8bec498ece1e8b047eb505b682ea6432f322c9fc604fa29a14889e"
    assert text(fair_deck("M-1", SECRET, 1)[:10]) == "5h8sJdKsAd6s9h2d9sAs"
    assert text(fair_deck("M-1", SECRET, 1, NONCES)[:10]) == "Qc9hTsTcTd5sQh8s7sAc"


def test_T6_every_input_counts():
    decks = [fair_deck("M-1", SECRET, 1, NONCES), fair_deck("M-2", SECRET, 1, NONCES),
             fair_deck("M-1", SECRET, 2, NONCES),
             fair_deck("M-1", SECRET[::-1], 1, NONCES), fair_deck("M-1", SECRET, 1, NONCES[:2]),
             fair_deck("M-1", SECRET, 1, NONCES[::-1]), fair_deck("M-1", SECRET, 1, [NONCES[0] + NONCES[2]])]
    assert len({tuple(deck) for deck in decks}) == len(decks)
    assert all(sorted(deck) == list(DECK_52) for deck in decks)


def test_T6_fields_cannot_be_shifted_into_each_other():
    assert commitment("M-1a", b"bc") != commitment("M-1", b"abc")
    assert fair_deck("M", SECRET, 1, [b"ab", b"c"]) != fair_deck("M", SECRET, 1, [b"a", b"bc"])


def test_T6_every_card_comes_first_about_equally_often():
    """52 cells, 5,200 decks: chi-square with 51 degrees of freedom stays below 95."""
    counts = [0] * 52
    for hand_no in range(5200):
        counts[fair_deck("M-1", SECRET, hand_no)[0]] += 1
    assert sum((count - 100) ** 2 / 100 for count in counts) < 95
