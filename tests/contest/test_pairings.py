"""Who plays whom, and what ratings make of the results."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

import croupier
from croupier.contest.league import ratings
from croupier.contest.league.bracket import Bracket
from croupier.contest.league.league import is_apart
from croupier.contest.league.pairings import round_robin, swiss_round
from croupier.contest.league.ratings import rate


@pytest.mark.parametrize("size", range(2, 11))
def test_a_round_robin_has_every_pair_once_and_nobody_twice_in_a_round(size: int) -> None:
    names = [f"b{at}" for at in range(size)]
    rounds = round_robin(names)
    assert sorted(tuple(sorted(pair)) for pairs in rounds for pair in pairs) == sorted(combinations(names, 2))
    for pairs in rounds:
        playing = [name for pair in pairs for name in pair]
        assert len(set(playing)) == len(playing)


@pytest.mark.parametrize("size", [4, 5, 8, 9, 16])
def test_swiss_rounds_never_repeat_a_pair_and_find_the_best(size: int) -> None:
    points = {f"b{at}": 0.0 for at in range(size)}
    played: list[tuple[str, str]] = []
    for _ in range(3):
        pairs = swiss_round(points, played)
        assert len(pairs) == size // 2
        played += pairs
        for first, second in pairs:  # the lower number is stronger
            points[min(first, second, key=lambda name: int(name[1:]))] += 1
    assert len({frozenset(pair) for pair in played}) == len(played)
    assert max(points, key=lambda name: points[name]) == "b0"


@pytest.mark.parametrize("lives", [1, 2])
@pytest.mark.parametrize("size", range(2, 18))
def test_a_bracket_ends_with_the_strongest_and_everybody_else_out(size: int, lives: int) -> None:
    names = [f"b{at}" for at in range(size)]
    Random(size).shuffle(names)
    bracket = Bracket(names, lives)
    while bracket.winner is None:
        first, second = bracket.next()[0]
        winner, loser = sorted((first, second), key=lambda name: int(name[1:]))
        bracket.report(winner, loser)
    assert bracket.winner == "b0"
    assert len(bracket.finished) == (size - 1) * lives
    assert all(lost == lives for name, lost in bracket.losses.items() if name != "b0")
    assert bracket.next() == []


@pytest.mark.parametrize("size", range(2, 18))
def test_seeded_names_meet_as_late_as_possible(size: int) -> None:
    """The first two meet in the final; who has no opponent in the first round is among the first names."""
    names = [f"b{at}" for at in range(size)]
    bracket = Bracket(names)
    rests = set(names) - {name for pair in bracket.next() for name in pair}
    assert rests == set(names[:len(rests)])
    while bracket.winner is None:
        pairs = bracket.next()
        for first, second in pairs:
            bracket.report(*sorted((first, second), key=lambda name: int(name[1:])))
    assert [set(pair) for pair in pairs] == [{"b0", "b1"}]


def test_two_lives_make_the_winner_of_the_losers_side_win_twice() -> None:
    bracket = Bracket(["a", "b", "c", "d"], lives=2)
    assert bracket.next() == [("a", "d"), ("b", "c")]
    bracket.report("d", "a")
    bracket.report("b", "c")
    assert bracket.next() == [("d", "b"), ("a", "c")]
    bracket.report("a", "c")
    bracket.report("b", "d")
    assert bracket.next() == [("a", "d")]
    bracket.report("a", "d")
    for loses in ("b", "a"):
        assert set(bracket.next()[0]) == {"a", "b"}
        assert bracket.winner is None
        bracket.report(*({"a", "b"} - {loses}), loses)
    assert bracket.winner == "b"


def test_a_bracket_refuses_what_it_did_not_ask_for() -> None:
    bracket = Bracket(["a", "b", "c", "d"])
    with pytest.raises(croupier.BadContest, match="do not meet now"):
        bracket.report("a", "b")
    with pytest.raises(croupier.BadContest, match="different names"):
        Bracket(["a", "a"])


def test_ratings_find_strengths_that_made_the_results() -> None:
    truth = {"a": 1700.0, "b": 1550.0, "c": 1450.0, "d": 1300.0}
    rng, inside = Random(1), 0
    for _ in range(50):
        results = {}
        for first, second in combinations(truth, 2):
            share = ratings.chance(truth[first], truth[second])
            results[first, second] = sum(rng.random() < share for _ in range(200)), 200
        found = rate(results)
        inside += sum(found[name].low <= truth[name] <= found[name].high for name in truth)
    assert inside >= 180, "95 % of 200, and a little less by chance"


def test_two_bots_have_the_difference_of_their_share() -> None:
    found = rate({("a", "b"): (750.0, 1000.0)})
    assert found["a"].rating - found["b"].rating == pytest.approx(ratings.difference(0.75), rel=0.01)
    assert found["a"].rating + found["b"].rating == pytest.approx(3000, abs=1)


def test_a_bot_that_lost_everything_still_has_a_rating() -> None:
    found = rate({("a", "b"): (10, 10)}, ["c"])
    assert 1500 < found["a"].rating < 2500
    assert found["a"].margin > 100
    assert found["c"].rating == pytest.approx(1500)
    assert found["c"].games == 0
    with pytest.raises(croupier.BadContest, match="points of"):
        rate({("a", "b"): (11, 10)})


@pytest.mark.parametrize("size", [2, 4, 20])
def test_enough_games_make_every_rating_known(size: int) -> None:
    names = [f"bot {number}" for number in range(size)]
    found = rate(dict.fromkeys(combinations(names, 2), (100.0, 200.0)))
    assert max(each.margin for each in found.values()) < 50, "the average of all bots is 1500 by definition"
    worst = rate({**dict.fromkeys(combinations(names, 2), (100.0, 200.0)), ("bot 0", "hopeless"): (200.0, 200.0)})
    assert worst["hopeless"].margin > 200
    assert max(worst[name].margin for name in names) < 60, "one bot without a known rating does not blur the others"
    assert is_apart("hopeless", worst)
    assert not is_apart("bot 0", worst) or size == 2
