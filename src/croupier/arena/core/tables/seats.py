"""Who sits where: teams, codes and connections (ruling T1).

A seat belongs to a team and its join code for as long as the table runs; connections come and go. The newest
connection with the right code has the seat.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from msgspec import UnsetType

from croupier.arena.core.config import BadArena, team_name
from croupier.protocol import Hello, errors
from croupier.protocol.errors import Refused
from croupier.table.seats import LEAVE, PLAY, WAIT_FOR_BB


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
    on_timeout: str = ""
    """What the client asked to be done for it when its time is up, empty for the table's policy (T12)."""
    time_bank_ms: int = 0
    """What is left of its time bank."""
    # cash tables: the seat record of croupier.table.seats, and what its team buys
    inactive: bool = False
    debt: int = 0
    dealt: bool = False
    buy_in: int = 0
    auto_buy: bool = False
    top_up: int = 0
    absent: bool = False
    """Whether it pauses only because nobody is connected."""
    paused_ms: int | None = None
    """Since when it has been sitting out by its own wish."""

    def sits(self, conn: int, hello: Hello) -> None:
        """Somebody is there, with wishes of its own."""
        self.conn, self.wants_cards, self.wants_states = conn, hello.cards, hello.states
        self.on_timeout = "" if isinstance(hello.on_timeout, UnsetType) else hello.on_timeout

    @property
    def plays(self) -> bool:
        """Whether it is dealt in."""
        return self.entered and self.stack > 0

    @property
    def is_away(self) -> bool:
        """Whether it is acted for at once: it left, paused or was removed. A lost connection has its full time."""
        return self.removed or self.intent == LEAVE or self.inactive

    @property
    def away(self) -> str:
        """Why it is acted for at once."""
        return "removed" if self.removed else "left" if self.intent == LEAVE else "paused"

    @property
    def waits_for(self) -> str | None:
        """What it waits for before it is dealt in: the next match, hand or big blind, or its own wish to play."""
        if not self.inactive:
            return None if self.entered else "match"
        return {PLAY: "hand", WAIT_FOR_BB: "big_blind"}.get(self.intent, "play")

    @property
    def ear(self) -> int | None:
        """The connection that is told what happens: somebody is there who has not left."""
        return None if self.intent == LEAVE else self.conn


class Seating:
    """The seats of a table."""

    def __init__(self, seats: int, roster: Mapping[str, str] | None = None) -> None:
        self.size = seats
        self.roster = None if roster is None else {team_name(team): code for team, code in roster.items()}
        self.taken: dict[int, Seat] = {}
        """Those who sit, in the order of their seats."""
        self.banned: set[str] = set()
        """Teams whose codes no longer open though they have no seat any more."""

    def __iter__(self) -> Iterator[Seat]:
        return iter(list(self.taken.values()))

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

    def ears(self) -> tuple[int, ...]:
        """The connections of all who hear."""
        return tuple([ear for seat in self.taken.values() if (ear := seat.ear) is not None])

    def of(self, conn: int) -> Seat | None:
        """The seat a connection holds."""
        for seat in self.taken.values():
            if seat.conn == conn:
                return seat
        return None

    def known(self, hello: Hello) -> Seat | None:
        """The seat that team and code have already, None for a new team; Refused where the code is another's."""
        name = self.name(hello)
        if self.roster is not None and not _same(self.roster.get(name), hello.join_code):
            raise Refused("TEAM_UNKNOWN", "this team and code are not on the roster", close=errors.REFUSED,
                          is_guess=True)
        seat = self.team(name)
        if seat is not None and not _same(seat.code, hello.join_code):
            raise Refused("TEAM_TAKEN", f"{name} is seated under another code", close=errors.REFUSED, is_guess=True)
        if name.casefold() in self.banned or (seat is not None and seat.removed):
            raise Refused("TEAM_TAKEN", f"{name} was removed by the operator", close=errors.REFUSED)
        return seat

    def free(self, wanted: int | None = None, leaving: Seat | None = None) -> int:
        """The seat that is wanted, the lowest free one unless it is said; one that is being left counts as free."""
        free = [seat for seat in range(self.size) if self.taken.get(seat) in (None, leaving)]
        if not free:
            raise Refused("TABLE_FULL", f"all {self.size} seats are taken", close=errors.REFUSED)
        if wanted is not None and wanted not in free:
            raise Refused("TABLE_FULL", f"seat {wanted} is not free: {', '.join(map(str, free))} can be had",
                          close=errors.REFUSED)
        return free[0] if wanted is None else wanted

    def add(self, hello: Hello, place: int) -> Seat:
        """A new team in a free seat."""
        new = Seat(place, self.name(hello), hello.join_code)
        self._put([*self, new])
        return new

    def _put(self, seats: list[Seat]) -> None:
        self.taken = {seat.seat: seat for seat in sorted(seats, key=lambda seat: seat.seat)}

    def drop(self, seat: Seat) -> None:
        """A seat becomes free."""
        del self.taken[seat.seat]

    def rotate(self) -> None:
        """Every team moves on to the next taken seat."""
        order = list(self)
        places = [seat.seat for seat in order]
        for seat, place in zip(order, places[1:] + places[:1]):
            seat.seat = place
        self._put(order)

    def name(self, hello: Hello) -> str:
        """A team's name as it is shown; Refused where it cannot be one."""
        try:
            return team_name(hello.team)
        except BadArena as error:
            raise Refused("BAD_SCHEMA", str(error), close=errors.BAD_HELLO) from None


def _same(code: str | None, given: str) -> bool:
    """Whether two codes are the same, in constant time."""
    return hmac.compare_digest((code or "").encode(), given.encode()) and code is not None
