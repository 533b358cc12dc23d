"""Study what the sting is worth as a game, by answering the game's own playtest questions with figures.

The study has three parts. First, a grid of fixed lines is played: one always checks, and the others raise with every
combination of cards, rounds and fold limits. The best lines are played again with new seeds. Second, Players who look
ahead play, with several strengths. Third, the best of these plays without one kind of action (never folding, never
checking) and with changed rules (no initiative, another order, fewer rounds). All of them play runs against the house
(I7). The result is the cash won in a run, with its 95 % interval.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any

from croupier.contest.seeds import checked_seed, whole
from croupier.contest.sting.lines import FixedLine, Mind, Played, StudySetting, Turn, grid
from croupier.games.sting.cards import CUSTOMER, NARC, PLAYER, ROLES
from croupier.games.sting.rules import Mix, Rules
from croupier.stats import Interval, mean_of

Progress = Callable[[int, int], object]
LINE_RUNS = 2000
"""The number of runs of each line of the grid. The best lines are played again."""
FRESH_RUNS = 40_000
"""The number of runs with new seeds for each of the best lines."""
FINALISTS = 6
"""The number of lines that are played again."""
LOOKS = (10, 40, 160)
"""The numbers of guesses of the Players who look one step ahead."""
ITERATIONS = (100, 400)
"""The numbers of iterations of the Players who search a tree."""
STRONGEST = Mind(looks=LOOKS[-1])


@dataclass
class Study:
    """The results of a study. Figures with an `interval` are cash per run."""

    deck: str
    seed: int
    runs: int
    hands: int
    lines: list[tuple[str, Interval]] = field(default_factory=list)
    tried: int = 0
    minds: list[tuple[str, Interval, Played]] = field(default_factory=list)
    forgoing: list[tuple[str, Interval]] = field(default_factory=list)
    changed: list[tuple[str, Interval]] = field(default_factory=list)

    @property
    def best_line(self) -> tuple[str, Interval]:
        """Return the fixed line that won most with the new seeds."""
        return max(self.lines, key=lambda row: row[1].mean)

    @property
    def strongest(self) -> tuple[str, Interval, Played]:
        """Return the results of the strongest look-ahead without restrictions. Which player counts as the strongest was
        fixed before the study.
        """
        return next(row for row in self.minds if row[0] == str(STRONGEST))

    @property
    def gain(self) -> Interval:
        """Return by how many percent the strongest look-ahead beats the best line."""
        return gain_of(self.strongest[1], self.best_line[1])

    def as_dict(self) -> dict[str, Any]:
        """Return values for JSON."""
        rows = {"lines": self.lines, "forgoing": self.forgoing, "changed": self.changed,
                "minds": [(name, mean) for name, mean, _ in self.minds]}
        told = {name: [{"name": label, **mean.as_dict()} for label, mean in found] for name, found in rows.items()}
        return {"deck": self.deck, "seed": self.seed, "runs": self.runs, "hands": self.hands, "tried": self.tried,
                **told, "gain_percent": self.gain.as_dict(), "actions": actions_by_round(self.strongest[2].turns),
                "stakes": stakes_by_round(self.strongest[2].turns), "folds": folds_right(self.strongest[2].turns),
                "initiative": holders(self.strongest[2].held), "ends": dict(self.strongest[2].ends)}


def gain_of(ours: Interval, theirs: Interval) -> Interval:
    """Return the difference between two means in percent of the second, with the interval for a difference of
    independent means.
    """
    margin = hypot(ours.margin, theirs.margin)
    scale = 100 / max(theirs.mean, 1e-9)
    return Interval((ours.mean - theirs.mean) * scale, margin * scale, ours.samples, "%")


def study(rules: Rules, runs: int = 100, seed: int | None = 1, jobs: int = 1,
          progress: Progress | None = None) -> Study:
    """Play the whole study with this many runs for each Player who looks ahead. Raise BadContest for impossible
    settings.
    """
    whole("runs", runs, 2, 1_000_000)
    whole("jobs", jobs, 1, 64)
    table = StudySetting(rules, checked_seed(seed), jobs)
    found = Study(rules.name, table.seed, runs, rules.hands)
    steps: list[Callable[[], None]] = [lambda: play_lines(found, table)]
    minds = [Mind(looks=looks) for looks in LOOKS] + [Mind(iterations=number) for number in ITERATIONS]
    steps += [lambda mind=mind: play_mind(found, table, mind) for mind in minds]  # type: ignore[misc]
    steps += [lambda: forgo(found, table, "FOLD"), lambda: forgo(found, table, "CHECK")]
    steps += [lambda name=name, other=other: change(found, table, name, other)  # type: ignore[misc]
              for name, other in changes(rules)]
    try:
        for number, step in enumerate(steps):
            step()
            if progress is not None:
                progress(number + 1, len(steps))
    finally:
        table.close()
    return found


def play_lines(found: Study, table: StudySetting) -> None:
    """Play the grid, and its best lines again with new seeds, and store the results. Also play the simplest line of
    each family for comparison.
    """
    lines = grid()
    found.tried = len(lines)
    means = {line: sum(table.line(line, LINE_RUNS)) for line in lines}
    best = sorted(lines, key=lambda line: -means[line])[:FINALISTS]
    plain = [FixedLine("any", 0, 0, None), FixedLine("any", 7, 3, None), FixedLine("best", 7, 3, None),
             FixedLine("fit", 7, 3, None), FixedLine("fit", 7, 3, 20)]
    for line in dict.fromkeys([*plain, *best]):
        found.lines.append((str(line), mean_of(table.line(line, FRESH_RUNS, "fresh"))))


def play_mind(found: Study, table: StudySetting, mind: Mind) -> None:
    """Play a Player who looks ahead, with the strength that `mind` sets, and store the results."""
    played = table.mind(mind, found.runs)
    found.minds.append((str(mind), played.mean, played))


def forgo(found: Study, table: StudySetting, never: str) -> None:
    """Play the strongest look-ahead without one kind of action, and store the results."""
    mind = replace(STRONGEST, never=never)
    found.forgoing.append((str(mind), table.mind(mind, found.runs).mean))


def change(found: Study, table: StudySetting, name: str, rules: Rules) -> None:
    """Play the strongest look-ahead with other rules, and store the results."""
    found.changed.append((name, table.mind(STRONGEST, found.runs, rules).mean))


def changes(rules: Rules) -> list[tuple[str, Rules]]:
    """Return several variants of the rules with one change each, to measure what the initiative, the order and the
    number of rounds are worth to the Player.
    """
    return [("no initiative: one pass a round", replace(rules, respond="nobody")),
            ("everyone answers each raise", replace(rules, respond="everyone")),
            ("the Player goes first", replace(rules, order=(PLAYER, NARC, CUSTOMER))),
            *((f"{rounds} round{'s' if rounds > 1 else ''}", with_rounds(rules, rounds)) for rounds in (1, 2)),
            ("one hand instead of a run", replace(rules, hands=1))]


def with_rounds(rules: Rules, rounds: int) -> Rules:
    """Return the rules with fewer rounds. The house plays as in the last rounds of the full game."""
    mixes = {role: Mix(mix.raises[-rounds:], mix.folds[-rounds:], mix.nervous_above, mix.nervous_raises[-rounds:],
                       mix.nervous_folds[-rounds:]) for role, mix in rules.house.items()}
    return replace(rules, rounds=rounds, house=mixes)


# -- what the Player did -----------------------------------------------------------------------------------------------

def actions_by_round(turns: Sequence[Turn]) -> dict[str, dict[str, float]]:
    """Return in percent how often each action was taken, by round and state."""
    counts: dict[str, Counter[str]] = {}
    for turn in turns:
        counts.setdefault(f"round {turn.round_no}, {turn.place}", Counter())[turn.kind] += 1
    return {place: {kind: round(100 * count / seen.total(), 1) for kind, count in sorted(seen.items())}
            | {"turns": seen.total()} for place, seen in sorted(counts.items())}


def stakes_by_round(turns: Sequence[Turn]) -> dict[str, dict[str, float | int | None]]:
    """Return for each round how much better the best action is than the next best."""
    rounds = sorted({turn.round_no for turn in turns})
    return {f"round {number}": mean_of([turn.gap for turn in turns if turn.round_no == number]).as_dict()
            for number in rounds}


def folds_right(turns: Sequence[Turn]) -> dict[str, dict[str, float]]:
    """Return how often folding was the best action, and how much it saved in these cases."""
    found: dict[str, dict[str, float]] = {}
    for place in ("betting", "decision"):
        for number in sorted({turn.round_no for turn in turns}):
            here = [turn for turn in turns if turn.round_no == number and (turn.place == "decision")
                    == (place == "decision")]
            right = [-turn.over_fold for turn in here if turn.kind == "FOLD"]
            if here:
                found[f"round {number}, {place}"] = {
                    "percent": round(100 * len(right) / len(here), 1),
                    "saved": round(sum(right) / len(right), 1) if right else 0.0}
    return found


def holders(held: Counter[str]) -> dict[str, int]:
    """Return in how many betting rounds each role got the initiative."""
    return {role: held[f"initiative {seat}"] for seat, role in enumerate(ROLES)}
