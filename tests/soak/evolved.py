"""`python -m tests.soak.evolved RUN`: are the best games of a run of evolution really better than chance and tradition?

The run's ten best games are scored anew, on fresh seeds and with four times the search that they were kept by; so are
all known games. Of 2,000 random valid genomes each is first scored as a new game is in a run; the sixty best of these
are then scored like the ten, so that the 99th percentile is not made of luck. A game stands above something if its
score does and `surely` if the lower end of its interval does too. The figures go to docs/evidence/evolved-STYLE.json.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from croupier import lab
from croupier.lab.evolution import SCOUTING, Run, confirming, resumed
from croupier.lab.fitness import Budget, Fitness
from croupier.lab.workers import Hired, Task, Workers, scores

from .evidence import EVIDENCE, commit, versions

TOP, RANDOM_GAMES, LOOKED_AT = 10, 2000, 60
SEED = 9_000_000
"""Far from any seed that a run draws."""


def scored(workers: Workers, games: list[lab.GameGenome], style: str, budget: Budget, what: str) -> list[Fitness]:
    def told(done: int, total: int) -> None:
        if done % 50 == 0 or done == total:
            print(f"{what}: {done} of {total}", file=sys.stderr, flush=True)

    return scores(workers, [Task(game, style, SEED + at, budget) for at, game in enumerate(games)], told)


def random_scores(workers: Workers, style: str, budget: Budget, count: int, looked_at: int) -> list[float]:
    """The scores of random games, the best ones scored with care; the best first."""
    games = [lab.random_genome(Random(SEED + number)) for number in range(count)]
    first = scored(workers, games, style, SCOUTING, "random games")
    order = sorted(range(count), key=lambda at: -first[at].total.mean)
    best = scored(workers, [games[at] for at in order[:looked_at]], style, budget, "the best of them")
    return sorted([*(found.total.mean for found in best), *(first[at].total.mean for at in order[looked_at:])],
                  reverse=True)


def percentile(ranked: list[float], percent: float) -> float:
    """What so many percent do not exceed; the best stand first."""
    return ranked[int(len(ranked) * (100 - percent) / 100)]


def row(name: str, found: Fitness, bar: float) -> dict[str, Any]:
    return {"game": name, "total": found.total.as_dict(), "failed": found.failed, "above": found.total.mean > bar,
            "surely": found.sure > bar, "measures": {key: value.as_dict() for key, value in found.measures.items()}}


def examined(run: Run, workers: Workers, count: int = RANDOM_GAMES, looked_at: int = LOOKED_AT) -> dict[str, Any]:
    """All figures of a run."""
    style, budget = run.config.style, confirming(run.config.budget).times(iterations=4)
    chance = percentile(random_scores(workers, style, budget, count, looked_at), 99)
    known = scored(workers, [lab.load(name) for name in lab.names()], style, budget, "known games")
    tradition = max(zip(known, lab.names()), key=lambda pair: pair[0].total.mean)
    bar = max(chance, tradition[0].total.mean)
    best = [entry.genome for entry in run.evolved()[:TOP]]
    again = scored(workers, best, style, budget, "the run's best games")
    rows = [{**row(game.name, found, bar), "kept_with": entry.fitness.total.as_dict(),
             "genome": json.loads(lab.dumps(game))} for game, found, entry in zip(best, again, run.evolved())]
    return {"check": f"evolved-{style}", "what": "the ten best games of a run, scored anew", "style": style,
            "seed": run.config.seed, "mode": run.config.mode, "generations": run.generations,
            "games_scored": run.scored, "iterations": budget.iterations, "blocks": budget.blocks,
            "random_games": count, "random_99th_percentile": chance, "best_known": tradition[1],
            "best_known_total": tradition[0].total.as_dict(), "bar": bar, "games": rows,
            "above": sum(found["above"] for found in rows), "surely": sum(found["surely"] for found in rows)}


def main(words: list[str] | None = None) -> int:
    """Examine a run; the exit code is 1 if fewer than ten games stand above the bar."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.evolved", description=__doc__)
    parser.add_argument("run", type=Path, help="the folder of a run of `croupier evolve`")
    parser.add_argument("--cores", type=int, default=0)
    parser.add_argument("--random", type=int, default=RANDOM_GAMES, help="how many random games")
    parser.add_argument("--out", type=Path, help="where the figures go")
    asked = parser.parse_args(words)
    began = time.monotonic()
    with Hired(asked.cores) as workers:
        found = examined(resumed(asked.run), workers, asked.random, min(LOOKED_AT, asked.random))
    found |= {"commit": commit(), "date": datetime.now(UTC).strftime("%Y-%m-%d"), "versions": versions(),
              "minutes": round((time.monotonic() - began) / 60, 1)}
    out = asked.out or EVIDENCE / f"{found['check']}.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(json.dumps(found, indent=1) + "\n")
    print(f"bar {found['bar']:.3f} (99 % of random games {found['random_99th_percentile']:.3f}, "
          f"{found['best_known']} {found['best_known_total']['mean']:.3f}): {found['above']} of {len(found['games'])} "
          f"above it, {found['surely']} surely; {out}")
    for line in found["games"]:
        print(f"  {line['game']:<26} {line['total']['mean']:.3f} ± {line['total']['margin']:.3f}"
              f"{'' if line['above'] else '  below'}")
    return int(found["above"] < TOP)


if __name__ == "__main__":
    sys.exit(main())
