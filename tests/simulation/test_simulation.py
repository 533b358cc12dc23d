"""Twenty thousand hands in worlds where everything goes wrong, and the bugs that such worlds find.

Each part plays 5,000 hands with at least 200 crashes and meets every kind of fault. There are four of them here; the
soak plays a million hands.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from croupier.arena.core.config import BadArena
from croupier.arena.core.outbox import Batch
from croupier.arena.journal.chain import Entry

from .checks import Violation
from .disk import Disk, as_bytes, damaged, read
from .mutants import MUTANTS, planted
from .worlds import play, several

PARTS, WORLDS, HANDS = 4, 27, 200
FAULTS = ("crash before an input", "crash after an input", "crash before a commit", "crash after a commit",
          "crash between two effects", "crash after an orderly stop", "crash as the disk is full", "last write lost",
          "last write torn", "last write spoiled", "last write whole", "connection broken", "closed with 4000",
          "doubled answer", "early answer", "late answer", "answer at the last moment", "busy", "hostile frame",
          "silent client", "operator: PAUSE", "operator: VOID", "operator: SKIP", "refused: ACTION_TOO_LATE",
          "refused: OUT_OF_TURN", "refused: INVALID_ACTION", "refused: BAD_SCHEMA", "refused: UNKNOWN_TYPE",
          "journals done again")


@pytest.mark.parametrize("part", range(PARTS))
def test_no_violation(part):
    counts = several(range(1000 + part * WORLDS, 1000 + (part + 1) * WORLDS), HANDS)
    print(f"\npart {part}: " + ", ".join(f"{name} {count:,}" for name, count in sorted(counts.items())))
    assert counts["hands"] >= 5000
    assert counts["crashes"] >= 200
    assert not [fault for fault in FAULTS if not counts[fault]]


@pytest.mark.parametrize("name", MUTANTS)
def test_planted_bugs_are_found(name):
    """Within thirty worlds of sixty hands; nearly all in the first."""
    with planted(name), pytest.raises(Violation, match=r"again: python -m tests\.simulation --seed") as found:
        several(range(30), 60)
    assert isinstance(found.value.__cause__, AssertionError | BadArena), "the mutant itself is broken"


def test_twelve_bugs_at_least_are_planted():
    assert len(MUTANTS) >= 12


def test_the_same_seed_is_the_same_world():
    assert play(7, 40) == play(7, 40)


FIXED: tuple[int, ...] = (1, 3, 12, 11842, 12210, 13301)
"""Seeds that once showed something, or might: crashes while the clock stood, two tables, another game."""


@pytest.mark.parametrize("seed", FIXED)
def test_fixed_worlds(seed):
    play(seed, 60)


def test_a_stop_leaves_nothing_overdue():
    play(13778, 120)


# -- the disk itself ---------------------------------------------------------------------------------------------------


def some_batch() -> Batch:
    return Batch([Entry(1, "T-1", 5, b'{"type":"TimeAdvanced"}')], {}, [], bytes(range(32)))


@pytest.mark.parametrize("fate", ["lost", "torn", "spoiled"])
def test_a_damaged_write_is_not_there(fate):
    for seed in range(200):
        assert read(damaged(as_bytes(some_batch()), fate, Random(seed))) is None


def test_a_whole_write_is_there():
    assert read(as_bytes(some_batch())) == some_batch()


def test_what_was_synced_stays():
    disk = Disk(bytes(32))
    disk.write(some_batch())
    disk.sync()
    disk.write(Batch([Entry(2, "T-1", 6, b'{"type":"TimeAdvanced"}')]))
    disk.crash(Random(4), Counter())
    assert disk.journal[0].number == 1
    assert disk.chain().number == len(disk.journal)
