"""The commands as a user types them: what they print, how they fail, what they leave behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.patience import PATIENCE

from croupier import __version__
from croupier.cli import is_compiled, main
from croupier.cli.progress import Bar
from croupier.games.poker.rules import NAMES

Captured = pytest.CaptureFixture[str]
needs_speed = pytest.mark.skipif(not is_compiled(), reason="view.strength takes too long interpreted")


def told(capsys: Captured, *arguments: str) -> str:
    """What a command prints when all goes well."""
    assert main(arguments) == 0
    return capsys.readouterr().out


def refused(capsys: Captured, code: int, *arguments: str) -> str:
    """The one line a command prints when it does not."""
    assert main(arguments) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert captured.err.startswith("croupier")
    return captured.err


# -- version, help, usage --------------------------------------------------------------------------------------------

def test_version_says_whether_the_core_is_compiled(capsys: Captured) -> None:
    words = told(capsys, "--version")
    assert words.startswith(f"croupier {__version__} (")
    assert ("compiled" in words) == is_compiled()


def test_version_loads_nothing_heavy() -> None:
    code = ("import sys; from croupier.cli import main; main(['--version']); "
            "print([name for name in ('cyclopts', 'rich', 'croupier.games.poker.hand') if name in sys.modules])")
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.splitlines()[1] == "[]"


@pytest.mark.parametrize("arguments", [(), ("--help",), ("match", "--help"), ("new", "bot", "--help")])
def test_help(capsys: Captured, arguments: tuple[str, ...]) -> None:
    assert "Usage: croupier" in told(capsys, *arguments)


@pytest.mark.parametrize(("arguments", "words"), [
    (["nonsense"], "Unknown command"), (["sim", "--bogus", "1"], "Unknown option"), (["sim", "x"], "Unused"),
    (["sim", "--hands", "many"], "--hands"), (["sim", "--hands", "10.9"], "--hands"),
    (["sim", "--stack", "1000.5"], "--stack"), (["match", "caller", "caller", "--seed", "1.9"], "--seed"),
    (["play", "holdem", "--stack", "100.5"], "--stack"), (["sim", "--hands", "0"], "hands must be"),
    (["sim", "--seats", "1"], "seats must be"), (["sim", "--policy", "genius"], "there are random"),
    (["sim", "--game", "bridge"], "there is no game 'bridge': there are holdem"), (["sim", "--bb", "0"], "big blind"),
    (["match"], "two bots or more"), (["match", "caller"], "two bots or more"),
    (["match", "caller", "zzz"], "there is no bot 'zzz': there are tight"),
    (["match", "caller", "shark.py"], "there is no file"),
    (["match", "caller", "caller", "--hands", "-3"], "hands must be"),
    (["rank"], "which cards?"), (["rank", "AhKh"], "5 to 7"), (["rank", "AhAhKdQdJd"], "Ah"),
    (["rank", "AhKhQhJhXx"], "'Xx' is not a card"), (["rank", "AhKhQhJhTh", "--game", "chess"], "chess"),
    (["equity", "AhKh"], "two hands or more"), (["equity", "AhKh", "ZZ"], "'ZZ' is not a range"),
    (["equity", "AhKh", "QQ+", "--board", "AhKd2c"], "Ah"), (["equity", "AhKh", "QQ+", "--board", "2c"], "board"),
    (["equity", "AhKh", "QQ+", "--samples", "0"], "samples"), (["equity", "AhKh", "QQ+", "--game", "x"], "holdem"),
    (["new", "bot", "my-bot"], "my_bot"), (["new", "bot", "random"], "try random_bot"),
    (["new", "bot", "class"], "class"), (["new", "bot"], "requires an argument"), (["new", "cat"], "cat"),
    (["stats", "no-such.phh"], "no-such.phh is neither a file nor a folder"),
    (["replay", "no-such.phh"], "no-such.phh does not exist"), (["convert", "no-such.phh", "x.json"], "does not exist"),
    (["check-bot", "caller", "--move-time-ms", "0"], "--move-time-ms must be at least 1, not 0"),
    (["check-bot", "caller", "--tries", "0"], "--tries must be at least 1, not 0"),
    (["table", "--seed", "-1"], "seed must be a whole number from 0"),
    (["play", "holdem", "--stack", "0"], "--stack must be at least 1, not 0"),
    (["bot", "caller", "--team", ""], "a team's name has 1 to 32 characters"),
    (["arena", "--csv", "no-such-folder/standings.csv"], "--csv no-such-folder/standings.csv is not a file"),
    (["arena", "--game", "genome:simple-poker", "--sb", "5"], "--sb is for poker: genome:simple-poker has chips"),
    (["arena", "--game", "genome:simple-poker", "--stack", "500"], "--stack is for poker"),
    (["arena", "--buy-in-min", "100"], "--buy-in-min is for cash tables: add --cash"),
    (["arena", "--house-bots", "7", "--seats", "6"], "--house-bots 7 do not fit at 6 seats"),
], ids=lambda value: " ".join(value) if isinstance(value, list) else None)
def test_wrong_usage_is_one_line_and_exit_code_2(capsys: Captured, arguments: list[str], words: str) -> None:
    assert words in refused(capsys, 2, *arguments)


@pytest.mark.parametrize("url", ["", "http://", "ws://[::1", "ws://localhost:99999/ws", "ws://localhost:x/", "ftp://x/",
                                 "ws://user:pw@/x", "ws://ex ample/", "ws://:8765/ws"])
@pytest.mark.parametrize("command", ["watch", "relay", "check-server", "stress"])
def test_what_is_no_address_of_an_arena_is_wrong_usage(capsys: Captured, command: str, url: str) -> None:
    assert f"{url!r} is not the address of an arena" in refused(capsys, 2, command, url)


@pytest.mark.parametrize("url", ["http://", "ws://localhost:99999/ws"])
@pytest.mark.parametrize("command", [["operator", "pause", "--code", "x"], ["bot", "caller"], ["mcp"]])
def test_an_option_that_is_no_address_of_an_arena_is_wrong_usage(capsys: Captured, command: list[str],
                                                                 url: str) -> None:
    assert f"{url!r} is not the address of an arena" in refused(capsys, 2, *command, "--url", url)


# -- the commands ----------------------------------------------------------------------------------------------------

def test_rank(capsys: Captured) -> None:
    assert told(capsys, "rank", "AhKhQhJhTh2c3d") == "royal flush (Ah Kh Qh Jh Th)\n"
    assert told(capsys, "rank", "Ah", "Kh", "Qh", "Jh", "Th") == "royal flush (Ah Kh Qh Jh Th)\n"
    assert "aces" in told(capsys, "rank", "AsAh2c3d", "--board", "4h5s9c", "--game", "omaha")
    value = json.loads(told(capsys, "rank", "AhKhQhJhTh", "--json"))
    assert value == {"game": "high", "words": "royal flush", "category": "straight flush", "best": "AhKhQhJhTh",
                     "value": 7462}


def test_equity(capsys: Captured) -> None:
    value = json.loads(told(capsys, "equity", "AhKh", "QsQd", "--board", "2c3c4d5h", "--json"))
    assert set(value) >= {"wins", "ties", "boards", "equities"}
    assert value["boards"] == 44
    assert sum(value["equities"]) == pytest.approx(1)
    text = told(capsys, "equity", "AhKh", "QsQd", "--board", "2c3c4d5h", "--dead", "As")
    assert "all 43 deals" in text


def test_equity_sampled_repeats_by_seed_and_shows_its_interval(capsys: Captured) -> None:
    asked = ("equity", "AhKh", "QQ+", "--samples", "2000", "--seed", "3")
    text = told(capsys, *asked)
    assert "a sample of 2,000 deals" in text
    assert "95 %" in text
    assert text == told(capsys, *asked)


def test_equity_of_other_games_by_name_or_code(capsys: Captured) -> None:
    hands = ("As2d3h8cTh9d", "KsKhQd8d7c2s")
    text = told(capsys, "equity", *hands, "--game", "stud8")
    assert text.splitlines()[0].split() == ["hand", "equity", "scoops", "parts"]
    assert text.endswith("all 1,560 deals\n")
    assert text == told(capsys, "equity", *hands, "--game", "f7s/8")
    assert "a sample of 500 deals" in told(capsys, "equity", "Ah2d3c", "8s9hTd", "--game", "razz", "--samples", "500")
    assert "AhKh" in told(capsys, "equity", "AhKh", "QQ", "--game", "limit-holdem", "--board", "2c3c4c5d")
    assert "--samples 1000000" in refused(capsys, 1, "equity", "Ah2d3c", "8s9hTd", "--game", "razz")


def test_equity_of_draw_hands_says_that_they_are_compared_as_they_stand(capsys: Captured) -> None:
    asked = ("equity", "As2s3d4c", "5h6d7cKs", "--game", "badugi")
    assert "the hands are compared without further draws" in told(capsys, *asked)
    value = json.loads(told(capsys, *asked, "--json"))
    assert value["standing"]
    assert value["equities"] == [0, 1]


def test_equity_too_big_is_a_failure_with_a_hint(capsys: Captured) -> None:
    assert "--samples 1000000" in refused(capsys, 1, "equity", "random", "random", "random")


def test_sim(capsys: Captured) -> None:
    asked = ("sim", "--hands", "300", "--seats", "3", "--policy", "strength,caller,random", "--seed", "4")
    assert "no-limit hold'em 50/100: 300 hands" in told(capsys, *asked)
    value = json.loads(told(capsys, *asked, "--json"))
    assert [seat["policy"] for seat in value["seats"]] == ["strength", "caller", "random"]
    assert json.loads(told(capsys, *asked, "--json", "--threads", "1"))["seats"] == value["seats"]


@pytest.mark.parametrize("game", [*NAMES, "F7S/8", "nt"])
def test_sim_plays_every_game(capsys: Captured, game: str) -> None:
    assert "20 hands" in told(capsys, "sim", "--game", game, "--hands", "20", "--seats", "4")


@needs_speed
def test_match(capsys: Captured) -> None:
    asked = ("match", "strength", "caller", "random", "--hands", "300", "--seed", "2")
    text = told(capsys, *asked)
    assert "300 hands, 100 deals each played from all 3 seatings, seed 2" in text
    assert "±" in text
    value = json.loads(told(capsys, *asked, "--json"))
    assert [bot["name"] for bot in value["bots"]] == ["strength", "caller", "random"]
    assert value == json.loads(told(capsys, *asked, "--json"))


def test_match_shows_what_a_bot_did_wrong(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import croupier\n\nclass Broken(croupier.Bot):\n    def act(self, view):\n        return 1 / 0\n")
    text = told(capsys, "match", str(file), "caller", "--hands", "10", "--seed", "2")
    assert "warning: Broken failed" in text
    assert "ZeroDivisionError: division by zero at broken.py:5" in text


def test_a_file_that_does_not_run_is_a_failure(capsys: Captured, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import croupier\nimport no_such_thing\n")
    assert "does not run: ModuleNotFoundError" in refused(capsys, 1, "match", str(file), "caller")


@needs_speed
def test_new_bot_writes_a_bot_and_a_test_that_pass(capsys: Captured, tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "wrote my_bot.py and test_my_bot.py" in told(capsys, "new", "bot", "my_bot")
    run = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_my_bot.py"],
                         capture_output=True, text=True, check=False)
    assert "4 passed" in run.stdout, run.stdout
    assert "MyBot" in told(capsys, "match", "my_bot.py", "caller", "--hands", "10")
    for game in ("stud", "triple-draw"):
        assert "warning" not in told(capsys, "match", "my_bot.py", "random", "--hands", "10", "--game", game)


def test_new_bot_writes_over_nothing_unless_forced(capsys: Captured, tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_lucky.py").write_text("mine")
    assert "test_lucky.py is there already: --force" in refused(capsys, 1, "new", "bot", "lucky")
    assert not (tmp_path / "lucky.py").exists()
    assert (tmp_path / "test_lucky.py").read_text() == "mine"
    told(capsys, "new", "bot", "lucky.py", "--force")
    assert (tmp_path / "test_lucky.py").read_text() != "mine"


def test_new_bot_writes_into_a_folder(capsys: Captured, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "there is no folder bots" in refused(capsys, 1, "new", "bot", "bots/lucky")
    Path("bots").mkdir()
    assert "wrote bots/lucky.py and bots/test_lucky.py" in told(capsys, "new", "bot", "bots/lucky")
    assert "class Lucky(" in Path("bots/lucky.py").read_text(encoding="utf-8")


def test_new_bot_where_nothing_can_be_written(capsys: Captured, tmp_path: Path,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lucky.py").mkdir()
    assert "cannot be written" in refused(capsys, 1, "new", "bot", "lucky", "--force")


# -- the world around ------------------------------------------------------------------------------------------------

def started(*arguments: str) -> subprocess.Popen[str]:
    """A command as a person starts it: with Ctrl-C in force even where the test run itself ignores it (nohup, CI)."""
    return subprocess.Popen([sys.executable, "-c", READY, *arguments], stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True,
                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))


READY = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from croupier.cli import main
print("ready", flush=True)
sys.exit(main(sys.argv[1:]))
"""


