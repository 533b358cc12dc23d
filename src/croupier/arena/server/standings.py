"""Who is doing how well: hands, bb/100 with its interval, matches won, places; as a table, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.journal.reader import refuse_damage
from croupier.arena.journal.store import Store
from croupier.arena.server.charts import Courses
from croupier.stats import Tally
from croupier.stats.columns import columns, without_unit


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
    removed: int = 0
    """Chips that left matches when the operator removed the team: why results may not add up to 0 (T5)."""

    @property
    def result(self) -> int:
        """Chips won and lost, with those that were taken away by a removal."""
        return self.net - self.removed

    def as_dict(self, name: str) -> dict[str, Any]:
        """For JSON."""
        return {"team": name, "matches": self.matches, "won": self.won,
                "mean_place": round(self.places / self.matches, 3) if self.matches else None,
                "hands": self.hands, "net": self.result, **({"removed": self.removed} if self.removed else {}),
                "bb_per_100": self.tally.interval(100.0, "bb/100").as_dict() if self.tally.samples else None}


class _Kept(msgspec.Struct):
    hands: int
    teams: dict[str, Team]
    courses: Courses


class Standings:
    """The results of all teams in a store's hands, whatever happened to the server or its settings meanwhile."""

    def __init__(self) -> None:
        self.teams: dict[str, Team] = {}
        self.courses = Courses()
        self.hands = 0
        """Hands of the store that were counted, including those that count for no team."""

    def count(self, record: HandDone | MatchDone, config: TableConfig) -> None:
        """Count a hand or match that has ended; void hands and practice tables count for no team."""
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
            if table.hosted.is_poker:
                row.tally.add(hand.results[seat] / (big or table.bb or 1))

    def _match(self, match: MatchDone) -> None:
        for standing in match.standings:
            row = self.teams.setdefault(standing["team"], Team())
            row.matches += 1
            row.won += standing["place"] == 1
            row.places += standing["place"]
            row.removed += standing.get("removed", 0)

    def load(self, store: Store) -> None:
        """Continue from the standings that a store holds, and count what has ended since they were written."""
        kept = store.journal.meta("standings")
        if kept is not None:
            self._load(kept)
        config_of = cache(store.queries.match_config)
        for hand in store.queries.hands_after(self.hands):
            self.count(hand, config_of(hand.match_id))
        for match in store.queries.finished_matches():
            self.count(match, config_of(match.match_id))

    def dumps(self) -> bytes:
        """Return the results as a store holds them, with the number of hands that they count."""
        return msgspec.json.encode(_Kept(self.hands, self.teams, self.courses))

    def _load(self, text: str) -> None:
        """Take over what the stored hands gave; matches are few and are counted again."""
        with refuse_damage("the standings in the store"):
            kept = msgspec.json.decode(text, type=_Kept)
        self.hands, self.teams, self.courses = kept.hands, kept.teams, kept.courses
        for team in self.teams.values():
            team.matches = team.won = team.places = team.removed = 0

    def rows(self) -> list[dict[str, Any]]:
        """Best first: matches won, then chips."""
        order = sorted(self.teams.items(), key=lambda item: (-item[1].won, -item[1].result, item[0]))
        return [team.as_dict(name) for name, team in order]

    def as_csv(self) -> str:
        """For spreadsheets; a name that a spreadsheet would run as a formula is quoted."""
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
        order = sorted(self.teams.items(), key=lambda item: (-item[1].won, -item[1].result, item[0]))
        rows = [(name, team.matches, team.won, f"{team.places / team.matches:.2f}" if team.matches else "",
                 f"{team.hands:,}", f"{team.result:+,}",
                 without_unit(team.tally.interval(100.0, "bb/100")) if team.tally.samples else "")
                for name, team in order]
        return columns(("team", "matches", "won", "place", "hands", "chips", "bb/100"), rows)


def find_standings_problems(store: Store) -> Iterator[str]:
    """Yield what is wrong with the standings in a store: its hands, counted again, must give the same."""
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
    """What hands alone decide: a team may also be there for a match in which it was dealt none."""
    rows = {name: (team.hands, team.net, team.tally) for name, team in standings.teams.items() if team.hands}
    return standings.hands, rows, standings.courses
