"""Events tell a whole hand, from the first post to the last chip."""

from __future__ import annotations

import dataclasses

import pytest

import croupier
from croupier.games.poker.events import Acted, Awarded, Board, Dealt, Drew, Posted, Returned, Shown
from rules.lines import passively, play, rigged, table

RIG = rigged({0: "AcAd", 1: "KcKd", 2: "QcQd"}, "2h3h7s8sJd", 3)


def test_a_whole_hand_of_holdem():
    hand = play(table(1000, 90, 1000, ante=5, deck=RIG), "60 a c  c")
    play(hand, "x 100 f")
    events = hand.events
    assert events[:5] == [Posted(1, 5, "ante", False), Posted(2, 5, "ante", False), Posted(0, 5, "ante", False),
                          Posted(1, 10, "blind", False), Posted(2, 20, "blind", False)]
    assert events[5:8] == [Dealt(1, croupier.Cards("KcKd"), False, "PRE_FLOP"),
                           Dealt(2, croupier.Cards("QcQd"), False, "PRE_FLOP"),
                           Dealt(0, croupier.Cards("AcAd"), False, "PRE_FLOP")]
    assert events[8:12] == [Acted(0, "RAISE", 60, 60, False, "PRE_FLOP"), Acted(1, "RAISE", 75, 85, True, "PRE_FLOP"),
                            Acted(2, "CALL", 65, 85, False, "PRE_FLOP"), Acted(0, "CALL", 25, 85, False, "PRE_FLOP")]
    assert events[12:15] == [Board(croupier.Cards("2h3h7s"), "FLOP"), Acted(2, "CHECK", 0, 0, False, "FLOP"),
                             Acted(0, "BET", 100, 100, False, "FLOP")]
    assert events[15:17] == [Acted(2, "FOLD", 0, 0, False, "FLOP"), Returned(0, 100)]
    assert events[17:19] == [Board(croupier.Cards("8s"), "TURN"), Board(croupier.Cards("Jd"), "RIVER")]
    assert events[19:] == [Shown(1, croupier.Cards("KcKd"), "pair of kings"),
                           Shown(0, croupier.Cards("AcAd"), "pair of aces"), Awarded(0, 270, 0, "high")]


def test_events_are_frozen():
    event = table(100, 100).events[0]
    with pytest.raises(dataclasses.FrozenInstanceError):
        event.amount = 0


def test_events_only_grow():
    hand = table(1000, 1000, 1000)
    before = hand.events
    while not hand.is_over:
        hand.check() if hand.legal().check else hand.call()
        assert hand.events[:len(before)] == before
        assert len(hand.events) > len(before)
        before = hand.events


def test_the_chips_of_all_events_add_up_to_the_payoffs():
    hand = play(table(300, 90, 1000, 555, ante=5, bb_ante=10), "60 a c c")
    passively(hand)
    won = [0] * 4
    for event in hand.events:
        if isinstance(event, (Posted, Acted)):
            won[event.seat] -= event.amount
        elif isinstance(event, (Returned, Awarded)):
            won[event.seat] += event.amount
    assert won == hand.payoffs


def test_stud_events_say_which_cards_are_up():
    hand = passively(croupier.stud(ante=1, bring_in=5, small_bet=10).deal([100, 100], seed=1))
    dealt = [(event.street, event.up, len(event.cards)) for event in hand.events
             if isinstance(event, Dealt) and event.seat == 0]
    assert dealt == [("THIRD", False, 2), ("THIRD", True, 1), ("FOURTH", True, 1), ("FIFTH", True, 1),
                     ("SIXTH", True, 1), ("SEVENTH", False, 1)]
    acted = [event.kind for event in hand.events if isinstance(event, Acted)]
    assert acted[:2] == ["BRING_IN", "CALL"]


def test_a_completion_is_named_so():
    hand = play(croupier.stud(ante=1, bring_in=5, small_bet=10).deal([100, 100], seed=1), "i C 20")
    assert [(event.kind, event.to) for event in hand.events if isinstance(event, Acted)] == [
        ("BRING_IN", 5), ("COMPLETE", 10), ("RAISE", 20)]


def test_draw_events_name_what_went_and_what_came():
    hand = play(croupier.single_draw(10, 20).deal([1000, 1000], seed=4), "c x")
    thrown = hand.hole(1)[1:4]
    hand.discard(thrown)
    hand.stand_pat()
    drew = [event for event in hand.events if isinstance(event, Drew)]
    assert drew == [Drew(1, thrown, hand.hole(1)[1:4], "DRAW_1"),
                    Drew(0, croupier.Cards(), croupier.Cards(), "DRAW_1")]


def test_dead_money_stands_in_the_story_without_leaving_a_stack():
    assert table(100, 100, dead=[7, 0]).events[0] == Posted(0, 7, "dead", False)


def test_short_posts_are_marked_all_in():
    assert Posted(1, 5, "blind", True) in table(1000, 5, 1000).events


def test_hi_lo_awards_say_which_half():
    deck = rigged({0: "KhKd9c9d", 1: "Ac4cJcJd"}, "2h3s7dKcQs", 2, each=4)
    hand = passively(croupier.omaha8(1, 2).deal([10, 10], deck=deck))
    halves = [(event.seat, event.half) for event in hand.events if isinstance(event, Awarded)]
    assert halves == [(1, "low"), (0, "high")]


def test_a_record_of_eight_stud_players_tells_one_shared_card():
    """The engine gives each seat a seventh card until the record says that there was one for all."""
    hand = passively(croupier.game("F7S/8", ante=5, bring_in=10, small_bet=20).deal([1000] * 8, seed=3))
    replayed = croupier.Replay(croupier.record_of(hand)).hand
    assert [event for event in replayed.events if isinstance(event, Board)] == [Board(hand.board, "SEVENTH")]
    places = [event.cards for event in replayed.events if isinstance(event, Dealt)]
    assert sum(map(len, places)) == 48
    assert [event for event in replayed.events if isinstance(event, Dealt)][-1].street == "SIXTH"
    assert all(len(event.cards) == 6 for event in replayed.events if isinstance(event, Shown))


def test_events_choices_and_refusals_are_named_from_the_top():
    hand = passively(croupier.triple_draw(10, 20).deal([1000, 1000], seed=1))
    assert {type(event) for event in hand.events} <= {
        croupier.Posted, croupier.Dealt, croupier.Board, croupier.Acted, croupier.Drew, croupier.Returned,
        croupier.Shown, croupier.Awarded}
    assert type(hand.legal()) is croupier.Legal
    for error in (croupier.BadEquity, croupier.BadRange, croupier.BadSubscription):
        assert issubclass(error, ValueError)
    assert issubclass(croupier.ChipsLost, AssertionError)
