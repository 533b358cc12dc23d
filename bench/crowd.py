"""Spectators in a process of their own, so that five thousand who read are in nobody else's answer times.

    python -m bench.crowd ws://localhost:8765/ws --spectators 5000 --seconds 20

Prints "there" once all watch T-1, and at the end its report as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Crowd:
    """A crowd that watches, in a process beside this one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def report(self) -> dict[str, Any]:
        """What it heard, once its time is over."""
        text, trouble = self.process.communicate(timeout=120)
        if self.process.returncode:
            raise ConnectionError(f"the spectators: {trouble.strip()[-300:]}")
        told: dict[str, Any] = json.loads(text)
        return told


@contextmanager
def crowd(url: str, spectators: int, seconds: float) -> Iterator[Crowd]:
    """So many spectators of the first table, all there when it begins."""
    command = [sys.executable, "-m", "bench.crowd", url, "--spectators", str(spectators), "--seconds", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            if process.stdout.readline() != "there\n":
                raise ConnectionError(f"the spectators did not come: {process.communicate()[1].strip()[-300:]}")
            yield Crowd(process)
        finally:
            process.kill()


async def watch(url: str, spectators: int, seconds: float) -> dict[str, Any]:
    """Watch for a while; gives the report."""
    from croupier.arena.client.load import Load, Plan

    load = Load(Plan(("T-1",), 0, spectators, seconds=seconds), url)
    running = asyncio.create_task(load.run())
    while not load.measuring and not running.done():
        await asyncio.sleep(0.01)
    if running.done():
        return running.result().as_dict()
    print("there", flush=True)
    return (await running).as_dict()


def main() -> None:
    """The command."""
    from croupier.arena.server.running import loop_factory
    from croupier.arena.server.steady import enough_files

    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--spectators", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args()
    enough_files(asked.spectators)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        try:
            print(json.dumps(runner.run(watch(asked.url, asked.spectators, asked.seconds))))
        except OSError as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
