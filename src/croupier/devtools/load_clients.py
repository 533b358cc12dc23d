"""The clients of a load: players that send legal actions, and spectators that note when events arrive.

Each client has a connection of its own, and the event loop calls it directly, without a task. To save time, a client
recognises nearly every frame by its first bytes and does not decode it. A player answers only after it has handled all
frames of a read, because a later frame of the same read may already have ended the prompt.
"""

from __future__ import annotations

import asyncio
import random
import time
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.client.connection import socket_url
from croupier.devtools.wire import Wire, open_wire

if TYPE_CHECKING:
    from croupier.devtools.load import Load

PATIENCE = 60.0
"""Seconds that a server has to open a connection and to accept the first frame."""
RUBBISH = (b"{", b"null", b'{"type":"dance","v":1}', b'{"type":"action","v":1,"amount":1e9}', b"[" * 100, b"9" * 300)
SPECTATE = b'{"type":"spectate","v":1}'
EVENT, WELCOME, END_HAND, ERROR = (f'{{"type":"{name}"'.encode() for name in ("event", "welcome", "end_hand", "error"))
PROMPTS = (b'{"type":"act"', b'{"type":"snapshot"')


class LoadPrompt(msgspec.Struct, gc=False):
    """The fields that a player reads from a prompt: an `act`, or a `snapshot` sent when it is the player's turn."""

    legal: Any = None
    decision: int | None = None
    hand_id: str | None = None
    at_hand_id: str | None = None
    min_raise_to: int | None = None


_prompt = msgspec.json.Decoder(LoadPrompt)


class LoadClient(Wire):
    """One connection of a load."""

    def __init__(self, load: Load, table: str, greeting: bytes) -> None:
        super().__init__()
        self.load, self.table, self.greeting = load, table, greeting
        self.broke = False
        """True if the client has broken the connection on purpose, as a simulated fault."""
        self.admitted: asyncio.Future[None] | None = None
        """Set once the server has accepted or refused the client; None afterwards."""

    async def connect(self) -> None:
        """Connect; raise ConnectionError with the reason if the server does not accept the client."""
        async with self.load.opening:
            admitted = self.admitted = asyncio.get_running_loop().create_future()
            try:
                async with asyncio.timeout(PATIENCE):
                    await open_wire(self.load.session, socket_url(self.load.url, self.table), self)
                    self.broke = False
                    self.say(self.greeting)
                    await admitted
            except TimeoutError:
                raise ConnectionError(f"{self.table}: not let in within {PATIENCE:.0f} s") from None
            finally:
                admitted.cancel()

    def welcomed(self) -> None:
        """Note that the server has accepted the client."""
        if self.admitted is not None and not self.admitted.done():
            self.admitted.set_result(None)
        self.admitted = None

    def refused(self, why: str) -> None:
        """Note that the server has refused the client."""
        if self.admitted is not None and not self.admitted.done():
            self.admitted.set_exception(ConnectionError(f"{self.table}: not let in: {why[:200]}"))
        self.admitted = None

    def lost(self, why: str) -> None:
        """Handle the end of the connection. After a simulated fault, connect again."""
        if self.admitted is not None:
            self.refused(why)
        elif self.broke and not self.load.over:
            self.load.start(self._come_back())
        elif not self.load.over:
            self.load.dropped(why)

    async def _come_back(self) -> None:
        try:
            await self.connect()
        except OSError as error:
            self.load.dropped(str(error))


class Reception:
    """The times when the first and the last spectator received an event, and how many received it."""

    __slots__ = ("by", "first", "last")

    def __init__(self, now: float) -> None:
        self.first = self.last = now
        self.by = 1


class SpectatorGroup:
    """The spectators of one table, and the events they received."""

    def __init__(self) -> None:
        self.size = 0
        self.heard: dict[bytes, Reception] = {}

    def _between(self, began: float, until: float) -> list[Reception]:
        return [heard for heard in self.heard.values() if began <= heard.first < until]

    def missed(self, began: float, until: float) -> int:
        """Return how many events of a period were missed, summed over the spectators."""
        return sum(self.size - heard.by for heard in self._between(began, until))

    def spans(self, began: float, until: float) -> list[float]:
        """Return, for each event of a period, the milliseconds from the first spectator that received it to the last.
        """
        return [1000 * (heard.last - heard.first) for heard in self._between(began, until)]


