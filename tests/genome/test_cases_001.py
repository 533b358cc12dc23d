"""Cases 001 on whole games (rows 1 to 24 on the bare Round are in tests/rules), named by their numbers."""

from __future__ import annotations

from random import Random

import pytest

from croupier import lab
from croupier.betting.checked import CheckedRound
from croupier.bots.greedy import Greedy, greedy_bet
from croupier.cards import Cards
from croupier.cli import is_compiled
from croupier.games.genome import check, files, known
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.engine.hand_values import HandValues
from croupier.games.genome.engine.settlement import Settlement
from croupier.games.genome.values import (
    BLACKJACK_VALUES,
    POKER_PATTERNS,
    BettingPhase,
    HandEvaluation,
    HandPattern,
    PlayPhase,
    TrickPhase,
)

from .tables import dealt, genome, kinds, play, total


def judge(evaluation=None):
    game = genome(evaluation=evaluation).game()
    return HandValues(CardPiles(game.program, 2))


def numbers(text):
    return [int(card) for card in Cards(text)]


# -- menus and actions, in a game --------------------------------------------------------------------------------------


def test_case_001_01_100_chips_no_bet():
    assert kinds(genome().game().start(2, 1)) == {"CHECK", "BET"}


def test_case_001_02_100_chips_facing_a_bet():
    assert kinds(play(genome().game().start(2, 1), "b")) == {"CALL", "RAISE", "FOLD"}


def test_case_001_03_and_04_short_of_the_call_and_of_the_minimum():
    state = genome(BettingPhase(95, 0), BettingPhase(10, 3), chips=100, hands=2).game().start(3, 1)
    play(state, "k b c f")  # seat 0 folds and keeps 100, the others have 5 behind
    assert state.stacks == [100, 5, 5]
    assert kinds(state) == {"CHECK", "ALL_IN"}  # row 4


def test_case_001_03_5_chips_facing_10():
    state = genome(BettingPhase(10, 0), chips=15, ante=0, hands=3, side_pots=True).game().start(3, 1, dealt(
        "AhKhQhJhTh", "2c3d5h7s9c", "2d3c5s7h9d"))
    play(state, "b c f")  # seat 0 wins 10 of seat 1: 25, 5, 15
    assert state.stacks == [25, 5, 15]
    play(state, "k b f")  # hand 2, first is seat 1: it checks, seat 2 bets 10, seat 0 folds
    assert (state.actor, kinds(state)) == (1, {"ALL_IN", "FOLD"})
    play(state, "a")
    assert sum(state.stacks) == 45


def test_case_001_05_after_three_raises_there_is_no_other():
    state = play(genome().game().start(2, 1), "b r r r")
    assert kinds(state) == {"CALL", "FOLD"}


def test_case_001_06_nobody_else_has_moves():
    state = play(genome().game().start(3, 1), "b f")
    assert state.actor == 2
    assert not state.observe(1).legal
    assert not state.observe(0).legal


def test_case_001_08_to_11_bet_call_raise():
    state = play(genome().game().start(3, 1), "b")
    assert (state.stacks[0], state.bets[0], state.pot, state.price) == (90, 10, 10, 10)
    play(state, "r")
    assert (state.stacks[1], state.bets[1], state.pot, state.price) == (80, 20, 30, 20)
    play(state, "c c")
    assert state.is_over
    assert sum(state.payoffs) == 0


def test_case_001_22_a_bet_after_two_checks_is_answered_by_both():
    state = play(genome().game().start(3, 1), "k k b")
    assert state.actor == 0
    assert play(state, "c").actor == 1


# -- pots --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "ante", "shares"), [(2, 50, [50, 50]), (3, 33, [33, 33, 33])])
def test_case_001_24_an_even_pot_is_split_evenly(players, ante, shares):
    hands = ["AhKd", "AdKh", "AcKs"][:players]
    state = genome(cards=2, chips=ante, ante=ante).game().start(players, 1, dealt(*hands))
    assert (state.is_over, state.stacks) == (True, shares)


def test_case_001_24_and_27_all_odd_chips_go_to_the_first_winner():
    state = genome(BettingPhase(1, 3), cards=2, chips=101, ante=101, board_cards=0).game().start(
        3, 1, dealt("2h3d", "AdKh", "AcKs"))
    assert state.stacks == [0, 152, 151]  # 303 between two: the odd chip to the first in seat order


