"""Play runs of the sting with bots and fixed lines, and count the results for the study (`study.py`).

Every run has a seed of its own, derived from the study's seed, the player's label and the run's number. So results are
the same on one process or several.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import chain
from random import Random
from typing import Any

from croupier.bots.mcts import Choice
from croupier.bots.rollouts import Rollouts
from croupier.bots.sting import Searcher
from croupier.contest.seeds import derived
from croupier.games.api import Action
from croupier.games.sting.cards import PLAYER
from croupier.games.sting.game import Sting
from croupier.games.sting.rules import Rules
from croupier.stats import Interval, mean_of
from croupier.workers import begin_work


@dataclass(frozen=True)
class FixedLine:
    """A fixed line of play: which cards it plays, in which rounds (bit 0 is round 1), how many in each round, and when
    it folds.
    """

    cards: str
    rounds: int
    plays: int
    limit: int | None

    def __str__(self) -> str:
        if not self.rounds:
            return "always check"
        chosen = "+".join(str(number + 1) for number in range(3) if self.rounds >> number & 1)
        where = "" if self.rounds == 7 else f" in round {chosen}"
        often = "" if self.plays >= 3 else f", {self.plays} a round"
        fold = ", never fold" if self.limit is None else f", fold above {self.limit}"
        return f"always raise ({self.cards} card{often}){where}{fold}"


@dataclass(frozen=True)
class Mind:
    """A Player who looks ahead, either one step with a number of guesses, or with a tree search. `never` is a kind of
    action that the Player avoids.
    """

    looks: int = 0
    iterations: int = 0
    never: str = ""

    def __str__(self) -> str:
        name = f"look-ahead, {self.looks} guesses" if self.looks else f"tree search, {self.iterations} iterations"
        return name + (f", never {self.never.lower()}s" if self.never else "")


class Forgoing(Rollouts):
    """A bot that looks ahead, records its decisions, and avoids one kind of action if another is legal."""

    def __init__(self, looks: int, never: str = "") -> None:
        super().__init__(looks)
        self.never = never
        self.diary: list[list[Choice]] = []

    def act(self, view: Any) -> Action:
        """Return the best action that is not of the kind that the bot avoids."""
        menu = [action for action in view.legal if action.kind != self.never] or list(view.legal)
        if self.never == "CHECK" and not view.legal.cards:
            menu = [action for action in view.legal if action.kind != "FOLD"] or menu
        found = self.choices(view, menu)
        self.diary.append(found)
        return found[0].action


@dataclass
class Turn:
    """One decision of the Player: the situation, the action, and how much better the action is than the next best one
    and than a fold.
    """

    round_no: int
    place: str
    kind: str
    gap: float
    over_fold: float


@dataclass
class Played:
    """The results of some runs."""

    won: list[int] = field(default_factory=list)
    ends: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    turns: list[Turn] = field(default_factory=list)
    held: Counter[str] = field(default_factory=Counter)
    """The number of betting rounds by the role that got the initiative, and the number of raises that a holder of the
    initiative made in an extra turn.
    """

    @property
    def mean(self) -> Interval:
        """Return the mean profit of a run."""
        return mean_of(self.won)

    def __iadd__(self, other: Played) -> Played:
        self.won += other.won
        self.ends += other.ends
        self.outcomes += other.outcomes
        self.turns += other.turns
        self.held += other.held
        return self


class StudySetting:
    """The settings of a study: the deck, the seed and the number of processes."""

    def __init__(self, rules: Rules, seed: int, jobs: int = 1) -> None:
        self.rules, self.seed, self.jobs = rules, seed, jobs
        self.pool = ProcessPoolExecutor(jobs, initializer=begin_work) if jobs > 1 else None

    def line(self, line: FixedLine, runs: int, label: str = "") -> list[int]:
        """Return the winnings of a fixed line."""
        playout = Sting(self.rules).playout()
        playout.set_line(PLAYER, line.cards, line.rounds, line.plays, line.limit)
        return playout.runs(runs, derived(self.seed, "line", label) >> 1)

    def mind(self, mind: Mind, runs: int, rules: Rules | None = None) -> Played:
        """Play runs of a Player who looks ahead against the house."""
        seeds = [derived(self.seed, str(mind), number) for number in range(runs)]
        tasks = [(rules or self.rules, mind, seeds[at:at + 5]) for at in range(0, runs, 5)]
        parts: Iterable[Played] = self.pool.map(_play_runs, tasks) if self.pool else map(_play_runs, tasks)
        total = Played()
        for part in parts:
            total += part
        return total

    def close(self) -> None:
        """End the worker processes."""
        if self.pool:
            self.pool.shutdown()


def _play_runs(task: tuple[Rules, Mind, list[int]]) -> Played:
    """Play a few runs. Worker processes call this function."""
    rules, mind, seeds = task
    total, game = Played(), Sting(rules)
    for seed in seeds:
        total += one_run(game, mind, seed)
    return total


def one_run(game: Sting, mind: Mind, seed: int) -> Played:
    """Play one run of a Player who looks ahead against the house, and record his decisions."""
    run = game.start(seed=seed)
    bot = Forgoing(mind.looks, mind.never) if mind.looks else Searcher(mind.iterations)
    bot.rng = Random(seed)
    played = Played()
    while not run.is_over:
        house = run.house_move()
        action = bot.act(run.observe(PLAYER)) if house is None else house
        if house is None:
            place = "decision" if run.state == "decision" else "extra turn" if run.holder == PLAYER else "betting"
            found = bot.diary[-1] if isinstance(bot, Forgoing) else []
            played.turns.append(_turn(run.round_no, place, action, found))
        elif run.holder == run.actor and action.kind == "RAISE":
            played.held["extra raises of the house"] += 1
        if action.kind == "RAISE" and run.holder is None:
            played.held[f"initiative {run.actor}"] += 1
        run.apply(action)
    played.won, played.ends[run.end] = [run.payoffs[PLAYER]], 1
    played.outcomes.update(outcome.reason for outcome in run.outcomes)
    return played


def _turn(round_no: int, place: str, action: Action, found: list[Choice]) -> Turn:
    """Return the record of a decision."""
    folds = [choice.mean for choice in found if choice.action.kind == "FOLD"]
    stays = [choice.mean for choice in found if choice.action.kind != "FOLD"]
    gap = found[0].mean - found[1].mean if len(found) > 1 else 0.0
    over_fold = max(stays) - folds[0] if folds and stays else 0.0
    return Turn(round_no, place, action.kind, gap, over_fold)


def grid(limits: Iterable[int | None] = (None, 0, 10, 20, 30, 40)) -> list[FixedLine]:
    """Return every fixed line of the study: the one that always checks, and all that always raise."""
    raising = [FixedLine(cards, rounds, plays, limit) for cards in ("any", "best", "fit") for rounds in range(1, 8)
               for plays in (1, 2, 3) for limit in limits]
    return list(chain([FixedLine("any", 0, 0, None)], raising))
