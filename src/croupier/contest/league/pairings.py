"""Who plays whom: round robin, Swiss, and brackets with one or two lives.

    round_robin(["a", "b", "c"])                        all pairs, in rounds in which nobody plays twice
    swiss_round(points, played)                         the next round: bots of equal points that have not met
    Bracket(["a", "b", "c", "d"], lives=2)              `.next()` gives the matches that can be played now

Seeds count: in a bracket the first of the list meets the second in the final at the earliest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from croupier.contest.seeds import BadContest

Pair = tuple[str, str]


def round_robin(names: Sequence[str]) -> list[list[Pair]]:
    """Return rounds in which every bot meets every other once (the circle method)."""
    _check(names)
    circle: list[str | None] = [*names] if len(names) % 2 == 0 else [*names, None]
    rounds = []
    for _ in range(len(circle) - 1):
        pairs = zip(circle[:len(circle) // 2], reversed(circle[len(circle) // 2:]))
        rounds.append([(first, second) for first, second in pairs if first is not None and second is not None])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def swiss_round(points: Mapping[str, float], played: Sequence[Pair]) -> list[Pair]:
    """Return the next round: neighbours by points that have not met; with an odd number the last one sits out.

    A pair meets again only if no other pairing is possible.
    """
    names = sorted(points, key=lambda name: (-points[name], name))
    _check(names)
    met = {frozenset(pair) for pair in played}
    if len(names) % 2:
        rests = {name: sum(name in pair for pair in played) for name in names}
        most = max(rests.values())
        names.remove(next(name for name in reversed(names) if rests[name] == most))
    found = _paired(names, met)
    return found if found is not None else list(zip(names[::2], names[1::2]))


def _paired(names: list[str], met: set[frozenset[str]]) -> list[Pair] | None:
    """Pair the first name with the nearest one it has not met, and so on; None if that is not possible."""
    if not names:
        return []
    first, *others = names
    for other in others:
        if frozenset((first, other)) not in met:
            rest = _paired([name for name in others if name != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


@dataclass
class Bracket:
    """An elimination tournament: who loses as often as there are lives is out."""

    names: Sequence[str]
    lives: int = 1
    losses: dict[str, int] = field(init=False)
    finished: list[Pair] = field(init=False, default_factory=list)
    """Matches played: winner, loser."""

    def __post_init__(self) -> None:
        _check(self.names)
        if self.lives not in (1, 2):
            raise BadContest(f"a bracket has one or two lives, not {self.lives!r:.20}")
        self.losses = dict.fromkeys(self.names, 0)
        self._waiting: list[list[str]] = [seeded(self.names), []]
        self._next: list[list[str]] = [[], []]

    @property
    def winner(self) -> str | None:
        """Return the winner, None while there is none."""
        left = [name for name, lost in self.losses.items() if lost < self.lives]
        return left[0] if len(left) == 1 else None

    def next(self) -> list[Pair]:
        """Return the matches that can be played now: those of equal losses, or the final."""
        if self.winner is not None:
            return []
        alive = [[name for name in group if self.losses[name] == lost] for lost, group in enumerate(self._waiting)]
        pairs = [pair for group in alive for pair in zip(group[::2], group[1::2])]
        if not pairs:
            left = [name for group in alive for name in group]
            pairs = [(left[0], left[1])]
        return pairs

    def report(self, winner: str, loser: str) -> None:
        """Take the result of a match. Raise BadContest if it is not one of `next`."""
        if (winner, loser) not in self.next() and (loser, winner) not in self.next():
            raise BadContest(f"{winner} and {loser} do not meet now")
        self.finished.append((winner, loser))
        for group in self._waiting:
            for name in (winner, loser):
                if name in group:
                    group.remove(name)
        self._next[self.losses[winner]].append(winner)
        self.losses[loser] += 1
        if self.losses[loser] < self.lives:
            self._next[self.losses[loser]].append(loser)
        if not any(len(group) > 1 for group in self._waiting):
            for lost in (0, 1):
                self._waiting[lost] += self._next[lost]
                self._next[lost] = []


def seeded(names: Sequence[str]) -> list[str]:
    """Return names in the order of a bracket: the best meet as late as possible; where it is not full they sit out."""
    size = 1
    order = [0]
    while size < len(names):
        size *= 2
        order = [place for seed in order for place in (seed, size - 1 - seed)]
    rests = [names[place] for at, place in enumerate(order) if place < len(names) and order[at ^ 1] >= len(names)]
    plays = [names[place] for at, place in enumerate(order) if place < len(names) and order[at ^ 1] < len(names)]
    return plays + rests


def _check(names: Sequence[str]) -> None:
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadContest("at least two bots with different names are needed")
