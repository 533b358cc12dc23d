"""Equity in every poker game: against enumeration by another library, hand-worked spots, properties, and refusals."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import ranking
from croupier.cards import BadCards, parse, text
from croupier.games.poker.equities import Spot, equity
from croupier.games.poker.rules import ALL_RULES, RULES
from croupier.games.poker.runouts import Runouts
from croupier.ranking import BadEquity, TooBig
from rules.lines import passively

from .every_game import CODES, start

STUD = tuple(code for code, rules in RULES.items() if rules.has_bring_in)
DRAWS = tuple(code for code, rules in RULES.items() if rules.has_draws)
BOARDS = tuple(code for code in RULES if code not in (*STUD, *DRAWS))


# -- another library, every run-out ------------------------------------------------------------------------------------

def hand_types(code: str) -> tuple[Any, ...]:
    """pokerkit's rankings of a game, high first."""
    kit = pytest.importorskip("pokerkit", reason="pokerkit is not installed")
    return {"NS": (kit.ShortDeckHoldemHand,), "PO": (kit.OmahaHoldemHand,), "FR": (kit.RegularLowHand,),
            "FO/8": (kit.OmahaHoldemHand, kit.OmahaEightOrBetterLowHand), "F7S/8": (
                kit.StandardHighHand, kit.EightOrBetterLowHand), "N2L1D": (kit.StandardLowHand,),
            "F2L3D": (kit.StandardLowHand,), "FB": (kit.BadugiHand,)}.get(code, (kit.StandardHighHand,))


def shared_out(code: str, holes: list[str], board: str) -> list[Fraction]:
    """One finished pot by pokerkit's rankings: halves where a low qualifies, ties share."""
    halves = []
    for kind in hand_types(code):
        made = [kind.from_game_or_none(hole, board) for hole in holes]
        real = [value for value in made if value is not None]
        if real:
            best = max(real)
            winners = [value is not None and value == best for value in made]
            halves.append([Fraction(won, sum(winners)) for won in winners])
    return [sum(shares) / len(halves) for shares in zip(*halves)]


def deals(hands: list[list[int]], deck: list[int], own: int) -> Any:
    """Every way to give each hand so many cards of its own, and what is left."""
    if not hands:
        yield [], deck
        return
    for cards in combinations(deck, own):
        for rest, left in deals(hands[1:], [card for card in deck if card not in cards], own):
            yield [[*hands[0], *cards], *rest], left


def enumerated(code: str, hands: list[list[int]], board: list[int], deck: list[int], own: int,
               shared: int) -> list[float]:
    """Every run-out, one by one, each worth the same."""
    totals, count = [Fraction(0)] * len(hands), 0
    for dealt, left in deals(hands, deck, own):
        for common in combinations(left, shared):
            pot = shared_out(code, [text(hand) for hand in dealt], text([*board, *common]))
            totals = [total + share for total, share in zip(totals, pot)]
            count += 1
    return [float(total / count) for total in totals]


CASES = [("NS", 2, 4, 12, 2), ("PO", 4, 4, 10, 3), ("FO/8", 4, 3, 6, 2), ("FO/8", 4, 4, 14, 3), ("FT", 2, 3, 7, 3),
         ("F7S", 6, 0, 7, 2), ("F7S", 5, 0, 6, 2), ("F7S/8", 6, 0, 6, 3), ("F7S/8", 5, 0, 6, 2), ("FR", 6, 0, 6, 3),
         ("FR", 5, 0, 5, 2), ("F7S/8", 7, 0, 3, 4), ("N2L1D", 5, 0, 9, 4), ("F2L3D", 5, 0, 9, 3), ("FB", 4, 0, 9, 5)]


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("code", "held", "board", "left", "seats"), CASES)
def test_exact_is_every_run_out_by_another_librarys_rankings(code, held, board, left, seats, seed):
    """Most of the deck is dead, so that few run-outs are left and pokerkit can look at each of them."""
    rules = RULES[code]
    cards = Random(f"{code} {held} {seed}").sample(range(52 - rules.deck, 52), rules.deck)
    hands = [cards[at * held:(at + 1) * held] for at in range(seats)]
    table = cards[seats * held:seats * held + board]
    deck, dead = cards[seats * held + board:][:left], cards[seats * held + board:][left:]
    if code == "F7S/8":  # lows in the deck, or halves would hardly ever come up
        deck, dead = sorted(deck + dead)[:left], sorted(deck + dead)[left:]
    spot = Spot.of(rules, hands, table, dead)
    own, shared = (7 - held, 0) if code in STUD else (0, 0) if code in DRAWS else (0, 5 - board)
    assert (spot.own, spot.shared, len(spot.deck)) == (own, shared, left)
    assert list(spot.exact().equities) == enumerated(code, hands, table, deck, own, shared)


