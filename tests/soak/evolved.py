"""`python -m tests.soak.evolved DIR --minutes 20`: are the best games of a run of evolution better than chance and
tradition?

One command does it all and goes on where it was stopped: it breeds games for so many minutes (or takes the run that is
in DIR), then scores the run's ten best games anew, on fresh seeds and with four times the search that they were kept
by; the best of the known games likewise. Of 2,000 random valid genomes each gets a glimpse, the best tenth of these is
scored as a new game is in a run, and the thirty best of those with the search of the ten and a third of their hands,
so that the 99th percentile, the twentieth best, is not made of luck. A game stands above something if its score does,
and `surely` if the lower end of its interval does too. Every score is kept in DIR/examined.json as soon as it is known.
The figures go to docs/evidence/evolved.json, games and rulebooks to docs/evolved, a table for docs/lab.md to
DIR/tables.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from croupier import lab
from croupier.lab.breeding.evolution import FILE, SCOUTING, Config, Evolution, confirming, resumed
from croupier.lab.breeding.workers import Hired, Task, Workers, scores
from croupier.lab.scoring.fitness import Budget, Fitness
from croupier.lab.scoring.measures import NAMES

from .evidence import EVIDENCE, commit, versions

TOP, RANDOM_GAMES, LOOKED_AT, KNOWN = 10, 2000, 30, 4
GLIMPSE = Budget(blocks=3, quick_hands=20, sessions=4, hands=4, iterations=15)
SEED = 9_000_000
"""Far from any seed that a run draws."""
SAVED_SECONDS = 20


class Kept:
    """Workers whose answers are kept in a file, so that no score is worked out twice."""

    def __init__(self, workers: Workers, file: Path) -> None:
        self.workers, self.file = workers, file
        self.answers: dict[str, str] = json.loads(file.read_text()) if file.exists() else {}
        self.saved = time.monotonic()

    def texts(self, tasks: list[str]) -> Iterable[str]:
        """The answers, in the order of the tasks."""
        keys = [sha256(task.encode()).hexdigest()[:24] for task in tasks]
        missing = [at for at, key in enumerate(keys) if key not in self.answers]
        fresh = iter(self.workers.texts([tasks[at] for at in missing]))
        for key in keys:
            if key not in self.answers:
                self.answers[key] = next(fresh)
                self.save(SAVED_SECONDS)
            yield self.answers[key]
        self.save()

    def save(self, patience: float = 0.0) -> None:
        if time.monotonic() - self.saved >= patience:
            new = self.file.with_suffix(".new")
            new.write_text(json.dumps(self.answers))
            new.replace(self.file)
            self.saved = time.monotonic()

    def close(self) -> None:
        self.workers.close()


def bred(folder: Path, config: Config, minutes: float, workers: Workers) -> Evolution:
    """The run in the folder, gone on with until it has had its minutes of this clock."""
    run = resumed(folder) if (folder / FILE).exists() else Evolution(config, folder)
    clock = folder / "minutes.txt"
    had = float(clock.read_text()) if clock.exists() else 0.0
    while had < minutes:
        began = time.monotonic()
        found = run.generation(workers)
        had += (time.monotonic() - began) / 60
        clock.write_text(f"{had:.2f}")
        best = f"{found.best.genome.name} {found.best.fitness.total.mean:.3f}" if found.best else "none"
        print(f"generation {found.generation}: {found.scored} games, best {best}, {had:.1f} of {minutes} minutes",
              file=sys.stderr, flush=True)
    return run


def scored(workers: Workers, games: list[lab.GameGenome], style: str, budget: Budget, what: str,
           seeds: list[int] | None = None) -> list[Fitness]:
    """Scores of games, by default on seeds of their own."""
    def told(done: int, total: int) -> None:
        if done % 50 == 0 or done == total:
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)

    chosen = seeds or range(len(games))
    return scores(workers, [Task(game, style, SEED + seed, budget) for seed, game in zip(chosen, games)], told)


Ranked = list[tuple[float, int, Fitness]]
"""Totals with the number of the game, the best first."""


def ranked(found: Iterable[tuple[int, Fitness]]) -> Ranked:
    return sorted(((fitness.total.mean, at, fitness) for at, fitness in found), key=lambda row: -row[0])


def looked_over(workers: Workers, games: list[lab.GameGenome], style: str, stages: list[tuple[int, Budget]],
                what: str) -> Ranked:
    """All games by their scores; each stage looks anew, with more care, at so many of those that look best so far."""
    held: dict[int, Fitness] = {}
    numbers = list(range(len(games)))
    for stage, (count, budget) in enumerate(stages):
        numbers = numbers[:count]
        seeds = [10_000 * stage + number for number in numbers]
        found = scored(workers, [games[at] for at in numbers], style, budget, f"{what}, look {stage + 1}", seeds)
        held.update(zip(numbers, found))
        numbers = [at for _, at, _ in ranked(zip(numbers, found))]
    return ranked(held.items())


def percentile(ranked: list[float], percent: float) -> float:
    """What so many percent do not exceed; the best stand first."""
    return ranked[int(len(ranked) * (100 - percent) / 100)]


def row(game: lab.GameGenome, found: Fitness, bar: float) -> dict[str, Any]:
    return {"game": game.name, "total": found.total.as_dict(), "failed": found.failed, "above": found.total.mean > bar,
            "surely": found.sure > bar, "measures": {key: value.as_dict() for key, value in found.measures.items()}}


def examined(run: Evolution, workers: Workers, count: int = RANDOM_GAMES, looked_at: int = LOOKED_AT) -> dict[str, Any]:
    """All figures of a run."""
    style, budget = run.config.style, confirming(run.config.budget).times(iterations=4)
    entries = run.evolved()[:TOP]
    again = scored(workers, [entry.genome for entry in entries], style, budget, "the run's best games")
    known = looked_over(workers, [lab.load(name) for name in lab.names()], style, [(100, SCOUTING), (KNOWN, budget)],
                        "known games")
    games = [lab.random_genome(Random(SEED + number)) for number in range(count)]
    fewer = replace(budget, blocks=max(2, budget.blocks // 3))
    chances = looked_over(workers, games, style, [(count, GLIMPSE), (count // 10 + 1, SCOUTING), (looked_at, fewer)],
                          "random games")
    chance = percentile([total for total, _, _ in chances], 99)
    bar = max(chance, known[0][0])
    rows = [{**row(entry.genome, found, bar), "kept_with": entry.fitness.total.as_dict(),
             "generation": entry.generation, "genome": json.loads(lab.dumps(entry.genome))}
            for entry, found in zip(entries, again)]
    return {"check": "evolved", "what": "the ten best games of a run, scored anew", "style": style,
            "seed": run.config.seed, "mode": run.config.mode, "generations": run.generations,
            "games_scored": run.scored, "iterations": budget.iterations, "blocks": budget.blocks,
            "random_games": count, "random_99th_percentile": chance, "random_best": chances[0][0],
            "best_known": lab.names()[known[0][1]], "best_known_total": known[0][2].total.as_dict(), "bar": bar,
            "known": {lab.names()[at]: fitness.total.as_dict() for _, at, fitness in known[:KNOWN]},
            "games": rows, "above": sum(found["above"] for found in rows),
            "surely": sum(found["surely"] for found in rows)}


def table_of(found: dict[str, Any]) -> str:
    """The figures as a table for docs/lab.md."""
    def total(score: dict[str, Any]) -> str:
        return f"{score['mean']:.3f} ± {score['margin']:.3f}"

    lines = [f"| game | score | when kept | {' | '.join(name for name in NAMES)} |",
             "|---|--:|--:|" + "--:|" * len(NAMES)]
    for game in sorted(found["games"], key=lambda game: -game["total"]["mean"]):
        measures = " | ".join(f"{game['measures'][name]['mean']:.2f}" if game["measures"] else "" for name in NAMES)
        lines.append(f"| [{game['game']}](evolved/{game['game']}.md) | {total(game['total'])} | "
                     f"{total(game['kept_with'])} | {measures} |")
    for name, score in found["known"].items():
        lines.append(f"| *{name}* | {total(score)} |" + " |" * (1 + len(NAMES)))
    lines.append(f"| *99th percentile of {found['random_games']:,} random games* | "
                 f"{found['random_99th_percentile']:.3f} |" + " |" * (1 + len(NAMES)))
    return "\n".join(lines) + "\n"


def write_games(found: dict[str, Any], folder: Path) -> None:
    """The games and their rulebooks."""
    folder.mkdir(parents=True, exist_ok=True)
    for game in found["games"]:
        genome = lab.loads(json.dumps(game["genome"]))
        (folder / f"{game['game']}.json").write_text(lab.dumps(genome) + "\n", encoding="utf-8")
        (folder / f"{game['game']}.md").write_text(lab.rulebook(genome), encoding="utf-8")


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.evolved", description=__doc__)
    parser.add_argument("run", type=Path, help="the folder of the run, new or begun")
    parser.add_argument("--minutes", type=float, default=0.0, help="breed for so long first (0: the run is done)")
    parser.add_argument("--style", default="balanced")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--random", type=int, default=RANDOM_GAMES, help="how many random games")
    parser.add_argument("--out", type=Path, help="where the figures go, instead of docs/")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    """Breed and examine; the exit code is 1 if fewer than ten games stand above the bar."""
    asked, began = arguments(words), time.monotonic()
    asked.run.mkdir(parents=True, exist_ok=True)
    with Hired(asked.cores) as hired:
        run = bred(asked.run, Config(asked.style, asked.seed), asked.minutes, hired)
        found = examined(run, Kept(hired, asked.run / "examined.json"), asked.random, min(LOOKED_AT, asked.random))
    clock = asked.run / "minutes.txt"
    found |= {"commit": commit(), "date": datetime.now(UTC).strftime("%Y-%m-%d"), "versions": versions(),
              "cores": asked.cores, "minutes_bred": float(clock.read_text()) if clock.exists() else None,
              "minutes": round((time.monotonic() - began) / 60, 1)}
    out = asked.out or EVIDENCE / "evolved.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(found, indent=1) + "\n")
    (asked.run / "tables.md").write_text(table_of(found), encoding="utf-8")
    write_games(found, asked.run / "best" if asked.out else EVIDENCE.parent / "evolved")
    print(f"bar {found['bar']:.3f} (99 % of random games {found['random_99th_percentile']:.3f}, "
          f"{found['best_known']} {found['best_known_total']['mean']:.3f}): {found['above']} of {len(found['games'])} "
          f"above it, {found['surely']} surely; {out}")
    print(table_of(found))
    return int(found["above"] < TOP)


if __name__ == "__main__":
    sys.exit(main())
