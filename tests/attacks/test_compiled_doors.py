"""Issue 22, item 7: nothing that Python can reach in a compiled module crashes the interpreter or cannot be stopped.

C code checks no index and no pointer. Every public function and class of every compiled module is called with odd
arguments in a process of its own, which says what it is about to call: a crash is found by the signal that ended the
process, and the last line names the call.
"""

from __future__ import annotations

import importlib.util
import os
import pkgutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.patience import PATIENCE, WHOLE

import croupier
from croupier.cli import is_compiled

compiled = pytest.mark.skipif(not is_compiled(), reason="nothing is compiled here")
PARTS = 4

FUZZ = """
import importlib, inspect, itertools, random, sys

ODD = (0, 1, -1, 5, 7, 52, 255, 10**7, 200_000_000, 2**31, 2**62, 10**30, True, 2.5, None, "", "x", "1e9", "1.5", b"",
       b"\\0", b"\\xff" * 7, bytes(range(7)), bytearray(b"\\0\\1"), [], [-1], [10**9], [None], {}, (), (0, 1), object)
rng = random.Random(1)

def public(module):
    for name, thing in sorted(vars(module).items()):
        is_own = getattr(thing, "__module__", module.__name__) == module.__name__
        if callable(thing) and not name.startswith("_") and is_own:
            yield name, thing

def arguments():
    yield ()
    yield from ((each,) for each in ODD)
    yield from list(itertools.product(ODD, repeat=2))[::17]
    yield from (tuple(rng.choices(ODD, k=rng.randint(2, 6))) for _ in range(60))

def called(words, call, args):
    print(words, str(args)[:150], flush=True)
    try:
        return call(*args)
    except Exception:
        return None

for name in sys.argv[1:]:
    for words, thing in public(importlib.import_module(name)):
        for args in arguments():
            made = called(f"{name}.{words}", thing, args)
            for method in dir(made) if inspect.isclass(thing) and made is not None else ():
                if not method.startswith("_") and callable(found := called(words, getattr, (made, method))):
                    for _ in range(3):
                        odd = tuple(rng.choices(ODD, k=rng.randint(0, 4)))
                        called(f"{name}.{words}{args!r:.60}.{method}", found, odd)
"""


def compiled_modules() -> list[str]:
    """Return all but private ones: `_cyutility` holds Cython's own types (`memoryview`, `array`) none of ours."""
    names = (info.name for info in pkgutil.walk_packages(croupier.__path__, "croupier."))
    specs = (importlib.util.find_spec(name) for name in names)
    return [spec.name for spec in specs if spec is not None and spec.origin and not spec.origin.endswith(".py")
            and not spec.name.rpartition(".")[2].startswith("_")]


@compiled
@pytest.mark.parametrize("part", range(PARTS))
def test_22_7_no_public_call_of_a_compiled_module_brings_the_interpreter_down(part):
    command = [sys.executable, "-c", FUZZ, *compiled_modules()[part::PARTS]]
    done = subprocess.run(command, capture_output=True, text=True, timeout=WHOLE)
    assert done.returncode == 0, (done.stdout.strip().splitlines() or ["nothing"])[-1] + done.stderr[-300:]


UNBUILT = """
import importlib, sys

SPECIAL = ("__repr__", "__str__", "__len__", "__eq__", "__hash__", "__reduce__", "__copy__", "__getstate__")

for name in sys.argv[1:]:
    module = importlib.import_module(name)
    for cls in [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == name]:
        try:
            made = cls.__new__(cls)
        except TypeError:
            continue
        for method in dir(made):
            if method.startswith("_") and method not in SPECIAL:
                continue
            for args in ((), (0,), (0, 0), (0, 0, 0), ([],), ([1], 1)):
                print(f"{name}.{cls.__name__}.{method}{args}", flush=True)
                try:
                    found = getattr(made, method)
                    if callable(found):
                        found(*args)
                except Exception:
                    pass
"""
BUILT = """
import random, sys
import croupier
from croupier import lab
from croupier.betting.checked import CheckedRound
from croupier.games.poker.engine.playout import Playout
from croupier.games.sting.game import Sting
from croupier.games.sting.playout import Playout as StingPlayout
from croupier.ranking.equities.boards import Boards
from croupier.ranking.equities.showdown import ShowdownCounts
from croupier.rng import Rng

ODD = (0, 1, -1, 3, 7, 11, 52, 255, 1000, 10**7, 2**31 - 1, 2**31, 2**62, -2**62, 10**30, True, 2.5, None, "", "x",
       b"", b"\\0", b"\\xff" * 7, bytes(range(60)), [], [-1], [10**9], [300] * 400, [0] * 1000, list(range(64)), {},
       (), (0, 1))
SLOW = ("run", "run_hands", "run_games", "play_hands", "runs")
PARTS = ("legal", "deal", "layout", "forced", "round", "program")
holdem = croupier.holdem(sb=1, bb=2)
DRAW, STUD = croupier.game("F2L3D", sb=1, bb=2, small_bet=2, big_bet=4), croupier.game("F7S", ante=1, bring_in=1,
                                                                                     small_bet=2, big_bet=4)
MADE = {"facts": lambda: holdem.facts(3, 7, 0), "hand": lambda: holdem.deal([100] * 3, 0, seed=1),
        "draw": lambda: DRAW.deal([100, 100], 0, seed=1), "stud": lambda: STUD.deal([100, 100], 0, seed=1),
        "playout": lambda: Playout(holdem.facts(2, 3, 0), 1), "sting": lambda: StingPlayout(Sting().layout),
        "sting's layout": lambda: Sting().layout, "showdown": lambda: ShowdownCounts(2, 2, b"", 0),
        "boards": lambda: Boards(ShowdownCounts(2, 2, b"", 0)), "rng": lambda: Rng(1),
        "round": lambda: CheckedRound([100, 100])}
for known in ("cheat", "go-fish", "simple-rummy", "president", "low-draw"):
    MADE[known] = lambda known=known: (game := lab.load(known).game()).start(max(game.players), 1)
    MADE[known + "'s playout"] = lambda known=known: lab.load(known).game().playout(2)

def parts(name, made):
    yield name, made
    for part in PARTS:
        try:
            found = getattr(made, part)
            yield f"{name}.{part}", found() if callable(found) else found
        except (AttributeError, TypeError):
            pass

rng = random.Random(1)
for turn in range(15):
    for name, make in MADE.items():
        for where, made in parts(name, make()):
            for method in [each for each in sorted(dir(made)) if not each.startswith("_")]:
                args = tuple(rng.choices(ODD, k=rng.randint(0, 4)))
                if method in SLOW:
                    args = tuple(each for each in args if not (isinstance(each, int) and each > 1000))
                print(where, method, str(args)[:150], flush=True)
                try:
                    found = getattr(made, method)
                    if callable(found):
                        found(*args)
                except Exception:
                    pass
"""


