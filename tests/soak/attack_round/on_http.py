"""Requests that no browser would send: handshakes, headers, bodies, paths."""

from __future__ import annotations

import asyncio

from .live import Live
from .plan import attack
from .raw_socket import HANDSHAKE, frame, request

API = ("/", "/healthz", "/metrics", "/api/tables", "/api/tables/T-1", "/api/standings", "/api/courses", "/api/hands",
       "/api/matches", "/api/replay", "/ws")


def changed(**headers: str | None) -> dict[str, str]:
    """Return the headers of a handshake with some changed, or left out."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return {name: value for name, value in {**HANDSHAKE, **named}.items() if value is not None}


@attack("RFC 6455 section 4.2, issue 22 item 6", "no 101: a status from 400 to 499",
        version_0={"Sec_WebSocket_Version": "0"}, version_8={"Sec_WebSocket_Version": "8"},
        version_14={"Sec_WebSocket_Version": "14"}, version_text={"Sec_WebSocket_Version": "x"},
        two_versions={"Sec_WebSocket_Version": "13, 8"}, no_version={"Sec_WebSocket_Version": None},
        no_key={"Sec_WebSocket_Key": None}, short_key={"Sec_WebSocket_Key": "YWJj"},
        key_not_base64={"Sec_WebSocket_Key": "!" * 24}, upgrade_to_h2c={"Upgrade": "h2c"}, no_upgrade={"Upgrade": None},
        connection_close={"Connection": "close"}, no_connection={"Connection": None})
async def odd_handshake(live: Live, headers: dict[str, str | None]) -> None:
    status, _ = await live.raw_http(request("/ws", {"Host": live.host, **changed(**headers)}))
    assert 400 <= status < 500, status


@attack("operations page: allowed hosts (DNS rebinding)", "421 or 400 for page, API and socket; never a traceback",
        foreign="evil.example", suffix="localhost.evil.example", prefix="127.0.0.1.evil.example", user="127.0.0.1@evil.example",
        open_bracket="[::1", empty="", space="local host", long="a" * 5000, port_text="evil.example:http", unicode="lоcalhost",
        percent="%6c%6fcalhost.evil")
async def foreign_host(live: Live, host: str) -> None:
    for path, headers in (("/", {}), ("/api/hands", {}), ("/ws", HANDSHAKE)):
        status, _ = await live.raw_http(request(path, {"Host": host, **headers}))
        assert status in (0, 400, 421, 431), (path, status)


@attack("operations page: Origin is checked", "403 (or 400), no socket, never a traceback",
        foreign="http://evil.example", null="null", file="file://", broken="http://[::1", suffix="http://127.0.0.1.evil.example",
        userinfo="http://127.0.0.1@evil.example", other_port="http://127.0.0.1:1", empty_scheme="//evil.example", long="http://" + "e" * 4000,
        two="http://evil.example http://127.0.0.1", unicode="http://еvil.example")
async def foreign_origin(live: Live, origin: str) -> None:
    status, _ = await live.raw_http(request("/ws", {"Host": live.host, **HANDSHAKE, "Origin": origin}))
    assert status in (400, 403), status


@attack("RFC 9112", "a status from 400 to 499 or a cut connection; one answer at most for what was smuggled",
        no_host=b"GET / HTTP/1.1\r\n\r\n", two_hosts=b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
        http_0_9=b"GET /\r\n\r\n", http_2=b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", http_9=b"GET / HTTP/9.9\r\nHost: 127.0.0.1\r\n\r\n",
        tls=bytes.fromhex("16030100c8010000c40303") + b"x" * 180, null_in_path=b"GET /\0 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        null_in_header=b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\0b\r\n\r\n",
        space_before_colon=b"GET / HTTP/1.1\r\nHost : 127.0.0.1\r\n\r\n", folded=b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: a\r\n b\r\n\r\n",
        bare_cr=b"GET / HTTP/1.1\rHost: 127.0.0.1\r\r", long_path=b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        long_header=b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
        ten_thousand_headers=b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: a\r\n" * 10_000 + b"\r\n",
        both_lengths=b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        two_lengths=b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
        negative_length=b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: -1\r\n\r\n",
        plus_length=b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: +4\r\n\r\nabcd",
        huge_chunk=b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n",
        chunk_that_is_no_number=b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        unknown_coding=b"POST /api/replay HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: secret\r\n\r\n")
async def odd_request(live: Live, data: bytes) -> None:
    status, body = await live.raw_http(data)
    if data.startswith(b"GET /\r"):
        assert status in (0, 200, 400), status  # served like HTTP/1.0, which has no Host: health checks of proxies use it
        return
    assert status == 0 or 400 <= status < 500, (status, body[:200])
    assert b"Traceback" not in body


@attack("docs/arena.md: addresses; only GET and one POST", "a status from 400 to 499, never a traceback",
        delete="DELETE", put="PUT", patch="PATCH", trace="TRACE", options_="OPTIONS", connect="CONNECT", post="POST", odd="BREW")
async def odd_method(live: Live, method: str) -> None:
    for path in API:
        if (method, path) != ("POST", "/api/replay"):
            status, body = await live.http(path, method)
            assert status == 0 or 400 <= status < 500, (method, path, status)
            assert b"Traceback" not in body


@attack("docs/arena.md and operations page: parameters of the API", "400 or 404, never a traceback",
        limit_0="/api/hands?limit=0", limit_negative="/api/hands?limit=-1", limit_101="/api/hands?limit=101", limit_text="/api/hands?limit=many",
        limit_float="/api/hands?limit=1e2", limit_huge="/api/matches?limit=" + "9" * 400, limit_arabic="/api/hands?limit=%D9%A3",
        unknown_hand="/api/hands/H-2020-01-01-00001", hand_traversal="/api/hands/..%2f..%2fetc%2fpasswd", hand_null="/api/hands/%00",
        hand_quote="/api/hands/'%20OR%201=1--", unknown_match="/api/matches/M-2020-01-01-0001", match_wildcard="/api/matches/%25",
        unknown_table="/api/tables/T-999", table_broken="/api/tables/%FF%FE", page_traversal="/..%2f..%2f..%2fetc%2fpasswd",
        page_dots="/../../../../etc/passwd", page_double="/%252e%252e/%252e%252e/etc/passwd", page_null="/index.html%00.js",
        page_python="/__init__.py", backslash="/..\\..\\etc\\passwd")
async def odd_address(live: Live, path: str) -> None:
    status, body = await live.http(path)
    assert 400 <= status < 500, status
    assert b"Traceback" not in body
    assert b"root:" not in body


@attack("docs/arena.md: an uploaded hand file; limits: 1,000,000 bytes, not compressed", "a status from 400 to 499, or the file's faults as JSON",
        empty=(b"", {}), rubbish=(b"\x00\xff" * 500, {}), too_large=(b"x" * 1_000_001, {}),
        nested_json=(b"[" * 100_000, {}), nested_toml=(b"a = " + b"[" * 100_000, {}), gzip=(b"\x1f\x8b" + b"x" * 50, {"Content_Encoding": "gzip"}),
        deflate=(b"x" * 50, {"Content_Encoding": "deflate"}), br=(b"x" * 50, {"Content_Encoding": "br"}),
        utf16=("variant = 'NT'".encode("utf-16"), {}), digits=(b"min_bet = " + b"9" * 100_000, {}),
        charset=(b"x", {"Content_Type": "text/plain; charset=nonsense"}),
        multipart=(b"--x\r\n", {"Content_Type": "multipart/form-data; boundary=x"}))
async def odd_upload(live: Live, body: bytes, headers: dict[str, str]) -> None:
    for query in ("", "?hand=-1", "?hand=99999999999999999999", "?hand=x"):
        status, answer = await live.http(f"/api/replay{query}", "POST", body, **headers)
        assert status == 200 or 400 <= status < 500, (status, answer[:200])
        assert b"Traceback" not in answer


@attack("issue 22 item 5; limits: requests_per_second", "429 or 503 for most, players elsewhere go on")
async def pipelined_requests(live: Live) -> None:
    one = f"GET /api/hands?limit=100 HTTP/1.1\r\nHost: {live.host}\r\n\r\n".encode()
    raws = [await live.connect() for _ in range(8)]
    for raw in raws:
        await raw.send(one * 300)
    statuses = []
    for raw in raws:
        while (found := (await raw.response())[0]) and len(statuses) < 2000:
            statuses.append(found)
            if found in (429, 503) and len(statuses) > 600:
                break
    assert set(statuses) <= {200, 429, 503}, set(statuses)
    assert 429 in statuses or 503 in statuses
    for raw in raws:
        await raw.end()


@attack("operations page: 16,384 bytes behind a request for a socket", "close 4429 or a cut; 16,000 are taken",
        eighteen_thousand=18_000, a_million=1_000_000)
async def bytes_behind_the_handshake(live: Live, count: int) -> None:
    raw = await live.connect()
    await raw.send(request("/ws", {"Host": live.host, **HANDSHAKE}) + frame(b"x" * 125) * (count // 131))
    await raw.response()
    assert await raw.closed() in (4429, 4400, 1009, None), raw.close_code


@attack("limits: handshake_ms", "the connection is cut, whether silent or slow", silent=b"", half=b"GET / HTTP/1.1\r\nHost: ")
async def slow_head(live: Live, data: bytes) -> None:
    raw = await live.connect()
    await raw.send(data)
    status, _ = await raw.response()  # after handshake_ms, five seconds
    assert status in (0, 408), status


@attack("docs/arena.md: /metrics has no names or cards; HEAD has no body", "no team, no code, no card; sound answers")
async def what_a_monitor_sees(live: Live) -> None:
    text = (await live.http("/metrics"))[1]
    assert b"Witness" not in text
    assert b"operator-code" not in text
    await asyncio.sleep(0)
    raw = await live.connect()
    await raw.send(f"HEAD /metrics HTTP/1.1\r\nHost: {live.host}\r\nConnection: close\r\n\r\n".encode())
    head = await raw.reader.read()
    assert head.endswith(b"\r\n\r\n"), head[-100:]
