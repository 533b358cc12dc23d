"""`croupier play GAME` as people type it: scripted input, only what is legal, nothing hidden shown."""

from __future__ import annotations

import io
import re
from random import Random

import pytest

from croupier import lab
from croupier.cli import main
from croupier.cli.games import NAMES
from croupier.contest.seeds import derived
from croupier.games.genome.values import replaced

MARKDOWN_HEAD = "## Before each hand"


@pytest.fixture
def typed(monkeypatch, capsys):
    """Play with these lines typed; gives what was printed."""
    monkeypatch.setenv("COLUMNS", "120")

    def play(lines, *arguments, code=0):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["play", *arguments]) == code
        captured = capsys.readouterr()
        return captured.out if code == 0 else captured.err
    return play


def test_without_a_game_all_are_listed(typed):
    printed = typed([])
    for name in (*lab.names(), "holdem", "badugi", "sting"):
        assert name in printed


@pytest.mark.parametrize("name", lab.names())
def test_every_known_game_can_be_played_to_a_score(typed, name):
    printed = typed(["1"] * 200, name, "--against", "random", "--seed", "3", "--hands", "2")
    assert "The same cards again: --seed 3" in printed
    assert "is not something you can do now" not in printed
    assert "??" not in printed


def test_a_claim_is_ended_and_answered_in_words_that_fit(typed):
    """'stand' and a bare 'pass' left open what they meant; both words are still understood."""
    printed = typed(["1", "stand", "pass", "q"], "cheat", "--against", "mcts:20", "--seed", "5")
    assert "1 lay no more" in printed
    assert "1 pass (let it stand)" in printed
    assert "is not something you can do now" not in printed
    assert "play no more" in typed(["Jh", "q"], "president", "--against", "random", "--seed", "5")


@pytest.mark.parametrize("name", NAMES)
def test_every_poker_game_can_be_played_to_a_score(typed, name):
    printed = typed(["2", "1", "s", "c"] * 60, name, "--against", "caller", "random", "--seed", "5", "--hands", "2")
    assert re.search(r"\d hands?, \d+ chips: [+-]\d+\.", printed)
    assert "??" not in printed


def test_a_file_is_played(typed, tmp_path):
    lab.save(lab.load("guts"), tmp_path / "mine.json")
    assert "guts · seed 1" in typed(["q"], str(tmp_path / "mine.json"), "--seed", "1", "--against", "greedy")


def test_32_a_game_played_blind_is_named_when_it_is_over(typed, tmp_path):
    """A seed draws a bred game or a known one; neither its name nor its description is shown before the end."""
    bred = lab.mutate(lab.load("guts"), Random(1))
    lab.save(replaced(bred, name="quiet-otter-1"), tmp_path / "mine.json")
    played = set()
    for seed in range(1, 7):
        printed = typed(["? rules", "q"], str(tmp_path), "--blind", "--seed", str(seed), "--against", "random")
        before, _, after = printed.partition("You played ")
        assert "a game without a name" in before
        name = after.partition(".")[0]
        assert name not in before
        played.add(name == "quiet-otter-1")
    assert played == {True, False}


def test_32_blind_play_needs_a_folder_with_games(typed, tmp_path):
    assert "needs a folder" in typed([], str(tmp_path), "--blind", code=2)


@pytest.mark.parametrize("game", ["five-card-draw", "holdem"])
def test_the_same_seed_and_lines_give_the_same_game(typed, game):
    lines = ["1", "2", "1"] * 8
    first = typed(lines, game, "--seed", "5", "--against", "random")
    assert first == typed(lines, game, "--seed", "5", "--against", "random")
    assert first != typed(lines, game, "--seed", "6", "--against", "random")


def test_nobody_elses_cards_are_shown(typed):
    printed = typed(["q"], "simple-poker", "--seed", "7", "--against", "random")
    state = lab.load("simple-poker").game().start(2, derived(7, "deal"))
    assert str(state.cards_of(0)) in printed
    for card in state.cards_of(1):
        assert str(card) not in printed
    assert printed.count("▒▒") == 5


