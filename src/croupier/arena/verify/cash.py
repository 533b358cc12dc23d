"""Check the hands of one secret at a cash table: chips in and out, who played, who paid what, where the blinds moved.

A stored hand says how every seat was when it began. Stacks must be what the last hand left plus what was bought, less
what was taken away; debts must follow from the rule; then `croupier.table.seats.cash` decides again who plays, posts
and pays. Intents are the players' own choice and are believed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.arena.core.config import TableConfig
from croupier.table import seats as rule
from croupier.table.blinds import Spots
from croupier.table.forced_bets import Posts, stakes_of

if TYPE_CHECKING:
    from croupier.arena.verify.match import Archive


class CashBook:
    """The seats of a cash table from hand to hand."""

    def __init__(self, archive: Archive, config: TableConfig) -> None:
        opening = archive["opening"]
        self.config, self.stakes = config, stakes_of(config.game())
        self.moved = [each for each in archive["removed"] if "why" in each]
        self.closing = (archive["ended"] or {}).get("closing")
        self.seats = {row["seat"]: _make_seat({"intent": rule.PLAY, **row}) for row in opening["seats"]}
        bb, sb, button = (None if seat is None else seat + 1 for seat in opening["spots"])
        self.spots = self.before = Spots(bb, sb, button)
        self.posts: Posts | None = None
        self.hand_no = 0

    def begin(self, hand: Archive, stacks: dict[int, int]) -> Iterator[str]:
        """Yield what is wrong with the beginning of a hand."""
        self.hand_no = hand["hand_no"]
        rows = [_make_seat(row) for row in hand["seating"]]
        self._move_chips(hand["hand_no"] - 1)
        yield from self._check_seats(rows)
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

    def _check_seats(self, rows: list[rule.SeatedPlayer]) -> Iterator[str]:
        """Compare stacks, debts and who sat out with what the last hand and the purchases left."""
        if {row.number - 1 for row in rows} != set(self.seats):
            yield f"seats {sorted(row.number - 1 for row in rows)} are taken, not {sorted(self.seats)}"
        for row in rows:
            known = self.seats.get(row.number - 1, row)
            if row.player != known.player:
                yield f"seat {row.number - 1} belongs to {known.player}, not to {row.player}"
            if row.stack != known.stack:
                yield f"{row.player} begins with {row.stack}, not with {known.stack}"
            if row.debt != known.debt:
                yield f"{row.player} owes {row.debt}, not {known.debt}"
            if not 0 <= row.debt <= self.stakes.debt_max or (known.inactive and not row.inactive) or (
                    row.dealt and not known.dealt):
                yield f"{row.player} sits in an impossible way: {row}"

    def _move_chips(self, hand_no: int) -> None:
        """Apply the chips bought and taken away after a hand; a new player has no debt (N2, N8)."""
        for each in [each for each in self.moved if each["hand_no"] == hand_no]:
            seat = each["seat"]
            if each["why"] == "buy_in":
                self.seats[seat] = rule.SeatedPlayer(each["team"], seat + 1, each["chips"], inactive=True)
            elif each["why"] == "top_up":
                self.seats[seat] = replace(self.seats[seat], stack=self.seats[seat].stack + each["chips"])
            elif self.seats.pop(seat).stack != -each["chips"]:
                raise ValueError(f"{each['team']} takes {-each['chips']} chips away that it did not have")
        self.moved = [each for each in self.moved if each["hand_no"] != hand_no]

    def settle(self, results: dict[int, int], stacks: dict[int, int], void: bool) -> None:
        """Apply the results of a hand; a void hand changes nothing."""
        if void:
            self.spots = self.before
            self.seats = {seat: replace(self.rows[seat], inactive=known.inactive or self.rows[seat].inactive)
                          for seat, known in self.seats.items()}
            return
        for seat, stack in stacks.items():
            self.seats[seat] = replace(self.seats[seat], stack=stack + results[seat])

    def check_end(self) -> Iterator[str]:
        """Yield what is wrong with the seats at the end of this secret."""
        if self.closing is None:
            return
        self._move_chips(self.hand_no)
        here = {seat: known.stack for seat, known in self.seats.items()}
        said = {row["seat"]: row["stack"] for row in self.closing}
        if here != said:
            yield f"the table closes with {said}, but has {here}"
        if self.moved:
            yield "chips moved in hands that are missing"


def _make_seat(row: Archive) -> rule.SeatedPlayer:
    return rule.SeatedPlayer(row["team"], row["seat"] + 1, row["stack"], row["intent"], row["inactive"], row["debt"],
                             row["dealt"])
