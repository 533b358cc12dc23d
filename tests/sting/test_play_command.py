"""`croupier play sting` as people type it: scripted input, what it shows, what it never shows."""

from __future__ import annotations

import io

import pytest

from croupier.cli import main
from croupier.games.sting.game import Sting

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: Captured):
    """Play with these lines typed; gives what was printed."""
    monkeypatch.setenv("COLUMNS", "100")

    def play(lines: list[str], *arguments: str, code: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
        assert main(["play", "sting", *arguments]) == code
        captured = capsys.readouterr()
        return captured.out if code == 0 else captured.err
    return play


def test_a_run_of_folds_ends_with_a_score(typed):
    printed = typed(["f"] * 5, "--seed", "7")
    assert printed.count("folded: safe, no profit") == 5
    assert "all hands played · score 0 · hands 5 · best deal 0 · folds 5" in printed


def test_the_same_seed_and_lines_give_the_same_run(typed):
    lines = ["1", "c", "c", "1", "c", "2"] * 12
    assert typed(lines, "--seed", "5") == typed(lines, "--seed", "5")
    assert typed(lines, "--seed", "5") != typed(lines, "--seed", "6")


def test_the_table_shows_what_the_player_may_know(typed):
    printed = typed(["q"], "--seed", "7")
    assert "★ initiative" in printed  # the Narc opened
    assert "▒▒" in printed
    assert "raises left 2" in printed
    assert "evidence ░" in printed
    assert "fold: keeps cash 0, 3+17 cards, heat 0; gives up profit 0" in printed
    assert "You draw Back Alley" in printed
    run = Sting().start(seed=7)
    for card in run.cards_of(0):
        assert card.name not in printed
    assert "Narc raises with a card, face down" in printed


def test_own_cards_face_down_are_marked(typed):
    printed = typed(["f", "bull", "q"], "--seed", "7")
    assert "You raise with Bullion, face down" in printed
    assert "[Bullion ▒▒]" in printed
    assert "profit 200" in printed


def test_questions_explain_any_card(typed):
    printed = typed(["?", "? raid", "? 1", "? unicorn", "q"], "--seed", "7")
    assert "Raid (evidence): evidence +40, heat +20" in printed
    assert "Back Alley (location): evidence +25, cover +20" in printed
    assert "there is no card 'unicorn' in this game" in printed


@pytest.mark.parametrize("nonsense", ["x", "9", "0", "-1", "[red]", "٣", "99999999999999999999", "c c", "raise"])
def test_nonsense_is_asked_again(typed, nonsense):
    printed = typed([nonsense, "q"], "--seed", "7")
    assert "is not something you can do now: player may check, raise with" in printed


def test_end_of_input_and_quitting_leave_politely(typed):
    assert "You leave with 0 in hand 1 of 5. The same cards again: --seed 7" in typed(["q"], "--seed", "7")
    assert "You leave with 0 in hand 2 of 5" in typed(["f"], "--seed", "7")


def test_levels_and_hands(typed):
    for level in ("easy", "hard"):
        assert f"Level {level}" in typed(["f"], "--seed", "7", "--level", level, "--hands", "1")


def test_opponents_by_name(typed):
    printed = typed(["c"] * 4, "--seed", "7", "--hands", "1", "--narc", "mcts:5", "--customer", "random")
    assert "You" in printed
    assert "there is no bot" in typed([], "--narc", "genius", code=2)


def test_a_bust_is_said(typed):
    for seed in range(40):
        printed = typed(["1", "c"] * 40, "--seed", str(seed))
        if "BUST" in printed:
            assert "busted · score" in printed
            return
    raise AssertionError("no bust in forty runs of playing anything")


@pytest.mark.parametrize(("arguments", "words"), [
    (["--level", "god"], "there is no level 'god': there are easy"), (["--deck", "none"], "there is no deck 'none'"),
    (["--hands", "0"], "hands must be"), (["--seed", "-1"], "seed must be")])
def test_wrong_usage(typed, arguments, words):
    assert words in typed([], *arguments, code=2)


def test_a_bad_deck_file_is_refused_with_line(typed, tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text('[[player]]\nname = "X"\nkind = "gun"\n[[narc]]\nname="N"\nkind="evidence"\n')
    printed = typed([], "--deck", str(path), code=2)
    assert "no customer cards" in printed or "line 3: unknown kind 'gun'" in printed


def test_an_unknown_game(capsys):
    assert main(["play", "chess"]) == 2


@pytest.mark.parametrize("seed", range(1, 6))
def test_what_can_be_done_is_told_in_the_order_of_the_hand(typed, seed):
    hand = Sting().start(seed=seed).observe(2).hand
    raises = ", ".join(dict.fromkeys(f"raise with {card.name}" for card in hand))
    printed = " ".join(typed(["nonsense"], "--seed", str(seed)).split())
    assert f"'nonsense' is not something you can do now: player may check, {raises} or fold" in printed
