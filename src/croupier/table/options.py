"""How one table is run, as a frozen value with named fields and sensible defaults, and B14's policies for timeouts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier.table.amounts import BadTable, exact, short
from croupier.table.play import Play

TIMEOUTS = ("check-call-fold", "check-fold", "fold")
HOUR_MS = 3_600_000


@dataclass(frozen=True, slots=True)
class Options:
    """A table's house rules; amounts are in the dict's own numbers."""

    buy_in_min: Any = None
    """The least to sit down with; 20 big blinds unless given, 0 for no limit."""
    buy_in_max: Any = None
    """The most to sit down with and to top up to; 200 big blinds unless given, 0 for no limit."""
    top_up: bool = True
    """Whether chips may be added between hands."""
    pause_max_ms: int | None = HOUR_MS // 2
    """The longest pause; then the player leaves. None for no limit."""
    leaver_memory_ms: int = 0
    """How long a leaver who comes back must bring at least the stack it left with (N8); 0 turns this off."""
    time_limit_ms: int = 0
    """The time to act, 0 for no limit."""
    timeout: str = "fold"
    """What is done for a player whose time has run out (B14)."""
    strikes: int | None = None
    """After so many timeouts in a row a seat whose time runs out is played check-fold until it acts; none if 0."""
    rake_percentage: Any = None
    rake_cap: Any = None

    def __post_init__(self) -> None:
        if self.timeout not in TIMEOUTS:
            raise BadTable(f"timeout {short(self.timeout)} is none of {', '.join(TIMEOUTS)}", "B14")
        for name in ("buy_in_min", "buy_in_max", "rake_percentage", "rake_cap"):
            if getattr(self, name) is not None:
                exact(getattr(self, name), name)
        for name in ("pause_max_ms", "leaver_memory_ms", "time_limit_ms", "strikes"):
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < 0):
                raise BadTable(f"{name} {short(value)} is no whole number", "M1")

    def settings(self) -> dict[str, Any]:
        """What of the options stands in the notation."""
        found = {"timeLimit": self.time_limit_ms / 1000 if self.time_limit_ms % 1000 else self.time_limit_ms // 1000,
                 "rakePercentage": self.rake_percentage}
        told = {name: value for name, value in found.items() if value}
        return told if self.rake_cap is None else {**told, "rakeCap": self.rake_cap}


def played_for(play: Play, policy: str) -> str:
    """The action of a player who does not act, by the policy's name."""
    legal = play.hand.legal()
    name = f"p{(play.actor or 0) + 1}"
    if legal.bring_in is not None:
        return f"{name} pb"
    if legal.discard:
        return f"{name} sd"
    if policy != "fold" and legal.check:
        return f"{name} cc"
    if policy == "check-call-fold" and legal.call is not None:
        return f"{name} cc"
    return f"{name} f"
