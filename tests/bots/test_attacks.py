"""Attacks on the walls around a bot: memory that belongs to no process, forged and early answers, other processes.

Each attack costs the attacker its hand, with a named event, and costs nobody else anything.
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from tests.bots.test_isolation import GAME, PATIENT, needs_walls, only_kind, play, write_bot, write_program

import croupier
from croupier.bots.isolation import BotFault, BotLimits, isolate, protection_here
from croupier.bots.isolation.limits import Protection
from croupier.contest import BlindLevel, Isolation

LIBC = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
STOLEN = "assert False, 'the attack succeeded'"
needs_filter = pytest.mark.skipif(not protection_here().filtered, reason="no filter of system calls here")

# -- resources that the limits of a process do not count ---------------------------------------------------------------

RESERVES = {
    "a full temporary folder": "for at in range(100): open(f'/tmp/{at}', 'wb').write(bytes(10 << 20))",
    "a million empty files": "for at in range(10**6): open(f'/tmp/{at}', 'w').close()",
    "ten thousand sockets": "import socket\nkept = [socket.socket() for _ in range(10_000)]",
    "a log made long": "os.ftruncate(2, 1 << 40)",
}


@needs_walls
@pytest.mark.parametrize("what", RESERVES)
def test_what_a_bot_may_fill_is_limited(what: str, tmp_path: Path) -> None:
    result = play(write_bot(tmp_path, f"{RESERVES[what]}\n{STOLEN}"))
    assert only_kind(result) == "RAISED"
    assert "AssertionError" not in result.warnings[0].reason


KERNEL_MEMORY = {
    "files in memory": "try: os.memfd_create('x')\nexcept OSError as error: raise MemoryError from error",
    "shared memory": f"{LIBC}if libc.shmget(0, ctypes.c_size_t(1 << 20), 0o1600) < 0: raise MemoryError",
    "a namespace of its own": f"{LIBC}if libc.unshare(0x10000000) < 0: raise MemoryError",
    "a child in a namespace of its own": f"{LIBC}if libc.syscall({56 if os.uname().machine == 'x86_64' else 220}, "
                                         "0x10000011, 0, 0, 0, 0) < 0: raise MemoryError",
}


@needs_filter
@pytest.mark.parametrize("what", KERNEL_MEMORY)
def test_a_bot_cannot_ask_for_memory_that_belongs_to_no_process(what: str, tmp_path: Path) -> None:
    result = play(write_bot(tmp_path, f"{KERNEL_MEMORY[what]}\n{STOLEN}"))
    assert only_kind(result) == "RAISED"
    assert "MemoryError" in result.warnings[0].reason


def asked_until_it_fails(bot: Any, view: Any) -> None:
    for _ in range(200_000):  # minutes: the watchdog looks four times a second
        assert bot.act(view) == view.call()


def test_a_machine_that_cannot_refuse_such_calls_says_so() -> None:
    assert "NOT protected: memory outside of processes" in str(Protection(True, "user"))
    assert "NOT protected" not in str(Protection(True, "user", filtered=True))


@pytest.mark.parametrize(("work", "kind"), [
    # four processes of 80 MB each, all of it written to: no process comes near the kernel's limit for a single one
    ("os.fork(); os.fork(); kept = bytearray(80 << 20); kept[::4096] = b'x' * (20 << 10)", "OUT_OF_MEMORY"),
    ("import threading; [threading.Thread(target=time.sleep, args=(1000,)).start() for _ in range(12)]",
     "TOO_MANY_PROCESSES")])
def test_a_bot_that_answers_at_once_is_watched_between_its_moves(work: str, kind: str, tmp_path: Path) -> None:
    body = f"""
        if not hasattr(self, 'has_child'):
            self.has_child = True
            if os.fork() == 0:
                try: {work}
                finally: time.sleep(1000)
        return view.call()
    """
    limits = BotLimits(move_time_ms=120_000, start_time_ms=240_000, memory_mb=256, processes=10)
    with isolate(write_bot(tmp_path, body), limits) as bot:
        bot.set_game(GAME)
        view = GAME.deal([2000, 2000], seed=1).observe(0)
        with pytest.raises(BotFault) as fault:
            asked_until_it_fails(bot, view)
    assert fault.value.kind == kind


# -- other processes ---------------------------------------------------------------------------------------------------

REACHES = {
    "a signal to its parent": "os.kill(os.getppid(), 9)",
    "a signal to everybody": "os.kill(-1, 9)",
    "the memory of its parent": "open('/proc/1/mem', 'rb').read(1)",
    "the environment of its parent": "open('/proc/1/environ').read()",
    "a debugger on its parent": f"{LIBC}if libc.ptrace(16, os.getppid(), 0, 0): raise PermissionError",
    "higher limits": "import resource\nresource.setrlimit(resource.RLIMIT_NPROC, (10_000, 10_000))",
    "lower limits for its parent": "import resource\nresource.prlimit(1, resource.RLIMIT_CPU, (0, 0))",
    "a higher priority": "os.setpriority(os.PRIO_PROCESS, 0, -20)",
    "root's rights": "os.setuid(0)",
    "another opponent": "others = {int(name) for name in os.listdir('/proc') if name.isdecimal()}\n"
                        "others -= {1, os.getpid()}\nopen(f'/proc/{min(others, default=3)}/cmdline').read()",
}


@needs_walls
@pytest.mark.parametrize("what", REACHES)
def test_other_processes_are_out_of_reach(what: str, tmp_path: Path) -> None:
    calm = write_bot(tmp_path, "return view.call()", name="calm")
    mine = write_bot(tmp_path, f"{REACHES[what]}\n{STOLEN}")
    result = croupier.play([str(mine), str(calm)], GAME, hands=1, seed=1, reset=True,
                           isolation=Isolation(limits=PATIENT))
    assert only_kind(result) == "RAISED"
    assert "AssertionError" not in result.warnings[0].reason


# -- answers -----------------------------------------------------------------------------------------------------------

FORGED = {
    "no action": b"{}", "a number": b'{"action": 7}', "too few values": b'{"action": ["CALL"]}',
    "cards that are lists": b'{"action": ["CALL", null, [["x"]]]}',
    "unknown cards": b'{"action": ["CALL", null, ["xx"]]}',
    "a word that is a number": b'{"action": [5, null, []]}', "an object as amount": b'{"action": ["CALL", {}, []]}',
    "an error without a traceback": b'{"error": "x"}', "an error that is no text": b'{"error": {}, "traceback": []}',
    "a hook's error that is no text": b'{"hook_error": 1, "traceback": 2, "action": ["CALL", null, []]}',
    "not an object": b"[]", "not JSON": b"call",
}


@pytest.mark.parametrize("what", FORGED)
def test_a_forged_answer_is_garbage(what: str, tmp_path: Path) -> None:
    """A Python bot that writes into its worker's pipe instead of returning an action."""
    body = f"for pipe in range(3, 10):\n    try: os.write(pipe, {FORGED[what]!r} + b'\\n')\n" \
           "    except OSError: pass\ntime.sleep(1000)"
    assert only_kind(play(write_bot(tmp_path, body))) == "GARBAGE"


