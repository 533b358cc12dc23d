"""Each of the eleven games played to its end, and what stud and draw do differently."""

from __future__ import annotations

import random

import pytest

import croupier
from rules.lines import awards, chips, passively, play, shown

from .every_game import CODES, stakes, start


@pytest.mark.parametrize("code", CODES)
def test_it_is_played_to_a_showdown(code):
    hand = passively(start(code, 11, (500, 500, 500)))
    assert (hand.is_over, hand.street, hand.actor) == (True, "SHOWDOWN", None)
    assert sorted(shown(hand)) == [0, 1, 2]
    assert sum(amount for _, amount, _ in awards(hand)) == sum(
        event.amount for event in hand.events if type(event).__name__ in ("Posted", "Acted"))
    assert all(hand.words(seat) for seat in range(3))


@pytest.mark.parametrize("code", CODES)
def test_it_ends_by_folds_without_showing(code):
    hand = start(code, 12, (500, 500, 500))
    while not hand.is_over:
        hand.fold() if hand.legal().fold else hand.bring_in()
    assert (shown(hand), sum(hand.payoffs), len(hand.live)) == ([], 0, 1)


@pytest.mark.parametrize("code", CODES)
def test_random_play_conserves_chips_and_ends(code):
    chance = random.Random(code)
    game = croupier.game(code, **stakes(code))
    for _ in range(25):
        stacks = [chance.randint(1, 300) for _ in range(chance.randint(2, min(8, game.rules.seats)))]
        hand = game.deal(stacks, button=chance.randrange(len(stacks)), seed=chance.getrandbits(64))
        while not hand.is_over:
            action = chance.choice(hand.legal().menu(8))
            assert action in hand.legal()
            hand.apply(action)
            assert chips(hand) == sum(stacks)
        cards = [card for seat in hand.live for card in hand.hole(seat)] + list(hand.board)
        assert len(set(cards)) == len(cards)


@pytest.mark.parametrize("code", CODES)
def test_the_same_seed_is_the_same_hand(code):
    assert str(passively(start(code, 13))) == str(passively(start(code, 13)))


# -- stud --------------------------------------------------------------------------------------------------------------


def dealt_stud(code, deck, seats=3):
    return croupier.game(code, **stakes(code)).deal([500] * seats, button=seats - 1, deck=deck)


def test_the_lowest_door_card_brings_in():
    assert dealt_stud("F7S", "2c3c4c 5c6c7c 9h8hTh").actor == 1
    assert dealt_stud("F7S", "2d3c4c 5c6c7c AhKhQh").actor == 2


def test_equal_door_cards_are_told_apart_by_suit_clubs_lowest():
    assert dealt_stud("F7S", "2d3d4d 5d6d7d 8s8c8h").actor == 1


def test_in_razz_the_highest_door_card_brings_in_aces_low():
    assert dealt_stud("FR", "2c3c4c 5c6c7c AhKhQh").actor == 1
    assert dealt_stud("FR", "2c3c4c 5c6c7c KdKhKs").actor == 2


def test_from_fourth_street_on_the_best_board_opens():
    deck = "2d3d4d 5d6d7d 8s9cTh 8cAhKh"
    assert play(dealt_stud("F7S", deck), "i c c").actor == 0
    assert play(dealt_stud("F7S", "2d3d4d 5d6d7d 8s9cTh 7cAhKh"), "i c c").actor == 1


def test_in_razz_the_best_low_board_opens():
    deck = "2d3d4d 5d6d7d 8sKcTh 8cAh5h"
    assert play(dealt_stud("FR", deck), "i c c").actor == 2


# -- draw --------------------------------------------------------------------------------------------------------------


def test_the_draw_starts_left_of_the_button_and_everyone_draws_once():
    hand = play(croupier.single_draw(5, 10).deal([500] * 3, button=0, seed=3), "c c x")
    drawers = []
    while hand.legal().discard:
        drawers.append(hand.actor)
        hand.discard(hand.hole(hand.actor)[:1])
    assert (drawers, hand.street, hand.actor) == ([1, 2, 0], "DRAW_1", 1)


def test_three_draws_in_triple_draw():
    hand = croupier.triple_draw(5, 10).deal([500] * 2, seed=3)
    streets = []
    while not hand.is_over:
        if hand.legal().discard:
            streets.append(hand.street)
            hand.stand_pat()
        else:
            hand.check() if hand.legal().check else hand.call()
    assert streets == ["DRAW_1"] * 2 + ["DRAW_2"] * 2 + ["DRAW_3"] * 2


def test_all_in_players_still_draw():
    hand = play(croupier.single_draw(5, 10).deal([100, 100], seed=3), "a c")
    assert hand.legal().discard
    play(hand, "p p")
    assert hand.is_over


def test_the_lowest_hand_wins_at_deuce_to_seven():
    deck = "2c Kd 3d Kc 4h 9d 5s 9c 7c 2d"
    hand = passively(croupier.single_draw(5, 10).deal([100, 100], button=1, deck=deck))
    assert [seat for seat, _, _ in awards(hand)] == [0]


def test_a_badugi_beats_three_cards():
    deck = "Ac 2c 2d 3d 3h 4h Ks 5h"
    hand = passively(croupier.badugi(5, 10).deal([100, 100], button=1, deck=deck))
    assert [seat for seat, _, _ in awards(hand)] == [0]


# -- hold'em's relatives -----------------------------------------------------------------------------------------------


def test_short_deck_everyone_antes_and_the_button_posts():
    hand = croupier.short_deck(ante=5).deal([500] * 3, button=1, seed=3)
    assert (hand.pot, hand.bets, hand.actor, hand.price) == (25, [0, 10, 0], 2, 10)


def test_short_deck_a_flush_beats_a_full_house():
    deck = "Ah Kd 9h Kc QhJh7h KsQd"
    hand = passively(croupier.short_deck(ante=5).deal([500] * 2, button=1, deck=deck))
    assert [seat for seat, _, _ in awards(hand)] == [0]


def test_omaha_plays_exactly_two_of_four():
    deck = "Ah Kd Kc Qd 2c Jd 2d Td  KhQhJhTh3s"
    hand = passively(croupier.omaha(5, 10).deal([500] * 2, button=1, deck=deck))
    assert "flush" not in hand.words(0)  # one heart in the hand, four on the board


def test_a_shared_stud_card_counts_for_everybody():
    hand = passively(croupier.stud().deal([500] * 8, seed=3))
    assert (len(hand.board), hand.words(2)) == (1, "queen-high straight")
