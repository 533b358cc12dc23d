"""Every door, every wrong thing: a named error that says what was wrong and what is allowed, and nothing changed.

Never a TypeError from deep inside, never a crash: the compiled core checks no index, so the doors must.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.patience import WHOLE

import croupier
from croupier import Action, BadAction, BadAmount, BadCards, BadSetup, Cards, IllegalAction
from croupier.betting.checked import CheckedRound
from croupier.games.poker.rules import PokerRules, Street
from rules.lines import everything, play, table

NAMED = (BadAction, BadAmount, BadCards, BadSetup, IllegalAction)
NO_AMOUNTS = [
    -1,
    -(10**30),
    10**15 + 1,
    2**63,
    2**64,
    10**30,
    10**5000,
    1.0,
    0.5,
    float("nan"),
    float("inf"),
    True,
    False,
    "20",
    "",
    None,
    Decimal(20),
    Fraction(20),
    20j,
    b"20",
    [20],
    (),
    {},
    object(),
]
NO_LISTS = [None, 5, 1.5, True, object(), "123", b"123"]


def name(thing):
    return (
        f"{type(thing).__name__}-{str(thing)[:12]}" if not (isinstance(thing, int) and abs(thing) > 10**40) else "huge"
    )


def holdem(**stakes):
    return croupier.holdem(**{"sb": 10, "bb": 20, **stakes})


# -- stakes ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=name)
@pytest.mark.parametrize("stake", ["sb", "bb", "ante", "bb_ante", "button_straddle"])
def test_stakes_are_whole_chips(stake, amount):
    with pytest.raises(BadAmount, match=r"whole number of chips|outside 0"):
        holdem(**{stake: amount})


@pytest.mark.parametrize("stake", ["sb", "bb", "ante", "bb_ante"])
def test_the_message_names_the_stake(stake):
    with pytest.raises(BadAmount, match=rf"^{stake} '20' is not a whole number of chips"):
        holdem(**{stake: "20"})


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=name)
def test_straddles_are_whole_chips(amount):
    with pytest.raises((BadAmount, BadSetup)):
        holdem(straddles=[amount])


@pytest.mark.parametrize("straddles", NO_LISTS, ids=name)
def test_straddles_are_a_list(straddles):
    with pytest.raises((BadAmount, BadSetup)):
        holdem(straddles=straddles)


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=name)
@pytest.mark.parametrize("stake", ["ante", "bring_in", "small_bet"])
def test_stud_stakes_are_whole_chips(stake, amount):
    with pytest.raises((BadAmount, BadSetup)):
        croupier.game("F7S", **{"ante": 1, "bring_in": 5, "small_bet": 10, stake: amount})
    with pytest.raises((BadAmount, BadSetup)):
        croupier.stud(**{"ante": 1, "bring_in": 5, "small_bet": 10, stake: amount})


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=name)
@pytest.mark.parametrize(
    "maker", [croupier.single_draw, croupier.triple_draw, croupier.badugi, croupier.omaha, croupier.omaha8]
)
def test_blinds_of_other_games_are_whole_chips(maker, amount):
    with pytest.raises(BadAmount):
        maker(sb=0, bb=amount)


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: holdem(bb=0, sb=0), "big blind"),
        (lambda: holdem(sb=30), "above the big blind"),
        (lambda: holdem(limit="none"), "not one of no, pot, fixed"),
        (lambda: holdem(limit=[]), "not one of no, pot, fixed"),
        (lambda: holdem(limit=None), "not one of no, pot, fixed"),
        (lambda: croupier.short_deck(limit="x"), "not one of no"),
        (lambda: croupier.game("XX", bb=2), "not one of NT, FT"),
        (lambda: croupier.game([], bb=2), "not one of NT, FT"),
        (lambda: croupier.game(None), "not one of NT, FT"),
        (lambda: croupier.game("NT", blind=2), "unknown stakes blind"),
        (lambda: croupier.stud(bring_in=0), "above 0"),
        (lambda: croupier.stud(bring_in=50, small_bet=10), "at most the small"),
        (lambda: croupier.stud(small_bet=10, big_bet=5), "below the small bet"),
        (lambda: croupier.game("F7S", sb=1, bb=2, bring_in=5, small_bet=10), "no blinds"),
        (lambda: croupier.game("NT", sb=1, bb=2, bring_in=1), "no bring-in"),
        (lambda: croupier.game("NS", ante=1, button_blind=2, bb_ante=1), "need a big blind"),
        (lambda: croupier.game("NS", ante=1, button_blind=2, straddles=(4,)), "need a big blind"),
        (lambda: croupier.PokerGame("NT", bb=2), "PokerRules"),
        (lambda: croupier.PokerGame(None, bb=2), "PokerRules"),
    ],
)
def test_games_that_cannot_be(make, says):
    with pytest.raises(BadSetup, match=says):
        make()


def test_a_big_blind_of_ten_to_the_fifteenth_is_legal():
    assert holdem(sb=1, bb=10**15).deal([5, 5], seed=1).legal().call == 4


# -- dealing -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", [0, *NO_AMOUNTS], ids=name)
def test_stacks_are_whole_chips_above_0(amount):
    with pytest.raises(BadAmount, match=r"stacks\[1\]"):
        holdem().deal([1000, amount, 1000])


@pytest.mark.parametrize(
    "stacks",
    [*NO_LISTS, {0: 5, 1: 5}, {5, 6}],
    ids=name,
)
def test_stacks_are_a_list(stacks):
    with pytest.raises((BadSetup, BadAmount), match="stacks"):
        holdem().deal(stacks)


@pytest.mark.parametrize("seats", [0, 1, 11, 12, 100, 10_000])
def test_two_to_ten_seats(seats):
    with pytest.raises(BadSetup, match=r"2 to 10"):
        holdem().deal([1000] * seats)


@pytest.mark.parametrize(
    "button", [-1, 3, 10, 10**30, -(10**30), True, "a", "0", 1.0, None, [], float("nan"), 10**5000], ids=name
)
def test_000_36_the_button_is_one_of_the_seats(button):
    with pytest.raises(BadSetup, match=r"button .* is not one of the seats 0\.\.2"):
        holdem().deal([1000] * 3, button=button)


@pytest.mark.parametrize("seed", [-1, 2**64, 10**30, 10**5000, True, "7", 1.0, [], b"7"], ids=name)
def test_seeds_are_64_bits(seed):
    with pytest.raises(BadSetup, match=r"0 to 2\^64"):
        holdem().deal([1000] * 3, seed=seed)


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=name)
def test_dead_money_is_whole_chips(amount):
    with pytest.raises((BadAmount, BadSetup), match="dead"):
        holdem().deal([1000] * 3, dead=[0, amount, 0])


@pytest.mark.parametrize(
    "dead",
    [5, 1.5, "123", [1, 2, 3, 4], [1] * 11, [1] * 5000, {0: 5}, {0: 5, 1: 5, 2: 5}, [1, 2], object()],
    ids=lambda dead: str(dead)[:12],
)
def test_dead_money_is_one_amount_a_seat(dead):
    with pytest.raises((BadSetup, BadAmount), match="dead"):
        holdem().deal([1000] * 3, dead=dead)


@pytest.mark.parametrize(
    "out",
    [5, None, 1.5, "ab", [3], [-1], [True], ["0"], [None], [10**30], [0, 1], [0, 1, 2], object()],
    ids=lambda out: str(out)[:12],
)
def test_out_names_seats_and_leaves_two(out):
    with pytest.raises(BadSetup):
        holdem().deal([1000] * 3, out=out)


@pytest.mark.parametrize("out", [None, 0, False, 0.0])
def test_out_is_looked_at_on_every_deal(out):
    game = holdem()
    game.deal([1000] * 3)
    with pytest.raises(BadSetup):
        game.deal([1000] * 3, out=out)


def test_out_may_be_any_collection_of_seats():
    for out in ([2], {2}, (2,), (seat for seat in [2]), [2, 2]):
        assert holdem().deal([1000] * 3, out=out).live == (0, 1)


@pytest.mark.parametrize(
    ("deck", "says"),
    [
        ("AhAh", "twice"),
        ("AhKd??", r"\?\?"),
        ("Xx", "not a card"),
        ("AhK", "not a card"),
        (5, "not cards"),
        ([52], r"\?\?"),
        ([60], "not a card"),
        ([0.5], "not a card"),
        ([0, 0], "twice"),
        ([True], "not a card"),
        (object(), "not cards"),
    ],
)
def test_decks_hold_known_cards_once(deck, says):
    with pytest.raises(BadCards, match=says):
        holdem().deal([1000] * 3, deck=deck)


@pytest.mark.parametrize("deck", ["2c", "Ah5d", "3h"])
def test_the_short_deck_holds_sixes_to_aces(deck):
    with pytest.raises(BadCards, match="sixes to aces"):
        croupier.short_deck().deal([100] * 3, deck=deck)


def test_a_refused_deal_leaves_the_game_as_it_was():
    game = holdem()
    before = str(game.deal([1000] * 3, seed=5))
    for wrong in ({"stacks": [1]}, {"stacks": [1000] * 3, "dead": [1] * 4}, {"stacks": [1000] * 3, "deck": "AhAh"}):
        with pytest.raises(NAMED):
            game.deal(**wrong)
    assert str(game.deal([1000] * 3, seed=5)) == before


# -- acting ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=name)
@pytest.mark.parametrize("word", ["raise_to", "bet", "put"])
@pytest.mark.parametrize("line", ["", "c c x"], ids=["facing", "unopened"])
def test_no_bet_is_made_of_it(line, word, amount):
    hand = play(table(1000, 1000, 1000), line)
    before = everything(hand)
    with pytest.raises(IllegalAction) as caught:
        getattr(hand, word)(amount)
    assert caught.value.clause in ("M1", "B9")
    assert str(caught.value.legal) in str(caught.value)
    assert everything(hand) == before


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=name)
@pytest.mark.parametrize("kind", ["RAISE_TO", "RAISE", "BET", "FOLD", "CALL", "ALL_IN"])
def test_no_action_is_made_of_it(kind, amount):
    if amount is None and kind in ("FOLD", "CALL", "ALL_IN"):
        pytest.skip("legal")
    hand = table(1000, 1000, 1000)
    before = everything(hand)
    with pytest.raises(NAMED):
        hand.apply(Action(kind, amount))
    assert everything(hand) == before


@pytest.mark.parametrize(
    "kind", ["DANCE", "fold up", "", " ", "RAISE TO", "clone", "undo", "__class__", "apply", "legal", "x" * 10_000]
)
def test_unknown_words_are_refused(kind):
    hand = table(1000, 1000, 1000)
    before = everything(hand)
    with pytest.raises(IllegalAction, match="not an action of this game"):
        hand.apply(Action(kind))
    assert everything(hand) == before


@pytest.mark.parametrize("kind", [None, 5, b"FOLD", ["FOLD"], True, 1.5, object()], ids=name)
def test_a_kind_is_a_word(kind):
    with pytest.raises(BadAction, match="word"):
        Action(kind)


@pytest.mark.parametrize("cards", [5, None, "Xx", "AhAh", [99], [True], 1.5, object()], ids=name)
def test_an_actions_cards_are_cards(cards):
    with pytest.raises(BadCards):
        Action("DISCARD", None, cards)


@pytest.mark.parametrize("action", [None, "FOLD", 5, ("FOLD",), object(), {}, Action], ids=name)
def test_only_actions_are_applied(action):
    hand = table(1000, 1000, 1000)
    before = everything(hand)
    with pytest.raises(BadAction, match="apply takes an Action"):
        hand.apply(action)
    assert everything(hand) == before


def drawing():
    return play(croupier.single_draw(10, 20).deal([1000, 1000], seed=4), "c x")


def not_held(hand):
    return str(next(card for card in Cards(range(52)) if card not in hand.hole(hand.actor)))


def test_cards_that_are_not_held_cannot_be_discarded():
    hand = drawing()
    before = everything(hand)
    for cards in (
        not_held(hand),
        str(hand.hole(hand.actor)) + not_held(hand),
        "??",
        str(hand.hole(hand.actor)[0]) + "??",
    ):
        with pytest.raises(IllegalAction, match="not in this hand"):
            hand.discard(cards)
        with pytest.raises(IllegalAction, match="not in this hand"):
            hand.apply(Action("DISCARD", None, cards))
    assert everything(hand) == before


@pytest.mark.parametrize("cards", [None, 5, "Xx", [99], [-1], [True], 1.5, object()], ids=name)
def test_things_that_are_no_cards_cannot_be_discarded(cards):
    hand = drawing()
    before = everything(hand)
    with pytest.raises(BadCards):
        hand.discard(cards)
    assert everything(hand) == before


def test_the_same_card_cannot_be_discarded_twice():
    hand = drawing()
    card = str(hand.hole(hand.actor)[0])
    with pytest.raises(BadCards, match="twice"):
        hand.discard(card + card)


@pytest.mark.parametrize("n", [0, -1, None, "5", 2.5, True, [], -(10**30)], ids=name)
def test_a_menus_size_is_a_number(n):
    with pytest.raises(BadAction):
        table(1000, 1000, 1000).legal().menu(n)


@pytest.mark.parametrize("n", [10**6, 10**9, 10**30])
def test_a_huge_menu_is_cut_to_what_there_is(n):
    assert len(table(1000, 1000, 1000).legal().menu(n)) <= len(table(1000, 1000, 1000).legal())


# -- the round ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "make",
    [
        lambda: CheckedRound([1, "2"]),
        lambda: CheckedRound([1, -2]),
        lambda: CheckedRound([1.5]),
        lambda: CheckedRound([True]),
        lambda: CheckedRound([10**30]),
        lambda: CheckedRound([1] * 11),
        lambda: CheckedRound([1], limit="x"),
        lambda: CheckedRound([1], limit=[]),
        lambda: CheckedRound([1], min_bet=-1),
        lambda: CheckedRound([1], min_bet=1.5),
        lambda: CheckedRound([1], max_raises=-1),
        lambda: CheckedRound([1], max_raises="3"),
        lambda: CheckedRound([1], max_bets=4),
        lambda: CheckedRound([1], limit="fixed", max_bets=0),
        lambda: CheckedRound([1], limit="fixed", max_raises=3),
        lambda: CheckedRound(5),
        lambda: CheckedRound(None),
    ],
)
def test_rounds_that_cannot_be(make):
    with pytest.raises(BadAmount):
        make()


@pytest.mark.parametrize("act", [
    lambda round: round.raise_to(10**7, 50), lambda round: round.raise_to(0, 5000),
    lambda round: round.raise_to(0, 2.5),
    lambda round: round.post(10**8, 5), lambda round: round.post(0, -5), lambda round: round.fold(-1),
    lambda round: round.call(3), lambda round: round.ask(True), lambda round: round.next_actor(None),
    lambda round: round.ante(0, 10**30), lambda round: round.open(2.5), lambda round: round.bring_in("0", 5)])
def test_M1_a_round_looks_at_every_seat_and_amount(act):
    round = CheckedRound([100, 100, 100], min_bet=20)
    with pytest.raises((BadAmount, croupier.IllegalAction)):
        act(round)
    assert (round.stacks, round.bets, round.live, round.broken) == ([100] * 3, [0] * 3, 0b111, False)


def test_a_round_from_python_shows_what_it_stands_at_and_nothing_else():
    round = CheckedRound([100, 100], min_bet=20)
    round.raise_to(0, 20)
    assert (round.price, round.totals, round.following) == (20, [20, 0], 1)
    for name in ("stack", "clear", "win", "nothing"):
        with pytest.raises(AttributeError, match="a round has no"):
            getattr(round, name)


ODD_CALLS = """
import croupier, sys
from croupier.betting.checked import CheckedRound
from croupier.betting.round import Round
ODD = (-1, -300, -10**7, 10**7, 2**31, 2**62, 10**30, True, 2.5, None, "x", [], [-1], [10**9], [None])
def tried(thing, name):
    for first in ODD:
        for arguments in ((first,), (first, first), (0, first), (first, 0), (first, [5, 6]), (first, first, first)):
            try:
                getattr(thing(), name)(*arguments)
            except Exception:  # any, as long as it is one
                pass