def test_a_hand_that_is_shown_says_what_it_comes_to_with_the_board(typed):
    printed = typed(["1"] * 20, "step-holdem", "--seed", "5", "--against", "greedy", "--hands", "1")
    assert "You show 6c7d: two pair" in printed  # of the board
    printed = typed(["1"] * 20, "blackjack", "--seed", "5", "--against", "greedy", "--hands", "1")
    assert re.search(r"You show \S+: \d+ points", printed)


def test_cards_that_a_bot_gives_are_told_at_once(typed):
    printed = typed(["1"] * 4, "black-lady", "--seed", "2", "--against", "greedy")
    assert printed.count("gives 3 cards") == 3
    assert "gives a card" not in printed


def test_only_legal_choices_are_offered_by_number_name_letter_and_card(typed):
    printed = typed(["bet", "q"], "simple-poker", "--seed", "7", "--against", "random")
    assert "1 check   2 bet 10" in printed
    assert "You bet 10" in printed
    for word in ("b", "2", "Bet", "bet 10", " be "):
        assert "You bet 10" in typed([word, "q"], "simple-poker", "--seed", "7", "--against", "random")
    hearts = typed(["1", "1", "1", "q"], "black-lady", "--seed", "2", "--against", "random")
    card = re.search(r"1 give (\w\w)", hearts)[1]
    assert f"You give {card}" in typed([card.lower(), "q"], "black-lady", "--seed", "2", "--against", "random")


@pytest.mark.parametrize("nonsense", ["x", "9", "0", "-1", "[red]", "٣", "9" * 30, "b b", "", "/quit"])
def test_nonsense_is_asked_again(typed, nonsense):
    for game in ("simple-poker", "holdem"):
        printed = typed([nonsense, "q"], game, "--seed", "7", "--against", "random")
        answers = ("is not something you can do now", "does not increase", "above the stack")
        assert any(answer in printed for answer in answers)


def test_what_is_not_legal_is_refused_with_its_reason(typed):
    assert "FOLD is not offered with nothing to call" in typed(["fold", "q"], "simple-poker", "--against", "random",
                                                               "--seed", "7")
    assert "nothing is owed" in typed(["call", "call", "call", "q"], "holdem", "--seed", "4", "--against", "caller")


def test_questions_explain_the_moment_and_the_whole_game(typed):
    printed = typed(["?", "? rules", "q"], "five-card-draw", "--seed", "3", "--against", "greedy")
    assert "1 check: stay in without paying" in printed
    assert "A betting round with bets of 20 and at most 3 raises." in printed
    assert MARKDOWN_HEAD in printed
    assert "You hold" in typed(["?", "q"], "holdem", "--seed", "3")


def test_raises_of_any_size_in_poker(typed):
    assert "You raise to 77" in typed(["r 77", "q"], "holdem", "--seed", "4", "--against", "caller", "caller")
    assert "You raise to 99" in typed(["raise to 99", "q"], "holdem", "--seed", "4", "--against", "caller", "caller")
    assert "below the minimum of 40" in typed(["r 39", "q"], "holdem", "--seed", "4", "--against", "caller", "caller")
    assert "and are all-in" in typed(["all-in"], "holdem", "--seed", "4", "--against", "folder", "folder").replace(
        "and is all-in", "and are all-in")


def test_draws_in_poker(typed):
    hand = typed(["2", "q"], "single-draw", "--seed", "4", "--against", "caller")
    cards = re.search(r"You are dealt (\w\w) (\w\w)", hand)
    printed = typed(["2", f"d {cards[1]}{cards[2]}", "q"], "single-draw", "--seed", "4", "--against", "caller")
    assert "You throw 2 cards away and draw" in printed
    refused = typed(["2", "d 2c3d4h5s6c", "d zz", "q"], "single-draw", "--seed", "4", "--against", "caller")
    assert "is not in this hand" in refused
    assert "is not a card" in refused


