"""`croupier tournament KIND BOTS...`: find a winner among many bots in matches of two."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import Misused, as_json, shown
from croupier.cli.league import GAME_HELP, chosen_setting


def tournament(kind: str, /, *bots: str, hands: int = 1000, rounds: int | None = None, standard: str | None = None,
               game: Annotated[str | None, Parameter(help=GAME_HELP)] = None, sb: int | None = None,
               bb: int | None = None, ante: int | None = None, stack: int | None = None,
               seed: int | None = None, cores: int = 1, ray: str | None = None, trusted: bool = False,
               move_time_ms: int = 2000, memory_mb: int = 1024, logs: Path | None = None, adjust: str = "cards",
               json: bool = False) -> None:
    """Play a tournament of many bots in matches of two, and print every round and the final standings.

    A tournament names a winner in few matches. To learn who is better beyond luck, use league or match.

    Parameters
    ----------
    kind
        round-robin (everybody meets everybody), swiss (bots with equal points meet), single (a lost match and you are
        out) or double (two lost matches).
    bots
        A folder of bots, as for league, or two bots or more, as for match. The order is the seeding: the first two
        meet as late as possible.
    hands
        Hands of a match, rounded up to whole deals.
    rounds
        Rounds of a Swiss tournament. Default: enough to leave one bot that has won all its matches.
    standard
        hu-100bb (the default), hu-200bb-50-100, hu-limit or mit-200bb.
    sb
        Small blind of --game, 50 by default; in stud games the bring-in.
    bb
        Big blind of --game, 100 by default; in stud games the small bet.
    ante
        Ante of --game for every player.
    stack
        Chips before every hand of --game. Default: 100 big blinds.
    seed
        The same seed and bots give the same tournament.
    cores
        Matches that are played at the same time, with the same result.
    ray
        Address of a Ray cluster to play on, or "local", with the same result. Bots must be at the same paths there.
    trusted
        Run bots from files and modules in this process: faster, without protection.
    move_time_ms
        Time for an answer of an isolated bot in milliseconds.
    memory_mb
        Memory of an isolated bot in megabytes.
    logs
        Folder for a log of each isolated bot.
    adjust
        Luck to take out: cards, full (with the probabilities that bots say: slower, and far less luck) or none.
    json
        Print JSON instead of a table.
    """
    from croupier.bots import seat
    from croupier.bots.isolation import BotLimits
    from croupier.cli.match import warn_without_walls
    from croupier.contest.cluster import on_ray
    from croupier.contest.league.league import find_bots, on_cores, play_game
    from croupier.contest.league.tournament import Tournament, named_bots
    from croupier.contest.players import Isolation

    if cores < 1:
        raise Misused("--cores must be above 0")
    found = find_bots(Path(bots[0])) if len(bots) == 1 and Path(bots[0]).is_dir() else named_bots(bots)
    if len(found) < 2:
        raise Misused("a tournament needs two bots or more, as in: croupier tournament swiss mybot.py tight station")
    warn_without_walls(tuple(found.values()), trusted)
    run = on_ray(ray, play_game) if ray is not None else on_cores(cores) if cores > 1 else None
    limits = BotLimits(move_time_ms=move_time_ms, memory_mb=memory_mb)
    if len(bots) > 1:  # a name that was mistyped is refused here; a broken bot of a folder loses its matches
        for bot in found.values():
            seat(bot, limits=limits).close()
    isolation = Isolation(trusted, limits, logs)
    played = chosen_setting(standard, game, sb, bb, ante, stack, None) or "hu-100bb"
    planned = Tournament(kind, found, standard=played, hands=hands, rounds=rounds, seed=seed, isolation=isolation,
                         adjust=adjust)
    # matches take a while: each is printed when it is over
    result = planned.run(run, lambda line: print(shown(line), file=sys.stderr if json else sys.stdout, flush=True))
    print(as_json(result.as_dict()) if json else f"\n{result.title}\n{result.table()}")
