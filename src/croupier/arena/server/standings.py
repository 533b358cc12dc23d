"""Results by team: hands, bb/100 with its interval, matches won, places; chips over hands; teams against each other.

Chips over hands are kept as at most POINTS_MAX points: when there are more, every second one is dropped. Head to head,
a hand's losses are shared among its winners in proportion to what each lost and won, in whole chips. Shares are cut
from running sums, so rows and columns of a hand add up exactly.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.journal.queries import readable
from croupier.arena.journal.sqlite import Store
from croupier.stats import Tally
from croupier.stats.columns import columns, without_unit

POINTS_MAX = 200
TEAMS_MAX = 40
"""Teams that are followed; an open arena may see any number of names."""
FORM = 2


class Course(msgspec.Struct):
    """A running sum with its hand numbers, thinned out as it grows."""

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
        """Return the points, the latest hand always among them."""
        return self.points if self.points[-1][0] == self.hands else [*self.points, (self.hands, self.sum)]


class Rivals(msgspec.Struct):
    """One team against another: hands they both were dealt, chips won from it."""

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
        """Return chips over hands by team, and rows of head-to-head results."""
        return {"courses": {team: course.as_list() for team, course in self.teams.items()},
                "rivals": [{"team": one, "other": other, "hands": pair.hands, "chips": pair.chips}
                           for one, others in self.pairs.items() for other, pair in others.items()]}


def flows(results: Mapping[str, int]) -> dict[tuple[str, str], int]:
    """Return the chips from each loser to each winner: in proportion, whole, with exact sums; or nothing."""
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
    """Return how much of `paid` the winners up to each place get, rounded down."""
    sums, got = [0], 0
    for _, net in won:
        got += net
        sums.append(paid * got // total)
    return sums


@dataclass
class Team:
    """One team's results."""

    tally: Tally = field(default_factory=Tally)
    """Big blinds won, hand by hand; games that have none do not count here."""
    hands: int = 0
    net: int = 0
    matches: int = 0
    won: int = 0
    places: int = 0

    def as_dict(self, name: str) -> dict[str, Any]:
        """Return a row for JSON."""
        return {"team": name, "matches": self.matches, "won": self.won,
                "mean_place": round(self.places / self.matches, 3) if self.matches else None,
                "hands": self.hands, "net": self.net,
                "bb_per_100": self.tally.interval(100.0, "bb/100").as_dict() if self.tally.samples else None}


class _Kept(msgspec.Struct):
    hands: int
    teams: dict[str, Team]
    courses: Courses = msgspec.field(default_factory=Courses)
    since_ms: int = 0
    before: int | None = None
    form: int = 1
    """1: bb/100 counted games without a big blind as well; 2: as they are counted now."""


