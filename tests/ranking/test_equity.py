"""Equity: exact counts, ranges with card removal, samples, and questions without an answer."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest
from ranking_volume import volume

from croupier import ranking
from croupier.cards import BadCards, parse
from croupier.ranking import kernel
from croupier.ranking.equities.boards import Boards
from croupier.ranking.equities.showdown import ShowdownCounts


def test_exact_counts_of_the_reference(reference: dict[str, Any]) -> None:
    for known in reference["equities"]:
        found = ranking.equity(known["a"], known["b"])
        assert found.wins == (known["a_wins"], known["b_wins"])
        assert found.ties == (known["ties"], known["ties"])
        assert found.boards == known["boards"]
        assert found.exact
        assert found.equities[0] == pytest.approx(known["a_equity"], abs=1e-8)


def counted_by_hand(ranges: list[str], board: str, dead: str = "") -> tuple[list[int], list[int], int]:
    """Every deal of ranges and board, one by one."""
    wins, ties, deals = [0] * len(ranges), [0] * len(ranges), 0
    fixed = parse(board)
    for hands in product(*map(ranking.parse_range, ranges)):
        used = [card for hand in hands for card in hand] + fixed + parse(dead)
        if len(set(used)) < len(used):
            continue
        for rest in combinations(sorted(set(range(52)) - set(used)), 5 - len(fixed)):
            values = [ranking.high(bytes([*hand, *fixed, *rest])) for hand in hands]
            winners = [seat for seat, value in enumerate(values) if value == max(values)]
            deals += 1
            for seat in winners:
                (wins if len(winners) == 1 else ties)[seat] += 1
    return wins, ties, deals


@pytest.mark.parametrize(("ranges", "board", "dead"), [
    (["AhKh", "QsQd"], "2h3h9c", ""), (["AA", "KK,AK"], "Ad7c2s9h", "Ks"), (["AhKh", "AdKd", "AsKs"], "QhJh2c3s", ""),
    (["AhKh", "QsQd"], "2h3h9cAcAd", ""), (["AKs", "AQs"], "AdKd2dTc", "2c3c"),
])
def test_exact_is_every_deal_counted(ranges: list[str], board: str, dead: str) -> None:
    wins, ties, deals = counted_by_hand(ranges, board, dead)
    found = ranking.equity(*ranges, board=board, dead=dead)
    assert (list(found.wins), list(found.ties), found.boards) == (wins, ties, deals)


@pytest.mark.skipif(not kernel.COMPILED, reason="dealing 1.7 million boards takes minutes interpreted")
@pytest.mark.parametrize(("hands", "dead"), [
    (["AhKh", "QsQd"], ""), (["2c3c", "2d3d"], ""), (["AhKs", "AdQc", "Jh9h"], "2c2d2h2s"),
    (["5h6h", "7h8h"], "9hThJhQhKhAh"),
    (["AcAd", "AhAs"], ""), (["KhKd", "KsQs", "JsTs", "9s9h"], "As"),
])
def test_boards_counted_by_kind_are_boards_dealt(hands: list[str], dead: str) -> None:
    tables = []
    for dealt in (False, True):
        showdown = ShowdownCounts(len(hands), 2, b"", sum(1 << card for card in parse(dead)))
        for seat, hand in enumerate(hands):
            showdown.seat(seat, bytes(parse(hand)))
        if dealt:
            for part in range(5):
                showdown.every_board(part, 5, 3)
        else:
            Boards(showdown).count(3)
        tables.append(showdown.counts())
    assert tables[0] == tables[1]


def test_every_compatible_pair_of_hands_counts_the_same() -> None:
    mirrored = ranking.equity("KK,AA", "AA,KK")
    assert mirrored.equities == (0.5, 0.5)
    assert mirrored.boards == (6 + 6 + 36 + 36) * 1_712_304
    by_hand = [ranking.equity(f"A{suit}K{suit}", "QQ", board="2c7d9h") for suit in "cdhs"]
    together = ranking.equity("AKs", "QQ", board="2c7d9h")
    assert together.wins[0] == sum(part.wins[0] for part in by_hand)
    assert together.boards == sum(part.boards for part in by_hand)


def test_omaha() -> None:
    exact = ranking.equity("AhKhQdJd", "QsQcTs9s", board="2c3d4h", game="omaha")
    assert exact.boards == 820
    assert (exact.wins, exact.ties) == ((293, 527), (0, 0))
    sample = ranking.equity("AhKhQdJd", "QsQcTs9s", board="2c3d4h", game="omaha", samples=volume(20_000, 2_000))
    assert sample.equities[0] == pytest.approx(exact.equities[0], abs=0.05)


def test_a_tie_is_shared() -> None:
    split = ranking.equity("2c3c", "2d3d", "2h3h", board="AsKsQsJsTs")
    assert split.wins == (0, 0, 0)
    assert split.ties == (1, 1, 1)
    assert split.equities == (1 / 3, 1 / 3, 1 / 3)
    assert sum(split.equities) == pytest.approx(1)


def test_samples_come_near_the_exact_answer() -> None:
    for hands in (("AhKh", "QsQd"), ("QQ+", "AK", "random")):
        sample = ranking.equity(*hands, samples=volume(200_000, 4_000), seed=7, board="2c7d9h")
        exact = ranking.equity(*hands, board="2c7d9h") if "random" not in hands else sample
        assert not sample.exact
        assert sample.boards == volume(200_000, 4_000)
        assert sample.equities == pytest.approx(exact.equities, abs=volume(1, 8) * 0.006)
        assert sum(sample.equities) == pytest.approx(1)


def test_a_seed_decides_the_sample_on_any_number_of_threads() -> None:
    samples = volume(300_000, 3_000)
    one = ranking.equity("AhKh", "QQ+", samples=samples, seed=3, threads=1)
    assert one == ranking.equity("AhKh", "QQ+", samples=samples, seed=3, threads=4)
    assert one != ranking.equity("AhKh", "QQ+", samples=samples, seed=4)
    exact = [ranking.equity("AKs", "QQ", board="2c7d9h", threads=threads) for threads in (1, 3)]
    assert exact[0] == exact[1]


@pytest.mark.parametrize(("hands", "options", "match"), [
    (["AhKh"], {}, "2 to 10"), (["random"] * 11, {}, "2 to 10"), ([], {}, "2 to 10"),
    (["AhKh", "QQ"], {"board": "2c"}, "0, 3, 4 or 5"), (["AhKh", "QQ"], {"board": "2c3c"}, "0, 3, 4 or 5"),
    (["AhKh", "QQ"], {"board": "2c3c4c5c6c7c"}, "0, 3, 4 or 5"),
    (["AhKh", "QQ"], {"game": "bridge"}, "no game .bridge."), (["AA", "AA", "AA"], {}, "cannot be dealt together"),
    (["AA", "AA", "AA"], {"samples": 10}, "cannot be dealt together"),
    (["AA", "KK"], {"dead": "AhAdAc"}, "no hand of 'AA'"),
    (["AA", "KK"], {"samples": 10, "seed": -1}, "seed"), (["AA", "KK"], {"samples": 10, "seed": 1.5}, "seed"),
    (["AA", "KK"], {"threads": 0}, "threads"), (["AA", "KK"], {"threads": True}, "threads"),
])
def test_questions_without_an_answer(hands: list[str], options: dict[str, Any], match: str) -> None:
    with pytest.raises(ranking.BadEquity, match=match):
        ranking.equity(*hands, **options)


@pytest.mark.parametrize("samples", [0, -1, True, 1.5, "9", 10**30, float("nan")])
def test_samples_are_a_positive_int(samples: object) -> None:
    with pytest.raises(ranking.BadEquity, match="samples is an int from 1"):
        ranking.equity("AhKh", "QQ", samples=samples)


@pytest.mark.parametrize(("hands", "options"), [
    (["AhKh", "AhQd"], {}), (["AhKh", "QdQc"], {"board": "Ah2c3c"}), (["AhKh", "QdQc"], {"dead": "Kh"}),
    (["AhKh", "QdQc"], {"board": "2c3c4c", "dead": "4c"}), (["AhKh", "QdQc"], {"board": "2c2c4c"}),
    (["AhKh", "QdQc"], {"board": "2c3c??"}), (["AhKh", "QdQc"], {"board": "2c3cXx"}),
])
def test_cards_that_are_none_or_stand_twice(hands: list[str], options: dict[str, Any]) -> None:
    with pytest.raises(BadCards):
        ranking.equity(*hands, **options)


def test_an_exact_answer_that_takes_too_long_is_refused_at_once() -> None:
    with pytest.raises(ranking.TooBig, match="seconds on one thread, more than 300: give samples="):
        ranking.equity("random", "random", "random")
    with pytest.raises(ranking.TooBig, match="samples="):
        ranking.equity("random", "random", "random", "random")
    with pytest.raises(ranking.BadRange, match="'Q!'"):
        ranking.equity("AhKh", "Q!")


def test_equity_prints_as_a_sentence() -> None:
    assert str(ranking.equity("AhKh", "QsQd")) == "AhKh 46.21%, QsQd 53.79% (all 1,712,304 deals)"
