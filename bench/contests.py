"""Contests: hands per minute inside the core, isolated bots beside the same bots in process, and pokerkit's pace."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import croupier
from bench.bars import Bar, ratio_bar
from bench.harness import Done, Options, Race, Work, race
from bench.players import pokerkit_hands
from croupier.bots.isolation import BotLimits
from croupier.contest import Isolation

GAME = croupier.holdem(50, 100)
THINKING = '''import time
import croupier


class Thinking(croupier.Bot):
    """Takes a millisecond for a decision."""

    def act(self, view):
        until = time.perf_counter() + 0.001
        while time.perf_counter() < until:
            pass
        return view.call()
'''
BOMB = '''import os
import croupier


class Bomb(croupier.Bot):
    """Starts as many processes as it can."""

    def act(self, view):
        while True:
            try:
                os.fork()
            except OSError:
                continue
'''
BOMBING = """import sys
import croupier
from croupier.bots.isolation import BotLimits
from croupier.contest import Isolation

croupier.play([sys.argv[1], "caller"], croupier.holdem(50, 100), hands=10**6, reset=True, record=False,
              progress=lambda hands, _: print(hands, flush=True),
              isolation=Isolation(limits=BotLimits(move_time_ms=60_000, strikes=10**9)))
"""
CORE, IN_PROCESS, ISOLATED, TRIVIAL, POKERKIT = ("built-in bots in the core", "in process", "isolated",
                                                 "two trivial bots", "pokerkit, two trivial bots")
BESIDE = "beside a fork bomb"


class Calls(croupier.Bot):
    """Calls everything."""

    def act(self, view: croupier.View) -> croupier.Action:
        """Call."""
        return view.call()


def core_hands() -> Work:
    """Play two built-in bots inside the core, on two threads."""
    def work(n: int) -> Done:
        result = croupier.simulate(GAME, seats=2, stack=10_000, hands=n, policy=["strength", "random"], threads=2)
        return Done(seconds=result.seconds)
    return work


def thinking_hands(isolated: bool) -> Callable[[], Work]:
    """Play two bots that take a millisecond a decision; wall time, because they think in other processes."""
    def factory() -> Work:
        folder = Path(tempfile.mkdtemp(prefix="croupier-bench-"))
        (folder / "thinking.py").write_text(THINKING, encoding="utf-8")
        bot = str(folder / "thinking.py")
        isolation = Isolation(trusted=not isolated, limits=BotLimits(move_time_ms=60_000))

        def work(n: int) -> Done:
            seconds: list[float] = []
            croupier.play([bot, bot], GAME, hands=n + 1, seed=1, reset=True, record=False, isolation=isolation,
                          progress=lambda *_: seconds.append(time.perf_counter()))
            # from the end of the first hand on: starting processes is not what is compared
            return Done(units=n, seconds=seconds[-1] - seconds[0])
        return work
    return factory


def trivial_hands() -> Work:
    """Play two bots that call everything, asked from Python."""
    def work(n: int) -> Done:
        croupier.play([Calls(), Calls()], GAME, hands=n, seed=1, reset=True, record=False)
        return Done(units=n)
    return work


def wall_hands() -> Work:
    """Play two bots that call everything, by the time of the clock on the wall."""
    def work(n: int) -> Done:
        began = time.perf_counter()
        croupier.play([Calls(), Calls()], GAME, hands=n, seed=1, reset=True, record=False)
        return Done(units=n, seconds=time.perf_counter() - began)
    return work


def beside_a_bomb() -> Work:
    """Play the same while another process plays a bot that is a fork bomb, again and again."""
    file = Path(tempfile.mkdtemp(prefix="croupier-bench-")) / "bomb.py"
    file.write_text(BOMB, encoding="utf-8")
    alone = wall_hands()

    def work(n: int) -> Done | None:
        with subprocess.Popen([sys.executable, "-c", BOMBING, str(file)], stdout=subprocess.PIPE) as bombing:
            try:
                assert bombing.stdout is not None
                bombing.stdout.readline()  # the first bomb has been played
                return alone(n)
            finally:
                bombing.terminate()
    return work


def pokerkit_trivial_hands() -> Work:
    """Play the same with pokerkit, all it can do by itself automated."""
    from pokerkit import Automation, NoLimitTexasHoldem

    pokerkit_hands(10_000, 50, 100)  # silences its warnings
    table = NoLimitTexasHoldem(tuple(Automation), True, 0, (50, 100), 100)

    def work(n: int) -> Done:
        for _ in range(n):
            state = table((10_000, 10_000), 2)
            while state.status:
                state.check_or_call()
        return Done(units=n)
    return work


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Run the races and return the bars."""
    core = race("Built-in bots, two seats, two threads", "hands", {CORE: core_hands}, options)
    apart = race("Bots that take 1 ms a decision", "hands",
                 {ISOLATED: thinking_hands(True), IN_PROCESS: thinking_hands(False)}, options)
    trivial = race("Bots that call everything", "hands",
                   {TRIVIAL: trivial_hands, POKERKIT: pokerkit_trivial_hands}, options)
    beside = race("A match beside a fork bomb", "hands", {BESIDE: beside_a_bomb, TRIVIAL: wall_hands}, options)
    bars = [Bar("contest: built-in bots in the core, hands a minute", 60 * core.rate(CORE), 1_000_000, "hands/min"),
            ratio_bar("contest: isolated bots, 1 ms a decision, to those in process", apart, ISOLATED, IN_PROCESS, 0.5),
            ratio_bar("contest: a match beside a fork bomb, to the same alone", beside, BESIDE, TRIVIAL, 0.8),
            ratio_bar("contest: trivial bots in process, to pokerkit", trivial, TRIVIAL, POKERKIT, 10)]
    return [(core, CORE), (apart, ISOLATED), (trivial, TRIVIAL), (beside, BESIDE)], bars
