"""The games that commands of the lab are given, by name or by file, and the files they write."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from croupier.cli import hindrance
from croupier.cli.app import Failed

if TYPE_CHECKING:
    from croupier.games.genome.values import GameGenome


def playable(name: str) -> GameGenome:
    """A known game or the one in a file; BadGenome names the file and the spot if it cannot be read or played."""
    from croupier import lab

    genome = lab.load(name)
    try:
        genome.game()
    except lab.BadGenome as error:
        raise lab.BadGenome(f"{name}: {error}") from None
    return genome


@contextmanager
def written() -> Iterator[None]:
    """Where something is written: what hinders it is told in a line."""
    try:
        yield
    except OSError as error:
        raise Failed(hindrance(error)) from None
