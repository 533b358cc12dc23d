"""Tables of characters in one server on one core."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace

import pytest
from bench.harness import Options

from bench import characters


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system does not hold a process to one core")
def test_31_a_server_is_held_to_one_core():
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        core = characters.on_one_core(SimpleNamespace(process=process))
        assert os.sched_getaffinity(process.pid) == {core}
        process.communicate(b"\n")


def test_31_the_bars_are_those_of_the_issue():
    assert (characters.TABLES, characters.ANSWER_MS) == (100, 20.0)


def test_31_people_and_characters_play_in_a_short_run():
    bars = {bar.name.rpartition(": ")[2]: bar for bar in characters.hosted("normal", 2, 3.0)}
    assert bars["connections dropped"].figure == 0
    assert bars["answer time, p99"].note.endswith("of the core used")


def test_31_a_server_that_does_not_open_is_said(monkeypatch):
    def refuse(level, tables, seconds):
        raise ConnectionError("no server")

    monkeypatch.setattr(characters, "hosted", refuse)
    assert characters.measure(Options(1, 0.01))[1][0].note == "no server"
