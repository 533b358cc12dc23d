"""`croupier verify`: replay every hand on all processors and report errors by game and reason."""

from __future__ import annotations

import json as json_text
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from croupier.cli.app import Failed, checked_workers, shown_lines, skipped_files
from croupier.cli.verify_matches import is_match, verify_matches
from croupier.notation.files.arena import is_store
from croupier.notation.files.batches import FileBatch, batches, hands_of, spread
from croupier.notation.files.load import skipped_in
from croupier.notation.replay import FAILED, STATUSES, Replay

_PLAYER = re.compile(r"\bp\d{1,2}\b")
_CARDS = re.compile(r"\b(?:[2-9TJQKA][cdhs])+\b")
_NUMBER = re.compile(r"(?<![\w/.])-?\d+(?:\.\d+)?(?![\w/]|\.\d)")
"""Matches a number that is not part of a clause (B13), a game (FO/8) or a version (0.7.7)."""
_LISTS = re.compile(r"N(, N)+")
_EXAMPLES = 3
"""The number of examples that the summary shows for each reason."""


def kind_of(reason: str) -> str:
    """Remove numbers, players and cards from a reason, so that similar reasons are counted together."""
    return _LISTS.sub("N, ...", _NUMBER.sub("N", _CARDS.sub("CARDS", _PLAYER.sub("pN", reason))))


@dataclass(slots=True)
class BatchResult:
    """The result of a batch of hands."""

    hands: int = 0
    games: Counter[tuple[str, str]] = field(default_factory=Counter)
    """Hands by game and status."""
    reasons: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    """Hands by status, clause and reason without numbers."""
    notes: Counter[str] = field(default_factory=Counter)
    examples: dict[tuple[str, str, str], list[str]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    """One line of JSON for each hand, if requested."""

    def add(self, result: Replay, with_line: bool) -> None:
        """Count one hand."""
        self.hands += 1
        self.games["?" if result.record.damage else result.record.variant, result.status] += 1
        for note in result.notes:
            self.notes[kind_of(note)] += 1
        if result.status != "ok":
            key = (result.status, result.clause or "", kind_of(result.reason or ""))
            self.reasons[key] += 1
            self._example(key, result)
        if with_line:
            self.lines.append(json_text.dumps(result.as_json(), ensure_ascii=False))

    def _example(self, key: tuple[str, str, str], result: Replay) -> None:
        found = self.examples.setdefault(key, [])
        if len(found) < _EXAMPLES:
            record = result.record
            hand = f" [{record.key}]" if record.key else ""
            found.append(f"{record.source}{hand}, line {result.line}: {result.reason}")

    def merge(self, other: BatchResult) -> None:
        """Add another batch's counts."""
        self.hands += other.hands
        self.games += other.games
        self.reasons += other.reasons
        self.notes += other.notes
        for key, found in other.examples.items():
            kept = self.examples.setdefault(key, [])
            kept += found[:_EXAMPLES - len(kept)]

    @property
    def failed(self) -> int:
        """Return the number of hands that failed."""
        return sum(count for (_, status), count in self.games.items() if status in FAILED)


def tally(batch: FileBatch, with_lines: bool = False) -> BatchResult:
    """Replay the hands of a batch."""
    counts = BatchResult()
    for record in hands_of(batch):
        counts.add(Replay(record), with_lines)
    return counts


def verify(*paths: Path, json: bool = False, workers: int | None = None, receipt: tuple[str, ...] = ()) -> None:
    """Replay every hand in files, folders and zips, and check that its actions are legal and that its cards, chips and
    stated results are right.

    The exit code is 1 if any hand is illegal, unbalanced or unreadable, or if no hand was found. Partial and
    unsupported hands are listed, but do not count as failures.

    Parameters
    ----------
    paths
        Files (.phh, .phhs, .json, .jsonl, .txt), folders or zips; also an arena's store, whose journal is replayed
        from its first record, or match archives, whose decks are dealt again from the published secret.
    json
        Print a line of JSON for each hand; the summary goes to standard error.
    workers
        Number of processes. Default: one for each processor.
    receipt
        A receipt from an `end_hand` message. The command fails unless the store's journal holds the receipt. May be
        given several times.
        """
    if not paths:
        print("croupier verify: give at least one file, folder or zip", file=sys.stderr)
        raise SystemExit(2)
    matches = [path for path in paths if is_match(path)]
    if receipt and not any(map(is_store, matches)):
        print("croupier verify: --receipt needs an arena's store", file=sys.stderr)
        raise SystemExit(2)
    wrong = verify_matches(matches, json, receipt) if matches else 0
    paths = tuple(path for path in paths if path not in matches)
    if paths:
        wrong += _verify_hands(paths, json, checked_workers(workers))
    if wrong:
        raise SystemExit(1)


def _verify_hands(paths: tuple[Path, ...], json: bool, workers: int | None) -> int:
    """Replay every hand and print the result; return the number of failures."""
    total = BatchResult()
    start = time.monotonic()
    for counts in spread(partial(tally, with_lines=json), batches(paths), workers):
        total.merge(counts)
        for line in counts.lines:
            print(line)
    if not total.hands:
        raise Failed(f"no hand was found in {', '.join(map(str, paths))}")
    sys.stdout.flush()
    lines = list(summary(total, time.monotonic() - start))
    lines[-1] += skipped_files(sum(map(skipped_in, paths), Counter()))
    print(shown_lines("\n".join(lines)), file=sys.stderr if json else sys.stdout)
    return total.failed


def summary(total: BatchResult, seconds: float) -> Iterable[str]:
    """Yield the lines of the summary: games by status, reasons with examples, known differences, and speed."""
    shown = [status for status in STATUSES if any(found == status for _, found in total.games)] or ["ok"]
    yield f"{'game':10}" + "".join(f"{status:>13}" for status in shown)
    for game in sorted({game for game, _ in total.games}):
        yield f"{game:10.10}" + "".join(f"{total.games[game, status]:13,}" for status in shown)
    for (status, clause, reason), count in total.reasons.most_common(20):
        yield f"\n{count:,} {status} ({clause}): {reason}"
        yield from (f"    {example}" for example in total.examples[status, clause, reason])
    if total.notes:
        yield "\nknown differences:"
        yield from (f"{count:8,}  {note}" for note, count in total.notes.most_common(20))
    speed = f"{total.hands / seconds:,.0f} hands/s" if seconds > 0 else ""
    yield f"\n{total.hands:,} hands, {total.failed:,} failed, {seconds:.1f} s, {speed}"
