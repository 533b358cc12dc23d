"""`python -m tools.reading`: test by blind reading whether our sentences are clear.

    sample ROOM ... --theirs FOLDER ...   pick our sentences and other projects', shuffle them, hide the origins
    score NUMBER ...                      count how many sentences of each origin had to be read twice

`sample` writes two files into `.soak/`: `reading.txt` with numbered sentences, and `reading-key.json` with their
origins, which the reader does not open. The reader lists the numbers of the sentences that had to be read twice;
`score` reveals the origins and prints the share that was clear at first reading.

Rooms are folders or modules of `src/croupier`, or `docs` for the documents. A docstring's sentence is shown with the
name of what it documents, as a reader of the source sees it.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".soak"
WORDS_MIN = 4
"""Shorter texts are headings or labels."""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text's paragraphs; indented lines, lists, tables and headings are left out."""
    for paragraph in re.split(r"\n\s*\n", text):
        lines = paragraph.splitlines()
        if any(re.match(r"\s{2,}|[|#>*:.=~`^+-]|\d+\.|<", line) for line in lines if line.strip()):
            continue
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z`])", " ".join(" ".join(lines).split())):
            if len(sentence.split()) >= WORDS_MIN and sentence[-1:] in ".!?":
                yield sentence


def of_module(path: Path) -> Iterator[str]:
    """Yield the sentences of a module's docstrings, each behind the name of its function or class."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = "" if isinstance(node, ast.Module) else f"[{node.name}] "
            for sentence in sentences(ast.get_docstring(node) or ""):
                yield name + sentence


def of_page(path: Path) -> Iterator[str]:
    """Yield the sentences of a document without its code blocks."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    yield from sentences(re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text))


def of_folder(paths: Iterable[Path]) -> list[str]:
    """Return all sentences of these files, each once, in a fixed order."""
    found: dict[str, None] = {}
    for path in sorted(paths):
        found.update(dict.fromkeys(of_module(path) if path.suffix == ".py" else of_page(path)))
    return list(found)


def files_of(room: str) -> list[Path]:
    """Return the files whose sentences belong to a room."""
    if room == "docs":
        return [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    folder = ROOT / "src" / "croupier" / room
    return list(folder.rglob("*.py")) or [folder.with_suffix(".py")]


def files_of_others(folder: Path) -> list[Path]:
    """Return the modules and documents of another project, without its tests."""
    return [path for suffix in ("*.py", "*.rst", "*.md") for path in folder.rglob(suffix)
            if "test" not in str(path.relative_to(folder)) and path.name != "setup.py"]


def sample(rooms: list[str], theirs: list[Path], seed: int, ours_each: int, theirs_in_all: int) -> None:
    """Write the shuffled sentences, and the key to their origins."""
    rng = Random(seed)
    rows = []
    for room in rooms:
        found = of_folder(files_of(room))
        rows += [(room, sentence) for sentence in rng.sample(found, min(ours_each, len(found)))]
    for number, folder in enumerate(theirs):
        found = of_folder(files_of_others(folder))
        size = theirs_in_all * (number + 1) // len(theirs) - theirs_in_all * number // len(theirs)
        rows += [(folder.name, sentence) for sentence in rng.sample(found, min(size, len(found)))]
    rng.shuffle(rows)
    KEPT.mkdir(exist_ok=True)
    (KEPT / "reading.txt").write_text("".join(f"{number} {row[1]}\n" for number, row in enumerate(rows, 1)))
    (KEPT / "reading-key.json").write_text(json.dumps({"seed": seed, "rows": rows}))
    print(f"{len(rows)} sentences to read in {KEPT / 'reading.txt'}")


def score(unclear: list[int]) -> dict[str, dict[str, float]]:
    """Return the number of sentences of each origin and the percentage that was clear; print the unclear ones."""
    rows = json.loads((KEPT / "reading-key.json").read_text())["rows"]
    number_of, bad = Counter(origin for origin, _ in rows), Counter(rows[number - 1][0] for number in unclear)
    for number in unclear:
        print(*rows[number - 1], sep=": ")
    return {origin: {"sentences": size, "clear_percent": round(100 - 100 * bad[origin] / size, 1)}
            for origin, size in sorted(number_of.items())}


def main(words: list[str] | None = None) -> int:
    """Run one of the two commands."""
    parser = argparse.ArgumentParser(prog="python -m tools.reading", description=(__doc__ or "").splitlines()[0])
    commands = parser.add_subparsers(dest="command", required=True)
    sampling = commands.add_parser("sample", help="pick and shuffle sentences")
    sampling.add_argument("rooms", nargs="+", metavar="ROOM")
    sampling.add_argument("--theirs", nargs="*", type=Path, default=[], metavar="FOLDER")
    sampling.add_argument("--seed", type=int, default=1)
    sampling.add_argument("--ours-each", type=int, default=60)
    sampling.add_argument("--theirs-in-all", type=int, default=50)
    scoring = commands.add_parser("score", help="count what was unclear")
    scoring.add_argument("unclear", nargs="*", type=int, metavar="NUMBER")
    asked = parser.parse_args(words)
    if asked.command == "sample":
        sample(asked.rooms, asked.theirs, asked.seed, asked.ours_each, asked.theirs_in_all)
    else:
        print(json.dumps(score(asked.unclear), indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
