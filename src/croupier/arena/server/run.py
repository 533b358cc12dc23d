"""Start a server, run it, and shut it down in order.

On SIGINT or SIGTERM no further hand is dealt. If the current hand does not end within `grace_s`, it is declared void
and all chips are given back. The end of the hand is committed before the last connection closes. A second signal ends
the process at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from croupier.arena.core.config import BadArena, TableConfig, checked_limits
from croupier.arena.core.effects import Stop
from croupier.arena.core.host import Host
from croupier.arena.core.names import tables as load_look_alikes
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.journal.store import Store
from croupier.arena.server.api import Handed
from croupier.arena.server.app import HttpConfig, listening, make_app
from croupier.arena.server.clock import Clock, keep_pace
from croupier.arena.server.file_bots import FileBots
from croupier.arena.server.house import LINE_UP, House, Pace
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter, network
from croupier.client.connection import socket_url
from croupier.protocol import errors

logger = logging.getLogger("croupier.arena")


@dataclass(frozen=True)
class ServerConfig(HttpConfig):
    """The settings of a server."""

    tables: dict[str, TableConfig] = field(default_factory=lambda: {"T-1": TableConfig()})
    db: str = ":memory:"
    roster: dict[str, str] | None = None
    operator_code: str | None = None
    house_bots: int = 0
    line_up: tuple[str, ...] = LINE_UP
    bots: tuple[str, ...] = ()
    """Bots from files, commands or addresses, in seats of every table that is not for practice; each is isolated."""
    bot_logs: str | None = None
    pace: Pace = field(default_factory=Pace)
    void_on_stop: bool = False
    grace_s: float = 30.0
    line_ups: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The house bots of single tables, which replace `line_up` there."""
    handed: Handed = field(default_factory=Handed)


@dataclass
class Running:
    """A server that is open."""

    hub: Hub
    house: House
    url: str
    """The address of the page."""
    limiter: ConnectionLimiter

    @property
    def ws_url(self) -> str:
        """Return the address that clients connect to."""
        return socket_url(self.url)


@asynccontextmanager
async def running(config: ServerConfig) -> AsyncIterator[Running]:
    """Run a server while the body runs; on leaving, close everything in order."""
    limits = checked_limits(config.limits)
    if len(config.tables) > limits.tables:
        raise BadArena(f"{len(config.tables):,} tables are more than the limit of {limits.tables:,} ([limits] tables)")
    with contextlib.closing(SqliteStore(config.db)) as store:
        async with _running(config, store) as server:
            yield server


@asynccontextmanager
async def _running(config: ServerConfig, store: Store) -> AsyncIterator[Running]:
    limiter = ConnectionLimiter(config.limits, frozenset(map(network, config.proxies)))
    store.claim(config.tables)
    past = store.journal.past()
    host = Host(config.tables, roster=config.roster, operator_code=config.operator_code, last_hand=past.last_hand,
                chain=store.journal.chain(), limits=config.limits)
    clock = Clock(past.last_ms)
    hub = Hub(host, store, clock.now)
    house, file_bots = House(hub, config.pace), FileBots(hub, config.bot_logs)
    load_look_alikes()  # load it now: reading the file later would delay players
    try:
        async with listening(config, make_app(hub, limiter, config, config.handed), limiter) as url:
            clock.watch(hub.counts)
            try:
                hub.open(past)
                await hub.settled()
                await _seat_bots(config, house, file_bots)
                await hub.settled()  # house bots sit down before the server is announced with its free seats
                yield Running(hub, house, url, limiter)
            finally:  # commit everything that was read, and send the effects, before the last connection closes
                house.close()
                file_bots.close()
                hub.close()
                clock.close()
                await hub.settled()
                hub.fanout.broadcast.close()
                await _say_goodbye(hub)
    finally:
        await hub.finish()


async def _seat_bots(config: ServerConfig, house: House, file_bots: FileBots) -> None:
    for table_id, table in config.tables.items():
        if not table.practice:
            await file_bots.fill(table_id, config.bots, table.move_time_ms)
        house.fill(table_id, table.seats - 1 if table.practice else config.house_bots,
                   config.line_ups.get(table_id, config.line_up))


async def _say_goodbye(hub: Hub) -> None:
    """Close every connection, and wait until everything is sent. The close code tells clients whether to come back."""
    # with the usual code, bots tried for a minute to reach a server that had played all its matches
    code = errors.FINISHED if hub.is_finished else errors.GOING_AWAY
    for link in list(hub.links.values()):
        link.shut(code, errors.CLOSINGS[code])
    for _ in range(40):
        if hub.counts.connections == 0:
            return
        await asyncio.sleep(0.025)


async def stop(server: Running, config: ServerConfig) -> None:
    """Deal no further hand. Wait for the hands in play, or declare them void."""
    server.hub.put(Stop(void=config.void_on_stop))
    try:
        await asyncio.wait_for(server.hub.ended.wait(), config.grace_s)
    except TimeoutError:
        server.hub.put(Stop(void=True))


async def serve(config: ServerConfig, opened: Callable[[Running], None]) -> Running:
    """Run until a signal comes, all matches are played, or the store fails."""
    keep_pace()
    async with running(config) as server:
        opened(server)
        signalled = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.add_signal_handler(number, _signalled, signalled, loop, number)
        waiting = [asyncio.create_task(signalled.wait()), asyncio.create_task(server.hub.ended.wait())]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        for task in waiting:
            task.cancel()
        if signalled.is_set() and server.hub.failed is None:
            server.hub.ended.clear()
            await stop(server, config)
        return server


def _signalled(signalled: asyncio.Event, loop: asyncio.AbstractEventLoop, number: int) -> None:
    """Ask for an orderly shutdown. Restore the default handler, so that a second signal ends the process."""
    signalled.set()
    loop.remove_signal_handler(number)


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return uvloop's event loop factory if uvloop is installed, else None."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop
