"""`python -m tests.soak.evolved DIR --minutes 60`: breed games, score the kept ones afresh, publish those that pass.

The command can be stopped and started again: it continues. It breeds games for the given minutes (or takes the run
that is in DIR), and meanwhile examines what is kept by longer play on fresh seeds. A game that fails leaves the
archive, so that its cell is free for others; for a cell with a game that passes no more are bred. In the end the best
of the cells are examined that have no such game yet. Everything that is worked out is kept in DIR/examined.jsonl, so
no game is examined twice; `--examine-until HH:MM` ends in time.

A game passes if

    dead       no rule is dead in 10,000 hands of random and of greedy players (100,000 for what seems dead)
    betting    search with 300 iterations wins something from the same search that always calls, beyond the interval;
               and there is an ante or a blind, for otherwise whoever never bets loses nothing
    fair       the first player wins or loses at most 5 % of stakes: in the equilibrium of a shrunken variant if one
               fits the solver, else between searchers with 2,000 iterations, and there the interval must not lie beyond
    ladder     1,000 iterations win something from 300, beyond the interval
    bluffs     of the bluffs that pay, surely no more were even hands than in five-card stud

How long a game must be played until an interval decides depends on its luck. So a first contest says how many deals
the second one needs, at most six times as many; only the second one counts, in which chance begins anew.

Of those that pass, the best of each cell are taken by the lower end of their score, at most three of a family, ten in
all. The figures go to docs/evidence/evolved.json; games, rulebooks and the list of them to docs/evolved.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from math import ceil
from multiprocessing import active_children
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from typing import Any

import msgspec

from croupier import lab
from croupier.games.genome.files import put_in_place, rules_key, to_dict
from croupier.games.genome.pitch import pitch
from croupier.games.genome.values import GameGenome
from croupier.lab.breeding.archive import ArchivedGame
from croupier.lab.breeding.evolution import FILE, KEPT, SCOUTING, Config, Evolution, resumed
from croupier.lab.breeding.families import BETTING, FAMILIES, betting_kind, cell, family
from croupier.lab.breeding.workers import Processes, confirming
from croupier.lab.scoring.dead_rules import HANDS, dead_rules
from croupier.lab.scoring.examination import BLOCKS, STRONG, Judged, contest
from croupier.lab.scoring.fitness import Budget, Fitness, Trials, score, weights
from croupier.lab.scoring.gates import UNFAIR_MAX, unforced
from croupier.lab.scoring.intervals import Estimate, added, part, unsigned
from croupier.lab.scoring.measures import measured, total
from croupier.lab.solver.shrunken import Shrunken, shrunken
from croupier.lab.tips import tips

from .evidence import EVIDENCE, commit, versions

TOP, OF_A_FAMILY = 10, 3
POINTS = 24
"""Choice points of a hand at most: the rungs of the ladder take minutes beyond, and so does the hand at a table."""
SEED = 9_000_000
"""Far from any seed that a run draws."""
WORK, DEALS_LEAST, DEALS_MOST = 12_000, 10, 200
"""Deals of a block, times the square of a hand's choice points."""
LONGER = 6
"""A second contest has at most this many times the deals of the first one."""
CLEARLY = 0.6
"""The half of an interval that a second contest aims at, as a part of the distance that would decide."""
KNOWN = ("five-card-stud", "five-card-draw", "whist-for-stakes", "eights-for-stakes", "fishing", "cheat")
"""A known game of each family, as far as there is one: five-card stud first, by whose bluffs the others are judged."""


