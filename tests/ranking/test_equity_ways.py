"""Every way of counting gives the same counts: one hand, sweeps, boards by kind, every board, a brute force."""

from __future__ import annotations

import os
import random
import signal
from itertools import combinations, product
from math import prod

import pytest
from ranking_volume import volume

from croupier import ranking
from croupier.cards import parse, text
from croupier.ranking.equities import equity as equities
from croupier.ranking.equities.matchups import Matchups
from croupier.ranking.equities.one_hand import OneHand
from croupier.ranking.equities.sweep import Sweep
from croupier.ranking.ranges import range_cards

RANKS = "23456789TJQKA"
WIDE = "22+,A2s+,K9o+"


def brute_force(ranges: tuple[str, ...], board: str, dead: str = "") -> list[list[int]]:
    """Return for each range how often it was one of 1, 2, ... winners, over every deal one by one."""
    counts = [[0] * len(ranges) for _ in ranges]
    fixed, gone = parse(board), parse(dead)
    for hands in product(*map(ranking.parse_range, ranges)):
        used = {card for hand in hands for card in hand} | set(fixed) | set(gone)
        if len(used) < 2 * len(hands) + len(fixed) + len(gone):
            continue
        for rest in combinations(sorted(set(range(52)) - used), 5 - len(fixed)):
            values = [ranking.high(bytes([*hand, *fixed, *rest])) for hand in hands]
            winners = [seat for seat, value in enumerate(values) if value == max(values)]
            for seat in winners:
                counts[seat][len(winners) - 1] += 1
    return counts


def swept(ranges: tuple[str, ...], board: str, dead: str = "", parts: int = 1) -> list[list[int]]:
    seen = set(parse(board) + parse(dead))
    left = [bytes(card for hand in ranking.parse_range(cards) if not seen & set(hand) for card in hand)
            for cards in ranges]
    sweep = Sweep(left, bytes(parse(board)), sum(1 << card for card in parse(dead)))
    for part in range(parts):
        sweep.run(part, parts)
    return sweep.counts()


def a_part(chance: random.Random) -> str:
    """Return a part of a range at random."""
    high, low = sorted(chance.sample(range(13), 2), reverse=True)
    suits, plus = chance.choice(["", "s", "o"]), chance.choice(["", "+"])
    return chance.choice([text(chance.sample(range(52), 2)), RANKS[high] * 2, RANKS[high] * 2 + "+",
                          RANKS[high] + RANKS[low] + suits + plus, text(chance.sample(range(52), 2))])


