"""The traits of characters and levels, read from `traits.toml`.

    Traits.of("tight")              a character at its best
    Traits.of("tight", "easy")      the same character, played by a beginner
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from croupier.bots.base import BadBot
from croupier.errors import short

_TABLES = tomllib.loads((Path(__file__).parent / "traits.toml").read_text())
CHARACTERS: dict[str, str] = {name: table["about"] for name, table in _TABLES["characters"].items()}
"""What each character is like."""
LEVELS: dict[str, str] = {name: table["about"] for name, table in _TABLES["levels"].items()}
"""What opponents of each level are like."""


@dataclass(frozen=True, slots=True)
class Traits:
    """How a character plays. Shares are parts of all hands, weights are parts of the pot; a factor of 1.0 is an
    ordinary player's."""

    loose: float = 1.0
    """Multiplies the share of hands that open."""
    call: float = 1.0
    """Multiplies the share of hands that call a raise before the flop."""
    reraise: float = 1.0
    """Multiplies the share of hands that raise again before the flop."""
    limp: float = 0.0
    """The share of opening hands that only call the big blind."""
    aggression: float = 0.0
    """What a bet or raise seems to be worth beyond its value, in pots."""
    sticky: float = 0.0
    """The same of a call."""
    bluff: float = 1.0
    """Multiplies how often opponents are expected to fold."""
    caution: float = 0.45
    """What risking the whole stack costs beyond its price, in pots; half of it for calls."""
    trap: float = 0.0
    """What a check or call with a strong hand seems to be worth beyond its value, in pots."""
    sizes: tuple[float, ...] = (0.4, 0.66)
    """Bet sizes after the flop, in pots."""
    temperature: float = 0.03
    """How far from the best an action may be and still be taken, in pots."""
    reads: float = 1.0
    """How much is read from what opponents do: 0 nothing, 1 everything."""
    memory: bool = True
    """Whether earlier hands of an opponent count."""
    solved: bool = True
    """Whether short stacks are played by the solved tables."""
    search: int = 300
    """Iterations of a search for each decision, in games that are not poker."""
    samples: int = 200
    """Deals that are looked at for a decision."""

    @classmethod
    def of(cls, character: str, level: str | None = None) -> Traits:
        """Return the traits of a character, or of a level's standard player, at a level of skill."""
        if character in LEVELS and level is None:
            level, character = character, _TABLES["levels"][character]["plays"]
        if character not in CHARACTERS or (level is not None and level not in LEVELS):
            wrong = short(character if character not in CHARACTERS else level)
            raise BadBot(f"there is no character or level {wrong}: there are {', '.join((*CHARACTERS, *LEVELS))}")
        known = cls(**_traits(_TABLES["characters"][character]))
        return known if level is None else replace(known, **_traits(_TABLES["levels"][level]))


def _traits(table: dict[str, Any]) -> dict[str, Any]:
    """Return the entries of a table that are traits."""
    names = {field.name for field in fields(Traits)}
    return {key: tuple(value) if key == "sizes" else value for key, value in table.items() if key in names}


def line_up(level: str, seats: int) -> list[str]:
    """Return names of house bots for some seats of a table of a level: `tight:hard`, ..."""
    if level not in LEVELS:
        raise BadBot(f"there is no level {short(level)}: there are {', '.join(LEVELS)}")
    order: list[str] = _TABLES["levels"][level]["line_up"]
    return [f"{order[at % len(order)]}:{level}" for at in range(seats)]
