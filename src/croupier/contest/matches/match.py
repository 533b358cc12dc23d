"""Play a duplicate match. Every deal is played once from each seating, so that the luck of the cards cancels out.

With n bots each deal is played n times. Each time the bots move on by one seat, so that every bot plays every seat's
cards. All players have the same chips before every hand. Because the hands of a deal depend on each other, a deal
counts as one sample, and intervals are computed over deals instead of hands. Alternatively stacks can carry over in a
series of hands (`carried.py`).

Deals are played in sessions. All deals of a session are played from one seating, then from the next. Bots given by
name, file or command are made afresh for each session and seating (`units.py`), so that the result does not depend on
the number of cores. With `until` the match ends after the session in which the winner is known. In this case a kind of
interval is used that may be checked after every session.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context

from croupier.bots import BotLike
from croupier.contest.bot_table import Progress
from croupier.contest.luck.values import Value
from croupier.contest.matches.carried import BlindLevel, checked_carry
from croupier.contest.matches.scores import Scores
from croupier.contest.matches.units import Job, Unit, is_fresh, play_unit
from croupier.contest.play import HANDS_MAX, checked_progress
from croupier.contest.players import Isolation
from croupier.contest.result import MatchResult
from croupier.contest.seeds import BadContest, checked_seed, whole
from croupier.contest.stakes import checked_game, starting_stacks
from croupier.errors import short, unknown
from croupier.games.api import Game
from croupier.workers import begin_work

SESSION = 1000
"""The default number of deals in a session. With `until` it is `SESSION_UNTIL`."""
SESSION_UNTIL = 250
CORES_MAX = 256
ADJUSTMENTS = ("none", "cards", "full")

Run = Callable[[Iterable[Job]], Iterator[Unit]]
"""Plays jobs and yields their units in the order of the jobs."""


def match(bots: Sequence[BotLike], game: Game, hands: int = 1000, seed: int | None = None, *,
          stack: int | None = None, strict: bool = False, progress: Progress | None = None,
          isolation: Isolation | None = None, until: float | None = None, adjust: str = "cards", cores: int = 1,
          session: int | None = None, carry: int = 1, levels: Sequence[BlindLevel] = (), record: bool = False,
          trace: int | None = None, run: Run | None = None, value: Value | None = None) -> MatchResult:
    """Play a duplicate match of any game between two or more bots, and return the result.

    `hands` is rounded up to whole deals. `stack` is each player's stack before each hand of poker, 100 big blinds by
    default; other games set their own chips. `until=0.95` ends the match when the winner is known with that confidence,
    or after `hands` hands. `adjust` removes luck from the results: "cards" removes that of the cards, "full" also that
    of known policies, and "none" nothing. The luck of board cards is measured by the value of the hands, which is their
    chance to win a showdown, or what `value` returns (`luck/values.py`). `cores` plays sessions in parallel, and `run`
    plays them anywhere else, both with the same result. `carry` lets stacks carry over for up to this many hands of a
    series, with the blinds of `levels` if given (`carried.py`). Each series then counts as one result. `record` keeps
    every hand as PHH. `trace` is the number of a bot whose decisions are recorded: what the bot saw, its answer and the
    time it took. Raise the same exceptions as `play`.
    """
    number, seed = whole("hands", hands, 1, HANDS_MAX), checked_seed(seed)
    checked_progress(progress)
    _check(bots, checked_game(game), stack, until, cores, run)
    if adjust not in ADJUSTMENTS:
        raise BadContest(unknown("adjustment", adjust, ADJUSTMENTS))
    if value is not None and not callable(value):
        raise BadContest(f"value must be a function of hands and board, not {short(value)}")
    stacks = starting_stacks(stack, bots, game)
    carried = checked_carry(carry, levels, game)
    # whether enough hands were played is known after a session only, so it must not be longer than the match
    usual = max(1, min(SESSION if until is None else SESSION_UNTIL, -(-number // len(bots))) // carry)
    size = usual if session is None else whole("session", session, 1, HANDS_MAX)
    job = Job(tuple(bots), game, None if stacks is None else tuple(stacks), seed, range(0), 0,
              isolation or Isolation(), strict, adjust, record, trace, carried, value)
    contest = _Match(job, number, size, until, progress)
    if run is not None:
        return contest.run(run)
    if cores == 1:
        return contest.run(contest.play_here)
    with ProcessPoolExecutor(cores, get_context("spawn"), begin_work) as pool:
        return contest.run(partial(in_order, pool, cores))


def in_order(pool: ProcessPoolExecutor, cores: int, jobs: Iterable[Job]) -> Iterator[Unit]:
    """Play jobs in a pool of processes, a few at a time, and yield their units in the order of the jobs."""
    waiting = []
    for job in jobs:
        waiting.append(pool.submit(play_unit, job))
        if len(waiting) >= 2 * cores:
            yield waiting.pop(0).result()
    while waiting:
        yield waiting.pop(0).result()


def _check(bots: Sequence[BotLike], game: Game, stack: object, until: object, cores: object, run: object) -> None:
    if isinstance(bots, Sequence) and not isinstance(bots, (str, bytes, bytearray)):
        if any(bot is None for bot in bots):
            raise BadContest("a match has no empty seats: give two or more bots")
        if len(bots) < 2:
            raise BadContest(f"{len(bots)} bots: a match needs at least two")
    else:
        raise BadContest("bots must be a list: a Bot, a class, a name, a file or a command for each seat")
    if stack is not None:
        whole("stack", stack, 1, 10**15)
    if until is not None and not (isinstance(until, float) and 0.5 <= until < 1):
        raise BadContest(f"until is a confidence from 0.5 to below 1, such as 0.95, not {until!r:.40}")
    many = whole("cores", cores, 1, CORES_MAX) > 1 or run is not None
    if many and not all(is_fresh(bot) for bot in bots):
        raise BadContest("bots that are objects play on one core: give classes, names, files or commands")


class _Match:
    """A match in progress: its sessions, its seatings, and the scores so far."""

    def __init__(self, job: Job, hands: int, session: int, until: float | None, progress: Progress | None) -> None:
        self.job, self.hands, self.session, self.until, self.progress = job, hands, session, until, progress
        self.size = len(job.bots)
        self.deals = -(-hands // self.size)
        """The maximum number of deals, because a series has at least one hand."""
        self.scores = Scores(job.game, self.size, job.stacks, job.seed, job.carry)
        self.played = 0

    def run(self, run: Run) -> MatchResult:
        """Play sessions until all deals are played or the winner is known."""
        units = run(self.jobs())
        together: list[Unit] = []
        for unit in units:
            together.append(unit)
            if len(together) == self.size:
                self.scores.add(together)
                together = []
                if self.scores.hands >= self.hands or (self.until is not None and self.is_decided()):
                    break
        close = getattr(units, "close", None)
        if close is not None:
            close()
        return self.scores.result(self.job, self.until, self.tuned_at)

    def jobs(self) -> Iterator[Job]:
        """Yield the jobs in order. Each session of deals gives one job for every seating of the bots."""
        for first in range(0, self.deals, self.session):
            for turn in range(self.size):
                yield replace(self.job, deals=range(first, min(first + self.session, self.deals)), turn=turn)

    def play_here(self, jobs: Iterable[Job]) -> Iterator[Unit]:
        """Play jobs in this process, one after another."""
        for job in jobs:
            yield play_unit(job, self.report if self.progress is not None else None)

    def report(self, done: int, of: int) -> None:
        """Report the progress after a deal that was played in this process."""
        assert self.progress is not None
        self.played += 1
        if self.job.carry is None:
            self.progress(self.played, self.deals * self.size)
        elif self.scores.deals:  # the length of a series is known only after the first session
            each = self.scores.hands / (self.scores.deals * self.size)
            self.progress(min(self.hands, round(self.played * each)), self.hands)

    @property
    def tuned_at(self) -> int:
        """Return the number of deals at which the intervals for `until` should be narrowest."""
        series = 1 if self.job.carry is None else max(1, self.job.carry.hands // 2)
        return max(100, min(self.deals // series, 10_000) // 4)

    def is_decided(self) -> bool:
        """Return True if the leader's lead over every other bot is significant."""
        assert self.until is not None
        return self.scores.lead(self.until, self.tuned_at).decided
