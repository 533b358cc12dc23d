"""The bank of a cash table: how much a team may bring, and that no chip comes or goes unseen (rulings N14, M2).

A buy-in lies between the table's limits and is cut down to what its team still has of its bankroll; a top-up goes up to
the largest buy-in. Every movement passes through `moved`; `audit` compares with what stands on the table.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.arena.core.config import TableConfig
from croupier.arena.core.tables.seats import Seat
from croupier.betting.rulebook import CHIPS_MAX
from croupier.games.poker.hand import ChipsLost
from croupier.protocol import errors
from croupier.protocol.errors import Refused
from croupier.table.amounts import BadTable
from croupier.table.joining import bought_in
from croupier.table.seats import LEAVE, PAUSE


class Bank:
    """What teams brought to a table and took away."""

    def __init__(self, config: TableConfig) -> None:
        self.config = config
        self.least, self.most = config.buy_ins
        self.brought: dict[str, int] = {}
        """Chips brought, less chips taken away, by team."""

    def left(self, team: str) -> int:
        """What a team may still bring."""
        if not self.config.bankroll:
            return CHIPS_MAX
        return max(0, self.config.bankroll - self.brought.get(_key(team), 0))

    def buy_in(self, team: str, wanted: int | None, back: int = 0, kept: int = 0) -> int:
        """Return the chips a team sits down with, cut down to what it owns (N14); raise `Refused` outside the limits.

        `back` are chips that it gets back first, `kept` those it left with and must bring again (N8).
        """
        asked = max(self.config.starting_stack, kept) if wanted is None else wanted
        if asked < kept:
            raise Refused("BUY_REFUSED", f"{team} left with {kept} and cannot come back with {asked} yet",
                          close=errors.REFUSED, clause="N8")
        if not self.least <= asked <= max(self.most, kept):
            raise self._refused(f"a buy-in of {asked}")
        try:
            chips: int = bought_in(asked, team, {team: self.left(team) + back} if self.config.bankroll else None)
        except BadTable as error:
            raise Refused("BUY_REFUSED", error.reason, close=errors.REFUSED, clause="N14") from None
        if chips < self.least:
            raise self._refused(f"{team} has {chips} left, which")
        return chips

    def _refused(self, what: str) -> Refused:
        return Refused("BUY_REFUSED", f"{what} is outside {self.least}..{self.most}", close=errors.REFUSED,
                       clause="N14")

    def top_up(self, seat: Seat) -> int:
        """What a seat buys before the next hand: what it asked for, or back up to its buy-in, while there is room.

        A player without chips buys at least the smallest buy-in, or nothing (N14).
        """
        if seat.intent == LEAVE:
            return 0
        wanted = seat.top_up
        if seat.auto_buy and seat.intent != PAUSE:
            wanted = max(wanted, seat.buy_in - seat.stack)
        bought = max(0, min(wanted, self.most - seat.stack, self.left(seat.team)))
        return 0 if not seat.stack and bought < self.least else bought

    def moved(self, team: str, chips: int) -> None:
        """Chips came (above 0) or went."""
        self.brought[_key(team)] = self.brought.get(_key(team), 0) + chips

    def audit(self, seats: Iterable[Seat]) -> None:
        """M2: what was brought and not taken away stands in front of the seats."""
        stacks, due = {seat.seat: seat.stack for seat in seats}, sum(self.brought.values())
        if sum(stacks.values()) != due:
            raise ChipsLost(f"{due} chips were brought to the table and not taken away, {stacks} are there")


def _key(team: str) -> str:
    """A team, letter case aside."""
    return team.casefold()
