"""Evolved games in the arena: a match of a game that evolution wrote to a file, over the host's own frames."""

from __future__ import annotations

import random

import pytest

from arena.driver import Arena
from croupier import lab
from croupier.arena.core.config import BadArena
from croupier.games.registry import find


def evolved(folder):
    """A game that was never known before, in a file."""
    rng, genome = random.Random(4), lab.load("three-card-brag")
    for _ in range(6):
        genome = lab.mutate(genome, rng)
    lab.save(genome, folder / "mine.json")
    return genome, f"genome:{folder / 'mine.json'}"


def test_a_match_of_an_evolved_game_is_played_to_its_end(tmp_path):
    genome, variant = evolved(tmp_path)
    assert genome.lineage
    seats = genome.game().players[0]
    arena = Arena(variant=variant, seats=seats, min_teams=seats, frames_per_second=10_000)
    for number in range(seats):
        arena.join(f"Team {number}")
    chance = random.Random(10)
    for _ in range(20_000):
        if arena.table.is_done:
            break
        act = arena.actor().act
        answer = arena.actor().says(type="action", hand_id=act["hand_id"], **chance.choice(act["legal"]))
        assert not [frame for frame in answer if frame["type"] == "error"]
    assert arena.table.is_done
    assert arena.clients[1].last("match_end")["final_stacks"]
    assert arena.clients[1].last("welcome")["config"]["variant"] == variant


@pytest.mark.parametrize("name", ["nowhere.json", "broken.json"])
def test_a_file_that_is_no_game_is_refused(tmp_path, name):
    (tmp_path / "broken.json").write_text('{"setup": {}}')
    assert find(f"genome:{tmp_path / name}") is None
    with pytest.raises(BadArena, match="there is no game"):
        Arena(variant=f"genome:{tmp_path / name}", seats=2, min_teams=2)