class Watcher(LoadClient):
    """One spectator."""

    def __init__(self, load: Load, table: str) -> None:
        super().__init__(load, table, SPECTATE)
        group = load.groups[table]
        group.size += 1
        self.heard = group.heard

    def text(self, data: bytes) -> None:
        """Note when an event arrived. Once the client is accepted, ignore all other frames."""
        if data.startswith(EVENT):
            now = self.load.now()
            heard = self.heard.get(data)
            if heard is None:
                self.heard[data] = Reception(now)
            else:
                heard.last = now
                heard.by += 1
        elif self.admitted is not None:
            if data.startswith(ERROR):
                self.refused(data.decode(errors="replace"))
            else:
                self.welcomed()


class LoadPlayer(LoadClient):
    """One player."""

    def __init__(self, load: Load, table: str, seat: int) -> None:
        self.team = f"{table} {seat}"
        hello = {"type": "hello", "v": 1, "team": self.team, "join_code": f"stress {self.team}"}
        super().__init__(load, table, msgspec.json.encode(hello))
        self.rng = random.Random(f"{load.plan.seed}/{self.team}")
        self.thinking = load.plan.thinking(table)
        self.counts_hands = seat == 0
        self.seat = b""
        """The bytes that occur in every event of this player's seat. Seat numbers have one digit."""
        self.asked: LoadPrompt | None = None
        """The prompt that this player has not answered yet."""
        self.timer: asyncio.Handle | None = None
        self.sent_at = 0.0
        """The time of the last answer; 0 once the event of that action has arrived."""

    def text(self, data: bytes) -> None:
        """Handle a frame. Most frames are about other players and are skipped."""
        if data.startswith(EVENT):
            if (self.sent_at or self.asked is not None) and self.seat in data:
                self._acted()
        elif data.startswith(PROMPTS):
            self._prompted(_prompt.decode(data))
        else:
            self._other_frame(data)

    def _acted(self) -> None:
        """Note that the player's action was accepted, or that its time has run out."""
        if self.sent_at:
            self.load.answered(self.sent_at)
        self.sent_at, self.asked = 0.0, None

    def _other_frame(self, data: bytes) -> None:
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
        """Answer the prompt, or simulate a fault instead."""
        self.timer, asked, self.asked = None, self.asked, None
        if asked is None or not self.connected:
            return
        if self.rng.random() < self.load.plan.faults and not self._fault():
            return
        action = {"type": "action", "v": 1, "hand_id": asked.hand_id or asked.at_hand_id, "decision": asked.decision,
                **self._choice(asked)}
        self.sent_at = time.perf_counter()
        self.say(msgspec.json.encode(action))

    def _fault(self) -> bool:
        """Simulate a fault. Return True if the player still answers the prompt."""
        kind = self.rng.choice(("rubbish", "breaks", "silent"))
        self.load.report.faults[kind] += self.load.measuring
        if kind == "rubbish":
            self.say(self.rng.choice(RUBBISH))
        elif kind == "breaks":
            self.broke, self.sent_at = True, 0.0  # do not wait for the event of an earlier action: it may never come
            self.hang_up()
        return kind == "rubbish"

    def _choice(self, asked: LoadPrompt) -> dict[str, Any]:
        """Return a legal and small action, so that hands reach all streets and matches do not end soon."""
        legal = asked.legal
        if "RAISE_TO" in legal and self.rng.random() < 0.05:
            return {"action": "RAISE_TO", "amount": asked.min_raise_to}
        if "CHECK" in legal:
            return {"action": "CHECK"}
        return {"action": "CALL" if "CALL" in legal and self.rng.random() < 0.8 else "FOLD"}
