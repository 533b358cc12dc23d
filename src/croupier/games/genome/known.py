"""Known games as genomes: data files beside this module, loaded by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from croupier.games.genome.files import loads
from croupier.games.genome.values import BadGenome, GameGenome

_FOLDER = files("croupier.games.genome") / "known"


@cache
def names() -> tuple[str, ...]:
    """Return the names of all known games."""
    return tuple(sorted(file.name.removesuffix(".json") for file in _FOLDER.iterdir() if file.name.endswith(".json")))


@cache
def known(name: str) -> GameGenome:
    """Return a known game by its name."""
    if name not in names():
        raise BadGenome(f"there is no known game {name!r}: there are {', '.join(names())}")
    return loads((_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