def test_case_001_24_two_odd_chips_both_go_to_the_first_winner():
    state = genome(BettingPhase(1), cards=1, chips=5, ante=5, wins=("high_card",)).game().start(4, 1, "2hAhAdAc")
    assert state.stacks == [0, 8, 6, 6]


def test_case_001_25_without_winners_the_pot_is_untouched():
    round = CheckedRound([100, 100], limit="step", min_bet=10, max_raises=3)
    round.raise_to(0, 10)
    assert (round.pot(), round.stacks) == (10, [90, 100])  # nothing moves before somebody is paid


@pytest.mark.skipif(is_compiled(), reason="in C nobody can share a pot by hand")
def test_case_001_25_no_winners_given():
    table = Settlement(genome().game().program, 2)
    table.round.sit(0, 100)
    table.round.sit(1, 100)
    table.round.open(10, 3)
    table.round.raise_to(0, 10)
    table.share(table.round.pot(), 0)
    assert (table.round.pot(), table.round.stack[:2]) == (10, [90, 100])
    table.share(table.round.pot(), 0b10)
    assert table.round.stack[:2] == [90, 110]


def test_case_001_27_equal_hands_split():
    state = play(genome(cards=2).game().start(2, 1, dealt("AhKd", "AdKh")), "b c")
    assert state.payoffs == [0, 0]


# -- whole games -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("policy", ["random", "greedy", "caller", "bettor"])
@pytest.mark.parametrize("name", known.names())
def test_case_001_28_chips_are_conserved_by_every_policy(name, policy):
    game = known.known(name).game()
    table = game.playout(seed=7, policy=policy)
    table.run_games(3)
    assert not table.is_broken
    assert sum(won for won, _ in table.results()) == 0


def test_case_001_28_chips_are_conserved_after_every_action():
    state, rng = known.known("simple-poker").game().start(4, 3), Random(1)
    while not state.is_over:
        state.apply(rng.choice(list(state.legal())))
        assert total(state) == 4000


def test_case_001_29_the_first_to_act_moves_on_each_hand():
    state, firsts = genome(hands=5).game().start(3, 1), []
    while not state.is_over:
        firsts.append((state.first, state.actor))
        play(state, "k k k")
    assert firsts == [(0, 0), (1, 1), (2, 2), (0, 0), (1, 1)]


def test_case_001_30_a_hundred_random_games_of_simple_poker_end():
    table = known.known("simple-poker").game().playout(3, seed=1)
    table.run_games(100)
    assert (table.games, table.is_broken) == (100, False)
    assert table.hands <= 100 * 100


# -- the greedy player -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "strength", "menu", "choice"), [
    (31, .8, {"CALL", "RAISE", "FOLD"}, "RAISE"), (31, .8, {"CHECK", "BET"}, "BET"),
    (31, .8, {"CHECK", "ALL_IN"}, "ALL_IN"), (31, .8, {"CALL", "FOLD"}, "CALL"), (31, .8, {"ALL_IN", "FOLD"}, "ALL_IN"),
    (32, .5, {"CALL", "RAISE", "FOLD"}, "CALL"), (32, .5, {"CHECK", "BET"}, "CHECK"),
    (33, .5, {"ALL_IN", "FOLD"}, "FOLD"), (33, .2, {"CALL", "RAISE", "FOLD"}, "FOLD"),
    (33, .2, {"CHECK", "BET"}, "CHECK"),
    (33, .2, {"ALL_IN", "FOLD"}, "FOLD"), (33, .2, {"CHECK", "ALL_IN"}, "CHECK")])
def test_case_001_31_to_33_greedy_bets_by_strength(row, strength, menu, choice):
    assert greedy_bet(strength, menu) == choice


@pytest.mark.parametrize(("cards", "strength"), [("", 0), ("Ah4d", .40), ("7h7d4c", .35), ("ThTdTc4s", .65),
                                                 ("JhJdJcJs", .91), ("AhAd", .60)])
def test_case_001_34_strength(cards, strength):
    assert judge().strength_with(numbers(cards)) == pytest.approx(strength, abs=.05)


@pytest.mark.parametrize(("deck", "line", "event"), [
    (dealt("AhAdAcAs2c", "3h4d5c7s9c"), "", "BET"), (dealt("AhAd3c4s7c", "3h4d5c7s9c"), "", "CHECK")])
def test_case_001_31_the_greedy_playout_does_the_same(deck, line, event):
    state = genome().game().start(2, 1, deck)
    assert Greedy().act(state.observe(0)).kind == event


# -- files -------------------------------------------------------------------------------------------------------------