def test_the_shared_card_of_an_eighth_stud_player_is_one_for_all():
    cards = Random(8).sample(range(52), 52)
    hands = [cards[at * 6:at * 6 + 6] for at in range(8)]
    spot = Spot.of(RULES["F7S/8"], hands)
    assert (spot.own, spot.shared, spot.ways) == (0, 1, 4)
    assert list(spot.exact().equities) == enumerated("F7S/8", hands, [], cards[48:], 0, 1)
    done = Spot.of(RULES["F7S/8"], hands, cards[48:49])
    assert done.ways == 1
    assert list(done.exact().equities) == [float(share) for share in shared_out(
        "F7S/8", [text(hand) for hand in hands], text(cards[48:49]))]


def test_cards_that_are_out_unseen_shorten_the_deck_but_may_still_come():
    """Seven live of eight on sixth street, the eighth folded there: 4 cards are left, too few for seven."""
    cards = Random(9).sample(range(52), 52)
    hands = [cards[at * 6:at * 6 + 6] for at in range(7)]
    assert Spot.of(RULES["F7S"], hands).own == 1
    unseen = Spot.of(RULES["F7S"], hands, dead="??" * 6)
    assert (unseen.own, unseen.shared, unseen.ways) == (0, 1, 10)
    seen = Spot.of(RULES["F7S"], hands, dead=cards[42:48])
    assert (seen.own, seen.shared, seen.ways) == (0, 1, 4)


# -- spots worked out by hand ------------------------------------------------------------------------------------------

GONE = text(sorted(set(range(52)) - set(parse("5h6d7c8sQhQd AcAdTcJs2h3h 4sKcKdKs"))))


