"""Run the tests on one mutant, in a forked process.

The parent imports what every trial needs (pytest, hypothesis) but nothing of croupier. The child then imports croupier
from `src`, with one module's source exchanged, and runs the tests up to the first failure. Forking saves a second of
imports for each of thousands of mutants.
"""

from __future__ import annotations

import importlib.abc
import importlib.util
import os
import resource
import signal
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import hypothesis  # noqa: F401 - imported before the fork
import msgspec  # noqa: F401
import pytest

KILLED, SURVIVED, TIMED_OUT = "killed", "survived", "timed out"
WALL_SECONDS_EACH = 20
"""A hanging mutant is ended after its CPU limit; one that sleeps, after this many times as long."""


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


def run_trial(root: Path, path: str, source: str, tests: Sequence[str], cpu_seconds: int) -> str:
    """Return whether the tests fail on a changed module (KILLED), pass (SURVIVED), or do not end (TIMED_OUT)."""
    child = os.fork()
    if child == 0:
        _child(root, path, source, tests, cpu_seconds)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return TIMED_OUT if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL, signal.SIGALRM) else KILLED
    return SURVIVED if os.WEXITSTATUS(status) == 0 else KILLED


def _child(root: Path, path: str, source: str, tests: Sequence[str], cpu_seconds: int) -> None:
    status = 1
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds + 5))
        signal.alarm(cpu_seconds * WALL_SECONDS_EACH)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        os.chdir(root)
        os.environ["CROUPIER_EXAMPLES"] = "fixed"
        sys.path[:0] = [str(root / "src"), str(root)]
        module = ".".join(Path(path).relative_to("src").with_suffix("").parts).removesuffix(".__init__")
        sys.meta_path.insert(0, MutantFinder(module, root / path, source))
        for each in tests:  # one after the other: collecting all of them costs more than most mutants need
            status = int(pytest.main(["-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", each]))
            if status:
                break
    finally:
        os._exit(status)
