"""`croupier league DIR`: let a folder of bots play each other until their ratings are known."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.cli.app import Misused, as_json, shown
from croupier.cli.games import GAMES_HELP

if TYPE_CHECKING:
    from croupier.contest.matches.standards import TableSetting

GAME_HELP = f"Any other game instead: {GAMES_HELP} Also sting, sting:FILE.toml, genome:NAME, genome:FILE.json."


def league(folder: Path, /, *, width: float = 100.0, deals: int | None = None, season: str = "1",
           standard: str | None = None, game: Annotated[str | None, Parameter(help=GAME_HELP)] = None,
           sb: int | None = None, bb: int | None = None, ante: int | None = None, stack: int | None = None,
           seats: int | None = None, seed: int | None = None, cores: int = 1, ray: str | None = None,
           move_time_ms: int = 2000, games_max: int = 200, page: Path | None = None, ladder: bool = False,
           json: bool = False) -> None:
    """Let the bots of a folder play each other until every rating is known to a width, and print the ladder.

    All results are kept in DIR/league.db: a league that was stopped goes on, and a bot that is added is played in.

    Parameters
    ----------
    folder
        A folder with bots: *.py files, and league.toml with a table [bots] of names and files, commands or house bots.
    width
        Play until each rating is known to this many points, up or down, with 95 % confidence.
    deals
        Deals of one game, 100 by default. Fixed when a season begins, like game, stakes and seed.
    season
        Name of the season. A new name begins a new ladder.
    standard
        hu-100bb (the default), hu-200bb-50-100, hu-limit, 6max-100bb or mit-200bb.
    sb
        Small blind of --game, 50 by default; in stud games the bring-in.
    bb
        Big blind of --game, 100 by default; in stud games the small bet.
    ante
        Ante of --game for every player.
    stack
        Chips before every hand of --game. Default: 100 big blinds.
    seats
        Bots at a table of --game. Default: two, or as many as it needs.
    seed
        The same seed and bots give the same season. 1 by default.
    cores
        Games that are played at the same time.
    ray
        Address of a Ray cluster to play on, or "local".
    move_time_ms
        Time for an answer in milliseconds.
    games_max
        Most games of one pair.
    page
        Write a page with ladder, matrix and replays to this file. Default: DIR/league.html.
    ladder
        Play nothing, print the ladder.
    json
        Print JSON instead of a table.
    """
    if cores < 1 or (deals is not None and deals < 1) or games_max < 1 or width <= 0:
        raise Misused("--cores, --deals, --games-max and --width must be above 0")
    from croupier.bots.isolation import BotLimits
    from croupier.contest.cluster import on_ray
    from croupier.contest.league.league import League, on_cores, play_game
    from croupier.contest.league.page import league_page

    run = on_ray(ray, play_game) if ray is not None else on_cores(cores) if cores > 1 else None
    played = chosen_setting(standard, game, sb, bb, ante, stack, seats)
    found = League(folder, width=width, deals=deals, season=season, standard=played, seed=seed,
                   limits=BotLimits(move_time_ms=move_time_ms), games_max=games_max)
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


def chosen_setting(standard: str | None, game: str | None, sb: int | None, bb: int | None, ante: int | None,
                   stack: int | None, seats: int | None) -> str | TableSetting | None:
    """Return the named standard, the game at its stakes, or None if neither is given."""
    stakes = {"--sb": sb, "--bb": bb, "--ante": ante, "--stack": stack, "--seats": seats}
    given = [name for name, amount in stakes.items() if amount is not None]
    if game is None:
        if given:
            raise Misused(f"{given[0]} needs --game: a standard has stakes and seats of its own")
        return standard
    if standard is not None:
        raise Misused("--standard and --game: give one of them")
    from croupier.contest.matches.standards import TableSetting

    return TableSetting(game, sb, bb, ante, stack, seats)


@dataclass(frozen=True)
class LadderReader:
    """Reads the ladder of a league's latest season each time it is called: the league may be played meanwhile."""

    folder: Path

    def __post_init__(self) -> None:
        if not (self.folder / "league.db").is_file():
            raise Misused(f"there is no league in {self.folder}: croupier league {self.folder} begins one")

    def __call__(self) -> dict[str, Any]:
        """Return the season, its settings, and the bots with their ratings, the best first."""
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
