"""What a seat, the public and an auditor may see, and how a hand draws itself."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ElementTree
from itertools import pairwise

import pytest

import croupier
from croupier import ALL, PUBLIC, Action, BadAction
from croupier.cards import UNKNOWN
from rules.lines import passively, play, table

SVG = "{http://www.w3.org/2000/svg}"


def drawn(hand):
    return ElementTree.fromstring(hand._repr_svg_())


def test_a_view_shows_the_table_as_it_is():
    hand = play(table(1000, 900, 800), "60 c")
    view = hand.observe(2)
    assert (view.seat, view.actor, view.street, view.button) == (2, 2, "PRE_FLOP", 0)
    for name in ("stacks", "bets", "pots", "pot", "price", "full_raise", "live", "is_over", "payoffs", "board"):
        assert getattr(view, name) == getattr(hand, name), name
    assert (view.stack, view.to_call, str(view.legal)) == (780, 40, str(hand.legal()))


def test_a_view_is_a_moment_and_does_not_follow_the_hand():
    hand = table(1000, 1000, 1000)
    view = hand.observe(0)
    play(hand, "60 f f")
    assert (view.street, view.actor, view.is_over, view.bets) == ("PRE_FLOP", 0, False, [0, 10, 20])


def test_the_public_has_no_seat_and_no_cards():
    view = table(1000, 1000).observe(PUBLIC)
    assert view.seat is None
    for name in ("hole", "stack", "words", "strength"):
        with pytest.raises(ValueError, match="no seat"):
            getattr(view, name)


@pytest.mark.parametrize("viewer", [-1, 3, 99, "public", "all", "", None, True, 1.0, [], b"ALL", 10 ** 30, object()])
def test_there_are_no_other_viewers(viewer):
    with pytest.raises(BadAction, match=r"0\.\.2"):
        table(1000, 1000, 1000).observe(viewer)


@pytest.mark.parametrize("seat", [-1, 3, "0", None, True, 1.0, 10 ** 30])
def test_there_are_no_other_seats(seat):
    hand = table(1000, 1000, 1000)
    for ask in (hand.hole, hand.up_cards, hand.words, hand.observe(0).cards_of):
        with pytest.raises(BadAction, match=r"not one of 0\.\.2"):
            ask(seat)


def test_answers_are_actions_and_act_on_nothing():
    hand = table(1000, 1000, 1000)
    view = hand.observe(0)
    assert (view.fold(), view.check(), view.call(), view.all_in()) == (
        Action("FOLD"), Action("CHECK"), Action("CALL"), Action("ALL_IN"))
    assert (view.raise_to(60), view.bet(60), view.put(60)) == (
        Action("RAISE_TO", 60), Action("BET", 60), Action("RAISE_TO", 60))
    assert (view.discard("AhKd"), view.stand_pat(), view.bring_in(), view.complete()) == (
        Action("DISCARD", None, "AhKd"), Action("STAND_PAT"), Action("BRING_IN"), Action("COMPLETE"))
    assert hand.actions == []


def test_call_is_a_check_where_nothing_is_owed_and_put_counts_from_the_bet():
    hand = play(table(1000, 1000), "c")
    assert hand.observe(1).call() == Action("CHECK")
    assert table(1000, 1000).observe(0).put(50) == Action("RAISE_TO", 60)


def test_strength_is_a_share_and_the_same_every_time():
    aces = table(1000, 1000, deck="2c" + "Ah" + "7d" + "As").observe(0)
    assert 0.80 < aces.strength < 0.90
    assert aces.strength == table(1000, 1000, deck="2c" + "Ah" + "7d" + "As").observe(0).strength


def test_words_name_the_own_best_hand():
    hand = play(table(1000, 1000, deck="2cAh7dAs" + "AcKdQh"), "c x")
    assert hand.observe(0).words == "three of a kind, aces"
    assert table(1000, 1000).observe(0).words == ""


def test_no_secret_is_in_anything_a_view_prints():
    hand = table(1000, 1000, 1000)
    while not hand.is_over:
        for viewer in (0, 1, 2, PUBLIC):
            view = hand.observe(viewer)
            printed = f"{view}{view!r}{view.events}{view.__dict__}"
            for seat in range(3):
                assert seat == viewer or not any(str(card) in printed for card in hand.hole(seat))
        hand.check() if hand.legal().check else hand.call()


def test_an_auditor_reads_the_whole_deck_and_nothing_is_unknown():
    hand = passively(table(1000, 1000, 1000))
    assert "??" not in str(hand.observe(ALL))
    assert hand.observe(ALL).events == hand.events


def test_guess_keeps_what_the_seat_sees_and_deals_the_rest_anew():
    hand = play(table(1000, 1000, 1000), "c c x")
    guesses = [hand.observe(1).guess(seed) for seed in range(20)]
    seen = (hand.hole(1), hand.board, hand.stacks)
    assert all((guess.hole(1), guess.board, guess.stacks) == seen for guess in guesses)
    assert len({str(guess.hole(0)) for guess in guesses}) > 10
    for guess in guesses:
        cards = [card for seat in range(3) for card in guess.hole(seat)] + list(passively(guess).board)
        assert len(set(cards)) == 11
        assert UNKNOWN not in cards


@pytest.mark.parametrize("rng", [None, "7", 1.5, True, [], object()])
def test_guess_wants_a_seed_or_a_generator(rng):
    with pytest.raises(BadAction, match="a seed or a random generator"):
        table(1000, 1000).observe(0).guess(rng)


def test_redeal_takes_seeds_and_generators():
    hand = table(1000, 1000)
    assert hand.redeal(0, 5).hole(1) == hand.redeal(0, 5).hole(1)
    assert hand.redeal(0, random.Random(5)).hole(1) == hand.redeal(0, random.Random(5)).hole(1)
    hand.redeal(0, -1), hand.redeal(0, 10 ** 30)


def test_redeal_leaves_the_hand_alone():
    hand = table(1000, 1000)
    before = str(hand)
    play(hand.redeal(0, 5), "60 c x x x x x x")
    assert str(hand) == before


# -- printed and drawn -------------------------------------------------------------------------------------------------


def test_print_shows_street_board_seats_and_choices():
    hand = play(table(1000, 1000, 1000, deck="2c3d4h5c6d7h" + "AhKhQh"), "c c x 40")
    text = str(hand)
    assert "no-limit hold'em · flop · board Ah Kh Qh" in text
    assert "pots: 60 (seats 0, 1, 2)" in text
    assert "→  seat 2  3d 6d             980" in text
    assert "bet 40" in text
    assert text.endswith("seat 2 may fold, call 40 or raise to 80–980 (all-in)")


def test_print_of_a_finished_hand_says_who_won():
    text = str(play(table(1000, 1000), "f"))
    assert "folded" in text
    assert text.endswith("over: seat 0 -10, seat 1 +10")


@pytest.mark.parametrize("seats", range(2, 11))
def test_the_picture_is_well_formed(seats):
    hand = table(*[1000] * seats)
    while not hand.is_over:
        root = drawn(hand)
        assert root.tag == SVG + "svg"
        hand.check() if hand.legal().check else hand.call()
    words = [element.text for element in drawn(hand).iter(SVG + "text")]
    assert [words.count(f"seat {seat}") for seat in range(seats)] == [1] * seats


def test_the_picture_shows_the_cards_of_the_hand_and_no_card_of_a_view():
    hand = table(1000, 1000, deck="2cAh7dAs")
    assert cards_drawn(hand) == {"A♥", "A♠", "2♣", "7♦"}
    assert sorted(map(sorted, map(cards_drawn, map(hand.observe, (0, 1))))) == [["2♣", "7♦"], ["A♠", "A♥"]]
    assert cards_drawn(hand.observe(PUBLIC)) == set()


def cards_drawn(hand):
    """The cards in a picture: a rank and the suit below it."""
    words = [element.text for element in drawn(hand).iter(SVG + "text")]
    return {rank + suit for rank, suit in pairwise(words) if suit in "♣♦♥♠"}


def test_a_view_draws_itself_too():
    assert "svg" in croupier.holdem(1, 2).deal([10, 10], seed=1).observe(0)._repr_svg_()
