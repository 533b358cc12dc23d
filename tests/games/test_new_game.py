"""A new game is one value: added to RULES in a process of its own, it is in every list, command, format and test."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.games.poker import rules

from .three_card_omaha import CODE, VALUE

ROOT = Path(__file__).parents[2]
RULES_FILE = rules.__file__
FILES = ["games/three_card_omaha", "games/test_facts_in_one_place", "games/test_every_game", "games/test_copies",
         "games/test_equities", "properties/test_hand", "notation/test_round_trips", "notation/test_pokerstars_writer"]
"""The tests that every game has to pass, and those that every Omaha has to pass."""
FILES_MAX = 4

PROCESS = f"""
import importlib.util, sys
import croupier.games.poker
import pytest

name = "croupier.games.poker.rules"
assert name not in sys.modules
spec = importlib.util.spec_from_file_location(name, {RULES_FILE!r})
sys.modules[name] = croupier.games.poker.rules = importlib.util.module_from_spec(spec)
text = open(spec.origin, encoding="utf-8").read()
first = "RULES = {{rules.code: rules for rules in (\\n"
assert text.count(first) == 1
exec(compile(text.replace(first, first + {VALUE!r} + ",\\n"), spec.origin, "exec"), sys.modules[name].__dict__)
sys.exit(pytest.main(sys.argv[1:]))
"""


def test_one_value_puts_a_new_game_everywhere():
    done = subprocess.run([sys.executable, "-c", PROCESS, "-p", "no:cacheprovider", "-rp", "-k", f"{CODE} or ThreeCard",
                           *(f"tests/{name}.py" for name in FILES)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.findall(r"^PASSED (\S+)", done.stdout, re.MULTILINE)
    for name in FILES:
        assert any(f"{name}.py" in each and (CODE in each or "ThreeCard" in each) for each in passed), name


def literals(path: Path, text: str) -> str:
    """Return a module's texts without its docstrings; of any other file, everything."""
    if path.suffix != ".py":
        return text
    tree = ast.parse(text)
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return "\n".join(node.value for node in ast.walk(tree)
                     if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told)


@pytest.mark.parametrize("code", ["PO5", "PO6"])
def test_five_and_six_card_omaha_touch_at_most_four_files(code):
    game = rules.RULES[code]
    words = "|".join(re.escape(word) for word in (code, game.typed, game.name, game.stars))
    naming = re.compile(rf"(?<![\w/])(?:{words})(?![\w/]| Hi/Lo)")
    places = [path for folder in ("src", "tests", "tools", "bench", "examples") for end in ("py", "pxd", "js", "toml")
              for path in (ROOT / folder).rglob(f"*.{end}") if path != Path(__file__)]
    touched = set()
    for path in places:
        text = path.read_text(encoding="utf-8")
        if naming.search(text) and naming.search(literals(path, text)):
            touched.add(str(path.relative_to(ROOT)))
    size = {"PO5": "five", "PO6": "six"}[code]
    assert {"src/croupier/games/poker/rules.py", f"tests/games/test_{size}_card_omaha.py"} <= touched
    assert len(touched) <= FILES_MAX, touched
