"""Stud, razz, draw and badugi against pokerkit 0.7.7: openers by open cards, completions, exchanges, showdowns."""

from collections import Counter
from random import Random

import pytest

pytest.importorskip("pokerkit", reason="pokerkit is not installed")

from croupier.cards import parse
from croupier.ranking import kernel

from .differences import recognise
from .lockstep import Different
from .others import (
    DRAW,
    STUD,
    OtherDeal,
    OtherLockstep,
    OtherTable,
    play_one_of_seven,
    play_other_number,
    random_other_deal,
)

CHUNK = 125 if kernel.COMPILED else 15


@pytest.mark.parametrize("chunk", range(4))
def test_random_hands_agree(chunk):
    met: Counter[str] = Counter()
    for number in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        met += play_other_number(number)
    print(*(f"{count:>6} {name}" for name, count in met.most_common()), sep="\n")
    assert met["hands compared to the end"] > 9 * met["hands compared in part"]


def test_all_six_games_are_dealt():
    assert {random_other_deal(number).code for number in range(100)} == {*STUD, *DRAW}


def test_seven_games_are_soaked_in_turn():
    met: Counter[str] = Counter()
    for number in range(21):
        met += play_one_of_seven(number)
    assert {name: count for name, count in met.items() if name.startswith("hands of")} == {
        f"hands of {code}": 3 for code in ("FO/8", *STUD, *DRAW)}


def lockstep(deck, line, **options):
    """Stud with ante 1, bring-in 3 and bets of 10, played by words: b(ring in), f, c, x or a raise-to amount."""
    given = parse(deck)
    rest = [card for card in range(52) if card not in given]
    deal = OtherDeal(**{"code": "F7S", "button": 0, "ante": 1, "bring_in": 3, "small_bet": 10} | options,
                     deck=tuple(given + rest))
    pair = OtherLockstep(deal, Random(1))
    words = {"b": ("bring_in", None), "f": ("fold", None), "c": ("call", None), "x": ("check", None)}
    for word in line.split():
        pair.memory.look(pair.hand)
        pair.act(words.get(word) or ("raise", int(word)))
    return pair


# cards: seats 1, 2, 0 from left of the button, twice down and once up, then seats 1 and 2
TIE = "AhAs5c KdKc5d 4h4d5h QdQc JcJd 9d9c 2h2s"


def test_the_lower_suit_brings_in():
    pair = lockstep(TIE, "", stacks=(100, 100, 100))
    assert (pair.hand.actor, pair.table.actor) == (2, 2)


def test_B11_odd_chip_by_the_highest_card_and_suit():
    pair = lockstep(TIE, "b f c x x x x x x x x", stacks=(100, 100, 100))
    assert (pair.hand.stacks, pair.table.stacks) == ([99, 100, 101], [99, 101, 100])
    pair.check_end()
    assert pair.met["b11_stud_odd_chips_by_card"] == 1


def test_B9_all_in_for_the_bring_in_is_no_completion():
    pair = lockstep(TIE, "", stacks=(100, 100, 4))
    node = pair.node(pair.deal, pair.hand, pair.table, pair.memory)
    assert (node.ours, node.theirs) == (None, (3, 3))
    assert recognise(node)[0] == "b9_bring_in_is_no_completion"


class Miser(OtherTable):
    """A wrong peer: it asks for one chip less."""

    @property
    def call(self):
        return max(0, super().call - 1)


def test_an_unknown_difference_fails():
    pair = lockstep(TIE, "", stacks=(100, 100, 100))
    pair.table = Miser(pair.deal, pair.hand)
    with pytest.raises(Different):
        pair.play()
