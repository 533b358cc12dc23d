"""What trials count: hands, decisions, bets, bluffs, contests and sessions."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.genome.values import BettingPhase, DrawPhase, PlayPhase, ScoringRule, TrickPhase
from croupier.lab.scoring.trial import PLAYERS, Trial
from genome.tables import genome

PINNED = (661, 70, 10, 2, 12, 2, 1)
RANDOM, GREEDY, SEARCH = PLAYERS["random"], PLAYERS["greedy"], PLAYERS["search"]


def table(name, seed=1, iterations=20, seats=2):
    return Trial(lab.load(name).game().program, seats, seed, iterations)


def told(trial):
    return {name: getattr(trial, name) for name in (
        "played", "decided", "turns", "points", "touching", "betting", "aggressive", "folding", "contested", "bettors",
        "bluffs", "opening", "stakes", "openness", "hero_won", "hero_stakes", "comebacks", "led_sessions", "sessions")}


def test_the_same_seed_counts_the_same():
    one, other, third = table("leduc-poker"), table("leduc-poker"), table("leduc-poker", 2)
    for trial in (one, other, third):
        trial.self_play(SEARCH, 20)
        trial.face(SEARCH, RANDOM, 5)
        trial.run_sessions(GREEDY, 4, 10)
    assert told(one) == told(other) != told(third)


def test_the_same_compiled_and_interpreted():
    trial = table("leduc-poker", 3)
    trial.self_play(SEARCH, 30)
    trial.face(GREEDY, RANDOM, 30)
    trial.run_sessions(GREEDY, 6, 10)
    found = told(trial)
    assert tuple(found[name] for name in ("points", "aggressive", "folding", "bluffs", "opening", "hero_won",
                                          "comebacks")) == PINNED


def test_counts_hang_together():
    trial = table("step-holdem", 5)
    trial.self_play(SEARCH, 25)
    assert trial.played == 25
    assert trial.points <= trial.turns
    assert trial.aggressive + trial.folding <= trial.betting <= trial.points
    assert trial.bluffs <= trial.bettors <= 2 * trial.contested
    assert abs(trial.opening) <= trial.stakes
    assert 0 <= trial.openness <= trial.points


def test_a_game_without_choices_has_no_choice_points():
    trial = table("war")
    trial.self_play(RANDOM, 10)
    assert (trial.played, trial.turns, trial.points) == (10, 0, 0)


def test_hands_that_nobody_wins_are_not_decided():
    """Without an ante, hands that are checked round are worth nothing."""
    trial = Trial(genome(ante=0).game().program, 2, 1)
    trial.self_play(PLAYERS["caller"], 20)
    assert (trial.played, trial.decided, trial.stakes) == (20, 0, 0)


def test_who_bets_always_is_in_every_pot():
    trial = Trial(genome(BettingPhase(10, 0), ante=0).game().program, 2, 1)
    trial.face(PLAYERS["bettor"], PLAYERS["caller"], 10)
    assert trial.hero_stakes > 0
    assert trial.hero_stakes % 10 == 0


def test_every_deal_is_played_from_each_seat():
    """Two callers swap seats on the same deal: what one wins in one seat it loses in the other, deal by deal."""
    for seed in range(1, 40):
        trial = Trial(lab.load("kuhn-poker").game().program, 2, seed)
        trial.face(PLAYERS["caller"], PLAYERS["bettor"], 1)
        assert trial.hero_won == 0
        assert trial.hero_stakes == 4


def test_a_player_against_itself_wins_nothing_over_both_seats():
    trial = table("kuhn-poker")
    trial.face(GREEDY, GREEDY, 50)
    assert trial.hero_won == 0
    assert trial.hero_stakes > 0


def test_drawing_alone_touches_nobody():
    trial = Trial(genome(DrawPhase(2, False), chips=0, cards=2).game().program, 2, 1, 10)
    trial.self_play(SEARCH, 5)
    assert trial.points > 0
    assert trial.touching == 0


TAKEN = [
    (TrickPhase(2), ("low_card",), (), "none", False),
    (TrickPhase(2), ("low_card", "most_tricks"), (), "none", True),
    (TrickPhase(2), ("fewest_tricks",), (), "none", True),
    (TrickPhase(2), ("most_captured",), (), "none", True),
    (TrickPhase(2), ("high_score",), (ScoringRule("trick", 1),), "none", True),
    (TrickPhase(2), ("low_score",), (ScoringRule("card", 1, suit="hearts"),), "none", True),
    (TrickPhase(2), ("high_score",), (ScoringRule("left", 1),), "none", False),
    (TrickPhase(2), ("high_card",), (ScoringRule("trick", 1),), "none", False),
    (PlayPhase(), ("low_card",), (), "war", False),
    (PlayPhase(), ("most_captured",), (), "war", True),
    (PlayPhase(), ("high_score",), (ScoringRule("card", 1),), "match_rank", True),
    (PlayPhase("match"), ("low_card",), (), "none", True),
]


@pytest.mark.parametrize(("phase", "wins", "scoring", "tableau", "touches"), TAKEN)
def test_cards_played_touch_others_where_taking_them_counts_or_they_must_fit(phase, wins, scoring, tableau, touches):
    made = genome(phase, chips=0, cards=4, wins=wins, scoring=scoring, tableau=tableau, initial_discard_count=1)
    trial = Trial(made.game().program, 2, 1, 5)
    trial.self_play(SEARCH, 6)
    assert trial.points > 0
    assert trial.touching == (trial.points if touches else 0)


def test_plays_onto_no_tableau_touch_nobody_though_tricks_are_counted_later():
    made = genome(PlayPhase(), TrickPhase(1), chips=0, cards=2, wins=("most_captured",))
    trial = Trial(made.game().program, 2, 1, 5)
    trial.self_play(SEARCH, 6)
    assert 0 < trial.points == 12  # the play of each: the trick leaves one card, no choice
    assert trial.touching == 0


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_between_equals_every_deal_is_played_with_its_hands_at_each_seat(seats):
    """Whoever checks and calls wins by cards alone: over all seats nothing is left of that, the board included."""
    made = genome(cards=2, board_cards=3, ante=7)
    trial = Trial(made.game().program, seats, 3, 5)
    trial.self_play(PLAYERS["caller"], 20 * seats)
    assert (trial.played, trial.showdowns) == (20 * seats, 20 * seats)
    assert trial.opening == 0
    assert trial.stakes > 0


def test_hands_between_equals_leave_no_deal_behind():
    """A deal laid for every seat is not dealt again in the sessions that follow: there are comebacks."""
    trial = table("kuhn-poker", 4)
    trial.self_play(RANDOM, 7)
    trial.run_sessions(RANDOM, 30, 15)
    assert 0 < trial.comebacks < trial.led_sessions


def test_sessions_have_a_leader_and_comebacks_are_some_of_them():
    trial = table("simple-poker", 4)
    trial.run_sessions(RANDOM, 40, 20)
    assert trial.sessions == 40
    assert 0 < trial.comebacks < trial.led_sessions <= 40


def test_sessions_of_one_hand_games_go_on_with_new_games():
    trial = table("kuhn-poker", 4)
    trial.run_sessions(RANDOM, 30, 15)
    assert trial.sessions == 30
    assert trial.led_sessions > 0


def test_unknown_seats_and_players_are_refused():
    trial = table("kuhn-poker")
    for seat, player in ((2, 0), (-1, 0), (0, 7), (0, -1)):
        with pytest.raises(ValueError, match="must be a whole number"):
            trial.seat_player(seat, player)


@pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")
def test_bluffs_of_searchers_in_kuhn_poker_are_jacks_that_made_a_queen_fold():
    """In Kuhn only a jack or a queen is weak (wins half or less of showdowns), and only queens and jacks fold to it."""
    trial = table("kuhn-poker", 6, 100)
    trial.self_play(SEARCH, 2000)
    assert 0 < trial.bluffs < trial.bettors / 2


@pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")
def test_a_glance_is_a_smaller_search_and_loses_where_thinking_pays():
    trial = Trial(lab.load("black-lady").game().program, 4, 3, 60)
    trial.face(SEARCH, PLAYERS["glance"], 40)
    assert trial.hero_won > 0


def test_showdowns_and_ties_are_counted():
    trial = table("leduc-poker", 4)
    trial.self_play(PLAYERS["caller"], 200)
    assert trial.showdowns == 200
    assert 20 <= trial.ties <= 60  # two of six cards have the same rank in one deal of five
