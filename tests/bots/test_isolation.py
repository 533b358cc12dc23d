"""Isolated bots: hostile ones lose their hand with a named event, honest ones play exactly as in this process."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import textwrap
from pathlib import Path
from random import Random
from typing import Any

import pytest

import croupier
from croupier.bots.isolation import BotFault, BotLimits, isolate, positions, protection_here
from croupier.bots.isolation.launch import LOW_PRIORITY
from croupier.bots.isolation.watch import pids_below, usage_below
from croupier.contest import Isolation

GAME = croupier.holdem(sb=10, bb=20)
PATIENT = BotLimits(move_time_ms=120_000, start_time_ms=240_000)
needs_walls = pytest.mark.skipif(not protection_here().namespaces, reason=protection_here().reason)


def write_bot(folder: Path, body: str, before: str = "", name: str = "hostile") -> Path:
    """Write a bot whose `act` has this body."""
    file = folder / f"{name}.py"
    act = textwrap.indent(textwrap.dedent(body).strip(), " " * 8)
    file.write_text(f"import croupier, os, sys, time\n{before}\n\nclass Hostile(croupier.Bot):\n"
                    f"    def act(self, view):\n{act}\n", encoding="utf-8")
    return file


def play(file: Path | str, limits: BotLimits = PATIENT, hands: int = 1, logs: Path | None = None) -> Any:
    """Let a bot play against a house bot."""
    return croupier.play([str(file), "caller"], GAME, hands=hands, seed=1, reset=True,
                         isolation=Isolation(limits=limits, logs=logs))


def only_kind(result: Any) -> str:
    """Return the name of the first fault; the house bot must have none."""
    assert {warning.name for warning in result.warnings} == {result.names[0]}
    assert result.warnings[0].instead == "FOLD"
    return str(result.warnings[0].kind)


HOSTILE = {
    "sys.exit": ("sys.exit(3)", "RAISED"),
    "os._exit": ("os._exit(3)", "CRASHED"),
    "a segfault": ("import ctypes; ctypes.string_at(0)", "CRASHED"),
    "an abort": ("os.abort()", "CRASHED"),
    "it kills itself": ("os.kill(os.getpid(), 9)", "CRASHED"),
    "10 GB": ("return bytearray(10 << 30) and view.call()", "RAISED"),
    "10 GB in pieces": ("kept = []\nwhile True: kept.append(bytearray(64 << 20))", "RAISED"),
    "10 GB of shared memory": ("import mmap\nkept = mmap.mmap(-1, 10 << 30)\n"
                               "for at in range(0, 10 << 30, 4096): kept[at] = 1", "OUT_OF_MEMORY"),
    "10 MB of prints": ("print('x' * (10 << 20)); return view.call()", "TOO_MUCH_OUTPUT"),
    "prints without end": ("while True: print('x' * 1000)", "TOO_MUCH_OUTPUT"),
    "closed pipes": ("os.closerange(3, 64); time.sleep(1000)", "CRASHED"),
    "many open files": ("kept = [open('/dev/null') for _ in range(1000)]", "RAISED"),
    "an exception": ("return 1 // 0", "RAISED"),
    "no action": ("return 'fold'", "RAISED"),
    "an illegal action": ("return view.raise_to(21)", "ILLEGAL"),
    "an amount of another type": ("return croupier.Action('RAISE_TO', 60.5)", "ILLEGAL"),
    "a fork bomb": ("while True:\n    try: os.fork()\n    except OSError: pass", "TOO_MANY_PROCESSES"),
    "a bomb of threads": ("import threading\nwhile True:\n    try: threading.Thread(target=time.sleep, args=(1000,),"
                          " daemon=True).start()\n    except RuntimeError: pass", "TOO_MANY_PROCESSES"),
    "a bomb that detaches": ("while True:\n    try:\n        if os.fork() == 0:\n            os.setsid()\n"
                             "            time.sleep(1000)\n    except OSError: pass", "TOO_MANY_PROCESSES"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_bot_loses_its_hand_with_a_named_event(what: str, tmp_path: Path) -> None:
    body, kind = HOSTILE[what]
    result = play(write_bot(tmp_path, body))
    assert only_kind(result) == kind
    assert result.hands == 1
    assert result.payoffs[0] <= 0 <= result.payoffs[1]


@pytest.mark.parametrize("body", ["while True: pass", "time.sleep(1000)", "import threading; threading.Event().wait()"])
def test_a_hang_is_ended_by_the_clock(body: str, tmp_path: Path) -> None:
    assert only_kind(play(write_bot(tmp_path, body), BotLimits(move_time_ms=200))) == "TIMED_OUT"


def test_processor_time_is_limited(tmp_path: Path) -> None:
    limits = BotLimits(move_time_ms=120_000, cpu_seconds=1)
    assert only_kind(play(write_bot(tmp_path, "while True: pass"), limits)) == "OUT_OF_CPU_TIME"


def test_strikes_lose_the_match_and_are_named_once_each(tmp_path: Path) -> None:
    result = play(write_bot(tmp_path, "os._exit(1)"), hands=20)
    kinds = [warning.kind for warning in result.warnings]
    assert kinds[:3] == ["CRASHED"] * 3
    assert set(kinds[3:]) == {"FORFEITED"}
    assert len(kinds) == 20
    assert "forfeited" in str(result.warnings[3])


def test_a_restarted_bot_plays_on(tmp_path: Path) -> None:
    body = "if view.button == 0:\n    os._exit(1)\nreturn view.call()"
    result = play(write_bot(tmp_path, body), hands=2)
    assert [warning.kind for warning in result.warnings] == ["CRASHED"]


def test_a_bot_that_failed_plays_on_with_a_low_priority(tmp_path: Path) -> None:
    logs, usual = tmp_path / "logs", os.getpriority(os.PRIO_PROCESS, 0)
    play(write_bot(tmp_path, "print('priority', os.getpriority(os.PRIO_PROCESS, 0))\nos._exit(1)"), hands=2, logs=logs)
    log = next(logs.iterdir()).read_text(encoding="utf-8")
    assert log.splitlines() == [f"priority {usual}", f"priority {max(usual, LOW_PRIORITY)}"]


def test_the_time_of_a_match_is_limited(tmp_path: Path) -> None:
    limits = BotLimits(move_time_ms=200, match_time_ms=300, strikes=100)
    kinds = [warning.kind for warning in play(write_bot(tmp_path, "time.sleep(1000)"), limits, hands=10).warnings]
    assert kinds[:2] == ["TIMED_OUT"] * 2
    assert set(kinds[2:]) == {"FORFEITED"}


def test_the_log_holds_prints_and_the_traceback_with_file_and_line(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    result = play(write_bot(tmp_path, "print('hello from the bot')\nreturn 1 // 0"), logs=logs)
    log = next(logs.iterdir()).read_text(encoding="utf-8")
    assert "hello from the bot" in log
    assert "hostile.py\", line 7, in act" in log
    assert "hostile.py:7" in result.warnings[0].reason
    assert "ZeroDivisionError" in result.warnings[0].traceback


def test_an_answer_that_is_no_action_is_quoted_with_the_place_of_act(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    result = play(write_bot(tmp_path, "view.call()"), logs=logs)
    said = "act (hostile.py:5) returned None, which is not an action: return one, such as view.fold()"
    assert result.warnings[0].reason == said
    assert result.warnings[0].traceback == ""
    assert next(logs.iterdir()).read_text(encoding="utf-8").startswith(said)


def test_a_temporary_log_stays_only_if_the_bot_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir(mode=0o755)
    play(write_bot(tmp_path, "return view.call()"))
    assert list((tmp_path / "tmp").iterdir()) == []
    file = write_bot(tmp_path, "print('once'); return 1 // 0")
    result = croupier.match([str(file), "caller"], GAME, 2, seed=1, isolation=Isolation(limits=PATIENT))
    log = result.details.logs["Hostile"]
    assert f"log of Hostile: {log}" in str(result)
    assert "once" in Path(log).read_text(encoding="utf-8")
    fault, *more = result.as_dict()["faults"]
    assert more == []
    assert (fault["bot"], fault["kind"], fault["times"]) == ("Hostile", "RAISED", 2)
    assert "hostile.py\", line 6" in fault["traceback"]


def test_nothing_lives_on(tmp_path: Path) -> None:
    body = "import subprocess\nsubprocess.Popen(['sleep', '1000'], start_new_session=True)\nreturn view.call()"
    with isolate(write_bot(tmp_path, body), PATIENT) as bot:
        bot.set_game(GAME)
        bot.act(GAME.deal([2000, 2000], seed=1).observe(0))
        assert usage_below(os.getpid()).tasks >= 4, "launcher, init, bot and what it started"
        assert bot.channel is not None
        below = pids_below(bot.channel.pid)  # type: ignore[attr-defined]
        assert len(below) >= 3
    for pid in below:
        wait_for_end(pid)


def test_threads_that_live_on_end_with_the_bot(tmp_path: Path) -> None:
    before = "import threading\n\ndef work():\n    while True: print('still here', file=sys.stderr); time.sleep(0.01)"
    body = "threading.Thread(target=work).start()\nreturn view.call()"
    with isolate(write_bot(tmp_path, body, before), PATIENT) as bot:
        bot.set_game(GAME)
        hand = GAME.deal([2000, 2000], seed=1)
        for _ in range(3):
            assert bot.act(hand.observe(0)) == hand.observe(0).call()
        assert bot.channel is not None
        assert usage_below(bot.channel.pid).tasks >= 4, "its three threads go on between decisions"  # type: ignore
        below = pids_below(bot.channel.pid)  # type: ignore[attr-defined]
    for pid in below:
        wait_for_end(pid)


def wait_for_end(pid: int) -> None:
    """Wait until a process is gone or a zombie that nobody has collected yet."""
    while os.path.exists(f"/proc/{pid}/stat"):
        try:
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return
        if state == "Z":
            return


@needs_walls
def test_a_fork_bomb_never_has_more_than_its_processes(tmp_path: Path) -> None:
    body = "while True:\n    try: os.fork()\n    except OSError: pass"
    with isolate(write_bot(tmp_path, body), BotLimits(move_time_ms=120_000, processes=16)) as bot:
        bot.set_game(GAME)
        seen = []
        bot.channel._check_usage = lambda: seen.append(usage_below(bot.channel.pid).tasks)  # type: ignore
        bot.limits = BotLimits(move_time_ms=1_000)
        with pytest.raises(BotFault):
            bot.act(GAME.deal([2000, 2000], seed=1).observe(0))
    assert seen
    assert max(seen) <= 18, "sixteen of the bot, and init"


@needs_walls
def test_files_are_out_of_reach(tmp_path: Path) -> None:
    secret = tmp_path / "opponent.py"
    secret.write_text("SECRET = 'the opponent'\n" + write_bot(tmp_path, "return view.call()").read_text())
    own = tmp_path / "hostile.py"
    body = f"""
        for path in ({str(secret)!r}, '/etc/shadow', '/root/.bash_history', '/home'):
            try:
                print('saw', open(path).read() if os.path.isfile(path) else os.listdir(path))
            except OSError as error:
                print('refused', path, error)
        for path in ({str(secret)!r}, {str(own)!r}):
            try:
                os.remove(path)
                print('removed', path)
            except OSError as error:
                print('kept', error)
        open('/tmp/mine', 'w').write('private')
        return view.call()
    """
    mine, logs = write_bot(tmp_path, body), tmp_path / "logs"
    result = croupier.play([str(mine), str(secret)], GAME, hands=1, seed=1, reset=True,
                           isolation=Isolation(limits=PATIENT, logs=logs))
    assert result.warnings == []
    log = (logs / "0-hostile.py.log").read_text()
    assert "the opponent" not in log
    assert "SECRET" not in log
    assert "kept" in log
    assert f"removed {secret}" not in log
    assert secret.read_text().startswith("SECRET")
    assert mine.exists()
    assert not os.path.exists("/tmp/mine")


@needs_walls
@pytest.mark.parametrize("where", ["private", "open to all"])
@pytest.mark.parametrize(("body", "refusal"), [
    ("[os.remove(each) for each in (__file__, *os.listdir('.'))]", "OSError|PermissionError"),
    ("open(__file__, 'w').write('')", "OSError|PermissionError"),
    ("assert open(os.path.join(os.path.dirname(__file__), 'opponent.py')).read()", "AssertionError|FileNotFoundError")])
def test_a_bot_that_reaches_for_files_loses_its_hand(body: str, refusal: str, where: str, tmp_path: Path) -> None:
    """A bot of root that lies in a private folder plays from a copy of it, any other from the folder itself."""
    folder = Path(tempfile.mkdtemp(dir=tmp_path if where == "private" else "/var/tmp"))
    try:
        folder.chmod(0o700 if where == "private" else 0o755)
        mine, opponent = write_bot(folder, body), write_bot(folder, "return view.call()", name="opponent")
        before = [file.read_bytes() for file in (mine, opponent)]
        result = croupier.play([str(mine), str(opponent)], GAME, hands=1, seed=1, reset=True,
                               isolation=Isolation(limits=PATIENT))
        assert only_kind(result) == "RAISED"
        assert re.search(f"raised ({refusal})", result.warnings[0].reason)
        assert result.payoffs[0] <= 0 <= result.payoffs[1]
        assert [file.read_bytes() for file in (mine, opponent)] == before
    finally:
        shutil.rmtree(folder)


@needs_walls
def test_there_is_no_network(tmp_path: Path) -> None:
    body = """
        import socket
        socket.create_connection(('127.0.0.1', 1), timeout=60)
    """
    result = play(write_bot(tmp_path, body))
    assert "Network is unreachable" in result.warnings[0].reason


def test_a_bad_file_is_refused_before_the_first_hand(tmp_path: Path) -> None:
    broken = write_bot(tmp_path, "return view.call()", "1 / 0")
    with pytest.raises(croupier.BadBot, match=r"ZeroDivisionError: division by zero \(line 2\)"):
        play(broken)
    with pytest.raises(croupier.BadBot, match="there is no file"):
        play(tmp_path / "missing.py")
    with pytest.raises(croupier.BadBot, match="does not start: it did not answer"):
        play(write_bot(tmp_path, "return view.call()", "while True: pass"), BotLimits(start_time_ms=300))


# -- honest bots -------------------------------------------------------------------------------------------------------

POKER = [croupier.holdem(10, 20), croupier.omaha(10, 20), croupier.omaha8(10, 20), croupier.short_deck(10),
         croupier.stud(), croupier.stud8(), croupier.razz(), croupier.single_draw(10, 20), croupier.triple_draw(10, 20),
         croupier.badugi(10, 20), croupier.holdem(10, 20, limit="fixed")]


@pytest.mark.parametrize("game", POKER, ids=str)
@pytest.mark.parametrize("seats", [2, 5])
def test_a_position_is_rebuilt_as_every_seat_sees_it(game: Any, seats: int) -> None:
    again = positions.game_from_json(positions.game_to_json(game))
    assert again == game
    checked = 0
    for seed in range(30):
        chance = Random(seed)
        hand = game.deal([1000] * seats, seed % seats, seed)
        while True:
            for seat in range(seats):
                facts = positions.to_json(hand.observe(seat))
                if facts is not None:
                    assert_same_view(positions.from_json(again, facts), hand.observe(seat))
                    checked += 1
            if hand.is_over:
                break
            hand.apply(chance.choice(hand.legal().menu(6)))
    assert checked > 100


def assert_same_view(mine: Any, theirs: Any) -> None:
    """Compare everything that two views show."""
    assert mine.events == theirs.events
    for name in ("seat", "actor", "street", "stacks", "bets", "pot", "price", "live", "is_over", "payoffs", "board",
                 "hole", "words", "button", "full_raise"):
        assert getattr(mine, name) == getattr(theirs, name), name
    assert str(mine.legal) == str(theirs.legal)


def test_a_position_holds_no_hidden_card() -> None:
    """The message is the same whatever the hidden cards are."""
    shown = set()
    for seed in range(200):
        deck = Random(seed).sample([f"{rank}{suit}" for rank in "23456789TJQK" for suit in "cdh"], 9)
        hand = GAME.deal([1000, 1000], 0, seed, deck=[deck[0], "As", deck[1], "Ks"])
        hand.call()
        shown.add(str(positions.to_json(hand.observe(0))))
    assert len(shown) == 1


def test_an_isolated_bot_plays_the_same_hands(tmp_path: Path) -> None:
    file = write_bot(tmp_path, "return self.rng.choice(view.legal.menu(5))", name="chance")
    kept: list[Any] = []
    for trusted in (False, True):
        result = croupier.play([str(file), "random", "caller"], GAME, hands=40, seed=5, reset=True,
                               isolation=Isolation(trusted=trusted, limits=PATIENT))
        assert result.warnings == []
        kept.append(result.events)
    assert kept[0] == kept[1]


def test_hooks_are_called_in_the_other_process(tmp_path: Path) -> None:
    file = tmp_path / "hooked.py"
    file.write_text(textwrap.dedent('''
        import croupier
        class Hooked(croupier.Bot):
            def act(self, view): print("act", len(view.events)); return view.call()
            def on_hand_start(self, view): print("start", view.hole); self.seen = []
            def on_event(self, event): self.seen.append(type(event).__name__)
            def on_hand_end(self, view): print("end", view.payoffs, self.seen)
    '''))
    logs = tmp_path / "logs"
    result = play(file, logs=logs, hands=2)
    lines = next(logs.iterdir()).read_text().splitlines()
    assert result.warnings == []
    assert sum(line.startswith("start") for line in lines) == 2
    end = next(line for line in lines if line.startswith("end"))
    assert str(result.records[0].payoffs) in end
    assert "Posted" in end
    assert "Shown" in end
    assert "Awarded" in end


@pytest.mark.parametrize("name", ["simple-poker", "sting"])
def test_other_games_are_played_in_the_other_process(name: str, tmp_path: Path) -> None:
    from croupier import lab

    game: Any = croupier.Sting() if name == "sting" else lab.load(name).game()
    file = write_bot(tmp_path, "assert view.seat is not None\nreturn self.rng.choice(list(view.legal))", name="any")
    seats = game.players[0]
    result = croupier.play([str(file), *["random"] * (seats - 1)], game, hands=5, seed=1,
                           isolation=Isolation(limits=PATIENT))
    assert result.warnings == []


def test_a_module_path_is_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "my_bots_package"
    package.mkdir()
    (package / "__init__.py").write_text("")
    write_bot(package, "return view.call()", name="calm")
    monkeypatch.syspath_prepend(str(tmp_path))
    result = play("my_bots_package.calm:Hostile", hands=3)
    assert result.names[0] == "Hostile"
    assert result.warnings == []


# -- programs in other languages ---------------------------------------------------------------------------------------

PROGRAM = '''#!/usr/bin/env python3
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "act":
        BODY
'''
ANSWERS = {
    "garbage": ("print('fold', flush=True)", "GARBAGE"),
    "not an object": ("print('[1]', flush=True)", "GARBAGE"),
    "no end of a line": ("print('x' * 1000000, end='', flush=True); time.sleep(1000)", "GARBAGE"),
    "another id": ("print(json.dumps({'id': -1, 'action': 'FOLD'}), flush=True)", "GARBAGE"),
    "no action": ("print(json.dumps({'id': message['id'], 'action': 7}), flush=True)", "GARBAGE"),
    "an unknown word": ("print(json.dumps({'id': message['id'], 'action': 'DANCE'}), flush=True)", "ILLEGAL"),
    "deep nesting": ("print('[' * 60000, flush=True)", "GARBAGE"),
    "the same answer twice": ("print(*[json.dumps({'id': message['id'], **message['legal'][1]})] * 2, sep='\\n', "
                              "flush=True)", "GARBAGE"),
    "it closes its output": ("import os; os.close(1); time.sleep(1000)", "CRASHED"),
    "it ends": ("sys.exit(1)", "CRASHED"),
}


def write_program(folder: Path, body: str) -> str:
    file = folder / "program.py"
    file.write_text(PROGRAM.replace("BODY", body))
    return f"exec:/usr/bin/env python3 {file}"


@pytest.mark.parametrize("what", ANSWERS)
def test_a_program_that_answers_wrongly(what: str, tmp_path: Path) -> None:
    body, kind = ANSWERS[what]
    assert only_kind(play(write_program(tmp_path, body))) == kind


def test_a_silent_program(tmp_path: Path) -> None:
    assert only_kind(play(write_program(tmp_path, "pass"), BotLimits(move_time_ms=200))) == "TIMED_OUT"


def test_a_program_plays_every_poker_game(tmp_path: Path) -> None:
    body = "print(json.dumps({'id': message['id'], **message['legal'][-1]}), flush=True)"
    command = write_program(tmp_path, body)
    for game in POKER:
        result = croupier.play([command, "caller"], game, hands=3, seed=2, reset=True,
                               isolation=Isolation(limits=PATIENT))
        assert result.warnings == [], str(game)


def test_a_program_behind_an_address(tmp_path: Path) -> None:
    import asyncio
    import json
    import threading

    from aiohttp import web

    async def serve(request: Any) -> Any:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        async for frame in socket:
            message = json.loads(frame.data)
            if message["type"] == "start":
                await socket.send_json({"type": "ready"})
            elif message["type"] == "act":
                await socket.send_json({"id": message["id"], "action": "FOLD"})
        return socket

    loop, ready, ports = asyncio.new_event_loop(), threading.Event(), []

    async def open_server() -> None:
        app = web.Application()
        app.router.add_get("/", serve)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        ports.append(site._server.sockets[0].getsockname()[1])  # type: ignore[union-attr]
        ready.set()

    thread = threading.Thread(target=lambda: (loop.run_until_complete(open_server()), loop.run_forever()), daemon=True)
    thread.start()
    assert ready.wait(300)
    result = play(f"ws://127.0.0.1:{ports[0]}/", hands=3)
    loop.call_soon_threadsafe(loop.stop)
    assert result.warnings == []
    with pytest.raises(croupier.BadBot):
        play("ws://127.0.0.1:1/")
