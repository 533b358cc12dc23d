"""The solved tables for short stacks, beside a published chart, and how characters use them."""

from __future__ import annotations

import pytest

import croupier
from croupier.bots.characters import Character
from croupier.bots.characters.preflop import ORDER
from croupier.bots.characters.push_fold import DIGITS, chance_to_push, tables
from croupier.cards import parse

PUBLISHED_PUSH = """
20 20 20 20 20 20 20 20 20 20 20 20 20
20 20 20 20 20 20 20 20 20 20 20 19.9 19.3
20 20 20 20 20 20 20 20 20 20 16.3 13.5 12.7
20 20 20 20 20 20 20 20 18.6 14.7 13.5 10.6 8.5
20 20 20 20 20 20 20 20 20 11.9 10.5 7.7 6.5
20 20 20 20 20 20 20 20 20 14.4 6.9 4.9 3.7
20 18.0 13.0 13.3 17.5 20 20 20 20 18.8 10.1 2.7 2.5
20 16.1 10.3 8.5 9.0 10.8 14.7 20 20 20 13.9 2.5 2.1
20 15.1 9.6 6.5 5.7 5.2 7.0 10.7 20 20 16.3 7.1 2.0
20 14.2 8.9 6.0 4.1 3.5 3.0 2.6 2.4 20 20 12.9 2.0
20 13.1 7.9 5.4 3.8 2.7 2.3 2.1 2.0 2.1 20 10.0 1.8
20 12.2 7.5 5.0 3.4 2.5 1.9 1.8 1.7 1.8 1.6 20 1.7
20 11.6 7.0 4.6 2.9 2.2 1.8 1.6 1.5 1.5 1.4 1.4 20
"""
"""HoldemResources' chart: the largest effective stack at which the small blind pushes each hand. Rows and columns are
the ranks from ace to deuce, suited hands to the right of the pairs."""
NOT_PUSHED = {"63s": (2.3, 5.1), "53s": (2.4, 3.8), "43s": (2.2, 4.9)}
"""Stacks between which these hands are folded, although they are pushed with more chips."""
PUBLISHED_CALL = """
20 20 20 20 20 20 20 20 20 20 20 20 20
20 20 20 20 20 20 17.6 15.2 14.3 13.2 12.1 11.4 10.7
20 20 20 20 20 16.1 13.0 10.5 9.9 8.9 8.4 7.8 7.2
20 20 19.5 20 18.0 13.4 10.6 8.8 7.0 6.9 6.1 5.8 5.6
20 20 15.3 12.7 20 11.5 9.3 7.4 6.3 5.2 5.2 4.8 4.5
20 17.1 11.7 9.5 8.4 20 8.2 7.0 5.8 5.0 4.3 4.1 3.9
20 13.8 9.7 7.6 6.6 6.0 20 6.5 5.6 4.8 4.1 3.6 3.5
20 12.4 8.0 6.4 5.5 5.0 4.7 20 5.4 4.8 4.1 3.6 3.3
20 11.0 7.3 5.4 4.6 4.2 4.1 4.0 20 4.9 4.3 3.8 3.3
20 10.2 6.8 5.1 4.0 3.7 3.6 3.6 3.7 20 4.6 4.0 3.6
18.3 9.1 6.2 4.7 3.8 3.3 3.2 3.2 3.3 3.5 20 3.8 3.4
16.6 8.7 5.9 4.5 3.6 3.1 2.9 2.9 2.9 3.1 3.0 20 3.3
15.8 8.1 5.6 4.2 3.5 3.0 2.8 2.6 2.7 2.8 2.7 2.6 15.0
"""
"""The same for the big blind's calls."""
RANKS = "AKQJT98765432"


def published(chart: str, stack: float) -> set[str]:
    """The kinds of hands that a chart plays at a stack."""
    found = set()
    for row, line in zip(RANKS, chart.split("\n")[1:], strict=False):
        for column, most in zip(RANKS, line.split(), strict=True):
            high, low = sorted((row, column), key=RANKS.index)
            kind = row + column if row == column else high + low + ("s" if row == high else "o")
            least, limit = NOT_PUSHED.get(kind, (0, 0)) if chart == PUBLISHED_PUSH else (0, 0)
            if stack <= float(most) and not least < stack < limit:
                found.add(kind)
    return found


def combos(kind: str) -> int:
    return 6 if len(kind) == 2 else 4 if kind[2] == "s" else 12


def share(table: str, stack: int) -> float:
    digits = tables()[f"bb{stack}"][table]
    return sum(combos(kind) * DIGITS.index(digit) / 15 for kind, digit in zip(ORDER, digits, strict=True)) / 1326


@pytest.mark.parametrize("stack", range(1, 16))
@pytest.mark.parametrize(("table", "chart"), [("push1", PUBLISHED_PUSH), ("call1_0", PUBLISHED_CALL)])
def test_31_heads_up_tables_agree_with_the_published_chart_within_one_percent_of_hands(table, chart, stack):
    kinds = published(chart, stack)
    assert share(table, stack) == pytest.approx(sum(map(combos, kinds)) / 1326, abs=0.01)
    wrong = sum(combos(kind) * abs(DIGITS.index(digit) / 15 - (kind in kinds))
                for kind, digit in zip(ORDER, tables()[f"bb{stack}"][table], strict=True))
    assert wrong / 1326 < 0.01


def test_31_the_chart_is_read_as_it_is_printed():
    kinds = published(PUBLISHED_PUSH, 10)
    assert sum(map(combos, kinds)) / 1326 == pytest.approx(0.5837, abs=0.0001)
    assert {"43s", "K2o", "T4s", "84s"} <= kinds
    assert not {"J2s", "Q6o", "T3s", "83s"} & kinds
    assert "43s" not in published(PUBLISHED_PUSH, 4)


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
