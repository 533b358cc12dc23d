"""The HTTP application: sockets, page, API, metrics and health.

A request is answered only if its Host header names this server. Otherwise any website could point a domain name of its
own at this address, and its pages could then read from the server and open sockets (DNS rebinding). Allowed are
loopback names and the `--host`, and IP addresses if the server listens on all addresses. `--allowed-host` adds further
names.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import ssl
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

from croupier.arena.core.config import BadArena, Limits
from croupier.arena.core.effects import Connected
from croupier.arena.server import api, sockets
from croupier.arena.server.clock import enough_files
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter, LimitedProtocol, LimitedSite, network
from croupier.arena.server.metrics import as_text
from croupier.arena.server.sockets import Receiver
from croupier.errors import short
from croupier.games.poker.rules import ALL_RULES
from croupier.games.registry import variant_name

PAGE = files("croupier.arena") / "page"
_KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; "
                               "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


LOOPBACK = frozenset(("localhost", "127.0.0.1", "[::1]", "::1"))
ALL_ADDRESSES = frozenset(("0.0.0.0", "::", ""))
_ORIGIN = re.compile(r"https?://([a-z0-9._-]+|\[[0-9a-f:.]+\])(:\d{1,5})?")
"""Matches the Origin header of a browser."""
KEEP_ALIVE = 15.0
"""The seconds for which a browser may keep a connection open without a request."""


@dataclass(frozen=True, kw_only=True)
class HttpConfig:
    """The addresses on which a server or a relay listens, and the requests that it answers."""

    host: str = "127.0.0.1"
    port: int = 8765
    origins: frozenset[str] = frozenset()
    """Other sites whose pages may open sockets."""
    allowed_hosts: frozenset[str] = frozenset()
    """Host names that requests may use besides `host` and the loopback names."""
    cert: str | None = None
    key: str | None = None
    limits: Limits = field(default_factory=Limits)
    proxies: frozenset[str] = frozenset()
    """Addresses of proxies whose `X-Forwarded-For` is trusted."""


class AllowedHosts:
    """The names by which this server may be addressed."""

    def __init__(self, host: str, allowed: frozenset[str] = frozenset()) -> None:
        self.names = LOOPBACK | {name.casefold() for name in allowed} | ({host.casefold()} - ALL_ADDRESSES)
        self.listens_everywhere = host in ALL_ADDRESSES

    def __contains__(self, header: object) -> bool:
        """Return True for a Host header with an allowed name. Also return True for a missing one, because every browser
        sends the header.
        """
        if header is None or "*" in self.names:
            return True
        name, _, port = str(header).casefold().rpartition(":")
        if not name or (port and not (port.isascii() and port.isdecimal())):
            name = str(header).casefold()
        return name in self.names or name.strip("[]") in self.names or (self.listens_everywhere and _is_address(name))


def _is_address(name: str) -> bool:
    """Return True for an IP address. A website cannot redirect an IP address, unlike its own domain name."""
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


@web.middleware
async def secured(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Add the security headers, which restrict what a browser may do with an answer."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        error.headers.update(SECURITY)
        raise
    finally:
        connection = request.transport.get_protocol() if request.transport is not None else None
        if isinstance(connection, LimitedProtocol):
            connection.stay_http()
    if not isinstance(response, web.WebSocketResponse):
        response.headers.update(SECURITY)
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def checked(limiter: ConnectionLimiter, config: HttpConfig) -> Middleware:
    """Return a middleware that refuses wrong Host headers, and too many costly requests from one address."""
    hosts = AllowedHosts(config.host, config.allowed_hosts)

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.headers.get("Host") not in hosts:
            raise web.HTTPMisdirectedRequest(text="this server has another name: add it by --allowed-host")
        address, now = limiter.address(request), asyncio.get_running_loop().time()
        if request.path.startswith(("/api/", "/metrics")) and not limiter.may_request(address, now):
            limiter.refuse("requests", address)
            raise web.HTTPTooManyRequests(text="RATE_LIMITED: too many requests", headers={"Retry-After": "1"})
        return await handler(request)

    return check


async def open_socket(request: web.Request, receiver: Receiver, opened: Callable[[int, str], None],
                      limiter: ConnectionLimiter, origins: frozenset[str]) -> web.StreamResponse:
    """Serve a WebSocket, unless a page of another site opens it. `opened` is called with its number and address."""
    if sockets.is_foreign(request, origins):
        raise web.HTTPForbidden(text="this page may not open a socket here")
    address = limiter.address(request)
    with _counted(limiter, address) if network(request.remote or "") in limiter.proxies else nullcontext():
        return await sockets.serve(request, receiver, lambda conn: opened(conn, address), limiter.limits.queue)


@asynccontextmanager
async def listening(config: HttpConfig, app: web.Application, limiter: ConnectionLimiter) -> AsyncIterator[str]:
    """Serve an application while the body runs, and yield its address. Raise BadArena if the address cannot be used."""
    _refuse_useless(config)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=2.0, keepalive_timeout=KEEP_ALIVE,
                           # do not decompress uploads: a small one could expand to gigabytes. They are answered by 415
                           auto_decompress=False)
    enough_files(config.limits.connections)
    try:
        await runner.setup()
        site = LimitedSite(runner, config.host, config.port, limiter, tls_context(config.cert, config.key))
        try:
            await site.start()
        except OSError as error:
            raise BadArena(f"{site.host}:{site.port} cannot be listened on: {error.strerror or error}") from error
        host = "localhost" if config.host in ("127.0.0.1", "0.0.0.0", "::") else config.host
        yield f"{'http' if config.cert is None else 'https'}://{host}:{runner.addresses[0][1]}/"
    finally:
        await runner.cleanup()


def _refuse_useless(config: HttpConfig) -> None:
    """Raise BadArena for a setting that could never have an effect: the operator would rely on it."""
    if config.key is not None and config.cert is None:
        raise BadArena("a key needs its certificate: give --cert, too")
    for origin in config.origins - {"*"}:
        # compared with the header as it is, so a path or a slash at the end would never match
        if not _ORIGIN.fullmatch(origin):
            raise BadArena(f"--origin is a site such as https://example.org, not {short(origin)}")
    for proxy in config.proxies:
        if not _is_address(proxy):
            raise BadArena(f"--proxy is the IP address of a proxy, not {short(proxy)}")


def tls_context(cert: str | None, key: str | None) -> ssl.SSLContext | None:
    """Return the TLS context for a certificate. Return None without a certificate."""
    if cert is None:
        return None
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        context.load_cert_chain(cert, key)
    except (OSError, ssl.SSLError) as error:
        raise BadArena(f"the certificate cannot be used: {error}") from error
    return context


def make_app(hub: Hub, limiter: ConnectionLimiter, config: HttpConfig, handed: api.Handed) -> web.Application:
    """Return the HTTP application that serves a hub."""
    @web.middleware
    async def safe(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Return an answer only after everything that it shows has been committed."""
        response = await handler(request)
        if not isinstance(response, web.WebSocketResponse):
            await hub.settled()
            if hub.failed is not None and request.path != "/healthz":
                raise web.HTTPServiceUnavailable(text="the store has failed: dealing has stopped")
        return response

    app = web.Application(middlewares=[secured, checked(limiter, config), safe], client_max_size=65_536)

    async def socket(request: web.Request) -> web.StreamResponse:
        table = request.query.get("table", next(iter(hub.host.tables)))
        return await open_socket(request, hub, lambda conn, address: hub.put(Connected(conn, table, address=address)),
                                 limiter, config.origins)

    async def games(request: web.Request) -> web.Response:
        return web.Response(text=games_module(), content_type="text/javascript")

    async def page(request: web.Request) -> web.Response:
        return _file(request.match_info.get("name", "index.html"))

    async def metrics(request: web.Request) -> web.Response:
        return web.Response(text=as_text(hub, limiter), content_type="text/plain")

    async def health(request: web.Request) -> web.Response:
        is_well = hub.failed is None
        return web.Response(text="ok\n" if is_well else "failed\n", status=200 if is_well else 503)

    app.router.add_get("/ws", socket)
    app.router.add_get("/metrics", metrics)
    app.router.add_get("/healthz", health)
    app.router.add_routes(api.routes(hub, limiter, handed))
    app.router.add_get("/", page)
    app.router.add_get("/games.js", games)
    app.router.add_get(r"/{name:[a-z0-9_-]+\.(html|js|css|svg)}", page)
    return app


