"""`croupier evolve`: breed new betting card games, and end with a gallery of the best."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from croupier.cli.app import Failed, Misused
from croupier.cli.genomes import written

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.lab.evolution import Run
    from croupier.lab.workers import Workers

MINUTES = 10.0
ROWS = 10


def evolve(*, style: str = "balanced", minutes: float | None = None, generations: int | None = None, seed: int = 1,
           out: Path = Path("evolution"), mode: str | None = None, children: int = 32, cores: int = 0,
           ray: str | None = None, resume: bool = False, force: bool = False) -> None:
    """Breed new betting card games for some minutes; end with a gallery of the best, with rulebooks to play from.

    Parameters
    ----------
    style
        What is looked for: balanced, bluffing, strategic or party.
    minutes
        How long, 10 unless a number of generations is given.
    generations
        How many generations: the same seed and number give the same games on any number of processors.
    seed
        Another seed finds other games.
    out
        The folder for checkpoint, gallery and games.
    mode
        elitist keeps the best games, archive the best of each kind (bluffing by skill; needs pyribs, and is usual
        where it is installed).
    children
        Games tried in a generation.
    cores
        Processors to use, all unless given.
    ray
        The address of a Ray cluster to work on, as in ray://host:10001 or auto.
    resume
        Go on with the run in the folder, by its own settings.
    force
        Begin anew where a run is in the folder.
    """
    if minutes is not None and not 0 < minutes <= 10_000:
        raise Misused(f"--minutes must be above 0 and at most 10,000, not {minutes}")
    if generations is not None and generations < 1:
        raise Misused(f"--generations must be at least 1, not {generations}")
    from croupier.lab.gallery import write_gallery
    from croupier.lab.workers import Hired

    run = _run(style, seed, out, mode, children, resume, force)
    watch = Watch(run, minutes if minutes is not None or generations else MINUTES, generations)
    with Hired(cores, ray) as workers, watch:
        _made(out)
        watch.go(workers)
    with written():
        page = write_gallery(run, out)
    print(_ended(run, page))


def _run(style: str, seed: int, out: Path, mode: str | None, children: int, resume: bool, force: bool) -> Run:
    """A new run, or the one in the folder."""
    from croupier.lab.archive import usual_mode
    from croupier.lab.evolution import FILE, Config, Run, resumed
    from croupier.lab.gallery import GAMES, PAGE

    if resume:
        return resumed(out)
    if (out / FILE).exists() and not force:
        raise Failed(f"{out} holds a run already: --resume goes on with it, --force begins anew")
    held = [name for name in (PAGE, GAMES) if (out / name).exists()]
    if held and not force:
        raise Failed(f"{out / held[0]} is there already: another --out, or --force to write over it")
    return Run(Config(style, seed, mode or usual_mode(), children), out)


def _made(out: Path) -> None:
    """The folder is there before hours are spent on what goes into it."""
    if out.exists() and not out.is_dir():
        raise Failed(f"{out} is no folder")
    with written():
        out.mkdir(parents=True, exist_ok=True)


class OutOfTime(Exception):  # noqa: N818 - what happened
    """The minutes are over."""


class Watch:
    """The clock and the live table of a run; without a terminal, a line for each generation."""

    def __init__(self, run: Run, minutes: float | None, generations: int | None) -> None:
        self.run, self.began = run, monotonic()
        self.until = None if minutes is None else self.began + 60 * minutes
        self.last = None if generations is None else run.generations + generations
        self.live: Any = None
        self.done = (0, 0)

    def __enter__(self) -> Watch:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live

            self.live = Live(console=Console(stderr=True), refresh_per_second=4, transient=True)
            self.live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.live is not None:
            self.live.stop()

    def go(self, workers: Workers) -> None:
        """Generation after generation; Ctrl-C ends the run like the clock does, with all but the last one kept."""
        config = self.run.config
        print(f"style {config.style}, mode {config.mode}, seed {config.seed}, {config.children} children a generation",
              file=sys.stderr)
        try:
            while not self.is_over():
                self.run.generation(workers, self.told)
                self.line()
        except OutOfTime:
            return
        except KeyboardInterrupt:
            if self.run.generations == 0:
                raise
            print("stopped: what was found so far is kept", file=sys.stderr)

    def is_over(self) -> bool:
        """Whether time or generations are used up; the first generation is always played."""
        if self.last is not None and self.run.generations >= self.last:
            return True
        return self.until is not None and monotonic() >= self.until and self.run.generations > 0

    def told(self, done: int, total: int) -> None:
        """So many games of this round are scored."""
        self.done = (done, total)
        if self.live is not None:
            self.live.update(self.table())
        if self.until is not None and monotonic() >= self.until and self.run.generations > 0:
            raise OutOfTime

    def line(self) -> None:
        """What a generation came to, where nobody watches."""
        best = self.run.best
        if self.live is None and best is not None:
            total = best.fitness.total
            print(f"generation {self.run.generations}: {self.run.scored:,} games scored, {len(self.run.archive)} kept, "
                  f"best {best.genome.name} {total.mean:.3f} ± {total.margin:.3f}{self.left()}", file=sys.stderr)

    def left(self) -> str:
        """How long it will take."""
        if self.until is not None:
            seconds = max(0.0, self.until - monotonic())
        elif self.last is not None and self.run.generations:
            seconds = (monotonic() - self.began) / self.run.generations * (self.last - self.run.generations)
        else:
            return ""
        return f", {int(seconds) // 60}:{int(seconds) % 60:02d} left"

    def table(self) -> Table:
        """The best games so far."""
        from rich.table import Table

        done, total = self.done
        found = Table(title=f"generation {self.run.generations + 1}: {done} of {total}{self.left()}",
                      caption=f"{self.run.scored:,} games scored, {len(self.run.archive)} kept")
        for column in ("game", "score", "skill", "bluffing", "tension", "changes"):
            found.add_column(column, justify="left" if column == "game" else "right")
        for entry in list(self.run.archive)[:ROWS]:
            measures, score = entry.fitness.measures, entry.fitness.total
            found.add_row(entry.genome.name, f"{score.mean:.3f} ± {score.margin:.3f}",
                          *(f"{measures[name].mean:.2f}" for name in ("skill", "bluffing", "tension")),
                          str(len(entry.genome.lineage)))
        return found


def _ended(run: Run, page: Path) -> str:
    """The best games, and where to look."""
    from croupier.lab.gallery import safe_name

    rounds = "one generation" if run.generations == 1 else f"{run.generations} generations"
    lines = [f"{run.scored:,} games scored in {rounds}, {len(run.archive)} kept"]
    best = run.evolved()[:ROWS]
    for number, entry in enumerate(best, 1):
        total = entry.fitness.total
        lines.append(f"{number:>3}. {entry.genome.name:<24} {total.mean:.3f} ± {total.margin:.3f}")
    lines.append(f"gallery: {page}")
    if best:
        lines.append(f"rules:   croupier rules {page.parent / 'games' / f'01-{safe_name(best[0])}.json'}")
    return "\n".join(lines)
