"""Parse and replay: croupier and pokerkit on the same PHH files, interleaved in one run, by CPU time.

    python -m bench.notation [CORPUS] [--seconds 20]

Each round takes one slice of every folder through both programs, so that a noisy machine is noisy for both. Printed are
microseconds a hand and the ratio per folder. The last line tells what `verify` does on all cores.
"""

from __future__ import annotations

import argparse
import gc
import os
import time
from collections.abc import Callable
from pathlib import Path

from croupier.notation import phh
from croupier.notation.replay import Replay

SLICE = 100


def corpus_path(given: str | None) -> Path:
    """Where the hands are."""
    return Path(given or os.environ.get("CROUPIER_CORPUS") or Path(__file__).parents[2] / "shared" / "corpus")


def texts(corpus: Path) -> dict[str, list[str]]:
    """The text of each hand by folder; hands of a .phhs file each on their own, as pokerkit wants them."""
    found = {"pluribus": sorted((corpus / "phh" / "pluribus").rglob("*.phh")),
             "wsop": sorted((corpus / "phh" / "wsop-2023-43-5").glob("*.phh"))}
    hands = {name: [path.read_text() for path in paths] for name, paths in found.items()}
    for name in ("handhq", "generated"):
        files = sorted((corpus / "phhs" / name).glob("*.phhs"))
        hands[name] = [phh.write(record) for path in files for record in phh.read_text(path.read_text())]
    return hands


def ours(text: str) -> None:
    """Parse and replay one hand."""
    for record in phh.read_text(text):
        Replay(record)


def theirs(text: str) -> None:
    """The same by pokerkit; a hand that it refuses is timed up to its refusal."""
    from pokerkit import HandHistory

    try:
        for _ in HandHistory.loads(text):
            pass
    except ValueError:
        pass


def timed(work: Callable[[str], None], hands: list[str]) -> float:
    """CPU seconds for some hands, what the other program left behind cleared away first."""
    gc.collect()
    start = time.process_time()
    for text in hands:
        work(text)
    return time.process_time() - start


def compare(hands: list[str], seconds: float) -> tuple[float, float, int]:
    """CPU seconds a hand for both, and how many hands were compared."""
    ours_spent = theirs_spent = 0.0
    done = at = 0
    end = time.monotonic() + seconds
    while done == 0 or (time.monotonic() < end and at < len(hands)):
        piece = hands[at:at + SLICE]
        ours_spent += timed(ours, piece)
        theirs_spent += timed(theirs, piece)
        done += len(piece)
        at += SLICE
    return ours_spent / done, theirs_spent / done, done


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?")
    parser.add_argument("--seconds", type=float, default=20.0)
    given = parser.parse_args()
    folders = texts(corpus_path(given.corpus))
    timed(ours, [hands[0] for hands in folders.values()])
    timed(theirs, [hands[0] for hands in folders.values()])
    print(f"{'folder':12}{'hands':>7}{'croupier µs':>13}{'pokerkit µs':>13}{'ratio':>8}")
    for name, hands in folders.items():
        mine, peer, done = compare(hands[::max(1, len(hands) // 400)], given.seconds / len(folders))
        print(f"{name:12}{done:7}{mine * 1e6:13.1f}{peer * 1e6:13.0f}{peer / mine:7.0f}x")


if __name__ == "__main__":
    main()
