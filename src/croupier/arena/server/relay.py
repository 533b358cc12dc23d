"""Watch one table of an arena and show it to thousands of spectators, by the arena's own protocol.

    async with relaying(RelayConfig("ws://arena.example:8765/ws?table=T-1", port=8766)) as relay:
        ...

The relay is one spectator of the arena, or of another relay, and passes on every frame unchanged. It also keeps the
frames that a new spectator has to be sent: `spectate`, `lobby` and a `snapshot` of the hand. If the connection to the
arena breaks, spectators stay connected. The relay connects again by itself, and everybody gets the new snapshot.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import msgspec
from aiohttp import ClientError, ClientSession, WSMsgType, web

from croupier import protocol
from croupier.arena.core.config import Limits, checked_limits
from croupier.arena.core.effects import Close, Fresh, Send
from croupier.arena.server import app as http
from croupier.arena.server.fanout import Fanout, Link, Outgoing
from croupier.arena.server.limiter import ConnectionLimiter, network
from croupier.arena.server.metrics import Counts
from croupier.client.connection import socket_url
from croupier.protocol import errors
from croupier.protocol.errors import Refused

logger = logging.getLogger("croupier.relay")
SPECTATE = msgspec.json.encode(protocol.SpectateSent())
HELLO_S = 5.0
"""A client must send `spectate` within this many seconds."""
MESSAGE_MAX = 1 << 22
"""The most bytes of a message from the arena."""
FIRST_WAIT_S, LONGEST_WAIT_S = 0.25, 10.0
"""Seconds before the first and the later attempts to connect to the arena again."""
PACE = {"portion": 128, "pause_s": 0.0, "round_s": 0.01}
"""The pace of the broadcast. It is faster than the arena's, because no player waits here."""
_STATE = ("phase", "players", "community", "next_actor", "time_ms_remaining", "button", "pot", "event_no")


@dataclass(frozen=True, kw_only=True)
class RelayConfig(http.HttpConfig):
    """The settings of a relay."""

    upstream: str = field(kw_only=False)
    """The socket of the arena, with its table."""
    port: int = 8766
    spectators: int = 20_000
    limits: Limits = field(default_factory=lambda: Limits(connections=20_000))


class WatchedTable:
    """The table, as described by the arena's frames, so that the relay can send a snapshot."""

    def __init__(self) -> None:
        self._spectate: dict[str, Any] | None = None
        self._lobby: dict[str, Any] | None = None
        self._snapshot: dict[str, Any] | None = None
        self._events: list[msgspec.Raw] = []
        self._cards: dict[int, list[str]] = {}
        """In stud and draw games: each seat's cards, `??` if face down. `state` does not repeat them."""
        self._asked_at = 0.0
        """When the player to act was last prompted. Its remaining time is counted from this time."""

    def feed(self, text: bytes) -> None:
        """Update the table from a frame."""
        frame = msgspec.json.decode(text)
        follow = getattr(self, f"_on_{frame['type']}", None)
        if follow is not None:
            follow(frame, text)

    @property
    def is_known(self) -> bool:
        """Return True once a snapshot can be sent."""
        return None not in (self._spectate, self._lobby, self._snapshot)

    def frames(self) -> list[bytes]:
        """Return the frames that a new spectator gets.

        These are the arena's own frames, without the number of the open decision.
        """
        assert self._snapshot is not None
        left = self._snapshot["time_ms_remaining"]
        if left is not None and not self._snapshot.get("paused"):
            left = max(0, left - int(1000 * (time.monotonic() - self._asked_at)))
        events = {"events": self._events} if "start" in self._snapshot else {}
        players = [{**row, "cards": self._cards[row["seat"]]} if row["seat"] in self._cards else row
                   for row in self._snapshot["players"]]
        shot = {**self._snapshot, "players": players, "time_ms_remaining": left, **events}
        return [msgspec.json.encode(each) for each in (self._spectate, self._lobby, shot)]

    def _on_spectate(self, frame: dict[str, Any], text: bytes) -> None:
        self._spectate = frame

    def _on_lobby(self, frame: dict[str, Any], text: bytes) -> None:
        self._lobby = frame
        if self._snapshot is not None:
            self._set("paused", frame.get("paused"))

    def _on_snapshot(self, frame: dict[str, Any], text: bytes) -> None:
        self._events = [msgspec.Raw(msgspec.json.encode(each)) for each in frame.pop("events", [])]
        self._cards = {row["seat"]: row["cards"] for row in frame["players"] if "cards" in row}
        frame.pop("decision", None)  # later frames do not carry it, so the relay could not keep it up to date
        self._snapshot, self._asked_at = frame, time.monotonic()

    def _on_start_hand(self, frame: dict[str, Any], text: bytes) -> None:
        if self._snapshot is not None:
            self._events, self._cards = [], {}
            self._snapshot["start"], self._snapshot["at_hand_id"] = msgspec.Raw(text), frame["hand_id"]
            self._set("view", None)
        if self._spectate is not None:
            self._spectate["deal"]["hand_no"] = frame["deal"]["hand_no"]
            self._spectate["config"].update({name: frame[name] for name in ("sb", "bb") if name in frame})

    def _on_event(self, frame: dict[str, Any], text: bytes) -> None:
        if frame["ev"] == "HAND":  # in a game of many hands, a snapshot has the events of the last hand only
            self._events = []
        if frame["ev"] == "DEAL" and "cards" in frame:
            self._cards[frame["seat"]] = self._cards.get(frame["seat"], []) + frame["cards"]
        self._events.append(msgspec.Raw(text))

    def _on_state(self, frame: dict[str, Any], text: bytes) -> None:
        if self._snapshot is not None:
            self._snapshot.update({name: frame[name] for name in _STATE})
            self._set("view", frame.get("view", self._snapshot.get("view")))
            self._asked_at = time.monotonic()
        stacks = {row["seat"]: row["stack"] for row in frame["players"]}
        for row in self._lobby["players"] if self._lobby is not None else ():
            row["stack"] = stacks.get(row["seat"], row["stack"])

    def _set(self, name: str, value: object) -> None:
        """Set an optional field of the snapshot, or leave it out."""
        assert self._snapshot is not None
        if value is None:
            self._snapshot.pop(name, None)
        else:
            self._snapshot[name] = value


