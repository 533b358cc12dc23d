"""Which game a command plays: names and stakes as people type them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.app import Misused

if TYPE_CHECKING:
    from croupier.games.poker.game import PokerGame

NAMES = {"holdem": "NT", "limit-holdem": "FT", "short-deck": "NS", "omaha": "PO", "omaha8": "FO/8", "stud": "F7S",
         "stud8": "F7S/8", "razz": "FR", "single-draw": "N2L1D", "triple-draw": "F2L3D", "badugi": "FB"}
"""Names to type, and the PHH codes they stand for; the codes do as well."""


def coded(name: str) -> str:
    """The PHH code of a game by any of its names; what is none comes back in capitals."""
    return NAMES.get(name.lower().replace("_", "-"), name.upper())


def chosen(name: str, sb: int, bb: int, ante: int) -> PokerGame:
    """The game at these stakes; stud games take sb as the bring-in and bb as the small bet."""
    from croupier.games.poker.game import game

    code = coded(name)
    if code not in NAMES.values():
        raise Misused(f"there is no game {name!r}: there are {', '.join(NAMES)} and their PHH codes")
    if code in ("F7S", "F7S/8", "FR"):
        return game(code, ante=ante or max(1, bb // 4), bring_in=sb, small_bet=bb)
    if code == "NS":
        return game(code, ante=ante or sb, button_blind=bb)
    return game(code, sb=sb, bb=bb, ante=ante)


def refuse_stakes(game: str, given: list[str]) -> None:
    """Stakes of poker would change nothing in a game that has its own, silently."""
    if given:
        raise Misused(f"{given[0]} is for poker: {game} has chips and bets of its own")
