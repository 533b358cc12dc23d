"""`python -m tests.soak.evolved DIR --minutes 60`: breed games, score the kept ones afresh, publish those that pass.

The command can be stopped and started again: it continues. It breeds games for the given minutes (or takes the run
that is in DIR), then examines what was kept by longer play on fresh seeds, the best of each cell first. Everything
that is worked out is kept in DIR/examined.jsonl, so no game is examined twice; `--examine-until HH:MM` ends in time.

A game passes if

    dead       no rule is dead in 10,000 hands of random and of greedy players (100,000 for what seems dead)
    betting    search with 300 iterations wins something from the same search that always calls, beyond the interval
    fair       the first player wins or loses at most 5 % of stakes: in the equilibrium of a shrunken variant if one
               fits the solver, else between searchers with 2,000 iterations, and there the interval must not lie beyond
    ladder     1,000 iterations win something from 300, beyond the interval
    bluffs     of the bluffs that pay, surely no more were even hands than in five-card stud

Of those that pass, the best of each cell are taken by the lower end of their score, at most three of a family, ten in
all. The figures go to docs/evidence/evolved.json; games, rulebooks and the list of them to docs/evolved.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import replace
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

import msgspec

from croupier import lab
from croupier.games.genome.files import rules_key, to_dict
from croupier.games.genome.pitch import pitch
from croupier.games.genome.values import GameGenome
from croupier.lab.breeding.archive import ArchivedGame
from croupier.lab.breeding.evolution import FILE, KEPT, SCOUTING, Config, Evolution, confirming, resumed
from croupier.lab.breeding.families import betting_kind, cell, family
from croupier.lab.breeding.workers import Hired, Workers
from croupier.lab.scoring.dead_rules import HANDS, dead_rules
from croupier.lab.scoring.examination import BLOCKS, STRONG, Judged, contest
from croupier.lab.scoring.fitness import score
from croupier.lab.scoring.gates import UNFAIR_MAX
from croupier.lab.scoring.intervals import part, unsigned
from croupier.lab.solver.shrunken import shrunken
from croupier.lab.tips import tips
from croupier.workers import begin_work

from .evidence import EVIDENCE, commit, versions

TOP, OF_A_FAMILY = 10, 3
POINTS = 24
"""Choice points of a hand at most: the rungs of the ladder take minutes beyond, and so does the hand at a table."""
SEED = 9_000_000
"""Far from any seed that a run draws."""
WORK, DEALS_LEAST, DEALS_MOST = 12_000, 10, 200
"""Deals of a block, times the square of a hand's choice points."""
KNOWN = ("five-card-stud", "five-card-draw", "whist-for-stakes", "eights-for-stakes", "fishing", "cheat")
"""A known game of each family, as far as there is one: five-card stud first, by whose bluffs the others are judged."""


def examined(genome: GameGenome, even_most: float = 1.0, *, wholly: bool = False) -> dict[str, Any]:
    """Return everything found about a game, up to the first gate that it fails, or wholly."""
    fresh = score(genome, seed=SEED, budget=confirming(SCOUTING))
    found: dict[str, Any] = {
        "game": genome.name, "key": rules_key(genome), "family": family(genome), "bets": betting_kind(genome),
        "total": fresh.total.as_dict(), "failed": fresh.failed, "counts": fresh.counts,
        "measures": {name: measure.as_dict() for name, measure in fresh.measures.items()}, "genome": to_dict(genome)}
    if not fresh.failed:
        points = part(fresh.counts, "quick_points", "quick_hands")
        deals = max(DEALS_LEAST, min(DEALS_MOST, int(WORK / max(1.0, points) ** 2)))
        found["deals"] = deals * BLOCKS
        for gate, figures in _gates(genome, deals, even_most):
            found |= figures
            found["failed"] = found["failed"] or gate
            if gate and not wholly:
                break
    return found