def test_the_score_counts_hands_and_chips(typed):
    printed = typed(["f"] * 9, "holdem", "--seed", "4", "--against", "caller", "--hands", "3")
    assert "all hands played" in printed
    assert re.search(r"3 hands, 19\d\d chips: -\d+\.", printed)
    printed = typed(["1"] * 30, "simple-poker", "--seed", "4", "--against", "random", "--hands", "3")
    assert "after 3 hands. You have won" in printed


def test_who_has_no_chips_is_out(typed):
    printed = typed(["all-in", "2", "2", "2"] * 400, "holdem", "--seed", "1", "--stack", "40", "--against", "caller")
    assert "you are out" in printed or "you have all the chips" in printed


@pytest.mark.parametrize("game", ["kuhn-poker", "holdem"])
def test_end_of_input_leaves_politely(typed, game):
    assert "you get up" in typed([], game, "--seed", "7", "--against", "random")


def test_against_a_searcher_by_name(typed):
    assert "mcts" in typed(["1"] * 9, "kuhn-poker", "--against", "mcts:30", "--seed", "2")
    assert "you get up" in typed(["c"], "holdem", "--against", "mcts:5", "--seed", "2")


def test_a_bot_of_your_own_plays(typed, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import croupier\nclass Mine(croupier.Bot):\n    def act(self, view):\n"
                    "        return view.legal.menu(1)[0]\n")
    assert "Mine" in typed(["1"] * 40, "three-card-brag", "--against", str(file), "--seed", "2", "--hands", "2")


@pytest.mark.parametrize(("arguments", "words"), [
    (["chess"], "there is no game 'chess'"), (["simple-poker", "--against", "genius"], "there is no bot"),
    (["simple-poker", "--players", "9"], "players, not 9"), (["simple-poker", "--players", "1"], "at least 2 players"),
    (["simple-poker", "--against", "random", "random", "--players", "2"], "2 bots for 1 seats"),
    (["holdem", "--hands", "0"], "--hands"), (["holdem", "--seed", "-1"], "seed must be"),
    (["holdem", "--stack", "0"], "stack"), (["kuhn-poker", "--against", "mcts:0"], "iterations must be")])
def test_wrong_usage_is_told_in_a_line(typed, arguments, words):
    printed = typed([], *arguments, code=2)
    assert words in printed
    assert len(printed.strip().splitlines()) == 1


def test_a_hand_that_is_not_played_is_not_announced(typed):
    printed = typed(["1"] * 200, "simple-poker", "--against", "random", "--seed", "3", "--hands", "2")
    assert "hand 2" in printed
    assert "hand 3" not in printed
    assert "you get up" in printed


@pytest.mark.parametrize("option", ["--stack", "--sb", "--bb", "--ante"])
def test_stakes_of_poker_are_refused_for_games_with_their_own(typed, option):
    printed = typed([], "kuhn-poker", option, "5", code=2)
    assert printed == f"croupier play: {option} is for poker: kuhn-poker has chips and bets of its own\n"


def test_more_iterations_than_a_search_takes(typed):
    printed = typed([], "kuhn-poker", "--against", "mcts:999999999", code=2)
    assert printed == "croupier play: mcts searches with 1 to 9,999,999 iterations a decision, not 999999999\n"


def test_a_level_chooses_the_opponents(typed):
    assert "tight:hard" in typed(["q"], "holdem", "--level", "hard", "--seed", "1")
    assert "loose:normal" in typed(["q"], "holdem", "--seed", "1")
    assert "did you mean hard" in typed([], "holdem", "--level", "hrad", code=2)
    assert "tricky:hard" in typed(["q"], "holdem", "--against", "tricky", "--level", "hard", "--seed", "1")
    assert "did you mean hard" in typed([], "holdem", "--level", "hrad", "--against", "tricky", code=2)
    assert "caller has no levels" in typed([], "holdem", "--level", "hard", "--against", "caller", code=2)
