"""Breed games: generations of mutated, crossed and random games are scored by many workers, and the best are kept.

    run = Run(Config(style="bluffing", seed=1), folder)
    with Hired() as workers:
        for _ in range(20):
            run.generation(workers)

A generation is made only from the games kept: its random numbers depend on the run's seed and the generation's number,
a game's score on the run's seed and the game's rules. So the same seed gives the same run on one processor or many, and
a run that was killed goes on from its last checkpoint as if nothing had happened. A game that looks good enough is
scored again, with a new seed and more hands, before it is kept, so that luck alone rarely gets a game in. Since the
best of hundreds are still the lucky ones, each generation scores the best games again and uses the mean of all their
scores.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from croupier.errors import short
from croupier.games.genome.files import led, put_in_place, rules_key
from croupier.games.genome.known import known, names
from croupier.games.genome.values import BadGenome, GameGenome, replaced
from croupier.lab.breeding.archive import Archive, ArchivedGame, new_archive, usual_mode
from croupier.lab.breeding.families import CLOSE, family, novelty
from croupier.lab.breeding.naming import name_of
from croupier.lab.breeding.operators import crossover, mutate
from croupier.lab.breeding.random_games import random_genome
from croupier.lab.breeding.seen_log import SeenLog
from croupier.lab.breeding.tidy import tidied
from croupier.lab.breeding.workers import Task, Workers, scores
from croupier.lab.scoring.dead_rules import pruned
from croupier.lab.scoring.fitness import Budget, Fitness, failed, pooled, weights
from croupier.lab.scoring.gates import Refusal
from croupier.lab.scoring.measures import names_for

FILE = "run.json"
KEPT = "kept.jsonl"
"""All games that were ever kept, in the order in which they were."""
VERSION = 1
BYTES_MAX = 1 << 28
"""Of a checkpoint: years of evolution."""
BEST, LOOKS, AGAIN = 16, 4, 6
"""The best games that are looked at again, how often at most, and how many in a generation."""
STEPS_AWAY = 8
"""Changes more that a child may get until it is no variant of a known game any longer."""
PRUNING = 1_000
"""Hands of each policy by which dead rules of a child are found, ten times as many for each part that seems dead."""
SCOUTING = Budget(blocks=6, quick_hands=30, games=8, sessions=24, greedy_deals=64, hands=8, iterations=30)
"""What a new game is given at first: enough to see whether it promises anything."""


@dataclass(frozen=True)
class Config:
    """The settings of a run."""

    style: str = "balanced"
    seed: int = 1
    mode: str = field(default_factory=usual_mode)
    children: int = 32
    budget: Budget = SCOUTING

    def __post_init__(self) -> None:
        weights(self.style)
        if type(self.seed) is not int or not 0 <= self.seed < 1 << 32:
            raise BadGenome(f"a run's seed is a whole number below 2^32, not {self.seed!r}")
        if type(self.children) is not int or not 2 <= self.children <= 10_000:
            raise BadGenome(f"a generation has 2 to 10,000 children, not {self.children!r}")


class _Margin(Struct):
    mean: float
    low: float | None
    high: float | None
    samples: int


class _Score(Struct):
    style: str
    total: _Margin
    failed: str
    measures: dict[str, _Margin]
    counts: dict[str, float]


class _KeptGame(Struct):
    genome: dict[str, Any]
    fitness: _Score
    generation: Annotated[int, Meta(ge=0)]
    looks: Annotated[int, Meta(ge=1)] = 1


class _Asked(Struct, forbid_unknown_fields=True):
    style: str
    seed: int
    mode: str
    children: int
    budget: dict[str, int]


class CheckpointFile(Struct, forbid_unknown_fields=True):
    """The schema of a checkpoint's JSON, used to recognise damaged files."""

    version: int
    config: _Asked
    generations: Annotated[int, Meta(ge=0)]
    scored: Annotated[int, Meta(ge=0)]
    seen: Annotated[int, Meta(ge=0)]
    """How many lines of the log of rules belong to this checkpoint."""
    entries: list[_KeptGame]


@dataclass
class GenerationReport:
    """The results of a generation."""

    generation: int
    scored: int
    kept: int
    best: ArchivedGame | None


