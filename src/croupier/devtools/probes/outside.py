"""Attacks without a seat: sockets and HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import time
import zlib
from typing import Any

from aiohttp import WSMsgType

from croupier.devtools.probes import target as patient
from croupier.devtools.probes.target import (
    ADDRESS,
    SPECTATE,
    Client,
    Frame,
    Skip,
    Target,
    expect,
    expect_code,
    frame,
    of,
)
from croupier.devtools.wire import NotUpgraded
from croupier.protocol.errors import ERRORS

DEFLATE = {"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"}
RUBBISH: tuple[str | bytes, ...] = (
    "", " ", "null", "[]", "{", '"text"', "1e999", "[" * 4000, '{"a":' * 500, "{" * 9 + "}" * 9, "\ufeff{}",
    '{"type":"action","v":' + "9" * 3000 + "}", b"\x00\xff", b"\xef\xbb\xbf{}", '{"type":"\\ud800","v":1}',
    '{"type":["hello"],"v":1}', '{"type":1,"v":1}', '{"type":"hello","v":1,"team":1,"join_code":[]}',
    json.dumps({"type": "action", "v": 1, **{f"k{number}": number for number in range(250)}}),
    '{"type":"dance","type":"tango","v":1}')
UNKNOWN = ('{"type":"dance","v":1}', '{"type":"hello","v":2,"team":"A","join_code":"b"}', '{"type":"spectate"}',
           '{"type":"spectate","v":0}', '{"type":"spectate","v":"1"}', '{"type":"spectate","v":true}',
           '{"type":"spectate","v":1.5}', '{"type":"spectate","v":' + str(10**20) + "}")
BAD_NAMES = ("", " ", "A" * 33, "A\u202eB", "A\u200bB", "A\x00B", "A\nB", "A\u2028B", "\u0430nn", "\u0301A", "\ue000",
             "e\u0301\u0302\u0303\u0304\u0305", "Check\u3164", "Check\u2800", "Check\u115f")
HIDDEN = ("/arena.db", "/..%2farena.db", "/%2e%2e/%2e%2e/etc/passwd", "/../../../../etc/passwd", "/page/../host.py",
          "/api/../arena.db", "/api/hands/..%2f..%2farena.db", "/api/matches/' OR 1=1 --", "/api/hands/%00",
          "/api/hands?limit=999999999", "/api/hands?table=' OR '1'='1", "/api/tables/__class__", "/api/hands?before=-1")
SECRETS = ("join_code", "operator_code", "SQLite format", "Traceback", "root:", '"hole"')
CONNECTIONS_MAX = 1100
"""A server that accepts more connections than this from one address has no useful limit."""
GUESSES_MAX = 300
"""A server that checks this many wrong codes in a row does not limit guessing."""
SLOW_S = 5.0
"""Seconds after which another client counts as delayed, however busy the machine is."""
FLOOD_BYTES = 5_000_000
"""The number of bytes that one flood sends."""
HEAVY = "".join(f"[{number}]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\n"
                "starting_stacks = [100, 100]\nactions = ['d dh p1 AhKh', 'd dh p2 QcQd', 'p1 f']\n"
                for number in range(1, 2001)).encode()
"""A file that takes long to read: thousands of hands."""
HAND = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n"
BAD_FILES = (b"", b"\x00" * 1000, b"\xff\xfe\xff", ("x = " + "[" * 50_000).encode(), b"[" * 100_000, b'{"a":' * 20_000,
             ("[a" + ".a" * 20_000 + "]\n").encode(), (HAND + "actions = [" + "'p1 f'," * 5_000 + "]\n").encode(),
             (HAND.replace("[100, 100]", "[100, 100, 100]") + "actions = []\n").encode(),
             (HAND.replace("[100, 100]", "[1e400, 100]") + "actions = []\n").encode())


async def nothing_hidden_over_http(target: Target) -> str:
    """Look for the server's files, for cards and for codes in pages, errors and metrics."""
    pages = ["/api/tables", "/api/hands", "/api/matches", "/api/standings", "/api/courses", "/metrics", "/healthz"]
    for path in [*pages, *HIDDEN]:
        status, text = await target.get(path)
        expect(status != 500, f"{path} causes an error of the server: 500")
        expect(path in pages or status in (200, 400, 404), f"{path} is answered by {status}")
        shown = [secret for secret in SECRETS if secret in text]
        expect(not shown, f"{path} shows {shown}")
    return f"{len(pages) + len(HIDDEN)} addresses"


