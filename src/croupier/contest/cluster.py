"""Play the parts of a contest on a Ray cluster, with the same results as on one machine.

    run = on_ray("auto", play_unit)         # the address of a cluster, "auto", or "local" for one on this machine
    match(bots, game, run=run)

Every machine of the cluster needs croupier, and the bots' files at the same paths.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from croupier.contest.seeds import BadContest

CONNECT_SECONDS = 20.0
"""How long to wait for a connection to a cluster, in seconds."""
Work = TypeVar("Work")
Result = TypeVar("Result")


def on_ray(address: str, play: Callable[[Work], Result]) -> Callable[[Iterable[Work]], Iterator[Result]]:
    """Return a function that plays jobs on a cluster and returns their results in the order of the jobs.

    Raise BadContest if ray is not installed or there is no cluster at the address.
    """
    try:
        import ray
    except ImportError:
        raise BadContest("--ray needs ray: pip install 'croupier[ray]'") from None
    if not ray.is_initialized():
        _check_address(address)
        try:
            ray.init(address=None if address == "local" else address, log_to_driver=False,
                     logging_level="ERROR")
        except (ConnectionError, ValueError) as error:
            raise BadContest(f"no Ray cluster at {address}: {error}") from None
    remote: Any = ray.remote(play)

    def run(jobs: Iterable[Work]) -> Iterator[Result]:
        # starts only a few jobs in advance, because a match may end before all of its jobs are played
        ahead = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        waiting: list[Any] = []
        for job in jobs:
            waiting.append(remote.remote(job))
            if len(waiting) >= ahead:
                yield ray.get(waiting.pop(0))
        while waiting:
            yield ray.get(waiting.pop(0))
    return run


def _check_address(address: str) -> None:
    """Raise BadContest if nobody listens at HOST:PORT. Ray itself would keep trying for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host, int(port)), timeout=CONNECT_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise BadContest(f"no Ray cluster at {address}: {error}") from None
