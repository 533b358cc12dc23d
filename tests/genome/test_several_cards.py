"""Several cards a play: sets, runs, a pile that is swept, melds; open discards; turns by player."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.cards import UNKNOWN, Cards
from croupier.games.api import PUBLIC, Action
from croupier.games.genome.check import faults, steps_max
from croupier.games.genome.events import GenomeEvent, together
from croupier.games.genome.values import BettingPhase, DiscardPhase, DrawPhase, MeldPhase, PlayPhase, RankEffect

from .tables import dealt, genome, kinds, play


def climbing(*hands, runs=0, players=2, **more):
    """President's rule: as many cards of a higher rank, or a pass."""
    phase = PlayPhase("higher", mandatory=False, sets=4, runs=runs, sweep=True)
    rules = genome(phase, cards=len(hands[0]) // 2, chips=0, wins=("first_to_empty",), rounds=6, **more)
    return rules.game().start(players, 1, dealt(*hands))


def offered(state):
    return {str(action.cards) for action in state.legal() if action.cards}


# -- sets --------------------------------------------------------------------------------------------------------------


def test_a_set_is_put_down_card_by_card_and_ended():
    state = play(climbing("7c7d9h", "8c8d2s"), "7c")
    assert (state.actor, kinds(state), offered(state)) == (0, {"PLAY", "STAND_PAT"}, {"7d"})
    play(state, "7d s")
    assert state.actor == 1


def test_the_next_play_needs_as_many_cards_of_a_higher_rank():
    state = play(climbing("7c7d9h", "8c8dAs"), "7c 7d s")
    assert offered(state) == {"8c", "8d"}  # the ace is alone
    play(state, "8c")
    assert (kinds(state), offered(state)) == ({"PLAY"}, {"8d"})  # a pair is begun and has to be completed
    play(state, "8d")
    assert state.actor == 0  # two cards are enough: nobody asks for a third


def test_being_asked_does_not_tell_whether_another_card_is_held():
    for hand in ("7c7d9h", "7cTd9h"):
        assert play(climbing(hand, "8c8d2s"), "7c").actor == 0


def test_the_pile_is_swept_when_all_others_have_passed():
    state = play(climbing("7c7d9h", "8c3d2s"), "9h s p")
    assert str(state.pile_cards) == ""
    assert (state.actor, offered(state)) == (0, {"7c", "7d"})
    assert "SWEEP" in [event.kind for event in state.events]


def test_a_player_who_is_out_does_not_hold_the_pile():
    phase = PlayPhase("higher", mandatory=False, sets=4, sweep=True)
    rules = genome(phase, cards=1, chips=0, wins=("low_total",), rounds=3)
    state = play(rules.game().start(3, 1, dealt("9h", "8c", "7d")), "9h p p")
    assert (state.actor, offered(state)) == (1, {"8c"})


def test_a_forced_pass_on_a_pair_rules_no_single_card_out():
    phase = PlayPhase("higher", sets=4)
    rules = genome(phase, phase, cards=3, chips=0, wins=("first_to_empty",), rounds=2, initial_deck="royal_20")
    state = play(rules.game().start(2, 1, dealt("TcTdJh", "AsKdQs")), "Tc Td s p")
    assert any("As" in str(state.redeal(0, seed).cards_of(1)) for seed in range(100))


# -- runs --------------------------------------------------------------------------------------------------------------


def test_a_run_is_laid_from_the_lowest_card_up():
    state = play(climbing("5c6c7c", "6d7d8d", runs=3), "5c")
    assert offered(state) == {"6c"}
    play(state, "6c")
    assert (kinds(state), offered(state)) == ({"PLAY"}, {"7c"})  # two cards are not a run yet
    play(state, "7c")
    assert state.is_over


def test_only_a_higher_run_of_the_same_length_beats_a_run():
    state = play(climbing("5c6c7c2h", "6d7d8dAh", runs=3), "5c 6c 7c s")
    assert offered(state) == {"6d"}
    play(state, "6d 7d 8d")
    assert state.actor == 0


def test_several_cards_need_a_tableau_that_does_not_capture():
    rules = genome(PlayPhase(sets=2), cards=3, tableau="match_rank")
    assert any(fault.fatal and "tableau" in fault.reason for fault in faults(rules))


def test_an_effect_counts_once_for_a_set():
    rules = genome(PlayPhase(sets=4), PlayPhase(), cards=4, chips=0, wins=("first_to_empty",),
                   effects=(RankEffect("Q", "skip"),))
    state = play(rules.game().start(3, 1, dealt("QhQd2c3c", "4c5c6c7c", "4d5d6d7d")), "Qh Qd s")
    assert [event.seat for event in state.events if event.kind == "SKIP"] == [1]
    assert state.actor == 2


# -- melds, open discards, turns by player -----------------------------------------------------------------------------


def rummy(*hands, **more):
    phases = (DrawPhase(1, source="pile"), MeldPhase(3), DiscardPhase(1, face_up=True))
    return genome(*phases, cards=len(hands[0]) // 2, chips=0, wins=("first_to_empty", "low_total"), rounds=3,
                  by_player=True, initial_discard_count=1, **more)


def test_a_player_draws_melds_and_discards_before_the_next_one():
    hands = ("7c7d7h2s", "3c4c5cKd")
    state = rummy(*hands).game().start(2, 1, dealt(*hands) + "9s" + "JhQh")
    assert kinds(state) == {"DRAW", "TAKE_TOP"}
    play(state, "d")
    assert (state.actor, kinds(state), offered(state)) == (0, {"PLAY", "PASS"}, {"7c", "7d", "7h"})
    play(state, "7c 7d 7h s")
    assert str(state.captured_by(0)) == "7c7d7h"
    play(state, "p -2s")
    assert (state.actor, str(state.pile_cards)) == (1, "9s2s")
    play(state, "^2s 3c 4c 5c s p -Kd")
    assert (state.actor, str(state.pile_cards)) == (0, "9sKd")


def test_melds_of_both_kinds_from_one_first_card():
    state = rummy("7c7d7h8c9c").game().start(2, 1, dealt("7c7d7h8c9c", "2c2d3h3s4c") + "Ks" + "JhQh")
    play(state, "d 7c")
    assert offered(state) == {"7d", "7h", "8c"}
    play(state, "8c")
    assert offered(state) == {"9c"}
    play(state, "9c s")
    assert str(state.captured_by(0)) == "7c8c9c"


def test_an_open_discard_is_seen_by_all_and_a_hidden_one_is_not():
    for is_open, seen in ((True, "2c"), (False, "")):
        rules = genome(DiscardPhase(1, face_up=is_open), BettingPhase(), cards=2)
        state = rules.game().start(2, 1, dealt("2c3c", "4c5c"))
        heard = state.heard(Action("DISCARD", cards="2c"), 1)
        assert str(heard.cards or "") == seen
        play(state, "-2c")
        assert str(state.observe(PUBLIC).pile) == seen
        assert ("2c" in str([str(event) for event in state.observe(1).events])) is is_open


def test_a_skip_passes_a_whole_turn_over():
    rules = genome(PlayPhase(), PlayPhase(), cards=4, chips=0, wins=("first_to_empty",), rounds=2, by_player=True,
                   effects=(RankEffect("Q", "skip"),))
    state = play(rules.game().start(3, 1, dealt("QhQd2c3c", "4c5c6c7c", "4d5d6d7d")), "2c Qh")
    assert state.actor == 2
    play(state, "4d 5d")
    assert state.actor == 0  # the next round


def test_everybody_bets_after_all_have_had_their_turns():
    rules = genome(PlayPhase(), PlayPhase(), BettingPhase(), cards=4, wins=("first_to_empty",), by_player=True)
    state = play(rules.game().start(2, 1, dealt("QhQd2c3c", "4c5c6c7c")), "Qh Qd 4c 5c")
    assert (state.actor, kinds(state)) == (0, {"CHECK", "BET"})


@pytest.mark.parametrize(("name", "word"), [("president", "same rank together"), ("simple-rummy", "set"),
                                            ("cheat", "face down on the heap"), ("go-fish", "name a rank"),
                                            ("old-maid", "unseen"), ("crazy-eights", "draws two cards")])
def test_the_six_games_have_no_fault_and_a_rulebook(name, word):
    rules = lab.load(name)
    assert lab.faults(rules) == []
    assert word in lab.rulebook(rules)


@pytest.mark.parametrize("name", ["president", "simple-rummy", "cheat", "go-fish", "old-maid", "crazy-eights"])
def test_the_six_games_end_within_their_bound(name):
    """G5: no game takes more steps than the static check works out."""
    rules = lab.load(name)
    for policy in ("random", "greedy"):
        for players in rules.game().players:
            table = rules.game().playout(players, 1, policy)
            table.run_games(3)
            assert not table.is_broken
            assert table.decisions <= 3 * steps_max(rules, players)
            assert sum(won for won, _ in table.results()) == 0


def test_a_card_that_moves_twice_is_told_twice():
    """A card may be passed on and come back in between, without any other event."""
    moved = [GenomeEvent("RECEIVE", 0, 0, Cards("9h")), GenomeEvent("RECEIVE", 1, 0, Cards("2c")),
             GenomeEvent("RECEIVE", 0, 0, Cards("3d")), GenomeEvent("RECEIVE", 0, 0, Cards("9h"))]
    assert [str(event.cards) for event in together(moved)] == ["9h3d", "2c", "9h"]
    hidden = [GenomeEvent("DEAL", 1, 0, Cards([UNKNOWN]))] * 2
    assert [len(event.cards) for event in together(hidden)] == [2]
