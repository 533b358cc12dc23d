"""Every game of RULES is known everywhere that games are listed: only its value in rules.py has to be written."""

from __future__ import annotations

import json

import pytest

import croupier
from arena.test_client import GAMES as WIRE_GAMES
from croupier.arena.core.config import TableConfig, checked
from croupier.arena.server.app import games_module
from croupier.cli import main
from croupier.cli.games import GAMES_HELP, chosen
from croupier.games.poker.equities import Spot, equity
from croupier.games.poker.rules import ALL_RULES, NAMES, RULES, named
from croupier.games.registry import variant_name
from croupier.notation.pokerstars.vocabulary import GAMES as STARS_GAMES
from croupier.notation.pokerstars.vocabulary import WORDS
from notation.hands import CODES as RECORD_GAMES
from properties.lines import GAMES as PROPERTY_GAMES

from .every_game import CODES as TEST_GAMES

EVERY = pytest.mark.parametrize("code", RULES)


def test_names_and_codes_are_one_to_one():
    assert len(NAMES) == len(RULES)
    assert all(rules.typed and rules.stars and rules.high for rules in RULES.values())


@EVERY
def test_every_spelling_of_a_name_is_taken(code):
    typed = RULES[code].typed
    for spelling in (typed, typed.upper(), typed.replace("-", "_"), typed.replace("-", " "), code, code.lower()):
        assert named(spelling) is RULES[code]
        assert croupier.game(spelling, **RULES[code].stakes(1, 2)).rules is RULES[code]


@EVERY
def test_the_command_line_has_it(code, capsys):
    rules = RULES[code]
    assert rules.typed in GAMES_HELP
    assert chosen(rules.typed, 5, 10, 0) == croupier.game(code, **rules.stakes(5, 10))
    for command in ("sim", "match", "play", "equity", "arena", "rank"):
        main([command, "--help"])
        assert rules.typed in " ".join(capsys.readouterr().out.replace("│", " ").split()).replace("- ", "-"), command


@EVERY
def test_its_rules_are_printed(code, capsys):
    main(["rules", RULES[code].typed])
    assert f"# {RULES[code].title} ({code})" in capsys.readouterr().out


@EVERY
def test_a_command_plays_it(code, capsys):
    main(["sim", "--game", RULES[code].typed, "--hands", "20", "--seats", "3", "--json"])
    assert json.loads(capsys.readouterr().out)["hands"] == 20


@EVERY
def test_equity_has_it(code):
    rules = RULES[code]
    size = rules.streets[0].down + rules.streets[0].up
    hands = ["".join(map(str, croupier.Cards(range(51 - size * at, 51 - size * (at + 1), -1)))) for at in range(2)]
    found = equity(*hands, game=rules.typed, samples=200, seed=1)
    assert sum(found.equities) == pytest.approx(1)
    assert Spot.of(rules, hands).rules is rules


@EVERY
def test_pokerstars_texts_have_words_for_it(code):
    assert RULES[code].stars in STARS_GAMES
    assert WORDS[code][0] == RULES[code].stars


@EVERY
def test_a_table_of_the_arena_plays_it(code):
    config = checked(TableConfig(variant=variant_name(code), seats=2, min_teams=2))
    assert config.game().rules is RULES[code]
    assert config.game() == croupier.game(code, **RULES[code].stakes(config.sb, config.bb))


@pytest.mark.parametrize("code", ALL_RULES)
def test_the_page_is_served_its_facts(code):
    games = json.loads(games_module().removeprefix("export const games = ").removesuffix(";\n"))
    rules = ALL_RULES[code]
    assert games[code] == games[variant_name(code)] == {"title": rules.title, "high": rules.high, "deck": rules.deck,
                                                        "cards": rules.hole_cards}


@EVERY
def test_the_tests_have_it(code):
    assert code in TEST_GAMES
    assert code in RECORD_GAMES
    assert code in PROPERTY_GAMES
    assert variant_name(code) in WIRE_GAMES


@pytest.mark.parametrize(("typed", "stakes"), [
    ("holdem", {"sb": 10, "bb": 20, "ante": 0}), ("stud", {"ante": 5, "bring_in": 10, "small_bet": 20}),
    ("short-deck", {"ante": 10, "button_blind": 20})])
def test_two_stakes_mean_the_same_everywhere(typed, stakes):
    code = NAMES[typed]
    assert RULES[code].stakes(10, 20) == stakes
    expected = croupier.game(code, **stakes)
    assert chosen(typed, 10, 20, 0) == TableConfig(variant=variant_name(code), sb=10, bb=20).game() == expected
