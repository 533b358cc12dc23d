"""What `import croupier` costs, net of a bare interpreter, beside phevaluator's, and what it must not pull in.

Fresh interpreters take turns; each is charged its own CPU time. The bytecode is warm.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

from bench.bars import Bar
from bench.harness import Options, Race

OURS, PEER, BARE = "croupier", "phevaluator", ""
STARTS = 20
UNWANTED = ("msgspec", "aiohttp", "numpy", "sqlite3", "cython", "Cython")


def started(code: str) -> float:
    """CPU milliseconds of a fresh interpreter that runs this; raises ImportError if it fails."""
    child = os.posix_spawn(sys.executable, [sys.executable, "-c", code], os.environ)
    _, status, usage = os.wait4(child, 0)
    if status:
        raise ImportError(code)
    return 1000 * (usage.ru_utime + usage.ru_stime)


def importing(module: str) -> str:
    """The program that imports a module and nothing else."""
    return f"import {module}" if module else "pass"


def starts(modules: list[str], times: int) -> dict[str, list[float]]:
    """CPU milliseconds of interpreters that import each module, in turns, after a start to warm the caches."""
    for module in modules:
        started(importing(module))
    spent: dict[str, list[float]] = {module: [] for module in modules}
    for _ in range(times):
        for module in modules:
            spent[module].append(started(importing(module)))
    return spent


def net(spent: dict[str, list[float]], module: str) -> float:
    """What the module itself costs, in milliseconds."""
    return statistics.median(spent[module]) - statistics.median(spent[BARE])


def loaded_by(module: str) -> set[str]:
    """The names of all modules that are there after an import in a fresh interpreter."""
    code = f"{importing(module)}\nimport sys\nprint(*sys.modules)"
    return set(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split())


def unwanted(module: str = OURS) -> list[str]:
    """Which of the heavy modules an import pulls in."""
    loaded = loaded_by(module)
    return [name for name in UNWANTED if name in loaded]


def peer_installed() -> bool:
    """Whether there is something to compare with."""
    return not subprocess.run([sys.executable, "-c", importing(PEER)], capture_output=True).returncode


def import_bar() -> Bar:
    """Our import to the peer's."""
    name = "import croupier to import phevaluator, net of bare Python"
    if not peer_installed():
        return Bar(name, None, 1.5, at_most=True, note=f"{PEER} not installed")
    spent = starts([BARE, OURS, PEER], STARTS)
    ours, theirs = net(spent, OURS), net(spent, PEER)
    return Bar(name, ours / max(theirs, 1e-3), 1.5, at_most=True, note=f"{ours:.2f} ms to {theirs:.2f} ms")


def measure(_options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """The two bars; nothing races here."""
    pulled = unwanted()
    return [], [import_bar(), Bar(f"of {', '.join(UNWANTED[:5])}, import croupier loads", len(pulled), 0, "modules",
                                  at_most=True, note=" ".join(pulled))]