def examined(genome: GameGenome, even_most: float = 1.0, *, wholly: bool = False) -> dict[str, Any]:
    """Return everything found about a game, up to the first gate that it fails, or wholly."""
    budget = confirming(SCOUTING)
    fresh = score(genome, seed=SEED, budget=budget)
    if fresh.failed and wholly:
        fresh = whatever_fails(genome, fresh, budget)
    found: dict[str, Any] = {
        "game": genome.name, "key": rules_key(genome), "family": family(genome), "bets": betting_kind(genome),
        "total": fresh.total.as_dict(), "failed": fresh.failed, "counts": fresh.counts,
        "measures": {name: measure.as_dict() for name, measure in fresh.measures.items()}, "genome": to_dict(genome)}
    free = unforced(genome)
    if free:
        found["failed"] = found["failed"] or str(free)
    if found["failed"] and not wholly:
        return found
    points = part(fresh.counts, "points", "hands")
    deals = max(DEALS_LEAST, min(DEALS_MOST, int(WORK / max(1.0, points) ** 2)))
    found["deals"] = deals * BLOCKS
    for gate, figures in _gates(genome, deals, even_most):
        found |= figures
        found["failed"] = found["failed"] or gate
        if gate and not wholly:
            break
    return found


def whatever_fails(genome: GameGenome, found: Fitness, budget: Budget) -> Fitness:
    """Return the score that a game would have without the gate that it fails."""
    game = genome.game()
    trials = Trials(game, game.seats(None), SEED, budget)
    blocks = trials.searched(trials.met_random(trials.quick()))
    return replace(found, total=total(genome, blocks, weights(found.style)), measures=measured(genome, blocks),
                   counts=added(blocks))


def _gates(genome: GameGenome, deals: int, even_most: float) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give for each gate why it is not passed, empty if it is, and the figures; the cheap ones come first."""
    program, seats = genome.game().program, genome.game().seats(None)
    dead = [dead.words for dead in dead_rules(genome, HANDS)]
    yield ("dead: " + "; ".join(dead) if dead else ""), {"dead": dead}
    worth = contest(program, seats, SEED, deals // 2, 300, others="search-calls") if genome.bets else None
    yield ("betting: not surely worth anything" if worth is None or worth.low <= 0 else "",
           {"betting": worth and worth.as_dict()})
    exact = shrunken(genome) if seats == 2 else None
    first = None
    if exact:
        yield _fair_in_small(exact)
    else:
        first = _first_player(program, seats, SEED + 5, max(DEALS_LEAST, deals // 4))
        yield _unfair(first), {"first_player": first.as_dict()}
    glimpse = contest(program, seats, SEED + 2, deals, 1_000, glance=300)
    if glimpse.mean <= 0:
        yield "ladder: does not rise from 300 to 1,000", {"ladder": glimpse.as_dict()}
    if first:
        wanted = enough(first, max(0.0, UNFAIR_MAX - abs(first.mean)), max(DEALS_LEAST, deals // 4))
        first = _first_player(program, seats, SEED + 1, wanted)
        yield _unfair(first, middle=True), {"first_player": first.as_dict(), "first_player_deals": wanted * BLOCKS}
    wanted = enough(glimpse, max(0.0, glimpse.mean / 2), deals)  # half, for a glimpse that is above 0 is often lucky
    rise = contest(program, seats, SEED + 3, wanted, 1_000, glance=300)
    yield ("" if rise.low > 0 else "ladder: does not surely rise from 300 to 1,000",
           {"ladder": rise.as_dict(), "ladder_deals": wanted * BLOCKS})
    judged = Judged(program, seats, SEED + 4, max(DEALS_LEAST, deals // 4), 300)
    yield ("" if judged.even_bluffs.low <= even_most else "bluffs: surely more even hands than in five-card stud",
           {"bluffs": judged.bluffs.as_dict(), "even_bluffs": judged.even_bluffs.as_dict()})


def enough(found: Estimate, distance: float, deals: int) -> int:
    """Return the deals of a block with which an interval is likely to be narrower than a distance on either side, if it
    is as wide as found with so many deals.
    """
    wanted = (found.margin / (CLEARLY * distance)) ** 2 * deals if distance else LONGER * deals
    return max(deals, min(LONGER * deals, ceil(wanted)))


def _fair_in_small(exact: Shrunken) -> tuple[str, dict[str, Any]]:
    """Return whether a game is fair in the equilibrium of a small variant."""
    fair = abs(exact.first_player) <= UNFAIR_MAX + exact.gap
    return "" if fair else f"fair: {exact.first_player:+.1%} of stakes in equilibrium", {"exact": exact.as_dict()}


def _first_player(program: Any, seats: int, seed: int, deals: int) -> Estimate:
    """Return what the first player wins between strong searchers."""
    return Judged(program, seats, seed, deals, STRONG, checked=0).first_player


def _unfair(first: Estimate, *, middle: bool = False) -> str:
    """Return why a game is refused: it is surely unfair, or unfair by the middle of the interval if that counts."""
    unfair = unsigned(first, BLOCKS).low > UNFAIR_MAX or (middle and abs(first.mean) > UNFAIR_MAX)
    return f"fair: the first player wins {first} of stakes" if unfair else ""


def _examined(task: str) -> str:
    """Do the work of a process: text in, text out."""
    asked = json.loads(task)
    began = time.process_time()
    found = examined(lab.loads(json.dumps(asked["genome"])), asked["even_most"], wholly=asked["wholly"])
    return json.dumps(found | {"processor_seconds": round(time.process_time() - began, 1), "commit": commit()})


# -- the run -----------------------------------------------------------------------------------------------------------


def passing(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what was found about bred games that pass every gate."""
    known = {rules_key(lab.load(name)) for name in lab.names()}
    return [row for row in rows if not row["failed"] and row["key"] not in known]


