"""`croupier study GAME`: measure what the decisions of a game are worth. Add a game to `GAMES` to study it here."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App

from croupier.cli.app import Failed, as_json
from croupier.cli.progress import Bar

app = App(name="study", help="Study a game by playing it many times.", suppress_keyboard_interrupt=False,
          result_action="return_value")


@app.command(help="Measure whether the decisions in the sting matter.")
def sting(*, deck: str = "seed", runs: int = 60, seed: int = 1, jobs: int = 1, json: bool = False,
          plot: Path | None = None, force: bool = False) -> None:
    """Play the sting against the house with fixed strategies, with thinking players and under changed rules. Print the
    result of each.

    Parameters
    ----------
    deck
        seed, tuned, or your own deck file (.toml).
    runs
        Number of runs of each thinking player. Four times as many runs halve the interval. 60 runs take a few minutes.
    seed
        The same seed gives the same figures on any number of processes.
    jobs
        Number of processes.
    json
        Print JSON instead of a report.
    plot
        Draw the main figures into this SVG file.
    force
        Overwrite an existing plot.
    """
    if plot is not None and plot.exists() and not force:
        raise Failed(f"{plot} exists: --force overwrites it")
    from croupier.contest.sting.report import as_svg, report
    from croupier.contest.sting.study import study
    from croupier.games.sting.decks.reader import load

    with Bar("steps") as bar:
        found = study(load(deck), runs, seed, jobs, bar)
    print(as_json(found.as_dict()) if json else report(found))
    if plot is not None:
        plot.write_text(as_svg(found), encoding="utf-8")
