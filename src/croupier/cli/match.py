"""`croupier match A B [C ...]`: let bots play against each other. Each bot plays every deal from every seat."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from croupier.cli.app import Misused, as_json
from croupier.cli.contest_options import GAME_HELP, Machines, RunOptions
from croupier.cli.progress import Bar

if TYPE_CHECKING:
    from croupier.contest.matches.carried import BlindLevel
    from croupier.contest.result import MatchResult


def match(*bots: str,
          hands: Annotated[int, Parameter(name=["--hands", "-n"])] = 1000,
          game: Annotated[str, Parameter(help=GAME_HELP)] = "holdem",
          sb: int = 10, bb: int = 20, ante: int = 0, stack: int | None = None, standard: str | None = None,
          carry: int = 1, levels: str | None = None, level_hands: int = 20, until: float | None = None,
          seed: int | None = None, strict: bool = False, adjust: str = "cards", running: RunOptions | None = None,
          machines: Machines | None = None, html: Path | None = None, phh: Path | None = None,
          as_bot: Annotated[str | None, Parameter(name="--as")] = None, json: bool = False) -> None:
    """Let bots play against each other, and print bb/100 with 95 % intervals. Each bot plays every deal once from every
    seat.

    Bots from files, modules, commands and addresses run in processes of their own, with limits.

    Parameters
    ----------
    bots
        Two or more: files (mybot.py, mybot.py:Careful), modules (package.module:Class), commands ("exec:./mybot -x"),
        addresses (ws://host:port/) or house bots (tight, tight:easy, hard, random, caller, strength,
        mcts:500, ...).
    hands
        Number of hands, rounded up to whole deals. With --until, the largest number of hands.
    sb
        Small blind; in stud games the bring-in.
    bb
        Big blind; in stud games the small bet.
    ante
        Ante for every player.
    stack
        Chips before every hand. Default: 100 big blinds.
    standard
        A named setting instead of game and stakes: hu-100bb, hu-200bb-50-100, hu-limit, 6max-100bb, mit-200bb.
    carry
        Carry stacks over for up to this many hands, until one bot has all the chips; then a new series begins.
    levels
        Blinds that rise during a series: 50/100,100/200,200/400/50 (small blind, big blind, ante). Needs --carry.
    level_hands
        Number of hands in each blind level.
    until
        Stop when the winner is known with this confidence, such as 0.95.
    seed
        The same seed and bots give the same match.
    strict
        Stop at the first bot that fails, with its traceback.
    adjust
        Luck to take out of the results: cards; full, which also uses the probabilities that bots state, is slower and
        removes far more luck; or none.
    html
        Write a page with curves, positions, biggest pots and faults to this file.
    phh
        Write every hand to this file in PHH format.
    as_bot
        Print a line of JSON for each decision of this bot: what it saw, what it answered, how long it took.
    json
        Print JSON instead of a table.
    """
    if len(bots) < 2:
        raise Misused("a match needs two bots or more, as in: croupier match mybot.py caller")
    from croupier.contest.matches.match import match as play_match
    from croupier.contest.matches.standards import named_game
    from croupier.contest.matches.standards import standard as named_standard
    from croupier.contest.matches.units import play_unit

    running, machines = running or RunOptions(), machines or Machines()
    running.warn_if_unprotected(bots)
    chips, played = stack, None
    if standard is not None:
        found = named_standard(standard, len(bots))
        played, chips = found.game, found.stack
    blinds = read_levels(levels, level_hands)
    with Bar("hands") as bar:
        result = play_match(bots, played or named_game(game, sb, bb, ante), hands, seed, stack=chips, strict=strict,
                            progress=bar, carry=carry, levels=blinds, until=until, adjust=adjust,
                            cores=machines.cores, run=machines.on_ray(play_unit),
                            record=phh is not None or html is not None, trace=_place(as_bot, bots),
                            isolation=running.isolation())
    _write(result, html, phh)
    if as_bot is not None:
        for decision in result.details.decisions:
            print(as_json(decision))
        return
    print(as_json(result.as_dict()) if json else result)


def read_levels(text: str | None, hands: int) -> list[BlindLevel]:
    """Parse blind levels, such as 50/100,100/200/25."""
    from croupier.contest.matches.carried import BlindLevel

    found = []
    for level in text.split(",") if text else []:
        numbers = level.strip().split("/")
        if len(numbers) not in (2, 3) or not all(number.isascii() and number.isdecimal() for number in numbers):
            raise Misused(f"--levels {level.strip()[:40]}: write a level as SMALL/BIG or SMALL/BIG/ANTE, as in 50/100")
        found.append(BlindLevel(hands, *map(int, numbers)))
    return found


def _place(bot: str | None, bots: tuple[str, ...]) -> int | None:
    if bot is None:
        return None
    if bot not in bots:
        raise Misused(f"--as {bot}: the bots are {', '.join(bots)}")
    return bots.index(bot)


def _write(result: MatchResult, html: Path | None, phh: Path | None) -> None:
    if html is not None:
        from croupier.contest.matches.page import match_page

        html.write_text(match_page(result), encoding="utf-8")
    if phh is not None:
        from croupier.notation.files import loads, save

        save([record for text in result.details.records for record in loads(text)], phh)
