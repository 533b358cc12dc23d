"""The hands of one secret at a cash table, checked: chips in and out, who played, who paid what, where the blinds went.

What is written of a hand says how every seat went into it. Stacks must be what the last hand left plus what was
bought, less what was taken away; debts must be what the rule made of them; then `croupier.table.seats.cash` is asked
again who plays, posts and pays. Intents are the players' own and are believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from croupier.arena.core.config import TableConfig
from croupier.table import seats as rule
from croupier.table.blinds import Spots
from croupier.table.forced_bets import Posts, stakes_of

Archive = dict[str, Any]


class CashBook:
    """The seats of a cash table from hand to hand."""

    def __init__(self, archive: Archive, config: TableConfig) -> None:
        opening = archive["opening"]
        self.config, self.stakes = config, stakes_of(config.game())
        self.moved = [each for each in archive["removed"] if "why" in each]
        self.closing = (archive["ended"] or {}).get("closing")
        self.seats = {row["seat"]: _seat({"intent": rule.PLAY, **row}) for row in opening["seats"]}
        bb, sb, button = (None if seat is None else seat + 1 for seat in opening["spots"])
        self.spots = self.before = Spots(bb, sb, button)
        self.posts: Posts | None = None
        self.hand_no = 0

    def begin(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """What is wrong with how a hand began."""
        self.hand_no = hand["hand_no"]
        rows = [_seat(row) for row in hand["seating"]]
        self._move_chips(hand["hand_no"] - 1)
        yield from self._came(rows)
        seating = rule.cash(rows, self.stakes, self.spots)
        dead = {number - 1: chips for number, chips in seating.dead.items()}
        seats = {seat.number - 1: seat for seat in seating.seats}
        due = {number - 1: seats[number - 1].stack + dead.get(number - 1, 0) for number in seating.active}
        if due != stacks:
            yield f"{stacks} are dealt in, not {due}"
        if seating.waits or due != stacks:
            return
        self.posts = Posts.of(self.config.game(), sorted(due), seating.spots, dead)
        if self.posts.button != hand["button"]:
            yield f"the button is on seat {hand['button']}, not on seat {self.posts.button}"
        self.rows = {row.number - 1: row for row in rows}
        self.before, self.spots = self.spots, seating.spots
        self.seats = {seat: replace(record, dealt=record.plays) for seat, record in seats.items()}

    def _came(self, rows: list[rule.Seat]) -> Iterator[str]:
        """Stacks, debts and who sat out, as the last hand and the bank left them."""
        if {row.number - 1 for row in rows} != set(self.seats):
            yield f"seats {sorted(row.number - 1 for row in rows)} are taken, not {sorted(self.seats)}"
        for row in rows:
            known = self.seats.get(row.number - 1, row)
            if row.player != known.player:
                yield f"seat {row.number - 1} is {row.player}'s, not {known.player}'s"
            if row.stack != known.stack:
                yield f"{row.player} begins with {row.stack}, not with {known.stack}"
            if row.debt != known.debt:
                yield f"{row.player} owes {row.debt}, not {known.debt}"
            if not 0 <= row.debt <= self.stakes.debt_max or (known.inactive and not row.inactive) or (
                    row.dealt and not known.dealt):
                yield f"{row.player} sits in a way that cannot be: {row}"

    def _move_chips(self, hand_no: int) -> None:
        """Apply the chips bought and taken away after a hand; a new player owes nothing (N2, N8)."""
        for each in [each for each in self.moved if each["hand_no"] == hand_no]:
            seat = each["seat"]
            if each["why"] == "buy_in":
                self.seats[seat] = rule.Seat(each["team"], seat + 1, each["chips"], inactive=True)
            elif each["why"] == "top_up":
                self.seats[seat] = replace(self.seats[seat], stack=self.seats[seat].stack + each["chips"])
            elif self.seats.pop(seat).stack != -each["chips"]:
                raise ValueError(f"{each['team']} takes {-each['chips']} chips away that it did not have")
        self.moved = [each for each in self.moved if each["hand_no"] != hand_no]

    def settle(self, results: dict[int, int], stacks: dict[int, int], void: bool) -> None:
        """A hand has ended; a void one is as if it had not been."""
        if void:
            self.spots = self.before
            self.seats = {seat: replace(self.rows[seat], inactive=known.inactive or self.rows[seat].inactive)
                          for seat, known in self.seats.items()}
            return
        for seat, stack in stacks.items():
            self.seats[seat] = replace(self.seats[seat], stack=stack + results[seat])

    def end(self) -> Iterator[str]:
        """What is wrong with the seats as the secret left them."""
        if self.closing is None:
            return
        self._move_chips(self.hand_no)
        here = {seat: known.stack for seat, known in self.seats.items()}
        said = {row["seat"]: row["stack"] for row in self.closing}
        if here != said:
            yield f"the table is said to close with {said}, has {here}"
        if self.moved:
            yield "chips moved in hands that are not here"


def _seat(row: Archive) -> rule.Seat:
    return rule.Seat(row["team"], row["seat"] + 1, row["stack"], row["intent"], row["inactive"], row["debt"],
                     row["dealt"])