@pytest.mark.parametrize(("code", "hands", "board", "dead", "shares"), [
    # a low is not possible any more: the high hand takes both halves
    ("FO/8", ["AhAdKcQc", "2h3d4c5s"], "KsQsJd9h8d", "", (1, 0)),
    # A2 plays with 3-4-8 for the low, the set of kings takes the high
    ("FO/8", ["Ah2dTcTd", "KsKhQcJc"], "3h4s8dKd9c", "", (0.5, 0.5)),
    # the same low twice: a quarter each, and the high half besides
    ("FO/8", ["Ah2dTcTd", "As2cKsKh"], "3h4s8dKd9c", "", (0.25, 0.75)),
    # three ways: low for one, high shared by two
    ("FO/8", ["Ac2cJcJd", "KsQh7h7d", "KhQs6h6d"], "3h4s8dKdKc", "", (0.5, 0.25, 0.25)),
    # stud hi/lo: nobody below nine, high takes all; a wheel scoops
    ("F7S/8", ["AhAdKcKd9s9hJc", "QsQhTcTd8s8h2c"], "", "", (1, 0)),
    ("F7S/8", ["Ah2d3c4s5hKdQd", "7s8h9cTdJs2c2h"], "", "", (0.5, 0.5)),
    ("F7S/8", ["Ah2d3c4s5hKdQd", "KsKh2c2h7dTcTd"], "", "", (1, 0)),
    # razz: a pair is worse than any five different ranks, straights and flushes count for nothing
    ("FR", ["AhAd2c3s4hKdQd", "Kc9h8h7h6h5hKs"], "", "", (0, 1)),
    ("FR", ["Ah2h3h4h5hKdQd", "Ac2d3c4s6h7dTd"], "", "", (1, 0)),
    # short deck: a flush beats a full house
    ("NS", ["AhKh", "9c9d"], "9h7h6h7sAs", "", (1, 0)),
    # draws: as they stand. 7-5-4-3-2 is the best; A-2-3-4-5 is no straight but has an ace; four suits beat three
    ("F2L3D", ["7h5d4c3s2h", "Ah5c4d3h2c"], "", "", (1, 0)),
    ("N2L1D", ["8h5d4c3s2h", "8d5c4d3h2c", "9d5h4h3d2s"], "", "", (0.5, 0.5, 0)),
    ("FB", ["As2h3d4c", "5h6d7cKs"], "", "", (1, 0)),
    ("FB", ["As2s3d4c", "5h6d7cKs"], "", "", (0, 1)),
    # one card each to come, of a four and three kings: the four makes a straight, but only for the one
    ("F7S", ["5h6d7c8sQhQd", "AcAdTcJs2h3h"], "", GONE, (0.25, 0.75)),
])
def test_spots_that_can_be_worked_out_by_hand(code, hands, board, dead, shares):
    found = equity(*hands, board=board, dead=dead, game=code)
    assert found.exact
    assert found.equities == shares
    assert found.boards == (4 * 3 if dead else 1)


def test_scoops_are_wins_and_parts_are_ties():
    found = equity("Ah2dTcTd", "As2cKsKh", board="3h4s8dKd9c", game="FO/8")
    assert (found.wins, found.ties) == ((0, 0), (1, 1))
    assert equity("Ah2d3c4s5hKdQd", "KsKh2c2h7dTcTd", game="F7S/8").wins == (1, 0)


# -- hold'em and Omaha are what they were ------------------------------------------------------------------------------

@pytest.mark.parametrize(("hands", "board", "dead", "game"), [
    (["AhKh", "QsQd"], "", "", "holdem"), (["AhKh", "QsQd", "7c7d"], "2h3h9c", "8s8d", "holdem"),
    (["AhKh", "QsQd"], "2h3h9cTc", "", "holdem"), (["AhKh", "AdKd"], "2h3h9cTcJs", "", "holdem"),
    (["AhKhQsJs", "7c7d8c8d"], "2h3h9c", "8s", "omaha"),
    (["AhKhQsJs", "7c7d8c8d", "2c2d3c3d"], "2h3h9cTs", "", "omaha"),
])
def test_holdem_and_omaha_high_are_the_equities_of_the_ranking(hands, board, dead, game):
    known = ranking.equity(*hands, board=board, dead=dead, game=game)
    for name in (game, *{"holdem": ("NT", "FT", "PT"), "omaha": ("PO", "NO", "FO")}[game]):
        assert croupier.equity(*hands, board=board, dead=dead, game=name) == known
    spot = Spot.of(RULES["NT" if game == "holdem" else "PO"], hands, board, dead)
    assert spot.exact() == known
    if board:  # dealt one by one, not counted by kind
        assert spot.ways == known.boards


def test_ranges_and_threads_are_still_for_holdem():
    assert croupier.equity("AhKh", "QQ+", board="2c7d9h") == ranking.equity("AhKh", "QQ+", board="2c7d9h")


# -- properties --------------------------------------------------------------------------------------------------------

