"""The mutation tests themselves: a changed rule is noticed, an unchanged one is not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.patience import WHOLE

from .changes import changed_functions, changed_lines, exchange, living_functions
from .trial import KILLED, SURVIVED, TIMED_OUT

ROOT = Path(__file__).resolve().parents[2]
POTS = "src/croupier/betting/pots.py"
TESTS = ["tests/rules/test_b11_pots.py"]


def trial_of(source: str, cpu_seconds: int) -> str:
    """Run a trial in a fresh process, as the command does: this one has threads, and must not fork."""
    code = ("import sys; from pathlib import Path; from tests.mutation.trial import run_imported; "
            f"print(run_imported(Path.cwd(), {POTS!r}, sys.stdin.read(), [{TESTS!r}], {cpu_seconds}))")
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, input=source, capture_output=True, text=True,
                          check=True, timeout=WHOLE)
    return done.stdout.strip()


def test_a_changed_rule_is_killed_and_an_unchanged_one_survives() -> None:
    source = (ROOT / POTS).read_text(encoding="utf-8")
    changed = source.replace(">= level", "> level")
    assert changed != source
    assert trial_of(source, 300) == SURVIVED
    assert trial_of(changed, 300) == KILLED


def test_a_mutant_that_never_ends_is_ended() -> None:
    assert trial_of("while True: pass", 1) == TIMED_OUT


SMALL = """
LEAST = 1


def least(a, b):
    if (a is None or
            b < a):
        return b
    return max(a, LEAST)


class Doubled:
    def of(self, all):
        return [each * 2 for each in all]
"""


def test_a_changed_function_is_exchanged_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "small.py"
    names: dict[str, Any] = {}
    exec(compile(SMALL, str(path), "exec"), names)
    functions = living_functions([path])
    changed = changed_functions(path, SMALL, SMALL.replace("* 2", "* 3"))
    assert changed is not None
    assert exchange(functions, changed)
    assert names["Doubled"]().of([1, 2]) == [3, 6]
    assert names["least"](None, 5) == 5


@pytest.mark.parametrize(("old", "new"), [("LEAST = 1", "LEAST = 2"), ("(a, b)", "(a, b=1)"), ("class", "@o\nclass")])
def test_a_change_outside_of_functions_needs_a_new_import(tmp_path: Path, old: str, new: str) -> None:
    assert changed_functions(tmp_path / "small.py", SMALL, SMALL.replace(old, new)) is None


@pytest.mark.parametrize(("old", "new", "lines"), [("b < a", "b > a", {6, 7}), ("a is None", "a is b", {6, 7}),
                                                   ("return b", "return a", {8})])
def test_a_change_belongs_to_the_lines_of_its_statement(old: str, new: str, lines: set[int]) -> None:
    assert changed_lines(SMALL, SMALL.replace(old, new)) == lines


@pytest.mark.extras
def test_type_hints_and_docstrings_are_not_mutated(tmp_path: Path) -> None:
    pytest.importorskip("cosmic_ray")
    from .mutants import new_mutants, places_of

    (tmp_path / "small.py").write_text('''
from __future__ import annotations


def least(a: int | None, b: int) -> int | None:
    """Return 1 or 2."""
    return b if a is None or b < a else a
''')
    found = list(new_mutants(tmp_path, places_of(tmp_path, "small.py")))
    assert {each.operator for each in found} >= {"core/AddNot", "core/ReplaceOrWithAnd"}
    changes = [each.change(tmp_path) for each in found]
    assert all("return b if" in change for change in changes)
    assert len(set(changes)) == len(changes)