class Evolution:
    """A run of evolution with its archive; its checkpoint is one file in its folder."""

    def __init__(self, config: Config, folder: Path | None = None) -> None:
        self.config, self.folder = config, folder
        self.archive: Archive = new_archive(config.mode)
        self.generations = 0
        self.scored = 0
        self.seen = SeenLog(folder)

    # -- a generation --------------------------------------------------------------------------------------------------

    def generation(self, workers: Workers, told: Callable[[int, int], None] | None = None) -> GenerationReport:
        """Make children, score them, confirm the promising ones, keep the best, write the checkpoint.

        `told` hears how far each of the two rounds of scoring is; what it raises ends the generation without a trace.
        """
        rng = Random(f"{self.config.seed} {self.generations}")
        children = self._fresh(self._children(rng))
        first = self._scores(workers, children, self.config.budget, 0, told)
        promising = [game for game, found in zip(children, first) if self._promises(game, found)]
        confirmed = self._scores(workers, promising, confirming(self.config.budget), 1, told, admission=True)
        offered = [ArchivedGame(game, found, self.generations) for game, found in zip(promising, confirmed)]
        kept = [entry for entry in offered if self.archive.offer(entry)]
        self._look_again(workers, told)
        self.generations += 1
        self.scored += len(children)
        if self.generations == 1:
            self.seen.start()
        self.seen.add(rules_key(game) for game in children)
        self.save()
        self._log(kept)
        return GenerationReport(self.generations, self.scored, len(kept), self.best)

    def _look_again(self, workers: Workers, told: Callable[[int, int], None] | None) -> None:
        """Score the best games again, those with the fewest scores first; a game's score is the mean of all its
        scores."""
        best = [entry for entry in list(self.archive)[:BEST] if entry.looks < LOOKS]
        chosen = sorted(best, key=lambda entry: entry.looks)[:AGAIN]
        budget = confirming(self.config.budget)
        tasks = [Task(entry.genome, self.config.style, self._seed(entry.genome, 1 + entry.looks), budget)
                 for entry in chosen]
        seen = {rules_key(entry.genome): replace(entry, fitness=pooled(entry.fitness, entry.looks, found),
                                                 looks=entry.looks + 1)
                for entry, found in zip(chosen, scores(workers, tasks, told))}
        entries = [seen.get(rules_key(entry.genome), entry) for entry in self.archive]
        self.archive = new_archive(self.config.mode)
        for entry in entries:
            self.archive.offer(entry)

    @property
    def best(self) -> ArchivedGame | None:
        """Return the best game so far."""
        return next(iter(self.archive), None)

    def evolved(self) -> list[ArchivedGame]:
        """Return the bred games in the archive, the best first."""
        old = {rules_key(known(name)) for name in names()}
        return [entry for entry in self.archive if rules_key(entry.genome) not in old]

    def _known(self) -> list[GameGenome]:
        """Return the known games, which are parents from the first generation on, but are never kept."""
        return [known(name) for name in names()]

    def _children(self, rng: Random) -> list[GameGenome]:
        parents = self._parents()
        return [self._child(parents, rng) for _ in range(self.config.children)]

    def _parents(self) -> list[list[ArchivedGame]]:
        """Return the games kept, and the known ones, by family."""
        nothing = failed(self.config.style, Refusal("known", "not scored"))
        found: dict[str, list[ArchivedGame]] = {}
        for entry in (*self.archive, *(ArchivedGame(game, nothing, 0) for game in self._known())):
            found.setdefault(family(entry.genome), []).append(entry)
        return [found[name] for name in sorted(found)]

    def _child(self, parents: list[list[ArchivedGame]], rng: Random) -> GameGenome:
        """Return a random game (one in eight), or a child of two parents (one in five) or one, with a few changes.

        Every family has the same number of children: a rich one does not crowd out the others.
        """
        if rng.random() < 0.125:
            return _named(random_genome(rng))
        genome = _chosen(parents, rng).genome
        if rng.random() < 0.2:
            genome = crossover(genome, _chosen(parents, rng).genome, rng) or genome
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            genome = mutate(genome, rng)
        for _ in range(STEPS_AWAY):
            if novelty(genome) >= CLOSE:
                break
            genome = mutate(genome, rng)
        return _named(genome)

    def _fresh(self, games: list[GameGenome]) -> list[GameGenome]:
        """Return the games whose rules have not been scored yet, and that are no variants of known games."""
        novel = [game for game in games if novelty(game) >= CLOSE]
        fresh = {rules_key(game): game for game in reversed(novel)}  # of the same rules the first one
        return [game for key, game in reversed(fresh.items()) if key not in self.seen]

    def _scores(self, workers: Workers, games: list[GameGenome], budget: Budget, turn: int,
                told: Callable[[int, int], None] | None, admission: bool = False) -> list[Fitness]:
        tasks = [Task(game, self.config.style, self._seed(game, turn), budget, self.archive.needed(game), admission)
                 for game in games]
        return scores(workers, tasks, told)

    def _seed(self, game: GameGenome, turn: int) -> int:
        """Return the seed of a game in this run, different each time the game is scored."""
        return Random(f"{self.config.seed} {rules_key(game)} {turn}").getrandbits(48)

    def _promises(self, game: GameGenome, found: Fitness) -> bool:
        return not found.failed and found.total.mean > self.archive.needed(game)

    # -- the checkpoint ------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the checkpoint; if the process is killed meanwhile, the old one remains."""
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        put_in_place(self.folder / FILE, msgspec.json.encode(self.as_dict()))

    def _log(self, kept: list[ArchivedGame]) -> None:
        """Append the games of a generation that were kept, each a line: a better one may soon take a game's place."""
        if self.folder is None or not kept:
            return
        with (self.folder / KEPT).open("ab") as file:
            file.writelines(msgspec.json.encode(entry.as_dict()) + b"\n" for entry in kept)

    def as_dict(self) -> dict[str, Any]:
        """Return the whole run for JSON."""
        return {"version": VERSION, "config": asdict(self.config), "generations": self.generations,
                "scored": self.scored, "seen": len(self.seen), "entries": [entry.as_dict() for entry in self.archive]}


