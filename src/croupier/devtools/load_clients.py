"""Who makes up a load: players who say something legal, and spectators who note when they heard of something.

Each is its own connection, called by the event loop with what came. Nearly everything that comes is told by its first
bytes and not read further. A player answers after the whole read that brought the prompt, for what stands behind the
prompt in the same read may have settled it already.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.devtools.wire import Wire, open_wire

if TYPE_CHECKING:
    from croupier.devtools.load import Load

PATIENCE = 60.0
"""Seconds a server has to open a connection and let somebody in."""
RUBBISH = (b"{", b"null", b'{"type":"dance","v":1}', b'{"type":"action","v":1,"amount":1e9}', b"[" * 100, b"9" * 300)
SPECTATE = b'{"type":"spectate","v":1}'
EVENT, WELCOME, END_HAND, ERROR = (f'{{"type":"{name}"'.encode() for name in ("event", "welcome", "end_hand", "error"))
PROMPTS = (b'{"type":"act"', b'{"type":"snapshot"')


class LoadPrompt(msgspec.Struct, gc=False):
    """What a player looks at in an `act`, or in a `snapshot` that asks."""

    legal: Any = None
    decision: int | None = None
    hand_id: str | None = None
    at_hand_id: str | None = None
    min_raise_to: int | None = None


_prompt = msgspec.json.Decoder(LoadPrompt)


class Guest(Wire):
    """One connection of a load: how it comes, and what becomes of it."""

    def __init__(self, load: Load, table: str, greeting: bytes) -> None:
        super().__init__()
        self.load, self.table, self.greeting = load, table, greeting
        self.broke = False
        """Whether the connection is about to end by its own fault."""
        self.let_in: asyncio.Future[None] | None = None
        """Whether the server wants it, while that is not known."""

    async def come(self) -> None:
        """Connect and be let in; ConnectionError with the reason otherwise."""
        async with self.load.opening:
            try:
                await asyncio.wait_for(self._be_let_in(), PATIENCE)
            except TimeoutError:
                raise ConnectionError(f"{self.table}: not let in within {PATIENCE:.0f} s") from None

    async def _be_let_in(self) -> None:
        let_in = self.let_in = asyncio.get_running_loop().create_future()
        try:
            await open_wire(self.load.address, self.table, self)
            self.broke = False
            self.say(self.greeting)
            await let_in
        finally:
            let_in.cancel()  # nobody waits for it any more

    def welcomed(self) -> None:
        """The server wants it."""
        if self.let_in is not None and not self.let_in.done():
            self.let_in.set_result(None)
        self.let_in = None

    def refused(self, why: str) -> None:
        """The server does not."""
        if self.let_in is not None and not self.let_in.done():
            self.let_in.set_exception(ConnectionError(f"{self.table}: not let in: {why[:200]}"))
        self.let_in = None

    def lost(self, why: str) -> None:
        """The connection is over: by the server, or by a fault of its own, after which it comes back."""
        if self.let_in is not None:
            self.refused(why)
        elif self.broke and not self.load.over:
            self.load.start(self._come_back())
        elif not self.load.over:
            self.load.dropped(why)

    async def _come_back(self) -> None:
        try:
            await self.come()
        except OSError as error:
            self.load.dropped(str(error))


class Heard:
    """When spectators heard an event: the first, the last, and how many."""

    __slots__ = ("by", "first", "last")

    def __init__(self, now: float) -> None:
        self.first = self.last = now
        self.by = 1


class SpectatorGroup:
    """The spectators of one table, and what they heard."""

    def __init__(self) -> None:
        self.size = 0
        self.heard: dict[bytes, Heard] = {}

    def _between(self, began: float, until: float) -> list[Heard]:
        return [heard for heard in self.heard.values() if began <= heard.first < until]

    def missed(self, began: float, until: float) -> int:
        """How often a spectator did not hear what others heard then."""
        return sum(self.size - heard.by for heard in self._between(began, until))

    def spans(self, began: float, until: float) -> list[float]:
        """Milliseconds from the first to the last who heard, for each event of a time."""
        return [1000 * (heard.last - heard.first) for heard in self._between(began, until)]


class Watcher(Guest):
    """One spectator."""

    def __init__(self, load: Load, table: str) -> None:
        super().__init__(load, table, SPECTATE)
        audience = load.audiences[table]
        audience.size += 1
        self.heard = audience.heard

    def text(self, data: bytes) -> None:
        """Note an event; whatever else comes does not matter, once it was let in."""
        if data.startswith(EVENT):
            now = self.load.now()
            heard = self.heard.get(data)
            if heard is None:
                self.heard[data] = Heard(now)
            else:
                heard.last = now
                heard.by += 1
        elif self.let_in is not None:
            if data.startswith(ERROR):
                self.refused(data.decode(errors="replace"))
            else:
                self.welcomed()


class LoadPlayer(Guest):
    """One player."""

    def __init__(self, load: Load, table: str, seat: int) -> None:
        self.team = f"{table} {seat}"
        hello = {"type": "hello", "v": 1, "team": self.team, "join_code": f"stress {self.team}"}
        super().__init__(load, table, msgspec.json.encode(hello))
        self.rng = random.Random(f"{load.plan.seed}/{self.team}")
        self.thinking = load.plan.thinking(table)
        self.counts_hands = seat == 0
        self.seat = b""
        """How an event of its seat can be told without reading it: seats have one digit."""
        self.asked: LoadPrompt | None = None
        """A prompt that it has not answered."""
        self.timer: asyncio.Handle | None = None
        self.sent_at = 0.0
        """When it answered, until it hears of it."""

    def text(self, data: bytes) -> None:
        """Most of it is about others."""
        if data.startswith(EVENT):
            if (self.sent_at or self.asked is not None) and self.seat in data:
                self._heard()
        elif data.startswith(PROMPTS):
            self._prompted(_prompt.decode(data))
        else:
            self._seldom(data)

    def _heard(self) -> None:
        """Its answer counts, or its time is over."""
        if self.sent_at:
            self.load.answered(self.sent_at)
        self.sent_at, self.asked = 0.0, None

    def _seldom(self, data: bytes) -> None:
        report = self.load.report
        if data.startswith(END_HAND):
            report.hands += self.load.measuring and self.counts_hands
        elif data.startswith(WELCOME):
            self.seat = f'"seat":{msgspec.json.decode(data)["seat"]}'.encode()
            self.welcomed()
        elif data.startswith(ERROR):
            self.refused(data.decode())
            if self.load.measuring:
                report.errors[msgspec.json.decode(data)["code"]] += 1

    def _prompted(self, prompt: LoadPrompt) -> None:
        if prompt.legal is None:
            return
        self.asked = prompt
        if self.timer is None:
            varying = self.load.plan.varying
            thinking = self.thinking * (1 + varying * self.rng.uniform(-1, 1)) if varying else self.thinking
            self.timer = asyncio.get_running_loop().call_later(thinking, self._answer)

    def _answer(self) -> None:
        """Answer what was asked, or fail to."""
        self.timer, asked, self.asked = None, self.asked, None
        if asked is None or not self.connected:
            return
        if self.rng.random() < self.load.plan.faults and not self._fault():
            return
        said = {"type": "action", "v": 1, "hand_id": asked.hand_id or asked.at_hand_id, "decision": asked.decision,
                **self._choice(asked)}
        self.sent_at = time.perf_counter()
        self.say(msgspec.json.encode(said))

    def _fault(self) -> bool:
        """Something goes wrong; whether an answer is given all the same."""
        kind = self.rng.choice(("rubbish", "breaks", "silent"))
        self.load.report.faults[kind] += self.load.measuring
        if kind == "rubbish":
            self.say(self.rng.choice(RUBBISH))
        elif kind == "breaks":
            self.broke, self.sent_at = True, 0.0
            self.hang_up()
        return kind == "rubbish"

    def _choice(self, asked: LoadPrompt) -> dict[str, Any]:
        """Something legal and small, so that hands have all their streets and matches last."""
        legal = asked.legal
        if "RAISE_TO" in legal and self.rng.random() < 0.05:
            return {"action": "RAISE_TO", "amount": asked.min_raise_to}
        if "CHECK" in legal:
            return {"action": "CHECK"}
        return {"action": "CALL" if "CALL" in legal and self.rng.random() < 0.8 else "FOLD"}
