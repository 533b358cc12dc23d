"""One world: a seed, a server that crashes, a disk that forgets, a network that breaks, clients that misbehave.

Time passes from event to event. After every input the checks look at every table that it could have changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heappop, heappush
from random import Random
from typing import Any

import msgspec

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import (
    ChipsMoved,
    Close,
    Connected,
    Disconnected,
    Effect,
    HandDone,
    Input,
    Mark,
    MatchGiven,
    Received,
    Send,
    Stop,
    TeamRemoved,
    Tick,
    WantMatch,
)
from croupier.arena.core.host import Host
from croupier.arena.core.outbox import Batch, Record
from croupier.arena.journal.gate import Gate
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.verify.journal import Audit, SealedReplay
from croupier.arena.verify.match import find_problems

from .checks import Speaker, TableCheck, must
from .clients import PROFILES, Client, Line
from .disk import Disk

NOON = 1_760_000_000_000
BUSY, BUSY_MS = 0.01, (1, 5, 40, 400)
"""How often a server is busy for a while when something comes, and for how long."""
CRASH = 0.0013
"""How likely a crash is at each of the places where one can be."""
OTHERS = ("PO", "FT", "F7S", "N2L1D", "FB", "sting")
_DECODE = msgspec.json.Decoder()


class Crash(Exception):  # noqa: N818 - what happens
    """The server is gone."""


class World:
    """Everything, from one number."""

    def __init__(self, seed: int, hands: int = 150) -> None:
        self.seed, self.rng, self.hands = seed, Random(f"world {seed}"), hands
        self.counts: Counter[str] = Counter()
        self.now, self.count, self.epoch, self.conns, self.matches = NOON, 0, 0, 0, 0
        self.events: list[tuple[int, int, Callable[..., None], tuple[Any, ...]]] = []
        self.disk = Disk(self.rng.randbytes(32))
        self.secrets = [self.disk.key.hex().encode()]
        self.started: dict[str, dict[str, Any]] = {}
        """By hand: the `start_hand` that clients were shown."""
        self.configs = {f"T-{n + 1}": self._config() for n in range(1 if self.rng.random() < 0.8 else 2)}
        if any(config.variant == "sting" for config in self.configs.values()):
            self.hands = hands // 10  # a game of it is as long as ten hands
        self.checks = {name: TableCheck(name, config.variant == "HUNL", config.variant != "sting")
                       for name, config in self.configs.items()}
        self.gate: Gate | None = None
        self.lines: dict[int, tuple[Client, Line]] = {}
        self.clients = [client for name in self.configs for client in self._clients(name)]
        self.frames: dict[int, list[bytes]] = {}
        """What seats were sent, by the last record of the input it followed from."""
        self.late: dict[int, int] = {}
        """By the last record of an input: how long it had waited."""
        self.told: dict[int, tuple[int, ...]] = {}
        self.ticking = 0
        self.back_at = self.busy_until = 0
        """When a server that is away comes back, and one that is busy has time again."""

    def _config(self) -> TableConfig:
        rng = self.rng
        if rng.random() < 0.15:
            return self._cash_config()
        variant = "HUNL" if rng.random() < 0.85 else rng.choice(OTHERS)
        seats = 3 if variant == "sting" else rng.choice((2, 2, 2, 3, 4, 6))
        return TableConfig(
            variant=variant, seats=seats, min_teams=seats if variant == "sting" else rng.randint(2, seats),
            starting_stack=rng.choice((200, 400, 1000)), sb=10, bb=20, ante=rng.choice((0, 0, 5)),
            move_time_ms=rng.choice((300, 500, 1000)), matches=0, hand_pause_ms=rng.choice((0, 0, 0, 30)),
            match_pause_ms=rng.choice((0, 100)), strikes=rng.choice((0, 0, 2)), release_absent=False,
            timeouts=rng.choice(("check-call-fold", "check-fold", "fold")), late_entry_hands=rng.choice((None, 3)))

    def _cash_config(self) -> TableConfig:
        rng = self.rng
        return TableConfig(
            format="cash", seats=rng.choice((2, 3, 4, 6)), starting_stack=rng.choice((400, 600)), sb=10, bb=20,
            move_time_ms=rng.choice((300, 500)), hand_pause_ms=rng.choice((0, 30)), secret_hands=rng.choice((3, 20)),
            absence_ms=rng.choice((500, 5000)), pause_max_ms=20_000, leaver_memory_ms=60_000,
            timeouts=rng.choice(("check-call-fold", "check-fold")), late_entry_hands=None)

    def _clients(self, table_id: str) -> list[Client]:
        rng, config = self.rng, self.configs[table_id]
        names = list(PROFILES)
        teams = [Client(self, f"{table_id} team {n}", table_id, profile=rng.choice([*names, "prompt", "prompt"]))
                 for n in range(config.seats)]
        if all(team.profile in ("silent", "slow") for team in teams):
            teams[0].profile = "prompt"
        watchers = [Client(self, f"{table_id} watcher", table_id, "spectator")] if rng.random() < 0.3 else []
        operators = [Client(self, f"{table_id} operator", table_id, "operator")] if rng.random() < 0.3 else []
        return teams + watchers + operators

    # -- time ----------------------------------------------------------------------------------------------------------

    def later(self, wait: int, what: Callable[..., None], *args: Any) -> None:
        self.count += 1
        heappush(self.events, (self.now + wait, self.count, what, args))

    def run(self) -> Counter[str]:
        """Play until enough hands have ended; then the whole journal is done again."""
        self.start()
        for client in self.clients:
            self.later(self.rng.randint(0, 50), client.come)
            if client.role == "player" and self.configs[client.table_id].is_cash:
                self.later(self.rng.randint(500, 5000), client.wander)
            if client.role == "operator":
                self.later(self.rng.randint(200, 2000), self._operate, client)
        steps = 0
        while len(self.disk.hands) < self.hands:
            steps += 1
            must(steps < 4000 * self.hands and bool(self.events), "nothing goes on any more at", self.now)
            at, _, what, args = heappop(self.events)
            self.now = max(self.now, at)
            try:
                what(*args)
            except Crash as crash:
                self._crash(str(crash))
        self.counts["hands"] += len(self.disk.hands)
        self.counts["steps"] += steps
        self.counts["records"] += len(self.disk.journal)
        if self.seed % 4 == 0:
            self.do_again()
        if self.seed % 8 == 4:
            self.verify()
        return self.counts

    # -- the server ----------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """The server opens, where it was."""
        past = self.disk.past()
        self.epoch += 1
        host = Host(self.configs, operator_code="op", chain=self.disk.chain(), last_hand=self.disk.last_hand)
        gate = Gate(host)
        gate.host.begin(self.now, past)
        kept, number = self.disk.chain().number, host.out.chain.number if host.out.chain else 0
        for name, table in host.tables.items():
            must(not past.entries or name in host.resumed, name, "did not go on")
            self.checks[name].restart(table, past.last_ms, self.now, kept, number)
        self.gate, self.ticking = gate, 0
        was_late = self.late.get(kept, 0)  # what was due in this time, while it was busy, is done first of all
        self.late.update(dict.fromkeys(range(kept + 1, number + 1), was_late))  # and still is, if it dies again before
        self._look(gate, dict.fromkeys(host.tables), gate.out.shown, self.now - was_late)
        self._pump()
        self.later(150, self._mark, self.epoch)

    def _mark(self, epoch: int) -> None:
        """The time is written down, more often than a real server does it: moves are short here."""
        if epoch == self.epoch and self.gate is not None:
            self.gate.host.kept_ms = 0
            self.come(Mark())
            self.later(150, self._mark, epoch)

    def _crash(self, where: str) -> None:
        self.counts["crashes"] += 1
        self.counts[f"crash {where}"] += 1
        self.gate, self.busy_until = None, 0
        self.disk.crash(self.rng, self.counts)
        self._forget()
        for client, line in list(self.lines.values()):
            line.is_open = False
            if client.line is line:
                client.cut(self.rng.randint(1, 400))
        self.lines.clear()
        away = self.rng.choice((1, 50, 1000, 60_000, 3_600_000))
        self.back_at = self.now + away
        self.later(away, self.start)

    def _forget(self) -> None:
        """What was not kept has not happened."""
        last = self.disk.journal[-1].number if self.disk.journal else 0
        for number in [number for number in self.frames if number > last]:
            del self.frames[number]

    def point(self, where: str) -> None:
        """A place where the server may die."""
        if self.rng.random() < CRASH:
            raise Crash(where)

    def come(self, event: Input, decision: int | None = None) -> None:
        """An input comes; a server that is busy takes it later, in the order they came."""
        if self.gate is not None and self.rng.random() < BUSY:
            self.counts["busy"] += 1
            self.busy_until = max(self.busy_until, self.now + self.rng.choice(BUSY_MS))
        if self.now <= self.busy_until:
            self.later(self.busy_until - self.now, self._taken, self.epoch, event, decision, self.now)
        else:
            self.put(event, decision)

    def _taken(self, epoch: int, event: Input, decision: int | None, came: int) -> None:
        if epoch == self.epoch:
            self.put(event, decision, came)

    def put(self, event: Input, decision: int | None = None, came: int | None = None) -> None:
        """The server takes an input."""
        if self.gate is None:
            return
        came = self.now if came is None else came
        self.point("before an input")
        gate, host = self.gate, self.gate.host
        prior = {name: self.checks[name].before(table) for name, table in host.tables.items()}
        held = len(gate.out.shown)
        speaker = self._speaker(event, decision)
        gate.host.take(event, self.now, came)
        if host.out.chain is not None:
            self.late[host.out.chain.number] = self.now - came
        self._look(gate, prior, gate.out.shown[held:], came, speaker)
        self.point("after an input")
        self._pump()

    def _speaker(self, event: Input, decision: int | None) -> Speaker | None:
        """Who speaks, and to which prompt, if an input is a frame of a seat."""
        assert self.gate is not None
        if not isinstance(event, Received) or event.conn not in self.lines:
            return None
        client = self.lines[event.conn][0]
        seat = self.gate.host.tables[client.table_id].seats.of(event.conn)
        return None if seat is None else Speaker(client.table_id, seat.seat, decision)

    def _look(self, gate: Gate, prior: dict[str, Any], effects: list[Effect], came: int,
              speaker: Speaker | None = None) -> None:
        """Check everything."""
        host = gate.host
        assert host.out.chain is not None
        number = host.out.chain.number
        for effect in effects:
            if isinstance(effect, TeamRemoved):
                self.checks[effect.table_id].took(effect.match_id, effect.chips, number)
            elif isinstance(effect, ChipsMoved):
                self.checks[effect.table_id].took("", -effect.chips, number)
            elif isinstance(effect, HandDone):
                self.checks[effect.table_id].ended(effect)
        for name, table in host.tables.items():
            self.checks[name].after(table, self.now, came, number, prior[name], speaker)
            self.checks[name].frames(table, self._sent_at(name, effects), self.secrets)
            due = table.deadline
            must(due is None or (host.deadline is not None and host.deadline <= due), "a timer of", name, "is lost")
        must(host.deadline is None or host.deadline > came, "something is overdue since", host.deadline)
        if number:
            sent = [effect.data for effect in effects if isinstance(effect, Send) and self._to_seat(host, effect)]
            self.frames.setdefault(number, []).extend(sent)

    def _sent_at(self, table_id: str, effects: list[Effect]) -> list[tuple[Send, str]]:
        """Frames to those at one table, and to which team, if it is to one alone."""
        return [(effect, self.lines[effect.conns[0]][0].name if len(effect.conns) == 1 else "") for effect in effects
                if isinstance(effect, Send) and effect.conns[0] in self.lines
                and self.lines[effect.conns[0]][0].table_id == table_id]

    def _to_seat(self, host: Host, effect: Send) -> bool:
        """Frames that follow from the journal: to seats, and no refusals."""
        return not effect.data.startswith((b'{"type":"error"', b'{"type":"operator"')) and any(
            conn in self.lines and self.lines[conn][0].role == "player" for conn in effect.conns)

    def _pump(self) -> None:
        """Show what may be shown, begin the next commit, set the timer."""
        gate = self.gate
        assert gate is not None
        self._perform(gate.free())
        if gate is not self.gate:
            return
        batch = gate.batch()
        if batch is not None:
            self.disk.write(batch)
            self.later(self.rng.choice((0, 0, 1, 3, 25)), self._committed, self.epoch)
        due = gate.host.deadline
        if due is not None and (not self.ticking or due < self.ticking):
            self.ticking = due
            self.later(max(0, due - self.now) + self.rng.choice((0, 0, 1, 7, 90)), self._tick, self.epoch)

    def _tick(self, epoch: int) -> None:
        if epoch == self.epoch and self.gate is not None:
            self.ticking = 0
            self.come(Tick())

    def _committed(self, epoch: int) -> None:
        if epoch != self.epoch or self.gate is None:
            return
        self.point("before a commit")
        if self.rng.random() < 0.0003:
            self.counts["disk full"] += 1
            self.disk.writing = None
            raise Crash("as the disk is full")
        self.disk.sync()
        self.point("after a commit")
        self._perform(self.gate.committed())
        self._pump()

    def _perform(self, effects: list[Effect]) -> None:
        down: dict[int, list[dict[str, Any]]] = {}
        given: list[str] = []
        for effect in effects:
            if isinstance(effect, Send):
                self._safe(effect)
                frame = _DECODE.decode(effect.data)
                for conn in effect.conns:
                    down.setdefault(conn, []).append(frame)
            elif isinstance(effect, Close):
                self._down(down.pop(effect.conn, []), effect.conn)
                self._closed(effect)
            elif isinstance(effect, WantMatch):
                given.append(effect.table_id)
            elif isinstance(effect, Record):
                pass
        for conn, frames in down.items():
            self.point("between two effects")
            self._down(frames, conn)
        for table_id in given:
            self._give(table_id)

    def _safe(self, effect: Send) -> None:
        """Durable before visible: the record a receipt names is on the disk."""
        if effect.data.startswith(b'{"type":"end_hand"'):
            receipt = _DECODE.decode(effect.data)["receipt"]
            number, seal = receipt.split("-")
            journal = self.disk.journal
            must(bool(journal) and int(number) <= journal[-1].number, "shown before it was kept: record", number)
            if int(number) == journal[-1].number:
                must(seal == self.disk.seal.hex(), "a receipt that is not the journal's")

    def _give(self, table_id: str) -> None:
        self.matches += 1
        secret = self.rng.randbytes(32)
        self.secrets = [self.secrets[0], *self.secrets[-3:], secret.hex().encode()]
        self.come(MatchGiven(table_id, f"M-{self.matches}", secret))

    # -- the network ---------------------------------------------------------------------------------------------------

    def connect(self, client: Client) -> Line | None:
        """A connection, if the server is there."""
        if self.gate is None:
            return None
        self.conns += 1
        line = Line(self.conns, self.epoch)
        self.lines[line.conn] = (client, line)
        self.later(self.rng.randint(0, 5), self._arrive, line, Connected(line.conn, client.table_id))
        line.up_at = self.now + 5
        return line

    def up(self, line: Line, data: str, decision: int | None = None) -> None:
        """A frame to the server."""
        line.up_at = max(line.up_at, self.now + self.rng.choice((0, 1, 2, 10, 60)))
        self.later(line.up_at - self.now, self._arrive, line, Received(line.conn, data), decision)

    def _arrive(self, line: Line, event: Input, decision: int | None = None) -> None:
        if line.epoch == self.epoch and line.is_open:
            self.come(event, decision)

    def _down(self, frames: list[dict[str, Any]], conn: int) -> None:
        """Frames to a client."""
        if frames and conn in self.lines:
            client, line = self.lines[conn]
            line.down_at = max(line.down_at, self.now + self.rng.choice((0, 1, 2, 10, 60)))
            self.later(line.down_at - self.now, client.hear, line, frames)

    def _closed(self, effect: Close) -> None:
        """The server closes a connection."""
        if effect.conn not in self.lines:
            return
        self.counts[f"closed with {effect.code}"] += 1
        client, line = self.lines.pop(effect.conn)
        line.is_open = False
        if client.line is line:
            client.cut(self.rng.randint(50, 500))
        self.later(1, self.come, Disconnected(effect.conn))

    def drop(self, client: Client, unnoticed: int) -> None:
        """A connection breaks; the server may notice only after the client is back."""
        line = client.line
        assert line is not None
        line.is_open = False
        self.later(unnoticed, self._lost, line)
        client.cut(self.rng.choice((1, 10, 100, 900)))

    def _lost(self, line: Line) -> None:
        self.lines.pop(line.conn, None)
        if line.epoch == self.epoch:
            self.come(Disconnected(line.conn))

    def _operate(self, client: Client) -> None:
        """The operator does something now and then."""
        if self.gate is None:
            self.later(max(0, self.back_at - self.now) + self.rng.randint(200, 2000), self._operate, client)
            return
        word = self.rng.choice(("PAUSE", "RESUME", "RESUME", "SKIP", "VOID", "STATUS", "START_HAND"))
        self.counts[f"operator: {word}"] += 1
        client.say(type="operator", command=word)
        self.later(self.rng.randint(200, 6000), self._operate, client)
        if word == "PAUSE":
            self.later(self.rng.randint(1, 800), lambda: client.say(type="operator", command="RESUME"))
        if self.rng.random() < 0.03:
            self.counts["orderly stop"] += 1
            self.put(Stop(void=self.rng.random() < 0.5))
            raise Crash("after an orderly stop")

    # -- once more -----------------------------------------------------------------------------------------------------

    def do_again(self) -> None:
        """The whole journal from its first record: the same frames, records, seals and checkpoints, byte for byte."""
        self.counts["journals done again"] += 1
        again, sent, kept, number = SealedReplay(self.disk.key), [], [], 0
        saved: dict[str, bytes] = {}
        marks = iter(sorted(self.frames))
        mark = next(marks, None)
        for entry in self.disk.journal:
            for effect in again.step(entry):
                if isinstance(effect, Send):
                    sent.append(effect.data)
                elif isinstance(effect, Record):
                    kept.append(effect)
                elif hasattr(effect, "body") and hasattr(effect, "table_id"):
                    saved[effect.table_id] = effect.body
            number = entry.number
            if mark == number:
                told = [data for data in sent if not data.startswith((b'{"type":"state"', b'{"type":"operator"'))]
                must(self._same(self.frames[mark], told), "record", number, "done again tells something else")
                sent, mark = [], next(marks, None)
        must(again.chain.seal == self.disk.seal, "the seals differ after", number)
        must(msgspec.json.encode(kept) == msgspec.json.encode(self.disk.records), "records done again differ")
        must(saved == self.disk.saved, "checkpoints done again differ")

    def verify(self) -> None:
        """What `croupier verify` says of it all: nothing, with and without the secrets."""
        store = SqliteStore()
        store.db.execute("UPDATE meta SET value = ? WHERE key = 'chain_key'", (self.disk.key.hex(),))
        store.commit(Batch(self.disk.journal, self.disk.saved, self.disk.records, self.disk.seal))
        found = list(Audit(store).find_problems())
        for match_id in store.queries.match_ids():
            for everything in (True, False):
                archive = store.queries.archive(match_id, everything=everything)
                assert archive is not None
                found += find_problems(archive)
                self.counts["archives verified"] += 1
        must(not found, "an honest store is found fault with:", found[:3])

    def _same(self, live: list[bytes], again: list[bytes]) -> bool:
        """Whether all that was told live is told again in the same order; what only spectators heard is not."""
        left = iter(again)
        return all(any(data == other for other in left) for data in live)
