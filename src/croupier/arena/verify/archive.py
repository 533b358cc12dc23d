"""What a match's archive says besides the play: names, numbers and times, which must say the same everywhere."""

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
        """Whose each seat of a match is."""
        self.now, self.number = int(archive["begun_ms"]), 0

    def of(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """What cannot be so at a hand."""
        done = msgspec.convert({"receipt": None, **hand, "public": {}, "whole": {}}, HandDone, str_keys=True)
        yield from self._same(hand)
        if set(done.seats) != set(stacks) or set(done.results) != set(stacks):
            yield f"seats {sorted(done.seats)} are named, {sorted(stacks)} dealt in"
        yield from self._whose(done)
        number = int(done.hand_id.rpartition("-")[2])
        if done.hand_id != hand_id(done.begun_ms, number) or number <= self.number:
            yield f"hand {done.hand_id} cannot have begun then, or after the one before"
        if not self.now <= done.begun_ms <= done.ended_ms:
            yield f"it is said to last from {done.begun_ms} to {done.ended_ms}, after {self.now}"
        self.now, self.number = done.ended_ms, number

    def _same(self, claim: Archive) -> Iterator[str]:
        for name in ("table_id", "match_id"):
            if claim[name] != self.archive[name]:
                yield f"{name} is {claim[name]}, not {self.archive[name]}"

    def _whose(self, hand: HandDone) -> Iterator[str]:
        if self.config.is_cash:  # where seats change hands; `cashcheck` follows them
            known = {row["seat"]: row["team"] for row in hand.seating}
        else:
            known = self.teams = {**hand.seats, **self.teams}
            if hand.seating:
                yield "a match has no seating"
        for seat, team in hand.seats.items():
            if known.get(seat) != team:
                yield f"seat {seat} is {known.get(seat)}'s, not {team}'s"

    def about(self, hand: Archive) -> dict[str, Any]:
        """What a record says of where and when."""
        return {"table": hand["table_id"], "seat_count": self.config.seats, **when(hand["begun_ms"] // 1000)}

    def told(self, hand: Archive, stacks: dict[int, int], dead: dict[int, int]) -> Iterator[str]:
        """Where cards are hidden and cannot be dealt again: whether the record names the same seats, teams, chips."""
        record = hand["record"]
        order = sorted(stacks, key=lambda seat: (seat <= hand["button"], seat))
        due = {"seats": [seat + 1 for seat in order], "players": [hand["seats"][str(seat)] for seat in order],
               "startingStacks": [stacks[seat] - dead[seat] for seat in order], "hand": hand["hand_id"]}
        if "finishingStacks" in record and not hand["void"]:
            due["finishingStacks"] = [stacks[seat] + hand["results"][str(seat)] for seat in order]
        for name, value in due.items():
            if record.get(name) != value:
                yield f"{name} is {record.get(name)}, not {value}"

    def end(self) -> Iterator[str]:
        """What cannot be so at the end."""
        ended = msgspec.convert(self.archive["ended"], MatchDone)
        yield from self._same(self.archive["ended"])
        if ended.ended_ms < self.now:
            yield f"it is said to end at {ended.ended_ms}, before {self.now}"
        if ended.revealed != (self.config.reveals == "match"):
            yield "the secret is published against what the table says"


def json_of(value: Any) -> str:
    """A value as text that can be compared."""
    return json.dumps(value, sort_keys=True)
