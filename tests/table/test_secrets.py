"""Non-interference: two runs that differ only in cards a viewer may not see look the same to it, byte for byte."""

from __future__ import annotations

import json
from random import Random

import pytest

from croupier import table
from croupier.games.api import PUBLIC
from croupier.table import play as playing

from .dict_host import DictHost

ORDER = playing._deck
VARIANTS = ["NT", "PO", "FB", "F7S"]


def swapped(monkeypatch, one, other):
    """Deal from a deck in which two cards have changed places."""
    turn = {one: other, other: one}
    monkeypatch.setattr(playing, "_deck", lambda *facts: [turn.get(card, card) for card in ORDER(*facts)])


def begun(variant):
    stud = variant == "F7S"
    stakes = {"antes": [], "_blinds": {"antes": [5]}, "smallBet": 20, "bigBet": 40, "bringIn": 10} if stud else {
        "blindsOrStraddles": [], "_blinds": {"small": 10, "big": 20}}
    made = DictHost({"variant": variant, "players": [], "startingStacks": [], "minBet": 20, "hand": 0, "actions": [],
                     "seatCount": 6, **stakes})
    for name in "ABC":
        assert made.join(name, 1000) is None
    return made


def run(variant, seed, viewer, steps):
    """What a viewer gets of a hand: its dicts, its status, the engine's own view, each as bytes."""
    made, rng, seen = begun(variant), Random(seed), []
    assert made.next_hand(seed, 0) is None
    for _ in range(steps):
        if any("sm" in line for line in made.hand["actions"]) or not made.is_in_hand:
            break
        seen.append(json.dumps(table.personalize(made.hand, viewer or "nobody")).encode())
        seen.append(json.dumps(table.status(made.hand, viewer or "nobody")).encode())
        place = made.state.column_of(viewer)
        at = PUBLIC if place is None else made.play.engine_seat[place]
        seen.append(str(made.play.hand.observe(at)).encode() + repr(made.play.hand.observe(at).events).encode())
        choices = [action for action in made.play.hand.legal().menu(4) if action.kind != "DISCARD"]
        assert made.act(made.actor, rng.choice(choices), 0) is None
    return seen, made


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("viewer", ["A", "B", "C", None])
@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_do_not_show(monkeypatch, variant, viewer, seed):
    first, made = run(variant, seed, viewer, 40)
    cards = made.play.held
    place = made.state.column_of(viewer)
    hidden = [held[0] for owner, held in cards.items() if owner != place]
    undealt = [card for card in ORDER(str(seed), made.state.hand["hand"], 52, "") if card not in made.play.out]
    assert hidden
    for card in hidden:
        swapped(monkeypatch, card, undealt[-1])
        second, other = run(variant, seed, viewer, 40)
        assert other.play.held != cards
        assert first == second


@pytest.mark.parametrize("seed", range(6))
def test_own_cards_do_show(monkeypatch, seed):
    """The same comparison fails for a card the viewer may see: the test can fail."""
    first, made = run("NT", seed, "A", 40)
    swapped(monkeypatch, made.play.held[made.state.column_of("A")][0], "2c" if "2c" not in made.play.out else "2d")
    assert run("NT", seed, "A", 40)[0] != first


def test_nobody_gets_the_seed_or_the_deck():
    made = begun("NT")
    made.next_hand("a secret of the host", 0)
    for viewer in ["A", "B", "C", "nobody"]:
        assert "secret" not in json.dumps(table.personalize(made.hand, viewer))
        assert "seed" not in table.personalize(made.hand, viewer)


@pytest.mark.parametrize("viewer", ["A", "B", "C", "X"])
def test_a_log_the_engine_refuses_is_masked_all_the_same(viewer):
    server = {"variant": "NT", "players": ["A", "B", "C"], "startingStacks": [100] * 3, "blindsOrStraddles": [0, 1, 2],
              "actions": ["d dh p1 AsKs", "d dh p2 QsJs", "d dh p3 9c9d", "d db 2c3c4c", "p3 cbr 9999"]}
    view = table.personalize(server, viewer)
    masked = [f"d dh p{at + 1} {'????' if viewer != name else cards}"
              for at, (name, cards) in enumerate([("A", "AsKs"), ("B", "QsJs"), ("C", "9c9d")])]
    assert view["actions"] == [*masked, "d db 2c3c4c", "p3 cbr 9999"]


def test_mucked_and_folded_cards_stay_hidden_for_good():
    server = {"variant": "NT", "players": ["A", "B", "C"], "startingStacks": [100] * 3, "blindsOrStraddles": [0, 1, 2],
              "actions": ["d dh p1 AsKs", "d dh p2 QsJs", "d dh p3 9c9d", "p1 f", "p2 cc", "p3 cc", "d db 2c3c4c",
                          "p2 cc", "p3 cc", "d db 5h", "p2 cc", "p3 cc", "d db 6h", "p2 cc", "p3 cc", "p3 sm 9c9d",
                          "p2 sm"]}
    ended = table.finish(server)
    assert ended["winnings"] == [0, 0, 4]
    lines = table.personalize(ended, "X")["actions"]
    assert lines[:3] == ["d dh p1 ????", "d dh p2 ????", "d dh p3 9c9d"]
    assert lines[-2:] == ["p3 sm 9c9d", "p2 sm"]
