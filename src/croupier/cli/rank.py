"""`croupier rank AhKhQhJhTh`: name a hand."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import Misused, as_json
from croupier.cli.games import RANKINGS
from croupier.games.poker.rules import NAMES, named

_GAME_HELP = f"What beats what: {', '.join(RANKINGS)}; or a game, by its high hand: {', '.join(NAMES)}."


def rank(*cards: str, board: str = "",
         game: Annotated[str, Parameter(help=_GAME_HELP)] = "high", json: bool = False) -> None:
    """Print the name of a hand, the cards that play, and a number that is higher for better hands.

    Parameters
    ----------
    cards
        The cards, such as AhKhQhJhTh. Spaces between them are allowed.
    board
        The board. In Omaha exactly three of its cards play.
    json
        Print JSON: game, words, category, best, value.
    """
    if not cards:
        raise Misused("which cards? as in: croupier rank AhKhQhJhTh")
    from croupier.ranking import rank as ranked

    rules = named(game)
    result = ranked("".join(cards), game if rules is None else str(rules.high), board)
    if json:
        print(as_json({"game": result.game, "words": result.words, "category": result.category,
                       "best": str(result.best), "value": result.value}))
    else:
        print(f"{result.words} ({' '.join(map(str, result.best))})" if result.best else result.words)
