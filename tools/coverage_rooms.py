"""`python -m tools.coverage_rooms [ROOM ...]`: measure how much of each room its own tests reach.

The rooms run interpreted, since coverage cannot look into compiled code. A row of `docs/evidence/coverage.json` says
which share of a room's lines and branches the tests in its own folders reach, and which branches they do not (the line
of the decision, and the line that it never leads to; a negative number is the end of that function).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
EVIDENCE = ROOT / "docs" / "evidence" / "coverage.json"


@dataclass(frozen=True)
class Covered:
    """A room, the folders of its own tests, and the share of branches that they must reach."""

    source: str
    tests: tuple[str, ...]
    bar: float


ROOMS = {
    "betting": Covered("betting", ("tests/rules", "tests/reference/test_engine_trees.py",
                                   "tests/sting/test_i1_i4_initiative.py"), 98),
    "table": Covered("table", ("tests/table",), 98),
    "protocol": Covered("protocol", ("tests/arena/test_from_client.py", "tests/arena/test_protocol_schema.py",
                                     "tests/arena/test_documents.py"), 98),
    "notation": Covered("notation", ("tests/notation", "tests/corpus"), 95),
    "games": Covered("games", ("tests/games", "tests/rules", "tests/genome", "tests/sting"), 95),
    "arena-core": Covered("arena/core", ("tests/arena", "tests/simulation"), 95),
}


def measure(room: Covered) -> dict[str, Any]:
    """Run a room's own tests under coverage; return the percentage, missing branches and the tests' exit code."""
    with tempfile.TemporaryDirectory() as folder:
        data, report = Path(folder, "data"), Path(folder, "report.json")
        environment = {**os.environ, "PYTHONPATH": "src", "CROUPIER_EXAMPLES": "fixed", "COVERAGE_FILE": str(data)}
        source = f"--source=src/croupier/{room.source}"
        tests = subprocess.run([sys.executable, "-m", "coverage", "run", "--branch", source, "-m", "pytest", "-q",
                                "-p", "no:cacheprovider", *room.tests], cwd=ROOT, env=environment, check=False)
        subprocess.run([sys.executable, "-m", "coverage", "json", "-q", "-o", str(report)], cwd=ROOT, env=environment,
                       check=True)
        found = json.loads(report.read_text(encoding="utf-8"))
    missing = {name.removeprefix("src/croupier/"): facts["missing_branches"] for name, facts in found["files"].items()
               if facts["missing_branches"]}
    totals = found["totals"]
    return {"branches": totals["num_branches"],
            "branches_percent": round(100 * totals["covered_branches"] / max(1, totals["num_branches"]), 2),
            "lines_percent": round(100 * totals["covered_lines"] / totals["num_statements"], 2), "bar": room.bar,
            "tests": room.tests, "tests_exit_code": tests.returncode, "missing_branches": missing}


def _evidence(rows: dict[str, Any]) -> dict[str, Any]:
    """Return what the page of evidence shows of these rows. The commit is that of the room measured last."""
    below = [name for name, row in rows.items() if row["branches_percent"] < row["bar"] or row["tests_exit_code"]]
    last = list(rows.values())[-1]
    shares = ", ".join(f"{name} {row['branches_percent']} %" for name, row in rows.items())
    what = (f"branches of each room that its own tests reach, interpreted: {shares}; volume: rooms; failures: rooms "
            "below their bar")
    return {"check": "coverage", "what": what, "volume": len(rows), "failures": len(below), "commit": last["commit"],
            "date": last["date"], "rooms": rows}


def main(names: list[str]) -> int:
    """Measure rooms and write the evidence; return 1 if one is below its bar."""
    rows = json.loads(EVIDENCE.read_text(encoding="utf-8"))["rooms"] if EVIDENCE.exists() else {}
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True)
    for name in names or ROOMS:
        rows.pop(name, None)  # the room measured last stands last
        rows[name] = {**measure(ROOMS[name]), "commit": commit.stdout.strip(),
                      "date": datetime.now(UTC).strftime("%Y-%m-%d")}
        EVIDENCE.write_text(json.dumps(_evidence(rows), indent=1) + "\n", encoding="utf-8")
        print(f"{name}: {rows[name]['branches_percent']} % of branches (bar {rows[name]['bar']})", flush=True)
    return 1 if any(rows[name]["branches_percent"] < rows[name]["bar"] for name in names or ROOMS) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
