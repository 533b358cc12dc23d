"""Seed 001's own lists, each by its name there: tests, edge cases, and the eight success criteria."""

from __future__ import annotations

from random import Random

import pytest

from croupier import lab
from croupier.games.genome import check, known
from croupier.games.genome.values import BettingPhase, DrawPhase, TrickPhase, replaced

from .tables import genome, kinds, play, total

SHORT = genome(BettingPhase(95, 0), BettingPhase(10, 3), chips=100)
"""After a bet and calls everybody has 5 behind, less than the second round's minimum."""


def betting(made):
    return [phase for phase in made.phases if isinstance(phase, BettingPhase)]


# -- move generation ---------------------------------------------------------------------------------------------------


def test_BettingMoves_NoCurrentBet():
    assert kinds(genome().game().start(2, 1)) == {"CHECK", "BET"}


def test_BettingMoves_WithCurrentBet():
    assert kinds(play(genome().game().start(2, 1), "b")) == {"CALL", "RAISE", "FOLD"}


def test_BettingMoves_CantAffordCall():
    state = play(genome(BettingPhase(20, 1), chips=30).game().start(2, 1), "b")
    assert kinds(state) == {"CALL", "FOLD"}  # 20 of 30: a raise to 40 is not affordable
    short = genome(BettingPhase(20, 0), cards=1, chips=30, wins=("high_card",), hands=2).game()
    assert kinds(play(short.start(3, 1, "2hAh3h"), "b c f b c")) == {"ALL_IN", "FOLD"}


def test_BettingMoves_CantAffordMinBet():
    assert kinds(play(SHORT.game().start(2, 1), "b c")) == {"CHECK", "ALL_IN"}


def test_BettingMoves_FoldedPlayer():
    assert not play(genome().game().start(3, 1), "b f").observe(1).legal


def test_BettingMoves_AllInPlayer():
    state = play(SHORT.game().start(3, 1), "b c c a")
    assert not state.observe(0).legal
    assert (state.stacks[0], state.actor) == (0, 1)


def test_BettingMoves_MaxRaisesReached():
    assert "RAISE" not in kinds(play(genome(BettingPhase(10, 2)).game().start(2, 1), "b r r"))


# -- action application ------------------------------------------------------------------------------------------------


def test_ApplyBet():
    state = play(genome().game().start(2, 1), "b")
    assert (state.stacks[0], state.pot, state.price) == (90, 10, 10)


def test_ApplyCall():
    state = play(genome().game().start(3, 1), "b r c")
    assert (state.stacks, state.pot) == ([90, 80, 80], 50)


def test_ApplyRaise():
    state = play(genome().game().start(3, 1), "b r")
    assert (state.stacks[1], state.price, state.pot) == (80, 20, 30)


def test_ApplyAllIn():
    state = play(SHORT.game().start(3, 1), "b c c a")
    assert (state.stacks[0], state.price, state.bets[0]) == (0, 5, 5)


def test_ApplyFold():
    state = play(genome().game().start(3, 1), "b f")
    assert (state.live, state.stacks[1]) == ((0, 2), 100)


# -- round termination -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "line", "is_over"), [
    ("RoundEnds_AllMatched", "b c c", True), ("RoundEnds_AllFoldedButOne", "b f f", True),
    ("RoundContinues_UnmatchedBet", "b c", False), ("RoundContinues_RaiseReopens", "b c r c", False)])
def test_round_termination(name, line, is_over):
    assert play(genome().game().start(3, 1), line).is_over is is_over, name


def test_RoundEnds_AllAllIn():
    assert play(genome(BettingPhase(100, 3), BettingPhase(10, 3)).game().start(3, 1), "b c c").is_over


# -- showdown ----------------------------------------------------------------------------------------------------------


def test_Showdown_SingleWinner():
    assert play(genome(cards=1).game().start(2, 1, "AhKh"), "b c").payoffs == [10, -10]


def test_Showdown_TiedHands():
    assert play(genome(cards=1).game().start(2, 1, "AhAd"), "b c").payoffs == [0, 0]


def test_Showdown_EveryoneFolded():
    state = play(genome(cards=1, ante=5).game().start(3, 1, "2hAhKh"), "b f f")
    assert state.payoffs == [10, -5, -5]
    assert "SHOW" not in {event.kind for event in state.events}


def test_Showdown_OddChipRemainder():
    state = play(genome(BettingPhase(1), cards=1, ante=33, wins=("high_card",)).game().start(3, 1, "2hAhAd"), "k k k")
    assert state.stacks == [67, 117, 116]  # 99 between seats 1 and 2


# -- integration -------------------------------------------------------------------------------------------------------


def test_betting_genome_roundtrip():
    made = genome(BettingPhase(25, 2), chips=500)
    assert lab.loads(lab.dumps(made)) == made


@pytest.mark.parametrize("name", known.names())
def test_betting_simulation_completes(name):
    table = lab.load(name).game().playout(seed=3)
    table.run_games(10)
    assert (table.games, table.is_broken) == (10, False)


@pytest.mark.parametrize("name", [name for name in known.names() if lab.load(name).bets])
def test_betting_chips_conserved(name):
    state, rng = lab.load(name).game().start(seed=1), Random(1)
    chips = state.genome.setup.starting_chips * state.players
    while not state.is_over:
        assert total(state) == chips
        state.apply(rng.choice(list(state.legal())))
    assert sum(state.stacks) == chips


@pytest.mark.parametrize("name", known.names())
def test_betting_mutations(name):
    before = lab.load(name)
    for seed in range(10):
        made = lab.operators.add_betting_phase(before, Random(seed))
        assert len(betting(made)) == len(betting(before)) + 1
        assert made.lineage[-1].startswith("add_betting_phase: bets of")