def _gates(genome: GameGenome, deals: int, even_most: float) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give for each gate why it is not passed, empty if it is, and the figures; the cheap ones come first."""
    program, seats = genome.game().program, genome.game().seats(None)
    dead = [dead.words for dead in dead_rules(genome, HANDS)]
    yield ("dead: " + "; ".join(dead) if dead else ""), {"dead": dead}
    worth = contest(program, seats, SEED, deals // 2, 300, others="search-calls") if genome.bets else None
    yield ("betting: not surely worth anything" if worth is None or worth.low <= 0 else "",
           {"betting": worth and worth.as_dict()})
    yield _fair(genome, deals)
    glimpse = contest(program, seats, SEED + 2, deals // 4, 1_000, glance=300)
    if glimpse.mean <= 0:
        yield "ladder: does not rise from 300 to 1,000", {"ladder": glimpse.as_dict()}
    rise = contest(program, seats, SEED + 3, deals, 1_000, glance=300)
    yield ("" if rise.low > 0 else "ladder: does not surely rise from 300 to 1,000"), {"ladder": rise.as_dict()}
    judged = Judged(program, seats, SEED + 4, max(DEALS_LEAST, deals // 4), 300)
    yield ("" if judged.even_bluffs.low <= even_most else "bluffs: surely more even hands than in five-card stud",
           {"bluffs": judged.bluffs.as_dict(), "even_bluffs": judged.even_bluffs.as_dict()})


def _fair(genome: GameGenome, deals: int) -> tuple[str, dict[str, Any]]:
    """Return whether a game is fair: exactly, if a variant can be solved, else by strong search."""
    program, seats = genome.game().program, genome.game().seats(None)
    exact = shrunken(genome) if seats == 2 else None
    if exact is not None:
        fair = abs(exact.first_player) <= UNFAIR_MAX + exact.gap
        return "" if fair else f"fair: {exact.first_player:+.1%} of stakes in equilibrium", {"exact": exact.as_dict()}
    judged = Judged(program, seats, SEED + 1, deals, STRONG, checked=0).first_player
    fair = abs(judged.mean) <= UNFAIR_MAX and unsigned(judged, BLOCKS).low <= UNFAIR_MAX
    return "" if fair else f"fair: the first player wins {judged} of stakes", {"first_player": judged.as_dict()}


def _examined(task: str) -> str:
    """Do the work of a process: text in, text out."""
    asked = json.loads(task)
    began = time.process_time()
    found = examined(lab.loads(json.dumps(asked["genome"])), asked["even_most"], wholly=asked["wholly"])
    return json.dumps(found | {"processor_seconds": round(time.process_time() - began, 1)})


# -- the run -----------------------------------------------------------------------------------------------------------


def bred(folder: Path, config: Config, minutes: float, workers: Workers) -> Evolution:
    """Return the run in the folder, gone on with until it has had its minutes of this clock."""
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


def candidates(folder: Path) -> list[ArchivedGame]:
    """Return the bred games that were ever kept, without those that bet nothing, the best of each cell first."""
    known = {rules_key(lab.load(name)) for name in lab.names()}
    kept = {}
    for line in (folder / KEPT).read_bytes().splitlines():
        entry = ArchivedGame.from_dict(msgspec.json.decode(line))
        if rules_key(entry.genome) not in known and entry.genome.bets:
            kept[rules_key(entry.genome)] = entry
    places: Counter[tuple[int, int]] = Counter()
    ranked = []
    for entry in sorted(kept.values(), key=lambda entry: -entry.fitness.sure):
        ranked.append((places[cell(entry.genome)], -entry.fitness.sure, entry))
        places[cell(entry.genome)] += 1
    return [entry for _, _, entry in sorted(ranked, key=lambda row: row[:2])]


def examine_all(folder: Path, cores: int, until: str | None, of_a_cell: int) -> list[dict[str, Any]]:
    """Return what was found about known games and candidates; examine those that were not, until that time of day.

    A free process takes the next game at once: some games take ten times as long as others.
    """
    file = folder / "examined.jsonl"
    found = {row["key"]: row for row in map(json.loads, file.read_text().splitlines())} if file.exists() else {}
    known = [lab.load(name) for name in KNOWN]
    stud = rules_key(known[0])
    with ProcessPoolExecutor(cores, get_context("spawn"), begin_work) as pool, file.open("a") as log:
        busy: dict[Future[str], GameGenome] = {}
        while True:
            game = None if until and time.strftime("%H:%M") >= until else _next(folder, found, busy, known, of_a_cell)
            if game is not None and len(busy) < cores:
                even_most = found[stud]["even_bluffs"]["mean"] if stud in found else 1.0
                task = {"genome": to_dict(game), "even_most": even_most, "wholly": game == known[0]}
                busy[pool.submit(_examined, json.dumps(task))] = game
                continue
            if not busy:
                return list(found.values())
            for done in wait(busy, return_when=FIRST_COMPLETED).done:
                del busy[done]
                row = json.loads(done.result())
                found[row["key"]] = row
                log.write(done.result() + "\n")
                log.flush()
                print(f"{row['game']} ({row['family']}, {row['bets']}): {row['total']['mean']:.3f} "
                      f"{row['failed'] or 'passes'}, {row['processor_seconds']} s", file=sys.stderr, flush=True)


def _next(folder: Path, found: dict[str, dict[str, Any]], busy: dict[Future[str], GameGenome],
          known: list[GameGenome], of_a_cell: int) -> GameGenome | None:
    """Return the next game to examine: five-card stud, then the best of each cell without a game that passes, then the
    other known games. Return None if no game is waiting.
    """
    taken = {*found, *map(rules_key, busy.values())}
    if rules_key(known[0]) not in found:
        return known[0] if rules_key(known[0]) not in taken else None
    passed = Counter((row["family"], row["bets"]) for row in found.values() if not row["failed"])
    tried = Counter((row["family"], row["bets"]) for row in found.values())
    running = Counter((family(game), betting_kind(game)) for game in busy.values())
    for entry in candidates(folder):
        place = family(entry.genome), betting_kind(entry.genome)
        if (rules_key(entry.genome) not in taken and not passed[place] and not running[place]
                and tried[place] < of_a_cell):
            return entry.genome
    return next((game for game in known if rules_key(game) not in taken), None)


def chosen(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games to publish: bred ones that pass, one of a cell, three of a family, ten in all."""
    known = {rules_key(lab.load(name)) for name in lab.names()}
    taken: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda row: -row["total"]["low"]):
        crowd = [other for other in taken if other["family"] == row["family"]]
        if (row["failed"] or row["key"] in known or len(crowd) >= OF_A_FAMILY or len(taken) >= TOP
                or any(other["bets"] == row["bets"] for other in crowd)):
            continue
        taken.append(row)
    return taken


