"""Ten million frames of all kinds against real servers: floods of sound and empty ones, and malformed ones, mixed.

One item is a hundred thousand frames against a server in a process of its own, connection after connection. Every
connection ends in a named error or close code; two players at another table miss nothing and play on (`live.Witness`).
"""

from __future__ import annotations

import asyncio
import json
import struct
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from random import Random

from croupier.protocol.errors import CLOSINGS, ERRORS

from .attack_round.live import Live, begin_elsewhere, check_elsewhere, process
from .attack_round.raw_socket import BINARY, CLOSE, PING, PONG, TEXT, Raw, frame
from .frames import malformed

FRAMES = 100_000
FLOOD, BATCH = 5_000, 200
ALLOWED = {None, 1000, 1001, 1002, 1003, 1005, 1007, 1009, *CLOSINGS}
FLOODS = {
    "pings": frame(b"", PING), "pongs": frame(b"", PONG), "full pings": frame(b"x" * 125, PING),
    "empty texts": frame(b""), "empty binaries": frame(b"", BINARY), "letters": frame(b"x"),
    "empty fragments": frame(b"", 0, final=False), "fragments": frame(b"x" * 60, 0, final=False),
    "reserved opcodes": frame(b"", 3), "unmasked": frame(b"{}", mask=False), "closes": frame(b"", CLOSE),
    "spectates": frame(b'{"type":"spectate","v":1}'), "nonces": frame(b'{"type":"nonce","v":1,"nonce":"00"}'),
    "actions": frame(b'{"type":"action","v":1,"hand_id":"H-2020-01-01-00001","action":"FOLD"}'),
    "full frames": frame(b'{"type":"intent","v":1,"x":"' + b"x" * 4000 + b'"}')}


async def _one_connection(live: Live, rng: Random, counts: Counter[str]) -> None:
    """Send a flood of one kind, or malformed frames of all kinds, and read to the end."""
    raw = await live.socket()
    who = rng.randrange(3)
    if who:
        await raw.say(**({"type": "spectate"} if who == 1 else {"type": "hello", "team": "Mallory", "join_code": "m"}))
    kind = rng.choice([*FLOODS, *["malformed"] * 5])
    ending = asyncio.ensure_future(raw.closed())
    if kind == "malformed":
        for _ in range(3):
            said = [malformed(rng) for _ in range(BATCH)]
            await raw.send(b"".join(frame(each, BINARY) if isinstance(each, bytes) else
                                    frame(each.encode("utf-8", "surrogatepass")) for each in said))
            counts["frames sent"] += BATCH
            counts["malformed"] += BATCH
    else:
        if "fragments" in kind:
            await raw.send(frame(b"", TEXT, final=False))
        for _ in range(FLOOD // BATCH):
            if ending.done() or raw.writer.is_closing():
                break
            await raw.send(FLOODS[kind] * BATCH)
            counts["frames sent"] += BATCH
            counts[kind] += BATCH
    await raw.send(frame(struct.pack("!H", 1000), CLOSE))
    with suppress(OSError):  # the server may have closed the connection
        raw.writer.write_eof()
    code = await ending
    assert code in ALLOWED, f"closed with {code} after {kind}"
    counts[f"closed {code}"] += 1
    _count_errors(raw, counts)
    await raw.end()


def _count_errors(raw: Raw, counts: Counter[str]) -> None:
    for message in raw.heard:
        if message["type"] == "error":
            assert message["code"] in ERRORS, json.dumps(message)
            counts[f"error {message['code']}"] += 1


async def _item(number: int, frames: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    rng = Random(number)
    with tempfile.TemporaryDirectory() as folder, \
            process("--wrong-codes", "1000000000", folder=Path(folder)) as live:
        await begin_elsewhere(live)
        while counts["frames sent"] < frames:
            await _one_connection(live, rng, counts)
        await check_elsewhere(live)
        counts["hands of players elsewhere"] += live.witnesses[0].hands
    return counts


def all_frames(number: int, frames: int = FRAMES) -> Counter[str]:
    """Send a hundred thousand frames to one server."""
    return asyncio.run(_item(number, frames))
