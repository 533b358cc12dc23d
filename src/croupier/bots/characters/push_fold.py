"""Short stacks in hold'em: when to move all-in and when to call an all-in, by the solved tables.

The tables are written by `python -m croupier.lab.solver.push_fold`: for 1 to 15 big blinds and one to five players
behind. `chance_to_push` and `chance_to_call` look a hand up; both return None if no table fits. The best answers win at
most 0.005 bb/100 against them in the game that was solved: one caller at most, hands dealt independently.
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
    """Return the tables: for each stack, a digit from 0 (never) to f (always) for each kind of hand."""
    return tomllib.loads(FILE.read_text())


def chance_to_push(stack: float, behind: int, hole: bytes) -> float | None:
    """Return how often to move all-in when everybody before has folded, with this many players behind."""
    return _chance(stack, f"push{behind}", hole)


def chance_to_call(stack: float, pushers_behind: int, behind: int, hole: bytes) -> float | None:
    """Return how often to call an all-in of a player who had this many behind; `behind` act after the caller."""
    return _chance(stack, f"call{pushers_behind}_{behind}", hole)


def _chance(stack: float, table: str, hole: bytes) -> float | None:
    if stack > STACK_MAX:
        return None
    digits = tables()[f"bb{max(1, round(stack))}"].get(table)
    return None if digits is None else DIGITS.index(digits[_PLACE[kind_of(hole[0], hole[1])]]) / 15
