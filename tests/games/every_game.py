"""The eleven games at some stakes, ready to be dealt."""

from __future__ import annotations

import croupier

CODES = ("FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB")
STUD = {"ante": 1, "bring_in": 5, "small_bet": 10, "big_bet": 20}


def stakes(code: str) -> dict[str, int]:
    """Stakes that fit a game."""
    if code in ("F7S", "F7S/8", "FR"):
        return STUD
    return {"ante": 5, "button_blind": 10} if code == "NS" else {"sb": 5, "bb": 10}


def start(code: str, seed: int, stacks: tuple[int, ...] = (200, 35, 1000)) -> croupier.Hand:
    """A hand of one of the games."""
    return croupier.game(code, **stakes(code)).deal(list(stacks), button=seed % len(stacks), seed=seed)
