"""`python -m bench compare A B [--rounds N]`: two versions of croupier side by side, and what got slower.

A and B are folders that hold the package `croupier`, or whose `src` does: a checkout that was built in place, or
the site-packages of an environment. Both are measured by this bench, in turns, each turn in a process of its own; a
ratio is the median of the ratios within each round. What only one version can do is left out. The exit code is 1 if
anything got slower by more than TOLERANCE.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.bars import amount, markdown
from bench.harness import Factory, progress, rate, turn_size

ROOT = Path(__file__).resolve().parents[1]
TOLERANCE = 0.05
SECONDS = 0.1


def package_folder(named: str) -> Path:
    """Return the folder that must be on the path, or raise ValueError."""
    for folder in (Path(named), Path(named) / "src"):
        if (folder / "croupier" / "__init__.py").is_file():
            return folder.resolve()
    raise ValueError(f"{named} holds no package croupier, nor does its src")


def works() -> Iterator[tuple[str, Factory]]:
    """Yield everything that is measured, by name."""
    from bench import engine, envs, equity, lab, ranking, records, sting
    from bench.players import driven, our_hands

    yield "ranking.high", ranking.ours
    yield "ranking.high_batch", ranking.our_batch
    yield "ranking.enumerate", ranking.our_enumeration
    for name in equity.QUESTIONS:
        yield f"equity {name}", lambda name=name: equity.our_answers(name)  # type: ignore[misc]
    yield "equity sampled", equity.our_samples
    yield "hands inside the core", engine.our_core
    yield "actions driven from Python", driven(our_hands, (10_000, 50, 100))
    yield "clone() on the river", engine.clones(4 * 6 - 1)
    yield "PokerStars text", lambda: records.replayed(records.own_text())
    yield "a player's turn at a table", records.called(is_forgotten=True)
    yield "simple poker, random", lab.hands("random")
    yield "simple poker, greedy", lab.hands("greedy")
    yield "search on Leduc", lab.our_search
    yield "CFR+ on Leduc", lab.our_cfr
    yield "sting, random hands", sting.random_hands
    yield "sting, house against house", sting.house_hands
    yield "environment steps", envs.vector
    yield "hands written to Parquet", envs.parquet(from_text=False)


def rates() -> dict[str, float]:
    """Measure the version that this process imports, once; what it cannot do is left out."""
    found = {}
    for name, factory in works():
        try:
            work = factory()
            found[name] = rate(work, turn_size(work, SECONDS))
        except (AttributeError, ImportError, TypeError):
            continue
    return found


def measured(folder: Path) -> dict[str, float]:
    """Measure one version in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    answer = subprocess.run([sys.executable, "-m", "bench.compare"], capture_output=True, text=True, check=True,
                            cwd=ROOT, env=environment)
    found: dict[str, float] = json.loads(answer.stdout)
    return found


def ratios(rounds: list[tuple[dict[str, float], dict[str, float]]]) -> dict[str, float]:
    """Return how many times as fast B is as A: the median over the rounds."""
    names = [name for name in rounds[0][0] if all(name in a and name in b for a, b in rounds)]
    return {name: statistics.median(b[name] / a[name] for a, b in rounds) for name in names}


def slower(found: dict[str, float]) -> list[str]:
    """Return what got slower by more than TOLERANCE."""
    return [name for name, ratio in found.items() if ratio < 1 - TOLERANCE]


def main(words: list[str]) -> int:
    """Compare two versions; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m bench compare", description="two versions side by side")
    parser.add_argument("a", metavar="A", help="a folder with croupier, or its parent")
    parser.add_argument("b", metavar="B", help="another")
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args(words)
    try:
        folders = package_folder(asked.a), package_folder(asked.b)
    except ValueError as error:
        parser.error(str(error))
    rounds = []
    for number in range(asked.rounds):
        progress(f"round {number + 1} of {asked.rounds}")
        rounds.append((measured(folders[0]), measured(folders[1])))
    progress("")
    found, worse = ratios(rounds), slower(ratios(rounds))
    rows = [(name, f"{amount(ratio)} ×", "slower" if name in worse else "") for name, ratio in found.items()]
    print(markdown(("work", "B to A", ""), rows, "lrl"))
    print(f"slower by more than {TOLERANCE:.0%}: {', '.join(worse) or 'nothing'}")
    return int(bool(worse))


if __name__ == "__main__":
    print(json.dumps(rates()))