def questions(seed: int, count: int) -> list[tuple[tuple[str, ...], str, str]]:
    """Return random questions that a brute force can answer: ranges, a board, dead cards."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        size, gone = chance.choice([3, 4, 4, 5, 5]), chance.choice([0, 0, 1, 2])
        seen = chance.sample(range(52), size + gone)
        ranges = tuple(",".join(a_part(chance) for _ in range(chance.choice([1, 1, 2])))
                       for _ in range(chance.choice([2, 2, 2, 3, 4])))
        work = prod(len(ranking.parse_range(cards)) for cards in ranges) * {3: 1000, 4: 45, 5: 1}[size]
        if work <= volume(60_000, 6_000):
            found.append((ranges, text(seen[:size]), text(seen[size:])))
    return found


@pytest.mark.parametrize("seed", range(volume(8, 2)))
def test_random_questions_against_a_brute_force(seed: int) -> None:
    answered = 0
    for ranges, board, dead in questions(seed, volume(60, 8)):
        counts = brute_force(ranges, board, dead)
        try:
            found = ranking.equity(*ranges, board=board, dead=dead)
        except ValueError:  # a known card occurs twice, or nothing can be dealt
            continue
        answered += 1
        assert list(found.wins) == [row[0] for row in counts], (ranges, board, dead)
        assert list(found.ties) == [sum(row[1:]) for row in counts]
        assert found.boards * len(ranges) == pytest.approx(sum(
            times * len(ranges) / (at + 1) for row in counts for at, times in enumerate(row)))
        assert swept(ranges, board, dead) == counts
    assert answered


@pytest.mark.parametrize(("ranges", "board", "dead"), [
    (("AhKh", WIDE), "Qh7h2c", ""), (("AhKh", WIDE), "Qh7h2h", "2d"), (("8c9d", "random"), "QhTh2h5h", ""),
    (("8h9d", "22+"), "QhTh2h5h4h", "AhAd"), (("AhKh", "QsQd"), "Qh7c2d", ""),
])
def test_one_hand_is_a_sweep(ranges: tuple[str, str], board: str, dead: str) -> None:
    wins, ties, deals = OneHand(range_cards(ranges[0], 2), range_cards(ranges[1], 2), bytes(parse(board)),
                                bytes(parse(dead))).count()
    assert swept(ranges, board, dead) == [[wins, ties], [deals - wins - ties, ties]]


def test_board_and_dead_cards_are_not_confused() -> None:
    """Found by OMPEval: a dead eight and an eight on the board looked alike, but only one of them plays."""
    assert ranking.equity("A8o", "KK+,8h4h", board="Jc8cJd", dead="8d").wins == (9561, 44109)


@pytest.mark.parametrize("ranges", [("AA", "KK"), ("AKs,QQ", "JJ,A5s"), ("AhKh,QQ", "JTs")])
def test_before_the_flop_a_sweep_is_boards_by_kind(ranges: tuple[str, str]) -> None:
    if not ranking.kernel.COMPILED:
        pytest.skip("takes minutes interpreted")
    found = ranking.equity(*ranges)
    counts = swept(ranges, "", parts=3)
    assert list(found.wins) == [row[0] for row in counts]
    assert list(found.ties) == [row[1] for row in counts]


def test_ten_ranges() -> None:
    ranges = ("AA", "KK", "QQ", "JJ", "TT", "99", "88", "77", "66", "5h5d")
    found = ranking.equity(*ranges, board="2c3d8hKs", samples=2000, seed=1)
    assert sum(found.equities) == pytest.approx(1)
    known = tuple(f"{rank}h{rank}d" for rank in "AKQJT98765")
    assert ranking.equity(*known, board="2c3c4s2s").boards == 52 - 24


def test_matchups_that_differ_by_suits_are_one() -> None:
    found = Matchups([range_cards("AKs", 2), range_cards("QQ", 2)], 2, b"", b"").found()
    assert sorted(weight for _, weight in found) == [12, 12]
    assert sum(weight for _, weight in Matchups([range_cards("AA", 2)] * 2, 2, b"", b"").found()) == 6


def test_many_choices_of_omaha_hands_are_counted_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    deck = [card for card in range(52) if card not in parse("2c7d9hJsQc")]
    low, high = (",".join(text(hand) for hand in combinations(cards, 4)) for cards in (deck[:7], deck[4:11]))
    at_once = ranking.equity(low, high, board="2c7d9hJsQc", game="omaha")
    assert 0 < at_once.boards < 35 * 35, "some of these hands share a card"
    monkeypatch.setattr(equities, "MATCHUPS_MAX", 100)
    monkeypatch.setattr(equities, "PART_SECONDS", 1e-4)
    calls: list[tuple[int, int]] = []
    in_pieces = ranking.equity(low, high, board="2c7d9hJsQc", game="omaha",
                               progress=lambda done, total: calls.append((done, total)))
    assert in_pieces == at_once
    assert len(calls) >= 35 * 35 // 100
    with pytest.raises(ranking.TooBig, match="1,225 ways"):
        ranking.equity(low, high, game="omaha")


def test_progress_is_reported_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(equities, "PART_SECONDS", 1e-4)
    told: list[tuple[int, int]] = []
    with_progress = ranking.equity("AK,QQ", "JTs,88", board="2c7d9h",
                                   progress=lambda done, total: told.append((done, total)))
    assert told == [(done + 1, len(told)) for done in range(len(told))]
    assert len(told) > 1
    assert with_progress == ranking.equity("AK,QQ", "JTs,88", board="2c7d9h", threads=1)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_a_long_question(monkeypatch: pytest.MonkeyPatch, threads: int) -> None:
    monkeypatch.setattr(equities, "PART_SECONDS", 1e-4)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    told: list[int] = []

    def interrupt(done: int, total: int) -> None:
        told.append(done)
        if done == 1:
            os.kill(os.getpid(), signal.SIGINT)

    try:
        with pytest.raises(KeyboardInterrupt):
            ranking.equity("AK,QQ", "JTs,88", board="2c7d9h", threads=threads, progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    assert told[-1] < 20


def test_a_sample_has_intervals_and_an_exact_answer_needs_none() -> None:
    exact = ranking.equity("AhKh", "QQ+", board="Qh7h2c")
    assert exact.intervals == tuple((share, share) for share in exact.equities)
    inside = 0
    for seed in range(20):
        sample = ranking.equity("AhKh", "QQ+", board="Qh7h2c", samples=500, seed=seed)
        low, high = sample.intervals[0]
        assert 0 <= low < sample.equities[0] < high <= 1
        inside += low <= exact.equities[0] <= high
    assert inside >= 16
    never = ranking.equity("AsAh", "2c3d", board="AcAd7h9s", samples=100)
    assert never.intervals[1][0] == 0
    assert 0 < never.intervals[1][1] < 0.05
