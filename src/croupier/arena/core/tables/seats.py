"""The seats of a table: teams, codes and connections (ruling T1).

A seat belongs to a team and its join code for as long as the table runs; connections come and go. The newest connection
with the right code controls the seat. At a table with a roster, a wrong name and a wrong code get the same answer, and
codes are compared in constant time. The modules `match` and `cash`, not this one, decide when a team may enter, be
dealt in or be dropped. At a cash table, `table.live` keeps chips, intents and debts in the same `Seat` objects.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256

from msgspec import UnsetType

from croupier.arena.core.config import BadArena
from croupier.arena.core.names import team_name
from croupier.protocol import Hello, errors
from croupier.protocol.errors import Refused
from croupier.table.amounts import BadTable
from croupier.table.live import LiveSeat, free_seat
from croupier.table.seats import LEAVE, PLAY, WAIT_FOR_BB


@dataclass(slots=True)
class Seat(LiveSeat):
    """A team in its seat. At a cash table, `croupier.table.live` keeps its facts about the seat in the same object."""

    code: str = field(default="", repr=False)
    conn: int | None = None
    entered: bool = False
    """True if the team takes part in the match."""
    nonce: str = ""
    silent: int = 0
    """The number of timeouts of this seat in a row."""
    removed: bool = False
    wants_cards: bool = False
    wants_states: bool = False
    house: bool = False
    on_timeout: str = ""
    """The policy for timeouts that the client asked for; empty for the table's policy (T12)."""
    time_bank_ms: int = 0
    """The time left in the seat's time bank."""

    @property
    def team(self) -> str:
        """Return the name of the team."""
        return self.player

    @property
    def is_here(self) -> bool:
        """Return True if a client is connected."""
        return self.conn is not None

    def connect(self, conn: int, hello: Hello) -> None:
        """Connect a client to the seat, with the options of its `hello`."""
        self.conn, self.wants_cards, self.wants_states = conn, hello.cards, hello.states
        self.on_timeout = "" if isinstance(hello.on_timeout, UnsetType) else hello.on_timeout

    @property
    def plays(self) -> bool:
        """Return True if the seat is dealt in."""
        return self.entered and self.stack > 0

    @property
    def is_away(self) -> bool:
        """Return True if the table acts for the seat at once, because its player left, paused or was removed.

        If only the connection is lost, the table waits for the clock.
        """
        return self.removed or self.intent == LEAVE or self.inactive

    @property
    def away(self) -> str:
        """Return why the table acts for the seat at once."""
        return "removed" if self.removed else "left" if self.intent == LEAVE else "paused"

    @property
    def waits_for(self) -> str | None:
        """Return what the seat waits for before it is dealt in: the next match or hand, its big blind, or its player.
        """
        if not self.inactive:
            return None if self.entered else "match"
        return {PLAY: "hand", WAIT_FOR_BB: "big_blind"}.get(self.intent, "play")

    @property
    def connection(self) -> int | None:
        """Return the connection that gets the table's frames, or None if there is none or its player has left."""
        return None if self.intent == LEAVE else self.conn


