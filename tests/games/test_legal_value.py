"""`legal()` is a value: it is asked, tested with `in`, counted, iterated, cut to a menu and printed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Action, IllegalAction
from rules.lines import play, table


def draw():
    return play(croupier.single_draw(10, 20).deal([1000, 1000], seed=4), "c x")


def test_in_takes_actions_and_words():
    legal = table(1000, 1000, 1000).legal()
    assert Action("FOLD") in legal
    assert "RAISE_TO" in legal
    assert Action("RAISE_TO", 40) in legal
    assert Action("RAISE", 1000) in legal
    assert Action("RAISE_TO", 39) not in legal
    assert Action("CHECK") not in legal
    assert "CALL" in legal
    assert "CHECK" not in legal
    for thing in (None, 5, "DANCE", (), b"CALL", object()):
        assert thing not in legal


def test_iteration_gives_each_choice_once_and_len_counts_them():
    legal = table(50, 1000, 1000).legal()
    choices = list(legal)
    assert choices == [Action("FOLD"), Action("CALL"), *(Action("RAISE", amount) for amount in range(40, 51))]
    assert len(legal) == len(choices) == len(set(choices)) == 13
    assert all(choice in legal for choice in choices)


def test_len_of_a_deep_stack_is_counted_not_iterated():
    assert len(table(10 ** 15, 10 ** 15, 10 ** 15).legal()) == 10 ** 15 - 39 + 2


def test_draws_iterate_every_set_of_discards():
    hand = draw()
    choices = list(hand.legal())
    assert (len(choices), choices[0]) == (32, Action("STAND_PAT"))
    assert all(choice in hand.legal() for choice in choices)
    assert len({str(choice.cards) for choice in choices}) == 32


@pytest.mark.parametrize("n", range(1, 8))
def test_a_menu_has_at_most_n_choices_all_legal(n):
    for hand in (table(1000, 1000, 1000), table(25, 1000, 1000), draw(), play(table(1000, 100), "c a")):
        legal = hand.legal()
        menu = legal.menu(n)
        assert len(menu) <= n
        assert len(set(menu)) == len(menu)
        assert all(action in legal for action in menu)


def test_a_menu_spreads_from_the_minimum_to_all_in():
    menu = table(1000, 1000, 1000).legal().menu(6)
    assert [str(action) for action in menu[:2]] == ["fold", "call"]
    assert [action.amount for action in menu[2:]] == sorted(action.amount for action in menu[2:])
    assert (menu[2].amount, menu[-1].amount) == (40, 1000)


def test_a_menu_larger_than_all_choices_is_all_there_is():
    assert len(table(45, 1000, 1000).legal().menu(1000)) <= 8


@given(st.integers(21, 5000), st.integers(3, 12))
def test_a_menu_holds_both_ends_of_every_stack(stack, n):
    legal = table(stack, 6000, 6000).legal()
    amounts = [action.amount or legal.all_in for action in legal.menu(n) if action.amount or action.kind == "ALL_IN"]
    assert amounts[0] == legal.min_raise_to
    if n > 3:
        assert amounts[-1] == legal.max_raise_to


@pytest.mark.parametrize(("hand", "words"), [
    (lambda: table(1000, 1000, 1000), "seat 0 may fold, call 20 or raise to 40–1000 (all-in)"),
    (lambda: play(table(1000, 1000), "c"), "seat 1 may fold, check or raise to 40–1000 (all-in)"),
    (lambda: play(table(1000, 1000), "c x"), "seat 1 may fold, check or bet 20–980 (all-in)"),
    (lambda: table(15, 1000, 1000), "seat 0 may fold or call 15 (all-in)"),
    (lambda: table(25, 1000, 1000), "seat 0 may fold, call 20 or raise to 25 (all-in)"),
    (lambda: table(1000, 1000, limit="fixed"), "seat 0 may fold, call 10 or raise to 40"),
    (draw, "seat 1 may stand pat or discard up to 5"),
    (lambda: play(table(100, 100), "f"), "the hand is over")])
def test_it_prints_as_a_sentence(hand, words):
    assert str(hand().legal()) == words
    assert repr(hand().legal()) == f"<Legal: {words}>"


def test_stud_prints_the_bring_in():
    hand = croupier.stud(ante=1, bring_in=5, small_bet=10).deal([100, 100], seed=1)
    assert str(hand.legal()).endswith("may bring in 5 or complete to 10")


def test_it_does_not_change_when_the_hand_goes_on():
    hand = table(1000, 1000, 1000)
    legal = hand.legal()
    before = str(legal)
    play(hand, "400 f f")
    assert (str(legal), legal.call, Action("RAISE_TO", 40) in legal) == (before, 20, True)


def test_it_cannot_be_written_to():
    legal = table(1000, 1000, 1000).legal()
    with pytest.raises(AttributeError):
        legal.call = 5
    with pytest.raises(AttributeError):
        legal.min_raise_to = 1


@given(st.integers(-5, 70), st.sampled_from(["BET", "RAISE", "RAISE_TO"]),
       st.sampled_from(["", "c", "c c", "c c x", "50"]))
def test_in_and_apply_always_agree(amount, kind, line):
    hand = play(table(60, 55, 58), line)
    action = Action(kind, amount)
    if action in hand.legal():
        hand.apply(action)
    else:
        with pytest.raises(IllegalAction):
            hand.apply(action)
