"""Breed games. Workers score mutated, crossed and random games, and the best games are kept.

    run = Evolution(Config(style="bluffing", seed=1), folder)
    with Hired() as workers:
        for _ in range(20):
            run.generation(workers)

Workers never wait for the slowest game of a generation. The number of children being scored is always the size of a
generation: whenever the score of a child is used, a new child is made from the games kept so far. Scores are used in
the order in which the children were made. A child's random numbers depend only on the run's seed and the child's
number, and its score depends only on the run's seed and the child's rules. So the same seed gives the same run on one
processor or many. A checkpoint contains the children that are being scored, so a run that was killed continues from it
with the same results.

Before a game that looks good enough is kept, it is scored again with a new seed and more hands, so that a game rarely
gets in by luck alone. The best of hundreds of games are still partly lucky. Each generation therefore scores the best
games again and uses the mean of all their scores.

A run may have several islands. Each island has its own archive and its share of the children. After every generation
each island sends a copy of one of its games to the next island. So good games spread slowly, and islands can develop in
different directions.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Set
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from croupier.errors import short
from croupier.games.genome.files import from_dict, path_first, put_in_place, rules_key, to_dict
from croupier.games.genome.known import known, names
from croupier.games.genome.values import BadGenome, GameGenome
from croupier.lab.breeding.archive import Archive, ArchivedGame, new_archive, usual_mode
from croupier.lab.breeding.families import BETTING, CLOSE, FAMILIES, cell, family, novelty
from croupier.lab.breeding.operators import crossover, mutate
from croupier.lab.breeding.random_games import random_genome
from croupier.lab.breeding.seen_log import SeenLog
from croupier.lab.breeding.tidy import tidied
from croupier.lab.breeding.workers import InOrder, Task, Workers, confirming
from croupier.lab.scoring.fitness import Budget, Fitness, failed, pooled, weights
from croupier.lab.scoring.gates import Refusal
from croupier.lab.scoring.measures import names_for

FILE = "run.json"
KEPT = "kept.jsonl"
"""The file of all games that were ever kept, oldest first."""
VERSION = 1
BYTES_MAX = 1 << 28
"""Largest size of a checkpoint in bytes; it would take years of evolution to reach it."""
BEST, LOOKS, AGAIN = 16, 4, 6
"""BEST is how many of an island's best games may be scored again, LOOKS how often each of them is scored at most, and
AGAIN how many are scored again in one generation.
"""
STEPS_AWAY = 8
"""The maximum number of extra changes that are made to a child as long as it is a variant of a known game."""
TRIES = 20
"""How many other children are tried if a child was made before or is a variant of a known game."""
ISLANDS_MAX = 64
SCOUTING = Budget(blocks=6, quick_hands=30, games=8, sessions=24, greedy_deals=64, hands=8, iterations=30)
"""The budget for the first score of a new game: enough to see whether the game is promising."""


@dataclass(frozen=True)
class Config:
    """The settings of a run."""

    style: str = "balanced"
    seed: int = 1
    mode: str = field(default_factory=usual_mode)
    children: int = 32
    budget: Budget = SCOUTING
    islands: int = 1

    def __post_init__(self) -> None:
        weights(self.style)
        if type(self.seed) is not int or not 0 <= self.seed < 1 << 32:
            raise BadGenome(f"a run's seed is a whole number below 2^32, not {self.seed!r}")
        if type(self.children) is not int or not 2 <= self.children <= 10_000:
            raise BadGenome(f"a generation has 2 to 10,000 children, not {self.children!r}")
        if type(self.islands) is not int or not 1 <= self.islands <= ISLANDS_MAX:
            raise BadGenome(f"there are 1 to {ISLANDS_MAX} islands, not {self.islands!r}")


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
    island: Annotated[int, Meta(ge=0)]
    looks: Annotated[int, Meta(ge=1)] = 1


class _Waiting(Struct, forbid_unknown_fields=True):
    genome: dict[str, Any]
    island: Annotated[int, Meta(ge=0)]
    looks: Annotated[int, Meta(ge=0)]
    needed: float


class _Asked(Struct, forbid_unknown_fields=True):
    style: str
    seed: int
    mode: str
    children: int
    budget: dict[str, int]
    islands: int


class CheckpointFile(Struct, forbid_unknown_fields=True):
    """The schema of a checkpoint's JSON, with which damaged files are recognised."""

    version: int
    config: _Asked
    generations: Annotated[int, Meta(ge=0)]
    scored: Annotated[int, Meta(ge=0)]
    seen: Annotated[int, Meta(ge=0)]
    """The number of lines in the file of scored rules that belong to this checkpoint."""
    children: Annotated[int, Meta(ge=0)]
    """The number of children made so far."""
    refused: dict[str, dict[str, int]]
    entries: list[_KeptGame]
    waiting: list[_Waiting]


