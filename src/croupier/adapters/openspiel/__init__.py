"""Use any croupier game as an OpenSpiel game (needs the extra `openspiel`).

    from croupier.adapters.openspiel import openspiel_game

    game = openspiel_game("leduc-poker-v1")
    game = openspiel_game(croupier.holdem(sb=1, bb=2), seats=2, stacks=[20, 20])

OpenSpiel's algorithms, such as CFR, best response and search, run on the resulting game. First chance nodes deal every
card that the hand can need, one at a time; then the players decide.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.adapters.openspiel.game import openspiel_game as openspiel_game

__all__ = ["openspiel_game"]


def __getattr__(name: str) -> object:
    """Import a name when it is first used. If OpenSpiel is not installed, the error names the missing extra."""
    if name != "openspiel_game":
        raise AttributeError(f"croupier.adapters.openspiel has no {name!r}")
    try:
        from croupier.adapters.openspiel.game import openspiel_game
    except ModuleNotFoundError as error:
        if error.name in ("numpy", "pyspiel"):
            raise ModuleNotFoundError(f"{name} needs OpenSpiel: pip install 'croupier[openspiel]'",
                                      name=error.name) from None
        raise
    return openspiel_game