# -- what is written ---------------------------------------------------------------------------------------------------


def table_of(rows: Iterable[dict[str, Any]], bred_ones: bool) -> str:
    """Return games as a table for docs/lab.md."""
    lines = ["| game | family | bets | score | first player | ladder 300 → 1,000 | betting | bluffs (even hands) |",
             "|---|---|---|--:|--:|--:|--:|--:|"]
    for row in rows:
        name = f"[{row['game']}](evolved/{row['game']}.md)" if bred_ones else row["game"]
        exact = row.get("exact")
        first = (f"{exact['first_player']:+.3f} exactly, in small" if exact else
                 _told(row["first_player"]) if row.get("first_player") else "")
        bluffs = f"{row['bluffs']['mean']:.2f} ({row['even_bluffs']['mean']:.2f})" if row.get("bluffs") else ""
        lines.append(f"| {name} | {row['family']} | {row['bets']} | {_told(row['total'])} | {first} | "
                     f"{_told(row.get('ladder'))} | {_told(row.get('betting'))} | {bluffs} |"
                     + ("" if bred_ones else f" {row['failed']} |"))
    return "\n".join(lines) + "\n"


def _told(found: dict[str, Any] | None) -> str:
    return f"{found['mean']:.3f} ({found['low']:.3f} to {found['high']:.3f})" if found else ""