def test_case_001_35_saved_and_loaded():
    made = known.known("simple-poker")
    text = lab.dumps(made)
    assert lab.loads(text) == made
    assert files.to_dict(made)["turn_structure"]["phases"] == [{"type": "BettingPhase", "min_bet": 10, "max_raises": 3}]
    assert files.to_dict(made)["setup"]["starting_chips"] == 1000
    for part in ('"type": "BettingPhase"', '"min_bet": 10', '"max_raises": 3', '"starting_chips": 1000'):
        assert part in text


def test_case_001_36_a_file_without_betting_fields_loads():
    made = lab.loads('{"setup": {"cards_per_player": 26}, "turn_structure": {"phases": [{"type": "PlayPhase"}]},'
                     ' "win_conditions": [{"type": "most_captured"}]}')
    assert (made.setup.starting_chips, made.setup.ante, made.bets) == (0, 0, False)


# -- operators ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_case_001_37_betting_added_to_war(seed):
    made = lab.operators.add_betting_phase(known.known("war"), Random(seed))
    betting = [phase for phase in made.phases if isinstance(phase, BettingPhase)]
    assert (len(betting), made.setup.starting_chips) == (1, 1000)
    assert 0 < betting[0].min_bet <= 1000
    assert check.is_sound(made)


def test_case_001_38_the_only_phase_is_not_removed():
    made = known.known("simple-poker")
    assert lab.operators.remove_betting_phase(made, Random(1)) is None
    assert lab.mutate(made, Random(1), operators=["remove_betting_phase"]) == made


@pytest.mark.parametrize("seed", range(20))
def test_case_001_40_chips_from_0(seed):
    made = lab.operators.change_starting_chips(known.known("war"), Random(seed))
    assert made.setup.starting_chips in {100, 500, 1000, 2000}
    assert any(isinstance(phase, BettingPhase) for phase in made.phases)
    assert check.is_sound(made)


# -- coherence ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "reason"), [
    (genome(TrickPhase(5), wins=("most_tricks",)), "no BettingPhase"),
    (genome(BettingPhase(), PlayPhase(), wins=("most_captured",)), "most_captured without"),
    (genome(BettingPhase(), TrickPhase(5), wins=("high_score",)), "without a scoring rule")])
def test_case_001_42_incoherent_games_are_reported(made, reason):
    assert any(reason in str(fault) for fault in check.faults(made))


# -- values ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cards", "total", "bust"), [("AhKd", 21, False), ("Ah6d", 17, False), ("AhKdKc", 21, False),
                                                      ("AhAd", 12, False), ("KhQd5c", 25, True)])
def test_case_001_43_blackjack_values(cards, total, bust):
    counted = judge(HandEvaluation(card_values=BLACKJACK_VALUES, bust_limit=21)).total_with(numbers(cards), True)
    assert (counted, counted > 21) == (total, bust)


SAMPLES = {"straight flush": "9h8h7h6h5h", "four of a kind": "9h9d9c9s5h", "full house": "9h9d9c5s5h",
           "flush": "KhTh7h6h2h", "straight": "9h8d7h6h5h", "three of a kind": "9h9d9cKs5h", "two pair": "9h9d5cKs5h",
           "pair": "9h9d2cKs5h", "": "9hTd2cKs5h"}


def test_case_001_44_pattern_priorities():
    assert [pattern.priority for pattern in POKER_PATTERNS] == [90, 80, 70, 60, 50, 40, 30, 20]
    patterns = judge(HandEvaluation("patterns"))
    assert {name: patterns.pattern_name(numbers(cards)) for name, cards in SAMPLES.items()} == {n: n for n in SAMPLES}
    values = [patterns.pattern_with(numbers(cards)) for cards in SAMPLES.values()]
    assert values == sorted(values, reverse=True)


def test_case_001_44_the_wheel_only_with_wrap():
    for wrap in (True, False):
        patterns = judge(HandEvaluation("patterns", (HandPattern("straight", 50, run=5, wrap=wrap),)))
        assert (patterns.pattern_name(numbers("Ah2d3c4s5h")) == "straight") is wrap
        assert patterns.pattern_name(numbers("AhKdQcJsTh")) == "straight"


@pytest.mark.parametrize("cards", ["9h9d9c9s", "9h9d9c9s5h4h"])
def test_case_001_44_the_wrong_number_of_cards_matches_nothing(cards):
    assert judge(HandEvaluation("patterns")).pattern_name(numbers(cards)) == ""


