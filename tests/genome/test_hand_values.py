"""What cards are worth: poker hands beside the ranking's tables, wild cards and totals beside brute force."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random

import pytest

from croupier import ranking
from croupier.cards import Cards
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.engine.hand_values import HandValues
from croupier.games.genome.values import CardValue, HandEvaluation, HandPattern

from .tables import dealt, genome


def judge(evaluation=None, **setup):
    return HandValues(CardPiles(genome(evaluation=evaluation, **setup).game().program, 2))


def numbers(text):
    return [int(card) for card in Cards(text)]


@pytest.mark.parametrize("size", [5, 6, 7])
def test_hands_of_five_to_seven_cards_stand_in_the_rankings_order(size):
    rng, general = Random(size), judge()
    hands = [rng.sample(range(52), size) for _ in range(800)]
    hands += [rng.sample(range(36, 52), size) for _ in range(400)]
    hands += [[4 * rank + suit for rank in rng.sample(range(13), 5)] + rng.sample(range(52), size - 5)
              for suit in range(4) for _ in range(40)]
    hands = [hand for hand in hands if len(set(hand)) == size]
    valued = sorted((ranking.high(bytes(hand)), general.poker_with(hand)) for hand in hands)
    for (table, ours), (next_table, next_ours) in pairwise(valued):
        assert (table < next_table) == (ours < next_ours)
        assert (table == next_table) == (ours == next_ours)


@pytest.mark.parametrize(("better", "worse"), [
    ("KhKdKc", "AhAd2c"), ("2h2d", "AhKd"), ("AhKd", "AcQd"), ("2h2d3c3s", "AhAdKcQs"), ("Ah", "Kd")])
def test_hands_of_fewer_than_five_cards(better, worse):
    assert judge().poker_with(numbers(better)) > judge().poker_with(numbers(worse))


def test_three_of_a_suit_are_no_flush():
    assert judge().poker_with(numbers("AhKhQh")) == judge().poker_with(numbers("AdKsQc"))


def best_by_substitution(general, hand, wild_rank):
    """The best value over all cards that each wild one could be; five of a kind by counting."""
    wilds = [card for card in hand if card >> 2 == wild_rank]
    rest = [card for card in hand if card >> 2 != wild_rank]
    best = 0
    for stand_ins in product(range(52), repeat=len(wilds)):
        cards = rest + list(stand_ins)
        if len(set(cards)) == len(cards):
            best = max(best, general.poker_with(cards))
        ranks = [card >> 2 for card in cards]
        for rank in set(ranks):
            if ranks.count(rank) >= 5:
                best = max(best, (10 << 20) | (rank + 1))
    return best


@pytest.mark.parametrize("seed", range(60))
def test_wild_cards_stand_for_what_helps_most(seed):
    rng = Random(seed)
    wild, plain = judge(wild_ranks=("2",)), judge()
    count = 1 + seed % 2
    hand = rng.sample(range(4), count) + rng.sample(range(4, 52), rng.choice((3, 4, 5, 6)) - count + 1)
    assert wild.poker_with(hand) == best_by_substitution(plain, hand, 0), Cards(hand)


def test_five_of_a_kind_beats_a_straight_flush():
    wild = judge(wild_ranks=("2",))
    assert wild.poker_with(numbers("KhKdKcKs2h")) > wild.poker_with(numbers("AhKhQhJh2d"))


@pytest.mark.parametrize("seed", range(40))
def test_totals_come_as_near_to_the_limit_as_any_way_of_counting(seed):
    rng = Random(seed)
    values = tuple(CardValue(rank, rng.randint(0, 15), rng.choice((None, rng.randint(0, 15)))) for rank in "A2345JQ")
    limit = rng.choice((15, 21, 31))
    counted = judge(HandEvaluation(card_values=values, bust_limit=limit))
    ways = {rank: (rank + 2,) if rank < 9 else (10,) for rank in range(13)}
    for value in values:
        ways["23456789TJQKA".index(value.rank)] = tuple({value.value, value.value if value.alternate is None
                                                         else value.alternate})
    hand = rng.sample(range(52), rng.randint(1, 8))
    sums = {sum(chosen) for chosen in product(*(ways[card >> 2] for card in hand))}
    within = [total for total in sums if total <= limit]
    assert counted.total_with(hand, True) == (max(within) if within else min(sums))
    assert counted.total_with(hand, False) == min(sums)


def test_totals_without_a_limit():
    counted = judge()
    assert counted.total_with(numbers("AhKdKc"), True) == 31
    assert counted.total_with(numbers("AhKdKc"), False) == 21


def test_patterns_with_wild_cards_and_suited_runs():
    brag = HandEvaluation("patterns", (
        HandPattern("running flush", 50, 3, same_suit=3, run=3, wrap=True),
        HandPattern("run", 40, 3, run=3, wrap=True), HandPattern("pair", 20, 3, groups=(2,))))
    plain, wild = judge(brag), judge(brag, wild_ranks=("J",))
    assert plain.pattern_name(numbers("Ah2h3h")) == "running flush"
    assert plain.pattern_name(numbers("Ah2d3h")) == "run"
    assert wild.pattern_name(numbers("9hThJc")) == "running flush"
    assert wild.pattern_name(numbers("9h2dJc")) == "pair"


def test_equal_patterns_are_decided_by_ranks():
    valued = judge(HandEvaluation("patterns"))
    order = ["AhAdKcQsJh", "AcAsKdQhTh", "KhKdAcQsJh", "2h2dAcQsJh"]
    values = [valued.pattern_with(numbers(hand)) for hand in order]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 4
    assert valued.pattern_with(numbers("6h5d4c3s2h")) > valued.pattern_with(numbers("Ah2d3c4s5h"))


@pytest.mark.parametrize(("win", "hands", "winner"), [
    ("high_card", ("AhKd2c", "AdQhJc"), 0), ("low_card", ("2hKdKc", "2d3hAc"), 1),
    ("low_card", ("3h4d5c", "AdKhQc"), 0), ("high_total", ("KhQd9c", "9d9h9s"), 0),
    ("low_total", ("KhQd9c", "9d9h9s"), 1), ("best_hand", ("2h2dAc", "KhQdJc"), 0)])
def test_win_conditions_at_a_showdown(win, hands, winner):
    state = genome(cards=3, chips=10, ante=10, wins=(win,)).game().start(2, 1, dealt(*hands))
    assert state.payoffs == ([10, -10] if winner == 0 else [-10, 10])


def test_ties_go_to_the_next_condition():
    tied = genome(cards=2, chips=10, ante=10, wins=("high_card",)).game().start(2, 1, dealt("AhKd", "AdKh"))
    assert tied.payoffs == [0, 0]
    broken = genome(cards=2, chips=10, ante=10, wins=("high_card", "most_tricks"))
    assert broken.game().start(2, 1, dealt("AhKd", "AdKh")).payoffs == [0, 0]
    decided = genome(cards=2, chips=10, ante=10, wins=("high_card", "high_total"),
                     evaluation=HandEvaluation(bust_limit=20), board_cards=1)
    assert decided.game().start(2, 1, dealt("AhKd", "AdKh", board="Kc")).payoffs == [0, 0]  # both bust