README = """# Games that were bred

`croupier evolve` bred these games; nobody designed them. Each passed every gate of
[the longer examination](../lab.md#the-published-games). Each has a rulebook to play from; `croupier rules FILE --out
FILE.html` makes it a page to print. Play one in the terminal with `croupier play docs/evolved/{example}.json`, or open
it in an arena with `croupier arena --game genome:FILE.json`.

| Game | Family, bets | What it is |
|---|---|---|
"""


def write_games(rows: Sequence[dict[str, Any]], folder: Path) -> None:
    """Write the games, their rulebooks with tips, and the list of them, in place of those that were there."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in [*folder.glob("*.json"), *folder.glob("*.html"), *folder.glob("*-*.md")]:
        old.unlink()
    lines = []
    for row in sorted(rows, key=lambda row: row["game"]):
        genome = lab.loads(json.dumps(row["genome"]))
        row["tips"] = tips(genome)
        (folder / f"{row['game']}.json").write_text(lab.dumps(genome) + "\n", encoding="utf-8")
        (folder / f"{row['game']}.md").write_text(lab.rulebook(genome, tips=row["tips"]), encoding="utf-8")
        title = row["game"].replace("-", " ").capitalize()
        lines.append(f"| [{title}]({row['game']}.md) | {row['family']}, {row['bets']} | {pitch(genome)} |")
    example = min((row["game"] for row in rows), default="GAME")
    (folder / "README.md").write_text(README.format(example=example) + "\n".join(lines) + "\n", encoding="utf-8")


def arguments(words: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak.evolved", description=__doc__)
    parser.add_argument("run", type=Path, help="the folder of the run, new or begun")
    parser.add_argument("--minutes", type=float, default=0.0, help="breed for so long first (0: the run is done)")
    parser.add_argument("--style", default="balanced")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--children", type=int, default=32)
    parser.add_argument("--examine-until", metavar="HH:MM", help="begin no examination after that time of day")
    parser.add_argument("--of-a-cell", type=int, default=3, help="how many of a cell are examined until one passes")
    parser.add_argument("--out", type=Path, help="where figures and games go, instead of docs/")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    """Breed, examine, publish; the exit code is 1 if fewer than ten games pass."""
    asked = arguments(words)
    asked.run.mkdir(parents=True, exist_ok=True)
    config = Config(asked.style, asked.seed, children=asked.children, budget=replace(SCOUTING, points=POINTS))
    with Hired(asked.cores) as hired:
        run = bred(asked.run, config, asked.minutes, hired)
    rows = examine_all(asked.run, asked.cores, asked.examine_until, asked.of_a_cell)
    best, known = chosen(rows), {rules_key(lab.load(name)) for name in lab.names()}
    clock = asked.run / "minutes.txt"
    used = sum(getrusage(who).ru_utime + getrusage(who).ru_stime for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    found = {"check": "evolved", "what": "the games of a run that pass every gate by longer play", "style": asked.style,
             "seed": run.config.seed, "mode": run.config.mode, "generations": run.generations,
             "games_scored": run.scored, "examined": len(rows), "failed": Counter(
                 row["failed"].partition(":")[0] for row in rows if row["failed"] and row["key"] not in known),
             "games": best, "known": [row for row in rows if row["key"] in known],
             "families": Counter(row["family"] for row in best), "commit": commit(),
             "date": datetime.now(UTC).strftime("%Y-%m-%d"), "versions": versions(), "cores": asked.cores,
             "minutes_bred": float(clock.read_text()) if clock.exists() else None,
             "processor_minutes_of_this_call": round(used / 60, 1)}
    out = asked.out or EVIDENCE.parent
    (out / "evidence").mkdir(parents=True, exist_ok=True)
    write_games(best, out / "evolved")
    (out / "evidence" / "evolved.json").write_text(json.dumps(found, indent=1) + "\n")
    (asked.run / "tables.md").write_text(
        table_of(best, True) + "\n" + table_of(found["known"], False), encoding="utf-8")
    print(f"{len(best)} games pass, of {len(found['families'])} families; {out / 'evidence' / 'evolved.json'}")
    return int(len(best) < TOP)


if __name__ == "__main__":
    sys.exit(main())
