"""The arena for hours: worlds of the simulation, a server killed again and again, a million hands in one journal."""

from __future__ import annotations

import json
import resource
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, MatchGiven, Received, Send, WantMatch
from croupier.arena.core.host import Host
from croupier.arena.journal.gate import Gate
from croupier.arena.journal.sqlite import SqliteStore

GROWTH_MB = 24
"""What the memory may grow by after the first tenth."""
RESTART_SECONDS = 10.0


def worlds(number: int) -> Counter[str]:
    """One world of the simulation: 200 hands, a crash now and then."""
    from tests.simulation.worlds import play

    return play(10_000 + number, 200)


def kill9(number: int) -> Counter[str]:
    """A match through ten kills of its server."""
    from tests.arena.killing import killed

    with tempfile.TemporaryDirectory() as folder:
        return killed(Path(folder), number, 10)


GROUP = 200
"""Records that are committed together."""


class Endless:
    """Two teams that play for ever, on a store on the disk; commits are not waited for one by one."""

    def __init__(self, path: Path) -> None:
        self.store, self.rng, self.hands, self.matches = SqliteStore(path), Random(1), 0, 0
        past = self.store.journal.past()
        config = TableConfig(seats=2, starting_stack=2000, sb=10, bb=20, matches=0)
        host = Host({"T-1": config}, chain=self.store.journal.chain(), last_hand=self.store.queries.last_hand())
        self.now = max(1_760_000_000_000, past.last_ms)
        self.gate, self.asked, self.seen = Gate(host), (0, b""), 0
        self.matches = self.store.queries.last_match()
        self.gate.host.begin(self.now, past)
        self.flush()
        for conn in (1, 2):
            self.put(Connected(conn, "T-1"))
            self.put(Received(conn, json.dumps({"type": "hello", "v": 1, "team": f"T{conn}", "join_code": "x"})))

    def put(self, event: Connected | Received | MatchGiven) -> None:
        self.gate.host.take(event, self.now)
        if len(self.gate.out.batch.entries) >= GROUP or isinstance(event, MatchGiven):
            self.flush()
        self._look()

    def flush(self) -> None:
        """Commit what there is, until nothing is left."""
        self._look()
        while (batch := self.gate.batch()) is not None:
            self.store.commit(batch)
            self.gate.committed()
            self.seen = 0
            self._look()

    def _look(self) -> None:
        """Look at effects as they are decided, long before they are safe: what is measured here is not that."""
        while self.seen < len(self.gate.out.shown):
            self.seen += 1
            self._perform(self.gate.out.shown[self.seen - 1])

    def _perform(self, effect: object) -> None:
        if isinstance(effect, WantMatch):
            self.matches += 1
            self.put(MatchGiven("T-1", f"M-{self.matches}", self.rng.randbytes(32)))
        elif isinstance(effect, Send) and effect.data.startswith((b'{"type":"act"', b'{"type":"snapshot"')):
            self.asked = (effect.conns[0], effect.data) if b'"legal"' in effect.data else self.asked
        elif isinstance(effect, Send) and effect.data.startswith(b'{"type":"end_hand"') and effect.conns[0] == 1:
            self.hands += 1

    def play(self, hands: int) -> None:
        goal = self.hands + hands
        while self.hands < goal:
            self.now += 5
            conn, data = self.asked
            act = json.loads(data)
            word = self.rng.choice(act["legal"])
            said = {"type": "action", "v": 1, "hand_id": act.get("hand_id", act.get("at_hand_id")), "action": word}
            if word == "RAISE_TO":
                said["amount"] = act["min_raise_to"]
            self.put(Received(conn, json.dumps(said)))


def memory(hands: int = 1_000_000) -> Counter[str]:
    """So many hands in one journal: memory flat, growth of the file per hand, seconds to start again."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "arena.db"
        endless, sizes = Endless(path), []
        endless.store.db.execute("PRAGMA synchronous=OFF")  # what is measured here is size, not the disk's speed
        for _ in range(20):
            endless.play(hands // 20)
            sizes.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        endless.flush()
        records = endless.gate.host.out.chain.number if endless.gate.host.out.chain else 0
        endless.store.close()
        size = path.stat().st_size
        began = time.process_time()
        Endless(path).store.close()
        seconds = time.process_time() - began
    assert sizes[-1] <= sizes[1] + GROWTH_MB, f"memory grows: {sizes}"
    assert seconds < RESTART_SECONDS, f"{seconds:.1f} s to start again"
    return Counter({"hands": hands, "records": records, "bytes of file per hand": size // hands,
                    "MB after a tenth": round(sizes[1]), "MB at the end": round(sizes[-1]),
                    "milliseconds to start again": round(1000 * seconds)})


def a_million_hands(number: int) -> Counter[str]:
    """A million hands in one journal."""
    return memory()
