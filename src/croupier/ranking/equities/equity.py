"""Compute equity, the share of the pot that each hand or range wins, over all boards or a sample of them.

A deal is a board and one hand from each range, in which no card occurs twice. All possible deals are equally likely. An
exact answer counts all deals. `_plan` chooses the fastest method for the question:

- known hands with some board cards, and Omaha: deal every board (`showdown`);
- one hand against a range, with some board cards: `one_hand`;
- ranges: rank every hand once for each board, sort the hands, and count in one pass (`sweep`);
- a few combinations of hands before the flop: count boards in groups (`boards`), for each of the `matchups`.

An exact answer that would take over SECONDS_MAX on one thread is refused before any work is done. A sample of `samples`
deals is always possible, and the same seed gives the same sample on any number of threads.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from math import comb, prod, sqrt

from croupier.cards import CardsLike
from croupier.ranking.equities.boards import Boards
from croupier.ranking.equities.matchups import Matchups
from croupier.ranking.equities.questions import (
    THREADS_MAX,
    Counts,
    Question,
    count_one_hand,
    mask_of,
    no_deal,
    question_of,
    summed,
    whole,
)
from croupier.ranking.equities.samples import Samples
from croupier.ranking.equities.showdown import ShowdownCounts
from croupier.ranking.equities.sweep import Sweep
from croupier.ranking.errors import BadEquity, TooBig

SECONDS_MAX = 300
"""The longest time that an exact answer may take on one thread, in seconds. If the estimate is longer, the answer is
refused.
"""
MATCHUPS_MAX = 200_000
"""A choice is one hand from each range. With at most this many choices, each is examined, to find choices that differ
only by suits.
"""
SAMPLES_MAX = 10**12
CHUNK = 1 << 16
"""The number of samples that use one stream of random numbers. A thread computes this many at a time."""
PART_SECONDS = 0.05
"""The approximate time for one part of the work, in seconds. After each part progress is reported and Ctrl-C takes
effect.
"""
THREADED_SECONDS = 0.02
"""Work that takes less than this is done on one thread, because starting more threads would cost more time than they
save.
"""
Z = 1.959964
"""Half the width of a 95 % interval in standard deviations."""

# Approximate times in seconds for compiled code on one thread. They are used to choose a method, and to refuse
# questions that would take too long.
BY_KIND_SECONDS = 0.35e-3
SWEEP_HAND_SECONDS = 7e-9
SWEEP_BOARD_SECONDS = 0.15e-6
SWEEP_CHOICE_SECONDS = 20e-9
BOARD_SECONDS = {2: 5e-9, 4: 0.28e-6, 5: 0.45e-6, 6: 0.68e-6}

Job = Callable[[], Counts]
Progress = Callable[[int, int], object]


@dataclass(frozen=True)
class Equity:
    """Each player's share of the pot. `boards` is the number of deals. `wins` counts the deals that a player won alone,
    and `ties` the deals that he shared.
    """

    hands: tuple[str, ...]
    equities: tuple[float, ...]
    wins: tuple[int, ...]
    ties: tuple[int, ...]
    boards: int
    exact: bool

    @property
    def intervals(self) -> tuple[tuple[float, float], ...]:
        """Return a 95 % interval for each equity. An exact equity is its own interval."""
        if self.exact:
            return tuple((share, share) for share in self.equities)
        return tuple(_wilson(share, self.boards) for share in self.equities)

    def __str__(self) -> str:
        shares = ", ".join(f"{hand} {share:.2%}" for hand, share in zip(self.hands, self.equities))
        return f"{shares} ({'all' if self.exact else 'a sample of'} {self.boards:,} deals)"


def _wilson(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share. Shared pots only reduce the variance, so the interval is never too
    narrow.
    """
    middle = (share + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z * sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def equity(*hands: str, board: CardsLike = "", dead: CardsLike = "", game: str = "holdem", samples: int | None = None,
           seed: int | None = None, threads: int | None = None, progress: Progress | None = None) -> Equity:
    """Return the equities of 2 to 10 hands or ranges, exact unless `samples` is given.

    `progress` is called after each part of the work, with the number of parts that are done and the number of all
    parts. Raise BadCards for invalid or repeated cards, BadRange for an invalid range, BadEquity for any other question
    without an answer and TooBig (a BadEquity) when an exact answer would take too long.
    """
    question = question_of(hands, board, dead, game)
    workers = whole("threads", threads, 1, THREADS_MAX) if threads is not None else 0
    # a fast path for the most frequent question, without `_plan`
    if samples is None and len(hands) == 2 and question.board and question.hole_cards == 2 and 1 in question.sizes:
        return _answer(hands, count_one_hand(question), True)
    if samples is not None:
        count = whole("samples", samples, 1, SAMPLES_MAX)
        start = whole("seed", seed, 0, 2**64 - 1) if seed is not None else 0
        return _answer(hands, _sampled(question, count, start, workers, progress), False)
    return _answer(hands, _exact(question, workers, progress), True)


def _answer(hands: tuple[str, ...], counts: Counts, exact: bool) -> Equity:
    """Return an Equity made from counts. The Equity is made without the dataclass's __init__, which took a fifth of the
    time of the shortest answer.
    """
    shares, wins, ties, boards = summed(counts)
    answer = object.__new__(Equity)
    answer.__dict__.update(hands=hands, equities=shares, wins=wins, ties=ties, boards=boards, exact=exact)
    return answer


# -- exact -------------------------------------------------------------------------------------------------------------

def _exact(question: Question, threads: int, progress: Progress | None) -> Counts:
    """Count all deals with the fastest method."""
    seconds, jobs = _plan(question)
    if seconds > SECONDS_MAX:
        raise _too_big(question, seconds)
    # 0 threads means one for each processor
    return _gather(jobs, threads if seconds > THREADED_SECONDS else 1, progress)


def _too_big(question: Question, seconds: float) -> TooBig:
    ways = prod(question.sizes)
    return TooBig(f"up to {ways:,} ways to deal these hands, each with {question.boards():,} boards, take about "
                  f"{seconds:,.0f} seconds on one thread, more than {SECONDS_MAX}: give samples=1_000_000 for "
                  "an estimate")


def _plan(question: Question) -> tuple[float, Iterable[Job]]:
    """Return the estimated seconds for an exact answer, and the work divided into jobs."""
    choices = prod(question.sizes)
    swept = _sweep_seconds(question) if question.hole_cards == 2 else float("inf")
    by_matchups = _matchup_seconds(question)
    # four suits have 24 permutations, so at most 24 choices count as one matchup; this is the least time that matchups
    # can take
    if choices > MATCHUPS_MAX or choices // 24 * by_matchups > min(swept, SECONDS_MAX):
        if swept < float("inf"):
            return swept, _sweep_jobs(question, swept)
        # Omaha has no sweep method; many choices are counted in parts, without keeping all matchups in memory
        seconds = choices * by_matchups
        return seconds, _piece_jobs(question, max(1, int(PART_SECONDS / by_matchups))) if seconds <= SECONDS_MAX else ()
    matchups = Matchups(question.ranges, question.hole_cards, question.board, question.dead).found()
    if not matchups:
        raise no_deal()
    # only now is the number of matchups known, after combining those that differ only by suits
    if swept < len(matchups) * by_matchups:
        return swept, _sweep_jobs(question, swept)
    return len(matchups) * by_matchups, _matchup_jobs(question, matchups, by_matchups)


def _showdown(question: Question) -> ShowdownCounts:
    """Return a ShowdownCounts for the board and the dead cards, without hands."""
    return ShowdownCounts(len(question.ranges), question.hole_cards, question.board, mask_of(question.dead))


def _by_kind(question: Question) -> bool:
    return question.hole_cards == 2 and not question.board


def _matchup_seconds(question: Question) -> float:
    """Return the estimated seconds for one matchup."""
    players = len(question.ranges)
    if _by_kind(question):
        return BY_KIND_SECONDS * players
    # plus a microsecond for setting up the hands, which is the only work if the board is complete
    return question.boards() * players * BOARD_SECONDS[question.hole_cards] + 1e-6


def _sweep_seconds(question: Question) -> float:
    """Return the estimated seconds for a sweep. Before the flop, equivalent suits make a sweep up to 24 times shorter.
    """
    symmetries = Sweep(question.ranges, question.board, mask_of(question.dead)).symmetries()
    boards = comb(52 - len(question.board) - len(question.dead), 5 - len(question.board)) / symmetries
    sizes = sorted(question.sizes)
    each = SWEEP_BOARD_SECONDS + SWEEP_HAND_SECONDS * sum(sizes)
    # with three or more ranges, every combination of hands from all ranges but the largest is tried
    if len(sizes) > 2:
        each += SWEEP_CHOICE_SECONDS * len(sizes) ** 2 / 4 * prod(sizes[:len(sizes) - 1])
    return boards * each


def _sweep_jobs(question: Question, seconds: float) -> list[Job]:
    parts = max(1, min(1000, int(seconds / PART_SECONDS)))

    def job(part: int) -> Job:
        def work() -> Counts:
            sweep = Sweep(question.ranges, question.board, mask_of(question.dead))
            sweep.run(part, parts)
            return sweep.counts()
        return work
    return [job(part) for part in range(parts)]


def _matchup_jobs(question: Question, matchups: list[tuple[bytes, int]], each: float) -> list[Job]:
    """Divide the work into jobs. A job consists of several matchups, or of a part of the boards of one long matchup."""
    if each > PART_SECONDS and not _by_kind(question):
        parts = min(48, int(each / PART_SECONDS) + 1)
        return [_boards_job(question, [matchup], part, parts) for matchup in matchups for part in range(parts)]
    size = max(1, int(PART_SECONDS / each))
    return [_boards_job(question, matchups[at:at + size], 0, 1) for at in range(0, len(matchups), size)]


def _piece_jobs(question: Question, most: int) -> list[Job]:
    """Divide the work into jobs, each with at most `most` choices of one hand from each range."""
    def job(piece: list[bytes]) -> Job:
        def work() -> Counts:
            matchups = Matchups(piece, question.hole_cards, question.board, question.dead).found()
            return _boards_job(question, matchups, 0, 1)()
        return work
    return [job(piece) for piece in _pieces(question.ranges, question.hole_cards, most)]


def _pieces(ranges: list[bytes], hole_cards: int, most: int) -> Iterator[list[bytes]]:
    """Divide ranges into parts with at most `most` choices each. A choice is one hand from each range, and belongs to
    exactly one part.
    """
    sizes = [len(cards) // hole_cards for cards in ranges]
    if prod(sizes) <= most:
        yield ranges
        return
    largest = sizes.index(max(sizes))
    middle = sizes[largest] // 2 * hole_cards
    for half in (ranges[largest][:middle], ranges[largest][middle:]):
        yield from _pieces([*ranges[:largest], half, *ranges[largest + 1:]], hole_cards, most)


def _boards_job(question: Question, matchups: list[tuple[bytes, int]], part: int, parts: int) -> Job:
    def job() -> Counts:
        showdown = _showdown(question)
        boards = Boards(showdown)
        for cards, weight in matchups:
            showdown.seat_all(cards)
            if _by_kind(question):
                boards.count(weight)
            else:
                showdown.every_board(part, parts, weight)
        return showdown.counts()
    return job


# -- samples -----------------------------------------------------------------------------------------------------------

def _sampled(question: Question, samples: int, seed: int, threads: int, progress: Progress | None) -> Counts:
    """Deal a sample in chunks. Each chunk has its own seed, so that the number of threads does not affect the result.
    """
    # for small ranges, test here whether any deal is possible; for large ones the sampler finds out (`TRIES_MAX`)
    if prod(question.sizes) <= 4096:
        _refuse_impossible(question)
    draw = _known_draw(question) if question.hole_cards == 2 and max(question.sizes) == 1 else _range_draw(question)

    def job(chunk: int) -> Job:
        # the seed is multiplied by an odd 64-bit constant, so that neighbouring seeds do not use the same chunks
        return lambda: draw(min(CHUNK, samples - chunk * CHUNK), (seed * 0x9E3779B97F4A7C15 + chunk) % 2**64)
    chunks = -(-samples // CHUNK)
    # a map instead of a list, because 10^12 samples are fifteen million jobs
    return _gather(map(job, range(chunks)), threads if chunks > 4 else 1, progress, chunks)


def _known_draw(question: Question) -> Callable[[int, int], Counts]:
    """Return a function that draws a number of boards for known hands, from a seed."""
    return Samples(question.ranges, question.board, question.dead).counts


def _range_draw(question: Question) -> Callable[[int, int], Counts]:
    """Return a function that draws a number of hands from ranges, with a board for each, from a seed."""
    combos = b"".join(question.ranges)
    starts = [sum(question.sizes[:player]) for player in range(len(question.sizes) + 1)]

    def draw(count: int, seed: int) -> Counts:
        showdown = _showdown(question)
        if not showdown.sample(combos, starts, count, seed):
            raise BadEquity("these ranges hardly ever fit together without a card twice: narrow them down")
        return showdown.counts()
    return draw


def _refuse_impossible(question: Question) -> None:
    size = question.hole_cards
    masks = [[mask_of(cards[at:at + size]) for at in range(0, len(cards), size)] for cards in question.ranges]
    for choice in product(*masks):
        if _disjoint(choice):
            return
    raise no_deal()


def _disjoint(masks: Sequence[int]) -> bool:
    union = 0
    for mask in masks:
        if union & mask:
            return False
        union |= mask
    return True


# -- counts ------------------------------------------------------------------------------------------------------------

def _gather(jobs: Iterable[Job], threads: int, progress: Progress | None, total: int = 0) -> Counts:
    """Run the jobs and add up their counts. Use threads if they save time; 0 threads mean one for each processor."""
    if isinstance(jobs, list):
        total = len(jobs)
    sums: Counts = []
    for done, counts in enumerate(_run(jobs, min(total, threads or os.cpu_count() or 1)), 1):
        sums = [[a + b for a, b in zip(row, more)] for row, more in zip(sums, counts)] if sums else counts
        if progress is not None:
            progress(done, total)
    # no deal was possible, because a card occurs twice in every choice of hands
    if not any(map(any, sums)):
        raise no_deal()
    return sums


def _run(jobs: Iterable[Job], threads: int) -> Iterator[Counts]:
    """Run the jobs and yield their results in order. Start only slightly more jobs than there are threads."""
    if threads <= 1:
        yield from (job() for job in jobs)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting = []
        try:
            for job in jobs:
                waiting.append(pool.submit(job))
                # results are added up in order, so without this limit the results after a slow job would accumulate
                if len(waiting) > 4 * threads:
                    yield waiting.pop(0).result()
            while waiting:
                yield waiting.pop(0).result()
        finally:  # after Ctrl-C, jobs that have not begun are cancelled
            for future in waiting:
                future.cancel()
