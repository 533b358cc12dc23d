"""`croupier play GAME|FILE`: play in the terminal against bots.

Games of the lab and genome files are in `play_genome.py`, the poker games in `play_poker.py`, and the sting, which has
its own command, in `play_sting.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

from croupier.cli.app import Misused
from croupier.cli.games import GAMES_HELP

if TYPE_CHECKING:
    from croupier.bots.base import Bot

app = App(name="play", help="Play a game in the terminal.", suppress_keyboard_interrupt=False,
          result_action="return_value")
app.command("croupier.cli.play_sting:play", name="sting", help="Sell, keep your nerve, and do not get caught.")

_GAME_HELP = f"A known game (croupier rules lists them), a genome's JSON file, or poker: {GAMES_HELP}"
TABLE = 6
"""The default number of players at a poker table."""
UNNAMED = "a game without a name"
"""The name that hides a game's own name in blind play."""
HANDS = 1_000_000
"""The default number of hands of poker. It is so large that one player wins all the chips, or you leave, before."""


@app.default
def play(game: Annotated[str | None, Parameter(help=_GAME_HELP)] = None, /, *,
         against: Annotated[list[str] | None, Parameter(consume_multiple=True)] = None, level: str | None = None,
         players: int | None = None, hands: int | None = None, seed: int | None = None, stack: int | None = None,
         sb: int | None = None, bb: int | None = None, ante: int | None = None,
         ratings: str | None = None, blind: bool = False) -> None:
    """Play a game in the terminal against bots: a known or evolved game, or poker.

    Parameters
    ----------
    against
        The bots, one for each seat or one for all: tight, loose, aggressive, station, careful, tricky, tight:hard,
        random, greedy, mcts:1000, your own files, and more. Default: the bots of the level.
    level
        How well the bots play: easy, normal, hard or expert. Default: normal. Characters named by --against play at
        this level. Without --level they play as well as they can.
    players
        Number of players, including you. Default: you and the bots given, or the smallest number that the game allows
        if that is higher. Poker without bots given: six.
    hands
        Stop after this many hands.
    seed
        The same seed deals the same cards.
    stack
        Poker: chips at the beginning. Default: 100 big blinds.
    sb
        Poker: small blind. Default: 10. In stud games the bring-in.
    bb
        Poker: big blind. Default: 20. In stud games the small bet.
    ante
        Poker: ante for every player. Default: none.
    ratings
        Ask at the end how good and how fair an evolved game was, and add the answer to this file (`croupier ratings`
        prints it). off: do not ask. Default: ratings.jsonl, if you play in a terminal.
    blind
        Give a folder of genomes as the game. The command draws a game from the folder or a known game, and tells you
        the name only after you have rated the game.
        """
    if game is None:
        _list()
        return
    if hands is not None and hands < 1:
        raise Misused(f"--hands must be at least 1, not {hands}")
    if stack is not None and stack < 1:
        raise Misused(f"--stack must be at least 1, not {stack}")
    if level is not None and against:
        against = [_with_level(name, level) for name in against]
    from croupier.cli.games import refuse_stakes
    from croupier.contest.seeds import checked_seed

    seed = checked_seed(seed)
    if not blind and _is_poker(game):
        stakes = (10 if sb is None else sb, 20 if bb is None else bb, ante or 0)
        seated = against or _of_level(level, (players or TABLE) - 1)
        _poker(game, seated, players, hands or HANDS, seed, stack, stakes)
    else:
        refuse_stakes(game, [option for option, amount in (("--stack", stack), ("--sb", sb), ("--bb", bb),
                                                           ("--ante", ante)) if amount is not None])
        if ratings is None:
            ratings = "ratings.jsonl" if sys.stdin.isatty() else "off"
        name = _drawn(game, seed) if blind else game
        file = None if ratings == "off" else ratings
        _genome(name, against or _of_level(level, 1), players, hands, seed, file, blind)


def _of_level(level: str | None, seats: int) -> list[str]:
    """Return this many poker bots of a level."""
    from croupier.bots.characters import line_up

    return line_up("normal" if level is None else _checked(level), max(1, seats))


