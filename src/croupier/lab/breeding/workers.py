"""Score many games: in this process, on all processors, or on a Ray cluster.

A task is sent as JSON text (a genome, a style, a budget and a seed), and the score comes back as JSON text. No data
from other machines is unpickled. Every score depends on its task alone, so that it does not matter where or in which
order tasks are scored.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from types import TracebackType
from typing import Any, Protocol

import msgspec

from croupier.games.genome.files import from_dict, to_dict
from croupier.games.genome.values import BadGenome, GameGenome
from croupier.lab.scoring.admission import refusal
from croupier.lab.scoring.fitness import Budget, Fitness, failed, score
from croupier.lab.scoring.intervals import part
from croupier.workers import begin_work

KNOCK_SECONDS = 5.0


class NoWorkers(BadGenome):
    """Workers that are not available here."""


@dataclass(frozen=True, slots=True)
class Task:
    """A game to score."""

    genome: GameGenome
    style: str
    seed: int
    budget: Budget
    needed: float = 0.0
    admission: bool = False
    """Whether the game has to pass the gates of the archive too."""

    def written(self) -> str:
        """Return the task as JSON text."""
        return msgspec.json.encode({"genome": to_dict(self.genome), "style": self.style, "seed": self.seed,
                                    "budget": asdict(self.budget), "needed": self.needed,
                                    "admission": self.admission}).decode()


def done(task: str) -> str:
    """Score a task, given and returned as JSON text."""
    asked = msgspec.json.decode(task)
    genome = from_dict(asked["genome"])
    budget = Budget(**asked["budget"])
    found = score(genome, asked["style"], seed=asked["seed"], budget=budget, needed=asked["needed"])
    if asked["admission"] and found.sure > asked["needed"]:
        refused = refusal(genome, part(found.counts, "quick_points", "quick_hands"), asked["seed"],
                          budget.iterations)
        found = failed(asked["style"], refused, found.counts) if refused else found
    return msgspec.json.encode(found.as_dict()).decode()


class Workers(Protocol):
    """Processes or machines that score tasks."""

    def texts(self, tasks: list[str]) -> Iterable[str]:
        """Return the answers, in the order of the tasks."""

    def close(self) -> None:
        """Take no more tasks."""


def scores(workers: Workers, tasks: list[Task], told: Callable[[int, int], None] | None = None) -> list[Fitness]:
    """Return the scores of all tasks, in order; call `told` with the number done and the total after each."""
    found: list[Fitness] = []
    for text in workers.texts([task.written() for task in tasks]):
        found.append(Fitness.from_dict(msgspec.json.decode(text)))
        if told is not None:
            told(len(found), len(tasks))
    return found


class Alone:
    """This process, one task after the other."""

    def texts(self, tasks: list[str]) -> Iterable[str]:
        """Return the answers, in the order of the tasks."""
        return map(done, tasks)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class Processes:
    """Processes of this machine."""

    def __init__(self, count: int) -> None:
        # spawned, not forked: the same on every system, and safe beside threads that draw progress bars
        self.pool = ProcessPoolExecutor(count, get_context("spawn"), begin_work)

    def texts(self, tasks: list[str]) -> Iterable[str]:
        """Return the answers, in the order of the tasks; each task goes to a free process."""
        return self.pool.map(done, tasks)

    def close(self) -> None:
        """Stop at once; unfinished tasks are dropped."""
        self.pool.shutdown(wait=True, cancel_futures=True)


class Cluster:
    """A Ray cluster; croupier must be installed on each of its machines."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise NoWorkers("--ray needs Ray: pip install croupier[ray]") from None
        self.ray: Any = ray
        _knock(address)
        try:
            ray.init(address=address, log_to_driver=False, ignore_reinit_error=True, logging_level="ERROR")
        except (ConnectionError, ValueError, RuntimeError, SystemExit) as error:  # Ray exits where it finds nobody
            raise NoWorkers(f"no Ray cluster at {address}: {error}") from None
        self.work = ray.remote(done)

    def texts(self, tasks: list[str]) -> Iterable[str]:
        """Return the answers, in the order of the tasks. Raise NoWorkers if the cluster fails."""
        try:
            answers = self._answers(tasks)
        except (self.ray.exceptions.RayError, SystemExit) as error:  # Ray exits when it loses its cluster
            reason = str(error).strip().splitlines() or ["it went away"]
            raise NoWorkers(f"the Ray cluster failed ({reason[-1]}); --resume goes on from its checkpoint") from None
        return answers

    def _answers(self, tasks: list[str]) -> list[str]:
        """Return the answers, fetched as they arrive (`ray.wait`), so that a lost worker is noticed at once."""
        asked = {self.work.remote(task): at for at, task in enumerate(tasks)}
        answers = [""] * len(tasks)
        waiting = list(asked)
        while waiting:
            done, waiting = self.ray.wait(waiting, num_returns=1)
            for found in done:
                answers[asked[found]] = self.ray.get(found)
        return answers

    def close(self) -> None:
        """Disconnect from the cluster, which goes on running."""
        self.ray.shutdown()


def _knock(address: str) -> None:
    """Raise NoWorkers if nobody answers at the address: Ray itself would try for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        return  # a name that Ray knows, such as auto
    try:
        socket.create_connection((host, int(port)), KNOCK_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise NoWorkers(f"no Ray cluster at {address}: {error}") from None


def processors() -> int:
    """Return the number of processors that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # not on every system
    return len(affinity(0)) if affinity else os.cpu_count() or 1


class Hired:
    """Workers for a `with` block: a cluster if an address is given, else this number of processors (0: all)."""

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
