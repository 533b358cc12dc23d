"""Tidied games tell no rule that has no effect, and play as before."""

from __future__ import annotations

from random import Random

import pytest

from croupier import lab
from croupier.games.genome.values import (
    BettingPhase,
    DiscardPhase,
    DrawPhase,
    HandEvaluation,
    PlayPhase,
    RevealPhase,
    ScoringRule,
    TrickPhase,
)
from croupier.lab.breeding.tidy import tidied
from genome.tables import genome

BET = BettingPhase()
TRICKS = TrickPhase(5)



@pytest.mark.parametrize(("made", "part", "left"), [
    (genome(trump_suit="hearts"), lambda game: game.setup.trump_suit, None),
    (genome(initial_discard_count=2), lambda game: game.setup.initial_discard_count, 0),
    (genome(tableau="war"), lambda game: game.setup.tableau, "none"),
    (genome(BET, TRICKS, wins=("most_tricks",), wild_ranks=("8",)), lambda game: game.setup.wild_ranks, ()),
    (genome(initial_deck="short_36", wild_ranks=("2",)), lambda game: game.setup.wild_ranks, ()),
    (genome(evaluation=HandEvaluation(bust_limit=21)), lambda game: game.hand_evaluation.bust_limit, 0),
    (genome(scoring=(ScoringRule("left"),)), lambda game: game.scoring, ()),
    (genome(BET, TRICKS, wins=("high_score",), initial_deck="short_36",
            scoring=(ScoringRule("trick"), ScoringRule("card", 1, rank="2"))), lambda game: len(game.scoring), 1),
    (genome(BET, RevealPhase(2), TRICKS, wins=("most_tricks",), board_cards=1),
     lambda game: (game.setup.board_cards, len(game.phases)), (0, 2)),
    (genome(BET, TRICKS, DrawPhase(2), DiscardPhase(1), wins=("most_tricks",)), lambda game: len(game.phases), 2),
    (genome(BET, BettingPhase(20), DrawPhase(1), BET), lambda game: len(game.phases), 3)])
def test_what_has_no_effect_goes(made, part, left):
    found = tidied(made)
    assert part(made) != left
    assert part(found) == left
    assert lab.faults(found) == []
    assert found.lineage[-1].startswith("tidied: remove ")


@pytest.mark.parametrize("name", lab.names())
def test_known_games_are_tidy(name):
    assert tidied(lab.load(name)) == lab.load(name)


@pytest.mark.parametrize("made", [
    genome(BET, PlayPhase("match"), wins=("first_to_empty",), wild_ranks=("8",), initial_discard_count=1),
    genome(BET, TRICKS, wins=("most_captured",), initial_discard_count=2, trump_suit="spades"),
    genome(BET, TrickPhase(3), DrawPhase(1), wins=("most_tricks",), rounds=2),
    genome(BET, TrickPhase(3), DiscardPhase(1), wins=("most_tricks", "high_card")),
    genome(BET, DrawPhase(2), BET, wins=("high_total",), evaluation=HandEvaluation(bust_limit=21))])
def test_what_has_an_effect_stays(made):
    assert tidied(made) == made


def test_tidied_games_are_sound_and_tidy():
    rng, changed = Random(5), 0
    for _ in range(300):
        made = lab.random_genome(rng)
        found = tidied(made)
        changed += found != made
        assert lab.faults(found) == []
        assert tidied(found) == found
    assert changed > 100


def test_the_game_is_played_as_before():
    """But for betting rounds in a row, the same deals and choices come to the same end."""
    rng, compared = Random(11), 0
    for number in range(200):
        made = lab.random_genome(rng)
        found = tidied(made)
        if found == made or "betting round" in found.lineage[-1] or made.phases != found.phases:
            continue
        if made.setup.initial_discard_count != found.setup.initial_discard_count \
                or made.setup.board_cards != found.setup.board_cards:
            continue  # other cards are dealt
        players = made.game().players[0]
        tables = [game.game().playout(players, seed=number, policy="random") for game in (made, found)]
        for table in tables:
            table.run_games(2)
        assert tables[0].checksum == tables[1].checksum, (lab.dumps(made), found.lineage[-1])
        compared += 1
    assert compared > 30