def settled(rows: Iterable[dict[str, Any]], wanted: Sequence[str] = FAMILIES) -> frozenset[tuple[int, int]]:
    """Return the cells for which no game need be bred: those with a game that passes, all of a family with as many of
    these as are published, those of games that bet nothing, and those of families that are not wanted.
    """
    passed = {(row["family"], row["bets"]) for row in passing(rows)}
    full = {name for name, count in Counter(name for name, _ in passed).items() if count >= OF_A_FAMILY}
    return frozenset((row, column) for row, name in enumerate(FAMILIES) for column, bets in enumerate(BETTING)
                     if (name, bets) in passed or name in full or bets == "no bets" or name not in wanted)


class Found:
    """What was found about games that were examined, by the key of their rules; kept in a file of the run."""

    def __init__(self, folder: Path, earlier: Path | None, families: Sequence[str] = FAMILIES) -> None:
        """Read what was found before, in this run and of the games that were published after an earlier one."""
        self.families = families
        self.file = folder / "examined.jsonl"
        lines = self.file.read_text().splitlines() if self.file.exists() else []
        self.fresh = {row["key"]: row for row in map(json.loads, lines)}
        published = json.loads(earlier.read_text()) if earlier else {"games": [], "known": []}
        self.rows = {row["key"]: row for row in (*published["games"], *published["known"])} | self.fresh
        for row in self.rows.values():  # a gate that is younger than some of the rows
            free = unforced(lab.loads(json.dumps(row["genome"])))
            row["failed"] = row["failed"] or (str(free) if free else "")
        self.known = [lab.load(name) for name in KNOWN]
        self.stud = rules_key(self.known[0])

    def task(self, genome: GameGenome) -> str:
        """Return the work of examining a game, as text; known games are examined wholly, to stand beside the others."""
        even_most = self.rows[self.stud]["even_bluffs"]["mean"] if self.stud in self.rows else 1.0
        return json.dumps({"genome": to_dict(genome), "even_most": even_most, "wholly": genome in self.known})

    def add(self, text: str) -> None:
        """Keep what was found about a game."""
        row = json.loads(text)
        self.rows[row["key"]] = self.fresh[row["key"]] = row
        with self.file.open("a") as log:
            log.write(text + "\n")
        print(f"{row['game']} ({row['family']}, {row['bets']}): {row['total']['mean']:.3f} "
              f"{row['failed'] or 'passes'}, {row['processor_seconds']} s", file=sys.stderr, flush=True)

    def settle(self, run: Evolution) -> None:
        """Take games that failed out of the run's archive, and breed no more for settled cells."""
        run.settled = settled(self.rows.values(), self.families)
        for row in self.rows.values():
            if row["failed"]:
                run.dismiss(row["key"])


