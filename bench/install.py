"""`python -m bench.install COMMIT`: time a cold `pip install .` of this checkout beside that of an earlier commit.

    python -m bench.install b35d112 --turns 3 --json docs/evidence/install.json

The two take turns. Every turn unpacks the commit into a new folder, makes a new virtual environment, and installs into
it without pip's cache of wheels: packages are fetched, and the core is compiled, as on a fresh machine. The time is
that of the whole command by the clock. Nothing else should run meanwhile, because the newer build uses all processors.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BAR = 0.35
"""The most that an install may take, as a share of the earlier commit's time."""


def git(*words: str) -> bytes:
    """Return what a git command prints in this checkout."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


def seconds_of_install(commit: str) -> dict[str, float]:
    """Install a commit into a new environment; return the seconds by the clock and of all processors."""
    with tempfile.TemporaryDirectory() as folder:
        source, environment = Path(folder, "source"), Path(folder, "environment")
        source.mkdir()
        subprocess.run(["tar", "-x", "-C", str(source)], input=git("archive", commit), check=True)
        subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
        command = [str(environment / "bin" / "python"), "-m", "pip", "install", "--quiet", "--no-cache-dir",
                   "--disable-pip-version-check", "."]
        before, began = os.times(), time.monotonic()
        subprocess.run(command, cwd=source, check=True)
        clock, after = time.monotonic() - began, os.times()
        processors = (after.children_user - before.children_user) + (after.children_system - before.children_system)
        return {"clock": round(clock, 1), "processors": round(processors, 1)}


def main() -> int:
    """Install both commits in turns; return 1 if ours takes more than its share of the earlier one's time."""
    parser = argparse.ArgumentParser(prog="python -m bench.install", description=__doc__.splitlines()[0])
    parser.add_argument("commit", help="the earlier commit")
    parser.add_argument("--turns", type=int, default=3, help="installs of each commit (default 3)")
    parser.add_argument("--json", type=Path, help="file for the figures")
    asked = parser.parse_args()
    theirs, ours, load = [], [], os.getloadavg()[0]
    for turn in range(1, asked.turns + 1):
        theirs.append(seconds_of_install(asked.commit))
        ours.append(seconds_of_install("HEAD"))
        print(f"turn {turn}: {theirs[-1]['clock']} s before, {ours[-1]['clock']} s now", flush=True)
    ratios = {kind: round(statistics.median(one[kind] / other[kind] for one, other in zip(ours, theirs)), 3)
              for kind in ("clock", "processors")}
    found = {"check": "install", "what": "seconds of a cold `pip install .` beside an earlier commit, in turns",
             "commit": git("rev-parse", "HEAD").decode().strip(), "beside": asked.commit, "volume": asked.turns,
             "failures": int(ratios["clock"] > BAR), "bar": BAR, "ratios": ratios, "ours": ours, "theirs": theirs,
             "load_before": round(load, 2), "processors": os.cpu_count(), "python": platform.python_version(),
             "date": datetime.now(UTC).strftime("%Y-%m-%d")}
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(f"{ratios['clock']} of the time by the clock, {ratios['processors']} of the processors' (bar {BAR})")
    return 0 if ratios["clock"] <= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
