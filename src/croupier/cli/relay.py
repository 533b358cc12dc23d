"""`croupier relay URL`: show one table of an arena to thousands of spectators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli.app import Failed, Misused

if TYPE_CHECKING:
    from croupier.arena.server.relay import RelayConfig


def relay(url: str = "ws://localhost:8765/ws", /, *, table: str | None = None, host: str = "127.0.0.1",
          port: int = 8766, spectators: int = 20_000, connections: int = 20_000, per_address: int = 256,
          queue: int = 1_000, origin: tuple[str, ...] = (),
          allowed_host: tuple[str, ...] = (),
          proxy: tuple[str, ...] = (), cert: str | None = None,
          key: str | None = None, log: str = "text") -> None:
    """Watch one table and pass on everything it sends to spectators, who connect to the relay instead of the arena.

    The arena counts the relay as one spectator, however many spectators connect to the relay. Start as many relays as
    you need; a relay can also watch another relay. If the arena goes away, the relay keeps its spectators and connects
    again.

    Parameters
    ----------
    url
        The arena, or another relay: ws://host:port/ws, or the address of its page.
    table
        Table to show. Default: the arena's first one.
    host
        Address to listen on. Use 0.0.0.0 to accept connections from other machines.
    port
        Port. 0 picks a free port.
    spectators
        Largest number of spectators.
    connections
        Largest number of connections.
    per_address
        Largest number of connections from one address.
    queue
        Frames that may be queued for a client that does not read.
    origin
        Other sites whose pages may connect, such as https://example.org.
    allowed_host
        Other names of this server. A request that names any other server is refused.
    proxy
        Addresses of proxies in front of this relay. Their X-Forwarded-For header is trusted.
    cert
        TLS certificate (PEM). Needs --key.
    key
        Key of the TLS certificate.
    log
        Log format on standard error: text, or json with one object per line.
    """
    from croupier.arena.core.config import Limits
    from croupier.arena.server.relay import RelayConfig
    from croupier.arena.server.run import loop_factory
    from croupier.cli.logs import start_logging
    from croupier.cli.loop import run
    from croupier.client.connection import socket_url

    upstream = socket_url(url, table)
    if not 0 <= port <= 65535:
        raise Misused(f"a port is a number from 0 (any) to 65535, not {port}")
    config = RelayConfig(
        upstream, host=host, port=port, spectators=spectators, origins=frozenset(origin), cert=cert, key=key,
        allowed_hosts=frozenset(allowed_host), proxies=frozenset(proxy),
        limits=Limits(connections=connections, per_address=per_address, queue=queue))
    start_logging(log)
    try:
        run(lambda: _relay(config), loop_factory())
    except ConnectionError as error:
        raise Failed(str(error)) from None


async def _relay(config: RelayConfig) -> None:
    """Run the relay until SIGINT or SIGTERM arrives. Until it has a state of the arena to show, SIGINT cancels it."""
    import asyncio
    import contextlib
    import signal

    from croupier.arena.server.relay import relaying

    stopped = asyncio.Event()
    print(f"croupier relay: connecting to {config.upstream}", flush=True)
    async with relaying(config) as running:
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stopped.set)
        print(f"  spectators connect to {running.ws_url}\nCtrl-C stops it.", flush=True)
        await stopped.wait()
