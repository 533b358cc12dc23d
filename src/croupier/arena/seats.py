"""Who sits where: teams, codes and connections (ruling T1).

A seat belongs to a team and its join code for as long as the table runs; connections come and go. The newest
connection with the right code has the seat.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from croupier.arena import codes
from croupier.arena.codes import Refused
from croupier.arena.config import BadArena, team_name
from croupier.arena.messages import Hello
from croupier.table.seats import LEAVE, PLAY


@dataclass(slots=True)
class Seat:
    """A team in its seat."""

    seat: int
    team: str
    code: str = field(repr=False)
    conn: int | None = None
    stack: int = 0
    entered: bool = False
    """Whether it takes part in the match."""
    nonce: str = ""
    intent: int = PLAY
    silent: int = 0
    """Timeouts in a row."""
    removed: bool = False
    wants_cards: bool = False
    wants_states: bool = False
    house: bool = False

    @property
    def plays(self) -> bool:
        """Whether it is dealt in."""
        return self.entered and self.stack > 0

    @property
    def is_away(self) -> bool:
        """Whether it is acted for at once: it left or was removed. A lost connection has its full time."""
        return self.removed or self.intent == LEAVE


class Seating:
    """The seats of a table."""

    def __init__(self, seats: int, roster: Mapping[str, str] | None = None) -> None:
        self.size = seats
        self.roster = None if roster is None else {team_name(team): code for team, code in roster.items()}
        self.taken: dict[int, Seat] = {}

    def __iter__(self) -> Iterator[Seat]:
        return iter([self.taken[seat] for seat in sorted(self.taken)])

    def __len__(self) -> int:
        return len(self.taken)

    def __getitem__(self, seat: int) -> Seat:
        return self.taken[seat]

    def playing(self) -> list[Seat]:
        """Those dealt into the next hand."""
        return [seat for seat in self if seat.plays]

    def team(self, name: str) -> Seat | None:
        """A team's seat, letter case aside, so that nobody can pass for another."""
        return next((seat for seat in self if seat.team.casefold() == name.casefold()), None)

    def of(self, conn: int) -> Seat | None:
        """The seat a connection holds."""
        return next((seat for seat in self.taken.values() if seat.conn == conn), None)

    def known(self, hello: Hello) -> Seat | None:
        """The seat that team and code have already, None for a new team; Refused where the code is another's."""
        name = self._name(hello)
        if self.roster is not None and not _same(self.roster.get(name), hello.join_code):
            raise Refused("TEAM_UNKNOWN", "this team and code are not on the roster", close=codes.REFUSED)
        seat = self.team(name)
        if seat is not None and not _same(seat.code, hello.join_code):
            raise Refused("TEAM_TAKEN", f"{name} is seated under another code", close=codes.REFUSED)
        if seat is not None and seat.removed:
            raise Refused("TEAM_TAKEN", f"{name} was removed by the operator", close=codes.REFUSED)
        if seat is not None:
            seat.wants_states = hello.states
        return seat

    def add(self, hello: Hello) -> Seat:
        """A new team in the lowest free seat."""
        free = [seat for seat in range(self.size) if seat not in self.taken]
        if not free:
            raise Refused("TABLE_FULL", f"all {self.size} seats are taken", close=codes.REFUSED)
        self.taken[free[0]] = Seat(free[0], self._name(hello), hello.join_code, wants_states=hello.states)
        return self.taken[free[0]]

    def drop(self, seat: Seat) -> None:
        """A seat becomes free."""
        del self.taken[seat.seat]

    def rotate(self) -> None:
        """Every team moves on to the next taken seat."""
        order = list(self)
        places = [seat.seat for seat in order]
        for seat, place in zip(order, places[1:] + places[:1]):
            seat.seat = place
        self.taken = {seat.seat: seat for seat in order}

    def _name(self, hello: Hello) -> str:
        try:
            return team_name(hello.team)
        except BadArena as error:
            raise Refused("BAD_SCHEMA", str(error), close=codes.BAD_HELLO) from None


def _same(code: str | None, given: str) -> bool:
    """Whether two codes are the same, in constant time."""
    return hmac.compare_digest((code or "").encode(), given.encode()) and code is not None
