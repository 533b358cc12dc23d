"""The hand as the seed's state machine: rulings I3 to I5, rows 003-01 to 003-18, the seed's integration tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.betting.rulebook import IllegalAction
from croupier.games.api import Action, BadAction
from croupier.games.sting.events import Entered, Flipped, Outcome
from croupier.games.sting.game import Sting

from .lines import ROLES, SEED_GAME, checked, play, start

NARC, CUSTOMER, PLAYER = ROLES.values()


def states(run):
    return [(event.phase, event.round) for event in run.events if isinstance(event, Entered)]


# -- rows ------------------------------------------------------------------------------------------------------------

def test_case_003_01_new_hand_draws_three_each():
    run = start()
    assert states(run) == [("draw", 1), ("betting", 1)]
    assert [run.held_by(role) for role in ROLES.values()] == [3, 3, 3]
    assert [run.deck_of(role) for role in ROLES.values()] == [22, 22, 17]
    assert (run.state, run.round_no, run.actor) == ("betting", 1, NARC)


def test_case_003_02_rounds_one_and_two():
    run = start()
    checked(run).go_on()
    checked(run)
    assert states(run) == [(state, number) for number in (1, 2) for state in ("draw", "betting", "flip", "decision")]


def test_case_003_03_round_three_has_no_decision_point():
    run = start()
    checked(run).go_on()
    checked(run).go_on()
    checked(run)
    assert states(run)[8:] == [("draw", 3), ("betting", 3), ("flip", 3), ("resolution", 3), ("success", 3)]
    assert run.is_over


def test_case_003_05_narc_raises_first():
    run = play(start(), "narc raises Donut Break")
    assert (run.holder, run.raises_left, run.held_by(NARC)) == (NARC, 2, 2)


def test_case_003_12_raise_with_an_empty_hand_is_refused():
    rules = SEED_GAME.rules
    game = Sting(replace(rules, decks=(*rules.decks[:2], rules.decks[PLAYER][:3])))
    run = game.start(seed=1)
    for _ in range(3):
        while run.actor != PLAYER:
            run.check()
        run.raise_with(run.cards_of(PLAYER)[0].name)
    run.go_on()
    while run.actor != PLAYER:
        run.check()
    assert run.held_by(PLAYER) == 0  # nothing was left to draw; he is asked all the same, for he may fold
    assert [str(action) for action in run.legal()] == ["check", "fold"]
    with pytest.raises(IllegalAction, match="empty") as refused:
        run.apply(Action("RAISE", 0))
    assert refused.value.clause == "I1"


def test_case_003_13_all_in_checks_by_itself_and_draws_back_to_three():
    run = start("Alibi", "Bribe", "Lookout")
    play(run, "narc checks, customer checks, player raises Alibi, narc checks, customer checks, player raises Bribe")
    play(run, "narc checks, customer checks")
    assert not run.is_all_in(PLAYER)
    play(run, "player raises Lookout")  # the third raise, and the last card
    assert run.is_all_in(PLAYER)
    assert (run.state, run.held_by(PLAYER)) == ("decision", 0)
    run.go_on()
    assert run.held_by(PLAYER) == 3
    assert not run.is_all_in(PLAYER)


def test_case_003_14_only_the_role_in_turn_is_asked():
    run = start()
    assert run.observe(PLAYER).legal.refusal(Action("CHECK")) is not None
    assert list(run.observe(PLAYER).legal) == []


def test_case_003_15_new_round():
    run = play(start("Alibi"), "narc raises Donut Break, customer checks, player raises Alibi, narc checks")
    run.go_on()
    assert (run.holder, run.raises_left, run.awaiting, run.actor) == (None, 3, [], NARC)


def test_case_003_16_player_folds_in_betting():
    run = start("Liquor", "Alibi", "Bribe", hands=2, heat=7)
    play(run, "narc raises Donut Break, customer checks, player raises Liquor, narc checks, player goes on")
    play(run, "narc checks, customer checks, player folds")
    [outcome] = run.outcomes
    assert (outcome.safe, outcome.reason, outcome.profit, outcome.cash) == (True, "folded", 0, 0)
    assert outcome.heat == 7 + 30  # Liquor was flipped
    assert run.hand_no == 2
    assert run.deck_of(PLAYER) + run.held_by(PLAYER) == 19


def test_case_003_16_cards_played_in_the_folded_round_are_gone_and_never_shown():
    run = start("Liquor", "Alibi", "Bribe", hands=2)
    play(run, "narc checks, customer checks, player raises Liquor, narc raises Donut Break, customer checks")
    run.fold()
    [outcome] = run.outcomes
    assert outcome.heat == 0  # nothing was flipped
    assert run.deck_of(PLAYER) + run.held_by(PLAYER) == 19
    assert not [event for event in run.events if isinstance(event, Flipped)]


def test_case_003_17_player_folds_at_the_decision_point():
    run = start("Liquor", "Alibi", "Bribe", hands=2)
    play(run, "narc checks, customer checks, player raises Liquor, narc checks, customer checks, player checks")
    play(run, "player folds")
    [outcome] = run.outcomes
    assert (outcome.safe, outcome.profit, outcome.heat_change) == (True, 0, 30)
    assert run.deck_of(PLAYER) + run.held_by(PLAYER) == 19


def test_case_003_18_continue():
    run = start("Liquor")
    play(run, "narc checks, customer checks, player raises Liquor, narc checks, customer checks, player checks")
    play(run, "player goes on")
    assert run.round_no == 2
    assert [(role, card.name, flipped) for role, card, flipped in run.played] == [(PLAYER, "Liquor", True)]


# -- clauses ---------------------------------------------------------------------------------------------------------

def test_I1_a_raise_plays_the_card_of_the_raisers_choice_face_down():
    run = play(start("Liquor", "Alibi", "Bribe"), "narc checks, customer checks, player raises Alibi")
    assert [card.name for card in run.cards_of(PLAYER)] == ["Liquor", "Bribe"]
    assert [(card.name, flipped) for _, card, flipped in run.played] == [("Alibi", False)]
    assert run.totals.cover == 0


def test_I4_narc_and_customer_fold_and_the_hand_goes_on():
    run = play(start("Liquor"), "narc raises Donut Break, customer folds, player checks, narc folds, player goes on")
    assert (run.live, run.actor, run.round_no) == ((PLAYER,), PLAYER, 2)
    assert [run.held_by(role) for role in (NARC, CUSTOMER)] == [2, 3]  # they draw no more


def test_I4_who_folded_is_back_in_the_next_hand():
    run = play(start(hands=2), "narc folds, customer folds, player folds")
    assert run.live == (NARC, CUSTOMER, PLAYER)
    assert [run.held_by(role) + run.deck_of(role) for role in ROLES.values()] == [25, 25, 20]


def test_I5_cards_count_once_flipped_and_round_three_counts():
    run = start("Liquor", "Alibi", "Bribe")
    checked(run).go_on()
    checked(run).go_on()
    play(run, "narc checks, customer checks, player raises Liquor")
    assert run.totals.profit == 0
    play(run, "narc checks, customer checks, player checks")
    assert run.outcomes[0].profit == 100


# -- the seed's integration tests ------------------------------------------------------------------------------------

def test_seed_integration_full_three_round_hand():
    run = start("Liquor", "Safe House", "Alibi")
    play(run, "narc checks, customer checks, player raises Liquor, narc checks, customer checks, player checks")
    play(run, "player goes on, narc checks, customer checks, player raises Safe House, narc checks, customer checks")
    play(run, "player checks, player goes on, narc raises Donut Break, customer raises Fair Deal, player raises Alibi")
    assert run.state == "success"
    assert run.outcomes == [Outcome(1, "covered", 10, 60, 100, 100, 100, 20, 20)]
    assert run.payoffs == [-100, 0, 100]


def test_seed_integration_initiative_flow():
    run = play(start(), "narc checks, customer raises Fair Deal, player checks, customer raises Fair Deal")
    play(run, "player checks, customer checks")
    assert run.state == "decision"


def test_seed_integration_raise_limit():
    run = play(start("Alibi"), "narc raises Donut Break, customer raises Fair Deal, player raises Alibi")
    assert run.state == "decision"
    assert [event.card.name for event in run.events if isinstance(event, Flipped)] == \
        ["Donut Break", "Fair Deal", "Alibi"]


def test_seed_integration_fold_timing():
    test_case_003_16_player_folds_in_betting()


# -- refusals --------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("action", "words"), [
    (Action("CONTINUE"), "the betting goes on"), (Action("BET", 3), "not an action of this game"),
    (Action("RAISE"), "None is not a card"), (Action("RAISE", 10**30), "is not a card in this hand"),
    (Action("RAISE", -1), "is not a card"), (Action("RAISE", True), "is not a card"),
    (Action("RAISE", 2.0), "is not a card"),
    (Action("CHECK", 1), "takes no card"), (Action("CHECK", None, "Ah"), "takes no poker cards"),
    (Action("RAISE", 0, "Ah"), "takes no poker cards")])
def test_illegal_actions_are_refused_and_change_nothing(action, words):
    run = start("Alibi", deal={"narc": ["Raid"] * 1})
    before = run.events
    assert action not in run.legal()
    with pytest.raises(IllegalAction, match=words):
        run.apply(action)
    assert run.events == before


def test_a_decision_point_takes_only_continue_or_fold():
    run = checked(start())
    assert [action.kind for action in run.legal()] == ["CONTINUE", "FOLD"]
    with pytest.raises(IllegalAction, match="continue or fold") as refused:
        run.check()
    assert refused.value.clause == "I5"


def test_nothing_is_legal_once_the_run_is_over():
    run = play(start(), "narc checks, customer checks, player folds")
    assert (run.is_over, run.actor, len(run.legal())) == (True, None, 0)
    for act in (run.check, run.fold, run.go_on, lambda: run.raise_with("Alibi")):
        with pytest.raises(IllegalAction, match="nobody is to act"):
            act()


@pytest.mark.parametrize("thing", [None, "CHECK", 5])
def test_only_actions_are_applied(thing):
    with pytest.raises(BadAction):
        start().apply(thing)


def test_a_card_that_is_not_there():
    with pytest.raises(IllegalAction, match="'Liquor' is not a card in this hand"):
        start().raise_with("Liquor")


@pytest.mark.parametrize("seat", [-1, 3, True, "narc", None])
def test_there_are_three_seats(seat):
    run = SEED_GAME.start(seed=1)
    for ask in (run.observe, run.cards_of, lambda s: run.redeal(s, 1)):
        with pytest.raises(BadAction):
            ask(seat)
