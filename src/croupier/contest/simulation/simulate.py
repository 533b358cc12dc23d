"""Simulate many hands with policies: millions of poker hands in compiled code on all processors, or any other game.

    print(simulate(croupier.holdem(10, 20), seats=6, hands=1_000_000, policy="random", seed=1))

The hands are divided into chunks of a fixed size. Each chunk has its own seed, and its button starts where the chunk
before it ends. Each thread takes the next chunk when it is free. The result therefore depends only on the seed, never
on the number of threads. `any_game.py` plays games other than poker.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from functools import partial
from threading import Event
from time import perf_counter
from typing import Any

from croupier.contest.bot_table import Progress
from croupier.contest.play import HANDS_MAX, checked_progress
from croupier.contest.seeds import BadContest, checked_seed, derived, whole
from croupier.contest.simulation.any_game import play_games
from croupier.contest.stakes import checked_game, unit_of
from croupier.errors import short
from croupier.games.api import Game
from croupier.games.poker.engine.playout import POLICIES, Playout
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import ChipsLost
from croupier.stats import Interval, Tally, from_sums
from croupier.stats.columns import columns, without_unit

CHUNK = 1 << 12
"""The number of hands in a chunk. All hands of a chunk use one stream of random numbers, and a thread plays one chunk
at a time.
"""
STEP = 1 << 8
"""The number of hands after which a thread checks whether it should stop."""
STACK_MAX = 10**12
"""The maximum stack, with which the winnings of a chunk fit into 64 bits."""
THREADS_MAX = 256


@dataclass(frozen=True)
class SimResult:
    """What each seat won on average. Lists have an entry for each seat."""

    game: str
    seed: int
    hands: int
    actions: int
    policies: tuple[str, ...]
    mean: list[Interval]
    bb_per_100: list[Interval]
    seconds: float = field(compare=False)
    threads: int = field(compare=False)

    @property
    def hands_per_second(self) -> float:
        """Return the speed of the simulation."""
        return self.hands / self.seconds if self.seconds else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return values for JSON."""
        seats = [{"seat": seat, "policy": policy, "chips_per_hand": mean.as_dict(), "per_100": rate.as_dict()}
                 for seat, (policy, mean, rate) in enumerate(zip(self.policies, self.mean, self.bb_per_100))]
        return {"game": self.game, "seed": self.seed, "hands": self.hands, "actions": self.actions,
                "seconds": round(self.seconds, 3), "hands_per_second": round(self.hands_per_second),
                "threads": self.threads, "unit": self.bb_per_100[0].unit, "seats": seats}

    def __str__(self) -> str:
        title = (f"{self.game}: {self.hands:,} hands, {self.actions:,} actions in {self.seconds:.2f} s "
                 f"({self.hands_per_second:,.0f} hands/s, {self.threads} threads), seed {self.seed}")
        rows = [(seat, policy, without_unit(mean), without_unit(rate)) for seat, (policy, mean, rate)
                in enumerate(zip(self.policies, self.mean, self.bb_per_100))]
        return title + "\n" + columns(("seat", "policy", "chips/hand", self.bb_per_100[0].unit), rows, left=(1,))


def simulate(game: Game, seats: int | None = None, stack: int | None = None, hands: int = 1_000_000,
             policy: str | Sequence[str] = "random", seed: int | None = 1, threads: int | None = None,
             progress: Progress | None = None) -> SimResult:
    """Play hands with policies (one for all seats, or one for each seat), and return what each seat won.

    By default six seats play poker with 10,000 chips each. Before each hand stacks are reset and the button moves on by
    one seat. Other games set the chips themselves; their policies are the game's own or house bots. Raise BadContest,
    BadAmount or BadSetup for arguments with which no game can be played.
    """
    checked_game(game)
    whole("hands", hands, 1, HANDS_MAX)
    checked_progress(progress)
    if not isinstance(game, PokerGame):
        return _simulate_other(game, seats, stack, hands, policy, seed, progress)
    seats, stack = 6 if seats is None else seats, 10_000 if stack is None else stack
    workers = os.cpu_count() or 1 if threads is None else whole("threads", threads, 1, THREADS_MAX)
    game.deal([whole("stack", stack, 1, STACK_MAX)] * whole("seats", seats, 2, game.rules.seats), seed=0)
    question = _Question(game, seats, stack, hands, _policies(policy, seats), checked_seed(seed))
    began = perf_counter()
    chunks = _run(question, workers, progress)
    return _summed(question, chunks, perf_counter() - began, workers)


