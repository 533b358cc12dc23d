"""The rulebook says what the engine plays: each part of a genome has its sentence, the example is a real hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from croupier import lab
from croupier.cards import Cards, parse
from croupier.games.api import PUBLIC, Action
from croupier.games.genome.check import hand_sizes
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.engine.hand_values import HandValues
from croupier.games.genome.events import GenomeEvent, together
from croupier.games.genome.example import example
from croupier.games.genome.hand_words import made, value_sections
from croupier.games.genome.rulebook_page import rulebook_page
from croupier.games.genome.values import (
    DECKS,
    BettingPhase,
    DrawPhase,
    GameGenome,
    HandEvaluation,
    HandPattern,
    PassPhase,
    SetupRules,
    TurnStructure,
    WinCondition,
)
from croupier.lab.breeding.families import cell
from croupier.lab.tips import StepCounts, of_steps, tips

DOCS = Path(__file__).parents[2] / "docs"
BRED = DOCS.parent / "tests" / "genome" / "bred"
EVOLVED = sorted((DOCS / "evolved").glob("*.json"))


@pytest.mark.parametrize("name", lab.names())
def test_every_known_game_has_its_rules(name):
    text = lab.rulebook(lab.load(name))
    for head in ("# ", "**You need:**", "## Before each hand", "## A hand", "## Who wins", "## The end",
                 "## An example"):
        assert head in text
    assert "None" not in text
    assert "seat" not in text
    assert lab.load(name).description in text


@pytest.mark.parametrize(("name", "words"), [
    ("five-card-draw", ["throws away up to 3 cards", "bets of 20 and at most 3 raises", "puts 10 into the pot"]),
    ("war", ["no chips", "captures the whole pile", "26 times", "first card of the hand", "after one hand"]),
    ("blackjack", ["one at a time, up to 5", "above 21 is bust", "ace 11 or 1"]),
    ("whist-for-stakes", ["Spades are trumps", "2 tricks", "must play a card of the suit led", "highest spade wins"]),
    ("black-lady", ["+13 for each captured queen of spades", "chooses 3 cards", "4 players"]),
    ("eights-for-stakes", ["Wild: every 8", "suit or the rank", "no cards left"]),
    ("three-card-brag", ["prial: 3 of one rank", "running flush"]),
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
    """A deep evolution's games pass the same card the same way again and again: each time is told."""
    rng = Random(12)
    for _ in range(150):
        text = lab.rulebook(lab.random_genome(rng), seed=rng.randrange(1000))
        assert len(text) > 500
        assert "None" not in text


def test_the_lineage_is_told():
    made = lab.mutate(lab.load("guts"), Random(1))
    assert f"1. {made.lineage[0]}" in lab.rulebook(made)


@pytest.mark.parametrize("file", EVOLVED, ids=[file.stem for file in EVOLVED])
def test_the_rulebooks_of_evolved_games_are_what_the_code_writes(file):
    """docs/evolved is written by `python -m tests.soak.evolved`, with the tips of docs/evidence/evolved.json."""
    published = json.loads((DOCS / "evidence" / "evolved.json").read_text())["games"]
    tips = next(row["tips"] for row in published if row["game"] == file.stem)
    assert file.with_suffix(".md").read_text(encoding="utf-8") == lab.rulebook(lab.load(str(file)), tips=tips)
    assert f"evolved/{file.stem}.md" in (DOCS / "lab.md").read_text(encoding="utf-8")


def test_evolved_games_are_of_cells_of_their_own():
    """At most ten are published, each the best of its family and kind of betting, at most three of a family."""
    places = [cell(lab.load(str(file))) for file in EVOLVED]
    assert 0 < len(EVOLVED) == len(list((DOCS / "evolved").glob("*-*.md"))) <= 10
    assert len(set(places)) == len(places)
    assert max(Counter(family for family, _ in places).values()) <= 3


