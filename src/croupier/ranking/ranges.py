"""Ranges in text: `QQ+, AKs, A5s-A2s, JTo, 77-22, KTs+, AhKh, random`.

A range is a list of hands, each a tuple of card numbers, high card first, none twice. Two ranks mean all suits (`AK`),
`s` suited, `o` offsuit; `+` runs up to the best hand of its kind (pairs up to aces, the lower card up to just below the
higher); a dash joins two of a kind. Cards written out (`AhKh`, in Omaha `AhKhQdJd`) mean themselves.
"""

from __future__ import annotations

import re
from itertools import combinations

from croupier.cards import RANKS, UNKNOWN, BadCards, parse, short
from croupier.ranking.errors import BadRange

Hand = tuple[int, ...]
ANY = ("random", "any", "*")
HANDS_MAX = 20_000
"""More hands than any range of two cards holds; a longer text is refused."""

_KIND = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)


def parse_range(text: str, hole_cards: int = 2) -> list[Hand]:
    """The hands of a range, in the order they are named, each once."""
    if not isinstance(text, str):
        raise BadRange(f"{short(text)} is no range: a range is text such as 'QQ+, AKs'")
    tokens = [token for token in re.split(r"[,;]", text) if token.strip()]
    if not tokens:
        raise BadRange("an empty range holds no hands: write 'random' for any two cards")
    if len(tokens) > HANDS_MAX:
        raise BadRange(f"a range of {len(tokens)} parts is too long: {HANDS_MAX} at most")
    hands: dict[Hand, None] = {}
    for token in tokens:
        hands.update(dict.fromkeys(_hands(token.strip(), hole_cards)))
    return list(hands)


def _hands(token: str, hole_cards: int) -> list[Hand]:
    """The hands of one part of a range."""
    if hole_cards != 2:
        return [_written(token, hole_cards)]
    if token.lower() in ANY:
        return [(high, low) for low, high in combinations(range(52), 2)]
    first, dash, last = token.partition("-")
    if dash:
        return _between(first.strip(), last.strip(), token)
    if token.endswith("+"):
        return _upwards(token[:-1].strip(), token)
    kind = _kind(token)
    return _suits(*kind) if kind else [_written(token, 2)]


def _written(token: str, hole_cards: int) -> Hand:
    """One hand whose cards are written out."""
    try:
        cards = parse(token)
    except BadCards as error:
        raise _bad(token, str(error), hole_cards) from None
    if len(cards) != hole_cards or UNKNOWN in cards:
        raise _bad(token, f"a hand here is {hole_cards} known cards", hole_cards)
    return tuple(sorted(cards, reverse=True))


def _kind(token: str) -> tuple[int, int, str] | None:
    """Higher rank, lower rank and `s`, `o` or nothing; None for what is written otherwise."""
    match = _KIND.fullmatch(token)
    if match is None:
        return None
    ranks = sorted((RANKS.index(match[1].upper()), RANKS.index(match[2].upper())), reverse=True)
    if ranks[0] == ranks[1] and match[3]:
        raise _bad(token, "a pair is neither suited nor offsuit")
    return ranks[0], ranks[1], match[3].lower()


def _suits(high: int, low: int, suited: str) -> list[Hand]:
    """All hands of a kind."""
    if high == low:
        return [(high * 4 + b, low * 4 + a) for a, b in combinations(range(4), 2)]
    return [(high * 4 + a, low * 4 + b) for a in range(4) for b in range(4)
            if not suited or (a == b) == (suited == "s")]


def _upwards(kind_text: str, token: str) -> list[Hand]:
    """`QQ+` and `KTs+`."""
    kind = _kind(kind_text)
    if kind is None:
        raise _bad(token, "+ follows a kind of hand")
    high, low, suited = kind
    if high == low:
        return [hand for rank in range(low, 13) for hand in _suits(rank, rank, "")]
    return [hand for rank in range(low, high) for hand in _suits(high, rank, suited)]


def _between(first: str, last: str, token: str) -> list[Hand]:
    """`77-22`, `A5s-A2s` and, with the gap kept, `JTs-54s`."""
    ends = [_kind(first), _kind(last)]
    if ends[0] is None or ends[1] is None:
        raise _bad(token, "a dash joins two kinds of hand")
    (low_a, low_b, suited), (high_a, high_b, suited_too) = sorted([ends[0], ends[1]])
    if suited != suited_too:
        raise _bad(token, "both ends must be suited, or offsuit, or neither")
    if low_a == high_a and low_a != low_b and high_a != high_b:
        return [hand for rank in range(low_b, high_b + 1) for hand in _suits(low_a, rank, suited)]
    if high_a - low_a == high_b - low_b:
        return [hand for step in range(high_a - low_a + 1) for hand in _suits(low_a + step, low_b + step, suited)]
    raise _bad(token, "the ends share their higher card, or both are pairs, or their gap is the same")


def _bad(token: str, why: str, hole_cards: int = 2) -> BadRange:
    """A refusal that names the part and says what could stand there."""
    shown = token if len(token) <= 40 else token[:37] + "..."
    allowed = ("QQ+, AKs, A5s-A2s, JTo, 77-22, KTs+, AK, AhKh or random" if hole_cards == 2
               else f"hands of {hole_cards} cards written out, with commas between")
    return BadRange(f"{shown!r} is no range: {why}; allowed are {allowed}")
