"""Numbers that cannot be are refused with a named error at every door of the playouts (M1; issue 22, item 18)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.genome.engine.policies import greedy_kind
from croupier.games.genome.values import BadGenome
from croupier.lab.scoring.trial import Trial
from croupier.lab.solver.exact import Solver
from croupier.lab.solver.tree import tree_of

BAD = [-1, 2**31, 2**63, 10**30, -10**30, True, 2.5, float("nan"), None, "1"]
game = lab.load("simple-poker").game()


def trial():
    return Trial(game.program, 2, 1, 10)


def solver():
    return Solver(tree_of(lab.load("kuhn-poker")))


DOORS = {
    "set_policy seat": lambda bad: game.playout(2, 1).set_policy(bad, 0),
    "set_policy policy": lambda bad: game.playout(2, 1).set_policy(0, bad),
    "set_search seat": lambda bad: game.playout(2, 1).set_search(bad, 10),
    "set_search iterations": lambda bad: game.playout(2, 1).set_search(0, bad),
    "seat_player seat": lambda bad: trial().seat_player(bad, 0),
    "seat_player player": lambda bad: trial().seat_player(0, bad),
    "self_play player": lambda bad: trial().self_play(bad, 1),
    "face hero": lambda bad: trial().face(bad, 0, 1),
    "face others": lambda bad: trial().face(0, bad, 1),
    "run_sessions player": lambda bad: trial().run_sessions(bad, 1, 1),
    "value": lambda bad: solver().value(bad),
    "answer": lambda bad: solver().answer(bad),
    "greedy_kind strength": lambda bad: greedy_kind(bad, 3),
    "greedy_kind menu": lambda bad: greedy_kind(0.5, bad),
    "iterations": lambda bad: Trial(game.program, 2, 1, bad),
}
COUNTS = {
    "run_games": lambda bad: game.playout(2, 1).run_games(bad),
    "run_hands": lambda bad: game.playout(2, 1).run_hands(bad),
    "self_play": lambda bad: trial().self_play(0, bad),
    "face": lambda bad: trial().face(0, 0, bad),
    "run_sessions": lambda bad: trial().run_sessions(0, bad, 1),
    "run_sessions hands": lambda bad: trial().run_sessions(0, 1, bad),
    "run": lambda bad: solver().run(bad),
}


@pytest.mark.parametrize("door", DOORS)
def test_M1_numbers_that_cannot_be_are_refused(door):
    for bad in BAD:
        if not (door.endswith("strength") and type(bad) is float and bad == bad and 0 <= bad <= 1):
            with pytest.raises(BadGenome):
                DOORS[door](bad)


@pytest.mark.parametrize("door", COUNTS)
def test_M1_counts_that_cannot_be_are_refused(door):
    for bad in (-1, 2**63, 10**30, True, 2.5, None, "1"):
        with pytest.raises(BadGenome):
            COUNTS[door](bad)


LONG = """
import signal
from croupier import lab
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may start background jobs with SIGINT ignored
table = lab.load("simple-poker").game().playout(2, 1)

try:
    print("ready", flush=True)
    table.run_games(10**12)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.skipif(not is_compiled(), reason="the interpreter listens by itself")
def test_a_long_run_is_ended_by_ctrl_c():
    with subprocess.Popen([sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "ready\n"
        os.kill(process.pid, signal.SIGINT)
        try:
            assert process.communicate(timeout=60)[0] == "interrupted\n"
        finally:
            process.kill()
