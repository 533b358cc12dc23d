"""The soak's own machinery: chunks, failures written down, interrupted runs that go on."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("pokerkit", reason="pokerkit is not installed")

from tests.patience import PATIENCE
from tests.soak import arena, equilibrium, evidence, hosted_games, memory, runner, suite
from tests.soak.checks import CHECKS, Check

from croupier import lab
from croupier.arena.verify.journal import Audit
from croupier.fair import FairChance
from croupier.lab.solver.exact import solve
from croupier.lab.solver.tree import tree_of


def odd_fails(number):
    assert number % 10 != 3, "a three"
    return Counter({"b4_seen": 1, "items": 1})


@pytest.fixture
def check(monkeypatch, tmp_path):
    """A check of 50 items of which five fail, kept out of the way."""
    found = Check("toy", "numbers that do not end in three", 50, 8, odd_fails)
    monkeypatch.setitem(CHECKS, "toy", found)
    monkeypatch.setattr(runner, "KEPT", tmp_path)
    return found


def kept(check, commit="abc"):
    return runner.Kept(check, 50, 1, commit)


def test_chunks_cover_every_item_once(check):
    jobs = runner.chunks(check, 50, seed=2)
    numbers = [number for _, first, count in jobs for number in range(first, first + count)]
    assert numbers == list(range(runner.SPAN, runner.SPAN + 50))


def test_failures_are_counted_and_named(check):
    outcome = runner.run(check, 50, 1, 1, kept(check))
    assert (outcome.items, outcome.failures, outcome.counts["items"]) == (50, 5, 45)
    assert sorted(example.split(":")[0] for example in outcome.examples)[0] == "item 13"


def test_a_failure_is_told_at_once_with_its_seed(check, monkeypatch, capfd):
    heard, first = {}, 4 * runner.SPAN

    def listens(number):
        heard[number - first] = capfd.readouterr().err
        return odd_fails(number)

    monkeypatch.setitem(CHECKS, "toy", replace(check, run=listens))
    runner.run_chunk(("toy", first, 8))
    assert heard[4].startswith(f"toy, seed 5, item {first + 3}: a three")
    assert not any(words for number, words in heard.items() if number != 4)


def test_an_interrupted_run_goes_on(check, monkeypatch):
    first = kept(check)
    first.read()
    first.add({**runner.run_chunk(("toy", 0, 8)), "counts": {"items": 1000}})
    with first.path.open("a") as file:
        file.write('{"first": 8, "cou')  # cut off in the middle of a line
    outcome = runner.run(check, 50, 1, 1, kept(check))
    assert (outcome.items, outcome.counts["items"]) == (50, 1000 + 38)


def test_another_commit_begins_anew(check):
    first = kept(check)
    first.read()
    first.add(runner.run_chunk(("toy", 0, 8)))
    assert len(kept(check).read()) == 1
    assert kept(check, "def").read() == []


def test_evidence_tells_figures_from_known_differences(check):
    outcome = runner.Outcome()
    outcome.add(runner.run_chunk(("toy", 0, 3)))
    found = evidence.record(check, outcome, 3, 1, "abc")
    assert (found["figures"], found["known_differences"]) == ({"items": 3}, {"b4_seen": 3})
    assert found["versions"]["pokerkit"] == "0.7.7"


def spins_elsewhere(number):
    spin = "import time\nwhile time.process_time() < 0.3: pass"
    subprocess.run([sys.executable, "-c", spin], check=True)
    return Counter({"items": 1})


def test_seconds_are_processor_time_with_that_of_children(check, monkeypatch):
    monkeypatch.setitem(CHECKS, "toy", Check("toy", "", 1, 1, spins_elsewhere))
    before = sum(os.times()[:4])
    outcome = runner.Outcome()
    outcome.add(runner.run_chunk(("toy", 0, 1)))
    used = sum(os.times()[:4]) - before
    assert outcome.slowest_seconds + 0.001 >= 0.3  # rounded to milliseconds
    assert 0.3 <= outcome.seconds <= used + 0.05  # `os.times` counts hundredths
    assert evidence.record(check, outcome, 1, 1, "abc")["cpu_seconds"] == round(outcome.seconds, 1)


def spins(number):
    while number == 2:
        pass
    return Counter({"items": 1})


def swells(number):
    return Counter({"items": 1 + 0 * len(bytes(number // 2 * (8 << 30)))})


def test_a_hang_is_ended_and_named(check, monkeypatch):
    monkeypatch.setitem(CHECKS, "toy", Check("toy", "", 4, 4, spins, seconds_max=0.2))
    outcome = runner.run(CHECKS["toy"], 4, 1, 1, kept(check))
    assert (outcome.counts["items"], outcome.failures) == (3, 1)
    assert outcome.examples[0].startswith("item 2: more than 0.2 s")
    # the kernel's timer counts whole ticks of user time, the usage is scaled: on a busy machine 0.2 s were read as 0.15
    assert 0.05 < outcome.slowest_seconds < 5


def test_memory_without_bounds_is_refused_and_named(check, monkeypatch):
    monkeypatch.setitem(CHECKS, "toy", Check("toy", "", 4, 4, swells, memory_max_mb=4096))
    outcome = runner.run(CHECKS["toy"], 4, 1, 1, kept(check))
    assert (outcome.counts["items"], outcome.failures) == (2, 2)  # nothing, and eight gigabytes
    assert "MemoryError" in outcome.examples[0]
    assert 0 < outcome.peak_mb < 4096


@pytest.mark.parametrize("reader", ["phh", "json", "pokerstars"])
def test_readers_are_fuzzed(reader):
    check = CHECKS[f"fuzz-{reader}"]
    assert check.volume == 1_000_000
    part = runner.run_chunk((check.name, 5000, 20))
    assert (part["counts"]["inputs"], part["failures"]) == (20, [])


def test_a_journal_takes_no_more_memory_for_more_hands_and_starts_again_at_once():
    found = arena.memory(1000)
    assert found["hands"] == 1000
    assert 1000 < found["bytes of file per hand"] < 6000
    assert found["milliseconds to start again"] > 0


def test_the_arena_is_soaked():
    assert CHECKS["simulation"].volume * 200 >= 1_000_000
    assert CHECKS["kill9"].volume * 10 == 200
    part = runner.run_chunk(("simulation", 3, 1))
    assert (part["counts"]["hands"] >= 200, part["failures"]) == (True, [])


def test_malformed_frames_are_soaked():
    from tests.soak.frames import attacked

    assert CHECKS["frames"].volume * 100_000 == 1_000_000
    found = attacked(1, 600)
    assert found["frames"] == 600
    assert found["error BAD_SCHEMA"] > 20
    assert found["answers of others"] > 5


def test_an_arena_at_half_load_does_not_grow(monkeypatch):
    """Memory and files are looked at; what answers take depends on the machine, and is judged by the soak alone."""
    from tests.soak import half_load

    class Played(half_load.Load):
        """A load that lasts until there were some actions, too."""

        async def wait_out(self) -> None:
            await super().wait_out()
            while self.report.actions <= 10:
                await asyncio.sleep(0.01)

    monkeypatch.setattr(half_load, "Load", Played)
    monkeypatch.setattr(half_load, "SLOWER", float("inf"))
    assert half_load.half_load(tables=2, minutes=3, seconds=0.8)["actions"] > 10


@pytest.mark.parametrize(("what", "memory", "files", "medians"), [
    ("memory grows", [70, 70, 119], [530] * 3, [4.0] * 3), ("open files grow", [70] * 3, [530, 530, 531], [4.0] * 3),
    ("answers take longer", [70] * 3, [530] * 3, [3.1, 3.0, 7.1]), (None, [70, 118, 90], [530, 529, 530], [3, 9, 6])])
def test_growth_after_the_first_tenth_is_found(what, memory, files, medians):
    from tests.soak.half_load import judged

    if what is None:
        assert judged(memory, files, medians) == 6
        return
    with pytest.raises(AssertionError, match=what):
        judged(memory, files, medians)


def test_verify_takes_no_more_memory_for_more_hands():
    found = memory.verify_memory(20_000)
    assert found["hands"] == 20_000
    assert found["hands per second"] > 500
    assert 20 < found["MB after a tenth"] < 1000


@pytest.mark.parametrize("item", [1, 2, 3])
def test_hosted_games_are_verified_to_the_last_card(item, monkeypatch):
    """One game of each quick kind; with cards that are not the secret's the check fails."""
    found = hosted_games.play_and_verify(item)
    assert found["hands"] > 0
    assert found["cards dealt again"] > found["hands"]
    true_numbers = FairChance.below

    def audited(store):
        monkeypatch.setattr(FairChance, "below", true_numbers)
        return Audit(store)

    monkeypatch.setattr(hosted_games, "Audit", audited)
    monkeypatch.setattr(FairChance, "below", lambda self, bound: (true_numbers(self, bound) + 1) % bound)
    with pytest.raises(AssertionError, match="seats: "):
        hosted_games.play_and_verify(item)