class Standings:
    """The results of all teams since the tables opened, whatever happened to the server meanwhile."""

    def __init__(self, tables: Mapping[str, TableConfig]) -> None:
        self.tables = dict(tables)
        """All tables whose hands may come."""
        self.teams: dict[str, Team] = {}
        self.courses = Courses()
        self.hands = 0
        """Hands of the store that have been looked at, those that count for nobody too."""
        self.before: int | None = 0
        """So many of them were there before the counting began; None where an older croupier did not say."""
        self.since_ms = 0
        """Matches that ended before this do not count."""

    def begin(self, hands: int, now: int) -> None:
        """Count from now on, in a store that has this many hands already."""
        self.hands = self.before = hands
        self.since_ms = now

    def count(self, record: HandDone | MatchDone) -> None:
        """Count what has ended; at a table for practice it counts for nobody."""
        table = self.tables.get(record.table_id)
        if isinstance(record, HandDone):
            self.hands += 1
            if table is not None and not (record.void or table.practice):
                self._hand(record, table)
        elif table is not None and not table.practice:
            self._match(record)

    def _hand(self, hand: HandDone, table: TableConfig) -> None:
        blinds = hand.public.get("blindsOrStraddles") or []
        big = max([*blinds, hand.public.get("minBet", 0), hand.public.get("smallBet", 0)])
        self.courses.hand({team: hand.results[seat] for seat, team in hand.seats.items()})
        for seat, team in hand.seats.items():
            row = self.teams.setdefault(team, Team())
            row.hands += 1
            row.net += hand.results[seat]
            if table.hosted is None:
                row.tally.add(hand.results[seat] / (big or table.bb or 1))

    def _match(self, match: MatchDone) -> None:
        for standing in match.standings:
            row = self.teams.setdefault(standing["team"], Team())
            row.matches += 1
            row.won += standing["place"] == 1
            row.places += standing["place"]

    def go_on(self, store: Store) -> None:
        """Go on from what a store has kept, and count what it has since; BadArena where it keeps no standings."""
        with readable("what the store keeps of the standings"):
            self._load(store.meta("standings") or "")
        for hand in store.hands_after(self.hands):
            self.count(hand)
        for match in store.matches_since(self.since_ms):
            self.count(match)

    def dumps(self) -> bytes:
        """Return the results as the store keeps them, with the number of hands they count."""
        return msgspec.json.encode(_Kept(self.hands, self.teams, self.courses, self.since_ms, self.before, FORM))

    def _load(self, text: str) -> None:
        """Load the results of hands; matches since the counting began are to be counted again."""
        kept = msgspec.json.decode(text, type=_Kept)
        if kept.form < FORM and kept.before is not None:  # an older croupier counted otherwise: all over again
            kept = _Kept(kept.before, {}, since_ms=kept.since_ms, before=kept.before)
        self.hands, self.teams, self.courses = kept.hands, kept.teams, kept.courses
        self.since_ms, self.before = kept.since_ms, kept.before
        for team in self.teams.values():
            team.matches = team.won = team.places = 0
            team.hands = team.hands or team.tally.samples  # form 1 did not write them down apart

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows, best first: by matches won, then chips."""
        order = sorted(self.teams.items(), key=lambda item: (-item[1].won, -item[1].net, item[0]))
        return [team.as_dict(name) for name, team in order]

    def as_csv(self) -> str:
        """Return the rows as CSV; a name that a spreadsheet would run as a formula is quoted."""
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
        order = sorted(self.teams.items(), key=lambda item: (-item[1].won, -item[1].net, item[0]))
        rows = [(name, team.matches, team.won, f"{team.places / team.matches:.2f}" if team.matches else "",
                 f"{team.hands:,}", f"{team.net:+,}",
                 without_unit(team.tally.interval(100.0, "bb/100")) if team.tally.samples else "")
                for name, team in order]
        return columns(("team", "matches", "won", "place", "hands", "chips", "bb/100"), rows)


def standings_problems(store: Store) -> Iterator[str]:
    """Yield what is wrong with a store's standings; nothing if its hands, counted again, give the same."""
    try:
        with readable("what the store keeps of the standings"):
            if not _are_counted(store):
                yield "the standings are not those of the hands"
    except BadArena as error:
        yield str(error)


def _are_counted(store: Store) -> bool:
    kept = store.meta("standings")
    if kept is None:
        return True
    said, again = Standings({}), Standings(store.tables())
    if msgspec.json.decode(kept, type=_Kept).form < FORM:
        return True
    said._load(kept)
    if said.before is None:
        return True
    again.begin(said.before, said.since_ms)
    for hand in islice(store.hands_after(said.before), max(0, said.hands - said.before)):
        again.count(hand)
    return _counted(said) == _counted(again)


def _counted(standings: Standings) -> tuple[Any, ...]:
    """Return what hands alone decide; a team may also be listed for a match in which it was dealt no hand."""
    rows = {name: (team.hands, team.net, team.tally) for name, team in standings.teams.items() if team.hands}
    return standings.hands, rows, standings.courses
