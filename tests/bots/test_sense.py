"""What a person would laugh at: aces folded, the nuts checked behind, calls with nothing, a few chips left behind."""

from __future__ import annotations

import pytest
from tests.bots.styles import GAME, SIX, STACK, lost_within, percent, session, style
from tests.contest.scripted import needs_speed

import croupier
from croupier import bots
from croupier.bots.characters import CHARACTERS, LEVELS, Character
from croupier.bots.draws import cards_to_throw
from croupier.games.poker.rules import named

EVERYBODY = [*CHARACTERS, *(f"{name}:{level}" for name in CHARACTERS for level in LEVELS)]


def character(name: str) -> Character:
    return Character(*name.split(":"))


def share_of(policy, *kinds: str) -> float:
    """The probability of these kinds of actions."""
    return sum(chance for action, chance in policy.items() if action.kind in kinds)


def heads_up(mine: str, theirs: str, board: str = "", stack: int = STACK):
    """Two players: seat 0, on the button, has `mine`."""
    hand = GAME.deal([stack] * 2, button=0, seed=1, deck=theirs[:2] + mine[:2] + theirs[2:] + mine[2:] + board)
    assert str(hand.hole(0)) == mine
    return hand


def on_the_river(mine: str, theirs: str, board: str, pot: int, behind: int):
    """The same on the river, where the other player is to act: half of the pot came from each."""
    hand = heads_up(mine, theirs, board, behind + pot // 2)
    hand.raise_to(pot // 2), hand.call()
    while hand.street != "RIVER":
        hand.check()
    return hand


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(("raises", "stack"), [([250, 875], STACK), ([250, 800, 1900], STACK),
                                               ([250, 800, 1900, 4200], STACK), ([600, 2400, 7000], 2 * STACK),
                                               ([250, 2000], 2000), ([STACK], STACK)])
def test_31_aces_are_never_folded_before_the_flop_whatever_was_raised(name, raises, stack):
    mine, theirs = ("AhAd", "7c2d") if len(raises) % 2 == 0 else ("7c2d", "AhAd")
    hand = heads_up(mine, theirs, stack=stack)
    for amount in raises:
        hand.raise_to(amount)
    view = hand.observe(hand.actor)
    assert str(view.hole) == "AhAd"
    assert share_of(character(name).policy(view), "FOLD") == 0


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(("pot", "behind"), [(600, 9_700), (4_000, 8_000), (9_400, 5_400), (16_800, 1_600)])
def test_31_the_nuts_are_bet_when_the_last_to_act_may_still_bet(name, pot, behind):
    hand = on_the_river("AhKh", "7c2d", "QhJhTh4s4c", pot, behind)
    hand.check()
    assert share_of(character(name).policy(hand.observe(0)), "RAISE_TO") > 0.9


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(("pot", "bet"), [(600, 100), (600, 600), (2_000, 3_000), (16_800, 1_600)])
def test_31_the_nuts_are_never_folded_and_nothing_is_never_called_with(name, pot, bet):
    behind = max(bet, 10_000 - pot // 2)
    hand = on_the_river("AhKh", "7c2d", "QhJhTh4s4c", pot, behind)
    hand.bet(bet)
    assert share_of(character(name).policy(hand.observe(0)), "FOLD") == 0
    hand = on_the_river("3h2c", "7c2d", "QhJhKs9s5c", pot, behind)
    hand.bet(bet)
    assert share_of(character(name).policy(hand.observe(0)), "CALL") <= 0.02


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize("hole", ["7c2d", "9d4c", "Jc3d"])
def test_31_a_hundred_big_blinds_are_not_called_with_rags(name, hole):
    hand = heads_up("AhAd", hole)
    hand.raise_to(STACK)
    assert share_of(character(name).policy(hand.observe(1)), "CALL") <= 0.02


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(("pot", "behind"), [(4_000, 3_200), (7_000, 6_850), (9_400, 5_400), (9_600, 6_000)])
def test_31_a_bet_does_not_leave_a_few_chips_behind(name, pot, behind):
    hand = on_the_river("QcJc", "7c2d", "QhTh4s4c8d", pot, behind)
    hand.check()
    for action in character(name).policy(hand.observe(0)):
        left = behind - (action.amount or 0)
        assert left == 0 or left >= 0.2 * (pot + 2 * (action.amount or 0))


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize(("pot", "bet"), [(640, 0), (1_234, 777), (2_222, 0)])
def test_31_people_bet_round_amounts(name, pot, bet):
    hand = on_the_river("QcJc", "7c2d", "QhTh4s4c8d", pot, 9_000)
    if bet:
        hand.bet(bet)
    else:
        hand.check()
    least = hand.legal().min_raise_to
    for action in character(name).policy(hand.observe(0)):
        assert not action.amount or action.amount % 50 == 0 or action.amount in (least, 9_000)


@needs_speed
@pytest.mark.parametrize("level", LEVELS)
def test_31_the_opponents_of_a_level_keep_their_stacks_for_a_while(level):
    played = session(bots.line_up(level, 6), 1200, seed=20265)
    for seat in range(6):
        assert lost_within([hand.payoffs[seat] for hand in played.records]) <= 0.04


@needs_speed
@pytest.mark.parametrize("game", ["omaha", "stud", "razz", "badugi", "short-deck"])
def test_31_styles_show_in_other_games(game):
    rules = croupier.game(game, **named(game).stakes(50, 100))
    played = croupier.play(list(SIX), rules, hands=300, stack=STACK, seed=20266, reset=True, record=True, strict=True)
    lines = style(played)
    vpip = {name: percent(lines[name].vpip, lines[name].hands) for name in SIX}
    pfr = {name: percent(lines[name].pfr, lines[name].hands) for name in SIX}
    assert vpip["tight"][1] < vpip["loose"][0]
    assert pfr["station"][1] < pfr["aggressive"][0]
    assert pfr["station"][1] < 12
    assert 2 * pfr["aggressive"][1] > vpip["aggressive"][0]  # it raises at least half of the hands that it plays
    assert vpip["tight"][0] < 30


@pytest.mark.parametrize(("hole", "game", "street", "kept"), [
    ("2c3d4h5s6c", "triple-draw", 0, "2c3d4h5s"), ("4c5d6h7s8c", "single-draw", 0, "4c5d6h7s"),
    ("2c3c4c5c7c", "triple-draw", 2, "2c3c4c5c"), ("2c3d4h5s9c", "triple-draw", 0, "2c3d4h5s"),
    ("2c3d4h5s9c", "single-draw", 0, "2c3d4h5s9c"), ("2c3d4h7sTc", "triple-draw", 2, "2c3d4h7sTc"),
    ("5c6d7h8s9c", "triple-draw", 2, "5c6d7h8s"), ("2c3d4h5sJc", "triple-draw", 2, "2c3d4h5s"),
    ("2c3d4h5s7c", "triple-draw", 0, "2c3d4h5s7c"), ("Ac2d3hKs", "badugi", 0, "Ac2d3h"),
    ("Ac2d3hKs", "badugi", 2, "Ac2d3hKs"), ("Ac2d3hKh", "badugi", 2, "Ac2d3h")])
def test_31_cards_are_kept_and_thrown_as_a_player_of_low_hands_would(hole, game, street, kept):
    rest = "".join(f"{rank}{suit}" for rank in "AKQJT98765432" for suit in "cdhs" if rank + suit not in hole)
    deck = "".join(rest[2 * at:2 * at + 2] + hole[2 * at:2 * at + 2] for at in range(len(hole) // 2))
    hand = croupier.game(game, **named(game).stakes(50, 100)).deal([STACK] * 2, button=0, seed=1, deck=deck)
    hand.call(), hand.check()
    for _ in range(street):
        hand.stand_pat(), hand.stand_pat()
        hand.check(), hand.check()
    while hand.actor != 0:
        hand.stand_pat()
    view = hand.observe(0)
    assert view.legal.discard
    assert str(view.hole) == hole
    thrown = {str(card) for card in cards_to_throw(view)}
    assert "".join(str(card) for card in view.hole if str(card) not in thrown) == kept
