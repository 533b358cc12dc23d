"""Keep the best games of an evolution, or the best game of each kind.

`Elite` keeps a fixed number of best games, and no two variants of the same game (`families.distance`). `Map` is a
quality-diversity archive: a grid with a row for each family and a column for each kind of betting. `Map` keeps the best
game of every cell, so that a game survives by being the best of its kind. The grid is the `GridArchive` of pyribs
(extra `[lab]`). Games are compared by the lower limit of their score's interval (`Fitness.sure`). If two games have the
same rules, the first one is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, Protocol

from croupier.games.genome.files import from_dict, rules_key, to_dict
from croupier.games.genome.values import BadGenome, GameGenome
from croupier.lab.breeding.families import BETTING, CLOSE, FAMILIES, cell, distance
from croupier.lab.scoring.fitness import Fitness

ELITE = 40
"""The default number of games in an `Elite`."""
MODES = ("elitist", "archive")


@dataclass(frozen=True, slots=True)
class ArchivedGame:
    """A game with its score and the generation in which it was bred."""

    genome: GameGenome
    fitness: Fitness
    generation: int
    looks: int = 1
    """The number of times that the game was scored with the full budget, each time with another seed."""

    def as_dict(self) -> dict[str, Any]:
        """Return the entry for JSON."""
        return {"genome": to_dict(self.genome), "fitness": self.fitness.as_dict(), "generation": self.generation,
                "looks": self.looks}

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> ArchivedGame:
        """Return the entry that `as_dict` described."""
        return cls(from_dict(found["genome"]), Fitness.from_dict(found["fitness"]), found["generation"],
                   found.get("looks", 1))


class Archive(Protocol):
    """The interface of both archives."""

    def needed(self, genome: GameGenome | None = None) -> float:
        """Return the score that a game must exceed to be kept. Without `genome`, return the score that any game must
        exceed.
        """

    def offer(self, entry: ArchivedGame) -> bool:
        """Keep a game if it is good enough. Return True if it was kept."""

    def __iter__(self) -> Iterator[ArchivedGame]:
        """Iterate over the games kept, the best one first."""

    def __len__(self) -> int: ...


class Elite:
    """An archive of a fixed number of best games."""

    def __init__(self, size: int = ELITE) -> None:
        self.size = size
        self.entries: dict[str, ArchivedGame] = {}

    def needed(self, genome: GameGenome | None = None) -> float:
        """Return the score of the worst game in the archive, or 0 as long as the archive is not full."""
        full = len(self.entries) >= self.size
        return min(entry.fitness.sure for entry in self.entries.values()) if full else 0.0

    def offer(self, entry: ArchivedGame) -> bool:
        """Keep a game if it is better than the worst game in the archive and better than all of its own variants. If
        the game is kept, remove these variants.
        """
        key = rules_key(entry.genome)
        if entry.fitness.failed or key in self.entries or entry.fitness.sure <= self.needed():
            return False
        variants = [name for name, kept in self.entries.items() if distance(kept.genome, entry.genome) < CLOSE]
        if any(self.entries[name].fitness.sure >= entry.fitness.sure for name in variants):
            return False
        for name in variants:
            del self.entries[name]
        self.entries[key] = entry
        if len(self.entries) > self.size:
            del self.entries[next(key for key, kept in reversed(self._ranked()))]
        return True

    def _ranked(self) -> list[tuple[str, ArchivedGame]]:
        return sorted(self.entries.items(), key=lambda item: (-item[1].fitness.sure, item[0]))

    def __iter__(self) -> Iterator[ArchivedGame]:
        return iter([entry for _, entry in self._ranked()])

    def __len__(self) -> int:
        return len(self.entries)


class Map:
    """An archive of the best game of every cell of the grid."""

    def __init__(self) -> None:
        if not has_ribs():
            raise BadGenome("the archive needs pyribs: pip install croupier[lab]; --mode elitist goes without")
        from ribs.archives import GridArchive

        sizes = (len(FAMILIES), len(BETTING))
        self.grid = GridArchive(solution_dim=0, dims=sizes, ranges=[(0.0, float(size)) for size in sizes],
                                extra_fields={"entry": ((), object)})
        self.keys: set[str] = set()

    def needed(self, genome: GameGenome | None = None) -> float:
        """Return the score of the game that is kept in this game's cell, or 0 if the cell is empty."""
        if genome is None:
            return 0.0
        held, found = self.grid.retrieve_single(place_of(genome))
        return float(found["objective"]) if held else 0.0

    def offer(self, entry: ArchivedGame) -> bool:
        """Keep a game if it is better than the game in its cell."""
        key = rules_key(entry.genome)
        if entry.fitness.failed or key in self.keys or entry.fitness.sure <= self.needed(entry.genome):
            return False
        self.grid.add_single([], entry.fitness.sure, place_of(entry.genome), entry=entry)
        self.keys = {rules_key(kept.genome) for kept in self}
        return True

    def __iter__(self) -> Iterator[ArchivedGame]:
        found = list(self.grid.data("entry"))
        return iter(sorted(found, key=lambda entry: (-entry.fitness.sure, rules_key(entry.genome))))

    def __len__(self) -> int:
        return len(self.grid)


def place_of(genome: GameGenome) -> list[float]:
    """Return the coordinates of the centre of a game's cell."""
    return [place + 0.5 for place in cell(genome)]


def has_ribs() -> bool:
    """Return True if pyribs is installed."""
    return find_spec("ribs") is not None


def usual_mode() -> str:
    """Return the default mode: `archive` if pyribs is installed, otherwise `elitist`."""
    return "archive" if has_ribs() else "elitist"


def new_archive(mode: str) -> Archive:
    """Return an empty archive of a mode."""
    if mode not in MODES:
        raise BadGenome(f"there is no mode {mode!r}: there are {', '.join(MODES)}")
    return Map() if mode == "archive" else Elite()