class Used:
    """The minutes that a run has had in all its calls, by the clock and of processors; kept in a file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "used.json"
        self.before = json.loads(self.file.read_text()) if self.file.exists() else {"clock": 0.0, "processor": 0.0}
        self.began = time.monotonic()

    def minutes(self) -> dict[str, float]:
        """Write down and return the minutes used so far."""
        now = {"clock": self.before["clock"] + (time.monotonic() - self.began) / 60,
               "processor": self.before["processor"] + _processor_seconds() / 60}
        put_in_place(self.file, json.dumps(now).encode())
        return now


def _processor_seconds() -> float:
    """Return the processor time of this process and of its children, those that still work included."""
    own = sum(getrusage(who).ru_utime + getrusage(who).ru_stime for who in (RUSAGE_SELF, RUSAGE_CHILDREN))
    ticks = 0
    for child in active_children():
        with suppress(OSError):  # it has just ended
            ticks += sum(map(int, Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()[11:13]))
    return own + ticks / os.sysconf("SC_CLK_TCK")


def bred(folder: Path, config: Config, minutes: float, workers: Processes, found: Found, used: Used) -> Evolution:
    """Return the run in the folder, gone on with until it has had its minutes of this clock.

    Games that are kept are examined while others are bred; one that fails leaves the archive, so that its cell is free.
    """
    run = resumed(folder) if (folder / FILE).exists() else Evolution(config, folder)
    busy: dict[Future[str], str] = {}
    while used.minutes()["clock"] < minutes:
        found.settle(run)
        waiting = [entry for entry in run.archive
                   if rules_key(entry.genome) not in found.rows and cell(entry.genome) not in run.settled]
        if waiting and not busy:  # one at a time, the shortest hands first: the others breed on
            entry = min(waiting, key=lambda entry: part(entry.fitness.counts, "points", "hands"))
            busy[workers.pool.submit(_examined, found.task(entry.genome))] = rules_key(entry.genome)
        report = run.generation(workers)
        for future in [future for future in busy if future.done()]:
            del busy[future]
            found.add(future.result())
        now = used.minutes()
        print(f"generation {report.generation}: {report.scored} games, {len(run.archive)} kept, {len(run.settled)} "
              f"cells settled, {now['clock']:.1f} of {minutes} minutes, {now['processor']:.1f} of processors",
              file=sys.stderr, flush=True)
    return run


def candidates(folder: Path) -> list[ArchivedGame]:
    """Return the bred games that were ever kept, without those that bet nothing: the best of each cell first, and of
    these the one with the shortest hands first."""
    known = {rules_key(lab.load(name)) for name in lab.names()}
    kept = {}
    for line in (folder / KEPT).read_bytes().splitlines():
        entry = ArchivedGame.from_dict(msgspec.json.decode(line))
        if rules_key(entry.genome) not in known and entry.genome.bets:
            kept[rules_key(entry.genome)] = entry
    places: Counter[tuple[int, int]] = Counter()
    ranked = []
    for entry in sorted(kept.values(), key=lambda entry: -entry.fitness.sure):
        ranked.append((places[cell(entry.genome)], part(entry.fitness.counts, "points", "hands"), entry))
        places[cell(entry.genome)] += 1
    return [entry for _, _, entry in sorted(ranked, key=lambda row: row[:2])]


def examine_all(folder: Path, workers: Processes, cores: int, until: str | None, of_a_cell: int, found: Found) -> None:
    """Examine known games and candidates that were not examined, until that time of day.

    A free process takes the next game at once: some games take ten times as long as others.
    """
    busy: dict[Future[str], GameGenome] = {}
    while True:
        late = until and time.strftime("%H:%M") >= until
        game = None if late else _next(folder, found.rows, busy, found.known, of_a_cell, found.fresh)
        if game is not None and len(busy) < cores:
            busy[workers.pool.submit(_examined, found.task(game))] = game
            continue
        if not busy:
            return
        for done in wait(busy, return_when=FIRST_COMPLETED).done:
            del busy[done]
            found.add(done.result())


def _next(folder: Path, found: dict[str, dict[str, Any]], busy: dict[Future[str], GameGenome],
          known: list[GameGenome], of_a_cell: int, fresh: Iterable[str] = ()) -> GameGenome | None:
    """Return the next game to examine: five-card stud, then the best of each cell without a game that passes, then the
    known games that were not examined in this run. Return None if no game is waiting.
    """
    taken = {*found, *map(rules_key, busy.values())}
    if rules_key(known[0]) not in found:
        return known[0] if rules_key(known[0]) not in taken else None
    passed = Counter((row["family"], row["bets"]) for row in passing(found.values()))
    tried = Counter((row["family"], row["bets"]) for row in found.values())
    running = Counter((family(game), betting_kind(game)) for game in busy.values())
    for entry in candidates(folder):
        place = family(entry.genome), betting_kind(entry.genome)
        if (rules_key(entry.genome) not in taken and not passed[place] and not running[place]
                and tried[place] < of_a_cell):
            return entry.genome
    done = {*fresh, *map(rules_key, busy.values())}
    return next((game for game in known if rules_key(game) not in done), None)


def chosen(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the games to publish: bred ones that pass, one of a cell, three of a family, ten in all."""
    taken: list[dict[str, Any]] = []
    for row in sorted(passing(rows), key=lambda row: -row["total"]["low"]):
        crowd = [other for other in taken if other["family"] == row["family"]]
        if (len(crowd) >= OF_A_FAMILY or len(taken) >= TOP
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
    parser.add_argument("--children", type=int, default=16)
    parser.add_argument("--points", type=int, default=POINTS, help="choice points of a hand at most")
    parser.add_argument("--examine-until", metavar="HH:MM", help="begin no examination after that time of day")
    parser.add_argument("--of-a-cell", type=int, default=3, help="how many of a cell are examined until one passes")
    parser.add_argument("--families", nargs="*", choices=FAMILIES, default=list(FAMILIES),
                        help="breed games of these families only")
    parser.add_argument("--earlier", type=Path, help="evidence of an earlier run, whose games stay if none is better")
    parser.add_argument("--out", type=Path, help="where figures and games go, instead of docs/")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    """Breed, examine, publish; the exit code is 1 if fewer than ten games pass."""
    asked = arguments(words)
    asked.run.mkdir(parents=True, exist_ok=True)
    config = Config(asked.style, asked.seed, children=asked.children, budget=replace(SCOUTING, points=asked.points))
    found, used, workers = Found(asked.run, asked.earlier, asked.families), Used(asked.run), Processes(asked.cores)
    try:
        if found.stud not in found.rows:
            found.add(workers.pool.submit(_examined, found.task(found.known[0])).result())
        run = bred(asked.run, config, asked.minutes, workers, found, used)
        examine_all(asked.run, workers, asked.cores, asked.examine_until, asked.of_a_cell, found)
    finally:
        minutes = used.minutes()
        workers.close()
    best, known = chosen(found.rows.values()), {rules_key(lab.load(name)) for name in lab.names()}
    rows = found.rows.values()
    evidence = {"check": "evolved", "what": "the games of a run that pass every gate by longer play",
                "style": asked.style, "seed": run.config.seed, "mode": run.config.mode, "generations": run.generations,
                "games_scored": run.scored, "points_max": run.config.budget.points, "refused_by_family": run.refused,
                "examined": len(rows), "failed": Counter(
                    row["failed"].partition(":")[0] for row in rows if row["failed"] and row["key"] not in known),
                "games": best, "known": [row for row in rows if row["key"] in known],
                "families": Counter(row["family"] for row in best), "commit": commit(),
                "date": datetime.now(UTC).strftime("%Y-%m-%d"), "versions": versions(), "cores": asked.cores,
                "minutes": {name: round(value, 1) for name, value in minutes.items()}}
    out = asked.out or EVIDENCE.parent
    (out / "evidence").mkdir(parents=True, exist_ok=True)
    write_games(best, out / "evolved")
    (out / "evidence" / "evolved.json").write_text(json.dumps(evidence, indent=1) + "\n")
    (asked.run / "tables.md").write_text(
        table_of(best, True) + "\n" + table_of(evidence["known"], False), encoding="utf-8")
    print(f"{len(best)} games pass, of {len(evidence['families'])} families; {out / 'evidence' / 'evolved.json'}")
    return int(len(best) < TOP)


if __name__ == "__main__":
    sys.exit(main())
