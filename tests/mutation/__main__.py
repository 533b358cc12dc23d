"""`python -m tests.mutation ROOM`: change a room in small ways and print which changes no test notices."""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from itertools import islice
from math import inf
from pathlib import Path
from random import Random

from .collected import Collected
from .importer import Importer
from .mutants import Mutant, new_mutants, places_of
from .results import Results
from .rooms import ROOMS
from .trial import SURVIVED, prepare

ROOT = Path(__file__).resolve().parents[2]
KEPT = ROOT / ".soak"


def sources_of(room: str) -> list[str]:
    """Return the paths of a room's modules."""
    return sorted({str(path.relative_to(ROOT)) for glob in ROOMS[room].sources
                   for path in (ROOT / "src" / "croupier").glob(glob)})


def shuffled_places(room: str, seed: int) -> list[Mutant]:
    """Return all places in a room that an operator can change, in a random order: every beginning is a sample."""
    found = [place for path in sources_of(room) for place in places_of(ROOT, path)]
    Random(seed).shuffle(found)
    return found


def run(collected: Collected, importer: Importer, results: Results, places: list[Mutant], sample: int | None,
        until: float) -> None:
    """Try the mutants that have no outcome yet, up to a time. Outcomes are written down as they come."""
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in collected.sources}
    for mutant in islice(new_mutants(ROOT, places), sample):
        outcome = results.outcome(mutant)
        if outcome is None:
            if time.monotonic() > until:
                break
            before, after = texts[mutant.path], mutant.source(ROOT)
            outcome = (collected.try_swapped(mutant.path, before, after)
                       or importer.trial(mutant.path, after, collected.all_tests(mutant.path), collected.cpu))
            results.keep(mutant, outcome)
            if outcome == SURVIVED:
                print(mutant.change(ROOT), flush=True)
        results.count(mutant, outcome)


def main() -> int:
    """Run the trials that are missing, write the evidence; return 1 if fewer mutants are killed than the bar asks."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--sample", type=int, help="number of mutants, instead of the room's own")
    parser.add_argument("--seed", type=int, default=1, help="seed of the sample (default 1)")
    parser.add_argument("--minutes", type=float, default=inf, help="end after this time; the next run goes on")
    parser.add_argument("--again", action="store_true", help="try the survivors of earlier runs again")
    asked = parser.parse_args()
    if next((ROOT / "src" / "croupier" / "betting").glob("round*.so"), None):
        sys.exit("compiled modules hide their mutants: run this in a tree without them")
    room, commit, until = ROOMS[asked.room], _commit(), time.monotonic() + 60 * asked.minutes
    places = shuffled_places(asked.room, asked.seed)
    KEPT.mkdir(exist_ok=True)
    results = Results(ROOT, asked.room, room, asked.seed, commit, places, again=asked.again)
    importer = Importer(ROOT)  # started before croupier is imported
    prepare(ROOT)
    collected = Collected(ROOT, sources_of(asked.room), KEPT / f"reached-{asked.room}-{commit}.json",
                          lambda ready: run(ready, importer, results, places, asked.sample or room.sample, until))
    collected.collect(room.tests)
    importer.close()
    return results.write(collected.left_out)


def _commit() -> str:
    """Return the commit, marked where sources or tests differ from it."""
    def git(*words: str) -> str:
        return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
    changed = git("status", "--porcelain", "--", "src", "tests")
    return git("rev-parse", "HEAD") + (f" and changes at {time.time():.0f}" if changed else "")


if __name__ == "__main__":
    sys.exit(main())