def computing(pid: int) -> None:
    """Wait until a process has computed for 0.3 s, however long that takes."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        time.sleep(1.5)
        return

    def ticks() -> int:
        return int(stat.read_text().rpartition(")")[2].split()[11])

    began, wanted = ticks(), 0.3 * os.sysconf("SC_CLK_TCK")
    while ticks() - began < wanted:
        time.sleep(0.02)


@pytest.mark.parametrize("arguments", [("sim", "--hands", "1000000000"),
                                       ("match", "maniac", "random", "--hands", "100000000")], ids=lambda a: a[0])
def test_ctrl_c_stops_at_once_with_130_and_no_traceback(arguments: tuple[str, ...]) -> None:
    running = started(*arguments)
    assert running.stdout is not None
    assert running.stdout.readline() == "ready\n"
    computing(running.pid)
    running.send_signal(signal.SIGINT)
    try:
        out, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    assert running.returncode == 130
    assert out == ""
    assert err.strip() == "stopped"


@pytest.mark.parametrize("arguments", [("rank", "AhKhQhJhTh"), ("--help",), ("sim", "--help")], ids=" ".join)
def test_a_reader_that_goes_away_is_no_error(arguments: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    running = subprocess.run([sys.executable, "-m", "croupier", *arguments], stdout=write,
                             stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (running.returncode, running.stderr) == (0, "")


@pytest.mark.parametrize(("closed", "code"), [("rank AhKhQhJhTh >&-", 0), ("rank AhKhQhJhTh >&- 2>&-", 0),
                                              ("rank Ah 2>&-", 2)])
def test_output_that_is_closed_from_the_start_is_discarded(closed: str, code: int) -> None:
    running = subprocess.run(["sh", "-c", f'exec "$0" -m croupier {closed}', sys.executable], capture_output=True,
                             text=True, check=False)
    assert (running.returncode, running.stdout, running.stderr) == (code, "", "")


def test_ctrl_c_ends_a_relay_that_is_still_connecting() -> None:
    running = subprocess.Popen([sys.executable, "-m", "croupier", "relay", "ws://127.0.0.1:1/ws", "--port", "0"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert running.stdout is not None
    assert "connecting" in running.stdout.readline()
    running.send_signal(signal.SIGINT)
    try:
        _, err = running.communicate(timeout=PATIENCE)
    finally:
        running.kill()
    assert (running.returncode, err.strip()) == (130, "stopped")


class Terminal:
    """A stream that may be a terminal."""

    def __init__(self, terminal: bool) -> None:
        self.terminal = terminal
        self.written = ""

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        self.written += text
        return len(text)

    def flush(self) -> None:
        """Nothing is held back."""


@pytest.mark.parametrize(("terminal", "patience", "shown"), [(True, 0.0, True), (True, 60.0, False),
                                                             (False, 0.0, False)])
def test_the_bar_shows_only_at_a_terminal_and_late(monkeypatch: pytest.MonkeyPatch, terminal: bool, patience: float,
                                                   shown: bool) -> None:
    monkeypatch.setattr("croupier.cli.progress.PATIENCE", patience)
    stream = Terminal(terminal)
    with Bar("hands", stream) as bar:  # type: ignore[arg-type]
        bar(5, 10)
    assert ("hands" in stream.written) == shown


# -- files that cannot be read, and places where nothing can be written ------------------------------------------------


LONG = "x" * 300


@pytest.mark.parametrize("words", [
    ("play", "sting", "--deck", LONG), ("play", "sting", "--deck", "/proc/self/mem"),
    ("study", "sting", "--deck", LONG),
    ("rules", LONG + ".json"), ("score", LONG + ".json"), ("play", LONG + ".json"), ("rules", LONG), ("play", LONG)])
def test_a_file_that_cannot_be_read_is_said_in_a_line(capsys, words):
    assert main(words) == 2
    (line,) = capsys.readouterr().err.strip().splitlines()
    assert line.startswith(f"croupier {words[0]}: ")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_output_that_cannot_be_written_is_said_in_a_line():
    with open("/dev/full", "wb") as full:
        done = subprocess.run([sys.executable, "-m", "croupier", "rank", "AhKhQhJhTh"], stdout=full,
                              stderr=subprocess.PIPE, text=True, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (1, "croupier rank: No space left on device\n")


def test_the_rules_that_were_written_stay_when_new_ones_cannot_be(capsys, tmp_path, monkeypatch):
    out = tmp_path / "rules.md"
    out.write_text("old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["rules", "war", "--out", str(out), "--force"]) == 1
    assert capsys.readouterr().err == f"croupier rules: {out}: No space left on device\n"
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("rules.md", "old")]


def test_a_seed_may_be_written_as_programmers_do(capsys: Captured) -> None:
    plain, hexed = (told(capsys, "sim", "-n", "50", "--seed", seed, "--json") for seed in ("255", "0xff"))
    assert json.loads(plain)["seed"] == json.loads(hexed)["seed"] == 255


def test_a_file_without_a_hand_is_no_success(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "empty.phhs").write_text("", encoding="utf-8")
    assert main(["convert", str(tmp_path / "empty.phhs"), str(tmp_path / "out.jsonl"), "--quiet"]) == 1
    assert "holds no hand" in capsys.readouterr().err
