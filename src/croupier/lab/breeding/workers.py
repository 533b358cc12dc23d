"""Score many games: in this process, on all processors, or on a Ray cluster.

A task is sent as JSON text (a genome, a style, a budget and a seed), and the score comes back as JSON text. No data
from other machines is unpickled. Every score depends only on its task, so it does not matter where and in which order
tasks are scored.
"""

from __future__ import annotations

import os
import socket
from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from random import Random
from types import TracebackType
from typing import Any, Protocol

import msgspec

from croupier.games.genome.files import from_dict, to_dict
from croupier.games.genome.values import BadGenome, GameGenome, replaced
from croupier.lab.breeding.families import CLOSE, novelty
from croupier.lab.breeding.naming import name_of
from croupier.lab.breeding.shorten import shortened
from croupier.lab.scoring.admission import refusal
from croupier.lab.scoring.dead_rules import pruned
from croupier.lab.scoring.fitness import Budget, Fitness, failed, score
from croupier.lab.scoring.gates import Refusal, unforced
from croupier.lab.scoring.intervals import part
from croupier.workers import begin_work

KNOCK_SECONDS = 5.0
"""How long to wait for a connection to a Ray cluster, in seconds."""
PRUNING = 1_000
"""The number of hands that each policy plays to find a child's dead rules. A rule that seems dead is tested with ten
times as many.
"""


class NoWorkers(BadGenome):
    """Raised if workers of the requested kind are not available, for example because Ray is not installed."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to score."""

    genome: GameGenome
    style: str
    seed: int
    budget: Budget
    needed: float = 0.0
    admission: bool = False
    """Whether the game is a child that is to enter the archive. If so, it is first shortened, and its dead rules are
    removed. If it is promising, it is scored again, and it must also pass the archive's gates.
    """

    def written(self) -> str:
        """Return the task as JSON text."""
        return msgspec.json.encode({"genome": to_dict(self.genome), "style": self.style, "seed": self.seed,
                                    "budget": asdict(self.budget), "needed": self.needed,
                                    "admission": self.admission}).decode()


def done(task: str) -> str:
    """Score a task. The task and the result are JSON text. For a child the result also contains the changed game."""
    asked = msgspec.json.decode(task)
    genome = from_dict(asked["genome"])
    budget = Budget(**asked["budget"])
    if not asked["admission"]:
        found = score(genome, asked["style"], seed=asked["seed"], budget=budget, needed=asked["needed"])
        return msgspec.json.encode(found.as_dict()).decode()
    genome = pruned(shortened(genome, budget.points), hands=PRUNING)
    genome = replaced(genome, name=name_of(genome), description="")
    found = _admitted(genome, asked["style"], asked["seed"], budget, asked["needed"])
    return msgspec.json.encode(found.as_dict() | {"genome": to_dict(genome)}).decode()


def _admitted(genome: GameGenome, style: str, seed: int, budget: Budget, needed: float) -> Fitness:
    """Return the score with which a child may enter the archive, or a failed score with the first refusal."""
    if novelty(genome) < CLOSE:
        return failed(style, Refusal("variant", "without its dead rules it is a variant of a known game"))
    free = unforced(genome)
    if free:
        return failed(style, free)
    found = score(genome, style, seed=seed, budget=budget, needed=needed)
    if found.failed:
        return found
    if found.total.mean <= needed:
        return failed(style, Refusal("needed", f"{found.total.mean:.3f}, not above {needed:.3f}"), found.counts)
    again, budget = Random(seed).getrandbits(48), confirming(budget)
    found = score(genome, style, seed=again, budget=budget, needed=needed)
    if found.failed:
        return found
    if found.sure <= needed:
        return failed(style, Refusal("needed", f"{found.sure:.3f} at least, not above {needed:.3f}"), found.counts)
    refused = refusal(genome, part(found.counts, "points", "hands"), again, budget.iterations)
    return failed(style, refused, found.counts) if refused else found


def confirming(budget: Budget) -> Budget:
    """Return the budget for scoring a promising game again: three times the hands and twice the search."""
    return budget.times(iterations=2, blocks=3)


class Workers(Protocol):
    """The interface of workers: processes or machines that score tasks. A free worker takes the next task."""

    def start(self, task: str) -> None:
        """Add a task, given as text."""

    def finished(self) -> tuple[str, str]:
        """Wait until any task is done. Return the task and its answer."""

    def close(self) -> None:
        """Accept no more tasks."""


class InOrder:
    """Returns the workers' answers in the order in which they are needed, while the workers score other tasks.

    A task is never started twice, even if its answer has not been used yet.
    """

    def __init__(self, workers: Workers) -> None:
        self.workers = workers
        self.started: set[str] = set()
        self.answers: dict[str, str] = {}

    def start(self, task: str) -> None:
        """Give a task to the workers, unless it was started before."""
        if task not in self.started:
            self.started.add(task)
            self.workers.start(task)

    def answer(self, task: str) -> str:
        """Wait for the answer to a task. Start the task if it has not been started."""
        self.start(task)
        while task not in self.answers:
            found, answer = self.workers.finished()
            self.answers[found] = answer
        return self.answers[task]

    def forget(self, task: str) -> None:
        """Forget a task whose answer has been used."""
        self.started.discard(task)
        self.answers.pop(task, None)