BLINDS = {"sb": 1, "bb": 2}
for code, stakes in (("NT", BLINDS), ("F7S", {"bring_in": 1, "small_bet": 2}), ("F2L3D", BLINDS)):
    hand = croupier.game(code, **stakes).deal([100, 100, 100], seed=1)
    for thing in (hand.clone, hand.legal, lambda: hand.observe(0), lambda: CheckedRound([9, 9]), Round):
        for name in dir(thing()):
            if not name.startswith("__") and callable(getattr(thing(), name, None)):
                tried(thing, name)
print("alive")
"""


def test_no_number_from_python_kills_the_process():
    found = subprocess.run([sys.executable, "-c", ODD_CALLS], capture_output=True, text=True, timeout=WHOLE)
    assert (found.returncode, found.stdout.split()[-1:]) == (0, ["alive"]), found.stderr[-500:]


def test_a_round_takes_any_number_of_raises():
    assert CheckedRound([5, 5], max_raises=10**12).cap > 10**6


# -- fuzz --------------------------------------------------------------------------------------------------------------

anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=6),
    st.binary(max_size=4),
    st.decimals(),
    st.lists(st.integers(-3, 60), max_size=13),
    st.dictionaries(st.integers(0, 3), st.integers(0, 3), max_size=3),
    st.sampled_from([10**15, 10**15 + 1, 2**31, 2**32, 2**63 - 1, 2**63, -(2**63), 10**5000]),
)


@given(
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(
            ("sb", "bb", "ante", "bb_ante", "straddles", "limit", "button_straddle", "small_bet", "big_bet"), anything
        ),
    )
)
def test_fuzz_holdem(stakes):
    try:
        game = croupier.holdem(**stakes)
    except NAMED:
        return
    assert game.deal([50] * 10, seed=1).seats == 10


@given(
    st.sampled_from(["NT", "NS", "F7S", "FB", "PO"]),
    st.fixed_dictionaries(
        {},
        optional=dict.fromkeys(
            ("sb", "bb", "ante", "bring_in", "straddles", "button_blind", "small_bet", "big_bet"), anything
        ),
    ),
)
def test_fuzz_game(code, stakes):
    try:
        game = croupier.game(code, **stakes)
    except NAMED:
        return
    assert game.rules.code == code


@given(
    st.fixed_dictionaries(
        {"stacks": st.one_of(anything, st.lists(st.integers(1, 100), min_size=2, max_size=11))},
        optional={"button": anything, "seed": anything, "deck": anything, "out": anything, "dead": anything},
    )
)
def test_fuzz_deal(arguments):
    try:
        hand = holdem(ante=1).deal(**arguments)
    except NAMED:
        return
    assert 2 <= hand.seats <= 10


@given(
    st.sampled_from(["NT", "F7S", "N2L1D", "FT", "PO"]),
    st.integers(0, 99),
    st.lists(
        st.tuples(
            st.sampled_from(["raise_to", "bet", "put", "discard", "observe", "hole", "up_cards", "words", "apply"]),
            anything,
        ),
        max_size=25,
    ),
)
def test_fuzz_the_methods_of_a_hand(code, seed, calls):
    stakes = {"ante": 1, "bring_in": 5, "small_bet": 10} if code == "F7S" else {"sb": 5, "bb": 10}
    hand = croupier.game(code, **stakes).deal([100, 60, 35], seed=seed)
    for word, argument in calls:
        before = everything(hand)
        try:
            getattr(hand, word)(argument)
        except NAMED:
            assert everything(hand) == before
        if not hand.is_over and len(hand.legal()):
            hand.apply(hand.legal().menu(2)[-1])


@given(st.text(max_size=10) | st.sampled_from(croupier.games.api.KINDS), anything, anything)
def test_fuzz_actions(kind, amount, cards):
    hand = table(1000, 1000, 1000)
    before = everything(hand)
    try:
        action = Action(kind, amount, cards)
        str(action)
        legal = action in hand.legal()
    except NAMED:
        return
    try:
        hand.apply(action)
    except NAMED:
        assert not legal
        assert everything(hand) == before
    else:
        assert legal


# -- crashes: each in a process of its own -----------------------------------------------------------------------------


class Liar(Sequence):
    """A sequence that says it has two members and gives thousands."""

    def __len__(self):
        return 2

    def __getitem__(self, place):
        if place > 3000:
            raise IndexError
        return 10**14


def custom(*streets, **options):
    return PokerRules("X", "x", "no", streets, high="high", **options)


CRASHES = {
    "dead money for 5000 seats": lambda: holdem().deal([100] * 3, dead=[10**14] * 5000),
    "stacks that lie about their length": lambda: holdem().deal(Liar()),
    "a round over stacks that lie": lambda: CheckedRound(Liar()),
    "dead money that lies": lambda: holdem().deal([100] * 2, dead=Liar()),
    "a deck that lies": lambda: holdem().deal([100] * 2, deck=Liar()),
    "600 streets": lambda: play_out(
        croupier.PokerGame(custom(Street("A", down=2), *[Street("B", board=1)] * 600), bb=2)
    ),
    "40 hole cards": lambda: play_out(croupier.PokerGame(custom(Street("A", down=40)), bb=2)),
    "50 board cards": lambda: play_out(croupier.PokerGame(custom(Street("A", down=2), Street("B", board=50)), bb=2)),
    "-5 hole cards": lambda: play_out(croupier.PokerGame(custom(Street("A", down=-5)), bb=2)),
    "a deck of 5000": lambda: play_out(croupier.PokerGame(custom(Street("A", down=2), deck=5000), bb=2)),
    "50 seats": lambda: croupier.PokerGame(custom(Street("A", down=2), seats=50), bb=2).deal([100] * 50),
    "more cards than a deck has": lambda: play_out(croupier.PokerGame(custom(Street("A", down=7)), bb=2), 10),
    "a hand without a deal": lambda: croupier.Hand(None),
    "places of no card": lambda: holdem().deal([100] * 2).cards_at([300, 10**8]),
    "negative places": lambda: holdem().deal([100] * 2).cards_at([-(10**8)]),
}
NEW = (
    "legal",
    "fold",
    "check",
    "call",
    "all_in",
    "undo",
    "clone",
    "stacks",
    "events",
    "pots",
    "payoffs",
    "__str__",
    "actor",
    "rules",
    "board",
    "starting_stacks",
    "_repr_svg_",
    "actions",
    "button",
)
for method in NEW:
    CRASHES[f"a hand never dealt: {method}"] = lambda method=method: ask_new(method)


def ask_new(method):
    found = getattr(croupier.Hand.__new__(croupier.Hand), method)
    if callable(found):
        found()


def play_out(game, seats=3):
    hand = game.deal([100] * seats, seed=1)
    while not hand.is_over:
        hand.check() if hand.legal().check else hand.call()


def survive(what: str) -> None:
    """What a process of its own does: anything but crash."""
    try:
        CRASHES[what]()
    except ValueError as error:
        print("refused:", error)
    except (TypeError, AttributeError) as error:
        print("python:", error)


def all_survive() -> None:
    """Each in a fork of its own of a process that has everything imported: how it ended, and what it said."""
    ends = {}
    for what in CRASHES:
        heard, said = os.pipe()
        pid = os.fork()
        if pid == 0:
            os.dup2(said, 1)
            survive(what)
            sys.stdout.flush()
            os._exit(0)
        os.close(said)
        with os.fdopen(heard) as words:
            ends[what] = (words.read(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
    print(json.dumps(ends))


@pytest.fixture(scope="module")
def ends():
    if not hasattr(os, "fork"):
        pytest.skip("processes cannot be forked here")
    code = f"import sys; sys.path[:0] = {sys.path!r}; from games.test_bad_input import all_survive; all_survive()"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=WHOLE, check=True)
    return json.loads(done.stdout)


@pytest.mark.parametrize("what", list(CRASHES))
def test_it_does_not_crash(ends, what):
    words, code = ends[what]
    assert code == 0, f"signal {-code}" if code < 0 else words[-300:]
    if "never dealt" not in what:
        assert words.startswith("refused:"), words[-300:]


@pytest.mark.parametrize("make", [
    lambda huge: croupier.holdem(limit=huge),
    lambda huge: croupier.ranking.census(huge),
    lambda huge: croupier.equity("AhKh", "QsQd", samples=huge),
    lambda huge: croupier.simulate(croupier.holdem(), hands=huge),
    lambda huge: croupier.holdem().deal([100, 100], seed=huge),
    lambda huge: croupier.holdem().deal([100, 100], button=huge),
    lambda huge: croupier.rank("AhKhQhJhTh", game=huge),
])
def test_a_number_too_long_to_print_is_refused_by_name(make):
    with pytest.raises(ValueError, match=r"bits|10\^15|0\.\.1|2\^64") as refused:
        make(1 << 20_000)
    assert type(refused.value) is not ValueError, "a named error"
