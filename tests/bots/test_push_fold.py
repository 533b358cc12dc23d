"""The solved tables for short stacks, beside a published chart, and how characters use them."""

from __future__ import annotations

import pytest

import croupier
from croupier.bots.characters import Character
from croupier.bots.characters.preflop import ORDER
from croupier.bots.characters.push_fold import DIGITS, chance_to_push, tables
from croupier.cards import parse
from croupier.ranking import parse_range

PUBLISHED_10_BB = """
22+ A2s+ A2o+ K2s+ K2o+ Q2s+ Q7o+ J3s+ J8o+ T4s+ T8o+ 95s+ 97o+ 84s+ 87o 74s+ 76o 64s+ 53s+ 43s
"""
"""The small blind's pushes heads-up at 10 big blinds, read from HoldemResources' chart."""


def combos(kind: str) -> int:
    return 6 if len(kind) == 2 else 4 if kind[2] == "s" else 12


def share(table: str, stack: int) -> float:
    digits = tables()[f"bb{stack}"][table]
    return sum(combos(kind) * DIGITS.index(digit) / 15 for kind, digit in zip(ORDER, digits, strict=True)) / 1326


def test_31_the_small_blind_pushes_at_ten_big_blinds_as_published():
    published = {frozenset(hand) for hand in parse_range(", ".join(PUBLISHED_10_BB.split()))}
    assert len(published) / 1326 == pytest.approx(0.5837, abs=0.0001)
    assert share("push1", 10) == pytest.approx(len(published) / 1326, abs=0.01)
    wrong = 0.0
    digits = tables()["bb10"]["push1"]
    for kind, digit in zip(ORDER, digits, strict=True):
        is_pushed = frozenset(parse_range(kind)[0]) in published
        wrong += combos(kind) * abs(DIGITS.index(digit) / 15 - is_pushed) / 1326
    assert wrong < 0.01


def test_31_the_big_blind_calls_at_ten_big_blinds_as_published():
    assert share("call1_0", 10) == pytest.approx(0.374, abs=0.01)


@pytest.mark.parametrize("stack", range(1, 16))
def test_there_is_a_table_for_every_seat(stack):
    found = tables()[f"bb{stack}"]
    assert set(found) == {f"push{behind}" for behind in range(1, 6)} | {
        f"call{behind}_{caller}" for behind in range(1, 6) for caller in range(behind)}
    assert all(len(digits) == 169 and set(digits) <= set(DIGITS) for digits in found.values())


def test_fewer_hands_push_with_more_players_behind_and_more_chips():
    assert [share(f"push{behind}", 8) for behind in range(5, 0, -1)] == sorted(
        share(f"push{behind}", 8) for behind in range(1, 6))
    assert share("push1", 15) < share("push1", 8) < share("push1", 2)


def view_with(hole: str, stack: int):
    deck = hole[:2] + "2c" + hole[2:]
    hand = croupier.holdem(50, 100).deal([stack, stack], button=0, deck=deck, seed=1)
    if str(hand.hole(0)) != hole:  # the other seat is dealt first
        hand = croupier.holdem(50, 100).deal([stack, stack], button=0, deck="2c" + hole[:2] + "3d" + hole[2:], seed=1)
    return hand.observe(0)


def test_characters_with_skill_use_them():
    view = view_with("Kd2s", 1000)
    assert Character("expert").policy(view) == {croupier.Action("RAISE_TO", 1000): 1.0}
    assert Character("expert").policy(view_with("7d2s", 1000)) == {croupier.Action("FOLD"): 1.0}
    assert not Character("easy").traits.solved


def test_no_table_fits_deep_stacks():
    assert chance_to_push(15.1, 1, bytes(int(card) for card in parse("AhAd"))) is None
    assert chance_to_push(10, 6, bytes(int(card) for card in parse("AhAd"))) is None