@st.composite
def spots(draw: Any) -> Spot:
    """A spot of any game, at any street, with some dead cards."""
    rules = RULES[draw(st.sampled_from(CODES))]
    cards = draw(st.permutations(range(52 - rules.deck, 52)))
    seats = draw(st.integers(2, 4))
    stud = rules.code in STUD
    held = draw(st.integers(3, 7)) if stud else rules.streets[0].down
    board = 0 if stud or rules.code in DRAWS else draw(st.sampled_from([0, 3, 4, 5]))
    dead = draw(st.integers(0, 4))
    hands = [cards[at * held:(at + 1) * held] for at in range(seats)]
    return Spot.of(rules, hands, cards[-board:] if board else [], cards[seats * held:seats * held + dead])


@settings(max_examples=60, deadline=None)
@given(spots(), st.randoms(use_true_random=False))
def test_shares_add_up_to_one_and_go_with_the_seats(spot: Spot, rng: Random) -> None:
    def answer(hands: list[bytes]) -> Any:
        other = Spot.of(spot.rules, hands, spot.board, spot.dead)
        assert other.ways == spot.ways
        return other.exact() if spot.ways <= 2_000 else other.sampled(400, 7)

    found = answer(list(spot.hands))
    assert sum(Fraction(share).limit_denominator(10**9) for share in found.equities) == 1
    assert all(wins + ties <= found.boards for wins, ties in zip(found.wins, found.ties))
    order = rng.sample(range(len(spot.hands)), len(spot.hands))
    turned = answer([spot.hands[seat] for seat in order])
    if found.exact:
        assert turned.equities == tuple(found.equities[seat] for seat in order)
    assert found == answer(list(spot.hands)), "the same question has the same answer"


@settings(max_examples=30, deadline=None)
@given(spots())
def test_a_sample_is_near_the_exact_answer(spot: Spot) -> None:
    if not 1 < spot.ways <= 2_000:
        return
    exact, sampled = spot.exact(), spot.sampled(2_000, 3)
    assert not sampled.exact
    assert sampled.boards == 2_000
    for known, share in zip(exact.equities, sampled.equities):
        assert abs(known - share) < 0.07, "six standard deviations of a coin"


@pytest.mark.parametrize("code", CODES)
def test_what_is_settled_is_what_the_engine_pays(code):
    """Equal stacks all-in and shown down: each seat's share of the pot is its equity of the last moment."""
    for seed in range(12):
        hand = passively(start(code, seed, (60, 60, 60)))
        spot = Spot.of(hand.rules, [hand.hole(seat) for seat in range(3)], hand.board)
        shares = spot.exact().equities
        pot = sum(event.amount for event in hand.events if type(event).__name__ == "Awarded")
        won = [sum(event.amount for event in hand.events if type(event).__name__ == "Awarded" and event.seat == seat)
               for seat in range(3)]
        for share, amount in zip(shares, won):
            assert abs(share * pot - amount) <= 2, (code, seed, "odd chips apart")


def test_what_is_to_come_follows_the_engines_streets():
    """Where the engine would share the seventh card, so does the spot; at every street of an eight-handed hand."""
    hand = croupier.game("F7S", ante=1, bring_in=5, small_bet=10, big_bet=20).deal([1000] * 8, seed=4)
    seen = set()
    while not hand.is_over:
        legal = hand.legal()
        held = len(hand.hole(0))
        if hand.street not in seen:
            seen.add(hand.street)
            spot = Spot.of(hand.rules, [hand.hole(seat) for seat in range(8)], hand.board)
            assert (spot.own, spot.shared) == ((6 - held, 1) if not hand.board else (0, 0))
        if legal.bring_in:
            hand.bring_in()
        elif legal.check:
            hand.check()
        else:
            hand.call()
    assert len(seen) == 5
    assert len(hand.board) == 1


def test_samples_repeat_by_seed_and_one_run_out_needs_none():
    spot = Spot.of(RULES["F7S"], ["AhAdKc", "2h3h4h"])
    assert spot.sampled(500, 1) == spot.sampled(500, 1) != spot.sampled(500, 2)
    assert Spot.of(RULES["FB"], ["As2h3d4c", "5h6d7cKs"]).sampled(500).exact


