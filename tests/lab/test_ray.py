"""`--ray`: runs of evolution on a real cluster of Ray's find what one processor finds."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec

import pytest

from croupier.cli import is_compiled, main
from croupier.lab.breeding.evolution import Config, Evolution
from croupier.lab.breeding.workers import Alone, Hired, NoWorkers
from croupier.lab.scoring.fitness import Budget

from .clusters import SETTINGS, local_ray, processes_of

TINY = Budget(blocks=2, quick_hands=10, games=1, sessions=2, session_hands=6, greedy_deals=2, hands=2, iterations=3)
RUN = ("evolve", "--generations", "1", "--children", "4", "--mode", "elitist", "--seed", "3")
WITHIN = 400.0
no_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install croupier[ray]")
compiled = pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")
posix = pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks for processes in /proc")


def with_ray(test):
    """Run a test by `make test-extras`, and only where Ray is installed."""
    return pytest.mark.extras(no_ray(test))


@pytest.fixture(scope="module")
def address():
    before = {name: os.environ.get(name) for name in SETTINGS}
    os.environ.update(SETTINGS)
    with local_ray() as head:
        yield head.address
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.update({name: value})


@posix
@with_ray
@compiled
def test_evolve_on_a_real_local_ray_gives_the_same_run_as_one_core(address, tmp_path):
    """The command in a process of its own, as a user types it, on a cluster that was there before."""
    assert main([*RUN, "--cores", "1", "--out", str(tmp_path / "alone")]) == 0
    done = subprocess.run([sys.executable, "-m", "croupier", *RUN, "--ray", address, "--out", str(tmp_path / "spread")],
                          capture_output=True, text=True, timeout=WITHIN, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    alone, spread = (json.loads((tmp_path / name / "run.json").read_bytes()) for name in ("alone", "spread"))
    assert alone == spread
    assert alone["entries"]


@posix
@with_ray
@compiled
def test_a_real_local_ray_finds_the_same_and_goes_on_when_it_is_left(address):
    alone = Evolution(Config("bluffing", 7, "elitist", 6, TINY))
    alone.generation(Alone())
    for _ in range(2):
        spread = Evolution(Config("bluffing", 7, "elitist", 6, TINY))
        with Hired(ray=address) as cluster:
            spread.generation(cluster)
        assert alone.as_dict() == spread.as_dict()


@posix
@with_ray
def test_nothing_of_a_cluster_stays_behind():
    """The cluster of these tests, that is: the helper that starts it ends every process of it."""
    with local_ray(1) as head:
        assert len(processes_of(head.session)) > 2
    assert processes_of(head.session) == []


@posix
@with_ray
def test_evolve_without_the_clusters_token_is_not_let_in(address, tmp_path):
    done = subprocess.run([sys.executable, "-m", "croupier", *RUN, "--ray", address, "--out", str(tmp_path / "run")],
                          capture_output=True, text=True, timeout=WITHIN, check=False,
                          env={**os.environ, "RAY_AUTH_TOKEN": "0" * 64})
    assert done.returncode == 2
    assert f"no Ray cluster at {address}" in done.stderr
    assert not (tmp_path / "run").exists()


@with_ray
def test_evolve_with_no_cluster_there_says_so(capsys, tmp_path):
    assert main(["evolve", "--ray", "127.0.0.1:1", "--generations", "1", "--out", str(tmp_path / "run")]) == 2
    assert "no Ray cluster at 127.0.0.1:1" in capsys.readouterr().err


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_a_run_without_ray_says_what_to_install():
    with pytest.raises(NoWorkers, match=r"croupier\[ray\]"), Hired(ray="auto"):
        pass
