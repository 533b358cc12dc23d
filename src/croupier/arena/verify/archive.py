"""Check what a match's archive says besides the play: names, numbers and times, which must agree everywhere."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.core.match_key import hand_id
from croupier.arena.core.tables.record import when

Archive = dict[str, Any]


class Facts:
    """The names, numbers and times of one match."""

    def __init__(self, archive: Archive, config: TableConfig) -> None:
        self.archive, self.config = archive, config
        self.teams: dict[int, str] = {}
        """The team of each seat of a match."""
        self.now, self.number = int(archive["begun_ms"]), 0

    def check_hand(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """Yield what contradicts itself in a hand."""
        done = msgspec.convert({"receipt": None, **hand, "public": {}, "whole": {}}, HandDone, str_keys=True)
        yield from self._check_names(hand)
        if set(done.seats) != set(stacks) or set(done.results) != set(stacks):
            yield f"seats {sorted(done.seats)} are named, {sorted(stacks)} dealt in"
        yield from self._check_teams(done)
        number = int(done.hand_id.rpartition("-")[2])
        if done.hand_id != hand_id(done.begun_ms, number) or number <= self.number:
            yield f"hand {done.hand_id} cannot have begun then, or after the one before"
        if not self.now <= done.begun_ms <= done.ended_ms:
            yield f"its times are {done.begun_ms} to {done.ended_ms}, after {self.now}"
        self.now, self.number = done.ended_ms, number

    def _check_names(self, claim: Archive) -> Iterator[str]:
        for name in ("table_id", "match_id"):
            if claim[name] != self.archive[name]:
                yield f"{name} is {claim[name]}, not {self.archive[name]}"

    def _check_teams(self, hand: HandDone) -> Iterator[str]:
        if self.config.is_cash:  # seats change hands; `verify.cash` follows them
            known = {row["seat"]: row["team"] for row in hand.seating}
        else:
            known = self.teams = {**hand.seats, **self.teams}
            if hand.seating:
                yield "a match has no seating"
        for seat, team in hand.seats.items():
            if known.get(seat) != team:
                yield f"seat {seat} belongs to {known.get(seat)}, not to {team}"

    def about(self, hand: Archive) -> dict[str, Any]:
        """Return the table and time that a record must have."""
        return {"table": hand["table_id"], "seat_count": self.config.seats, **when(hand["begun_ms"] // 1000)}

    def check_record(self, hand: Archive, stacks: dict[int, int], dead: dict[int, int]) -> Iterator[str]:
        """Compare seats, teams and chips of a record whose hidden cards cannot be dealt again."""
        record = hand["record"]
        order = sorted(stacks, key=lambda seat: (seat <= hand["button"], seat))
        due = {"seats": [seat + 1 for seat in order], "players": [hand["seats"][str(seat)] for seat in order],
               "startingStacks": [stacks[seat] - dead[seat] for seat in order], "hand": hand["hand_id"]}
        if "finishingStacks" in record and not hand["void"]:
            due["finishingStacks"] = [stacks[seat] + hand["results"][str(seat)] for seat in order]
        for name, value in due.items():
            if record.get(name) != value:
                yield f"{name} is {record.get(name)}, not {value}"

    def check_end(self) -> Iterator[str]:
        """Yield what contradicts itself at the end of the match."""
        ended = msgspec.convert(self.archive["ended"], MatchDone)
        yield from self._check_names(self.archive["ended"])
        if ended.ended_ms < self.now:
            yield f"it ends at {ended.ended_ms}, before {self.now}"
        if ended.revealed != (self.config.reveals == "match"):
            yield "whether the secret is published contradicts the table's settings"


def dump_json(value: Any) -> str:
    """Return a value as text that can be compared."""
    return json.dumps(value, sort_keys=True)
