"""`python -m tests.soak.contests`: do the intervals of matches hold the true difference, and is the adjustment fair?

Every pair of house bots plays many matches of the same length. The truth is the adjusted mean of a million other hands
(docs/evidence/agreement.json), or of all these matches together if those were not played. Three questions are answered
for each pair:

- how many of the 95 % intervals hold the truth, plain and adjusted (95 % ± 2 % of a thousand);
- whether the plain and the adjusted mean of all hands agree within their common interval;
- how many hold it in matches that stop when they are decided (`until`): at least 93 %.

`maniac` against `folder` plays very short matches too, whose results are few and skewed: an interval holds the
truth, or there is no verdict. Finished matches are kept in `.soak/contests.jsonl`: `--minutes` ends a run early, and
the next one goes on. Answers of earlier runs stay in the evidence until a run with as many matches replaces them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import combinations
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import croupier
from croupier.stats import Interval, mean_of
from croupier.workers import begin_work

from .evidence import EVIDENCE, commit, versions
from .runner import KEPT, kept_rows

GAME = croupier.holdem(50, 100)
BOTS = ("random", "caller", "folder", "strength", "maniac", "greedy")
PAIRS = tuple(combinations(BOTS, 2))
SKEWED, SHORT = ("folder", "maniac"), (20, 100, 200)
UNTIL_PAIRS = (("strength", "maniac"), ("random", "caller"), ("maniac", "maniac"), SKEWED)


@dataclass(frozen=True, order=True)
class Question:
    """One kind of match: who plays, how many hands, adjusted how, stopped when."""

    pair: tuple[str, str]
    hands: int
    adjust: str = "cards"
    until: float | None = None

    @property
    def key(self) -> str:
        """Return a short name."""
        end = "" if self.until is None else f", until {self.until}"
        return f"{self.pair[0]} v {self.pair[1]}, {self.hands} hands, {self.adjust}{end}"


def played(job: tuple[Question, int]) -> dict[str, Any]:
    """Play one match and return its intervals for the first bot."""
    question, number = job
    began = time.process_time()
    result = croupier.match(question.pair, GAME, question.hands, seed=1_000_000 + number, adjust=question.adjust,
                            until=question.until)
    return {"key": question.key, "number": number, "hands": result.hands,
            "plain": ends(result.bb_per_100[0]), "adjusted": ends(result.adjusted[0]),
            "decided": result.lead.decided, "leader": result.ranking[0], "method": result.lead.method,
            "cut": result.variance_cut[0], "cpu_seconds": time.process_time() - began}


def ends(interval: Interval) -> list[float]:
    """Return mean, lower and upper end."""
    return [interval.mean, interval.low, interval.high]


# -- what came out -----------------------------------------------------------------------------------------------------


def answered(question: Question, rows: Sequence[dict[str, Any]], truths: dict[str, float]) -> dict[str, Any]:
    """Return what the matches of a question show."""
    found: dict[str, Any] = {"matches": len(rows), **asdict(question), "commit": commit()}
    plain, fair = ([row[kind][0] for row in rows] for kind in ("plain", "adjusted"))
    truth = truths.get(f"{question.pair[0]} v {question.pair[1]}", mean_of(fair).mean if rows else 0.0)
    for kind in ("plain", "adjusted"):
        found[f"covered_{kind}"] = sum(row[kind][1] <= truth <= row[kind][2] for row in rows) / len(rows)
    found["truth"] = truth
    found["wrong_verdicts"] = sum(row["decided"] and (truth > 0) != (row["leader"] == 0) for row in rows
                                  if truth) if truth else sum(row["decided"] for row in rows)
    found["decided"] = sum(row["decided"] for row in rows)
    found["median_hands"] = sorted(row["hands"] for row in rows)[len(rows) // 2]
    found["mean_plain"], found["mean_adjusted"] = mean_of(plain).mean, mean_of(fair).mean
    if len(rows) > 1 and question.until is None:
        gap = mean_of([one - other for one, other in zip(plain, fair)])
        cut = (mean_of(plain).margin / mean_of(fair).margin) ** 2 if mean_of(fair).margin else None
        common = sqrt(mean_of(plain).margin ** 2 + mean_of(fair).margin ** 2)
        found |= {"gap": gap.mean, "gap_margin": gap.margin, "common_margin": common,
                  "agree": abs(gap.mean) <= common, "cut_in_the_mean": cut}
    found["median_cut"] = sorted(row["cut"] for row in rows)[len(rows) // 2]
    return found


def failures(found: dict[str, Any], matches: int) -> list[str]:
    """Return what is outside the bounds of the issue; small runs get the width that chance gives them."""
    low, high = (0.93, 0.97) if matches >= 1000 else (0.95 - 3 * sqrt(0.0475 / matches),
                                                      0.95 + 3 * sqrt(0.0475 / matches))
    wrong = []
    for kind in ("plain", "adjusted"):
        share = found[f"covered_{kind}"]
        if share < min(low, 0.93):
            wrong.append(f"{kind} covers {share:.1%}")
        elif share > high and found["until"] is None and found["hands"] >= 1000 and tuple(found["pair"]) != SKEWED:
            wrong.append(f"{kind} covers {share:.1%}, more than it says")
    if not found.get("agree", True):
        wrong.append(f"plain and adjusted differ by {found['gap']:+.2f} ± {found['common_margin']:.2f}")
    if found["wrong_verdicts"] > 0.05 * found["matches"] + 3:
        wrong.append(f"{found['wrong_verdicts']} wrong verdicts")
    return wrong


def questions(hands: int, adjusts: Sequence[str], until_hands: int) -> list[Question]:
    """Return all kinds of matches."""
    fixed = [Question(pair, hands, adjust) for adjust in adjusts for pair in PAIRS]
    short = [Question(SKEWED, number) for number in SHORT]
    return [*short, *fixed, *[Question(pair, until_hands, "cards", 0.95) for pair in UNTIL_PAIRS]]


def long_runs() -> dict[str, float]:
    """Return the adjusted means of pairs that have played a million hands, by the names of the pair."""
    path = EVIDENCE / "agreement.json"
    pairs = json.loads(path.read_text(encoding="utf-8"))["pairs"] if path.exists() else []
    return {each["pair"]: each["adjusted"] for each in pairs}


def earlier(out: Path) -> dict[Question, dict[str, Any]]:
    """Return the answers of earlier runs."""
    kept = json.loads(out.read_text(encoding="utf-8")) if out.exists() else {"questions": []}
    return {Question(tuple(each["pair"]), each["hands"], each["adjust"], each["until"]):
            {"commit": kept.get("commit"), **each} for each in kept["questions"]}


def report(asked: argparse.Namespace, rows: Sequence[dict[str, Any]], wanted: Sequence[Question]) -> list[str]:
    """Print and write what the finished matches show; return what failed."""
    by_key: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_key[row["key"]].append(row)
    truths = {"maniac v maniac": 0.0, **long_runs()}
    for question in wanted:
        name = f"{question.pair[0]} v {question.pair[1]}"
        if question.until is None and question.hands == asked.hands and by_key[question.key]:
            truths.setdefault(name, mean_of([row["adjusted"][0] for row in by_key[question.key]]).mean)
    before = earlier(asked.out)
    found, failed = [], []
    for question in wanted:
        old = before.get(question)
        if len(by_key[question.key]) < max(20, 0 if old is None else old["matches"]):
            if old is None:
                continue
            each = old
        else:
            each = answered(question, by_key[question.key], truths)
        wrong = failures(each, each["matches"])
        found.append(each)
        failed += [f"{question.key}: {words}" for words in wrong]
        print(f"{question.key}: {each['matches']} matches, covered plain {each['covered_plain']:.1%} adjusted "
              f"{each['covered_adjusted']:.1%}, wrong verdicts {each['wrong_verdicts']}, median cut "
              f"{each['median_cut']:.1f}", *wrong, flush=True)
    asked.out.write_text(json.dumps({
        "check": "contests", "what": "intervals of matches that hold the true difference, and plain against adjusted "
        "means; in bb/100 of the first bot", "questions": found, "failed": failed,
        "versions": versions(), "date": datetime.now(UTC).strftime("%Y-%m-%d")}, indent=1) + "\n", encoding="utf-8")
    return failed


def main(words: list[str] | None = None) -> int:
    """Play what is missing and report."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.contests", description=__doc__)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--hands", type=int, default=1000)
    parser.add_argument("--until-hands", type=int, default=5000)
    parser.add_argument("--adjust", nargs="*", default=["cards"])
    parser.add_argument("--only", default="", help="only questions whose name holds this text")
    parser.add_argument("--minutes", type=float, default=1e6, help="processor time after which no match is begun")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--fresh", action="store_true", help="forget an interrupted run")
    parser.add_argument("--out", type=Path, default=EVIDENCE / "contests.json")
    asked = parser.parse_args(words)
    KEPT.mkdir(exist_ok=True)
    path = KEPT / "contests.jsonl"
    if asked.fresh:
        path.unlink(missing_ok=True)
    rows = list(kept_rows(path))
    done = {(row["key"], row["number"]) for row in rows}
    wanted = questions(asked.hands, asked.adjust, asked.until_hands)
    # number by number, so that every question has some matches early
    jobs = [(question, number) for number in range(asked.matches) for question in wanted
            if asked.only in question.key and (question.key, number) not in done]
    with ProcessPoolExecutor(asked.jobs, get_context("spawn"), begin_work) as pool, path.open("a") as file:
        used = 0.0
        for start in range(0, len(jobs), asked.jobs):
            if used >= 60 * asked.minutes:
                break
            for row in pool.map(played, jobs[start:start + asked.jobs]):
                used += row["cpu_seconds"]
                file.write(json.dumps(row) + "\n")
                file.flush()
                rows.append(row)
    failed = report(asked, rows, wanted)
    print(*failed or ["everything within its bounds"], sep="\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
