"""A host driven by hand: clients without sockets, a clock that a test moves, everything said kept.

    arena = Arena(seats=4, starting_stack=1000, sb=10, bb=20)
    ann, bob = arena.join("Ann"), arena.join("Bob")
    ann.says(type="action", hand_id=ann.act["hand_id"], action="CALL")
"""

from __future__ import annotations

import json
from typing import Any

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import (
    Close,
    Connected,
    Disconnected,
    Effect,
    Input,
    MatchGiven,
    Received,
    Send,
    Tick,
    WantMatch,
)
from croupier.arena.core.host import Host

NOON = 1_760_000_000_000
"""9 October 2025, 08:53:20 UTC."""
SECRET = bytes(range(32))


class Client:
    """One connection and all it heard."""

    def __init__(self, arena: Arena, conn: int, team: str = "") -> None:
        self.arena, self.conn, self.team = arena, conn, team
        self.raw: list[bytes] = []
        self.heard: list[dict[str, Any]] = []
        self.closed: int | None = None
        self.seat = -1

    def says(self, **fields: Any) -> list[dict[str, Any]]:
        """Send a frame; gives what this client heard in answer."""
        return self.sends(json.dumps({"v": 1, **fields}))

    def sends(self, data: str | bytes) -> list[dict[str, Any]]:
        """Send any text."""
        before = len(self.heard)
        self.arena.put(Received(self.conn, data))
        return self.heard[before:]

    def acts(self, action: str, amount: int | None = None, **more: Any) -> list[dict[str, Any]]:
        """Answer in the hand in play."""
        fields = {"type": "action", "hand_id": self.arena.hand_id, "action": action, **more}
        if amount is not None:
            fields["amount"] = amount
        return self.says(**fields)

    def goes(self) -> None:
        """The connection breaks."""
        self.arena.put(Disconnected(self.conn))

    def of(self, *types: str) -> list[dict[str, Any]]:
        """The frames of some types."""
        return [frame for frame in self.heard if frame["type"] in types]

    def last(self, type_: str) -> dict[str, Any]:
        """The last frame of a type."""
        for frame in reversed(self.heard):
            if frame["type"] == type_:
                return frame
        raise IndexError(f"no {type_} was heard")

    @property
    def act(self) -> dict[str, Any]:
        """The last prompt."""
        return self.last("act")

    @property
    def evs(self) -> list[str]:
        """The words of all events, with hand and match ends among them."""
        return [frame.get("ev", frame["type"]) for frame in self.of("event", "end_hand", "match_end", "start_hand")]

    def forget(self) -> None:
        """Start listening anew."""
        self.heard.clear()


class Arena:
    """A host with one table, T-1."""

    def __init__(self, secret: bytes = SECRET, roster: dict[str, str] | None = None, operator_code: str | None = None,
                 **config: Any) -> None:
        self.now = NOON
        self.secret = secret
        self.log: list[tuple[Input, int]] = []
        self.effects: list[Effect] = []
        self.host = Host({"T-1": TableConfig(**config)}, roster=roster, operator_code=operator_code)
        self.clients: dict[int, Client] = {}
        self.matches = 0
        self.take(self.host.open())

    @property
    def table(self) -> Any:
        return self.host.tables["T-1"]

    @property
    def hand_id(self) -> str:
        return self.table.hand.hand_id if self.table.hand else "none"

    def put(self, event: Input) -> None:
        """Give the host an input."""
        self.log.append((event, self.now))
        self.take(self.host.handle(event, self.now))

    def take(self, effects: list[Effect]) -> None:
        """Do what the host wants."""
        self.effects += effects
        for effect in effects:
            if isinstance(effect, Send):
                for conn in effect.conns:
                    self.clients[conn].raw.append(effect.data)
                    self.clients[conn].heard.append(json.loads(effect.data))
            elif isinstance(effect, Close):
                self.clients[effect.conn].closed = effect.code
                self.put(Disconnected(effect.conn))
            elif isinstance(effect, WantMatch):
                self.matches += 1
                self.put(MatchGiven(effect.table_id, f"M-{self.matches}", self.secret))

    def connect(self, team: str = "") -> Client:
        """A connection that has said nothing."""
        conn = len(self.clients) + 1
        self.clients[conn] = Client(self, conn, team)
        self.put(Connected(conn, "T-1"))
        return self.clients[conn]

    def join(self, team: str, code: str | None = None, **more: Any) -> Client:
        """A team that said hello."""
        client = self.connect(team)
        client.says(type="hello", team=team, join_code=code or f"{team}-code", **more)
        if client.of("welcome"):
            client.seat = client.last("welcome")["seat"]
        return client

    def watch(self) -> Client:
        """A spectator."""
        client = self.connect()
        client.says(type="spectate")
        return client

    def operator(self, code: str = "op") -> Client:
        """An operator, connected by a status request."""
        client = self.connect()
        client.says(type="operator", code=code, command="STATUS")
        return client

    def wait(self, ms: int) -> None:
        """Let time pass and tick."""
        self.now += ms
        self.put(Tick())

    def actor(self) -> Client:
        """The client whose turn it is."""
        seat = self.table.prompt.seat
        conn = self.table.seats[seat].conn
        return self.clients[conn]

    def line(self, words: str) -> None:
        """Play a line: f fold, x check, c call, a number raises to it, each by whoever's turn it is."""
        for word in words.split():
            plain = {"f": "FOLD", "x": "CHECK", "c": "CALL"}
            answer = self.actor().acts(plain[word]) if word in plain else self.actor().acts("RAISE_TO", int(word))
            errors = [frame for frame in answer if frame["type"] == "error"]
            assert not errors, (word, errors)


def table_of(count: int, **config: Any) -> tuple[Arena, list[Client]]:
    """An arena with so many teams seated, the first hand dealt once all are there."""
    names = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe"][:count]
    settings: dict[str, Any] = {"seats": max(count, 2), "starting_stack": 1000, "sb": 10, "bb": 20, "min_teams": count}
    arena = Arena(**{**settings, **config})
    return arena, [arena.join(name) for name in names]
