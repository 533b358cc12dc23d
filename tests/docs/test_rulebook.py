"""One rulebook: code, `croupier.rulebook` and `docs/rules.md` name the same clauses and say the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools import rules_page
from tools.pages import fill

from croupier.betting.rulebook import IllegalAction
from croupier.rulebook import CLAUSES, GROUPS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/rules.md").read_text(encoding="utf-8")
CITED = re.compile(r"(?<![\w-])[MBGTIN]\d{1,2}(?![\w-])")
FILES = sorted([*(ROOT / "src/croupier").rglob("*.py"), *(ROOT / "src/croupier").rglob("*.pxd"),
                *(ROOT / "tests").rglob("*.py"), *(ROOT / "docs").rglob("*.md"), ROOT / "README.md"])


def clause_strings(path: Path) -> Iterator[str]:
    """Yield every string of a module that is a clause's number and nothing else: what refusals carry."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CITED.fullmatch(node.value):
            yield node.value


def test_every_clause_that_a_refusal_carries_has_a_text():
    carried = {clause for path in (ROOT / "src/croupier").rglob("*.py") if path.name != "rulebook.py"
               for clause in clause_strings(path)}
    assert len(carried) >= 30
    assert carried <= set(CLAUSES)


def test_every_clause_cited_anywhere_exists():
    unknown = [(str(path.relative_to(ROOT)), clause) for path in FILES
               for clause in CITED.findall(path.read_text(encoding="utf-8")) if clause not in CLAUSES]
    assert not unknown


def test_the_page_is_what_the_rulebook_says():
    assert fill(PAGE, rules_page.parts()) == PAGE, "run: python -m tools.rules_page"


@pytest.mark.parametrize("letter", GROUPS)
def test_numbers_have_no_gaps(letter):
    numbers = [int(number[1:]) for number in CLAUSES if number[0] == letter]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("clause", CLAUSES.values(), ids=list(CLAUSES))
def test_a_clause_stands_alone(clause):
    text = f"{clause.title} {clause.text} {clause.example}"
    assert clause.text.endswith(".")
    assert not re.search(r"\bS[0-4]\b|\bseed \d|seeds/|TODO", text)
    assert set(CITED.findall(text)) <= set(CLAUSES)
    assert f'<a id="{clause.anchor}"></a>' in PAGE


@pytest.mark.parametrize("page", [path for path in FILES if path.suffix == ".md"], ids=lambda path: path.name)
def test_links_to_clauses_lead_to_their_anchors(page):
    for label, anchor in re.findall(r"\[([MBGTIN]\d{1,2})\]\([\w.]*#(\w+)\)", page.read_text(encoding="utf-8")):
        assert CLAUSES[label].anchor == anchor


def test_every_chapter_on_betting_has_an_example_that_the_suite_runs():
    chapters = re.split(r"^## ", PAGE.split("## Every clause")[0], flags=re.MULTILINE)[2:]  # after the list of words
    assert len(chapters) >= 13
    assert not [chapter.splitlines()[0] for chapter in chapters if "```python\n" not in chapter]


def test_a_refusal_names_the_clause_and_its_title():
    assert str(IllegalAction("too low", "B3")) == "too low (B3: Minimum raise)"
