"""`croupier league DIR`: let a folder of bots play each other until their ratings are known."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.cli.app import Misused, as_json
from croupier.cli.contest_options import LimitOptions, Machines, Setting
from croupier.errors import shown


def league(folder: Path, /, *, width: float = 100.0, deals: int | None = None, season: str = "1",
           setting: Setting | None = None, seats: int | None = None, seed: int | None = None,
           machines: Machines | None = None, limits: LimitOptions | None = None, games_max: int = 200,
           page: Path | None = None, ladder: bool = False, json: bool = False) -> None:
    """Let the bots of a folder play each other until every rating's interval is narrow enough, and print the ladder.

    All results are kept in DIR/league.db. If a league was stopped, the next call continues it from these results. If
    you add a bot, it first plays the games that it has missed.

    Parameters
    ----------
    folder
        A folder with bots: *.py files, and league.toml with a table [bots] of names and files, commands or house bots.
    width
        Play until each rating is known to this many points, up or down, with 95 % confidence.
    deals
        Number of deals in a game, 100 by default. A season keeps the number with which it began, as it keeps game,
        stakes and seed.
    season
        Name of the season. A new name begins a new ladder.
    seats
        Bots at a table of --game. Default: two, or the smallest number that the game allows.
    seed
        The same seed and bots give the same season. 1 by default.
    games_max
        Largest number of games that two bots play against each other.
    page
        Write a page with ladder, matrix and replays to this file. Default: DIR/league.html.
    ladder
        Print the ladder without playing.
    json
        Print JSON instead of a table.
    """
    if (deals is not None and deals < 1) or games_max < 1 or width <= 0:
        raise Misused("--deals, --games-max and --width must be above 0")
    from croupier.contest.league.league import League
    from croupier.contest.league.page import league_page

    run = (machines or Machines()).for_games()
    found = League(folder, width=width, deals=deals, season=season, standard=(setting or Setting()).chosen(seats),
                   seed=seed, limits=(limits or LimitOptions()).limits(), games_max=games_max)
    try:
        if not ladder:
            found.run(run, lambda line: print(shown(line), file=sys.stderr))
        (page or folder / "league.html").write_text(league_page(found), encoding="utf-8")
        if json:
            faults = found.faults()
            table = [{"bot": name, "rating": each.rating, "margin": each.margin, "games": each.games,
                      "faults": {kind: times for (who, kind), times in sorted(faults.items()) if who == name}}
                     for name, each in found.table()]
            print(as_json({"season": season, "settings": found.settings, "ladder": table}))
        else:
            print(found.ladder())
    finally:
        found.close()


@dataclass(frozen=True)
class LadderReader:
    """Reads the ladder of a league's latest season. Every call reads it again, because the league may be playing
    meanwhile.
    """

    folder: Path

    def __post_init__(self) -> None:
        if not (self.folder / "league.db").is_file():
            raise Misused(f"there is no league in {self.folder}: croupier league {self.folder} begins one")

    def __call__(self) -> dict[str, Any]:
        """Return the name of the season, its settings, and the bots with their ratings, best bot first."""
        from croupier.contest.league.league import League
        from croupier.contest.league.store import LeagueStore

        store = LeagueStore(self.folder / "league.db")
        try:
            season = (store.seasons() or ["1"])[-1]
        finally:
            store.close()
        found = League(self.folder, season=season)
        try:
            faults = found.faults()
            rows = [{"bot": name, "rating": each.rating, "margin": each.margin, "games": each.games,
                     "faults": sum(times for (who, _), times in faults.items() if who == name)}
                    for name, each in found.table()]
            return {"season": season, "standard": found.settings["standard"], "deals": found.settings["deals"],
                    "ladder": rows}
        finally:
            found.close()
