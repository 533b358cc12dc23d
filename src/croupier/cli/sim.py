"""`croupier sim`: play millions of hands with built-in policies, on all processors."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import as_json
from croupier.cli.games import GAMES_HELP, chosen
from croupier.cli.progress import Bar


def sim(*, game: Annotated[str, Parameter(help=GAMES_HELP)] = "holdem",
        hands: Annotated[int, Parameter(name=["--hands", "-n"])] = 1_000_000, seats: int = 6,
        policy: str = "random", stack: int = 10_000, sb: int = 50, bb: int = 100, ante: int = 0, seed: int = 1,
        threads: int | None = None, json: bool = False) -> None:
    """Let built-in policies play millions of hands, and print what each seat won, with 95 % intervals.

    Parameters
    ----------
    hands
        Number of hands.
    seats
        Number of players.
    policy
        random, caller, folder or strength. Give one policy for all seats, or one for each seat, separated by commas.
    stack
        Chips before every hand.
    sb
        Small blind; in stud games the bring-in.
    bb
        Big blind; in stud games the small bet.
    ante
        Ante for every player.
    seed
        The same seed gives the same result on any number of threads.
    threads
        Number of threads. Default: one for each processor.
    json
        Print JSON instead of a table.
    """
    from croupier.contest.simulation.simulate import simulate

    policies = policy.split(",") if "," in policy else policy
    with Bar("hands") as bar:
        result = simulate(chosen(game, sb, bb, ante), seats, stack, hands, policies, seed, threads, bar)
    print(as_json(result.as_dict()) if json else result)