def test_verify_does_not_take_an_all_in_for_an_elimination():
    """The soak's first run: verify looked at the first hand only after a bet of all chips."""
    assert hosted_games.play_and_verify(344)["hands"] > 0


def test_hands_of_an_equilibrium_are_counted_as_trials_count():
    counts = equilibrium.in_equilibrium(solve(tree_of(lab.load("kuhn-poker"))), 3000, 40, Random(1))
    assert counts["played"] == 3000
    assert counts["bluffs"] <= counts["folding"] <= counts["bettors"]
    assert counts["opening"] / counts["played"] == pytest.approx(-1 / 18, abs=0.07)
    assert counts["contested"] / counts["played"] == pytest.approx(0.66, abs=0.03)


def test_the_share_at_showdown_is_by_what_a_seat_knows():
    state = lab.load("kuhn-poker").game().start(2, 0, [39, 43])  # a jack against a queen
    assert equilibrium.showdown_share(state, 0, 50, Random(1)) == 0
    state = lab.load("kuhn-poker").game().start(2, 0, [43, 39])
    assert 0.3 < equilibrium.showdown_share(state, 0, 200, Random(1)) < 0.7


def descendants(parent: int) -> set[int]:
    """Every process that a process began, theirs too."""
    began: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            before, _, after = stat.read_text().rpartition(")")
        except OSError:  # it has ended
            continue
        began.setdefault(int(after.split()[1]), []).append(int(before.split()[0]))
    found, look = set[int](), [parent]
    while look:
        look = [child for each in look for child in began.get(each, [])]
        found |= set(look)
    return found