class Relay:
    """The spectators of one table, and the connection to its arena."""

    def __init__(self, config: RelayConfig) -> None:
        self.config = config
        self.counts = Counts()
        self.fanout = Fanout(self.counts, **PACE)
        self.table = WatchedTable()
        self.is_connected = False
        self.refusal: str | None = None
        """The reason if the arena does not let the relay watch."""
        self.known = asyncio.Event()
        """Set once the arena has sent a snapshot, or has refused."""
        self._silent: dict[int, asyncio.TimerHandle] = {}
        """Connections that have not asked to watch."""
        self._watching: dict[int, None] = {}
        self._crowd: tuple[int, ...] | None = ()

    @property
    def spectators(self) -> int:
        """Return the number of spectators."""
        return len(self._watching)

    # -- the arena -----------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Watch the arena, and connect again whenever the connection breaks, until cancelled or refused."""
        wait = FIRST_WAIT_S
        async with ClientSession() as session:
            while self.refusal is None:
                with contextlib.suppress(ClientError, OSError, TimeoutError):
                    async with session.ws_connect(self.config.upstream, heartbeat=20, max_msg_size=MESSAGE_MAX) as ws:
                        await ws.send_str(SPECTATE.decode())
                        async for message in ws:
                            if message.type is WSMsgType.TEXT:
                                self._take(message.data.encode())
                                wait = FIRST_WAIT_S if self.is_connected else wait
                if self.is_connected:
                    logger.warning("the arena's connection broke: connecting again")
                self.is_connected = False
                if self.refusal is None:
                    # a random wait, so that not all relays reconnect at the same moment
                    await asyncio.sleep(wait * random.uniform(0.5, 1.5))
                    wait = min(2 * wait, LONGEST_WAIT_S)
        self.known.set()

    def _take(self, text: bytes) -> None:
        """Update the table from a frame of the arena, and pass the frame on."""
        if text.startswith(b'{"type":"error"'):
            self._refused(msgspec.json.decode(text))
            return
        self.table.feed(text)
        if self._crowd is None:
            self._crowd = tuple(self._watching)
        if self._crowd:
            self.fanout.send(Send(self._crowd, text, crowd=True))
        if self.table.is_known:
            self.is_connected = True
            self.known.set()

    def _refused(self, error: dict[str, Any]) -> None:
        """Give up if the arena refuses the relay before it has sent a snapshot.

        Otherwise try again, because the arena may accept the relay later.
        """
        if not self.known.is_set():
            self.refusal = f"{error['code']}: {error['msg']}"

    # -- spectators (called by their sockets) --------------------------------------------------------------------------

    def connect(self, link: Link) -> int:
        """Return a number for a new connection, which has HELLO_S to ask to watch."""
        conn = self.fanout.connect(link)
        self._silent[conn] = asyncio.get_running_loop().call_later(
            HELLO_S, self._close, conn, Refused("BAD_HELLO", "no spectate came in time", close=errors.NO_HELLO))
        return conn

    def opened(self, conn: int, address: str, table: str | None) -> None:
        """Refuse a connection that asks for another table."""
        mine = dict(parse_qsl(urlsplit(self.config.upstream).query)).get("table")
        if table is not None and mine is not None and table != mine:
            self._close(conn, Refused("TABLE_UNKNOWN", f"this relay shows {mine}", close=errors.REFUSED))

    def decision(self, conn: int) -> None:
        """Return None, because a spectator is never asked for a decision."""

    def receive(self, conn: int, data: bytes | str, stood: tuple[str, int] | None) -> None:
        """Handle a client's first message, which asks to watch. Close a client that sends any other message."""
        try:
            if conn in self._watching:
                raise Refused("BAD_SCHEMA", "spectators watch in silence", close=errors.SPOKE)
            if not isinstance(protocol.parse(data), protocol.SpectateSent):
                raise Refused("BAD_HELLO", "a relay is for spectators: players connect to the arena")
            if self.spectators >= self.config.spectators:
                raise Refused("TABLE_FULL", f"{self.spectators} spectators are watching already", close=errors.REFUSED)
        except Refused as refusal:
            self._close(conn, refusal)
            return
        self._forget(conn)
        self._watching[conn], self._crowd = None, None
        self._catch_up(conn)

    def pinged(self, conn: int) -> None:
        """Do nothing. The socket itself answers and counts pings."""

    def lagging(self, conn: int) -> None:
        """Send a fresh snapshot to a client whose queue overflowed."""
        self.fanout.fresh(Fresh(conn))
        self._catch_up(conn)

    def gone(self, conn: int) -> None:
        """Forget a connection that has ended."""
        self._forget(conn)
        self.fanout.links.pop(conn, None)
        if conn in self._watching:
            del self._watching[conn]
            self._crowd = None

    def _catch_up(self, conn: int) -> None:
        link = self.fanout.links.get(conn)
        if link is not None and self.table.is_known:
            link.push([Outgoing(text) for text in self.table.frames()])

    def _close(self, conn: int, refusal: Refused) -> None:
        """Send the reason to a connection and close it."""
        self._forget(conn)
        link = self.fanout.links.get(conn)
        if link is not None:
            link.push([Outgoing(msgspec.json.encode(protocol.ErrorFrame(code=refusal.code, msg=refusal.msg)))])
            code = refusal.close or errors.BAD_HELLO
            self.fanout.close(Close(conn, code, errors.CLOSINGS[code]))

    def _forget(self, conn: int) -> None:
        timer = self._silent.pop(conn, None)
        if timer is not None:
            timer.cancel()


