"""Load a game of the lab by its name or from its file, and report errors of the files that commands write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.cli import os_error_text
from croupier.cli.app import Failed

if TYPE_CHECKING:
    from croupier.games.genome.values import GameGenome


def playable(name: str) -> GameGenome:
    """Return a known game, or load a game from a file.

    If the file cannot be read or the game not be played, raise BadGenome with the file and the position of the error.
    """
    from croupier import lab

    genome = lab.load(name)
    try:
        genome.game()
    except lab.BadGenome as error:
        raise lab.BadGenome(f"{name}: {error}") from None
    return genome


@contextmanager
def written() -> Iterator[None]:
    """Turn an error of the file system into `Failed`, which the command line prints in one line."""
    try:
        yield
    except OSError as error:
        raise Failed(os_error_text(error)) from None