def is_there(process: int) -> bool:
    """Whether a process is still running."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc").exists(), reason="processes are looked up in /proc")
def test_a_soak_that_is_terminated_leaves_no_process_behind():
    soak = subprocess.Popen([sys.executable, "-m", "tests.soak", "half-load", "--jobs", "1"], cwd=runner.ROOT,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, "TERM": "dumb"},
                            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN))  # as a background job
    end = time.monotonic() + PATIENCE
    while len(children := descendants(soak.pid)) < 2 and time.monotonic() < end:  # a worker and its server
        time.sleep(0.1)
    assert len(children) >= 2
    time.sleep(1)
    soak.send_signal(signal.SIGTERM)
    assert soak.wait(PATIENCE) == 143
    end = time.monotonic() + PATIENCE
    while any(map(is_there, children)) and time.monotonic() < end:
        time.sleep(0.1)
    assert [each for each in children if is_there(each)] == []


def test_runs_of_the_suite_are_added_up(monkeypatch, tmp_path):
    monkeypatch.setattr(suite, "EVIDENCE", tmp_path)
    for exit_code in (0, 2):
        suite.record({"condition": "busy", "commit": "abc", "date": "2026-11-18 23:00", "exit_code": exit_code})
    found = json.loads((tmp_path / "suite.json").read_text())
    assert (found["volume"], found["failures"], [run["exit_code"] for run in found["runs"]]) == (2, 1, [0, 2])


def test_passed_and_failed_tests_of_the_suite_are_counted():
    said = "..F [100%]\n2 failed, 11146 passed, 3 skipped in 498.10s (0:08:18)\n2697 passed in 26.02s\n"
    assert suite.COUNTS.findall(said) == [("2", "11146"), ("", "2697")]


def test_the_busy_suite_leaves_no_process_behind(monkeypatch):
    begun = []
    real = subprocess.Popen
    monkeypatch.setattr(suite.subprocess, "Popen",
                        lambda *words, **more: begun.append(real(*words, **more)) or begun[-1])
    with suite.busy():
        assert [each.poll() for each in begun] == [None] * suite.NEIGHBOURS
    assert all(each.returncode is not None for each in begun)
