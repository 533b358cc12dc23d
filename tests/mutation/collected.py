"""Collect a room's tests once, find out which lines each one reaches, and choose the tests for a mutant."""

from __future__ import annotations

import json
import resource
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import coverage
import pytest

from .changes import changed_functions, changed_lines, exchange, living_functions
from .trial import OPTIONS, SURVIVED, Calm, first_failure, forked, run_swapped

Reached = dict[str, list[int]]
"""The lines that were reached, by file."""


class Collected(Calm):
    """A pytest plugin that hands over when all tests are collected, in place of running them."""

    def __init__(self, root: Path, sources: list[str], kept: Path, work: Callable[[Collected], None]) -> None:
        self.root, self.sources, self.kept, self.work = root, sources, kept, work
        self.lines: dict[str, Reached] = {}
        self.cpu: dict[str, float] = {}
        self.imported: Reached = {}
        """Lines that ran while the tests were collected: not only definitions, if a table was filled."""
        self.killers: dict[str, list[str]] = {}
        """The tests that killed mutants of a file, the last one first."""
        self.coverage = self._tracer()

    def _tracer(self) -> coverage.Coverage:
        files = [str(self.root / path) for path in self.sources]
        return coverage.Coverage(data_file=None, config_file=False, include=files)

    def collect(self, tests: Iterable[str]) -> int:
        """Collect tests, do the work, and return pytest's exit code."""
        self.coverage.start()
        return int(pytest.main([*OPTIONS, *tests], plugins=[self]))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Work with the collected tests."""
        self.coverage.stop()
        self.imported = self._reached(self.coverage)
        if session.testsfailed:
            raise SystemExit("a test module cannot be imported")
        self.items = {item.nodeid: item for item in session.items}
        self.functions = living_functions(self.root / path for path in self.sources)
        self._measure()
        self.work(self)
        return True

    def _reached(self, tracer: coverage.Coverage) -> Reached:
        data = tracer.get_data()
        return {path: sorted(data.lines(str(self.root / path)) or []) for path in self.sources}

    def _measure(self) -> None:
        """Run each test alone in a fork; keep the lines that it reaches, its CPU time and whether it passes."""
        found = json.loads(self.kept.read_text(encoding="utf-8")) if self.kept.exists() else {}
        for name, item in self.items.items():
            if name not in found:
                found[name], _ = forked(lambda item=item: self._run_one(item))  # type: ignore[misc]
                if len(found) % 50 == 0:
                    self.kept.write_text(json.dumps(found), encoding="utf-8")
        self.kept.write_text(json.dumps(found), encoding="utf-8")
        passed = {name: row for name, row in found.items() if name in self.items and row and row["passed"]}
        self.left_out = sorted(set(self.items) - set(passed))
        self.lines = {name: row["lines"] for name, row in passed.items()}
        self.cpu = {name: row["cpu"] for name, row in passed.items()}

    def _run_one(self, item: pytest.Item) -> dict[str, Any]:
        tracer = self._tracer()
        tracer.start()
        failed = first_failure([item], {item.nodeid: 60.0})
        tracer.stop()
        used = resource.getrusage(resource.RUSAGE_SELF)
        lines = {path: found for path, found in self._reached(tracer).items() if found}
        return {"passed": failed is None, "cpu": round(used.ru_utime + used.ru_stime, 3), "lines": lines}

    def tests_reaching(self, path: str, lines: set[int]) -> list[str]:
        """Return the tests that reach one of these lines, the likeliest killers first."""
        known = {name: place for place, name in enumerate(self.killers.get(path, [])[:10])}
        found = [name for name, reached in self.lines.items() if not lines.isdisjoint(reached.get(path, []))]
        return sorted(found, key=lambda name: (known.get(name, 99), self.cpu[name]))

    def all_tests(self, path: str) -> list[str]:
        """Return all tests, those first that reach this file: what runs at import may change anything."""
        return sorted(self.lines, key=lambda name: (path not in self.lines[name], self.cpu[name]))

    def try_swapped(self, path: str, before: str, after: str) -> str | None:
        """Return the outcome of a mutant; None if it must be imported anew to be judged."""
        changed, lines = changed_functions(self.root / path, before, after), changed_lines(before, after)
        if not changed:
            return None
        items = [self.items[name] for name in self.tests_reaching(path, lines)]
        outcome, killer = run_swapped(items, self.cpu, lambda: exchange(self.functions, changed))
        self.learn(path, killer)
        ran_already = outcome == SURVIVED and not lines.isdisjoint(self.imported[path])
        return None if ran_already or outcome == "impossible" else outcome

    def learn(self, path: str, killer: str | None) -> None:
        """Remember a test that killed a mutant of a file."""
        if killer:
            known = self.killers.setdefault(path, [])
            if killer in known:
                known.remove(killer)
            known.insert(0, killer)
