"""`croupier tournament KIND BOTS...`: find a winner among many bots in heads-up matches."""

from __future__ import annotations

import sys
from pathlib import Path

from croupier.cli.app import Misused, as_json
from croupier.cli.contest_options import Machines, RunOptions, Setting
from croupier.errors import shown


def tournament(kind: str, /, *bots: str, hands: int = 1000, rounds: int | None = None, setting: Setting | None = None,
               seed: int | None = None, machines: Machines | None = None, running: RunOptions | None = None,
               adjust: str = "cards", json: bool = False) -> None:
    """Let many bots play a tournament of heads-up matches; print every round and the final standings.

    A tournament finds a winner in few matches. To learn which bot is better once luck is taken out, use league or
    match.

    Parameters
    ----------
    kind
        round-robin (everybody meets everybody), swiss (bots with equal points meet), single (a lost match and you are
        out) or double (two lost matches).
    bots
        A folder of bots, as for league, or two bots or more, as for match. The order is the seeding, so the first two
        bots meet as late as possible.
    hands
        Number of hands in a match, rounded up to whole deals.
    rounds
        Rounds of a Swiss tournament. Default: enough to leave one bot that has won all its matches.
    seed
        The same seed and bots give the same tournament.
    adjust
        Luck to take out of the results: cards; full, which also uses the probabilities that bots state, is slower and
        removes far more luck; or none.
    json
        Print JSON instead of a table.
    """
    from croupier.bots import seat
    from croupier.contest.league.league import find_bots
    from croupier.contest.league.tournament import Tournament, named_bots

    run, running = (machines or Machines()).for_games(), running or RunOptions()
    found = find_bots(Path(bots[0])) if len(bots) == 1 and Path(bots[0]).is_dir() else named_bots(bots)
    if len(found) < 2:
        raise Misused("a tournament needs two bots or more, as in: croupier tournament swiss mybot.py tight station")
    running.warn_if_unprotected(tuple(found.values()))
    if len(bots) > 1:  # refuse mistyped names now; a broken bot of a folder only loses its matches
        for bot in found.values():
            seat(bot, limits=running.limits()).close()
    planned = Tournament(kind, found, standard=(setting or Setting()).chosen() or "hu-100bb", hands=hands,
                         rounds=rounds, seed=seed, isolation=running.isolation(), adjust=adjust)
    # print each match when it is over, because matches take a while
    result = planned.run(run, lambda line: print(shown(line), file=sys.stderr if json else sys.stdout, flush=True))
    print(as_json(result.as_dict()) if json else f"\n{result.title}\n{result.table()}")