def _simulate_other(game: Game, seats: int | None, stack: int | None, hands: int, policy: str | Sequence[str],
                    seed: int | None, progress: Progress | None) -> SimResult:
    """Simulate a game that sets the chips itself, in this thread."""
    if stack is not None:
        raise BadContest(f"{game.name} brings its own chips: leave stack out")
    players = game.players[0] if seats is None else whole("seats", seats, game.players[0], game.players[-1])
    names, number = _each(policy, players), checked_seed(seed)
    began = perf_counter()
    played = play_games(game, names, hands, number, progress)
    rates = [tally.interval(100 / played.hands_per_game, unit_of(game)[1]) for tally in played.tallies]
    means = [tally.interval(1 / played.hands_per_game) for tally in played.tallies]
    return SimResult(game.name, number, played.hands, played.actions, names, means, rates, perf_counter() - began, 1)


@dataclass(frozen=True)
class _Question:
    """The checked arguments of a simulation."""

    game: PokerGame
    seats: int
    stack: int
    hands: int
    policies: tuple[str, ...]
    seed: int

    @property
    def chunks(self) -> int:
        return -(-self.hands // CHUNK)

    def size(self, chunk: int) -> int:
        return min(CHUNK, self.hands - chunk * CHUNK)


@dataclass(frozen=True, slots=True)
class _Chunk:
    """The results of a chunk of hands."""

    hands: int
    actions: int
    seats: list[tuple[int, float]]


def _each(policy: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """Return one policy for each seat."""
    if isinstance(policy, (bytes, bytearray)) or not isinstance(policy, Sequence):
        raise BadContest(f"policy must be a name for all seats or a list of one each, not {short(policy)}")
    policies = (policy,) * seats if isinstance(policy, str) else tuple(policy)
    if len(policies) != seats:
        raise BadContest(f"{len(policies)} policies for {seats} seats: give one for all, or one each")
    return policies


def _policies(policy: str | Sequence[str], seats: int) -> tuple[str, ...]:
    """Return one policy for each seat. Raise BadContest for a policy that the compiled poker playout does not have."""
    policies = _each(policy, seats)
    for name in policies:
        if not isinstance(name, str) or name not in POLICIES:
            raise BadContest(f"there is no policy {short(name)}: there are {', '.join(POLICIES)}")
    return policies


def _play_chunk(question: _Question, chunk: int, stop: Event) -> _Chunk:
    """Play a chunk of hands without the interpreter's lock. If `stop` is set, return the hands played so far."""
    seats = question.seats
    deal = question.game.facts(seats, (1 << seats) - 1, chunk * CHUNK % seats)
    deal.set_stacks([question.stack] * seats)
    deal.shuffle(derived(question.seed, "deck", chunk))  # `facts` leaves the deck unset
    playout = Playout(deal, derived(question.seed, "chunk", chunk))
    for seat, name in enumerate(question.policies):
        playout.set_policy(seat, POLICIES[name])
    size = question.size(chunk)
    for begun in range(0, size, STEP):
        if not stop.is_set():
            playout.run(min(STEP, size - begun))
    if not stop.is_set() and (playout.hands != size or sum(won for won, _ in playout.results()) != 0):
        raise ChipsLost(f"chips miscounted in chunk {chunk} of seed {question.seed}: a bug in the engine")
    return _Chunk(playout.hands, playout.actions, playout.results())


def _run(question: _Question, threads: int, progress: Progress | None) -> list[_Chunk]:
    """Play all chunks and return them in order."""
    done: dict[int, _Chunk] = {}
    played = 0
    for chunk, result in _finished(partial(_play_chunk, question), question.chunks, threads):
        done[chunk] = result
        played += result.hands
        if progress is not None:
            progress(played, question.hands)
    return [done[chunk] for chunk in range(question.chunks)]


def _finished(work: Callable[[int, Event], _Chunk], chunks: int, threads: int) -> Iterator[tuple[int, _Chunk]]:
    """Yield chunks as they are finished. If the caller stops (Ctrl-C), the threads end within a few hundred hands."""
    stop = Event()
    line: dict[Future[_Chunk], int] = {}
    with ThreadPoolExecutor(min(threads, chunks)) as pool:
        try:
            for chunk in range(chunks):
                line[pool.submit(work, chunk, stop)] = chunk
                while len(line) > 2 * threads or (chunk == chunks - 1 and line):
                    ready, _ = wait(line, return_when=FIRST_COMPLETED)
                    yield from ((line.pop(future), future.result()) for future in ready)
        finally:
            stop.set()


def _summed(question: _Question, chunks: list[_Chunk], seconds: float, threads: int) -> SimResult:
    """Add up the chunks in order, so that rounding is the same every time."""
    tallies = [Tally() for _ in range(question.seats)]
    for chunk in chunks:
        for tally, (won, squares) in zip(tallies, chunk.seats):
            tally.samples += chunk.hands
            tally.total += won
            tally.squares += squares
    means = [from_sums(tally.samples, tally.total, tally.squares) for tally in tallies]
    rates = [tally.per_100(*unit_of(question.game)) for tally in tallies]
    return SimResult(str(question.game), question.seed, question.hands, sum(chunk.actions for chunk in chunks),
                     question.policies, means, rates, seconds, threads)
