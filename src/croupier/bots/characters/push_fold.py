"""Look up in solved tables when a short stack in hold'em should move all-in or call an all-in.

`python -m croupier.lab.solver.push_fold` writes the tables, for stacks of 1 to 15 big blinds and one to five players
behind. `chance_to_push` and `chance_to_call` look a hand up; both return None if no table fits. The solved game has at
most one caller, and its hands are dealt independently. In the solved game best responses win at most 0.005 bb/100
against the tables.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from croupier.bots.characters.preflop import ORDER, kind_of

FILE = Path(__file__).parent / "push_fold.toml"
DIGITS = "0123456789abcdef"
STACK_MAX = 15.0
_PLACE = {kind: place for place, kind in enumerate(ORDER)}


@cache
def tables() -> dict[str, dict[str, str]]:
    """Return the tables. For each stack, a hexadecimal digit from 0 (never) to f (always) stands for each kind of
    hand.
    """
    return tomllib.loads(FILE.read_text())


def chance_to_push(stack: float, behind: int, hole: bytes) -> float | None:
    """Return how often to move all-in if everybody so far has folded and this many players are still to act."""
    return _chance(stack, f"push{behind}", hole)


def chance_to_call(stack: float, pushers_behind: int, behind: int, hole: bytes) -> float | None:
    """Return how often to call an all-in. `pushers_behind` players act after the player who is all-in, and `behind`
    after the caller.
    """
    return _chance(stack, f"call{pushers_behind}_{behind}", hole)


def _chance(stack: float, table: str, hole: bytes) -> float | None:
    if stack > STACK_MAX:
        return None
    digits = tables()[f"bb{max(1, round(stack))}"].get(table)
    return None if digits is None else DIGITS.index(digits[_PLACE[kind_of(hole[0], hole[1])]]) / 15
