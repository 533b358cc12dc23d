"""`croupier operator`: commands to a running arena, confirmed where they cannot be undone."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from tests.patience import PATIENCE

from croupier.cli import main
from croupier.devtools.own_server import own_server

CODE = "an-operator-code-of-a-test"


def operate(url: str, *arguments: str) -> tuple[int, str, str]:
    done = subprocess.run([sys.executable, "-m", "croupier", "operator", *arguments, "--url", url], text=True,
                          capture_output=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


def test_an_operator_pauses_removes_and_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    with own_server("--operator", CODE, "--house-bots", "0", "--hand-control", "operator", disk=False) as server:
        assert operate(server.url, "status", "--code", "wrong")[0] == 1
        monkeypatch.setenv("CROUPIER_OPERATOR", CODE)
        assert operate(server.url, "pause")[1] == "T-1: pause: paused\n"
        code, out, _ = operate(server.url, "status", "--json")
        assert (code, json.loads(out)["status"]) == (0, "paused")
        assert operate(server.url, "resume")[0] == 0
        assert operate(server.url, "message", "Ten minutes of rest")[1] == "T-1: message: sent\n"
        code, _, error = operate(server.url, "message", " ")
        assert (code, "a line of text" in error) == (1, True), error
        code, _, error = operate(server.url, "remove", "Nobody", "--yes")
        assert (code, "a seated team" in error) == (1, True), error
        code, _, error = operate(server.url, "void")
        assert (code, "cannot be undone: add --yes" in error) == (2, True)


@pytest.mark.parametrize(("arguments", "words"), [
    (["pausse"], "did you mean pause?"), (["remove"], "which team?"), (["min-teams", "two"], "whole number"),
    (["min-teams"], "how many teams?"), (["message"], "which text?"), (["pause", "now"], "takes no argument"),
])
def test_misuse_is_told_in_a_line(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["operator", *arguments, "--code", CODE]) == 2
    assert words in capsys.readouterr().err


def test_a_code_is_needed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delenv("CROUPIER_OPERATOR", raising=False)
    assert main(["operator", "status"]) == 2
    assert "which operator code?" in capsys.readouterr().err
