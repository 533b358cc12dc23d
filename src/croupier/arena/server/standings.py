"""Compute the results of each team: hands, bb/100 with its interval, matches won, places, the course of its chips, and
results against each other team.

The course of a team's chips has at most POINTS_MAX points: when there are more, every second one is dropped. For
results against each other team, the losers of a hand pay its winners in proportion to what each of them won, in whole
chips. Amounts are rounded so that both the payments of each loser and the gains of each winner add up exactly.
"""

from __future__ import annotations

import csv
import io
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.journal.reader import refuse_damage
from croupier.arena.journal.store import Store
from croupier.stats import Tally
from croupier.stats.columns import columns, without_unit

POINTS_MAX = 200
"""The most points of a course."""
TEAMS_MAX = 40
"""The most teams whose courses are kept, because in an open arena the number of names has no limit."""


class Course(msgspec.Struct):
    """A team's chips after each hand. As it grows, points are dropped."""

    hands: int = 0
    sum: int = 0
    every: int = 1
    points: list[tuple[int, int]] = msgspec.field(default_factory=lambda: [(0, 0)])

    def add(self, net: int) -> None:
        """Add the result of a hand."""
        self.hands += 1
        self.sum += net
        if self.hands % self.every == 0:
            self.points.append((self.hands, self.sum))
        if len(self.points) > POINTS_MAX:
            self.points = self.points[::2]
            self.every *= 2

    def as_list(self) -> list[tuple[int, int]]:
        """Return the points, which always include the latest hand."""
        points = list(self.points)
        return points if points[-1][0] == self.hands else [*points, (self.hands, self.sum)]


class Rivals(msgspec.Struct):
    """One team against another: the hands into which both were dealt, and the chips won from the other team."""

    hands: int = 0
    chips: int = 0


class Courses(msgspec.Struct):
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
        """Return chips over hands by team, and rows of head-to-head results.

        The method may run in another thread than the event loop, which may count hands meanwhile. So each value is
        copied in one step.
        """
        return {"courses": {team: course.as_list() for team, course in list(self.teams.items())},
                "rivals": [{"team": one, "other": other, "hands": pair.hands, "chips": pair.chips}
                           for one, others in list(self.pairs.items()) for other, pair in list(others.items())]}


