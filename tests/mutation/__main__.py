"""`python -m tests.mutation ROOM`: change a room in small ways and print which changes no test notices."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from datetime import UTC, datetime
from itertools import islice
from math import inf
from pathlib import Path
from random import Random

from .mutants import Mutant, new_mutants, places_of
from .rooms import ROOMS
from .trial import SURVIVED, run_trial

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / ".soak"
EVIDENCE = ROOT / "docs" / "evidence"


def shuffled_places(room: str, seed: int) -> list[Mutant]:
    """Return all places in a room that an operator can change, in a random order: every beginning is a sample."""
    paths = sorted({str(path.relative_to(ROOT)) for glob in ROOMS[room].sources
                    for path in (ROOT / "src" / "croupier").glob(glob)})
    found = [place for path in paths for place in places_of(ROOT, path)]
    Random(seed).shuffle(found)
    return found


def check_unchanged_passes(room: str, cpu_seconds: int) -> float:
    """Return the CPU time of the tests on the unchanged room; exit if they fail, since then nothing can be learned."""
    path = "src/croupier/errors.py"
    before = os.times()
    outcome = run_trial(ROOT, path, (ROOT / path).read_text(encoding="utf-8"), ROOMS[room].tests, cpu_seconds)
    if outcome != SURVIVED:
        sys.exit(f"the tests of {room} fail without a change ({outcome})")
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> int:
    """Run the trials that are missing, write the evidence; return 1 if fewer mutants are killed than the bar asks."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--sample", type=int, help="number of mutants, instead of the room's own")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (default 1)")
    parser.add_argument("--minutes", type=float, default=inf, help="end after this time; the next run goes on")
    asked = parser.parse_args()
    room, commit, places = ROOMS[asked.room], _commit(), shuffled_places(asked.room, asked.seed)
    KEPT.mkdir(exist_ok=True)
    outcomes, until, limit = _kept(asked.room, commit), time.monotonic() + 60 * asked.minutes, 0
    tried: dict[Mutant, str] = {}
    with (KEPT / f"mutation-{asked.room}.jsonl").open("a", encoding="utf-8") as file:
        for mutant in islice(new_mutants(ROOT, places), asked.sample or room.sample):
            if mutant not in outcomes:
                if time.monotonic() > until:
                    break
                limit = limit or int(3 * check_unchanged_passes(asked.room, 600)) + 10
                outcomes[mutant] = run_trial(ROOT, mutant.path, mutant.source(ROOT), room.tests, limit)
                row = [commit, mutant.path, mutant.operator, mutant.occurrence, outcomes[mutant]]
                file.write(json.dumps(row) + "\n")
                file.flush()
            tried[mutant] = outcomes[mutant]
    survivors = sorted(mutant.change(ROOT) for mutant in tried if tried[mutant] == SURVIVED)
    killed = 1 - len(survivors) / max(1, len(tried))
    evidence = {"check": f"mutation-{asked.room}", "commit": commit, "seed": asked.seed, "places": len(places),
                "volume": len(tried), "outcomes": dict(Counter(tried.values())), "killed": round(killed, 4),
                "bar": room.bar, "tests": room.tests, "survivors": survivors,
                "date": datetime.now(UTC).strftime("%Y-%m-%d")}
    (EVIDENCE / f"mutation-{asked.room}.json").write_text(json.dumps(evidence, indent=1) + "\n", encoding="utf-8")
    print(*survivors, f"{killed:.1%} of {len(tried):,} mutants killed (bar {room.bar:.0%})", sep="\n")
    return 0 if killed >= room.bar else 1


def _kept(room: str, commit: str) -> dict[Mutant, str]:
    """Return the outcomes of an interrupted run at the same commit."""
    path = KEPT / f"mutation-{room}.jsonl"
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    return {Mutant(*row[1:4]): row[4] for row in rows if row[0] == commit}


def _commit() -> str:
    """Return the commit, marked where sources or tests differ from it."""
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    changed = git("status", "--porcelain", "--", "src", "tests")
    return git("rev-parse", "HEAD") + (f" and changes at {time.time():.0f}" if changed else "")


if __name__ == "__main__":
    sys.exit(main())