async def arrives(target: Target, table: Frame | None = None) -> list[Frame]:
    """Return the frames that a spectator gets on arrival. Raise Skip if the table has been open for less than its
    delay.
    """
    async with await target.open(None if table is None else table["table_id"]) as client:
        client.send(SPECTATE)
        try:
            return [await client.next("spectate", "snapshot", "lobby") for _ in range(3)]
        except AssertionError:
            if any("spectator_delay" in each["config"] for each in await target.tables()):
                raise Skip("spectators are sent nothing until the table's delay has passed") from None
            raise


async def delay_held(target: Target) -> str:
    """Look for public pages that show a table's state before its spectator delay has passed."""
    delayed = [table for table in await target.tables() if "spectator_delay" in table["config"]]
    if not delayed:
        return "no table has a delay"
    for table in delayed:
        name, delay = table["table_id"], table["config"]["spectator_delay"]
        frames = {frame["type"]: frame for frame in await arrives(target, table)}
        stated = frames["spectate"]["config"].get("spectator_delay")
        expect(stated == delay, f"{name} does not announce its spectator delay of {delay} s")
        (now,) = [each for each in await target.tables() if each["table_id"] == name]
        _, text = await target.get(f"/api/hands?table={name}&limit=1")
        ended = max((_number(hand["hand_id"]) for hand in json.loads(text)), default=0)
        expect(ended <= _number(now["hand"]["at_hand_id"]), f"/api/hands is ahead of what {name} shows")
        expect(_number(frames["snapshot"]["at_hand_id"]) <= _number(now["hand"]["at_hand_id"]),
               f"spectators are ahead of what /api/tables shows of {name}")
    return f"{len(delayed)} tables"


def _number(hand_id: str | None) -> int:
    """Return a hand's number, the last part of its id (T8)."""
    return int(hand_id.rpartition("-")[2]) if hand_id else 0


async def feed_without_cards(target: Target) -> str:
    """Look for hole cards in the frames that a spectator and the operator receive."""
    frames = await arrives(target)
    if target.operator is not None:
        asked = of(type="operator", code=target.operator, command="STATUS")
        frames.append(await target.ask(asked, types=("operator", "error")))
        expect(frames[-1]["type"] == "operator", f"the operator is answered by {frames[-1]}")
    text = json.dumps(frames)
    expect('"hole"' not in text and '"secret"' not in text, "hole cards or secrets are shown")
    return "spectator" + (", operator" if target.operator is not None else "; no operator's code was given")


async def no_compression(target: Target) -> str:
    """Offer compression on a socket. A server that accepts it fails the probe."""
    await (await target.open(headers=DEFLATE)).close()
    return "declined"


async def compressed_bomb(target: Target) -> str:
    """Send a compressed frame that expands to a megabyte of blanks."""
    squeeze = zlib.compressobj(wbits=-15)
    bomb = squeeze.compress(b" " * 1_000_000) + squeeze.flush(zlib.Z_SYNC_FLUSH)
    for payload in (b"\xaa\x56\x2a" * 20, bomb[:4000]):
        await _ended_with(target, frame(0x1, payload, 0xC0), 1002, DEFLATE)
    return "1002"


async def _ended_with(target: Target, sent: bytes, code: int, headers: dict[str, str] = ADDRESS) -> None:
    """Send bytes on an open socket, which must be closed with this code."""
    async with await target.open(headers=headers) as client:
        client.transport.write(sent)
        closing = await client.next("close")
    expect(closing["close"] == code, f"it was ended with {closing['close']}, not {code}")


async def other_site(target: Target) -> str:
    """Open a socket in the way a page of another website does."""
    for origin in ("https://evil.example", "null", f"http://{target.host}.evil.example"):
        try:
            await (await target.open(headers={"Origin": origin})).close()
        except NotUpgraded as refused:
            expect(refused.status == 403, f"{origin} is answered by {refused.status}")
        else:
            raise AssertionError(f"{origin} opened a socket")
    return "403"


async def bad_names(target: Target) -> str:
    """Send names that are too long, mix alphabets, or contain control, bidi and zero-width characters."""
    for name in BAD_NAMES:
        expect_code(name, await target.ask(of(type="hello", team=name, join_code="check-server")), "BAD_SCHEMA")
    return f"{len(BAD_NAMES)} names"


