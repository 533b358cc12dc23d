"""Parse and replay: croupier and pokerkit on the same PHH files, interleaved in one run, by CPU time.

    python -m bench.notation [CORPUS] [--seconds 20]

The first 600 hands of each folder go through both programs in turn, three times at least, so that a noisy machine is
noisy for both: croupier as often in a turn as fills a good part of the other's time, then pokerkit once. A ratio is the
median of those within each round. Printed are median microseconds a hand and the ratio per folder and in all.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import statistics
import time
from collections.abc import Callable
from pathlib import Path

from croupier.notation import phh
from croupier.notation.replay import Replay

HANDS = 600
TURNS_MAX = 200


def corpus_path(given: str | None) -> Path:
    """Where the hands are."""
    return Path(given or os.environ.get("CROUPIER_CORPUS") or Path(__file__).parents[2] / "shared" / "corpus")


def texts(corpus: Path) -> dict[str, list[str]]:
    """The text of each file by folder, in memory: what is compared is reading and replaying, not the disk."""
    found = {"pluribus": sorted((corpus / "phh" / "pluribus").rglob("*.phh")),
             "wsop": sorted((corpus / "phh" / "wsop-2023-43-5").glob("*.phh")),
             "handhq": sorted((corpus / "phhs" / "handhq").glob("*.phhs")),
             "generated": sorted((corpus / "phhs" / "generated").glob("*.phhs"))}
    return {name: [path.read_text() for path in paths] for name, paths in found.items()}


def ours(text: str) -> int:
    """Parse and replay the hands of a file; how many."""
    hands = 0
    for record in phh.read_text(text):
        Replay(record)
        hands += 1
    return hands


def theirs(text: str) -> int:
    """The same by pokerkit; a hand that it refuses is timed up to its refusal."""
    from pokerkit import HandHistory

    hands = 0
    for history in HandHistory.loads_all(text) if "\n[" in text else [HandHistory.loads(text)]:
        with contextlib.suppress(ValueError):
            for _ in history:
                pass
        hands += 1
    return hands


def timed(work: Callable[[str], int], files: list[str]) -> tuple[float, int]:
    """CPU seconds and hands for some files, what the other program left behind cleared away first."""
    gc.collect()
    start = time.process_time()
    hands = sum(map(work, files))
    return time.process_time() - start, hands


def sample(files: list[str]) -> list[str]:
    """The first files that together hold enough hands."""
    chosen: list[str] = []
    hands = 0
    while hands < HANDS and len(chosen) < len(files):
        chosen.append(files[len(chosen)])
        hands += chosen[-1].count("variant = ")
    return chosen


def compare(files: list[str], seconds: float) -> tuple[float, float, float, int]:
    """Median CPU seconds for both and the median ratio over some rounds, and how many hands were compared."""
    once, hands = timed(ours, files)
    often = max(1, min(TURNS_MAX, round(0.5 / once)))
    rounds = []
    end = time.monotonic() + seconds
    while len(rounds) < 3 or time.monotonic() < end:
        rounds.append((timed(ours, files * often)[0] / often, timed(theirs, files)[0]))
    mine, peer = (statistics.median(column) for column in zip(*rounds))
    return mine, peer, statistics.median(theirs / ours for ours, theirs in rounds), hands


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    folders = texts(corpus_path(given.corpus))
    print(f"{'folder':12}{'hands':>7}{'croupier µs':>13}{'pokerkit µs':>13}{'ratio':>8}")
    total = [0.0, 0.0]
    for name, files in folders.items():
        mine, peer, ratio, done = compare(sample(files), given.seconds / len(folders))
        total = [total[0] + mine, total[1] + peer]
        print(f"{name:12}{done:7}{mine / done * 1e6:13.1f}{peer / done * 1e6:13.0f}{ratio:7.0f}x")
    print(f"{'all':12}{'':33}{total[1] / total[0]:7.0f}x")


if __name__ == "__main__":
    main()
