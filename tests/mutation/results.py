"""Keep the outcome of every mutant in `docs/evidence/mutation-<room>.json`, so that the next run goes on from there.

A letter for each place of an operator: `k` killed, `t` ended by a time limit (which counts as killed), `s` survived,
`.` not tried. The letters hold while the module's code is the same; comments and docstrings may change. New tests can
only kill more, so a killed mutant is not tried again; `--again` tries the survivors again. `explained` says of a
survivor, in one line, why it behaves as the original; it is written by hand and kept, as is `earlier`: runs whose
code or tests have changed since.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from .mutants import Mutant, behaviour_of
from .rooms import Room
from .trial import KILLED, SURVIVED, TIMED_OUT

LETTERS = {KILLED: "k", TIMED_OUT: "t", SURVIVED: "s"}
OUTCOMES = {letter: outcome for outcome, letter in LETTERS.items()}
WRITE_EVERY = 10


class Results:
    """The outcomes of one room's mutants."""

    def __init__(self, root: Path, name: str, room: Room, seed: int, commit: str, places: list[Mutant], *,
                 again: bool) -> None:
        self.root, self.name, self.room, self.seed, self.commit, self.places = root, name, room, seed, commit, places
        self.file = root / "docs" / "evidence" / f"mutation-{name}.json"
        self.counted: dict[Mutant, str] = {}
        self.left_out: list[str] = []
        found = json.loads(self.file.read_text(encoding="utf-8")) if self.file.exists() else {}
        self.explained: dict[str, str] = found.get("explained", {})
        self.earlier: list[dict[str, object]] = found.get("earlier", [])
        self.letters = self._still_true(found.get("letters", {}), again=again)
        self.since = 0

    def _still_true(self, kept: dict[str, dict[str, str]], *, again: bool) -> dict[str, dict[str, str]]:
        letters: dict[str, dict[str, str]] = {}
        for path in sorted({mutant.path for mutant in self.places}):
            code = behaviour_of((self.root / path).read_text(encoding="utf-8"))
            sha = hashlib.sha256(code.encode()).hexdigest()[:16]
            rows = kept.get(path, {})
            letters[path] = dict(rows) if rows.get("sha256") == sha else {"sha256": sha}
            if again:
                letters[path] = {operator: row if operator == "sha256" else row.replace("s", ".")
                                 for operator, row in letters[path].items()}
        for (path, operator), count in Counter((each.path, each.operator) for each in self.places).items():
            letters[path].setdefault(operator, "." * count)
        return letters

    def outcome(self, mutant: Mutant) -> str | None:
        """Return the outcome of a mutant, or None if it was not tried."""
        return OUTCOMES.get(self.letters[mutant.path][mutant.operator][mutant.occurrence])

    def keep(self, mutant: Mutant, outcome: str) -> None:
        """Write down an outcome."""
        row = self.letters[mutant.path][mutant.operator]
        place = mutant.occurrence
        self.letters[mutant.path][mutant.operator] = row[:place] + LETTERS[outcome] + row[place + 1:]
        self.since += 1
        if self.since == WRITE_EVERY:
            self.since = 0
            self.write()

    def count(self, mutant: Mutant, outcome: str) -> None:
        """Count an outcome into the figures."""
        self.counted[mutant] = outcome

    def write(self, left_out: list[str] | None = None) -> int:
        """Write the evidence; with a list of tests left out, print it too. Return 1 if the bar is not reached."""
        self.left_out = left_out or self.left_out
        changes = {each: each.change(self.root) for each, outcome in self.counted.items() if outcome == SURVIVED}
        survivors = sorted(change for change in changes.values() if without_line(change) not in self.explained)
        killed = 1 - len(changes) / max(1, len(self.counted))
        letters = {path: {operator: row for operator, row in rows.items() if row.strip(".")}
                   for path, rows in self.letters.items()}
        evidence = {
            "check": f"mutation-{self.name}", "commit": self.commit, "seed": self.seed, "places": len(self.places),
            "what": f"small changes of the code ({self.name}) that the tests notice: {killed:.1%} of those tried at "
                    f"random; there are {len(self.places):,} places; failures are survivors that nobody has explained",
            "volume": len(self.counted), "outcomes": dict(sorted(Counter(self.counted.values()).items())),
            "killed": round(killed, 4), "bar": self.room.bar, "failures": len(survivors), "tests": self.room.tests,
            "tests_left_out": self.left_out, "survivors": survivors, "explained": self.explained,
            "letters": {path: rows for path, rows in letters.items() if len(rows) > 1},
            "earlier": self.earlier, "date": datetime.now(UTC).strftime("%Y-%m-%d")}
        self.file.write_text(json.dumps(evidence, indent=1) + "\n", encoding="utf-8")
        if left_out is not None:
            print(*survivors, f"{killed:.1%} of {len(self.counted):,} mutants killed (bar {self.room.bar:.0%}); "
                              f"{len(survivors)} survivors are not explained", sep="\n")
        return 0 if killed >= self.room.bar else 1


def without_line(change: str) -> str:
    """Return a change without its line's number, which moves when other lines are added."""
    path, _, rest = change.partition(":")
    return f"{path}:{rest.partition(':')[2]}"