async def page_policy(target: Target) -> str:
    """Check that the page's policy forbids foreign scripts, in case a name ever contains one."""
    async with target.session.get(target.base + "/") as page:
        policy = page.headers.get("Content-Security-Policy", "")
    expect("default-src 'none'" in policy, "the page has no strict content policy")
    expect("unsafe" not in policy, f"the page's policy is {policy}")
    return "a strict policy"


async def ping_flood(target: Target) -> str:
    """Send pings without end."""
    await _flood(target, b"", frame(0x9, b"x" * 100))
    return "4429"


async def fragment_flood(target: Target) -> str:
    """Send a frame in countless empty fragments."""
    await _flood(target, frame(0x1, b"{", 0), frame(0x0, b"", 0))
    return "4429"


async def frame_flood(target: Target) -> str:
    """Send frames without end."""
    await _flood(target, frame(0x1, SPECTATE.encode()), frame(0x1, b'{"type":"intent","v":1,"intent":0}'), (4403, 4429))
    await _flood(target, b"", frame(0x1, b"{"), (4400, 4429))
    return "closed"


async def _flood(target: Target, first: bytes, flood: bytes, codes: tuple[int, ...] = (4429,)) -> None:
    async with await target.open(headers=ADDRESS) as client:
        client.transport.write(first)
        for _ in range(FLOOD_BYTES // 65_536):
            if not client.connected or client.transport.is_closing():
                break
            client.transport.write(flood * (65_536 // len(flood)))
            await asyncio.sleep(0.005)
        closing = await client.next("close")
    expect(closing["close"] in codes, f"it was not ended with {' or '.join(map(str, codes))}")


async def slow_handshake(target: Target) -> str:
    """Begin a handshake and never end it."""
    if target.secure:
        raise Skip("not over TLS")
    reader, writer = await asyncio.open_connection(target.host, target.port)
    writer.write(f"GET {target.path} HTTP/1.1\r\nHost: x".encode())
    began = time.monotonic()
    try:
        async with asyncio.timeout(patient.PATIENCE):
            await reader.read()
    except TimeoutError:
        raise AssertionError("the connection is still open") from None
    except ConnectionError:
        pass  # a reset connection is closed, too
    finally:
        writer.close()
    return f"cut off after {time.monotonic() - began:.0f} s"


async def silence(target: Target) -> str:
    """Open a socket and never send hello."""
    reply = await target.ask(types=("close",))
    expect(reply["close"] == 4408, f"silence was answered by {reply}")
    return "4408"


class Unresponsive(Client):
    """A client that answers no ping."""

    def message(self, message: Any) -> None:
        """Handle everything but a ping."""
        if message.type is not WSMsgType.PING:
            super().message(message)


async def half_open(target: Target) -> str:
    """Open a socket and answer no ping, like a client whose network is gone."""
    async with await target.open(headers=ADDRESS, client=Unresponsive()) as client:
        client.send(SPECTATE)
        began = time.monotonic()
        await client.next("close", seconds=3 * patient.PATIENCE)
    return f"ended after {time.monotonic() - began:.0f} s"


async def rubbish(target: Target) -> str:
    """Send malformed frames: truncated, deeply nested, too wide, huge numbers, bad UTF-8, binary, byte-order marks."""
    for sent in RUBBISH:
        reply = await target.ask(sent, types=("error",))
        named = reply["type"] == "close" or (reply["code"] in ERRORS and len(reply["msg"]) < 500)
        expect(named, f"{sent[:40]!r} was answered by {str(reply)[:80]}")
    return f"{len(RUBBISH)} kinds, each refused with an error code"


async def against_the_protocol(target: Target) -> str:
    """Send WebSocket frames that are too long, not UTF-8, or of an unknown opcode."""
    for sent, code in ((frame(0x1, b"x" * 5000), 1009), (frame(0x3, b"a"), 1002), (frame(0x1, b"\xff\xff"), 1007)):
        await _ended_with(target, sent, code)
    return "1009, 1002, 1007"


async def unknown_types(target: Target) -> str:
    """Send first frames of unknown types and versions."""
    for sent in UNKNOWN:
        expect_code(sent, await target.ask(sent), "BAD_HELLO", "BAD_SCHEMA")
    return f"{len(UNKNOWN)} kinds"


async def spectator_speaks(target: Target) -> str:
    """Send frames from a spectator's connection, which may only watch."""
    for sent in ('{"type":"intent","v":1,"intent":3}', '{"type":"action","v":1,"hand_id":"H","action":"FOLD"}'):
        code = (await target.ask(SPECTATE, sent, types=("close",)))["close"]
        expect(code == 4403, f"it was closed with {code}, not 4403")
    return "4403"


async def heavy_files(target: Target) -> str:
    """Upload several hand files that take long to read at once, and time other requests meanwhile."""
    jobs = [asyncio.create_task(target.post("/api/replay?hand=1999", HEAVY)) for _ in range(2)]
    try:
        slowest = await target.slowest(20)
        read = [status for status, _ in await asyncio.gather(*jobs)]
    finally:
        for job in jobs:
            job.cancel()
    if 404 in read:
        raise Skip("this server reads no files")
    expect(500 not in read, "a file caused an error of the server: 500")
    expect(slowest < SLOW_S, f"other requests took {slowest:.1f} s meanwhile")
    return f"other requests took {1000 * slowest:.0f} ms at most"


async def pickled(target: Target) -> str:
    """Send a pickle that would connect back to this probe if the server unpickled it."""
    called = asyncio.Event()

    def back(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        called.set()
        writer.close()

    async with await asyncio.start_server(back, "127.0.0.1", 0) as listening:
        pickle = b"csocket\ncreate_connection\n((S'127.0.0.1'\nI%d\nttR." % listening.sockets[0].getsockname()[1]
        for path in ("/api/replay", "/api/tables"):
            await target.post(path, pickle)
        await target.ask(pickle)
        await asyncio.sleep(0.1)
    expect(not called.is_set(), "the server unpickled it: it connected back")
    return "no connection came back"


async def lying_files(target: Target) -> str:
    """Upload hand files that are huge, deep, broken or impossible."""
    for number, body in enumerate(BAD_FILES):
        status, text = await target.post("/api/replay", body)
        if status == 404:
            raise Skip("this server reads no files")
        expect(status in (200, 400), f"file {number} was answered by {status}")
        expect(status == 200 or len(text) < 2000, f"file {number} was answered at length")
    status, _ = await target.post("/api/replay", b"#" * 1_050_000)
    expect(status == 413, f"a file above a megabyte was answered by {status}")
    return f"{len(BAD_FILES) + 1} files"


# -- probes that come last: they use up the limits of one address ------------------------------------------------------


async def connection_flood(target: Target) -> str:
    """Open more and more connections from one address."""
    opened: list[Client] = []

    async def one_more() -> bool:
        try:
            opened.append(await target.open(headers=ADDRESS))
        except NotUpgraded as refused:
            if refused.status != 503:
                raise
            return True
        opened[-1].send(SPECTATE)  # a silent connection would be closed
        return False

    try:
        while len(opened) < CONNECTIONS_MAX:
            if any(await asyncio.gather(*(one_more() for _ in range(10)))):
                return f"503 after {len(opened)}"
    except OSError as error:
        if error.errno is None:  # the server refused; an error with an errno would be a limit of this machine
            raise
        raise Skip(f"this machine opens no more than {len(opened)}: {error.strerror}") from None
    finally:
        for client in opened:
            client.hang_up()
        await asyncio.sleep(0.3)  # give the server time to notice that they are gone
    raise AssertionError(f"{CONNECTIONS_MAX:,} connections from one address were accepted")


async def guessing(target: Target) -> str:
    """Guess the operator's code."""
    for number in range(GUESSES_MAX):
        guess = of(type="operator", code=os.urandom(8).hex(), command="STATUS")
        reply = await target.ask(guess, types=("error",), headers=ADDRESS)
        if reply.get("code") == "RATE_LIMITED":
            return f"{number} guesses, then the address waits"
        expect_code(guess, reply, "NOT_OPERATOR")
    raise AssertionError(f"{GUESSES_MAX} guesses were checked")


async def still_healthy(target: Target) -> str:
    """Check after all attacks that the server is healthy and lets people watch."""
    expect((await target.get("/healthz"))[0] == 200, "/healthz is not 200")
    reply = await target.ask(SPECTATE)
    expect(reply["type"] in ("spectate", "lobby"), f"`spectate` is answered by {str(reply)[:80]}")
    return "healthy"
