"""The round as a check of the soak: one item is all attacks of one kind."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

from . import on_actions, on_files, on_frames, on_http, on_kernels, on_seats
from .live import run_attacks
from .plan import ATTACKS, Attack

MODULES = (on_actions, on_files, on_frames, on_http, on_kernels, on_seats)


def kinds() -> list[list[Attack]]:
    """Return the attacks by the function that runs them, in the order of the plan."""
    found: dict[str, list[Attack]] = {}
    for attack in ATTACKS:
        found.setdefault(attack.run.__qualname__, []).append(attack)
    return list(found.values())


def run_kind(number: int) -> Counter[str]:
    """Run one kind of attacks; raise AssertionError with a JSON object of those that got through."""
    attacks = kinds()[number % len(kinds())]
    failed = run_attacks(attacks)
    assert not failed, json.dumps({"kind": number, "failed": failed})
    return Counter({"attacks": len(attacks)})


def plan_and_results(failures: list[str]) -> list[dict[str, Any]]:
    """Return every attack with what it rests on, what must happen, and whether it did."""
    failed: dict[str, str] = {}
    for failure in failures:
        try:
            failed |= json.loads(failure.partition(": ")[2])["failed"]
        except ValueError:
            failed[failure[:80]] = failure
    return [{**attack.as_plan(), "result": failed.get(attack.name, "held")} for attack in ATTACKS]
