"""Run tests on one mutant in a forked process, up to the first failure.

There are two ways. `run_swapped` forks a process that has collected all tests, exchanges the code of the changed
functions and runs the tests that reach them: this takes a fraction of a second. `run_imported` forks a process that has
imported pytest and hypothesis but nothing of croupier; the child imports croupier with one module's source exchanged.
It is for changes outside of functions, and for functions that ran while croupier was imported.
"""

from __future__ import annotations

import contextlib
import importlib.abc
import importlib.util
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import Any

import hypothesis  # noqa: F401 - imported before the fork
import msgspec  # noqa: F401
import pytest
from _pytest.runner import runtestprotocol

KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"
TOO_LONG = signal.SIGPROF, signal.SIGXCPU, signal.SIGALRM, signal.SIGKILL
WALL_SECONDS_EACH = 20
"""A hanging mutant is ended after its CPU limit; one that waits, after this many times as long."""
MEMORY = 4 << 30
"""A mutant that takes more memory than this many bytes has failed."""


class MutantFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Import one module from a changed source."""

    def __init__(self, module: str, path: Path, source: str) -> None:
        self.module, self.path, self.source = module, path, source

    def find_spec(self, name: str, path: Sequence[str] | None = None,
                  target: ModuleType | None = None) -> ModuleSpec | None:
        """Return the spec of the changed module; other finders look for all others."""
        if name != self.module:
            return None
        inside = [str(self.path.parent)] if self.path.name == "__init__.py" else None
        return importlib.util.spec_from_file_location(name, self.path, loader=self, submodule_search_locations=inside)

    def exec_module(self, module: ModuleType) -> None:
        """Run the changed source."""
        exec(compile(self.source, str(self.path), "exec"), module.__dict__)


def forked(work: Callable[[], Any]) -> tuple[Any, int]:
    """Return what the work returns in a forked process (None if the process was ended), and the exit status."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            os.close(reader)
            # a group of its own: what a mutant leaves behind is ended with it
            os.setpgid(0, 0)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            with os.fdopen(writer, "w") as file:
                json.dump(work(), file)
            status = 0
        finally:
            os._exit(status)
    os.close(writer)
    with os.fdopen(reader) as file:
        text = file.read()
    _, status = os.waitpid(child, 0)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    return (json.loads(text) if text else None), status


def outcome_of(failed: str | None, ended: bool, status: int) -> str:
    """Return what became of a mutant: a failed test, an end of the process by a limit, or nothing."""
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) in TOO_LONG:
        return TIMED_OUT
    return SURVIVED if ended and failed is None else KILLED


def first_failure(items: Sequence[pytest.Item], cpu: dict[str, float]) -> str | None:
    """Run tests up to the first failure and return its name; a test that takes far too much CPU time ends us."""
    for place, item in enumerate(items):
        limit = 1 + 5 * cpu.get(item.nodeid, 1.0)
        signal.setitimer(signal.ITIMER_PROF, limit)
        signal.alarm(int(limit * WALL_SECONDS_EACH))
        after = items[place + 1] if place + 1 < len(items) else None
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=after)):
            return item.nodeid
    return None


def run_swapped(items: Sequence[pytest.Item], cpu: dict[str, float],
                swap: Callable[[], bool]) -> tuple[str, str | None]:
    """Return the outcome of a mutant whose code is swapped in, and the test that killed it."""
    def work() -> list[Any]:
        if not swap():
            return ["impossible"]
        return ["ended", first_failure(items, cpu)]
    found, status = forked(work)
    if found == ["impossible"]:
        return found[0], None
    failed = found[1] if found else None
    return outcome_of(failed, found is not None, status), failed


def run_imported(root: Path, path: str, source: str, tests: Sequence[Sequence[str]], cpu_seconds: int) -> str:
    """Return whether tests fail on a changed module (KILLED), pass (SURVIVED), or do not end (TIMED_OUT).

    The tests are lists of pytest's arguments, one list for each session.
    """
    def work() -> list[bool]:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))
        signal.alarm(cpu_seconds * WALL_SECONDS_EACH)
        prepare(root)
        module = ".".join(Path(path).relative_to("src").with_suffix("").parts).removesuffix(".__init__")
        sys.meta_path.insert(0, MutantFinder(module, root / path, source))
        return [all(pytest.main([*OPTIONS, "-x", *each], plugins=[Calm()]) == 0 for each in tests)]
    found, status = forked(work)
    return outcome_of(None if found == [True] else "a test", found is not None, status)


OPTIONS = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=no"]


def prepare(root: Path) -> None:
    """Let this process import croupier from the sources, and take the same examples every time."""
    os.chdir(root)
    os.environ["CROUPIER_EXAMPLES"] = "fixed"
    sys.path[:0] = [str(root / "src"), str(root)]


class Calm:
    """A pytest plugin: hypothesis ends at the first example that fails, without looking for a smaller one."""

    @pytest.hookimpl(trylast=True)
    def pytest_sessionstart(self) -> None:
        """Change the profile after `conftest.py` has loaded it and before the test modules are imported."""
        from hypothesis import Phase, settings

        settings.register_profile("mutants", settings.get_profile("calm"), phases=[Phase.explicit, Phase.generate])
        settings.load_profile("mutants")