def with_hands(cards, patterns, *phases):
    return GameGenome(setup=SetupRules(cards, starting_chips=1000), win_conditions=(WinCondition("best_hand"),),
                      turn_structure=TurnStructure((*phases, BettingPhase())),
                      hand_evaluation=HandEvaluation("patterns", patterns))


@pytest.mark.parametrize(("name", "words"), [
    ("crazy-eights", "When an ace is played, the order of play turns round (with two players left, the other one "
                     "misses a turn to play, in this step or the next one)."),
    ("crazy-eights", "No suit is named for it: the next card has to fit the card itself."),
    ("cheat", "A claimant who laid the last card is out of cards only after that."),
    ("simple-rummy", "takes one card from the deck (face down) or the top of the pile."),
    ("simple-rummy", "a run (3 or more of one suit in a row, the ace highest)")])
def test_what_the_rules_leave_open_is_said(name, words):
    text = lab.rulebook(lab.load(name))
    assert words in text
    assert "A player with fewer cards" not in text


THREE, FOUR = HandPattern("three", 9, 5, groups=(3,)), HandPattern("four", 8, 5, groups=(4,))


def test_a_combination_that_always_counts_as_a_better_one_is_not_told():
    text = lab.rulebook(with_hands(5, (THREE, FOUR)))
    assert "1. three: 3 of one rank\n1. anything else" in text


def test_a_combination_of_another_number_of_cards_is_not_told():
    text = lab.rulebook(with_hands(6, (THREE, FOUR)))
    assert "three" not in text
    assert "Only ranks count: name the ranks of your hand, the one that you have most cards of first" in text


def test_where_hands_differ_in_size_a_combination_says_how_many_cards_it_takes():
    text = lab.rulebook(with_hands(5, (THREE,), DrawPhase(1, mandatory=False)))
    assert "three: 3 of one rank, in a hand of exactly 5 cards" in text
    assert "A hand with more or fewer cards than stated does not make the combination" in text


def test_ranks_are_compared_as_told():
    """Two aces stand before three queens: the rank decides, not how many there are."""
    judge = HandValues(CardPiles(with_hands(6, (THREE,)).game().program, 2))
    assert judge.pattern_with(parse("AsAc2h3d4c5s")) > judge.pattern_with(parse("QsQcQh3d4c5s"))


def test_only_hands_that_fit_into_the_cards_are_told():
    genome = lab.load(str(BRED / "hollow-crow-3c.json"))
    text = lab.rulebook(genome).partition("## Where it comes from")[0]
    assert [line for line in text.splitlines() if line.startswith("1. ") and "**" not in line] == [
        "1. four of a kind", "1. three of a kind", "1. two pair", "1. pair", "1. high card"]
    assert "straight" not in text
    assert "All cards of the hand count" in text


def test_what_a_hand_comes_to_is_always_among_what_is_told():
    """Hands of random games: the combination that the judge sees stands in the rulebook."""
    rng = Random(31)
    seen = 0
    while seen < 60:
        genome = lab.random_genome(rng)
        fewest, most = hand_sizes(genome)
        if genome.win_conditions[0].type != "best_hand" or most == 0:
            continue
        seen += 1
        listed = value_sections(genome)
        for _ in range(200):
            cards = rng.sample(DECKS[genome.setup.initial_deck], rng.randint(max(1, fewest), most))
            name = made(genome, cards)
            assert "ranks " in name or f"1. {name}" in listed, (genome, cards)


def test_who_is_all_in_is_asked_for_cards_but_not_for_bets():
    """The rulebook says so: all-in players take part in everything but the betting."""
    genome = GameGenome(setup=SetupRules(2, starting_chips=10, ante=10),
                        turn_structure=TurnStructure((BettingPhase(5), PassPhase(1))),
                        win_conditions=(WinCondition("high_card"),), max_hands=1)
    state = genome.game().start(2, 1)
    assert {action.kind for action in state.legal()} == {"GIVE"}
    assert "bet no more in it, and take part in everything else" in lab.rulebook(genome)