@pytest.mark.parametrize("loaded", [b"{}", b'{"name": 5, "hooks": []}', b'{"name": "x", "hooks": 7}',
                                    b'{"bad": 7}', b'{"error": []}'])
def test_a_forged_name_is_refused_before_the_first_hand(loaded: bytes, tmp_path: Path) -> None:
    before = f"for pipe in range(3, 10):\n    try: os.write(pipe, {loaded!r} + b'\\n')\n    except OSError: pass"
    with pytest.raises(croupier.BadBot):
        play(write_bot(tmp_path, "return view.call()", before))


def test_forged_probabilities_are_garbage(tmp_path: Path) -> None:
    file = write_bot(tmp_path, "return view.call()")
    file.write_text(file.read_text() + """
    def policy(self, view):
        for pipe in range(3, 10):
            try: os.write(pipe, b'{"policy": [[7, "x"]]}\\n')
            except OSError: pass
        time.sleep(1000)
""")
    result = croupier.match([str(file), "caller"], GAME, 2, seed=1, adjust="full", isolation=Isolation(limits=PATIENT))
    assert {fault["kind"] for fault in result.as_dict()["faults"]} == {"GARBAGE"}


def test_a_python_bot_that_answers_before_it_is_asked(tmp_path: Path) -> None:
    body = "for pipe in range(3, 10):\n    try: os.write(pipe, b'{\"action\": [\"CHECK\", null, []]}\\n' * 9)\n" \
           "    except OSError: pass\nreturn view.call()"
    result = play(write_bot(tmp_path, body), hands=3)
    kinds = [warning.kind for warning in result.warnings]
    assert "GARBAGE" in kinds
    assert any("before it was asked" in warning.reason for warning in result.warnings)


def test_a_program_that_answers_before_it_is_asked(tmp_path: Path) -> None:
    body = "print(*[json.dumps({'id': at, 'action': 'CALL'}) for at in range(1, 99)], sep='\\n', flush=True)"
    result = play(write_program(tmp_path, body), hands=3)
    assert any("before it was asked" in warning.reason and warning.kind == "GARBAGE" for warning in result.warnings)


HUGE = {
    "50 MB in one line": "sys.stdout.write('{\"x\": \"' + 'x' * (50 << 20) + '\"}\\n'); sys.stdout.flush()",
    "50 MB of brackets": "sys.stdout.write('[' * (50 << 20) + '\\n'); sys.stdout.flush()",
    "a number of 60,000 digits": "print('{\"id\": ' + '7' * 60_000 + '}', flush=True)",
    "objects in objects": "print('{\"a\":' * 10_000 + '1' + '}' * 10_000, flush=True)",
    "an amount without end": "print(json.dumps({'id': message['id'], 'action': 'RAISE_TO', 'amount': 1e999}), "
                             "flush=True)",
    "bytes that are no text": "sys.stdout.buffer.write(b'\\xff\\xfe\\x00\\n'); sys.stdout.flush()",
}


