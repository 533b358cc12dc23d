"""Define the options that several contest commands share: the game, the machines, and the limits of isolated bots."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.cli.app import Misused
from croupier.cli.games import GAMES_HELP

if TYPE_CHECKING:
    from croupier.bots.isolation import BotLimits
    from croupier.contest.matches.standards import TableSetting
    from croupier.contest.players import Isolation

GAME_HELP = f"{GAMES_HELP} Also sting, sting:FILE.toml, genome:NAME, genome:FILE.json."


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Setting:
    """The game of a league or a tournament: a named standard, or any game with its stakes."""

    standard: str | None = None
    """hu-100bb (the default), hu-200bb-50-100, hu-limit, mit-200bb, or 6max-100bb for a league."""
    game: Annotated[str | None, Parameter(help=f"Any other game instead: {GAME_HELP}")] = None
    sb: int | None = None
    """Small blind of --game, 50 by default; in stud games the bring-in."""
    bb: int | None = None
    """Big blind of --game, 100 by default; in stud games the small bet."""
    ante: int | None = None
    """Ante of --game for every player."""
    stack: int | None = None
    """Chips before every hand of --game. Default: 100 big blinds."""

    def chosen(self, seats: int | None = None) -> str | TableSetting | None:
        """Return the named standard, or the game with its stakes; return None if neither is given."""
        stakes = {"--sb": self.sb, "--bb": self.bb, "--ante": self.ante, "--stack": self.stack, "--seats": seats}
        given = [name for name, amount in stakes.items() if amount is not None]
        if self.game is None:
            if given:
                raise Misused(f"{given[0]} needs --game: a standard has stakes and seats of its own")
            return self.standard
        if self.standard is not None:
            raise Misused("--standard and --game: give one of them")
        from croupier.contest.matches.standards import TableSetting

        return TableSetting(self.game, self.sb, self.bb, self.ante, self.stack, seats)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class Machines:
    """The machines that play a contest. The machines do not change the result."""

    cores: int = 1
    """Number of processes that play at the same time. The number does not change the result."""
    ray: str | None = None
    """Address of a Ray cluster to play on, or "local". The result is the same as without Ray. Bots must have the same
    paths on the cluster.
    """

    def on_ray(self, play: Callable[[Any], Any]) -> Any:
        """Return a function that runs jobs on a Ray cluster, or None if no cluster is given."""
        if self.ray is None:
            return None
        from croupier.contest.cluster import on_ray

        return on_ray(self.ray, play)

    def for_games(self) -> Any:
        """Return a function that plays the games of a league or a tournament.

        Return None if this process should play them itself.
        """
        from croupier.contest.league.league import on_cores, play_game

        if self.cores < 1:
            raise Misused("--cores must be above 0")
        return self.on_ray(play_game) or (on_cores(self.cores) if self.cores > 1 else None)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class LimitOptions:
    """The resources that an isolated bot may use."""

    move_time_ms: int = 2000
    """Time for an answer of an isolated bot in milliseconds."""
    memory_mb: int = 1024
    """Memory of an isolated bot in megabytes."""

    def limits(self) -> BotLimits:
        """Return the limits of each bot."""
        from croupier.bots.isolation import BotLimits

        return BotLimits(move_time_ms=self.move_time_ms, memory_mb=self.memory_mb)


@Parameter(name="*")
@dataclass(frozen=True, kw_only=True)
class RunOptions(LimitOptions):
    """The settings with which bots from outside run."""

    trusted: bool = False
    """Run bots from files and modules in this process, which is faster but gives no protection."""
    logs: Path | None = None
    """Folder for a log of each isolated bot."""

    def isolation(self) -> Isolation:
        """Return the settings with which bots run."""
        from croupier.contest.players import Isolation

        return Isolation(self.trusted, self.limits(), self.logs)

    def warn_if_unprotected(self, bots: tuple[str, ...]) -> None:
        """Print which kinds of protection this machine lacks, if isolated bots play."""
        from croupier.bots.isolation import protection_here
        from croupier.bots.load import is_file_or_module

        if any(bot.startswith("exec:") or (is_file_or_module(bot) and not self.trusted) for bot in bots):
            protection = protection_here()
            if not (protection.namespaces and protection.filtered):
                print(f"note: {protection}", file=sys.stderr)
