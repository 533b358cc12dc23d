"""The fair shuffle (ruling T6): all chance of a hand from a secret that the host has committed to.

    key      HMAC-SHA256(secret; purpose, match, hand number, nonces of the seats), each field with its length before it
    words    block i is HMAC-SHA256(key, i as 8 bytes), read as eight big-endian 32-bit numbers
    below n  a word that is not below the largest multiple of n is skipped, else the word modulo n is taken

`fair_deck` shuffles a poker deck with these words (Fisher-Yates), `fair_muck_numbers` gives the order in which the
discards of a draw game come back, and `FairChance` is the source of all chance in a hand of any other game. Purposes
differ, so that no card tells anything about a number of another kind. Nothing here draws a random number: the caller
passes in the secret. Test vectors are in `docs/protocol.md`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from itertools import count
from struct import unpack

from croupier.cards import DECK_52
from croupier.keyed import HmacKey

__all__ = ["FairChance", "commitment", "fair_deck", "fair_muck_numbers"]

FAIR = "croupier-fair-1"
"""The name of the fair shuffle's algorithm, part of every message it hashes."""


def _field(value: bytes) -> bytes:
    # with its length in front: otherwise match "a" with hand "12" and match "a1" with hand "2" would be one message
    return len(value).to_bytes(4, "big") + value


def commitment(match_id: str, secret: bytes) -> bytes:
    """Return the commitment that a host publishes before the first deal: a SHA-256 of algorithm, match and secret."""
    return hashlib.sha256(_field(FAIR.encode()) + _field(match_id.encode()) + _field(secret)).digest()


def fair_deck(match_id: str, secret: bytes, hand_no: int, nonces: Sequence[bytes] = (),
              deck: Sequence[int] = DECK_52) -> list[int]:
    """Return the deck of one hand, from the host's secret and the seats' nonces (b"" where a seat sent none)."""
    cards = list(deck)
    at, left = 0, len(cards)
    words = _uniform_words(_hand_key(FAIR, match_id, secret, hand_no, nonces))
    while left > 1:
        for word in next(words):
            # Fisher-Yates from the front; the rest of the last block's words is not used
            if left > 1 and word < (1 << 32) // left * left:  # would favour low numbers
                other = at + word % left
                cards[at], cards[other] = cards[other], cards[at]
                at, left = at + 1, left - 1
    return cards


def fair_muck_numbers(match_id: str, secret: bytes, hand_no: int, nonces: Sequence[bytes], count: int) -> list[int]:
    """Return `count` numbers below 2^64 that decide in which order the muck comes back into a deck that ran out.

    They come from a key of their own, so that no card of the deck tells anything about them.
    """
    words = _uniform_words(_hand_key(f"{FAIR}/muck", match_id, secret, hand_no, nonces))
    numbers: list[int] = []
    while len(numbers) < count:
        block = next(words)
        # 64 bits: the remainder by up to 52 favours no card noticeably
        numbers += [high << 32 | low for high, low in zip(block[::2], block[1::2])]
    return numbers[:count]


def _hand_key(purpose: str, match_id: str, secret: bytes, hand_no: int, nonces: Sequence[bytes]) -> bytes:
    """Return the key of one hand for one purpose: HMAC-SHA256 under the secret over length-prefixed fields."""
    message = _field(purpose.encode()) + _field(match_id.encode()) + _field(hand_no.to_bytes(8, "big"))
    return HmacKey(secret).digest(message + b"".join(map(_field, nonces)))


def _uniform_words(key: bytes) -> Iterator[tuple[int, ...]]:
    """Yield big-endian 32-bit words without end: block i is HMAC-SHA256(key, i as 8 bytes)."""
    keyed = HmacKey(key)
    for block in count():
        yield unpack("!8L", keyed.digest(block.to_bytes(8, "big")))


class FairChance:
    """The chance of one hand of a game that is not dealt from a poker deck (`games.api.Chance`).

    A game of several hands has one `hand_no` at the arena's table; `game_hand` counts its hands from 1.
    """

    def __init__(self, match_id: str, secret: bytes, hand_no: int, nonces: Sequence[bytes], game_hand: int) -> None:
        self._blocks = _uniform_words(_hand_key(f"{FAIR}/game/{game_hand}", match_id, secret, hand_no, nonces))
        # the first block is computed when the first number is asked for
        self._words: Iterator[int] = iter(())

    def below(self, bound: int) -> int:
        """Return a number from 0 to bound - 1, each equally likely. Raise ValueError if bound is not 1 to 2^32."""
        if not 1 <= bound <= 1 << 32:
            raise ValueError(f"a bound is 1 to 2^32, not {bound}")
        # the largest multiple of the bound: words from there on would favour low numbers
        limit = (1 << 32) // bound * bound
        while True:
            for word in self._words:
                if word < limit:
                    return word % bound
            self._words = iter(next(self._blocks))