def flows(results: Mapping[str, int]) -> dict[tuple[str, str], int]:
    """Return the chips that each loser paid to each winner, in proportion, in whole chips and with exact sums. Return
    nothing if nobody won, or if gains and losses differ.
    """
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
    """Return, for each place, how much of `paid` the winners up to that place get in total, rounded down."""
    sums, got = [0], 0
    for _, net in won:
        got += net
        sums.append(paid * got // total)
    return sums


@dataclass
class Team:
    """One team's results."""

    tally: Tally = field(default_factory=Tally)
    """The big blinds won in each hand. Games without big blinds are left out."""
    hands: int = 0
    net: int = 0
    matches: int = 0
    won: int = 0
    places: int = 0
    removed: int = 0
    """The chips that left matches when the operator removed the team. Because of them the results may not add up to 0
    (T5).
    """

    @property
    def result(self) -> int:
        """Return the chips won and lost, including those taken away by a removal."""
        return self.net - self.removed

    def as_dict(self, name: str) -> dict[str, Any]:
        """Return a row for JSON."""
        return {"team": name, "matches": self.matches, "won": self.won,
                "mean_place": round(self.places / self.matches, 3) if self.matches else None,
                "hands": self.hands, "net": self.result, **({"removed": self.removed} if self.removed else {}),
                "bb_per_100": self.tally.interval(100.0, "bb/100").as_dict() if self.tally.samples else None}


class _Kept(msgspec.Struct):
    hands: int
    teams: dict[str, Team]
    courses: Courses


class Standings:
    """The results of all teams in a store's hands, independent of restarts and of changes to the settings."""

    def __init__(self) -> None:
        self.teams: dict[str, Team] = {}
        self.courses = Courses()
        self.hands = 0
        """The number of the store's hands that were counted, including hands that count for no team."""
        self._held: deque[tuple[int, HandDone | MatchDone, TableConfig]] = deque()
        """The records that are not public yet, each with the time from which it is."""

    def add(self, record: HandDone | MatchDone, config: TableConfig) -> None:
        """Add a record, to be counted once it is public (`settle`). Records are counted in the store's order."""
        self._held.append((record.ended_ms + 1000 * config.spectator_delay, record, config))

    def settle(self, now: int | None = None) -> Iterator[HandDone | MatchDone]:
        """Count and yield the records that are public by now, or all of them."""
        while self._held and (now is None or self._held[0][0] <= now):
            _, record, config = self._held.popleft()
            self.count(record, config)
            yield record

    def count(self, record: HandDone | MatchDone, config: TableConfig) -> None:
        """Count a hand or match that has ended. Void hands and practice tables count for no team."""
        if isinstance(record, HandDone):
            self.hands += 1
            if not (record.void or config.practice):
                self._hand(record, config)
        elif not config.practice:
            self._match(record)

    def _hand(self, hand: HandDone, table: TableConfig) -> None:
        blinds = hand.public.get("blindsOrStraddles") or []
        big = max([*blinds, hand.public.get("minBet", 0), hand.public.get("smallBet", 0)])
        self.courses.hand({team: hand.results[seat] for seat, team in hand.seats.items()})
        for seat, team in hand.seats.items():
            row = self.teams.setdefault(team, Team())
            row.hands += 1
            row.net += hand.results[seat]
            if table.hosted.is_poker:  # other games have no big blind in which results could be counted
                row.tally.add(hand.results[seat] / (big or table.bb or 1))

    def _match(self, match: MatchDone) -> None:
        for standing in match.standings:
            row = self.teams.setdefault(standing["team"], Team())
            row.matches += 1
            row.won += standing["place"] == 1
            row.places += standing["place"]
            if "net" not in standing:  # not in a match of fixed length, where every hand begins with fresh chips
                row.removed += standing.get("removed", 0)

    def load(self, store: Store, now: int | None = None) -> None:
        """Continue from the standings that a store holds, and count what has ended since they were written.

        Records that are not public by `now` are counted later by `settle`.
        """
        kept = store.journal.meta("standings")
        if kept is not None:
            self._load(kept)
        config_of = cache(store.queries.match_config)
        for hand in store.queries.hands_after(self.hands):
            self.add(hand, config_of(hand.match_id))
            deque(self.settle(now), maxlen=0)
        for match in store.queries.finished_matches():
            self.add(match, config_of(match.match_id))
        deque(self.settle(now), maxlen=0)

    def dumps(self) -> bytes:
        """Return the results as a store holds them, with the number of hands that they count."""
        return msgspec.json.encode(_Kept(self.hands, self.teams, self.courses))

    def _load(self, text: str) -> None:
        """Load the stored results of hands.

        The results of matches are not loaded: there are few matches, and the caller counts them all again.
        """
        with refuse_damage("the standings in the store"):
            kept = msgspec.json.decode(text, type=_Kept)
        self.hands, self.teams, self.courses = kept.hands, kept.teams, kept.courses
        for team in self.teams.values():
            team.matches = team.won = team.places = team.removed = 0

    def rows(self, most: int | None = None) -> list[dict[str, Any]]:
        """Return the rows of all teams, or of the best, ordered by matches won and then by chips.

        `rows` may run in another thread.
        """
        return [team.as_dict(name) for name, team in self._best_first()[:most]]

    def _best_first(self) -> list[tuple[str, Team]]:
        teams = list(self.teams.items())  # copy in one step, because the event loop may count hands meanwhile
        return sorted(teams, key=lambda item: (-item[1].won, -item[1].result, item[0]))

    def as_csv(self) -> str:
        """Return the rows as CSV. A name that a spreadsheet would run as a formula is quoted."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["team", "matches", "won", "mean_place", "hands", "net", "bb_per_100", "margin"])
        for row in self.rows():
            rate = row["bb_per_100"] or {}
            name = "'" + row["team"] if row["team"][:1] in "=+-@" else row["team"]
            writer.writerow([name, row["matches"], row["won"], row["mean_place"], row["hands"], row["net"],
                             rate.get("mean"), rate.get("margin")])
        return out.getvalue()

    def __str__(self) -> str:
        rows = [(name, team.matches, team.won, f"{team.places / team.matches:.2f}" if team.matches else "",
                 f"{team.hands:,}", f"{team.result:+,}",
                 without_unit(team.tally.interval(100.0, "bb/100")) if team.tally.samples else "")
                for name, team in self._best_first()]
        return columns(("team", "matches", "won", "place", "hands", "chips", "bb/100"), rows)


def find_standings_problems(store: Store) -> Iterator[str]:
    """Yield the problems of the standings in a store: counting its hands again must give the same standings."""
    kept = store.journal.meta("standings")
    if kept is None:
        return
    said, again = Standings(), Standings()
    config_of = cache(store.queries.match_config)
    try:
        said._load(kept)
        for hand in islice(store.queries.hands_after(0), said.hands):
            again.count(hand, config_of(hand.match_id))
    except BadArena as error:
        yield str(error)
    else:
        if _counted(said) != _counted(again):
            yield "the standings are not those of the hands"


def _counted(standings: Standings) -> tuple[Any, ...]:
    """Return the part of the standings that depends on hands alone, since a team may be listed for a match without a
    hand.
    """
    rows = {name: (team.hands, team.net, team.tally) for name, team in standings.teams.items() if team.hands}
    return standings.hands, rows, standings.courses