def _with_level(name: str, level: str) -> str:
    """Return the name of a character with the level added to it. Raise Misused for a bot that is not a character."""
    from croupier.bots.characters import CHARACTERS

    if name not in CHARACTERS:
        raise Misused(f"--level {_checked(level)}: {name[:40]} has no levels; {', '.join(CHARACTERS)} have")
    return f"{name}:{_checked(level)}"


def _checked(level: str) -> str:
    """Return the level if its name is known; raise Misused otherwise."""
    from croupier.bots.characters import LEVELS
    from croupier.errors import unknown

    if level not in LEVELS:
        raise Misused(unknown("level", level, LEVELS))
    return level


def _list() -> None:
    """Print the list of games."""
    from croupier import lab
    from croupier.games.poker.rules import NAMES

    for name in lab.names():
        print(f"{name:<18} {lab.load(name).description}")
    print(f"{'poker':<18} {', '.join(NAMES)}")
    print(f"{'sting':<18} Sell, keep your nerve, and do not get caught.")
    print("\ncroupier play GAME, or the JSON file of a game; --against greedy, --help for more")


def _is_poker(game: str) -> bool:
    from croupier.games.poker.rules import RULES, named

    rules = named(game)
    return rules is not None and rules.code in RULES


def _poker(game: str, against: list[str], players: int | None, hands: int, seed: int, stack: int | None,
           stakes: tuple[int, int, int]) -> None:
    from croupier.cli.games import chosen
    from croupier.cli.play_poker import play_poker
    from croupier.contest.stakes import unit_of

    rules = chosen(game, *stakes)
    count = players or len(against) + 1
    bots, names = _seated(against, count)
    play_poker(rules, bots, names, hands, 100 * unit_of(rules)[0] if stack is None else stack, seed)


def _drawn(folder: str, seed: int) -> str:
    """Draw a game from the folder or, with the same chance, a known game in which players make decisions."""
    from croupier import lab
    from croupier.contest.seeds import derived

    bred = sorted(str(path) for path in Path(folder).glob("*.json"))
    if not bred:
        raise Misused(f"--blind needs a folder with genomes (*.json), not {folder}")
    known = [name for name in lab.names() if name != "war"]
    rng = Random(derived(seed, "blind"))
    return rng.choice(rng.choice((bred, known)))  # draw bred and known games equally often


def _genome(game: str, against: list[str], players: int | None, hands: int | None, seed: int,
            ratings: str | None, blind: bool) -> None:
    from croupier import lab
    from croupier.cli.genomes import playable
    from croupier.cli.play_genome import GenomeTable
    from croupier.errors import unknown
    from croupier.games.genome.pitch import pitch
    from croupier.games.poker.rules import NAMES

    if not game.endswith(".json") and "/" not in game and game not in lab.names():
        raise Misused(f"{unknown('game', game, [*NAMES, 'sting', *lab.names()])}; a file ends in .json")
    genome = playable(game)
    least = genome.game().players[0]
    count = players or max(len(against) + 1, least)
    bots, names = _seated(against, count)
    table = GenomeTable(genome, bots, names, seed, UNNAMED if blind else genome.name)
    table.play(hands)
    if ratings is not None and table.state.hand_no:
        from croupier.cli.ratings import ask

        ask(table, ratings)
    if blind:
        print(f"You played {genome.name}. {genome.description or pitch(genome)}")


def _seated(against: list[str], count: int) -> tuple[list[Bot], list[str]]:
    """Return a bot for each seat except the person's, and a different name for each bot. The last bot given also fills
    the remaining seats.
    """
    from croupier.bots import name_of, seat

    if count < 2:
        raise Misused(f"a game has at least 2 players, not {count}")
    if len(against) > count - 1:
        raise Misused(f"{len(against)} bots for {count - 1} seats beside you: --players {len(against) + 1}")
    bots = [seat(against[min(at, len(against) - 1)]) for at in range(count - 1)]
    given = [name_of(bot) for bot in bots]
    return bots, [name if given.count(name) == 1 else f"{name} {given[:at + 1].count(name)}"
                  for at, name in enumerate(given)]
