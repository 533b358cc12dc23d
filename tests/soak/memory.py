"""`croupier verify` over one file of a million hands: as much memory at its end as after a tenth of it.

The file holds hands of all eleven games in turn; it is made in a temporary folder and removed. Memory is that of the
command and all its workers together, looked at each time another twentieth of the hands has come out.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.notation.hands import CODES, random_hand

import croupier

GROWTH_MB = 32
"""What the memory may grow by after the first tenth: a few batches under way, none of it kept."""


def write_hands(path: Path, count: int) -> None:
    """A .phhs file of so many hands."""
    hands = [croupier.dumps(croupier.record_of(random_hand(code, seed)), "phh") for code in CODES for seed in range(3)]
    with path.open("w") as file:
        for number in range(1, count + 1):
            file.write(f"[{number}]\n{hands[number % len(hands)]}\n")


def resident_mb(pid: int) -> float:
    """Megabytes of a process and all processes it started."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has just ended
        return 0.0
    own = sum(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024
    return own + sum(resident_mb(int(child)) for child in children)


def verify_memory(count: int) -> Counter[str]:
    """Verify a file of so many hands; fails if memory grows with it or a hand is not ok."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "million.phhs"
        write_hands(path, count)
        command = [sys.executable, "-m", "croupier", "verify", "--json", str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            assert running.stdout is not None
            assert running.stderr is not None
            memory, lines = [], 0
            for line in running.stdout:
                lines += 1
                assert '"status": "ok"' in line, line
                if lines % max(1, count // 20) == 0:
                    memory.append(resident_mb(running.pid))
            summary = running.stderr.read().strip().splitlines()[-1]
    assert running.returncode == 0, summary
    assert lines == count, f"{lines:,} lines for {count:,} hands"
    early, late = max(memory[:2]), max(memory[2:])
    assert late <= early + GROWTH_MB, f"{early:.0f} MB after a tenth, {late:.0f} MB later: {memory}"
    speed = int(summary.split(", ")[-1].split()[0].replace(",", ""))
    return Counter({"hands": count, "hands per second": speed, "MB after a tenth": round(early),
                    "MB later": round(late)})