@compiled
@pytest.mark.parametrize("script", [UNBUILT, BUILT], ids=["made without their constructors", "built"])
def test_22_7_no_method_of_a_compiled_object_brings_the_interpreter_down(script):
    """What the calls above cannot build: objects that need others, and objects that were not built."""
    modules = compiled_modules() if script is UNBUILT else []
    done = subprocess.run([sys.executable, "-c", script, *modules], capture_output=True, text=True, timeout=WHOLE)
    assert done.returncode == 0, (done.stdout.strip().splitlines() or ["nothing"])[-1] + done.stderr[-300:]


@compiled
def test_22_7_what_checks_nothing_is_not_reachable_from_python():
    from croupier.ranking import kernel, upcards

    for module, names in ((kernel, ("high", "short_deck", "strength", "board_key", "high_with", "badugi", "omaha")),
                          (upcards, ("open_high", "open_low"))):
        assert not [name for name in names if hasattr(module, name)]


def test_22_7_powers_of_ten_that_do_not_fit_are_bounded():
    from croupier.notation import money as decimals
    from croupier.notation.money import UNCOUNTED

    assert decimals.exact(10, 255) == UNCOUNTED
    assert decimals.exact(0, 255) == 0


@pytest.mark.parametrize("number", [10 ** 30, -1, 10 ** 18, 1.5, True, "1"])
def test_22_18_M1_numbers_that_do_not_fit_a_playout_are_refused_by_name(number):
    from croupier.betting.rulebook import BadAmount
    from croupier.games.poker.engine.playout import Playout

    playout = Playout(croupier.holdem(sb=1, bb=2).facts(2, 3, 0), 1)
    for refused in (lambda: playout.set_policy(number, 0), lambda: playout.set_policy(0, number),
                    lambda: playout.run(number)):
        with pytest.raises(BadAmount):
            refused()


LONG = """
import sys
from croupier import lab
from croupier.games.sting.game import Sting
from croupier.games.sting.playout import Playout
from croupier.lab.solver.exact import Solver
from croupier.lab.solver.tree import tree_of
from croupier.games.poker.win_chance import Sampler
from croupier.rng import Rng
LOOP = range(10**9)
LONG = {
    "hands of the sting": lambda: Playout(Sting().layout).play_hands(10**12, 1),
    "runs of the sting": lambda: Playout(Sting().layout).runs(10**12, 1),
    "hands of a genome": lambda: lab.load("simple-poker").game().playout(players=2).run_hands(10**12),
    "games of a genome": lambda: lab.load("simple-poker").game().playout(players=2).run_games(10**12),
    "rounds of CFR+": lambda: Solver(tree_of(lab.load("kuhn-poker"))).run(10**9),
    "samples of a hand": lambda: [Sampler([0, 1], [], range(2, 52), 2, 5).run(1, 0, 2**31 - 1, Rng(1)) for _ in LOOP],
}
print("begun", flush=True)
try:
    LONG[sys.argv[1]]()
except KeyboardInterrupt:
    sys.exit(130)
"""


def computing(pid: int, seconds: float = 0.3) -> None:
    """Wait until a process has computed for so long, however long that takes."""
    stat = Path(f"/proc/{pid}/stat")
    ticks = int(stat.read_text().rpartition(")")[2].split()[11])
    while int(stat.read_text().rpartition(")")[2].split()[11]) < ticks + seconds * os.sysconf("SC_CLK_TCK"):
        time.sleep(0.01)


@compiled
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processor times are read from /proc")
@pytest.mark.parametrize("what", ["hands of the sting", "runs of the sting", "hands of a genome", "games of a genome",
                                  "rounds of CFR+", "samples of a hand"])
def test_22_7_ctrl_c_ends_a_long_loop_in_compiled_code(what):
    process = subprocess.Popen([sys.executable, "-c", LONG, what], stdout=subprocess.PIPE, text=True,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler))
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        computing(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
    finally:
        process.kill()
        process.communicate()
