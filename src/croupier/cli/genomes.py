"""The games of the lab that commands accept, by name or by file, and the files they write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.cli import hindrance
from croupier.cli.app import Failed

if TYPE_CHECKING:
    from croupier.games.genome.values import GameGenome


def playable(name: str) -> GameGenome:
    """Return a known game or the one in a file; raise BadGenome with the file and position if it cannot be read or
    played.
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
    """Report an error of the file system in one line."""
    try:
        yield
    except OSError as error:
        raise Failed(hindrance(error)) from None
