"""Equity: how much of the pot each hand or range will win, over every board or a sample of them.

Every possible deal is equally likely: each choice of one hand from each range in which no card stands twice, with each
board. Exact answers are counts. Matchups that differ only by the names of suits are counted once and weighted; how
the boards are counted is for `showdown` and `boards` to know. An exact answer of over EVALUATIONS_MAX evaluations is
refused before any work is done; a sample of `samples` deals is always possible, and the same seed gives the same
sample on any number of threads.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import comb, prod

from croupier.cards import UNKNOWN, BadCards, CardsLike, parse, refuse_twice, short, text
from croupier.ranking.boards import Boards
from croupier.ranking.errors import BadEquity, TooBig
from croupier.ranking.ranges import Hand, parse_range
from croupier.ranking.showdown import Showdown

HOLE_CARDS = {"holdem": 2, "omaha": 4, **{f"omaha{cards}": cards for cards in (5, 6)}}
"""How many cards a hand has; any two of an Omaha hand play, however many it has."""
EVALUATIONS_MAX = 2_000_000_000
MATCHUPS_MAX = 2_000_000
SAMPLES_MAX = 10**12
THREADS_MAX = 256
CHUNK = 1 << 16
"""Samples that share a stream of random numbers: the unit of work that threads take."""
BY_KIND = 43_000
"""About how many evaluations of a hand `Boards` makes."""
PER_SECOND = {2: 80_000_000, 4: 2_500_000, 5: 1_500_000, 6: 1_000_000}
"""Evaluations on one thread, to tell people how long they would have waited."""

Counts = list[list[int]]


@dataclass(frozen=True)
class Equity:
    """Who wins how much; `wins` and `ties` count deals, outright and shared, of `boards` in all."""

    hands: tuple[str, ...]
    equities: tuple[float, ...]
    wins: tuple[int, ...]
    ties: tuple[int, ...]
    boards: int
    exact: bool

    def __str__(self) -> str:
        shares = ", ".join(f"{hand} {share:.2%}" for hand, share in zip(self.hands, self.equities))
        return f"{shares} ({'all' if self.exact else 'a sample of'} {self.boards:,} deals)"


@dataclass(frozen=True)
class _Question:
    """What was asked, checked: the hands each player may hold, the board, cards that are gone."""

    game: str
    ranges: list[list[Hand]]
    board: bytes
    dead: bytes

    @property
    def per(self) -> int:
        return HOLE_CARDS[self.game]

    def showdown(self) -> Showdown:
        return Showdown(len(self.ranges), self.per, self.board, sum(1 << card for card in self.dead))


def equity(*hands: str, board: CardsLike = "", dead: CardsLike = "", game: str = "holdem", samples: int | None = None,
           seed: int | None = None, threads: int | None = None) -> Equity:
    """The equities of 2 to 10 hands or ranges, exact unless `samples` is given.

    Raises BadCards for cards that are none or stand twice, BadRange for a range that is none, BadEquity for any other
    question without an answer and TooBig (a BadEquity) when an exact answer would take too long.
    """
    question = _question(hands, board, dead, game)
    workers = whole("threads", threads, 1, THREADS_MAX) if threads is not None else os.cpu_count() or 1
    if samples is not None:
        count = whole("samples", samples, 1, SAMPLES_MAX)
        start = whole("seed", seed, 0, 2**64 - 1) if seed is not None else 0
        return _summed(hands, _sampled(question, count, start, workers), exact=False)
    return _summed(hands, _exact(question, workers), exact=True)


# -- checks ----------------------------------------------------------------------------------------------------------

def whole(name: str, number: object, lowest: int, highest: int) -> int:
    """A whole number within bounds, or BadEquity."""
    if type(number) is not int or not lowest <= number <= highest:
        raise BadEquity(f"{name} is an int from {lowest} to {highest:,}, not {short(number)}")
    return number


def _question(hands: Sequence[str], board: CardsLike, dead: CardsLike, game: str) -> _Question:
    if game not in HOLE_CARDS:
        raise BadEquity(f"{short(game)} has no equity here: the games are {', '.join(HOLE_CARDS)}")
    if not 2 <= len(hands) <= 10:
        raise BadEquity(f"equity is between 2 to 10 hands, not {len(hands)}")
    table, gone = _known(board, "board"), _known(dead, "dead")
    if len(table) not in (0, 3, 4, 5):
        raise BadEquity(f"a board has 0, 3, 4 or 5 cards, not {len(table)}")
    refuse_twice(table + gone)
    ranges = [parse_range(hand, HOLE_CARDS[game]) for hand in hands]
    refuse_twice([card for hands in ranges if len(hands) == 1 for card in hands[0]] + table + gone)
    if len(hands) * HOLE_CARDS[game] + 5 + len(gone) > 52:
        raise BadEquity("there are not enough cards for these hands and a board")
    return _Question(game, [_possible(held, table + gone, name) for held, name in zip(ranges, hands)],
                     bytes(table), bytes(gone))


def _known(cards: CardsLike, name: str) -> list[int]:
    numbers = parse(cards)
    if UNKNOWN in numbers:
        raise BadCards(f"the {name} holds an unknown card, ??")
    return numbers


def _possible(hands: list[Hand], seen: list[int], name: str) -> list[Hand]:
    """The hands of a range that hold no card seen elsewhere."""
    left = [hand for hand in hands if not set(hand) & set(seen)]
    if not left:
        raise BadEquity(f"no hand of {name!r} is left once {text(seen)} are gone")
    return left


# -- exact -----------------------------------------------------------------------------------------------------------

def _exact(question: _Question, threads: int) -> Counts:
    choices = prod(map(len, question.ranges))
    if choices > MATCHUPS_MAX:
        raise TooBig(f"these ranges meet in up to {choices:,} ways, more than {MATCHUPS_MAX:,}: give samples=1_000_000 "
                     "for an estimate")
    if choices > 100_000:  # no need to look at them all: suits have 24 names, and some choices clash
        _refuse_too_big(question, choices // 48)
    matchups = _matchups(question)
    if not matchups:
        raise BadEquity("these ranges cannot be dealt together: every choice holds a card twice")
    _refuse_too_big(question, len(matchups))
    return _gather(_exact_jobs(question, list(matchups.values()), threads), threads)


def _matchups(question: _Question) -> dict[tuple[int, ...], tuple[Sequence[Hand], int]]:
    """Every choice of hands without a card twice, those alike but for the names of suits taken together.

    A matchup is known by what each player, the board and the dead cards hold of each suit; sorting the four suits
    forgets their names.
    """
    fixed = [_suit_masks(question.board, 0)[suit] | _suit_masks(question.dead, 1)[suit] for suit in range(4)]
    seats = [[(hand, sum(1 << card for card in hand), _suit_masks(hand, seat + 2)) for hand in hands]
             for seat, hands in enumerate(question.ranges)]
    found: dict[tuple[int, ...], tuple[Sequence[Hand], int]] = {}
    for choice in _compatible(seats, 0):
        suits = tuple(sorted([fixed[suit] + sum([masks[suit] for _, _, masks in choice]) for suit in range(4)]))
        if suits in found:
            found[suits] = (found[suits][0], found[suits][1] + 1)
        else:
            found[suits] = ([hand for hand, _, _ in choice], 1)
    return found


_Seat = tuple[Hand, int, tuple[int, ...]]


def _compatible(seats: list[list[_Seat]], used: int) -> Iterator[tuple[_Seat, ...]]:
    """Choices of one hand a seat in which no card stands twice."""
    if len(seats) == 1:
        yield from ((hand,) for hand in seats[0] if not hand[1] & used)
        return
    for hand in seats[0]:
        if not hand[1] & used:
            for rest in _compatible(seats[1:], used | hand[1]):
                yield (hand, *rest)


def _suit_masks(cards: Sequence[int], place: int) -> tuple[int, ...]:
    """The ranks held of each suit, as masks shifted to a place of their own."""
    masks = [0, 0, 0, 0]
    for card in cards:
        masks[card & 3] |= 1 << (card >> 2) + 13 * place
    return tuple(masks)


def _by_kind(question: _Question) -> bool:
    return question.game == "holdem" and not question.board


def _refuse_too_big(question: _Question, matchups: int) -> None:
    players = len(question.ranges)
    left = 52 - players * question.per - len(question.board) - len(question.dead)
    boards = BY_KIND if _by_kind(question) else comb(left, 5 - len(question.board))
    evaluations = matchups * boards * players
    if evaluations > EVALUATIONS_MAX:
        seconds = evaluations / PER_SECOND[question.per]
        raise TooBig(f"{matchups:,} or more different matchups need about {evaluations:,} evaluations, more than "
                     f"{EVALUATIONS_MAX:,}; that is about {seconds:,.0f} seconds on one thread: give "
                     "samples=1_000_000 for an estimate")


def _exact_jobs(question: _Question, matchups: list[tuple[Sequence[Hand], int]],
                threads: int) -> list[Callable[[], Counts]]:
    """The work in pieces: a few matchups each, or parts of a single one's boards."""
    if len(matchups) < 2 * threads and not _by_kind(question):
        return [_boards_job(question, [matchup], part, 8) for matchup in matchups for part in range(8)]
    size = max(1, min(256, len(matchups) // (4 * threads)))
    return [_boards_job(question, matchups[at:at + size], 0, 1) for at in range(0, len(matchups), size)]


def _boards_job(question: _Question, matchups: list[tuple[Sequence[Hand], int]], part: int,
                parts: int) -> Callable[[], Counts]:
    def job() -> Counts:
        showdown = question.showdown()
        boards = Boards(showdown)
        for hands, weight in matchups:
            for seat, hand in enumerate(hands):
                showdown.seat(seat, bytes(hand))
            if _by_kind(question):
                boards.count(weight)
            else:
                showdown.every_board(part, parts, weight)
        return showdown.counts()
    return job


# -- samples ---------------------------------------------------------------------------------------------------------

def _sampled(question: _Question, samples: int, seed: int, threads: int) -> Counts:
    """Chunks of samples, each with a seed of its own, so that threads change nothing."""
    if prod(map(len, question.ranges)) <= 4096:
        _refuse_impossible(question)
    combos = bytes(card for hands in question.ranges for hand in hands for card in hand)
    starts = [0]
    for hands in question.ranges:
        starts.append(starts[-1] + len(hands))

    def job(chunk: int) -> Callable[[], Counts]:
        def work() -> Counts:
            showdown = question.showdown()
            count = min(CHUNK, samples - chunk * CHUNK)
            if not showdown.sample(combos, starts, count, (seed * 0x9E3779B97F4A7C15 + chunk) % 2**64):
                raise BadEquity("these ranges hardly ever fit together without a card twice: narrow them down")
            return showdown.counts()
        return work
    return _gather((job(chunk) for chunk in range(-(-samples // CHUNK))), threads)


def _refuse_impossible(question: _Question) -> None:
    masks = [[sum(1 << card for card in hand) for hand in hands] for hands in question.ranges]
    for choice in product(*masks):
        if sum(choice).bit_count() == len(choice) * question.per and _disjoint(choice):
            return
    raise BadEquity("these ranges cannot be dealt together: every choice holds a card twice")


def _disjoint(masks: Sequence[int]) -> bool:
    union = 0
    for mask in masks:
        if union & mask:
            return False
        union |= mask
    return True


# -- counts ----------------------------------------------------------------------------------------------------------

def _gather(jobs: Sequence[Callable[[], Counts]] | Iterator[Callable[[], Counts]], threads: int) -> Counts:
    """Run the jobs, on threads when there are several, and add up what they count."""
    total: Counter[tuple[int, int]] = Counter()
    for counts in _run(jobs, threads):
        for seat, row in enumerate(counts):
            for winners, times in enumerate(row):
                total[seat, winners] += times
    players = 1 + max(seat for seat, _ in total)
    return [[total[seat, winners] for winners in range(players)] for seat in range(players)]


def _run(jobs: Sequence[Callable[[], Counts]] | Iterator[Callable[[], Counts]], threads: int) -> Iterator[Counts]:
    if threads == 1 or (isinstance(jobs, list) and len(jobs) == 1):
        yield from (job() for job in jobs)
        return
    with ThreadPoolExecutor(threads) as pool:
        yield from pool.map(lambda job: job(), jobs)


def _summed(hands: Sequence[str], counts: Counts, *, exact: bool) -> Equity:
    """Counts of wins shared by so many, as an answer."""
    wins = tuple(row[0] for row in counts)
    ties = tuple(sum(row[1:]) for row in counts)
    shares = [sum((Fraction(times, winners + 1) for winners, times in enumerate(row)), Fraction(0)) for row in counts]
    boards = sum(shares)
    assert boards.denominator == 1, "the shares of all hands add up to the boards"
    return Equity(tuple(map(str, hands)), tuple(float(share / boards) for share in shares), wins, ties,
                  int(boards), exact)
