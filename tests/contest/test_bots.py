"""Bots: what the base class gives, what the house has, and files that become bots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import bots
from croupier.bots import listens
from croupier.bots.mcts import Mcts
from croupier.bots.rollouts import Rollouts

from .scripted import needs_speed

GAME = croupier.holdem(sb=10, bb=20)


class Silent(croupier.Bot):
    """A bot with an __init__ of its own and nothing else."""

    def __init__(self) -> None:
        self.mood = "calm"


def test_a_bot_needs_act_and_says_so() -> None:
    result = croupier.play([Silent(), "caller"], GAME, hands=1, seed=1)
    assert "Silent needs a method act(self, view)" in result.warnings[0].reason


def test_a_bot_has_chance_without_calling_our_init() -> None:
    assert 0 <= Silent().rng.random() < 1


def test_play_seeds_every_bots_chance() -> None:
    drawn = []

    class Drawing(croupier.Bot):
        def act(self, view: Any) -> Any:
            drawn.append(self.rng.random())
            return view.fold()
    croupier.play([Drawing, "caller"], GAME, hands=3, seed=1)
    croupier.play([Drawing, "caller"], GAME, hands=3, seed=1)
    assert drawn[:len(drawn) // 2] == drawn[len(drawn) // 2:]


def test_hooks_are_found_on_classes_and_instances() -> None:
    silent: Any = Silent()
    assert not listens(silent, "on_event")
    silent.on_event = print
    assert listens(silent, "on_event")


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs_speed) if name in ("strength", "greedy") else name
                                  for name in bots.names()])
def test_house_bots_by_name(name: str) -> None:
    assert bots.named(name).name == name
    assert bots.named(name) is not bots.named(name)
    result = croupier.play([name, "random", "caller"], GAME, hands=30, reset=True, seed=2, strict=True)
    assert result.hands == 30


def test_an_unknown_name_lists_the_house() -> None:
    with pytest.raises(croupier.BadBot, match="random, caller, folder, strength, maniac"):
        bots.named("shark")


@needs_speed
def test_strength_beats_the_simple_ones() -> None:
    for other in ("random", "caller", "maniac"):
        assert croupier.match(["strength", other], GAME, hands=1600, seed=1, adjust="none").bb_per_100[0].low > 0


# -- files -----------------------------------------------------------------------------------------------------------

GOOD = """
import croupier
from dataclasses import dataclass

@dataclass
class Note:
    text: str = ""

class Mine(croupier.Bot):
    def act(self, view):
        return view.call()
"""


def write(folder: Path, text: str, name: str = "mybot.py") -> str:
    file = folder / name
    file.write_text(text)
    return str(file)


def test_load_finds_the_bot_in_a_file(tmp_path: Path) -> None:
    bot = bots.load(write(tmp_path, GOOD))
    assert type(bot).__name__ == "Mine"
    assert croupier.play([bot, tmp_path / "mybot.py"], GAME, hands=2, seed=1).names == ("Mine", "mybot")


def test_load_takes_a_class_by_name(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD + "\nclass Other(Mine):\n    pass\n")
    assert type(bots.load(f"{path}:Other")).__name__ == "Other"
    with pytest.raises(croupier.BadBot, match="its bots are Mine, Other; say which, as in"):
        bots.load(path)
    with pytest.raises(croupier.BadBot, match="has no bot 'Nobody': its bots are Mine, Other"):
        bots.load(f"{path}:Nobody")


def test_a_bot_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_mybot.py").write_text("LIMIT = 3\n")
    assert bots.load(write(tmp_path, "import neighbour_of_mybot\n" + GOOD))


@pytest.mark.parametrize(("text", "error"), [
    ("x = 1\n", "no class in it is a croupier.Bot"),
    ("import croupier\nfrom croupier import Bot\n", "no class in it is a croupier.Bot"),
    ("import croupier\nx = 1 / 0\n", r"does not run: ZeroDivisionError: division by zero \(line 2\)"),
    ("def act(:\n", r"does not run: SyntaxError: .*line 1"),
    ("import no_such_module\n", "does not run: ModuleNotFoundError"),
    ("import sys\nsys.exit(0)\n", r"does not run: SystemExit: 0 \(line 2\)"),
    ("import croupier\nclass B(croupier.Bot):\n    def __init__(self, x): pass\n", r"B\(\) does not work: TypeError"),
])
def test_files_that_are_no_bots_say_why(tmp_path: Path, text: str, error: str) -> None:
    with pytest.raises(croupier.BadBot, match=error):
        bots.load(write(tmp_path, text))


@pytest.mark.parametrize("name", [None, 7, 1.5, True, b"caller", ["caller"]])
def test_what_is_no_name_is_refused(name: object) -> None:
    with pytest.raises(croupier.BadBot, match="by text"):
        bots.named(name)  # type: ignore[arg-type]
    with pytest.raises(croupier.BadBot, match="by a path"):
        bots.load(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("seats", [-1, 11, 10**30, 2.0, True, None, "2"])
def test_a_line_up_is_for_as_many_seats_as_a_table_has(seats: object) -> None:
    with pytest.raises(croupier.BadBot, match="0 to 10 seats"):
        bots.line_up("normal", seats)  # type: ignore[arg-type]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(croupier.BadBot, match=r"there is no file .*none.py: `croupier new bot none` writes one"):
        bots.load(tmp_path / "none.py")


def test_a_name_that_is_a_file_gets_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, GOOD)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(croupier.BadBot, match=r"did you mean mybot\.py"):
        bots.named("mybot")


@needs_speed
@pytest.mark.parametrize("code", ["F2L3D", "FB", "N2L1D"])
@pytest.mark.parametrize("bot", [Mcts(iterations=20), Rollouts(guesses=10)])
def test_searching_bots_play_on_after_the_muck_came_back(code: str, bot: Any) -> None:
    class Drawing(croupier.Bot):
        def act(self, view: Any) -> Any:
            return view.discard(view.hole) if view.legal.discard else view.call()
    players = [bot, *(Drawing() for _ in range(8))]
    result = croupier.play(players, croupier.game(code, sb=10, bb=20), hands=2, seed=3, reset=True)
    assert result.warnings == []
