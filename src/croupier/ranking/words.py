"""Name hands in words: "two pair, aces and kings", "eight-six low", "badugi, seven-five-three-ace".

Names are computed without tables from the equal ranks, sequences and suits of the cards that play, which `value` finds.
"""

from __future__ import annotations

from collections.abc import Sequence

from croupier.cards import RANK_WORDS

NUMBER_WORDS = ("no", "one", "two", "three", "four")
MATCHED = {(4, 1): "four of a kind", (3, 2): "full house", (3, 1, 1): "three of a kind", (2, 2, 1): "two pair",
           (2, 1, 1, 1): "pair", (1, 1, 1, 1, 1): "high card"}


def plural(rank: int) -> str:
    """Return the plural name of a rank: `aces`, `sixes`, `deuces`."""
    word = RANK_WORDS[rank]
    # "sixes"
    return word + ("es" if word.endswith("x") else "s")


def by_weight(cards: Sequence[int], *, ace_low: bool = False) -> list[int]:
    """Return cards in the order in which a hand is named: larger groups first, then higher ranks. Among equal ranks,
    clubs come last.
    """
    ranks = [card >> 2 for card in cards]
    return sorted(cards, key=lambda card: (-ranks.count(card >> 2), 1 if ace_low and card >> 2 == 12 else -(card >> 2),
                                           -(card & 3)))


def straight_top(ranks: Sequence[int], wheel: int | None) -> int | None:
    """Return the top rank of five ranks in sequence. `wheel` is the top rank of the straight in which the ace is low.
    """
    held = sorted(set(ranks))
    if len(held) < 5:
        return None
    if held[4] - held[0] == 4:
        return held[4]
    return wheel if wheel is not None and held == [*range(wheel - 3, wheel + 1), 12] else None


def category(cards: Sequence[int], wheel: int | None) -> str:
    """Return the category of five cards, from `high card` to `straight flush`."""
    straight = straight_top([card >> 2 for card in cards], wheel) is not None
    flush = len({card & 3 for card in cards}) == 1
    if straight or flush:
        return " ".join(["straight"] * straight + ["flush"] * flush)
    return matched([card >> 2 for card in cards])


def matched(ranks: Sequence[int]) -> str:
    """Return the category of five ranks, ignoring straights and flushes."""
    return MATCHED[tuple(sorted((ranks.count(rank) for rank in set(ranks)), reverse=True))]


def high_words(cards: Sequence[int], wheel: int | None) -> str:
    """Return the words for five cards as a high hand."""
    name = category(cards, wheel)
    if not name.startswith("straight"):
        return matched_words(name, by_weight(cards))
    top = straight_top([card >> 2 for card in cards], wheel)
    assert top is not None
    return "royal flush" if name == "straight flush" and top == 12 else f"{RANK_WORDS[top]}-high {name}"


def matched_words(name: str, cards: Sequence[int]) -> str:
    """Return the words for five cards in the order of `by_weight` that are not a straight."""
    ranks = list(dict.fromkeys(card >> 2 for card in cards))
    first = plural(ranks[0])
    return {
        "four of a kind": f"four of a kind, {first}",
        "full house": f"full house, {first} over {plural(ranks[1])}",
        "flush": f"{RANK_WORDS[ranks[0]]}-high flush",
        "three of a kind": f"three of a kind, {first}",
        "two pair": f"two pair, {first} and {plural(ranks[1])}",
        "pair": f"pair of {first}",
        "high card": f"{RANK_WORDS[ranks[0]]} high",
    }[name]


def low_words(cards: Sequence[int]) -> str:
    """Return the words for five cards as an ace-to-five low, named by the two highest."""
    name = matched([card >> 2 for card in cards])
    ordered = by_weight(cards, ace_low=True)
    if name != "high card":
        return matched_words(name, ordered)
    return f"{RANK_WORDS[ordered[0] >> 2]}-{RANK_WORDS[ordered[1] >> 2]} low"


def deuce_words(cards: Sequence[int]) -> str:
    """Return the words for five cards as a deuce-to-seven low. Pairs, straights and flushes have the names of high
    hands.
    """
    if category(cards, None) != "high card":
        return high_words(cards, None)
    ordered = by_weight(cards)
    return f"{RANK_WORDS[ordered[0] >> 2]}-{RANK_WORDS[ordered[1] >> 2]} low"


def badugi_words(cards: Sequence[int]) -> str:
    """Return the words for one to four cards of different ranks and suits."""
    ranks = "-".join(RANK_WORDS[card >> 2] for card in by_weight(cards, ace_low=True))
    return f"{badugi_category(cards)}, {ranks}"


def badugi_category(cards: Sequence[int]) -> str:
    """Return `badugi` for four cards, or a name such as `three-card hand` for fewer."""
    return "badugi" if len(cards) == 4 else f"{NUMBER_WORDS[len(cards)]}-card hand"