def test_an_open_card_stays_open_when_it_is_passed_on():
    genome = GameGenome(setup=SetupRules(1, starting_chips=10),
                        turn_structure=TurnStructure((DrawPhase(1, face_up=True), PassPhase(1), BettingPhase(5))),
                        win_conditions=(WinCondition("high_card"),), max_hands=1)
    assert "cards that lie face up stay face up" in lab.rulebook(genome)
    state = genome.game().start(3, 1)
    given = [event.cards for event in state.events if event.kind == "DEAL_UP"]
    for cards in given:
        state.apply(Action("GIVE", cards=cards))
    seen = [state.observe(PUBLIC).cards_of(seat) for seat in range(3)]
    assert [given[seat][0] in seen[(seat + 1) % 3] for seat in range(3)] == [True] * 3


def test_two_passes_in_a_row_are_told_one_after_the_other():
    told = [("GIVE", 0, "6d"), ("GIVE", 1, "Ah"), ("RECEIVE", 1, "6d"), ("RECEIVE", 0, "Ah"), ("GIVE", 0, "Ah"),
            ("GIVE", 0, "7c")]
    events = [GenomeEvent(kind, seat, 0, Cards(cards)) for kind, seat, cards in told]
    assert [str(event) for event in together(events)] == [
        "seat 0 gives 6d", "seat 1 gives Ah", "seat 1 receives 6d", "seat 0 receives Ah", "seat 0 gives Ah7c"]


def test_the_same_step_several_times_is_told_once_and_has_its_number():
    text = lab.rulebook(with_hands(5, (THREE,), PassPhase(2), PassPhase(2)))
    assert text.count("**Pass cards.**") == 1
    assert "\n2. **Pass cards**, as in step 1.\n3. **Bet.**" in text


def test_tips_name_the_steps_of_the_rulebook_and_how_many_cards_are_changed():
    genome = lab.load("low-draw")
    twice = genome.with_phases(genome.phases[0], genome.phases[1], genome.phases[0])
    watched = StepCounts(twice)
    watched.play(20, 10, 1)
    told = " ".join(of_steps(watched))
    assert "\n3. **Bet**, as in step 1." in lab.rulebook(twice)
    assert "Step 1, nobody has bet yet" in told
    assert "Step 3, nobody has bet yet" in told
    assert "Step 2, exchange: strong players throw away no card in" in told
    assert sum(watched.cards[1].values()) == 40 - 2 * watched.done[0, True]["FOLD"]


def test_what_does_not_matter_in_a_game_is_not_told():
    eights = lab.rulebook(lab.load("eights-for-stakes"))
    assert "It may always be played." in eights
    assert "helps its holder" not in eights
    assert "a trick is played to its end" not in eights


def test_a_game_without_a_description_says_in_a_sentence_what_it_is():
    genome = with_hands(5, (THREE,), PassPhase(2))
    assert ("A card game for 2 to 6 players: make the best hand by passing cards to your neighbour; one betting round "
            "a hand.") in lab.rulebook(genome)


def test_the_page_to_print_needs_nothing_else_and_shows_cards_as_cards():
    genome = lab.mutate(lab.load("five-card-draw"), Random(1))
    page = rulebook_page(genome, lab.rulebook(genome, tips=["Step 1: <i>bet</i>."]))
    assert page.count('<span class="card') > 10
    assert '<span class="card red"><b>' in page
    assert "://" not in page
    assert "<i>" not in page
    assert page.index("<summary>Where it comes from") > page.index("<h2>An example")


def test_tips_are_counted_in_hands_that_search_plays():
    found = tips(lab.load("five-card-draw"), hands=30, iterations=40)
    assert len(found) >= 4
    assert "Step 1, nobody has bet yet: strong players bet" in found[0]
    assert any(tip.startswith("Step 2, exchange: strong players") for tip in found)
    assert found == tips(lab.load("five-card-draw"), hands=30, iterations=40)
