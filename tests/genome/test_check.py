"""The static check: every fault is found, named with its path, and says why; sound games have none."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.games.genome import check, known
from croupier.games.genome.values import (
    BadGenome,
    BettingPhase,
    CardValue,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    HandEvaluation,
    HandPattern,
    PassPhase,
    PlayPhase,
    RevealPhase,
    ScoringRule,
    TrickPhase,
    WinCondition,
)

from .tables import genome

BET = BettingPhase()


@pytest.mark.parametrize("name", known.names())
def test_known_games_are_sound(name):
    assert lab.faults(lab.load(name)) == []


@pytest.mark.parametrize(("made", "path", "reason", "fatal"), [
    (genome(cards=26, min_players=3), "$.setup.cards_per_player", "3 players may need 78 cards", True),
    (genome(cards=10, max_players=6), "$.setup.max_players", "6 players may need 60 cards", True),
    (genome(DrawPhase(10), BET, rounds=3), "$.setup.cards_per_player", "2 players may need 70 cards", True),
    (genome(RevealPhase(10), BET, rounds=5), "$.setup.cards_per_player", "may need 60 cards", True),
    (genome(ExchangePhase(3), BET, initial_deck="leduc_6", cards=2), "$.setup.cards_per_player", "leduc_6 has 6", True),
    (genome(min_players=4, max_players=3), "$.setup.max_players", "fewer than min_players", True),
    (genome(BettingPhase(101)), "$.turn_structure.phases[0].min_bet", "more than the 100 chips", False),
    (genome(ante=101), "$.setup.ante", "more than the 100 chips", True),
    (genome(TrickPhase(5), wins=("most_tricks",), chips=0, ante=5), "$.setup.ante", "needs starting_chips", True),
    (genome(TrickPhase(5), wins=("most_tricks",)), "$.setup.starting_chips", "no BettingPhase", False),
    (genome(*[BettingPhase(1, 20)] * 12, rounds=26, hands=1000), "$.max_hands", "decisions", True),
    (genome(wins=("most_tricks",)), "$.win_conditions", "every hand would be a tie", True),
    (genome(wins=("best_hand", "most_tricks")), "$.win_conditions[1]", "without a TrickPhase", False),
    (genome(BET, PlayPhase(), wins=("best_hand", "most_captured")), "$.win_conditions[1]", "captures", False),
    (genome(wins=("best_hand", "first_to_empty")), "$.win_conditions[1]", "gets rid of cards", False),
    (genome(BET, TrickPhase(5), wins=("best_hand", "most_tricks")), "$.win_conditions[0]", "no cards are left", False),
    (genome(wins=("best_hand", "best_hand")), "$.win_conditions[1]", "occurs twice", False),
    (genome(BET, TrickPhase(5), wins=("high_score",)), "$.win_conditions", "every hand would be a tie", True),
    (genome(BET, TrickPhase(5), wins=("high_score",), initial_deck="short_36",
            scoring=(ScoringRule("card", 1, rank="2"),)), "$.win_conditions", "every hand would be a tie", True),
    (genome(BET, wins=("best_hand", "low_score"), scoring=(ScoringRule("trick"),)), "$.win_conditions[1]",
     "can count anything", False),
    (genome(BET, TrickPhase(5), wins=("most_tricks", "low_score"), board_cards=3, scoring=(ScoringRule("left"),)),
     "$.win_conditions[1]", "can count anything", False),
    (genome(BET, TrickPhase(5), wins=("first_to_score",), scoring=(ScoringRule("trick"),)),
     "$.win_conditions[0].target", "at least 1", True),
    (genome(BET, TrickPhase(5), wins=("most_tricks", WinCondition("first_to_score", 5)),
            scoring=(ScoringRule("trick", -1),)), "$.win_conditions[1]", "takes points away", False),
    (genome(evaluation=HandEvaluation(card_values=(CardValue("A", 1), CardValue("A", 2)))),
     "$.hand_evaluation.card_values", "twice", True),
    (genome(evaluation=HandEvaluation("patterns", (HandPattern("a", 5), HandPattern("b", 5)))),
     "$.hand_evaluation.patterns", "same priority", True),
    (genome(evaluation=HandEvaluation(patterns=(HandPattern("a", 5),))), "$.hand_evaluation.patterns", "poker", False),
    (genome(BET, TrickPhase(2), scoring=(ScoringRule("trick", 1, suit="hearts"),)), "$.scoring[0]", "no suit", False)])
def test_faults(made, path, reason, fatal):
    found = [fault for fault in check.faults(made) if fault.path == path and reason in fault.reason]
    assert [fault.fatal for fault in found] == [fatal], check.faults(made)
    if fatal:
        with pytest.raises(BadGenome, match=r"\$\."):
            made.game()
    else:
        assert made.game().faults


def test_betting_in_a_game_without_chips_is_no_fault():
    assert check.is_sound(genome(BET, TrickPhase(5), chips=0, wins=("most_tricks",)))  # G1: it is skipped


@pytest.mark.parametrize(("made", "sizes"), [
    (genome(), (5, 5)), (genome(BET, DrawPhase(2)), (7, 7)), (genome(BET, DrawPhase(2, mandatory=False)), (5, 7)),
    (genome(BET, RevealPhase(3), cards=2, board_cards=2), (7, 7)), (genome(BET, DiscardPhase(1)), (4, 4)),
    (genome(BET, DiscardPhase(1, mandatory=False)), (4, 5)), (genome(BET, TrickPhase(3), cards=2), (0, 0)),
    (genome(BET, TrickPhase(3), DrawPhase(5), cards=1), (5, 5)), (genome(BET, PlayPhase("match")), (4, 5)),
    (genome(BET, PassPhase(2)), (5, 5)), (genome(BET, PlayPhase(), wins=("first_to_empty", "best_hand")), (0, 4))])
def test_hand_sizes(made, sizes):
    assert check.hand_sizes(made) == sizes


def test_the_players_a_deck_serves():
    assert genome(cards=5).game().players == range(2, 7)
    assert genome(cards=20).game().players == range(2, 3)
    assert genome(cards=5, max_players=3).game().players == range(2, 4)