@pytest.mark.parametrize("what", HUGE)
def test_a_huge_answer_costs_one_hand(what: str, tmp_path: Path) -> None:
    kind = only_kind(play(write_program(tmp_path, HUGE[what])))
    assert kind == ("ILLEGAL" if what == "an amount without end" else "GARBAGE")


@pytest.mark.parametrize("answer", ["sys.exit(1)", "pass", "print('no', flush=True)"])
def test_a_program_that_does_not_take_new_stakes_loses_hands_and_not_the_match(answer: str, tmp_path: Path) -> None:
    """Blinds rise during a series, and the program is told; it may only fail for itself."""
    file = tmp_path / "program.py"
    file.write_text(f"""import json, sys
asked = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        asked += 1
        if asked > 1:
            {answer}
        else:
            print(json.dumps({{"type": "ready"}}), flush=True)
    elif message["type"] == "act":
        call = next(each for each in message["legal"] if each["action"] in ("CHECK", "CALL"))
        print(json.dumps({{"id": message["id"], **call}}), flush=True)
""", encoding="utf-8")
    levels = [BlindLevel(hands=1, sb=10, bb=20), BlindLevel(hands=1, sb=20, bb=40)]
    result = croupier.match([f"exec:/usr/bin/env python3 {file}", "caller"], GAME, 2, seed=1, carry=3, levels=levels,
                            isolation=Isolation(limits=BotLimits(move_time_ms=120_000, start_time_ms=5_000)))
    assert result.hands >= 2
    assert {fault["bot"] for fault in result.as_dict()["faults"]} == {result.names[0]}
    assert "CRASHED" in {fault["kind"] for fault in result.as_dict()["faults"]}


# -- behind an address -------------------------------------------------------------------------------------------------


@contextmanager
def served(answer: Callable[[web.WebSocketResponse, dict[str, Any]], Any]) -> Iterator[str]:
    """Serve bots that answer questions with this function; yield the address."""
    async def serve(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for frame in socket:
            message = json.loads(frame.data)
            if message["type"] == "start":
                await socket.send_json({"type": "ready"})
            elif message["type"] == "act":
                await answer(socket, message)
        return socket

    async def begin() -> int:
        app = web.Application()
        app.router.add_get("/", serve)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        return int(site._server.sockets[0].getsockname()[1])  # type: ignore[union-attr]

    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield f"ws://127.0.0.1:{asyncio.run_coroutine_threadsafe(begin(), loop).result()}/"
    finally:
        loop.call_soon_threadsafe(loop.stop)  # some of these servers would never end by themselves
        thread.join()
        for task in (left := asyncio.all_tasks(loop)):
            task.cancel()
        if left:
            loop.run_until_complete(asyncio.wait(left))
        loop.close()


async def big(socket: web.WebSocketResponse, _: object) -> None:
    await socket.send_str('{"x": "' + "x" * (50 << 20) + '"}')


async def deep(socket: web.WebSocketResponse, _: object) -> None:
    await socket.send_str("[" * 60_000)


async def binary(socket: web.WebSocketResponse, _: object) -> None:
    await socket.send_bytes(b"\xff" * 100)


async def closes(socket: web.WebSocketResponse, _: object) -> None:
    await socket.close()


async def silence(_socket: web.WebSocketResponse, _: object) -> None:
    await asyncio.Event().wait()  # so that it does not even answer the closing of the connection


async def early(socket: web.WebSocketResponse, _: object) -> None:
    for number in range(99):
        await socket.send_json({"id": number, "action": "CALL"})


@pytest.mark.parametrize(("answer", "kind"), [(big, "CRASHED"), (deep, "GARBAGE"), (binary, "CRASHED"),
                                              (closes, "CRASHED"), (early, "GARBAGE")])
def test_a_hostile_server_costs_its_bot_the_hand(answer: Any, kind: str) -> None:
    with served(answer) as address:
        assert only_kind(play(address)) == kind


def test_a_server_that_says_nothing_more_holds_nobody_up() -> None:
    with served(silence) as address:
        result = play(address, BotLimits(move_time_ms=200, start_time_ms=1_000), hands=5)
    kinds = [warning.kind for warning in result.warnings]
    assert kinds[:3] == ["TIMED_OUT"] * 3
    assert set(kinds[3:]) == {"FORFEITED"}


# -- words -------------------------------------------------------------------------------------------------------------


def test_a_bot_cannot_write_to_the_terminal_by_its_name_or_its_mistakes(tmp_path: Path) -> None:
    """Codes that move the cursor could print another result over the real one."""
    file = write_bot(tmp_path, "raise ValueError('\\x1b[2J\\rcaller lost \\u202e')",
                     before="import builtins")
    name = "    name = '\\x1b[31mcaller\\n' + 'x' * 1000\n"
    file.write_text(file.read_text().replace("    def act", f"{name}    def act"))
    result = croupier.match([str(file), "caller"], GAME, 2, seed=1, isolation=Isolation(limits=PATIENT))
    name, _ = result.names
    assert name.startswith(r"\x1b[31mcaller\n")
    assert len(name) <= 60
    assert all(line.isprintable() for line in str(result).splitlines())
    assert r"\x1b[2J\rcaller lost \u202e" in str(result)
