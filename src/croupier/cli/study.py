"""`croupier study GAME`: what a game is worth, in figures. `GAMES` is all there is to add for another game."""

from __future__ import annotations

from pathlib import Path

from cyclopts import App

from croupier.cli.app import Failed, as_json
from croupier.cli.progress import Bar

app = App(name="study", help="Measure a game by playing it.", suppress_keyboard_interrupt=False,
          result_action="return_value")


@app.command(help="Are the sting's decisions worth anything? Its own playtest questions, answered by figures.")
def sting(*, deck: str = "seed", runs: int = 60, seed: int = 1, jobs: int = 1, json: bool = False,
          plot: Path | None = None, force: bool = False) -> None:
    """Play fixed lines, thinking players and changed rules against the house and print what each is worth.

    Parameters
    ----------
    deck
        seed, tuned, or a deck file of yours (.toml).
    runs
        Runs of each thinking player; the interval shrinks with the square root. 60 take a few minutes.
    seed
        The same seed gives the same figures on any number of processes.
    jobs
        How many processes help.
    json
        Print JSON instead of a report.
    plot
        Draw the main figures into this SVG file.
    force
        Write over a plot that is there.
    """
    if plot is not None and plot.exists() and not force:
        raise Failed(f"{plot} is there already: --force writes over it")
    from croupier.contest.sting_report import as_svg, report
    from croupier.contest.sting_study import study
    from croupier.games.sting.deckfile import load

    with Bar("steps") as bar:
        found = study(load(deck), runs, seed, jobs, bar)
    print(as_json(found.as_dict()) if json else report(found))
    if plot is not None:
        plot.write_text(as_svg(found), encoding="utf-8")
