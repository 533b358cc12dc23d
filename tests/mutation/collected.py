"""Collect a room's tests once, find out which lines each one reaches, and choose the tests for a mutant."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import coverage
import pytest
from _pytest.runner import runtestprotocol

from .changes import changed_functions, changed_lines, exchange, living_functions
from .trial import OPTIONS, SURVIVED, Calm, forked, run_swapped

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
        """Find out which lines each test reaches, how much CPU time it takes and whether it passes."""
        if not self.kept.exists():
            found, _ = forked(self._run_all)
            if found is None:
                raise SystemExit("the tests end the process without a change")
            self.kept.write_text(json.dumps(found), encoding="utf-8")
        found = json.loads(self.kept.read_text(encoding="utf-8"))
        self.left_out = sorted(name for name, row in found.items() if not row["passed"])
        passed = {name: row for name, row in found.items() if row["passed"]}
        self.lines = {name: row["lines"] for name, row in passed.items()}
        self.cpu = {name: row["cpu"] for name, row in passed.items()}

    def _run_all(self) -> dict[str, Any]:
        """Run all tests in this process. A line that only the first of many tests runs is found at that one alone."""
        tracer, found = self._tracer(), {}
        tracer.start()
        items = list(self.items.values())
        for item, after in zip(items, [*items[1:], None]):
            tracer.switch_context(item.nodeid)
            before = time.process_time()
            passed = not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))
            found[item.nodeid] = {"passed": passed, "cpu": round(time.process_time() - before, 3), "lines": {}}
        tracer.stop()
        for path in self.sources:
            for line, names in tracer.get_data().contexts_by_lineno(str(self.root / path)).items():
                for name in names:
                    if name:
                        found[name]["lines"].setdefault(path, []).append(line)
        return found

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