@contextmanager
def _counted(limiter: ConnectionLimiter, address: str) -> Iterator[None]:
    """Count a connection through a proxy under the client's own address. Answer 503 if that address has too many."""
    why = limiter.enter(address)
    if why is not None:
        limiter.refuse(why, address)
        raise web.HTTPServiceUnavailable(text=f"RATE_LIMITED: too many connections ({why})",
                                         headers={"Retry-After": "10"})
    try:
        yield
    finally:
        limiter.leave(address)


def _file(name: str) -> web.Response:
    """Return a file of the page."""
    found = PAGE / name
    if not found.is_file():
        raise web.HTTPNotFound(text="no such page")
    response = web.Response(body=found.read_bytes(), content_type=_KINDS["." + name.rpartition(".")[2]],
                            charset="utf-8")
    # compression is safe here, because these files hold no secrets; answers with secrets are never compressed
    response.enable_compression()
    return response


@cache
def games_module() -> str:
    """Return `games.js`: for each variant its title, the ranking of its high hand, its deck and its cards."""
    facts = {name: {"title": rules.title, "high": rules.high, "deck": rules.deck, "cards": rules.hole_cards}
             for rules in ALL_RULES.values() for name in {rules.code, variant_name(rules.code)}}
    return f"export const games = {json.dumps(facts, ensure_ascii=False)};\n"