@dataclass
class GenerationReport:
    """The results of a generation."""

    generation: int
    scored: int
    kept: int
    best: ArchivedGame | None


@dataclass(frozen=True, slots=True)
class ScoringJob:
    """A game that is being scored: a child, or a game of an archive that is scored again."""

    genome: GameGenome
    island: int
    looks: int
    """The number of times that the game had been scored before; 0 for a child."""
    needed: float
    task: str
    """The task as text, which is sent to a worker."""

    def as_dict(self) -> dict[str, Any]:
        """Return the job as values for JSON."""
        return {"genome": to_dict(self.genome), "island": self.island, "looks": self.looks, "needed": self.needed}


class Evolution:
    """A run of evolution with its archives. The run's checkpoint is one file in the run's folder."""

    def __init__(self, config: Config, folder: Path | None = None) -> None:
        self.config, self.folder = config, folder
        self.islands: list[Archive] = [new_archive(config.mode) for _ in range(config.islands)]
        self.generations = 0
        self.scored = 0
        self.children = 0
        """The number of children made so far."""
        self.refused: dict[str, Counter[str]] = {}
        """The number of children that each gate refused, by family."""
        self.waiting: deque[ScoringJob] = deque()
        self.settled: frozenset[tuple[int, int]] = frozenset()
        """The settled cells: these need no better game, so no children are made for them."""
        self.seen = SeenLog(folder)
        self._answers: InOrder | None = None

    @property
    def archive(self) -> Archive:
        """Return an archive that contains the games of all islands."""
        if len(self.islands) == 1:
            return self.islands[0]
        whole = new_archive(self.config.mode)
        for island in self.islands:
            for entry in island:
                whole.offer(entry)
        return whole

    # -- a generation --------------------------------------------------------------------------------------------------

    def generation(self, workers: Workers, told: Callable[[int, int], None] | None = None) -> GenerationReport:
        """Run one generation: use the scores of this many children, make a new child for each of them, and write the
        checkpoint.

        `told` is called with the number of scores used and the size of a generation. If `told` raises an exception, the
        run is restored to its state before the generation.
        """
        if self._answers is None or self._answers.workers is not workers:
            self._answers = InOrder(workers)
        before = self._copy()
        try:
            taken, kept = self._take_in(self._answers, told)
        except BaseException:
            self._go_back(before)
            raise
        for job in taken:
            self._answers.forget(job.task)
        self.generations += 1
        self.scored += sum(not job.looks for job in taken)
        if self.generations == 1:
            self.seen.start()
        self.seen.write()
        self.save()
        self._log(kept)
        return GenerationReport(self.generations, self.scored, len(kept), self.best)

    def _take_in(self, answers: InOrder, told: Callable[[int, int], None] | None
                 ) -> tuple[list[ScoringJob], list[ArchivedGame]]:
        """Use the scores of the waiting games in order, until a whole generation of children has been scored. After
        each child, make another.

        Return the jobs whose scores were used, and the games that were kept.
        """
        number, taken, kept = self.config.children, [], []
        for _ in range(number - sum(not job.looks for job in self.waiting)):
            self._make_child()
        for job in self.waiting:
            answers.start(job.task)
        children = 0
        while children < number and self.waiting:
            job = self.waiting.popleft()
            taken.append(job)
            found = msgspec.json.decode(answers.answer(job.task))
            if job.looks:
                self._looked(job, Fitness.from_dict(found))
                continue
            kept += self._offered(job, found)
            children += 1
            self._make_child(answers)
            if told is not None:
                told(children, number)
        self._migrate()
        self._look_again()
        return taken, kept

    def _offered(self, job: ScoringJob, found: dict[str, Any]) -> list[ArchivedGame]:
        """Offer a child to its island. Return a list with the child if it is kept. If the child is not kept, count the
        reason.
        """
        entry = ArchivedGame(from_dict(found["genome"]), Fitness.from_dict(found), self.generations)
        is_kept = self.islands[job.island].offer(entry)
        counted = self.refused.setdefault(family(entry.genome), Counter())
        counted["kept" if is_kept else entry.fitness.gate or "needed"] += 1
        return [entry] if is_kept else []

    def job(self, genome: GameGenome, island: int, looks: int, needed: float) -> ScoringJob:
        """Return a new job for scoring a game, which contains the task for the workers."""
        seed = Random(f"{self.config.seed} {rules_key(genome)} {looks}").getrandbits(48)
        budget = confirming(self.config.budget) if looks else self.config.budget
        task = Task(genome, self.config.style, seed, budget, needed, admission=not looks)
        return ScoringJob(genome, island, looks, needed, task.written())

    def _look_again(self) -> None:
        """Choose which of the best games are scored again. Games with the fewest scores come first. The score of a game
        is the mean of all its scores.
        """
        for number, island in enumerate(self.islands):
            waiting = {rules_key(job.genome) for job in self.waiting if job.looks and job.island == number}
            best = [entry for entry in list(island)[:BEST]
                    if entry.looks < LOOKS and rules_key(entry.genome) not in waiting]
            for entry in sorted(best, key=lambda entry: entry.looks)[:min(AGAIN, max(1, self.config.children // 5))]:
                self.waiting.appendleft(self.job(entry.genome, number, entry.looks, 0.0))

    def _looked(self, job: ScoringJob, found: Fitness) -> None:
        """Add another score to a game, if the game is still kept."""
        key, entries = rules_key(job.genome), list(self.islands[job.island])
        self.islands[job.island] = new_archive(self.config.mode)
        for entry in entries:
            if rules_key(entry.genome) == key:
                entry = replace(entry, fitness=pooled(entry.fitness, entry.looks, found), looks=entry.looks + 1)
            self.islands[job.island].offer(entry)

    def dismiss(self, key: str) -> None:
        """Remove the game with these rules from all islands, so that its cell is free for other games."""
        for number, island in enumerate(self.islands):
            kept = [entry for entry in island if rules_key(entry.genome) != key]
            if len(kept) < len(island):
                self.islands[number] = new_archive(self.config.mode)
                for entry in kept:
                    self.islands[number].offer(entry)

    def _migrate(self) -> None:
        """Send a copy of one game of each island to the next island."""
        if len(self.islands) == 1:
            return
        rng = Random(f"{self.config.seed} migrants {self.generations}")
        sent = [rng.choice(list(island)) if len(island) else None for island in self.islands]
        for number, entry in enumerate(sent, 1):
            if entry is not None:
                self.islands[number % len(self.islands)].offer(entry)

    def _copy(self) -> tuple[Any, ...]:
        return ([list(island) for island in self.islands], self.children, deque(self.waiting),
                {name: Counter(found) for name, found in self.refused.items()})

    def _go_back(self, before: tuple[Any, ...]) -> None:
        """Restore the state that the run had before an interrupted generation."""
        islands, self.children, self.waiting, self.refused = before
        self.islands = [new_archive(self.config.mode) for _ in islands]
        for island, entries in zip(self.islands, islands):
            for entry in entries:
                island.offer(entry)
        self.seen.forget()

    @property
    def best(self) -> ArchivedGame | None:
        """Return the best game so far."""
        return next(iter(self.archive), None)

    def evolved(self) -> list[ArchivedGame]:
        """Return the bred games in the archive, the best one first."""
        old = {rules_key(known(name)) for name in names()}
        return [entry for entry in self.archive if rules_key(entry.genome) not in old]

    def _known(self) -> list[GameGenome]:
        """Return the known games. The known games can be parents from the first generation on, but are never put into
        the archive.
        """
        return [known(name) for name in names()]

    def _make_child(self, answers: InOrder | None = None) -> None:
        """Make a new child from the games in an island's archive, add it to the waiting games, and start scoring it.

        As far as possible, every family gets the same number of children, so that a large family does not displace the
        others.
        """
        number = self.children
        self.children += 1
        rng, island = Random(f"{self.config.seed} {number}"), number % len(self.islands)
        parents = self._parents(self.islands[island])
        wanted = rng.choice(_open_families(self.settled) or FAMILIES)
        found = None
        for _ in range(TRIES):
            child = self._child(parents, wanted, rng)
            if novelty(child) < CLOSE or rules_key(child) in self.seen or cell(child) in self.settled:
                continue
            found = child
            if family(child) == wanted:
                break
        if found is None:
            return
        self.seen.add(rules_key(found))
        job = self.job(found, island, 0, self.islands[island].needed(found))
        self.waiting.append(job)
        if answers is not None:
            answers.start(job.task)

    def _parents(self, archive: Archive) -> dict[str, list[ArchivedGame]]:
        """Return the games in an archive and the known games, grouped by family."""
        nothing = failed(self.config.style, Refusal("known", "not scored"))
        found: dict[str, list[ArchivedGame]] = {}
        for entry in (*archive, *(ArchivedGame(game, nothing, 0) for game in self._known())):
            found.setdefault(family(entry.genome), []).append(entry)
        return {name: found[name] for name in sorted(found)}

    def _child(self, parents: dict[str, list[ArchivedGame]], wanted: str, rng: Random) -> GameGenome:
        """Make a child. One child in eight is random. The others are mutations of one parent or, one in five, of a
        crossover of two parents.

        The first parent is from the wanted family if that family has any games. The second parent is from any family.
        """
        if rng.random() < 0.125:
            return tidied(random_genome(rng))
        families = list(parents.values())
        genome = _chosen(parents.get(wanted) or rng.choice(families), rng).genome
        if rng.random() < 0.2:
            genome = crossover(genome, _chosen(rng.choice(families), rng).genome, rng) or genome
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            genome = mutate(genome, rng)
        for _ in range(STEPS_AWAY):
            if novelty(genome) >= CLOSE:
                break
            genome = mutate(genome, rng)
        return tidied(genome)

    # -- the checkpoint ------------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Write the checkpoint. If the process is killed meanwhile, the old checkpoint remains."""
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        put_in_place(self.folder / FILE, msgspec.json.encode(self.as_dict()))

    def _log(self, kept: list[ArchivedGame]) -> None:
        """Append a line to the log for each game kept in this generation, because better games may soon replace it."""
        if self.folder is None or not kept:
            return
        with (self.folder / KEPT).open("ab") as file:
            file.writelines(msgspec.json.encode(entry.as_dict()) + b"\n" for entry in kept)

    def as_dict(self) -> dict[str, Any]:
        """Return the whole run as values for JSON."""
        entries = [entry.as_dict() | {"island": number}
                   for number, island in enumerate(self.islands) for entry in island]
        return {"version": VERSION, "config": asdict(self.config), "generations": self.generations,
                "scored": self.scored, "seen": len(self.seen), "children": self.children,
                "refused": {name: dict(gates) for name, gates in self.refused.items()},
                "entries": entries, "waiting": [job.as_dict() for job in self.waiting]}


def resumed(folder: Path) -> Evolution:
    """Return a run as it was at its last checkpoint. If the file is damaged, raise BadGenome with the reason and the
    position.
    """
    file = folder / FILE
    try:
        if file.stat().st_size > BYTES_MAX:
            raise BadGenome(f"{file.stat().st_size:,} bytes are too many: a checkpoint has at most {BYTES_MAX:,}")
        return _read(msgspec.json.decode(file.read_bytes()), folder)
    except OSError as error:
        raise BadGenome(f"{file}: {error.strerror}") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise BadGenome(f"{file} is not a checkpoint of a run: {path_first(str(error))}") from None
    except BadGenome as error:
        raise BadGenome(f"{file}: {error}") from None


def _read(found: Any, folder: Path) -> Evolution:
    """Check a checkpoint against the schema, and return its run."""
    if isinstance(found, dict) and found.get("version", VERSION) != VERSION:
        raise BadGenome(f"$.version: {short(found['version'])} is not {VERSION}, the one known here")
    shape = msgspec.convert(found, CheckpointFile)
    asked = found["config"]
    if set(asked["budget"]) != {part.name for part in fields(Budget)}:
        raise BadGenome("$.config.budget: these are not the parts of a budget")
    run = Evolution(Config(**{**asked, "budget": Budget(**asked["budget"])}), folder)
    run.generations, run.scored, run.children = shape.generations, shape.scored, shape.children
    run.refused = {name: Counter(gates) for name, gates in shape.refused.items()}
    run.seen.read(shape.seen)
    for at, entry in enumerate(found["entries"]):
        _island(run, entry, f"$.entries[{at}]").offer(_entry(entry, f"$.entries[{at}]"))
    for at, job in enumerate(found["waiting"]):
        _island(run, job, f"$.waiting[{at}]")
        genome = _genome(job["genome"], f"$.waiting[{at}]")
        run.waiting.append(run.job(genome, job["island"], job["looks"], float(job["needed"])))
    return run


def _island(run: Evolution, found: dict[str, Any], path: str) -> Archive:
    """Return the archive of an island. An entry or a job of a checkpoint gives the number of the island. Raise
    BadGenome if there is no such island.
    """
    if found["island"] >= len(run.islands):
        raise BadGenome(f"{path}.island: there are {len(run.islands)} islands, from 0 on")
    island: int = found["island"]
    return run.islands[island]


def _genome(found: dict[str, Any], path: str) -> GameGenome:
    """Return the game of an entry of the checkpoint. Raise BadGenome if it cannot be played."""
    try:
        genome = from_dict(found)
        genome.game()
    except BadGenome as error:
        raise BadGenome(f"{path}.genome: {error}") from None
    return genome


def _entry(found: dict[str, Any], path: str) -> ArchivedGame:
    """Return an entry of an archive. Raise BadGenome unless the entry is a valid game with all its measures."""
    _genome(found["genome"], path)
    entry = ArchivedGame.from_dict(found)
    names = names_for(entry.genome)
    if not entry.fitness.failed and set(entry.fitness.measures) != set(names):
        raise BadGenome(f"{path}.fitness.measures: not the measures {', '.join(names)}")
    return entry


def _chosen(games: list[ArchivedGame], rng: Random) -> ArchivedGame:
    """Pick three games at random, and return the best of them."""
    return max((rng.choice(games) for _ in range(3)), key=lambda parent: parent.fitness.sure)


def _open_families(settled: Set[tuple[int, int]]) -> list[str]:
    """Return the families that have at least one cell in which a better game is still wanted. `settled` lists the other
    cells.
    """
    return [name for row, name in enumerate(FAMILIES)
            if any((row, column) not in settled for column in range(len(BETTING)))]
