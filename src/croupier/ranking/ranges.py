"""Read ranges: `QQ+, AKs, A5s-A2s, JTo, 77-22, KTs+, AhKh, random`.

Two ranks (`AK`) mean all suits; `s` adds suited, `o` offsuit. `+` adds all better hands of the same kind: pairs go up
to aces, and in other hands the lower card goes up to just below the higher card. A dash joins the ends of a range of
hands of the same kind. Exact cards (`AhKh`, in Omaha `AhKhQdJd`) mean one hand. A range contains each hand once, in the
order in which the text names them.

Internally a range is `bytes`: the cards of all its hands, one hand after the other.
"""

from __future__ import annotations

from collections.abc import Iterator

import cython

from croupier.cards import RANKS, SUITS, UNKNOWN, BadCards, CardsLike, parse
from croupier.errors import short
from croupier.ranking.errors import BadRange

if not cython.compiled:
    from croupier.ranking.kernel import all_different

Hand = tuple[int, ...]
ANY = ("random", "any", "*")
HANDS_MAX = 20_000
"""The maximum number of parts in the text of a range. No range of two-card hands needs this many."""
CARD_OF = {rank + suit: place * 4 + at for place, rank in enumerate(RANKS) for at, suit in enumerate(SUITS)}
RANK_OF = {rank: place for place, rank in enumerate(RANKS)} | {rank.lower(): place for place, rank in enumerate(RANKS)}
BOTH = 0
SUITED = 1
OFFSUIT = 2


def parse_range(text: str, hole_cards: int = 2) -> list[Hand]:
    """Return the hands of a range in the order in which they are named, each hand once. Raise `BadRange` if the text is
    not a range.
    """
    cards = range_cards(text, hole_cards)
    return [tuple(cards[at:at + hole_cards]) for at in range(0, len(cards), hole_cards)]


def range_cards(text: str, hole_cards: int) -> bytes:
    """Return the cards of all hands of a range, one hand after the other."""
    if not isinstance(text, str):
        raise BadRange(f"{short(text)} is not a range: a range is text such as 'QQ+, AKs'")
    # a fast path for the usual argument, a known hand such as "AhKd"
    if hole_cards == 2 and len(text) == 4:
        hand = _plain_cards(text)
        if hand is not None and hand[0] != hand[1]:
            return hand if hand[0] > hand[1] else bytes((hand[1], hand[0]))
    tokens = [token.strip() for token in text.replace(";", ",").split(",")]
    tokens = [token for token in tokens if token]
    if not tokens:
        raise BadRange("an empty range holds no hands: write 'random' for any two cards")
    if len(tokens) > HANDS_MAX:
        raise BadRange(f"a range of {len(tokens)} parts is too long: {HANDS_MAX} at most")
    # kinds of hands ("AKs") exist only for two cards; Omaha hands are given as exact cards
    if hole_cards != 2:
        return b"".join(dict.fromkeys([_written(token, hole_cards) for token in tokens]))
    pairs = Pairs()
    for token in tokens:
        _add(pairs, token)
    return pairs.taken()


def cards_of(cards: CardsLike) -> bytes:
    """Return cards as bytes; raise `BadCards` if they are not cards or not all different. A faster function reads text
    such as `AhKd`.
    """
    if isinstance(cards, str):
        found = _plain_cards(cards)
        if found is not None and all_different(found, len(found)):
            return found
    return bytes(parse(cards))


def _plain_cards(text: str) -> bytes | None:
    """Return the numbers of cards written like `AhKd`. Return None if the text has another form."""
    numbers = []
    at = 0
    n = len(text)
    while at < n:
        card = CARD_OF.get(text[at:at + 2])
        if card is None:
            return None
        numbers.append(card)
        at += 2
    return bytes(numbers)


class Pairs:
    """A list of two-card hands to which hands can be added, each only once."""

    def __init__(self) -> None:
        if not cython.compiled:
            # 52 * 52 pairs; 1,326 hands of two cards each
            self.seen = [0] * 2704
            self.cards = bytearray(2652)
        self.n = 0

    def add(self, high: int, low: int) -> None:
        """Add a hand, with its higher card first, unless it was added before."""
        if not self.seen[high * 52 + low]:
            self.seen[high * 52 + low] = 1
            self.cards[self.n] = high
            self.cards[self.n + 1] = low
            self.n += 2

    def add_kind(self, high: int, low: int, suits: int) -> None:
        """Add all hands of two ranks: both suited and offsuit, or one of them."""
        a = 0
        while a < 4:
            # a pair has two different suits, and their order does not matter
            b = a + 1 if high == low else 0
            while b < 4:
                if high == low:
                    self.add(high * 4 + b, low * 4 + a)
                elif suits == 0 or (suits == 1) == (a == b):
                    self.add(high * 4 + a, low * 4 + b)
                b += 1
            a += 1

    def taken(self) -> bytes:
        """Return the cards of all hands, one hand after the other."""
        return bytes(self.cards[:self.n])


