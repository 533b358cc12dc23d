"""`croupier sim`: millions of hands by built-in policies, on all processors."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import as_json
from croupier.cli.games import chosen
from croupier.cli.progress import Bar


def sim(*, game: str = "holdem", hands: Annotated[int, Parameter(name=["--hands", "-n"])] = 1_000_000, seats: int = 6,
        policy: str = "random", stack: int = 10_000, sb: int = 50, bb: int = 100, ante: int = 0, seed: int = 1,
        threads: int | None = None, json: bool = False) -> None:
    """Play millions of hands by built-in policies and print what each seat won, with 95 % intervals.

    Parameters
    ----------
    game
        holdem, limit-holdem, short-deck, omaha, omaha8, stud, stud8, razz, single-draw, triple-draw, badugi,
        or a PHH code.
    hands
        How many hands to play.
    seats
        How many play.
    policy
        random, caller, folder or strength: one for all seats, or one each with commas between.
    stack
        Chips before every hand.
    sb
        The small blind; in stud games the bring-in.
    bb
        The big blind; in stud games the small bet.
    ante
        The ante of every player.
    seed
        The same seed gives the same result on any number of threads.
    threads
        How many threads to use, all processors unless given.
    json
        Print JSON instead of a table.
    """
    from croupier.contest.simulate import simulate

    policies = policy.split(",") if "," in policy else policy
    with Bar("hands") as bar:
        result = simulate(chosen(game, sb, bb, ante), seats, stack, hands, policies, seed, threads, bar)
    print(as_json(result.as_dict()) if json else result)
