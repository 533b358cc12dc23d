"""`python -m tools.prose`: find sentences that a stranger would have to read twice.

Checked are the documents, and the docstrings, comments and messages of the source. A phrase of `PHRASES` is reported
wherever it occurs; a function's docstring must also begin with a verb ("Return ...", "Send ..."). Rooms and documents
in `NOT_YET` are skipped: take one out when you have rewritten it.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "croupier"

PHRASES = {
    r"\b(who|what|which|that) (is|are) none\b": "say what is missing",
    r"\bis none of\b": "is not one of",
    r"\bso many\b": "give the number, or say 'this many'",
    r"\b(what|as it|as they|how things|where it) stands?\b": "say what the value is",
    r"\bstands (twice|once)\b": "occurs",
    r"\bsuch an? (?!way)": "this, or name it",
    r"\b(is|are|was|were|be|been|not) told\b": "sent, shown, printed, written",
    r"\b(is|are|was|were) said\b": "printed, reported, stated",
    r"\b(is|are|was|were) heard\b": "received",
    r"\bears\b": "connections",
    r"\bat (the|any|every|its) door\b": "on input",
    r"\banew\b": "again",
    r"(?<!here )(?<!t )\b(is|are) no (?!longer|more|less|way|other|room|need|limit|bet|raise)": "is not a",
    r"\bof (yours|ours|mine|one's own|somebody's)\b": "your, our",
    r"\bWho(ever)? (?!is |are |was |may |owes |posts |wins |acts |sits |gets |has to |decides |imports |plays )"
    r"[a-z]+ [^?.|]{0,200}\.(?!\w)": "name the player",
    r"\b(is|be|are) (mended|hindered|reckoned)\b": "fixed, prevented, computed",
    r"\b(reckon|mend|hinder)(s|ed|ing)?\b": "compute, fix, prevent",
    r"\bsomebody else's (question|business)\b": "name the module",
    r"\bwhere there (is|are) none\b": "say the condition",
    r"\bhowever it (came|got)\b": "in any way",
    r"\bbut for\b": "except",
    r"\bas it does at home\b": "as in a local game",
    r"\bseed (00)?[0-4]('s)?\b(?=[ .,:)]*(notation|table|example|document|names|$))": "state the rule",
}
"""Phrases of the old style, and what to write instead."""

NO_VERBS = frozenset("""
    a all an any as at both by each either every for from how if in it its many more most nobody none nothing of on one
    only several some somebody such that the their these they this those three to two what when where whether which who
    whose why with without your
    amounts another antes bets blinds bytes cards chips dead new once points so stacks straddles texts units
    """.split())  # noqa: SIM905 - shorter than a list
"""Words that no docstring of a function may begin with, because a verb should stand there."""

NOT_YET: tuple[str, ...] = ()
"""Rooms and modules whose text still has to be rewritten, by the beginning of their path."""

PAGES_NOT_YET: tuple[str, ...] = ()
"""Documents whose text still has to be rewritten."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A phrase to rewrite: where it is, what it says and what to write instead."""

    path: Path
    line: int
    text: str
    advice: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}: {self.text!r}: {self.advice}"


def check_text(path: Path, line: int, text: str) -> Iterator[Finding]:
    """Yield every phrase of the old style in a text that begins at this line."""
    plain = re.sub(r"`[^`\n]*`", lambda code: "x" * len(code[0]), text)
    for pattern, advice in PHRASES.items():
        for found in re.finditer(pattern, plain):
            yield Finding(path, line + plain.count("\n", 0, found.start()), " ".join(found[0].split()), advice)


def check_page(path: Path) -> Iterator[Finding]:
    """Check a Markdown page without its code blocks and generated examples."""
    text = path.read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```", lambda block: "\n" * block[0].count("\n"), text, flags=re.DOTALL | re.MULTILINE)
    yield from check_text(path, 1, prose)


def check_module(path: Path) -> Iterator[Finding]:
    """Check the docstrings, comments and messages of a module."""
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value:
            yield from check_text(path, node.lineno, node.value)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _check_first_word(path, node)
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield from check_text(path, token.start[0], token.string)


def _check_first_word(path: Path, node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Finding]:
    docstring = ast.get_docstring(node) or "Return"
    word = re.split(r"[^\w'`]", docstring, maxsplit=1)[0]
    if word.lower() in NO_VERBS or not word[:1].isalpha():
        yield Finding(path, node.body[0].lineno, " ".join(docstring.split())[:50], "begin with a verb: Return, Raise")


def findings() -> Iterator[Finding]:
    """Yield everything to rewrite in the documents and rooms that are held to the new style."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        if path.name not in PAGES_NOT_YET:
            yield from check_page(path)
    for path in sorted(SOURCE.rglob("*.py")):
        if not str(path.relative_to(SOURCE)).startswith(NOT_YET):
            yield from check_module(path)
    for path in sorted((ROOT / "tools").glob("*.py")):
        if path != Path(__file__).resolve():
            yield from check_module(path)


def main() -> int:
    """Print all findings; return 1 if there are any."""
    found = list(findings())
    print(*found, sep="\n", end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
