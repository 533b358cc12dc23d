"""The eleven games are eleven values, named by their PHH codes."""

from __future__ import annotations

import dataclasses

import pytest

import croupier
from croupier.games.poker.events import Dealt
from croupier.games.poker.rules import RULES, PokerRules, Street

from .every_game import stakes


def test_there_are_eleven():
    assert {"FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB"} <= set(RULES)


@pytest.mark.parametrize("code", RULES)
def test_a_game_by_its_code(code):
    game = croupier.game(code, **stakes(code))
    assert (game.rules.code, game.name) == (code, RULES[code].name)
    assert game == croupier.game(code, **stakes(code))
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.sb = 3


@pytest.mark.parametrize(("code", "cards", "deck", "limit"), [
    ("FT", 2, 52, "fixed"), ("NT", 2, 52, "no"), ("NS", 2, 36, "no"), ("PO", 4, 52, "pot"), ("FO/8", 4, 52, "fixed"),
    ("F7S", 7, 52, "fixed"), ("F7S/8", 7, 52, "fixed"), ("FR", 7, 52, "fixed"), ("N2L1D", 5, 52, "no"),
    ("F2L3D", 5, 52, "fixed"), ("FB", 4, 52, "fixed")])
def test_hole_cards_deck_and_limit(code, cards, deck, limit):
    rules = RULES[code]
    assert (sum(street.down + street.up for street in rules.streets), rules.deck, rules.limit) == (cards, deck, limit)


@pytest.mark.parametrize(("code", "names"), [
    ("NT", "PRE_FLOP FLOP TURN RIVER"), ("F7S", "THIRD FOURTH FIFTH SIXTH SEVENTH"), ("N2L1D", "PRE_DRAW DRAW_1"),
    ("F2L3D", "PRE_DRAW DRAW_1 DRAW_2 DRAW_3"), ("FB", "PRE_DRAW DRAW_1 DRAW_2 DRAW_3")])
def test_streets_have_names(code, names):
    assert " ".join(street.name for street in RULES[code].streets) == names


@pytest.mark.parametrize(("code", "big"), [
    ("FT", "TURN RIVER"), ("F7S", "FIFTH SIXTH SEVENTH"), ("F2L3D", "DRAW_2 DRAW_3")])
def test_big_bets_start_in_the_second_half(code, big):
    assert " ".join(street.name for street in RULES[code].streets if street.big) == big


def test_names_make_the_same_games():
    assert croupier.holdem(5, 10) == croupier.game("NT", sb=5, bb=10)
    assert croupier.holdem(5, 10, limit="fixed") == croupier.game("FT", sb=5, bb=10)
    assert croupier.omaha(5, 10) == croupier.game("PO", sb=5, bb=10)
    assert croupier.omaha8(5, 10) == croupier.game("FO/8", sb=5, bb=10)
    assert croupier.badugi(5, 10) == croupier.game("FB", sb=5, bb=10)
    assert croupier.stud(1, 5, 10) == croupier.game("F7S", ante=1, bring_in=5, small_bet=10)
    assert croupier.short_deck(ante=5) == croupier.game("NS", ante=5, button_blind=10)


def test_a_game_under_another_limit_is_renamed():
    assert croupier.holdem(limit="pot").rules.code == "PT"
    assert croupier.omaha(limit="no").rules.name == "no-limit Omaha"


def test_a_game_prints_its_stakes():
    assert str(croupier.holdem(5, 10, ante=1)) == "no-limit hold'em 5/10, ante 1"


@pytest.mark.parametrize(("code", "most"), [("NT", 10), ("F7S", 8), ("N2L1D", 9), ("FB", 10), ("PO", 10)])
def test_the_most_seats_a_game_has_cards_for(code, most):
    game = croupier.game(code, **stakes(code))
    assert game.deal([1000] * most, seed=1).seats == most
    with pytest.raises(croupier.BadSetup, match=f"2 to {most}"):
        game.deal([1000] * (most + 1), seed=1)


@pytest.mark.parametrize(("seats", "draws"), [(10, 1), (9, 4)])
def test_a_draw_game_never_runs_out_of_cards_or_of_places(seats, draws):
    streets = (*RULES["F2L3D"].streets[:2], *[RULES["F2L3D"].streets[2]] * (draws - 1))
    with pytest.raises(croupier.BadSetup, match=f"{seats} seats of 5 cards cannot draw {draws} times"):
        dataclasses.replace(RULES["F2L3D"], seats=seats, streets=streets)


@pytest.mark.parametrize("streets", [
    (Street("DEAL", down=7),), (Street("DEAL", up=7),),
    (Street("DEAL", down=4), Street("MORE", down=3), Street("DRAW", draw=True))])
def test_a_log_entry_has_room_for_six_cards(streets):
    with pytest.raises(croupier.BadSetup, match="at most 6 cards at a time, not 7"):
        PokerRules("X", "a game of seven cards", "no", streets, high="high", seats=6)


def test_six_cards_dealt_at_once_are_all_in_the_events():
    hand = croupier.game("omaha6", sb=1, bb=2).deal([100] * 7, seed=3)
    dealt = {event.seat: event.cards for event in hand.events if isinstance(event, Dealt)}
    assert dealt == {seat: hand.hole(seat) for seat in range(7)}


def test_a_game_prints_what_is_unusual_about_it():
    assert str(croupier.holdem(5, 10, bb_ante=10, straddles=(20, 40), button_straddle=80)) == (
        "no-limit hold'em 5/10, big-blind ante 10, straddles 20/40, button straddle 80")
    assert str(croupier.holdem(5, 10, limit="fixed")) == "fixed-limit hold'em 5/10"
    assert str(croupier.holdem(5, 10, limit="fixed", small_bet=20)) == "fixed-limit hold'em 5/10, bets 20/40"
    assert str(croupier.holdem(5, 10, small_bet=50)) == "no-limit hold'em 5/10, least bet 50"
    assert str(croupier.short_deck(ante=5)) == "no-limit short-deck hold'em button blind 10, ante 5"


def test_B3_both_doors_take_the_same_least_bet():
    assert croupier.holdem(10, 20, small_bet=50) == croupier.game("NT", sb=10, bb=20, small_bet=50)
    assert croupier.omaha(10, 20, small_bet=50) == croupier.game("PO", sb=10, bb=20, small_bet=50)


@pytest.mark.parametrize("make", [
    lambda: croupier.holdem(10, 20, big_bet=40), lambda: croupier.game("NT", sb=10, bb=20, big_bet=40),
    lambda: croupier.game("PO", sb=10, bb=20, small_bet=20, big_bet=40)])
def test_a_big_bet_is_for_fixed_limits(make):
    with pytest.raises(croupier.BadSetup, match="a big bet of 40 is for a fixed limit"):
        make()


def test_a_fixed_limit_has_bets_above_0():
    for make in (lambda: croupier.game("FT", sb=10, bb=20, small_bet=0),
                 lambda: croupier.holdem(10, 20, limit="fixed", small_bet=0)):
        with pytest.raises(croupier.BadAmount, match="small_bet 0 is outside 1"):
            make()
    with pytest.raises(croupier.BadSetup, match="small bet above 0"):
        croupier.PokerGame(RULES["FT"], sb=10, bb=20)
    short = croupier.short_deck(ante=5, limit="fixed")
    assert (short.small_bet, short.big_bet) == (10, 20)
