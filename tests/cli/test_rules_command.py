"""`croupier rules`: a clause, a poker game, the sting, a game of the lab; unknown names get a suggestion."""

from __future__ import annotations

import json

import pytest

from croupier.cli import main
from croupier.cli.games import NAMES
from croupier.games.poker.rules import ALL_RULES
from croupier.rulebook import CLAUSES


def printed(capsys, *words):
    assert main(["rules", *words]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("number", CLAUSES)
def test_every_clause_is_printed_with_its_example(capsys, number):
    text = " ".join(printed(capsys, number).split())
    clause = CLAUSES[number]
    assert text.startswith(f"{number}. {clause.title} {' '.join(clause.text.split())[:60]}")
    assert clause.example in text


def test_a_clause_in_small_letters_and_as_json(capsys):
    found = json.loads(printed(capsys, "b4", "--json"))
    assert (found["clause"], found["title"]) == ("B4", "Reopening the betting")
    assert found["text"] == CLAUSES["B4"].text


@pytest.mark.parametrize("name", [*NAMES, *ALL_RULES])
def test_every_poker_game_has_its_rules(capsys, name):
    rules = ALL_RULES[NAMES.get(name, name)]
    text = printed(capsys, name)
    assert text.lower().startswith(f"# {rules.name} ({rules.code})".lower())
    for number in range(1, len(rules.streets) + 1):
        assert f"\n{number}. **" in text
    assert f"a deck of {rules.deck} cards" in text


def test_the_rules_of_omaha_hi_lo(capsys):
    text = printed(capsys, "omaha8")
    assert "1. **Before the flop**: four cards face down to each player." in text
    assert "exactly two hole cards" in text
    assert "eight or lower" in text


def test_the_sting_is_told_by_its_clauses(capsys):
    text = printed(capsys, "sting")
    for number, clause in CLAUSES.items():
        assert (clause.text in text) == number.startswith("I")


def test_a_game_of_the_lab_as_json(capsys):
    found = json.loads(printed(capsys, "guts", "--json"))
    assert found["rules"].startswith("# Guts")


@pytest.mark.parametrize(("name", "hint"), [
    ("omha8", "did you mean omaha8?"), ("stin", "did you mean sting?"), ("B4x", "did you mean B4?"),
    ("kuhn-pokr", "did you mean kuhn-poker?"), ("quartets of the deep", "`croupier rules` lists")])
def test_an_unknown_name_gets_a_suggestion(capsys, name, hint):
    assert main(["rules", name]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert hint in captured.err


def test_without_a_name_everything_is_listed(capsys):
    text = printed(capsys)
    for name in ("B13", "omaha8", "sting", "guts"):
        assert f"  {name} " in text
    assert set(json.loads(printed(capsys, "--json"))) == {"clauses", "poker", "other"}


def test_the_rules_of_a_poker_game_go_to_a_file(tmp_path):
    assert main(["rules", "razz", "--out", str(tmp_path / "razz.md")]) == 0
    assert (tmp_path / "razz.md").read_text().startswith("# Fixed-limit razz (FR)")
