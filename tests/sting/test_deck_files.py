"""Deck files: what a designer may write, and that whatever is wrong is refused with its line and the reason."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.games.sting.cards import BadDeck
from croupier.games.sting.decks.reader import NAMES, load, loads
from croupier.games.sting.game import Sting

SMALL = """\
name = "a small deck"

[rules]
rounds = 2
respond = "everyone"
order = ["player", "narc", "customer"]

[run]
hands = 2

[house.narc]
raises = [10, 20]

[house.customer]
raises = [0, 100]

[[player]]
name = "Goods"
kind = "product"
count = 3
price = 10

[[narc]]
name = "Clue"
kind = "evidence"
count = 3
evidence = 5

[[customer]]
name = "Bargain"
kind = "modifier"
count = 3
multiplier = 0.75
"""


def line_of(text: str, words: str) -> int:
    return text[:text.index(words)].count("\n") + 1


def test_a_small_deck():
    rules = loads(SMALL)
    assert (rules.name, rules.rounds, rules.respond, rules.order) == ("a small deck", 2, "everyone", (2, 0, 1))
    assert rules.house["narc"].raises == (10, 20)
    card, count = rules.decks[1][0]
    assert (card.multiplier, count) == (75, 3)
    run = Sting(rules).start(seed=1)
    assert run.actor == 2


@pytest.mark.parametrize("name", NAMES)
def test_the_decks_of_the_house_load_and_play(name):
    run = Sting(name).start(seed=1)
    while not run.is_over:
        run.apply(next(iter(run.legal())))
    assert run.end


@pytest.mark.parametrize(("old", "new", "at", "words"), [
    ('kind = "product"', 'kind = "weapon"', "weapon", "unknown kind 'weapon': there are product, location"),
    ("count = 3\nprice", "count = -1\nprice", "count = -1", "count of 'Goods' must be a whole number from 1 to 60"),
    ("count = 3\nprice", "count = 61\nprice", "count = 61", "count of 'Goods'"),
    ("count = 3\nprice", "count = 1\nprice", "", "player has 1 cards: a deck has 3"),
    ("price = 10", "price = -10", "price = -10", "price of 'Goods' must be a whole number from 0"),
    ("price = 10", "price = 1.5", "price = 1.5", "price of 'Goods' must be a whole number"),
    ("price = 10", "price = true", "price = true", "price of 'Goods' must be a whole number"),
    ("price = 10", "prize = 10", "prize", "unknown field 'prize' in player: there are name, kind, price, heat, count"),
    ("price = 10", "price = 10\nevidence = 3", "evidence = 3", "unknown field 'evidence' in player"),
    ("price = 10\n", "", "[[player]]", "'Goods', a product, needs a price"),
    ('name = "Goods"\n', "", "[[player]]", "a card needs a name"),
    ('name = "Goods"', "name = 7", "name = 7", "a card needs a name"),
    ("multiplier = 0.75", "multiplier = 0.755", "multiplier", "at most two decimals, not 0.755"),
    ("multiplier = 0.75", "multiplier = -1", "multiplier", "multiplier must be a number from 0 to 10"),
    ("multiplier = 0.75", "multiplier = inf", "multiplier", "multiplier must be"),
    ("multiplier = 0.75", 'multiplier = "2"', "multiplier", "multiplier must be"),
    ("rounds = 2", "rounds = 0", "rounds = 0", "rules.rounds must be a whole number from 1 to 6"),
    ("rounds = 2", "rounds = 3", "raises = [10, 20]", "house.narc.raises needs 3 chances"),
    ("raises = [10, 20]", "raises = [10, 101]", "raises = [10, 101]", "house.narc.raises must be"),
    ("raises = [10, 20]", "raises = 5", "raises = 5", "house.narc.raises must be a list"),
    ("raises = [10, 20]", "raises = [60, 0]\nfolds = [60, 0]", "raises = [60", "more than 100 percent"),
    ("hands = 2", "hands = 0", "hands = 0", "run.hands must be"),
    ("hands = 2", "hans = 2", "hans = 2", "unknown field 'hans' in run: there are hands, cash, heat"),
    ('respond = "everyone"', 'respond = "all"', "respond", "rules.respond 'all' is not one of order, everyone, nobody"),
    ('"customer"]', '"narc"]', "order", "rules.order must name each of narc, customer, player once"),
    ("[run]", "[run", "[run\n", "not TOML"),
    ("[run]", "[ruin]", "[ruin]", "unknown field 'ruin': there are name"),
    ("[house.customer]", "[house.player]", "[house.player]", "unknown field 'player' in house"),
    ('name = "Clue"', 'name = "Clue"\nkind = "evidence"\n[[narc]]\nname = "Clue"', "", "'Clue' twice"),
])
def test_what_is_wrong_is_refused_with_line_and_reason(old, new, at, words):
    assert old in SMALL
    text = SMALL.replace(old, new, 1)
    with pytest.raises(BadDeck) as refused:
        loads(text, "mine.toml")
    assert words in refused.value.reason
    assert str(refused.value).startswith("mine.toml")
    if at:
        assert refused.value.line == line_of(text, at), str(refused.value)


def test_no_narc_cards():
    text = SMALL[:SMALL.index("[[narc]]")] + SMALL[SMALL.index("[[customer]]"):]
    with pytest.raises(BadDeck, match=r"no narc cards: write \[\[narc\]\]"):
        loads(text)
    with pytest.raises(BadDeck, match="line 1: no narc cards"):
        loads("narc = []\n" + text)


def test_cards_written_on_one_line():
    text = "narc = [{name = 'Clue', kind = 'evidence', count = 0, evidence = 5}]\n" + \
        SMALL[:SMALL.index("[[narc]]")] + SMALL[SMALL.index("[[customer]]"):]
    with pytest.raises(BadDeck, match="line 1: count of 'Clue'"):
        loads(text)


def test_profits_beyond_64_bits_are_refused():
    text = SMALL.replace("multiplier = 0.75", "multiplier = 10").replace("price = 10", "price = 1000000")
    loads(text)
    with pytest.raises(BadDeck, match=r"beyond 10\^15"):
        loads(text.replace("rounds = 2", "rounds = 2\nmax_raises = 8"))


def test_a_deck_that_is_not_there():
    with pytest.raises(BadDeck, match="there is no deck 'nowhere': there are seed, tuned"):
        load("nowhere")


def test_files(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)
    assert load(path).name == "a small deck"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadDeck, match="not UTF-8"):
        load(path)
    path.write_text("#" * (1 << 21))
    with pytest.raises(BadDeck, match="too big"):
        load(path)


@pytest.mark.parametrize("name", ["x" * 300, "x" * 300 + ".toml", "a\0b.toml", "\ud800.toml", "", "."])
def test_names_that_no_file_can_have(name):
    with pytest.raises(BadDeck, match="there is no deck"):
        load(name)


def test_a_file_that_cannot_be_read(tmp_path, monkeypatch):
    path = tmp_path / "mine.toml"
    path.write_text(SMALL)

    def locked(*_, **__):
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "open", locked)
    with pytest.raises(BadDeck, match=r"mine\.toml: Permission denied"):
        load(path)


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="there is no /proc here")
def test_a_file_that_fails_while_it_is_read():
    with pytest.raises(BadDeck, match=r"/proc/self/mem: Input/output error"):
        load("/proc/self/mem")


@given(st.data())
def test_damaged_files_are_refused_by_name_or_played(data):
    text = files("croupier.games.sting").joinpath("decks", "seed.toml").read_text(encoding="utf-8")
    at = data.draw(st.integers(0, len(text) - 1))
    new = data.draw(st.sampled_from(["", "-", "9", '"', "[", "]", "=", "\n", "x", "0.5", "nan", "true", "\x00"]))
    try:
        rules = loads(text[:at] + new + text[at + 1:], "damaged.toml")
    except BadDeck as refused:
        assert refused.reason
        return
    run = Sting(rules).start(seed=1)
    while not run.is_over:
        run.apply(next(iter(run.legal())))


def test_other_rounds_need_a_house_of_their_own():
    text = SMALL.replace("[house.narc]\nraises = [10, 20]\n", "")
    with pytest.raises(BadDeck) as refused:
        loads(text, "mine.toml")
    assert refused.value.line == line_of(text, "rounds = 2")
    assert refused.value.reason == ("rules.rounds is 2, the house's usual narc plays 3: write [house.narc] and its "
                                    "raises, one chance for each round")
