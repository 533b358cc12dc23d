"""What must hold for any hand."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier import ranking
from croupier.cards import text

hands = st.integers(5, 7).flatmap(lambda n: st.lists(st.integers(0, 51), min_size=n, max_size=n, unique=True))
sevens = st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True)


@given(hands, st.randoms())
def test_the_order_of_cards_does_not_matter(hand: list[int], rng: object) -> None:
    shuffled = list(hand)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    for value in (ranking.high, ranking.low, ranking.low8):
        assert value(bytes(hand)) == value(bytes(shuffled)) == value(text(hand))


@given(sevens)
def test_seven_cards_are_the_best_five_of_them(hand: list[int]) -> None:
    for value in (ranking.high, ranking.low, ranking.low8):
        assert value(bytes(hand)) == max(value(bytes(five)) for five in combinations(hand, 5))


@given(sevens, st.permutations(range(4)))
def test_suits_have_no_rank(hand: list[int], suits: list[int]) -> None:
    renamed = bytes(card - card % 4 + suits[card % 4] for card in hand)
    assert ranking.high(renamed) == ranking.high(bytes(hand))


@settings(max_examples=50)
@given(sevens)
def test_the_best_five_are_worth_as_much_as_all(hand: list[int]) -> None:
    for game in ("high", "low"):
        rank = ranking.rank(hand, game)
        assert rank == ranking.rank(rank.best, game)
        assert len(rank.best) == 5
        assert set(rank.best) <= set(hand)