class Seating:
    """The seats of a table."""

    def __init__(self, seats: int, roster: Mapping[str, str] | None = None, *, is_open: bool = False) -> None:
        self.size = seats
        self.is_open = is_open
        """True if a team's name alone holds its seat (T1)."""
        self.roster = None if roster is None else {team_name(team): code for team, code in roster.items()}
        self.taken: dict[int, Seat] = {}
        """The seats that are taken, in order."""
        self.banned: set[str] = set()
        """Removed teams that have no seat and whose codes are not accepted."""

    def __iter__(self) -> Iterator[Seat]:
        return iter(list(self.taken.values()))

    def __len__(self) -> int:
        return len(self.taken)

    def __getitem__(self, seat: int) -> Seat:
        return self.taken[seat]

    def playing(self) -> list[Seat]:
        """Return the seats to be dealt into the next hand."""
        return [seat for seat in self if seat.plays]

    def gone_until(self, most_ms: int) -> dict[int, int]:
        """Return the seats of disconnected players, each with the time until which the table waits for the player."""
        return {seat.seat: seat.paused_ms + most_ms for seat in self
                if seat.paused_ms is not None and seat.intent != LEAVE and not seat.removed}

    def team(self, name: str) -> Seat | None:
        """Return a team's seat. Letter case is ignored, so that no team can pass for another."""
        return next((seat for seat in self if seat.team.casefold() == name.casefold()), None)

    def connections(self) -> tuple[int, ...]:
        """Return the connections of all players who have not left."""
        return tuple([seat.conn for seat in self.taken.values() if seat.conn is not None and seat.intent != LEAVE])

    def of(self, conn: int) -> Seat | None:
        """Return the seat that a connection controls."""
        for seat in self.taken.values():
            if seat.conn == conn:
                return seat
        return None

    def known(self, hello: Hello) -> Seat | None:
        """Return the seat of this team, or None for a new team. Raise `Refused` if the code is wrong or missing."""
        name, code = self.name(hello), hello.join_code or ""
        if not code and not self.is_open:
            raise Refused("BAD_SCHEMA", "hello needs a join_code at this table", close=errors.BAD_HELLO)
        if self.roster is not None and not _same(self.roster.get(name), code):
            raise Refused("TEAM_UNKNOWN", "this team and code are not on the roster", close=errors.REFUSED,
                          is_guess=True)
        seat = self.team(name)
        if seat is not None and not (self.is_open and not seat.house) and not _same(seat.code, code):
            raise Refused("TEAM_TAKEN", f"{name} is seated under another code", close=errors.REFUSED, is_guess=True)
        if name.casefold() in self.banned or (seat is not None and seat.removed):
            raise Refused("TEAM_TAKEN", f"{name} was removed by the operator", close=errors.REFUSED)
        return seat

    def free(self, wanted: int | None = None, leaving: Seat | None = None) -> int:
        """Return the wanted seat, else the lowest free one. The seat `leaving` counts as free."""
        taken = [seat for seat, team in self.taken.items() if team is not leaving]
        try:
            return free_seat(taken, self.size, wanted)
        except BadTable as error:
            raise Refused("TABLE_FULL", error.reason, close=errors.REFUSED) from None

    def add(self, hello: Hello, place: int) -> Seat:
        """Seat a new team and return its seat."""
        new = Seat(place, self.name(hello), code=hello.join_code or "")
        self.put([*self, new])
        return new

    def put(self, seats: list[Seat]) -> None:
        """Replace all teams at the table by these."""
        self.taken.clear()  # change the dict in place, because a cash table's `live` holds the same dict
        self.taken.update({seat.seat: seat for seat in sorted(seats, key=lambda seat: seat.seat)})

    def drop(self, seat: Seat) -> None:
        """Free a seat."""
        del self.taken[seat.seat]

    def keys(self, places: Iterable[int]) -> dict[int, str]:
        """Return, for each of these seats, the key with which its team can later open the hand. Open tables have none.
        """
        return {} if self.is_open else {place: seat_key(seat.team, seat.code) for place in places
                                        if not (seat := self.taken[place]).house}

    def rotate(self) -> None:
        """Move every team to the next taken seat."""
        order = list(self)
        places = [seat.seat for seat in order]
        for seat, place in zip(order, places[1:] + places[:1]):
            seat.seat = place
        self.put(order)

    def name(self, hello: Hello) -> str:
        """Return a team's name in the form that is shown. Raise Refused if it breaks the rules for names."""
        try:
            return team_name(hello.team)
        except BadArena as error:
            raise Refused("BAD_SCHEMA", str(error), close=errors.BAD_HELLO) from None


@lru_cache(4096)
def seat_key(team: str, code: str) -> str:
    """Return the key of a team's hands: a hash of its join code and its name, whose letter case is ignored."""
    return sha256(f"croupier seat\0{team.casefold()}\0{code}".encode()).hexdigest()


def _same(code: str | None, given: str) -> bool:
    """Compare two codes in constant time, and return True if they are the same."""
    return hmac.compare_digest((code or "").encode(), given.encode()) and code is not None
