"""The rulebook says what the engine plays: each part of a genome has its sentence, the example is a real hand."""

from __future__ import annotations

from random import Random

import pytest

from croupier import lab
from croupier.cards import Cards
from croupier.games.genome.story import Event
from croupier.lab.example import example
from croupier.lab.rulebook import _told


@pytest.mark.parametrize("name", lab.names())
def test_every_known_game_has_its_rules(name):
    text = lab.rulebook(lab.load(name))
    for head in ("# ", "**You need:**", "## Before each hand", "## A hand", "## Who wins", "## The end",
                 "## An example"):
        assert head in text
    assert "None" not in text
    assert "seat" not in text.replace("first seat of the table", "")
    assert lab.load(name).description in text


@pytest.mark.parametrize(("name", "words"), [
    ("five-card-draw", ["throws away up to 3 cards", "bets of 20 and at most 3 raises", "puts 10 into the pot"]),
    ("war", ["no chips", "captures the whole pile", "26 times", "first card of the hand", "after one hand"]),
    ("blackjack", ["one at a time, up to 5", "above 21 is bust", "ace 11 or 1"]),
    ("whist-for-stakes", ["Spades are trumps", "2 tricks", "must play one"]),
    ("black-lady", ["+13 for each captured queen of spades", "chooses 3 cards", "4 players"]),
    ("eights-for-stakes", ["Wild: every 8", "suit or the rank", "no cards left"]),
    ("three-card-brag", ["prial: exactly 3 cards, 3 of one rank", "running flush"]),
    ("kuhn-poker", ["no raises", "the jack, the queen and the king"]),
    ("five-card-stud", ["gets one card face up", "4 times"])])
def test_rules_in_words(name, words):
    text = lab.rulebook(lab.load(name))
    for phrase in words:
        assert phrase in text


def test_the_example_is_a_hand_that_was_played():
    events = example(lab.load("simple-poker"), 3, seed=4)
    assert [event.kind for event in events].count("HAND") == 1
    assert {"BET", "SHOW", "WIN"} <= {event.kind for event in events}


def test_any_game_can_be_told():
    rng = Random(12)
    for _ in range(100):
        text = lab.rulebook(lab.random_genome(rng), seed=rng.randrange(1000))
        assert len(text) > 500
        assert "None" not in text


def test_the_lineage_is_told():
    made = lab.mutate(lab.load("guts"), Random(1))
    assert f"1. {made.lineage[0]}" in lab.rulebook(made)


def test_a_card_that_comes_again_is_told_in_a_line_of_its_own():
    """A deck that ran out was shuffled from what was thrown away: the same card goes the same way twice."""
    thrown = [Event("DISCARD", 0, 0, Cards("6d")), Event("DISCARD", 1, 0, Cards("Ah")),
              Event("DISCARD", 0, 0, Cards("7c")), Event("DISCARD", 0, 0, Cards("6d"))]
    lines = list(_told([*thrown, Event("SHOW", 0, 0, Cards("2c"))]))
    assert [[card for card in ("6d", "Ah", "7c", "2c") if card in line] for line in lines] == [
        ["6d", "7c"], ["Ah"], ["6d"], ["2c"]]
