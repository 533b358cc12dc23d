"""`croupier evolve`: breed new betting card games, and write a gallery of the best."""

from __future__ import annotations

import sys
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from croupier.cli.app import Failed, Misused
from croupier.cli.genomes import written

if TYPE_CHECKING:
    from rich.table import Table

    from croupier.lab.breeding.evolution import Evolution
    from croupier.lab.breeding.workers import Workers

MINUTES = 10.0
ROWS = 10
"""The number of best games to show."""


def evolve(*, style: str = "balanced", minutes: float | None = None, generations: int | None = None, seed: int = 1,
           out: Path = Path("evolution"), mode: str | None = None, children: int = 32, islands: int = 1, cores: int = 0,
           ray: str | None = None, resume: bool = False, force: bool = False) -> None:
    """Breed new betting card games for some minutes, and write a gallery of the best with a rulebook for each.

    Parameters
    ----------
    style
        Kind of game to look for: balanced, bluffing, strategic or party.
    minutes
        How long to run. Default: 10, unless a number of generations is given.
    generations
        Number of generations. The same seed and number give the same games on any number of processors.
    seed
        Another seed finds other games.
    out
        Folder for the checkpoint, the gallery and the games.
    mode
        elitist keeps the best games. archive keeps the best game of each family with each kind of betting. archive
        needs pyribs, and is the default if pyribs is installed.
    children
        Number of games in a generation. At most this many are scored at the same time, so a large cluster needs more.
    islands
        Number of archives that are bred separately. After each generation, one game of each archive is copied to the
        next archive.
    cores
        Number of processors. Default: all.
    ray
        Address of a Ray cluster to work on, such as ray://host:10001 or auto.
    resume
        Continue the run in the folder, with the settings of that run.
    force
        Start a new run even if the folder holds one.
    """
    if minutes is not None and not 0 < minutes <= 10_000:
        raise Misused(f"--minutes must be above 0 and at most 10,000, not {minutes}")
    if generations is not None and generations < 1:
        raise Misused(f"--generations must be at least 1, not {generations}")
    from croupier.lab.breeding.workers import Hired
    from croupier.lab.gallery import write_gallery

    run = _run(style, seed, out, mode, children, islands, resume, force)
    watch = Watch(run, minutes if minutes is not None or generations else MINUTES, generations)
    with Hired(cores, ray) as workers, watch:
        _made(out)
        watch.go(workers)
    with written():
        page = write_gallery(run, out)
    print(_ended(run, page))


def _run(style: str, seed: int, out: Path, mode: str | None, children: int, islands: int, resume: bool, force: bool
         ) -> Evolution:
    """Return a new run, or the run that the folder holds."""
    from croupier.lab.breeding.archive import usual_mode
    from croupier.lab.breeding.evolution import FILE, Config, Evolution, resumed
    from croupier.lab.gallery import GAMES, PAGE

    if resume:
        return resumed(out)
    if (out / FILE).exists() and not force:
        raise Failed(f"{out} holds a run already: --resume continues it, --force starts a new one")
    held = [name for name in (PAGE, GAMES) if (out / name).exists()]
    if held and not force:
        raise Failed(f"{out / held[0]} exists already: use another --out, or --force to overwrite it")
    return Evolution(Config(style, seed, mode or usual_mode(), children, islands=islands), out)


def _made(out: Path) -> None:
    """Create the folder before the run. If the folder cannot be written, the run stops now and not after hours.
    """
    if out.exists() and not out.is_dir():
        raise Failed(f"{out} is not a folder")
    with written():
        out.mkdir(parents=True, exist_ok=True)


class OutOfTime(Exception):  # noqa: N818 - what happened
    """Raised when the time is over."""


class Watch:
    """Watches the clock of a run and shows its progress. A terminal shows a live table; other output gets one line for
    each generation.
    """

    def __init__(self, run: Evolution, minutes: float | None, generations: int | None) -> None:
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
        """Run generation after generation until the time is over or Ctrl-C is pressed. Completed generations are kept.
        """
        config = self.run.config
        print(f"style {config.style}, mode {config.mode}, seed {config.seed}, {config.children} children a generation",
              file=sys.stderr)
        try:
            while not self.is_over():
                self.run.generation(workers, self.show_progress)
                self.line()
        except OutOfTime:
            return
        except KeyboardInterrupt:
            if self.run.generations == 0:
                raise
            print("stopped: the games found so far are kept", file=sys.stderr)

    def is_over(self) -> bool:
        """Return True if the time is over or all generations are done. The first generation is always completed."""
        if self.last is not None and self.run.generations >= self.last:
            return True
        return self.until is not None and monotonic() >= self.until and self.run.generations > 0

    def show_progress(self, done: int, total: int) -> None:
        """Show how many games of this generation are scored."""
        self.done = (done, total)
        if self.live is not None:
            self.live.update(self.table())
        if self.until is not None and monotonic() >= self.until and self.run.generations > 0:
            raise OutOfTime

    def line(self) -> None:
        """Print the result of a generation, if the output is not a terminal."""
        best = self.run.best
        if self.live is None and best is not None:
            total = best.fitness.total
            print(f"generation {self.run.generations}: {self.run.scored:,} games scored, {len(self.run.archive)} kept, "
                  f"best {best.genome.name} {total}{self.left()}", file=sys.stderr)

    def left(self) -> str:
        """Return the planned length of the run in words."""
        if self.until is not None:
            seconds = max(0.0, self.until - monotonic())
        elif self.last is not None and self.run.generations:
            seconds = (monotonic() - self.began) / self.run.generations * (self.last - self.run.generations)
        else:
            return ""
        return f", {int(seconds) // 60}:{int(seconds) % 60:02d} left"

    def table(self) -> Table:
        """Return a table of the best games so far."""
        from rich.table import Table

        from croupier.lab.breeding.families import family

        done, total = self.done
        found = Table(title=f"generation {self.run.generations + 1}: {done} of {total}{self.left()}",
                      caption=f"{self.run.scored:,} games scored, {len(self.run.archive)} kept")
        for column in ("game", "family", "score", "depth", "tension", "fairness"):
            found.add_column(column, justify="left" if column in ("game", "family") else "right")
        for entry in list(self.run.archive)[:ROWS]:
            measures, score = entry.fitness.measures, entry.fitness.total
            found.add_row(entry.genome.name, family(entry.genome), str(score),
                          *(f"{measures[name].mean:.2f}" for name in ("depth", "tension", "fairness")))
        return found


def _ended(run: Evolution, page: Path) -> str:
    """Print the best games and where to find them."""
    from croupier.lab.gallery import safe_name

    rounds = "one generation" if run.generations == 1 else f"{run.generations} generations"
    lines = [f"{run.scored:,} games scored in {rounds}, {len(run.archive)} kept"]
    best = run.evolved()[:ROWS]
    for number, entry in enumerate(best, 1):
        total = entry.fitness.total
        lines.append(f"{number:>3}. {entry.genome.name:<24} {total}")
    lines.append(f"gallery: {page}")
    if best:
        lines.append(f"rules:   croupier rules {page.parent / 'games' / f'01-{safe_name(best[0])}.json'}")
    return "\n".join(lines)
