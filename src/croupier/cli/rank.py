"""`croupier rank AhKhQhJhTh`: what a hand is, in words."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from croupier.cli.app import Misused, as_json


def rank(*cards: Annotated[str, Parameter(negative="")], board: str = "", game: str = "high",
         json: bool = False) -> None:
    """Name a hand: its words, the cards that play, and a number that is higher for better hands.

    Parameters
    ----------
    cards
        The cards, as in AhKhQhJhTh; spaces between them do no harm.
    board
        The open cards; Omaha plays exactly three of them.
    game
        high, short_deck, omaha, low, low8, omaha_low8, deuce_to_seven, badugi (holdem, stud, razz, deuce work too).
    json
        Print JSON: game, words, category, best, value.
    """
    if not cards:
        raise Misused("which cards? as in: croupier rank AhKhQhJhTh")
    from croupier.ranking import rank as ranked

    result = ranked("".join(cards), game, board)
    if json:
        print(as_json({"game": result.game, "words": result.words, "category": result.category,
                       "best": str(result.best), "value": result.value}))
    else:
        print(f"{result.words} ({' '.join(map(str, result.best))})" if result.best else result.words)
