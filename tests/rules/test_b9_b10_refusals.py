"""B9, B10: every wrong word is refused, says why, and changes nothing."""

from __future__ import annotations

import pytest

import croupier
from croupier import Action, IllegalAction
from croupier.games.api import KINDS
from croupier.rulebook import CLAUSES

from .lines import everything, play, refused, table


def facing_a_bet():
    return table(1000, 1000, 1000)


def unopened():
    return play(table(1000, 1000, 1000), "c c x")


def with_the_option():
    return play(table(1000, 1000, 1000), "c c")


def over():
    return play(table(1000, 1000), "f")


def bringing_in():
    return croupier.stud(ante=1, bring_in=5, small_bet=10).deal([1000] * 3, seed=4)


def drawing():
    return play(croupier.single_draw(10, 20).deal([1000, 1000], seed=4), "c x")


# -- B9 ----------------------------------------------------------------------------------------------------------------


def raise_from(hand, word, *args):
    getattr(hand, word)(*args)


@pytest.mark.parametrize(("state", "word", "args"), [
    (unopened, "call", ()), (with_the_option, "call", ()), (facing_a_bet, "check", ()), (facing_a_bet, "bet", (40,)),
    (with_the_option, "bet", (40,)), (facing_a_bet, "bring_in", ()), (facing_a_bet, "complete", ()),
    (bringing_in, "fold", ()), (bringing_in, "check", ()), (bringing_in, "call", ())])
def test_B9_the_wrong_word_for_the_moment(state, word, args):
    hand = state()
    with refused(hand, "B9"):
        raise_from(hand, word, *args)


@pytest.mark.parametrize(("state", "action"), [
    (unopened, Action("CALL")), (unopened, Action("RAISE", 40)), (facing_a_bet, Action("CHECK")),
    (facing_a_bet, Action("BET", 40)), (with_the_option, Action("BET", 40)), (with_the_option, Action("CALL"))])
def test_B9_the_same_as_actions(state, action):
    hand = state()
    assert action not in hand.legal()
    assert action.kind not in hand.legal().kinds
    with refused(hand, "B9"):
        hand.apply(action)


@pytest.mark.parametrize("amount", [0, 1, 19, 20])
def test_B9_a_raise_that_only_calls_is_refused_never_reinterpreted(amount):
    hand = facing_a_bet()
    with refused(hand, "B9"):
        hand.raise_to(amount)
    with refused(hand, "B9"):
        hand.apply(Action("RAISE", amount))


@pytest.mark.parametrize("state", [facing_a_bet, unopened, with_the_option])
def test_B9_fold_is_always_legal_in_poker(state):
    hand = state()
    seat = hand.actor
    assert hand.legal().fold
    hand.fold()
    assert seat not in hand.live


def test_B9_an_opening_bet_is_a_bet_and_never_a_raise():
    hand = unopened()
    assert "BET" in hand.legal().kinds
    assert "RAISE" not in hand.legal().kinds
    hand.apply(Action("BET", 20))
    assert "RAISE" in hand.legal().kinds
    assert "BET" not in hand.legal().kinds


# -- B10 ---------------------------------------------------------------------------------------------------------------


WRONG = [("CHECK", None), ("BET", 40), ("RAISE", 39), ("RAISE", 1001), ("RAISE_TO", 10 ** 30), ("RAISE_TO", None),
         ("BRING_IN", None), ("COMPLETE", None), ("STAND_PAT", None), ("DISCARD", None), ("DANCE", None), ("", None),
         ("FOLD", 5), ("CALL", 20), ("folds", None), ("RAISE_TO", 40.0), ("ALL_IN", 1000), ("__class__", None)]


@pytest.mark.parametrize(("kind", "amount"), WRONG)
def test_B10_a_refusal_names_reason_clause_and_range_and_changes_nothing(kind, amount):
    hand = facing_a_bet()
    with refused(hand) as why:
        hand.apply(Action(kind, amount))
    assert why.clause in CLAUSES
    assert "fold, call 20 or raise to 40–1000 (all-in)" in why.text
    assert why.reason in why.text
    assert CLAUSES[why.clause].title in why.text
    assert (why.legal.call, why.legal.min_raise_to, why.legal.max_raise_to) == (20, 40, 1000)


@pytest.mark.parametrize("kind", KINDS)
def test_B10_nothing_can_be_done_when_the_hand_is_over(kind):
    hand = over()
    with refused(hand, "B10") as why:
        hand.apply(Action(kind, 40 if kind in ("BET", "RAISE", "RAISE_TO") else None))
    assert "over" in why.reason
    assert (len(hand.legal()), bool(hand.legal()), list(hand.legal())) == (0, False, [])


@pytest.mark.parametrize("word", ["fold", "check", "call", "all_in", "bring_in", "complete", "stand_pat"])
@pytest.mark.parametrize("state", [over, drawing, bringing_in, facing_a_bet, unopened])
def test_B10_a_method_does_what_legal_says_or_refuses(state, word):
    hand = state()
    if word.upper() in hand.legal().kinds:
        before = everything(hand)
        raise_from(hand, word)
        assert everything(hand) != before
    else:
        with refused(hand):
            raise_from(hand, word)


@pytest.mark.parametrize("word", ["bet", "raise_to", "put"])
@pytest.mark.parametrize("amount", [0, 10, 20, 40, 1000, 10 ** 30, -5, None, True])
@pytest.mark.parametrize("state", [over, drawing, bringing_in, facing_a_bet, unopened])
def test_B10_sized_methods_either_act_or_refuse(state, amount, word):
    hand = state()
    before = everything(hand)
    try:
        raise_from(hand, word, amount)
    except IllegalAction:
        assert everything(hand) == before
    else:
        assert everything(hand) != before


def test_B10_after_a_refusal_the_hand_goes_on():
    hand = facing_a_bet()
    with refused(hand):
        hand.check()
    hand.call()
    assert hand.actor == 1


def test_B10_the_first_action_cannot_be_undone():
    hand = facing_a_bet()
    before = everything(hand)
    with pytest.raises(IllegalAction, match="no action to undo"):
        hand.undo()
    assert everything(hand) == before


@pytest.mark.parametrize("state", [facing_a_bet, unopened, with_the_option, bringing_in, drawing])
def test_B10_everything_legal_is_accepted(state):
    for action in state().legal().menu(40):
        hand = state()
        assert action in hand.legal()
        hand.apply(action)
        assert len(hand.actions) == len(state().actions) + 1
