"""`croupier match A B [C ...]`: play bots against each other, every deal from every seat."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import Misused, as_json
from croupier.cli.games import GAMES_HELP, chosen
from croupier.cli.progress import Bar


def match(*bots: Annotated[str, Parameter(negative="")],
          hands: Annotated[int, Parameter(name=["--hands", "-n"])] = 1000,
          game: Annotated[str, Parameter(help=GAMES_HELP)] = "holdem", sb: int = 10, bb: int = 20, ante: int = 0,
          stack: int | None = None,
          seed: int | None = None, strict: bool = False, json: bool = False) -> None:
    """Play bots against each other, every deal from every seat, and print bb/100 with 95 % intervals.

    Parameters
    ----------
    bots
        Two or more: files (mybot.py, mybot.py:Careful) or house bots (random, caller, folder, strength, aggressive).
    hands
        Number of hands, rounded up to whole deals.
    sb
        Small blind; in stud games the bring-in.
    bb
        Big blind; in stud games the small bet.
    ante
        Ante for every player.
    stack
        Chips before every hand. Default: 100 big blinds.
    seed
        The same seed and bots give the same match.
    strict
        Stop at the first bot that fails, with its traceback.
    json
        Print JSON instead of a table.
    """
    if len(bots) < 2:
        raise Misused("a match needs two bots or more, as in: croupier match mybot.py caller")
    from croupier.contest.match import match as play_match

    with Bar("hands") as bar:
        result = play_match(bots, chosen(game, sb, bb, ante), hands, seed, stack=stack, strict=strict, progress=bar)
    print(as_json(result.as_dict()) if json else result)
