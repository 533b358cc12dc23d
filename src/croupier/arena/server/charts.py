"""How results came about: chips won over hands by team, and what teams won from each other.

A course keeps at most POINTS_MAX points, however many hands were played: when there are more, every second one goes.
Head to head, a hand's losses are shared among its winners in proportion to what each lost and won, in whole chips: rows
and columns of a hand add up exactly, because shares are cut from running sums.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, field

POINTS_MAX = 200
TEAMS_MAX = 40
"""Teams that are followed; an open arena may see any number of names."""


class Course(Struct):
    """A running sum with its hand numbers, thinned out as it grows."""

    hands: int = 0
    sum: int = 0
    every: int = 1
    points: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])

    def add(self, net: int) -> None:
        """A hand's result."""
        self.hands += 1
        self.sum += net
        if self.hands % self.every == 0:
            self.points.append((self.hands, self.sum))
        if len(self.points) > POINTS_MAX:
            self.points = self.points[::2]
            self.every *= 2

    def as_list(self) -> list[tuple[int, int]]:
        """The points, the latest hand always among them."""
        return self.points if self.points[-1][0] == self.hands else [*self.points, (self.hands, self.sum)]


class Rivals(Struct):
    """One team against another: hands they both were dealt, chips won from it."""

    hands: int = 0
    chips: int = 0


class Courses(Struct):
    """The courses of all teams, and each team against each other."""

    teams: dict[str, Course] = {}
    pairs: dict[str, dict[str, Rivals]] = {}

    def hand(self, results: Mapping[str, int]) -> None:
        """Count a hand: chips won or lost by team."""
        for team, net in results.items():
            if team in self.teams or len(self.teams) < TEAMS_MAX:
                self.teams.setdefault(team, Course()).add(net)
        known = [team for team in results if team in self.teams]
        for one in known:
            for other in known:
                if one != other:
                    self._pair(one, other).hands += 1
        for (winner, loser), amount in flows(results).items():
            if winner in known and loser in known:
                self._pair(winner, loser).chips += amount
                self._pair(loser, winner).chips -= amount

    def _pair(self, one: str, other: str) -> Rivals:
        return self.pairs.setdefault(one, {}).setdefault(other, Rivals())

    def as_dict(self) -> dict[str, Any]:
        """For JSON: courses by team, and rows of head-to-head results."""
        return {"courses": {team: course.as_list() for team, course in self.teams.items()},
                "rivals": [{"team": one, "other": other, "hands": pair.hands, "chips": pair.chips}
                           for one, others in self.pairs.items() for other, pair in others.items()]}


def flows(results: Mapping[str, int]) -> dict[tuple[str, str], int]:
    """Chips from each loser to each winner: in proportion, whole, with exact sums; none where chips came or went."""
    won = [(team, net) for team, net in results.items() if net > 0]
    lost = [(team, -net) for team, net in results.items() if net < 0]
    total = sum(net for _, net in won)
    if total == 0 or total != sum(net for _, net in lost):
        return {}
    found: dict[tuple[str, str], int] = {}
    above = [0] * (len(won) + 1)
    paid = 0
    for loser, loss in lost:
        paid += loss
        row = _running(won, paid, total)
        for place, (winner, _) in enumerate(won):
            found[winner, loser] = row[place + 1] - row[place] - above[place + 1] + above[place]
        above = row
    return found


def _running(won: list[tuple[str, int]], paid: int, total: int) -> list[int]:
    """What the winners up to each place have got of `paid`, rounded down."""
    sums, got = [0], 0
    for _, net in won:
        got += net
        sums.append(paid * got // total)
    return sums
