"""Read the traits of characters and levels from `traits.toml`.

    Traits.of("tight")              a character at its best
    Traits.of("tight", "easy")      the same character, played by a beginner
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from croupier.betting.constants import SEATS_MAX
from croupier.bots.base import BadBot
from croupier.errors import short

_TABLES = tomllib.loads((Path(__file__).parent / "traits.toml").read_text())
CHARACTERS: dict[str, str] = {name: table["about"] for name, table in _TABLES["characters"].items()}
"""A description of each character."""
LEVELS: dict[str, str] = {name: table["about"] for name, table in _TABLES["levels"].items()}
"""A description of the opponents of each level."""


@dataclass(frozen=True, slots=True)
class Traits:
    """How a character plays. Shares are fractions of all hands; weights are fractions of the pot. An ordinary player's
    factors are 1.0.
    """

    loose: float = 1.0
    """Multiplies the share of hands that open the betting."""
    call: float = 1.0
    """Multiplies the share of hands that call a raise before the flop."""
    reraise: float = 1.0
    """Multiplies the share of hands that raise again before the flop."""
    limp: float = 0.0
    """The share of opening hands with which the character only calls the big blind."""
    aggression: float = 0.0
    """What the character adds to the value of a bet or raise, in pots."""
    sticky: float = 0.0
    """What the character adds to the value of a call, in pots."""
    bluff: float = 1.0
    """Multiplies how often opponents are expected to fold."""
    caution: float = 0.5
    """What the character subtracts from the value of risking the whole stack, in pots. A call in hold'em subtracts
    half.
    """
    trap: float = 0.0
    """What the character adds to the value of a check or call with a strong hand, in pots."""
    sizes: tuple[float, ...] = (0.4, 0.66)
    """Bet sizes after the flop, in pots."""
    temperature: float = 0.03
    """Actions whose value is within about this distance of the best, in pots, are still taken often."""
    reads: float = 1.0
    """How much the character infers from opponents' actions, from 0 (nothing) to 1 (everything)."""
    memory: bool = True
    """Whether the character remembers opponents' earlier hands."""
    solved: bool = True
    """Whether the character plays short stacks by the solved tables."""
    search: int = 300
    """Iterations of a search for each decision, in games that are not poker."""
    samples: int = 200
    """The number of deals that are sampled for a decision."""

    @classmethod
    def of(cls, character: str, level: str | None = None) -> Traits:
        """Return the traits of a character, or of a level's standard player, with the skill of a level."""
        if character in LEVELS and level is None:
            level, character = character, _TABLES["levels"][character]["plays"]
        if character not in CHARACTERS or (level is not None and level not in LEVELS):
            wrong = short(character if character not in CHARACTERS else level)
            raise BadBot(f"there is no character or level {wrong}: there are {', '.join((*CHARACTERS, *LEVELS))}")
        known = cls(**_traits(_TABLES["characters"][character]))
        return known if level is None else replace(known, **_traits(_TABLES["levels"][level]))


def _traits(table: dict[str, Any]) -> dict[str, Any]:
    """Return those entries of a TOML table that are traits."""
    names = {field.name for field in fields(Traits)}
    return {key: tuple(value) if key == "sizes" else value for key, value in table.items() if key in names}


def line_up(level: str, seats: int) -> list[str]:
    """Return the names of house bots of a level, such as `tight:hard`, for this many seats."""
    if level not in LEVELS:
        raise BadBot(f"there is no level {short(level)}: there are {', '.join(LEVELS)}")
    if type(seats) is not int or not 0 <= seats <= SEATS_MAX:
        raise BadBot(f"a line-up is for 0 to {SEATS_MAX} seats, not {short(seats)}")
    order: list[str] = _TABLES["levels"][level]["line_up"]
    return [f"{order[at % len(order)]}:{level}" for at in range(seats)]
