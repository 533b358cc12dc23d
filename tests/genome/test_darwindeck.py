"""Files of darwindeck: both forms are read, and whatever a genome cannot say is named."""

from __future__ import annotations

import json

import pytest

from croupier import lab
from croupier.games.genome.darwindeck import read_dict
from croupier.games.genome.values import BettingPhase, ClaimPhase, DrawPhase, PlayPhase, RankEffect, TrickPhase


def flat(*phases, wins=("empty_hand",), cards=5, players=2, effects=(), **more):
    """A game in the flat form."""
    return {"schema_version": "1.0", "genome_id": "Made", "generation": 3,
            "setup": {"cards_per_player": cards, "initial_deck": "standard_52", "initial_discard_count": 1},
            "turn_structure": {"phases": list(phases), "is_trick_based": False, "tricks_per_hand": None},
            "special_effects": list(effects), "win_conditions": [{"type": kind, "threshold": None} for kind in wins],
            "scoring_rules": [], "max_turns": 20, "player_count": players, "fitness": 0.7, **more}


MATCH = {"type": "PlayPhase", "target": "DISCARD", "min_cards": 1, "max_cards": 1, "mandatory": True,
         "valid_play_condition": {"type": "compound", "logic": "OR", "conditions": [
             {"type": "simple", "condition_type": "CARD_MATCHES_SUIT", "reference": "top_discard"},
             {"type": "simple", "condition_type": "CARD_IS_RANK", "value": "EIGHT"}]}}
CLAIM = {"type": "ClaimPhase", "min_cards": 1, "max_cards": 2, "sequential_rank": True, "allow_challenge": True,
         "pile_penalty": True}
TRICK = {"type": "TrickPhase", "lead_suit_required": True, "trump_suit": "SPADES", "high_card_wins": True,
         "breaking_suit": "HEARTS"}


def test_a_matching_game_with_effects():
    skip = {"trigger_rank": "QUEEN", "effect_type": "SKIP_NEXT", "target": "NEXT_PLAYER", "value": 1}
    extra = {"trigger_rank": "KING", "effect_type": "EXTRA_TURN", "target": "NEXT_PLAYER", "value": 1}
    game, left_out = read_dict(flat(MATCH, effects=(skip, extra)))
    assert game.phases == (PlayPhase("match"),)
    assert game.setup.wild_ranks == ("8",)
    assert game.setup.effects == (RankEffect("Q", "skip"),)
    assert game.turn_structure.by_player
    assert game.turn_structure.rounds == 10
    assert left_out == ("effect extra_turn 1",)
    assert "effect extra_turn 1" in game.lineage[0]


def test_claims_and_tricks():
    game, left_out = read_dict(flat(CLAIM))
    assert (game.phases, left_out) == ((ClaimPhase(2),), ())
    game, left_out = read_dict(flat(TRICK, wins=("most_tricks",), cards=12, players=4))
    assert game.phases == (TrickPhase(1),)
    assert (game.turn_structure.rounds, game.setup.trump_suit) == (12, "spades")
    assert left_out == ("phase 1 (trick) breaking_suit",)


def test_the_wrapped_form():
    found = {"schema_version": "2.0", "fitness": 0.0, "genome": {
        "name": "twenty-one", "metadata": {"generation": 0}, "player_count": 2, "effects": [],
        "setup": {"cards_per_player": 2, "starting_chips": 500},
        "turn_structure": {"max_turns": 4, "phases": [
            {"type": "betting", "data": {"min_bet": 25, "max_raises": 1}},
            {"type": "draw", "data": {"source": "deck", "count": 1, "mandatory": False}}]},
        "win_conditions": [{"type": "high_score", "threshold": 21}]}}
    game, left_out = read_dict(found)
    assert game.phases == (BettingPhase(25, 1), DrawPhase(1, mandatory=False))
    assert (game.win_conditions[0].type, game.hand_evaluation.bust_limit) == ("high_total", 21)
    assert left_out == ("the score of high_score (read as high_total)",)


def test_what_cannot_be_taken_is_named_and_the_rest_is_played(tmp_path):
    bid = {"type": "BiddingPhase", "min_bid": 1}
    file = tmp_path / "game.json"
    file.write_text(json.dumps(flat(CLAIM, bid, wins=("empty_hand", "first_to_score"), team_mode=True)))
    game = lab.load(file)
    for words in ("phase 2 (bidding)", "win condition first_to_score", "team_mode"):
        assert words in game.lineage[0]
    table = game.game().playout(None, 1)
    table.run_games(2)
    assert not table.is_broken


def test_draws_beyond_the_deck_are_left_out():
    draw = {"type": "DrawPhase", "source": "DECK", "count": 1, "mandatory": True, "condition": None}
    game, left_out = read_dict(flat(draw, MATCH, cards=12, players=4))
    assert game.phases == (PlayPhase("match"),)
    assert "draws, for which the deck is too small" in left_out


@pytest.mark.parametrize("found", [flat({"type": "BiddingPhase"}), flat(CLAIM, wins=("first_to_score",)),
                                   {"schema_version": "1.0", "setup": {}}, {"schema_version": "1.0", "setup": 3},
                                   flat(3), flat(CLAIM, player_count="two")])
def test_a_game_that_cannot_be_said_is_refused(found):
    with pytest.raises(lab.BadGenome):
        read_dict(found)