def test_the_estimate_of_work_tells_small_from_large():
    assert Spot.of(RULES["NT"], ["AhKh", "QsQd"]).seconds < 0.01, "counted by kind"
    assert Spot.of(RULES["F7S"], ["AhAdKc7d8d9d", "2h3h4h5c6c7c"]).ways == 40 * 39
    assert Spot.of(RULES["F7S"], ["AhAdKc", "2h3h4h"]).seconds > 60
    assert Spot.of(RULES["F2L3D"], ["7h5d4c3s2h", "Ah5c4d3h2c"]).standing


# -- what is refused ---------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("hands", "asked", "error", "words"), [
    (["AhAdKc", "2h3h"], {"game": "F7S"}, BadEquity, "3 or 4 or 5 or 6 or 7 cards"),
    (["AhAdKc", "2h3h4h5h"], {"game": "F7S"}, BadEquity, "all alike"),
    (["AhAd", "2h3h"], {"game": "F7S"}, BadEquity, "3 or 4"),
    (["AhAdKc"], {"game": "F7S"}, BadEquity, "2 to 8"),
    (["AhAd??", "2h3h4h"], {"game": "F7S"}, BadCards, "unknown card"),
    (["AhAdKc", "Ah3h4h"], {"game": "F7S"}, BadCards, "Ah occurs twice"),
    (["AhAdKc", "2h3h4h"], {"game": "F7S", "dead": "Kc"}, BadCards, "Kc occurs twice"),
    (["AhAdKc", "2h3h4h"], {"game": "F7S", "board": "5c"}, BadEquity, "board"),
    (["AhAdKc", "2h3h4h"], {"game": "F7S"}, TooBig, "samples=1_000_000"),
    (["AhAdKc", "2h3h4h"], {"game": "F7S", "samples": 0}, BadEquity, "samples"),
    (["AhAdKc", "2h3h4h"], {"game": "F7S", "samples": 10, "seed": -1}, BadEquity, "seed"),
    (["AhAdKc", "2h3h4h"], {"game": "F7S", "samples": 10, "threads": 0}, BadEquity, "threads"),
    (["AhKh", "QsQd"], {"game": "NS", "board": "2c7c8c"}, BadCards, "2c is not in the deck of 36"),
    (["AhKh", "QsQd"], {"game": "NS", "board": "7c8c"}, BadEquity, "0 or 3 or 4 or 5"),
    (["QQ+", "AhKh"], {"game": "NS"}, BadCards, "not a card"),
    (["AhKhQhJh9c", "2c3c4c5c"], {"game": "F2L3D"}, BadEquity, "5 cards"),
    (["AhKh2c3c", "QsQd4c5c"], {"game": "FO/8", "board": "????6c"}, BadCards, "unknown card"),
    (["AhKh", "QsQd"], {"game": "chess"}, BadEquity, "holdem"), (["AhKh", "QsQd"], {"game": None}, BadEquity, "None"),
    (["AhAdKc", "2h3h4h"], {"game": "F7S", "dead": "??" * 45}, BadEquity, "not enough cards"),
])
def test_a_question_without_an_answer_says_why(hands, asked, error, words):
    with pytest.raises(error) as refused:
        croupier.equity(*hands, **asked)
    assert words in str(refused.value)


def test_every_code_of_every_limit_has_an_answer():
    for code, rules in ALL_RULES.items():
        size = rules.streets[0].down + rules.streets[0].up
        deck = parse(range(51, 51 - 2 * size, -1))
        found = Spot.of(rules, [deck[:size], deck[size:]]).sampled(50, 1)
        assert sum(found.equities) == pytest.approx(1), code


def test_a_pot_counts_parts_that_ten_can_share():
    """Ten badugis of the same ranks: a tenth each, nothing lost."""
    tally = Runouts([bytes(parse("As2h3d4c"))] * 10, b"", b"", 0, 0, 8, 0)
    tally.every()
    assert tally.tally() == ([504] * 10, [0] * 10, [1] * 10, 1)
