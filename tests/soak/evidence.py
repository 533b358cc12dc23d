"""What a run showed, written to docs/evidence as JSON: figures that come from a run at a named commit."""

from __future__ import annotations

import json
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from croupier import __version__
from croupier.ranking import kernel

from .checks import ROOT, Check
from .runner import Outcome

EVIDENCE = ROOT / "docs" / "evidence"
DIFFERENCE = ("b4_", "b5_", "b6_", "b7_", "b8_", "b9_", "b11_", "b13_")


def git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def commit() -> str:
    """The commit, marked where sources or tests differ from it."""
    changed = git("status", "--porcelain", "--", "src", "tests")
    return git("rev-parse", "HEAD") + (" and changes" if changed else "")


def versions() -> dict[str, Any]:
    found = {"python": platform.python_version(), "croupier": __version__, "compiled": kernel.COMPILED}
    for package in ("pokerkit", "phevaluator"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = None
    return found


def record(check: Check, outcome: Outcome, volume: int, seed: int, at: str) -> dict[str, Any]:
    more = {} if check.plan is None else {"plan": check.plan(outcome.examples)}
    counts = sorted(outcome.counts.items(), key=lambda row: (-row[1], row[0]))
    return {
        "check": check.name,
        "what": check.what,
        "commit": at,
        "seed": seed,
        "volume": volume,
        "failures": outcome.failures,
        "examples": outcome.examples,
        "figures": {name: count for name, count in counts if not name.startswith(DIFFERENCE)},
        "known_differences": {name: count for name, count in counts if name.startswith(DIFFERENCE)},
        "slowest_item_seconds": outcome.slowest_seconds,
        "peak_process_mb": outcome.peak_mb,
        "cpu_seconds": round(outcome.seconds, 1),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "versions": versions(),
        **more,
    }


def write(found: dict[str, Any]) -> None:
    EVIDENCE.mkdir(parents=True, exist_ok=True)
    (EVIDENCE / f"{found['check']}.json").write_text(json.dumps(found, indent=2) + "\n")
