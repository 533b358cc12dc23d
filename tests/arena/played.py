"""Random players at one table, their journal in a store: for whatever has to be done with a journal."""

from __future__ import annotations

import json
import random
from typing import Any

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, MatchGiven, Received, Send, Tick, WantMatch
from croupier.arena.core.host import Host
from croupier.arena.core.outbox import Batch
from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.journal.gate import Gate
from croupier.arena.journal.restore import Past
from croupier.arena.journal.sqlite import SqliteStore

from .driver import NOON

CONFIG = {"seats": 3, "starting_stack": 600, "sb": 10, "bb": 20, "min_teams": 3, "move_time_ms": 1000, "matches": 3}


class Played:
    """A gate with random players at one table, its batches committed to a store as they come."""

    def __init__(self, keep: SqliteStore | None = None, seed: int = 1, resume: bool = False, **config: Any) -> None:
        self.store = keep or SqliteStore()
        self.config = TableConfig(**{**CONFIG, **config})
        self.now = NOON if not resume else self.store.journal.past().last_ms + 1000
        self.chance = random.Random(seed)
        self.batches: list[Batch] = []
        self.sent: list[Send] = []
        self.asked: dict[int, dict[str, Any]] = {}
        self.open(self.store.journal.past() if resume else None)

    def open(self, past: Past | None = None) -> None:
        self.host = Host({"T-1": self.config}, operator_code="op", chain=self.store.journal.chain(),
                         last_hand=self.store.queries.last_hand())
        self.gate = Gate(self.host)
        self.gate.host.begin(self.now, past)
        self.asked.clear()
        self.flush()

    def restart(self, away_ms: int = 0) -> None:
        self.now += away_ms
        self.open(self.store.journal.past())

    @property
    def table(self) -> ArenaTable:
        return self.host.tables["T-1"]

    def put(self, event: Any) -> None:
        self.gate.host.take(event, self.now)
        self.flush()

    def flush(self) -> None:
        while True:
            effects = self.gate.free()
            batch = self.gate.batch()
            if batch is not None:
                self.store.commit(batch)
                self.batches.append(batch)
                effects += self.gate.committed()
            if not effects:
                return
            self.perform(effects)

    def perform(self, effects: list[Any]) -> None:
        for effect in effects:
            if isinstance(effect, WantMatch):
                number = self.store.queries.last_match() + 1
                self.put(MatchGiven(effect.table_id, f"M-{number}", bytes([number]) * 32))
            elif isinstance(effect, Send):
                self.sent.append(effect)
                frame = json.loads(effect.data)
                if frame["type"] == "act" or (frame["type"] == "snapshot" and "legal" in frame):
                    self.asked[effect.conns[0]] = frame

    def join(self, first_conn: int = 1) -> None:
        for place, team in enumerate(("Ann", "Bob", "Cy")):
            conn = first_conn + place
            self.put(Connected(conn, "T-1"))
            self.put(Received(conn, json.dumps({"type": "hello", "v": 1, "team": team, "join_code": team + "-code"})))

    def move(self) -> None:
        """Whoever is asked answers, or lets the time pass."""
        self.now += self.chance.randint(1, 200)
        if self.chance.random() < 0.1 or not self.asked:
            self.now += 1100
            self.asked.clear()
            self.put(Tick())
            return
        conn, frame = self.asked.popitem()
        hand_id = frame.get("hand_id", frame.get("at_hand_id"))
        self.put(Received(conn, json.dumps({"type": "action", "v": 1, "hand_id": hand_id, **self.answer(frame)})))

    def answer(self, frame: dict[str, Any]) -> dict[str, Any]:
        """A random answer to a prompt."""
        word = self.chance.choice(frame["legal"])
        if word != "RAISE_TO":
            return {"action": word}
        return {"action": word, "amount": frame[self.chance.choice(("min_raise_to", "max_raise_to"))]}

    def moves(self, count: int) -> None:
        for _ in range(count):
            self.move()
