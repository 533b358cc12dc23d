"""Attacks 34 to 39: other people's bots, games and files."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path

import pytest

import croupier
from arena.driver import Arena
from croupier import lab
from croupier.arena.server import house
from croupier.arena.server.standings import flows
from croupier.bots import BadBot, named
from croupier.games.genome.values import BadGenome, BettingPhase, DrawPhase
from croupier.lab.scoring.fitness import Budget, score
from croupier.notation.files import loads
from croupier.notation.record import BadRecord
from genome.tables import genome

SOURCE = Path(croupier.__file__).parent


def test_attack_34_the_server_runs_nobody_elses_code():
    """Bots are clients: a line-up names house bots only, never files."""
    for name in ("evil.py", "evil.py:Bot", "/etc/passwd", "os:system"):
        with pytest.raises(BadBot):
            named(name)
    source = inspect.getsource(house)
    assert "load(" not in source
    assert "import_module" not in source


def test_attack_34_a_bot_that_prints_or_raises_in_a_match_is_its_own_problem():
    arena = Arena(seats=2, starting_stack=1000, sb=10, bb=20)
    ann = arena.join("Ann")
    arena.join("Bob")
    for _ in range(3000):  # prints forever, into its socket
        ann.sends("x" * 100)
    assert ann.closed == 4429
    assert arena.table.in_hand
    arena.wait(15_000)
    assert not arena.table.in_hand or arena.table.prompt.seat == 1


def test_attack_35_one_team_has_one_seat_and_flows_of_chips_are_reported():
    arena = Arena(seats=4, min_teams=4)
    arena.join("Ann")
    for name in ("Ann", "ANN", "Ａnn"):
        arena.join(name, code="Ann-code")
    assert len(arena.table.seats) == 1
    assert flows({"Ann": 100, "Bob": -100}) == {("Ann", "Bob"): 100}  # /api/courses: who won how much of whom


def test_attack_36_genomes_without_an_end_or_with_too_many_cards_are_refused_before_a_card_is_dealt():
    for endless in (genome(*[BettingPhase(1, 20)] * 12, rounds=26, hands=1000), genome(cards=26, min_players=3),
                    genome(DrawPhase(10), BettingPhase(), rounds=3), genome(wins=("most_tricks",))):
        with pytest.raises(BadGenome, match=r"\$\."):
            endless.game()


def test_attack_36_a_game_that_a_server_cannot_play_is_refused_by_name(tmp_path):
    from croupier.arena.core.config import BadArena, TableConfig, checked

    file = tmp_path / "bad.json"
    for text in ("{", "[]", "{}", json.dumps({"setup": {"cards_per_player": 10**9}}), "[" * 100_000):
        file.write_text(text)
        with pytest.raises(BadArena, match="there is no game"):
            checked(TableConfig(variant=f"genome:{file}"))


def test_attack_37_a_score_follows_from_its_seed_carries_intervals_and_cheap_gates_come_first():
    budget = Budget(blocks=3, quick_hands=20, games=1, sessions=2, session_hands=4, hands=2, iterations=4)
    one, two = (score(lab.load("kuhn-poker"), seed=1, budget=budget) for _ in range(2))
    assert one == two
    assert one.sure == one.total.low < one.total.mean  # a noisy game is worth what is sure
    assert score(genome(wins=("most_tricks",)), budget=budget).failed  # refused before anything is played


def test_attack_38_nothing_is_unpickled():
    loading = re.compile(r"^\s*(import|from) (pickle|marshal|shelve|dill|cloudpickle)\b", re.MULTILINE)
    assert [path.name for path in SOURCE.rglob("*.py") if loading.search(path.read_text("utf-8"))] == []


HAND = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\n"
BAD_FILES = [
    "x = " + "[" * 50_000,
    "[a" + ".a" * 20_000 + "]\n",
    "x = '" + "y" * 100_000,
    HAND + "actions = [" + "'p1 f'," * 20_000 + "]\n",
    HAND.replace("[100, 100]", "[100, 100, 100]") + "actions = []\n",
    HAND + "actions = ['d dh p1 AhAh']\n",
    HAND + "actions = ['d dh p9 AhKh']\n",
    HAND.replace("[100, 100]", "[-1, 100]") + "actions = []\n",
    HAND.replace("[100, 100]", "[1e400, 100]") + "actions = []\n",
    HAND + "actions = ['d dh p1 AhKh', 'd dh p2 QcQd', 'p1 cbr 100000']\n",
]


@pytest.mark.parametrize("text", BAD_FILES, ids=range(len(BAD_FILES)))
def test_attack_39_notation_files_are_refused_by_name_or_found_wrong(text):
    from croupier.notation.replay import Replay

    try:
        (record,) = loads(text, "phh")
    except BadRecord as error:
        assert len(str(error)) < 2000
        return
    assert Replay(record).status != "ok"
