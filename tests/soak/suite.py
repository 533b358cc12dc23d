"""`python -m tests.soak.suite CONDITION ...`: run `make test` under conditions, one after another, and record the runs.

    python -m tests.soak.suite quiet busy throttled

`quiet` runs it alone, `busy` beside eight processes that never rest, and `throttled` on one processor of which it gets
half the time (Linux, as root). The suite must pass in all of them. Each run is added to `docs/evidence/suite.json`.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from .evidence import EVIDENCE, ROOT, commit

NEIGHBOURS = 8
PERIOD_US = 100_000
CPU_GROUPS = (Path("/sys/fs/cgroup/cpu"), Path("/sys/fs/cgroup"))
COUNTS = re.compile(r"^(?:=+ )?(?:(\d+) failed, )?(\d+) passed\b.* in [\d.]+s", re.MULTILINE)
WHAT = ("`make test` as a whole on a quiet machine, beside eight busy processes, and on one processor at half speed; a "
        "failure is a run that did not pass")


@contextmanager
def quiet() -> Iterator[list[str]]:
    """Change nothing."""
    yield []


@contextmanager
def busy() -> Iterator[list[str]]:
    """Keep eight processes computing at the same priority."""
    neighbours = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(NEIGHBOURS)]
    try:
        yield []
    finally:
        for each in neighbours:
            each.kill()
            each.wait()


@contextmanager
def throttled() -> Iterator[list[str]]:
    """Run on one processor, of which a control group gives half; exit if this machine does not allow that."""
    root = next((each for each in CPU_GROUPS
                 if (each / "cpu.cfs_quota_us").exists() or (each / "cpu.max").exists()), None)
    if root is None or not os.access(root, os.W_OK) or shutil.which("taskset") is None:
        sys.exit("throttled: this needs Linux, root, taskset and the control group `cpu`")
    group = root / f"croupier-suite-{os.getpid()}"
    group.mkdir()
    try:
        if (group / "cpu.cfs_quota_us").exists():
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (group / "cpu.cfs_quota_us").write_text(str(PERIOD_US // 2))
        else:
            (group / "cpu.max").write_text(f"{PERIOD_US // 2} {PERIOD_US}")
        enter = f'echo $$ > {group}/cgroup.procs && exec "$@"'
        yield ["sh", "-c", enter, "sh", "taskset", "-c", "0"]
    finally:
        group.rmdir()


CONDITIONS = {"quiet": quiet, "busy": busy, "throttled": throttled}


def run_once(condition: str) -> dict[str, Any]:
    """Run the suite once under a condition and return what to record."""
    began, load = time.monotonic(), os.getloadavg()[0]
    with CONDITIONS[condition]() as prefix:
        done = subprocess.run([*prefix, "make", "test"], cwd=ROOT, capture_output=True, text=True, check=False)
    counts = COUNTS.findall(done.stdout)
    if done.returncode:
        print(done.stdout[-6000:], done.stderr[-2000:], sep="\n")
    return {"condition": condition, "commit": commit(), "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M"),
            "exit_code": done.returncode, "passed": sum(int(passed) for _, passed in counts),
            "failed": sum(int(failed or 0) for failed, _ in counts),
            "minutes": round((time.monotonic() - began) / 60, 1), "load_before": round(load, 2)}


def record(run: dict[str, Any]) -> None:
    """Add a run to the evidence."""
    path = EVIDENCE / "suite.json"
    runs = json.loads(path.read_text(encoding="utf-8"))["runs"] if path.exists() else []
    runs.append(run)
    newest = runs[-1]
    found = {"check": "suite", "what": WHAT, "commit": newest["commit"], "volume": len(runs),
             "failures": sum(each["exit_code"] != 0 for each in runs), "date": newest["date"].split()[0], "runs": runs}
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def main() -> int:
    """Run the suite under each condition named; return 1 if a run did not pass."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.suite", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("conditions", nargs="+", choices=list(CONDITIONS), metavar="CONDITION")
    runs = []
    for condition in parser.parse_args().conditions:
        runs.append(run_once(condition))
        record(runs[-1])
        print(json.dumps(runs[-1]), flush=True)
    return int(any(run["exit_code"] for run in runs))


if __name__ == "__main__":
    sys.exit(main())
