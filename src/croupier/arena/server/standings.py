"""Who is doing how well: hands, bb/100 with its interval, matches won, places; as a table, JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from croupier.arena.inputs import HandDone, MatchDone
from croupier.arena.server.courses import Courses
from croupier.stats import Tally
from croupier.stats.columns import columns, without_unit


@dataclass
class Team:
    """One team's results."""

    tally: Tally = field(default_factory=Tally)
    """Big blinds won, hand by hand."""
    net: int = 0
    matches: int = 0
    won: int = 0
    places: int = 0

    def as_dict(self, name: str) -> dict[str, Any]:
        """For JSON."""
        return {"team": name, "matches": self.matches, "won": self.won,
                "mean_place": round(self.places / self.matches, 3) if self.matches else None,
                "hands": self.tally.samples, "net": self.net,
                "bb_per_100": self.tally.interval(100.0, "bb/100").as_dict() if self.tally.samples else None}


class _Kept(msgspec.Struct):
    hands: int
    teams: dict[str, Team]
    courses: Courses = msgspec.field(default_factory=Courses)
    since_ms: int = 0


class Standings:
    """The results of all teams since the tables opened, whatever happened to the server meanwhile."""

    def __init__(self, big_blinds: Mapping[str, int]) -> None:
        self.big_blinds = big_blinds
        self.teams: dict[str, Team] = {}
        self.courses = Courses()
        self.hands = 0
        """Hands of the store that have been looked at, those that count for nobody too."""
        self.since_ms = 0
        """Matches that ended before this do not count."""

    def hand(self, hand: HandDone, counts: bool = True) -> None:
        """Count a hand; a void one, or one of a table for practice, counts for nobody."""
        self.hands += 1
        if hand.void or not counts:
            return
        blinds = hand.public.get("blindsOrStraddles") or []
        big = max([*blinds, hand.public.get("minBet", 0), hand.public.get("smallBet", 0)])
        self.courses.hand({team: hand.results[seat] for seat, team in hand.seats.items()})
        for seat, team in hand.seats.items():
            row = self.teams.setdefault(team, Team())
            row.net += hand.results[seat]
            row.tally.add(hand.results[seat] / (big or self.big_blinds[hand.table_id] or 1))

    def match(self, match: MatchDone) -> None:
        """Count a match."""
        for standing in match.standings:
            row = self.teams.setdefault(standing["team"], Team())
            row.matches += 1
            row.won += standing["place"] == 1
            row.places += standing["place"]

    def dumps(self) -> bytes:
        """The results as a store keeps them, with the number of hands they count."""
        return msgspec.json.encode({"hands": self.hands, "since_ms": self.since_ms, "teams": self.teams,
                                    "courses": self.courses})

    def load(self, text: str) -> None:
        """Go on from what a store has kept of the hands; the matches since it began are to be counted again."""
        kept = msgspec.json.decode(text, type=_Kept)
        self.hands, self.since_ms, self.teams, self.courses = kept.hands, kept.since_ms, kept.teams, kept.courses
        for team in self.teams.values():
            team.matches = team.won = team.places = 0

    def rows(self) -> list[dict[str, Any]]:
        """Best first: matches won, then chips."""
        order = sorted(self.teams.items(), key=lambda item: (-item[1].won, -item[1].net, item[0]))
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
        order = sorted(self.teams.items(), key=lambda item: (-item[1].won, -item[1].net, item[0]))
        rows = [(name, team.matches, team.won, f"{team.places / team.matches:.2f}" if team.matches else "",
                 f"{team.tally.samples:,}", f"{team.net:+,}",
                 without_unit(team.tally.interval(100.0, "bb/100")) if team.tally.samples else "")
                for name, team in order]
        return columns(("team", "matches", "won", "place", "hands", "chips", "bb/100"), rows)