def scores(workers: Workers, tasks: list[Task], told: Callable[[int, int], None] | None = None) -> list[Fitness]:
    """Return the scores of all tasks, in order. After each task call `told` with the number of tasks done and the
    number of all tasks.
    """
    texts, answers, found = [task.written() for task in tasks], InOrder(workers), []
    for text in texts:
        answers.start(text)
    for text in texts:
        found.append(Fitness.from_dict(msgspec.json.decode(answers.answer(text))))
        if told is not None:
            told(len(found), len(tasks))
    return found


class Alone:
    """Scores tasks one after the other, in this process."""

    def __init__(self) -> None:
        self.waiting: deque[str] = deque()

    def start(self, task: str) -> None:
        """Add a task to the end of the queue."""
        self.waiting.append(task)

    def finished(self) -> tuple[str, str]:
        """Score the first task of the queue."""
        task = self.waiting.popleft()
        return task, done(task)

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""


class Processes:
    """Scores tasks in several processes of this machine."""

    def __init__(self, count: int) -> None:
        # spawned instead of forked: this works the same on every system, and is safe although threads draw progress
        # bars
        self.pool = ProcessPoolExecutor(count, get_context("spawn"), begin_work)
        self.tasks: dict[Future[str], str] = {}

    def start(self, task: str) -> None:
        """Give a task to the first process that is free."""
        self.tasks[self.pool.submit(done, task)] = task

    def finished(self) -> tuple[str, str]:
        """Wait until any task is done. Return the task and its answer."""
        future = next(iter(wait(self.tasks, return_when=FIRST_COMPLETED).done))
        return self.tasks.pop(future), future.result()

    def close(self) -> None:
        """Finish the running tasks, and drop the others."""
        self.pool.shutdown(wait=True, cancel_futures=True)


class Cluster:
    """Scores tasks on a Ray cluster. croupier must be installed on each of the cluster's machines."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise NoWorkers("--ray needs Ray: pip install croupier[ray]") from None
        self.ray: Any = ray
        _check_address(address)
        try:
            ray.init(address=address, log_to_driver=False, ignore_reinit_error=True, logging_level="ERROR")
        # Ray raises SystemExit if it finds no cluster
        except (ConnectionError, ValueError, RuntimeError, SystemExit) as error:
            raise NoWorkers(f"no Ray cluster at {address}: {error}") from None
        self.work = ray.remote(done)
        self.tasks: dict[Any, str] = {}

    def start(self, task: str) -> None:
        """Give a task to the cluster. Raise NoWorkers if the cluster fails."""
        try:
            self.tasks[self.work.remote(task)] = task
        except (self.ray.exceptions.RayError, SystemExit) as error:
            raise self._failed(error) from None

    def finished(self) -> tuple[str, str]:
        """Wait until any of the tasks is done (`ray.wait`), so that a lost worker is noticed at once. Raise NoWorkers
        if the cluster fails."""
        try:
            found = self.ray.wait(list(self.tasks), num_returns=1)[0][0]
            return self.tasks.pop(found), self.ray.get(found)
        except (self.ray.exceptions.RayError, SystemExit) as error:  # Ray raises SystemExit if it loses its cluster
            raise self._failed(error) from None

    def _failed(self, error: BaseException) -> NoWorkers:
        reason = str(error).strip().splitlines() or ["it went away"]
        return NoWorkers(f"the Ray cluster failed ({reason[-1]}); --resume goes on from its checkpoint")

    def close(self) -> None:
        """Disconnect from the cluster, which continues to run."""
        self.ray.shutdown()


def _check_address(address: str) -> None:
    """Raise NoWorkers if nobody answers at the address. Ray itself would keep trying for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return  # a special name of Ray, such as auto
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise NoWorkers(f"no Ray cluster at {address}: {error}") from None


def processors() -> int:
    """Return the number of processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # this function does not exist on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Hired:
    """A context manager that provides workers: a cluster if an address is given, otherwise this number of processes (0
    means one for each processor).
    """

    def __init__(self, cores: int = 0, ray: str | None = None) -> None:
        if type(cores) is not int or not 0 <= cores <= 1024:
            raise NoWorkers(f"cores are a whole number of 0 (all) to 1024, not {cores!r}")
        self.cores, self.ray = cores or processors(), ray
        self.workers: Workers | None = None

    def __enter__(self) -> Workers:
        self.workers = Cluster(self.ray) if self.ray else Processes(self.cores) if self.cores > 1 else Alone()
        return self.workers

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if self.workers is not None:
            self.workers.close()