def _add(pairs: Pairs, token: str) -> None:
    """Add the hands of one part of a range."""
    kind = _kind(token)
    if kind is not None:
        pairs.add_kind(kind[0], kind[1], kind[2])
    elif token.lower() in ANY:
        for high in range(52):
            for low in range(high):
                pairs.add(high, low)
    elif "-" in token:
        for high, low, suits in _between(token):
            pairs.add_kind(high, low, suits)
    elif token.endswith("+"):
        _add_upwards(pairs, token)
    else:
        hand = _written(token, 2)
        pairs.add(hand[0], hand[1])


def _kind(token: str) -> tuple[int, int, int] | None:
    """Return the higher rank, the lower rank and BOTH, SUITED or OFFSUIT. Return None if the text has another form."""
    n = len(token)
    if n < 2 or n > 3:
        return None
    first = RANK_OF.get(token[0])
    second = RANK_OF.get(token[1])
    if first is None or second is None:
        return None
    suits = 0
    if n == 3:
        if token[2] not in "sSoO":
            return None
        suits = 1 if token[2] in "sS" else 2
        if first == second:
            raise _bad(token, "a pair is neither suited nor offsuit")
    return (first, second, suits) if first >= second else (second, first, suits)


def _add_upwards(pairs: Pairs, token: str) -> None:
    """Add the hands of `QQ+` or `KTs+`."""
    kind = _kind(token[:len(token) - 1].strip())
    if kind is None:
        raise _bad(token, "+ follows a kind of hand")
    high, low, suits = kind
    if high == low:
        for rank in range(low, 13):
            pairs.add_kind(rank, rank, 0)
    else:
        for rank in range(low, high):
            pairs.add_kind(high, rank, suits)


def _between(token: str) -> Iterator[tuple[int, int, int]]:
    """Return all kinds of hand between two ends, as in `77-22`, `A5s-A2s` or `JTs-54s`. The higher card stays the same,
    or both ranks change by one from each hand to the next.
    """
    first, _, last = token.partition("-")
    ends = [_kind(first.strip()), _kind(last.strip())]
    if ends[0] is None or ends[1] is None:
        raise _bad(token, "a dash joins two kinds of hand")
    (low_a, low_b, suits), (high_a, high_b, other_suits) = sorted([ends[0], ends[1]])
    if suits != other_suits:
        raise _bad(token, "both ends must be suited, or offsuit, or neither")
    # in A5s-A2s the higher card stays; pairs (77-22), whose cards go down together, are handled below
    if low_a == high_a and low_a != low_b and high_a != high_b:
        return iter([(low_a, rank, suits) for rank in range(low_b, high_b + 1)])
    if high_a - low_a == high_b - low_b:
        return iter([(low_a + step, low_b + step, suits) for step in range(high_a - low_a + 1)])
    raise _bad(token, "the ends share their higher card, or both are pairs, or their gap is the same")


def _written(token: str, hole_cards: int) -> bytes:
    """Return the hand in a text of exact cards, with the higher card first."""
    try:
        cards = parse(token)
    except BadCards as error:
        raise _bad(token, str(error), hole_cards) from None
    if len(cards) != hole_cards or UNKNOWN in cards:
        raise _bad(token, f"a hand here is {hole_cards} known cards", hole_cards)
    # sorted, so that "AhKd" and "KdAh" are the same hand
    return bytes(sorted(cards, reverse=True))


def _bad(token: str, why: str, hole_cards: int = 2) -> BadRange:
    """Return the error for an invalid part of a range, which lists the possible forms."""
    shown = token if len(token) <= 40 else token[:37] + "..."
    allowed = ("QQ+, AKs, A5s-A2s, JTo, 77-22, KTs+, AK, AhKh or random" if hole_cards == 2
               else f"hands of {hole_cards} cards written out, with commas between")
    return BadRange(f"{shown!r} is not a range: {why}; allowed are {allowed}")
