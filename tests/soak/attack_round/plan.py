"""The list of attacks: each module adds its own with `@attack`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Attack:
    """One attack. `run` raises AssertionError if the defence does not hold."""

    name: str
    rests_on: str
    """The clause or the section of a page that says what must happen."""
    must: str
    """What must happen."""
    run: Callable[..., Any]
    values: tuple[Any, ...] = ()
    table: dict[str, Any] = field(default_factory=dict)
    """Settings of the table that is attacked."""
    options: tuple[str, ...] = ()
    """Options of `croupier arena`."""
    by_itself: bool = False
    """The attack opens what it needs; otherwise it gets a live server."""

    def as_plan(self) -> dict[str, str]:
        return {"attack": self.name, "rests_on": self.rests_on, "must": self.must}


ATTACKS: list[Attack] = []


def attack(rests_on: str, must: str, *, table: dict[str, Any] | None = None, options: tuple[str, ...] = (),
           by_itself: bool = False, **rows: Any) -> Callable[..., Any]:
    """Add a function as an attack; with `rows`, one attack for each row, named after its keyword."""
    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        name = function.__name__.replace("_", " ")
        for row, value in (rows or {"": ()}).items():
            values = value if isinstance(value, tuple) else (value,)
            full = f"{name}: {row.replace('_', ' ').strip()}" if row else name
            ATTACKS.append(Attack(full, rests_on, must, function, values, table or {}, options, by_itself))
        return function

    return add
