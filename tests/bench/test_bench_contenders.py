"""Every contender plays by the same rules: about as many actions a hand, chips conserved, the limit's own checksum."""

import pytest
from bench.harness import Unavailable, turn

from bench import engine, equity, limit, players, ranking

HANDS = 400
ACTIONS = players.ACTIONS_A_HAND


def built(factory):
    """The contender, or a skip where it is not at hand."""
    try:
        return factory()
    except (ImportError, Unavailable) as reason:
        pytest.skip(str(reason))


@pytest.mark.parametrize("hands", [players.our_hands, players.openspiel_hands, players.openspiel_dealt_hands])
def test_one_policy_for_all(hands):
    play = built(lambda: hands(*players.SHALLOW))
    assert sum(play(number) for number in range(HANDS)) / HANDS == pytest.approx(ACTIONS, abs=1.5)


def test_one_policy_for_pokerkit_too():
    pytest.importorskip("pokerkit")
    play = players.pokerkit_hands(*players.DEEP)
    assert sum(play(number) for number in range(100)) / 100 == pytest.approx(ACTIONS, abs=3)


def test_the_core_plays_that_policy():
    table = engine.playout()
    table.run(2000)
    assert table.hands == 2000
    assert table.actions / table.hands == pytest.approx(ACTIONS, abs=0.35)  # five standard deviations


def test_the_limit_is_the_program_it_should_be():
    program = built(limit.limit)
    assert program.ask("check", 2000) == ("21126", "f3e8a9e25f257d9c")
    assert int(program.ask("check", 200_000)[0]) / 200_000 == pytest.approx(ACTIONS, abs=0.04)


def test_the_limit_reports_what_it_did():
    units, seconds = turn(built(limit.rank), 1)
    assert units == limit.ROWS
    assert seconds > 0


def test_a_missing_limit_says_where_it_was_looked_for(monkeypatch, tmp_path):
    monkeypatch.setenv("CROUPIER_LIMIT", str(tmp_path))
    with pytest.raises(Unavailable, match=f"{tmp_path}.*CROUPIER_LIMIT"):
        limit.folder()


def test_rows_are_hands_of_different_cards():
    dealt = ranking.rows(100)
    assert all(len(set(dealt[place:place + 7])) == 7 for place in range(0, 700, 7))


def test_a_wrong_equity_is_refused():
    with pytest.raises(AssertionError, match=r"not 0\.46"):
        equity.near(0.5, 1e-9)


def test_a_late_hand_is_on_the_river():
    assert engine.called_hand(4 * players.SEATS - 1).street == "RIVER"
