"""Runs of evolution: the same on one processor or many, the same after a kill, and what is kept."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future
from dataclasses import replace

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.genome.files import rules_key
from croupier.games.genome.values import BadGenome, replaced
from croupier.lab.breeding.archive import ArchivedGame, Elite, Map, has_ribs, new_archive
from croupier.lab.breeding.evolution import FILE, KEPT, Config, Evolution, resumed
from croupier.lab.breeding.families import BETTING, FAMILIES, cell
from croupier.lab.breeding.naming import name_of
from croupier.lab.breeding.shorten import choice_points, shortened
from croupier.lab.breeding.workers import Alone, Hired, NoWorkers, Processes, Task, confirming, done, scores
from croupier.lab.scoring.admission import refusal
from croupier.lab.scoring.fitness import Budget, Fitness, pooled, score
from croupier.lab.scoring.gates import unforced
from croupier.lab.scoring.intervals import Estimate
from croupier.lab.scoring.measures import NAMES
from croupier.stats.intervals import Interval

TINY = Budget(blocks=2, quick_hands=10, games=1, sessions=2, session_hands=6, greedy_deals=2, hands=2, iterations=3)
no_ribs = pytest.mark.skipif(not has_ribs(), reason="pyribs is not installed")
MODES = ["elitist", pytest.param("archive", marks=[pytest.mark.extras, no_ribs])]
compiled = pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")


@pytest.fixture
def _few_known(monkeypatch):
    """A run begins with a few known games that are quickly scored."""
    few = [lab.load(name) for name in ("guts", "kuhn-poker", "leduc-poker", "three-card-brag")]
    monkeypatch.setattr(Evolution, "_known", lambda run: few)


def config(mode="elitist", seed=1):
    return Config("bluffing", seed, mode, 4, TINY)


def entry(name, mean, margin=0.01, skill=0.5, bluffing=0.5):
    measures = {measure: Interval(0.5, 0.01, 4) for measure in NAMES}
    measures |= {"skill": Interval(skill, 0.01, 4), "bluffing": Interval(bluffing, 0.01, 4)}
    game = lab.load("simple-poker") if name == "poker" else lab.random_genome(__import__("random").Random(name))
    return ArchivedGame(game, Fitness("balanced", Interval(mean, margin, 4), measures), 0)


@compiled
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.usefixtures("_few_known")
def test_one_processor_and_two_find_the_same(mode):
    one, two = Evolution(config(mode)), Evolution(config(mode))
    with Hired(1) as alone, Hired(2) as both:
        assert isinstance(alone, Alone)
        assert isinstance(both, Processes)
        for _ in range(2):
            one.generation(alone)
            two.generation(both)
    assert one.as_dict() == two.as_dict()
    assert len(one.archive) > 0


@compiled
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.usefixtures("_few_known")
def test_a_run_goes_on_from_its_checkpoint_as_if_nothing_had_happened(mode, tmp_path):
    whole, broken = Evolution(config(mode)), Evolution(config(mode), tmp_path)
    for _ in range(3):
        whole.generation(Alone())
    broken.generation(Alone())
    broken.generation(Alone())
    del broken
    again = resumed(tmp_path)
    assert again.generations == 2
    again.generation(Alone())
    assert again.as_dict() == whole.as_dict()


@compiled
@pytest.mark.usefixtures("_few_known")
def test_a_generation_that_is_cut_short_leaves_no_trace(tmp_path):
    run = Evolution(config(), tmp_path)
    run.generation(Alone())
    before = run.as_dict()

    def stop(done, total):
        raise TimeoutError

    with pytest.raises(TimeoutError):
        run.generation(Alone(), stop)
    assert run.as_dict() == before == resumed(tmp_path).as_dict()


class Scrambled(Alone):
    """Workers that finish the task begun last first, and remember how many they had in hand."""

    def __init__(self):
        super().__init__()
        self.in_hand = []

    def finished(self):
        self.in_hand.append(len(self.waiting))
        task = self.waiting.pop()
        return task, done(task)


@compiled
@pytest.mark.usefixtures("_few_known")
def test_the_order_in_which_scores_arrive_changes_nothing_and_nobody_waits_for_the_slowest():
    straight, scrambled, workers, alone = Evolution(config()), Evolution(config()), Scrambled(), Alone()
    for _ in range(3):
        straight.generation(alone)
        scrambled.generation(workers)
    assert scrambled.as_dict() == straight.as_dict()
    assert max(workers.in_hand) >= config().children
    assert sum(not job.looks for job in straight.waiting) == config().children  # of the next generation


@compiled
@pytest.mark.usefixtures("_few_known")
def test_games_being_scored_when_a_run_ends_are_scored_when_it_goes_on(tmp_path):
    run = Evolution(config(), tmp_path)
    run.generation(Alone())
    again = resumed(tmp_path)
    assert [job.task for job in again.waiting] == [job.task for job in run.waiting]
    assert again.children == run.children > run.scored == config().children
    assert sum(count for gates in again.refused.values() for count in gates.values()) == run.scored


@compiled
@pytest.mark.usefixtures("_few_known")
def test_islands_have_archives_of_their_own_and_send_games_to_the_next(tmp_path):
    run = Evolution(replace(config(), islands=2), tmp_path)
    only = ArchivedGame(lab.load("three-card-brag"), entry("poker", 0.9).fitness, 0)
    assert run.islands[1].offer(only)
    run.generation(Alone())
    assert rules_key(only.genome) in run.islands[1].entries
    assert run.islands[0].entries.keys() & run.islands[1].entries.keys()  # one was sent
    assert {job.island for job in run.waiting} == {0, 1}
    again = resumed(tmp_path)
    assert [set(island.entries) for island in again.islands] == [set(island.entries) for island in run.islands]
    assert again.waiting == run.waiting
    assert len(run.archive) == len({key for island in run.islands for key in island.entries})
    for wrong in (0, 65, 1.0):
        with pytest.raises(BadGenome, match="islands"):
            replace(config(), islands=wrong)


@compiled
@pytest.mark.usefixtures("_few_known")
def test_no_children_are_made_for_settled_cells_and_a_dismissed_game_is_gone():
    run = Evolution(config())
    for name in ("three-card-brag", "low-draw"):
        assert run.archive.offer(ArchivedGame(lab.load(name), entry("poker", 0.9).fitness, 0))
    run.dismiss(rules_key(lab.load("low-draw")))
    assert [kept.genome.name for kept in run.archive] == ["three-card-brag"]
    run.settled = frozenset((family, kind) for family in range(7) for kind in range(4)) - {cell(lab.load("kuhn-poker"))}
    run.generation(Alone())
    assert {cell(job.genome) for job in run.waiting if not job.looks} == {cell(lab.load("kuhn-poker"))}


def test_long_games_are_shortened_to_what_a_run_can_score():
    long = lab.load("president")
    assert choice_points(long) > 12
    short = shortened(long, 12)
    assert choice_points(short) <= 12
    assert short.lineage[-1].startswith("shortened: ")
    assert shortened(short, 12) == short
    assert shortened(lab.load("kuhn-poker"), 0.5) == lab.load("kuhn-poker")  # nothing can be taken away


@compiled
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
@pytest.mark.usefixtures("_few_known")
def test_a_killed_run_can_be_resumed(tmp_path):
    """SIGKILL in the middle of a generation: the checkpoint of the last whole one is there and reads."""
    Evolution(config(), tmp_path).generation(Alone())
    command = [sys.executable, "-m", "croupier", "evolve", "--resume", "--generations", "10000", "--cores", "1",
               "--out", str(tmp_path)]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:  # Not by `resumed`: it cuts off the keys that the running process has just added.
        while json.loads((tmp_path / FILE).read_text())["generations"] == 1 and process.poll() is None:
            time.sleep(0.02)
    finally:
        process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    run = resumed(tmp_path)
    done_before = run.generations
    assert done_before >= 2
    run.generation(Alone())
    assert resumed(tmp_path).generations == done_before + 1


def test_bad_checkpoints_are_refused(tmp_path):
    with pytest.raises(BadGenome, match="No such file"):
        resumed(tmp_path)
    for text in ("", "{", "[]", "{}", '{"version": 99}', '{"version": 1, "config": {"style": 3}}'):
        (tmp_path / FILE).write_text(text)
        with pytest.raises(BadGenome, match=FILE):
            resumed(tmp_path)


def test_bad_settings_are_refused():
    for wrong in ({"style": "fun"}, {"seed": -1}, {"seed": 1.5}, {"children": 1}, {"children": 10**9}):
        with pytest.raises(BadGenome):
            Config(**wrong)
    with pytest.raises(BadGenome, match="no mode"):
        new_archive("best")
    with pytest.raises(NoWorkers, match="cores"):
        Hired(-1)


def test_a_task_is_text_in_and_text_out():
    task = Task(lab.load("kuhn-poker"), "party", 3, TINY)
    found = Fitness.from_dict(json.loads(done(task.written())))
    assert found == score(lab.load("kuhn-poker"), "party", seed=3, budget=TINY)
    heard = []
    assert scores(Alone(), [task, task], lambda *told: heard.append(told)) == [found, found]
    assert heard == [(1, 2), (2, 2)]


# -- what is kept ------------------------------------------------------------------------------------------------------


def test_the_elite_keeps_the_best_by_what_they_surely_reach():
    elite = Elite(2)
    assert elite.offer(entry("a", 0.5))
    assert elite.offer(entry("b", 0.9, 0.5))
    assert elite.offer(entry("c", 0.6))
    assert [round(kept.fitness.sure, 2) for kept in elite] == [0.59, 0.49]
    assert elite.needed() == pytest.approx(0.49)
    assert not elite.offer(entry("d", 0.45))


def test_the_same_rules_are_kept_once_whatever_they_are_called():
    elite = Elite()
    game = entry("poker", 0.5)
    renamed = replaced(game.genome, name="other", lineage=("renamed",))
    assert rules_key(renamed) == rules_key(game.genome)
    assert elite.offer(game)
    assert not elite.offer(ArchivedGame(renamed, entry("poker", 0.9).fitness, 1))


def test_games_that_fail_are_not_kept():
    elite = Elite()
    assert not elite.offer(ArchivedGame(lab.load("war"), Fitness("balanced", Interval(0, 0, 0), {}, "no"), 0))


@pytest.mark.extras
@no_ribs
def test_the_map_keeps_the_best_of_every_kind():
    """A cell is a family of games with a kind of betting: a better game of its own kind replaces one."""
    def known(name, mean):
        return ArchivedGame(lab.load(name), entry(name, mean).fitness, 0)

    kept = Map()
    assert cell(lab.load("simple-poker")) == cell(lab.load("guts")) != cell(lab.load("whist-for-stakes"))
    assert kept.offer(known("simple-poker", 0.9))
    assert kept.offer(known("whist-for-stakes", 0.3))
    assert not kept.offer(known("guts", 0.8))
    assert kept.offer(known("guts", 0.95))
    assert [round(found.fitness.total.mean, 2) for found in kept] == [0.95, 0.3]
    assert kept.needed(lab.load("simple-poker")) == pytest.approx(0.94)
    assert kept.needed() == 0


@pytest.mark.skipif(has_ribs(), reason="pyribs is installed")
def test_without_pyribs_the_archive_says_what_to_install():
    with pytest.raises(BadGenome, match=r"croupier\[lab\]"):
        Map()


def test_names_follow_from_rules():
    game = lab.load("guts")
    assert name_of(game) == name_of(replaced(game, name="x", lineage=("y",)))
    assert name_of(game) != name_of(lab.load("simple-poker"))


@compiled
@pytest.mark.usefixtures("_few_known")
def test_all_games_that_were_ever_kept_stay_in_the_log(tmp_path):
    """The soak examines those that were bred and bet, and each of them once."""
    evolved = pytest.importorskip("tests.soak.evolved", reason="run from the repository's root")
    run = Evolution(config(), tmp_path)
    for _ in range(3):
        run.generation(Alone())
    logged = [json.loads(line)["genome"]["name"] for line in (tmp_path / KEPT).read_text().splitlines()]
    assert {entry.genome.name for entry in run.archive} <= set(logged)
    found = [entry.genome for entry in evolved.candidates(tmp_path)]
    assert {game.name for game in found} <= set(logged) - {"guts", "kuhn-poker", "leduc-poker", "three-card-brag"}
    assert len({rules_key(game) for game in found}) == len(found)
    assert all(game.bets for game in found)
    stud = lab.load("five-card-stud")
    assert evolved._next(tmp_path, {}, {}, [stud], 3) == stud
    done = {rules_key(stud): {"family": "comparing", "bets": "several rounds", "failed": "ladder"}}
    assert evolved._next(tmp_path, done, {}, [stud], 3) == found[0]
    assert evolved._next(tmp_path, done, {Future(): found[0]}, [stud], 3) != found[0]


def test_games_are_published_one_of_a_cell_and_three_of_a_family():
    evolved = pytest.importorskip("tests.soak.evolved", reason="run from the repository's root")

    def row(number, family, bets, failed=""):
        total = {"low": 1 - number / 100}
        return {"key": str(number), "family": family, "bets": bets, "failed": failed, "total": total}

    rows = [row(0, "tricks", "blinds", "ladder: no"), row(1, "tricks", "blinds"), row(2, "tricks", "blinds"),
            row(3, "tricks", "one round"), row(4, "tricks", "several rounds"), row(5, "tricks", "no bets"),
            *(row(6 + at, f"family {at}", "blinds") for at in range(9))]
    assert [found["key"] for found in evolved.chosen(reversed(rows))] == ["1", "3", "4", *map(str, range(6, 13))]


def test_cells_of_full_and_of_unwanted_families_are_settled():
    evolved = pytest.importorskip("tests.soak.evolved", reason="run from the repository's root")
    rows = [{"key": f"{name} {bets}", "family": name, "bets": bets, "failed": ""}
            for name, bets in (("tricks", "one round"), ("tricks", "blinds"), ("tricks", "several rounds"),
                               ("claiming", "blinds"))]
    open_cells = {(name, bets) for row, name in enumerate(FAMILIES) for column, bets in enumerate(BETTING)
                  if (row, column) not in evolved.settled(rows, ("tricks", "claiming"))}
    assert open_cells == {("claiming", "one round"), ("claiming", "several rounds")}
    assert len(evolved.settled([])) == len(FAMILIES)


def test_a_second_contest_is_as_long_as_the_first_one_makes_it():
    """A glimpse of 0.012 ± 0.014 of stakes at 200 deals a block leaves open whether search wins."""
    evolved = pytest.importorskip("tests.soak.evolved", reason="run from the repository's root")
    doubtful, clear = Estimate(0.012, -0.002, 0.026, 10), Estimate(0.2, 0.19, 0.21, 10)
    assert evolved.enough(doubtful, 0.012, 200) == 757
    assert evolved.enough(clear, 0.2, 200) == 200
    assert evolved.enough(doubtful, 0.0001, 200) == evolved.enough(doubtful, 0.0, 200) == 1_200


@compiled
def test_an_archive_refuses_a_game_whose_bets_are_worth_nothing():
    """A bet of one chip after an ante of a quarter of the stack decides nothing."""
    genome = lab.load("guts")
    assert refusal(genome, 2, 1, 10) is None
    free = replaced(genome, setup=replaced(genome.setup, ante=0))
    assert str(refusal(free, 2, 1, 10)) == "betting: there is no ante and no blind: whoever never bets loses nothing"
    assert unforced(lab.load("blind-holdem")) is None
    assert unforced(lab.load("war")) is None
    worthless = replaced(genome, setup=replaced(genome.setup, ante=genome.setup.starting_chips // 4)).with_phases(
        replaced(genome.phases[0], min_bet=1, max_raises=0))
    assert str(refusal(worthless, 2, 1, 10)).startswith("betting: ")


@compiled
@pytest.mark.usefixtures("_few_known")
def test_the_best_games_are_looked_at_again_and_go_by_all_looks():
    run = Evolution(config())
    for _ in range(3):
        run.generation(Alone())
    looks = [entry.looks for entry in run.archive]
    assert max(looks) > 1
    assert max(looks) <= 4
    twice = next(entry for entry in run.archive if entry.looks > 1)
    assert twice.fitness.total.samples > confirming(run.config.budget).blocks
    assert ArchivedGame.from_dict(twice.as_dict()) == twice


def test_looks_are_pooled_by_their_number():
    def look(total, margin):
        interval = Interval(total, margin, 10)
        return Fitness("balanced", interval, {"skill": interval}, "", {"hands": 5})

    found = pooled(look(0.8, 0.1), 3, look(0.4, 0.1))
    assert found.total.mean == pytest.approx(0.7)
    assert found.total.margin == pytest.approx((0.09 + 0.01) ** 0.5 / 4)
    assert (found.total.samples, found.counts) == (20, {"hands": 10})
    assert pooled(look(0.8, 0.1), 1, Fitness("balanced", Interval(0, 0, 0), {}, "no")).failed == "no"
