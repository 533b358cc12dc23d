"""Players of all origins against each other, for the tests (small) and the soak (full volume)."""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from itertools import combinations
from pathlib import Path

import croupier
from croupier.contest.players import Isolation

from .line_clients import PLAYERS, compiled_client

ORIGINS = ("croupier", "pypokerengine", "rlcard", "mit", "acpc")
PAIRS = list(combinations(ORIGINS, 2))
GAME, STACK = croupier.holdem(1, 2), 400
"""What MIT's clients are built for."""


def spec(origin: str, folder: Path, seats: int = 2) -> str:
    """Return the text that names a player of an origin."""
    return {"croupier": "random", "pypokerengine": f"pypokerengine:{PLAYERS / 'ppe.py'}:Wild",
            "rlcard": "rlcard:random", "openspiel": "openspiel:random",
            "acpc": f"acpc:{sys.executable} {PLAYERS / 'acpc_client.py'} {seats} 1 2 {STACK}",
            "mit": f"mit:{compiled_client(folder)}" if origin == "mit" else ""}[origin]


def play_pair(pair: tuple[str, str], hands: int, seed: int) -> Counter[str]:
    """Play a heads-up match of two origins. Raise AssertionError for a lost chip or an action that is not legal."""
    with tempfile.TemporaryDirectory() as folder:
        bots = [spec(origin, Path(folder)) for origin in pair]
        result = croupier.match(bots, GAME, hands, seed, stack=STACK, adjust="none", isolation=Isolation(trusted=True))
    assert result.hands == hands
    assert sum(result.payoffs) == 0, result
    assert not result.faults.counts, str(result.faults)
    return Counter({"hands": hands, f"hands {' v '.join(pair)}": hands})


def play_table(hands: int, seed: int) -> Counter[str]:
    """Play a six-handed table of every origin but MIT, whose protocol is for two."""
    origins = ("croupier", "pypokerengine", "rlcard", "openspiel", "acpc", "croupier")
    with tempfile.TemporaryDirectory() as folder:
        bots = [spec(origin, Path(folder), 6) for origin in origins]
        bots[-1] = "strength"
        result = croupier.play(bots, GAME, hands, stack=STACK, seed=seed, reset=True, record=False,
                               isolation=Isolation(trusted=True))
    assert result.hands == hands
    assert sum(result.payoffs) == 0, result
    assert not result.warnings, str(result.faults)
    return Counter({"hands": hands})
