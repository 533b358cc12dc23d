"""1,000 random hands against pokerkit 0.7.7; the soak plays 100,000. Nothing may differ but what is on the list."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("pokerkit", reason="pokerkit is not installed")

from croupier.ranking import kernel

from .deals import Deal, random_deal
from .differences import KNOWN, Node, recognise
from .lockstep import Different, Lockstep, play_number
from .memory import Memory
from .settle import HABITS
from .table import Table

CHUNK = 250 if kernel.COMPILED else 25
CARDS = tuple(range(52))


@pytest.mark.parametrize("chunk", range(4))
def test_random_hands_agree(chunk):
    met: Counter[str] = Counter()
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        met += play_number(number)
    print(*(f"{count:>6} {name}" for name, count in met.most_common()), sep="\n")
    assert met["hands compared to the end"] > 3 * met["hands compared in part"]
    assert met["decisions"] > 5 * CHUNK


def test_a_deal_is_known_by_its_number():
    assert random_deal(7) == random_deal(7) != random_deal(8)


def test_both_engines_hold_the_same_cards():
    for number in range(20):
        deal = random_deal(number)
        hand, table = deal.hand(), Table(deal)
        for place, seat in enumerate(deal.order):
            assert [repr(card) for card in table.state.hole_cards[place]] == [str(card) for card in hand.hole(seat)]


# -- the examples of docs/known-differences.md: each predicate knows its own, and only with the engines as they are


def lockstep(line="", **options):
    """Both engines after a line of words: f, x (check), c (call), or a raise-to amount; blinds 10/20, button 0."""
    options = {"code": "NT", "button": 0, "deck": CARDS, "sb": 10, "bb": 20} | options
    pair = Lockstep(Deal(**options), None)
    for word in line.split():
        pair.memory.look(pair.hand)
        pair.act({"f": ("fold", None), "x": ("check", None), "c": ("call", None)}.get(word) or ("raise", int(word)))
    pair.memory.look(pair.hand)
    return pair


def difference(line="", **options):
    pair = lockstep(line, **options)
    node = Node(pair.deal, pair.hand, pair.table, pair.memory)
    known = recognise(node)
    return known and known[0], node.ours, node.theirs


def test_B4_limper_after_a_short_all_in():
    found = difference("c c 30", stacks=(1000, 1000, 30))
    assert found == ("b4_limp_or_check_reopened", None, (50, 1000))


def test_B4_checker_after_a_short_opening():
    found = difference("c c x x x 5", stacks=(25, 1000, 1000))
    assert found == ("b4_limp_or_check_reopened", None, (25, 980))


def test_B4_short_all_ins_add_up():
    # 20 → 100 is a full raise of 80; 150 and 190 add up to another, 210 comes on top
    found = difference("100 150 190 210 f c", stacks=(210, 1000, 1000, 1000, 150, 190))
    assert found == ("b4_short_all_ins_add_up", (290, 1000), None)


def test_B5_a_raise_that_nobody_can_call():
    found = difference(stacks=(1000, 15, 20))
    assert found == ("b5_raise_nobody_can_call", (40, 1000), None)


def test_B5_a_pot_limit_raise_that_nobody_can_call_over_a_short_blind():
    # the small blind is 6 short, seat 3 is all-in for 50, the big blind has 30 in all
    found = difference("50", code="PO", stacks=(1000, 4, 30, 50))
    assert found == ("b5_raise_nobody_can_call", (80, 180), None)


def test_B5_no_prompt_for_the_big_blind_against_an_all_in():
    found = difference("c f", stacks=(20, 1000, 1000))
    assert found[0] == "b5_no_prompt_with_nothing_to_win"


def test_B6_short_big_blind():
    found = difference(stacks=(1000, 1000, 15))
    assert found == ("b6_short_big_blind_lowers_the_price", (40, 1000), (35, 1000))


def test_B7_big_blind_ante():
    pair = lockstep(stacks=(1000, 1000, 30), bb_ante=20)
    assert (pair.hand.bets[2], pair.table.bets[2]) == (20, 10)
    assert difference(stacks=(1000, 1000, 30), bb_ante=20)[0] == "b7_big_blind_ante_comes_after_the_blind"


def test_B8_short_button_straddle():
    pair = lockstep(stacks=(15, 1000, 1000, 1000), button_blind=40)
    assert (pair.hand.actor, pair.table.actor) == (1, 3)
    assert difference(stacks=(15, 1000, 1000, 1000), button_blind=40)[0] == "b8_last_straddler_was_short"


def test_B11_odd_chips_one_at_a_time():
    deck = (*CARDS[:8], 51, 47, 43, 39, 35)  # a royal flush on the board: all three tie for 71
    pair = lockstep("c c f x x x x x x x x x x", stacks=(100, 100, 100, 100), sb=11, deck=deck)
    assert (pair.hand.stacks, pair.table.stacks) == ([103, 89, 104, 104], [103, 89, 105, 103])
    pair.check_end()
    assert pair.met["b11_odd_to_first"] == 1


def test_B13_pot_limit_counts_a_short_small_blind_in_full():
    found = difference(code="PO", stacks=(1000, 4, 1000))
    assert found == ("b13_pot_assumes_full_blinds", (40, 70), (40, 64))


def test_B13_half_a_bet_reopens():
    found = difference("40 50 c", code="FT", stacks=(1000, 50, 1000))
    assert found == ("b13_half_a_bet_reopens", (60, 60), None)


def test_B13_a_short_all_in_is_completed():
    found = difference("c 25", code="FT", stacks=(25, 1000, 1000, 1000))
    assert found == ("b13_short_all_in_is_completed", (40, 40), (45, 45))


def test_B13_heads_up_there_is_no_cap():
    found = difference("40 60 80 100", code="FT", stacks=(1000, 1000))
    assert found == ("b13_cap_lifted_for_two", (120, 120), None)


def test_B13_an_all_in_seat_is_not_counted_for_the_cap():
    found = difference("c 40 60 80 100", code="FT", stacks=(20, 1000, 1000))
    assert found == ("b13_cap_lifted_for_two", (120, 120), None)


def test_B13_the_big_blind_is_the_first_bet():
    found = difference("40 60 80", code="FT", stacks=(1000, 1000, 1000))
    assert found == ("b13_big_blind_is_the_first_bet", None, (100, 100))
    found = difference(code="FT", stacks=(1000,) * 5, straddles=(40, 80))
    assert found == ("b13_big_blind_is_the_first_bet", None, (100, 100))


def test_B13_short_all_ins_are_no_whole_bets():
    found = difference("22 24 26 28", code="FT", stacks=(28, 1000, 1000, 22, 24, 26))
    assert found == ("b13_cap_counts_whole_bets", (40, 40), None)


# -- and nothing else is let through


def test_every_known_difference_has_an_example():
    tests = "".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    assert [predicate.__name__ for predicate, _ in KNOWN if f'"{predicate.__name__}"' not in tests] == []


def test_every_known_difference_is_written_down():
    text = (Path(__file__).parents[2] / "docs" / "known-differences.md").read_text()
    names = [predicate.__name__ for predicate, _ in KNOWN] + [f"b11_{habit}" for habit in HABITS]
    assert [name for name in names if f"| `{name}` |" not in text] == []


def test_no_predicate_speaks_up_where_the_engines_agree():
    for number in range(60):
        deal = random_deal(number)
        node = Node(deal, deal.hand(), Table(deal), Memory(deal))
        assert node.fields or recognise(node) is None, number


class Generous(Table):
    """A wrong peer: it lets everybody raise by one chip more."""

    @property
    def raises(self):
        found = super().raises
        return found and (found[0], found[1] + 1)


class Thief(Table):
    """A wrong peer: it moves a chip from one seat to another."""

    @property
    def stacks(self):
        stacks = super().stacks
        return [stacks[0] - 1, stacks[1] + 1, *stacks[2:]] if self.is_over else stacks


@pytest.mark.parametrize("wrong", [Generous, Thief])
def test_an_unknown_difference_fails(wrong):
    pair = lockstep(stacks=(1000, 1000, 1000))
    pair.table, pair.rng = wrong(pair.deal), Random(1)
    with pytest.raises(Different):
        pair.play()
