"""The routes of a server: sockets, page, API, metrics, health."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from importlib.resources import files

from aiohttp import web
from aiohttp.typedefs import Handler

from croupier.arena.server import api, sockets
from croupier.arena.server.guard import Door, Guard, network
from croupier.arena.server.hub import Hub
from croupier.arena.server.metrics import as_text
from croupier.arena.server.page_games import games_module

PAGE = files("croupier.arena") / "page"
_KINDS = {".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
SECURITY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; "
                               "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}


@web.middleware
async def _secure(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every answer says what a browser may do with it."""
    try:
        response = await handler(request)
    except web.HTTPException as error:
        error.headers.update(SECURITY)
        raise
    finally:
        guard = request.transport.get_protocol() if request.transport is not None else None
        if isinstance(guard, Guard):
            guard.stay()
    if not isinstance(response, web.WebSocketResponse):
        response.headers.update(SECURITY)
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def make_app(hub: Hub, door: Door, origins: frozenset[str] = frozenset()) -> web.Application:
    """An application around a hub, behind a door; `origins` are other sites whose pages may open sockets."""
    @web.middleware
    async def safe(request: web.Request, handler: Handler) -> web.StreamResponse:
        """No answer shows what is not yet on the disk: it is made, waits for the commit, and goes."""
        response = await handler(request)
        if not isinstance(response, web.WebSocketResponse):
            await hub.settled()
            if hub.failed is not None and request.path != "/healthz":
                raise web.HTTPServiceUnavailable(text="the store has failed: dealing has stopped")
        return response

    app = web.Application(middlewares=[_secure, safe], client_max_size=65_536)

    async def socket(request: web.Request) -> web.StreamResponse:
        if sockets.foreign(request, origins):
            raise web.HTTPForbidden(text="this page may not open a socket here")
        default = next(iter(hub.host.tables))
        address = door.address(request)
        with _inside(door, address) if network(request.remote or "") in door.proxies else nullcontext():
            return await sockets.serve(request, hub, request.query.get("table", default), address, door.limits.queue)

    async def games(request: web.Request) -> web.Response:
        return web.Response(text=games_module(), content_type="text/javascript")

    async def page(request: web.Request) -> web.Response:
        return _file(request.match_info.get("name", "index.html"))

    async def metrics(request: web.Request) -> web.Response:
        return web.Response(text=as_text(hub, door), content_type="text/plain")

    async def health(request: web.Request) -> web.Response:
        well = hub.failed is None
        return web.Response(text="ok\n" if well else "failed\n", status=200 if well else 503)

    app.router.add_get("/ws", socket)
    app.router.add_get("/metrics", metrics)
    app.router.add_get("/healthz", health)
    app.router.add_routes(api.routes(hub))
    app.router.add_get("/", page)
    app.router.add_get("/games.js", games)
    app.router.add_get(r"/{name:[a-z0-9_-]+\.(html|js|css|svg)}", page)
    return app


@contextmanager
def _inside(door: Door, address: str) -> Iterator[None]:
    """Somebody whom a proxy brings is counted by its own address while it is here."""
    why = door.enter(address)
    if why is not None:
        door.refuse(why, address)
        raise web.HTTPServiceUnavailable(text=f"RATE_LIMITED: too many connections ({why})",
                                         headers={"Retry-After": "10"})
    try:
        yield
    finally:
        door.leave(address)


def _file(name: str) -> web.Response:
    """A file of the page."""
    found = PAGE / name
    if not found.is_file():
        raise web.HTTPNotFound(text="no such page")
    response = web.Response(body=found.read_bytes(), content_type=_KINDS["." + name.rpartition(".")[2]],
                            charset="utf-8")
    response.enable_compression()  # these files hold no secret; what does is never compressed
    return response