def resumed(folder: Path) -> Evolution:
    """Return a run as it was at its last checkpoint. Raise BadGenome, with the reason and place, if the file is
    damaged."""
    file = folder / FILE
    try:
        if file.stat().st_size > BYTES_MAX:
            raise BadGenome(f"{file.stat().st_size:,} bytes are too many: a checkpoint has at most {BYTES_MAX:,}")
        return _read(msgspec.json.decode(file.read_bytes()), folder)
    except OSError as error:
        raise BadGenome(f"{file}: {error.strerror}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadGenome(f"{file} is not a checkpoint of a run: {led(str(error))}") from None
    except BadGenome as error:
        raise BadGenome(f"{file}: {error}") from None


def _read(found: Any, folder: Path) -> Evolution:
    """Return the run of a checkpoint, after checking its schema."""
    if isinstance(found, dict) and found.get("version", VERSION) != VERSION:
        raise BadGenome(f"$.version: {short(found['version'])} is not {VERSION}, the one known here")
    shape = msgspec.convert(found, CheckpointFile)
    asked = found["config"]
    if set(asked["budget"]) != {part.name for part in fields(Budget)}:
        raise BadGenome("$.config.budget: these are not the parts of a budget")
    run = Evolution(Config(**{**asked, "budget": Budget(**asked["budget"])}), folder)
    run.generations, run.scored = shape.generations, shape.scored
    run.seen.read(shape.seen)
    for at, entry in enumerate(found["entries"]):
        run.archive.offer(_entry(entry, f"$.entries[{at}]"))
    return run


def _entry(found: dict[str, Any], path: str) -> ArchivedGame:
    """Return an entry of the archive: a valid game with all its measures."""
    try:
        entry = ArchivedGame.from_dict(found)
        entry.genome.game()
    except BadGenome as error:
        raise BadGenome(f"{path}.genome: {error}") from None
    names = names_for(entry.genome)
    if not entry.fitness.failed and set(entry.fitness.measures) != set(names):
        raise BadGenome(f"{path}.fitness.measures: not the measures {', '.join(names)}")
    return entry


def confirming(budget: Budget) -> Budget:
    """Return the effort for a promising game before it is kept: three times the hands, twice the search."""
    return budget.times(iterations=2, blocks=3)


def _chosen(families: list[list[ArchivedGame]], rng: Random) -> ArchivedGame:
    """Return the best of three games of one family, picked at random."""
    parents = rng.choice(families)
    return max((rng.choice(parents) for _ in range(3)), key=lambda parent: parent.fitness.sure)


def _named(genome: GameGenome) -> GameGenome:
    genome = pruned(tidied(genome), hands=PRUNING)
    return replaced(genome, name=name_of(genome), description="")
