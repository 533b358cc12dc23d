"""`croupier bot` with players from elsewhere: at an ACPC dealer, and a language model at an arena."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from croupier.devtools.own_server import own_server

from .test_acpc import DEFINITION
from .test_llm import SECRET, Model, legal_answer

SOURCE = str(Path(__file__).parents[2] / "src")
ARENA = ("--seats", "2", "--house-bots", "1", "--matches", "1", "--stack", "60", "--sb", "5", "--bb", "10", "--pace",
         "fast")


@pytest.fixture
def model() -> Iterator[Model]:
    found = Model()
    yield found
    found.server.shutdown()
    found.server.server_close()


def command(*words: str, key: str = "") -> subprocess.CompletedProcess[str]:
    """Run `croupier bot` to its end."""
    return subprocess.run([sys.executable, "-m", "croupier", "bot", *words], capture_output=True, text=True,
                          timeout=300, check=False, env={"PYTHONPATH": SOURCE, "CROUPIER_LLM_KEY": key})


RAISER = """
import croupier

class Raiser(croupier.Bot):
    def act(self, view):
        return view.raise_to(view.legal.min_raise_to) if view.legal.min_raise_to else view.call()
"""
HANDS = {
    ("caller", "nolimit"): (["", "c", "cc/", "cc/r40", "cc/r40c/", "cc/r40c/c", "cc/r40c/cc/", "cc/r40c/cc/c"],
                            "cc/r40c/cc/cc:9cKh|3d3s/7d9sTc/6c/4d", "cccc", -40),
    ("raiser.py", "limit"): (["", "r", "rr", "rrr", "rrrc/", "rrrc/c", "rrrc/cr", "rrrc/crr", "rrrc/crrr",
                              "rrrc/crrrr", "rrrc/crrrrc/", "rrrc/crrrrc/c", "rrrc/crrrrc/cr"],
                             "rrrc/crrrrc/crf:|3d3s/7d9sTc/6c", "rrrrcr", 80),
}
"""A bot and a game: the betting before each action, the end of the hand, the bot's answers, its chips."""
BOARDS = ("", "/7d9sTc", "/6c", "/4d")


def deal(server: socket.socket, states: list[str], last: str) -> list[str]:
    """Deal one hand as an ACPC dealer does, to position 1; return the answers."""
    answers = []
    connection, _ = server.accept()
    with connection, connection.makefile("rw", newline="") as stream:
        answers.append(stream.readline())
        for betting, following in zip(states, [*states[1:], last]):
            rounds = betting.split("/")
            state = f"MATCHSTATE:1:0:{betting}:|3d3s{''.join(BOARDS[:len(rounds)])}"
            stream.write(state + "\r\n")
            stream.flush()
            if sum(map(str.isalpha, rounds[-1])) % 2 == (len(rounds) > 1):  # position 1 is first before the flop only
                answers.append(stream.readline())
                assert answers[-1].startswith(f"{state}:{following[len(betting)]}"), answers
        stream.write(f"MATCHSTATE:1:0:{last}\r\n")
    return answers


@pytest.mark.parametrize(("bot", "kind"), HANDS)
def test_a_bot_goes_to_an_acpc_dealer(tmp_path: Path, bot: str, kind: str) -> None:
    states, last, words, won = HANDS[bot, kind]
    file, stack = tmp_path / "holdem.game", "" if kind == "limit" else "stack = 20000 20000"
    file.write_text(DEFINITION.format(kind=kind, players=2, stack=stack, blinds="10 5", first=2))
    (tmp_path / "raiser.py").write_text(RAISER)
    spec = str(tmp_path / bot) if bot.endswith(".py") else bot
    with socket.create_server(("127.0.0.1", 0)) as server, ThreadPoolExecutor(1) as pool:
        dealer = pool.submit(deal, server, states, last)
        done = command(spec, "--url", f"acpc://127.0.0.1:{server.getsockname()[1]}", "--acpc-game", str(file))
        assert done.returncode == 0, done.stderr
        version, *answers = dealer.result(60)
    assert version == "VERSION:2.0.0\r\n"
    assert "".join(answer.strip()[-1] for answer in answers) == words
    assert done.stdout.strip().endswith(f": 1 hands, {won:+,} chips")


@pytest.mark.parametrize(("words", "said"), [
    (("--url", "acpc://127.0.0.1:9"), "--acpc-game FILE.game"),
    (("--url", "acpc://127.0.0.1", "--acpc-game", "{file}"), "is not the address of a dealer"),
    (("--url", "acpc://127.0.0.1:9", "--acpc-game", "{file}"), "refused"),
    (("--url", "acpc://127.0.0.1:9", "--acpc-game", "{bad}"), "not the definition of a Texas hold'em game")])
def test_a_dealer_that_cannot_be_played_at_is_named(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    (tmp_path / "good.game").write_text(DEFINITION.format(kind="limit", players=2, stack="", blinds="10 5", first=2))
    (tmp_path / "bad.game").write_text("hello")
    done = command("caller", *(word.format(file=tmp_path / "good.game", bad=tmp_path / "bad.game") for word in words))
    assert done.returncode != 0
    assert said in " ".join(done.stderr.split())
    assert "Traceback" not in done.stderr


def test_a_language_model_plays_a_match_at_an_arena_and_its_decisions_are_kept(model: Model, tmp_path: Path) -> None:
    model.answer = legal_answer
    file = tmp_path / "decisions.jsonl"
    with own_server(*ARENA, disk=False) as arena:
        done = command("llm:small-model", "--endpoint", model.url, "--url", arena.url, "--once", "--decisions",
                       str(file), key=SECRET)
    assert done.returncode == 0, done.stderr
    assert "of 1 matches won" in done.stdout
    assert " 0 warnings" in done.stdout
    notes = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(notes) == len(model.bodies) > 0
    assert all(note["tries"] == 1 and note["prompt_tokens"] == 900 and note["latency_ms"] > 0 for note in notes)
    assert model.headers[0]["Authorization"] == f"Bearer {SECRET}"
    assert SECRET not in done.stdout + done.stderr + file.read_text()