@pytest.mark.parametrize("operator", ["add_betting_phase", "remove_betting_phase", "change_betting_phase",
                                      "change_starting_chips"])
def test_betting_parameter_validation(operator):
    for name in known.names():
        made = lab.load(name)
        for seed in range(12):
            made = lab.mutate(made, Random(seed), [operator], tries=3)
            assert check.is_sound(made)
            assert all(0 < phase.min_bet <= made.setup.starting_chips for phase in betting(made) if made.bets)


# -- edge cases --------------------------------------------------------------------------------------------------------


def test_edge_fewer_chips_than_min_bet():
    assert kinds(play(SHORT.game().start(2, 1), "b c")) == {"CHECK", "ALL_IN"}


def test_edge_everybody_starts_with_fewer_chips_than_min_bet():
    poor = genome(BettingPhase(10), chips=5)
    (fault,) = check.faults(poor)
    assert (fault.path, fault.fatal) == ("$.turn_structure.phases[0].min_bet", False)
    state = poor.game().start(2, 1)
    assert kinds(state) == {"CHECK", "ALL_IN"}
    assert kinds(play(state, "a")) == {"CALL", "FOLD"}
    assert play(state, "c").is_over
    table = replaced(poor, max_hands=50).game().playout(3, seed=1)
    table.run_games(20)
    assert not table.is_broken


def test_edge_all_players_all_in_at_once():
    state = genome(cards=1, chips=10, ante=10, wins=("high_card",)).game().start(3, 1, "2hAhKh")
    assert (state.is_over, state.payoffs) == (True, [-10, 20, -10])


def test_edge_raised_to_exactly_max_raises():
    state = play(genome(BettingPhase(10, 1)).game().start(2, 1), "b")
    assert "RAISE" in kinds(state)
    assert "RAISE" not in kinds(play(state, "r"))


def test_edge_two_tie_for_an_odd_pot():
    state = play(genome(BettingPhase(1), cards=1, chips=60, ante=33, wins=("high_card",)).game().start(
        3, 1, "AhAd2h"), "k b f c")
    assert state.stacks == [26 + 51, 26 + 50, 27]  # 101


def test_edge_all_but_one_fold_and_nothing_is_shown():
    state = play(genome(hands=2).game().start(2, 1), "b f")
    assert state.hand_no == 1
    assert not any(event.kind == "SHOW" for event in state.events)


# -- success criteria --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", known.names())
def test_success_1_a_betting_phase_can_be_added_to_any_turn_structure(name):
    made = lab.operators.add_betting_phase(lab.load(name), Random(1))
    table = made.game().playout(seed=1)
    table.run_games(5)
    assert not table.is_broken


@pytest.mark.parametrize("made", [
    genome(DrawPhase(1), wins=("best_hand", "most_tricks"), chips=0),
    genome(BettingPhase(), wins=("best_hand", "most_tricks")),
    genome(BettingPhase(10), chips=5), genome(BettingPhase(5000), chips=0),
    genome(TrickPhase(5), wins=("most_tricks",), chips=100)])
def test_success_1_whatever_else_is_wrong_with_a_game_that_can_be_played(made):
    made.game()
    for seed in range(8):
        found = lab.operators.add_betting_phase(made, Random(seed))
        assert len(betting(found)) == len(betting(made)) + 1
        assert all(phase.min_bet <= found.setup.starting_chips for phase in betting(found))
        assert {fault.reason for fault in check.faults(found)} <= {fault.reason for fault in check.faults(made)}


def test_success_2_evolution_can_mutate_betting_parameters():
    made = {lab.operators.change_betting_phase(lab.load("simple-poker"), Random(seed)) for seed in range(40)}
    assert len({phase.min_bet for one in made if one for phase in betting(one)}) > 2
    assert len({phase.max_raises for one in made if one for phase in betting(one)}) > 2


@pytest.mark.parametrize("policy", ["random", "greedy", "caller", "bettor", "mcts"])
def test_success_3_players_make_legal_betting_decisions(policy):
    for name in known.names():
        state = lab.load(name).game().start(seed=2)
        for turn in range(100 if policy != "mcts" else 20):
            if state.is_over:
                break
            view = state.observe(state.actor)
            action = view.searched(4, turn) if policy == "mcts" else view.suggested(policy)
            assert action in state.legal()
            state.apply(action)


def test_success_4_short_stacks_go_all_in_instead_of_a_forced_fold():
    short = genome(BettingPhase(20, 0), cards=1, chips=30, wins=("high_card",), hands=2).game()
    assert "ALL_IN" in kinds(play(short.start(3, 1, "2hAh3h"), "b c f b c"))


def test_success_5_betting_rounds_terminate():
    table = genome(BettingPhase(1, 20), chips=1000, hands=100).game().playout(6, seed=1, policy="bettor")
    table.run_games(20)
    assert (table.games, table.is_broken) == (20, False)


def test_success_6_tied_hands_split_the_pot_fairly():
    assert play(genome(cards=1).game().start(4, 1, "AhAdAcAs"), "b c c c").payoffs == [0, 0, 0, 0]


def test_success_7_position_rotates_each_hand():
    state, firsts = genome(hands=8).game().start(4, 1), []
    while not state.is_over:
        firsts.append(state.first)
        play(state, "k k k k")
    assert firsts == [0, 1, 2, 3, 0, 1, 2, 3]


def test_success_8_genomes_with_betting_save_and_load(tmp_path):
    made = genome(BettingPhase(25, 2), chips=500)
    lab.save(made, tmp_path / "game.json")
    assert lab.load(tmp_path / "game.json") == made