def make_app(relay: Relay, limiter: ConnectionLimiter) -> web.Application:
    """Return the application: the socket, metrics and health."""
    app = web.Application(middlewares=[http.secured, http.checked(limiter, relay.config)])

    async def socket(request: web.Request) -> web.StreamResponse:
        table = request.query.get("table")
        return await http.open_socket(request, relay, lambda conn, address: relay.opened(conn, address, table),
                                      limiter, relay.config.origins)

    async def health(request: web.Request) -> web.Response:
        return web.Response(text="ok\n" if relay.is_connected else "the arena is away\n",
                            status=200 if relay.is_connected else 503)

    async def metrics(request: web.Request) -> web.Response:
        facts = {"spectators": relay.spectators, "connected": int(relay.is_connected),
                 "connections_tcp": limiter.connections, "frames_sent_total": relay.counts.frames_sent,
                 "slow_clients_closed_total": relay.counts.slow_clients_closed,
                 "slow_clients_lagged_total": relay.counts.slow_clients_lagged,
                 "broadcast_round_ms_max": relay.fanout.broadcast.round_ms_max}
        return web.Response(text="".join(f"croupier_relay_{name} {value}\n" for name, value in facts.items()),
                            content_type="text/plain")

    app.router.add_get("/ws", socket)
    app.router.add_get("/healthz", health)
    app.router.add_get("/metrics", metrics)
    return app


@dataclass
class RunningRelay:
    """A running relay."""

    relay: Relay
    ws_url: str
    limiter: ConnectionLimiter
    watching: asyncio.Task[None]
    """The task that watches the arena. It ends when the arena refuses the relay."""


@asynccontextmanager
async def relaying(config: RelayConfig) -> AsyncIterator[RunningRelay]:
    """Run a relay while the body runs; raise ConnectionError if the arena refuses it at the beginning."""
    limiter = ConnectionLimiter(checked_limits(config.limits), frozenset(map(network, config.proxies)))
    relay = Relay(config)
    watching = asyncio.create_task(relay.run())
    try:
        await relay.known.wait()
        if relay.refusal is not None:
            raise ConnectionError(f"{config.upstream} cannot be watched: {relay.refusal}")
        async with http.listening(config, make_app(relay, limiter), limiter) as url:
            try:
                yield RunningRelay(relay, socket_url(url), limiter, watching)
            finally:
                watching.cancel()
                relay.fanout.broadcast.close()
                for link in list(relay.fanout.links.values()):
                    link.shut(errors.GOING_AWAY, errors.CLOSINGS[errors.GOING_AWAY])
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)
