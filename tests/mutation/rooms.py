"""The rooms that are mutated, and the tests that must notice.

Tests are listed in the order in which they run: those that are quick and fail first come first.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    """Modules to mutate and the tests that are run on each mutant."""

    sources: tuple[str, ...]
    """Globs below src/croupier."""
    tests: tuple[str, ...]
    sample: int | None = 300
    """Number of mutants picked at random; None for all of them."""
    bar: float = 0.90
    """Share of mutants that must be killed."""


ROOMS = {
    "betting": Room(("betting/*.py",), ("tests/rules/test_b4_b5_reopening.py", "tests/rules/test_b13_limits.py",
                                        "tests/rules/test_b6_b8_forced.py", "tests/rules/test_checked_round.py",
                                        "tests/sting/test_i1_i4_initiative.py", "tests/rules",
                                        "tests/reference/test_engine_trees.py"), sample=None, bar=0.95),
    "showdown": Room(("games/poker/engine/showdown.py", "games/poker/engine/hand_cards.py"),
                     ("tests/rules", "tests/games/test_every_game.py", "tests/reference/test_engine_trees.py")),
    "table": Room(("table/*.py", "table/dicts/*.py"), ("tests/table",)),
    "notation": Room(("notation/*.py", "notation/*/*.py"), ("tests/notation",)),
    "arena-core": Room(("arena/core/*.py", "arena/core/*/*.py"),
                       ("tests/arena/test_rulings.py", "tests/arena/test_cases_002.py", "tests/arena/test_cash.py",
                        "tests/arena/test_prompting.py", "tests/arena/test_any_game_hosted.py",
                        "tests/arena/test_time_and_teams.py", "tests/arena/test_team_names.py",
                        "tests/arena/test_spectator_delay.py", "tests/arena/test_secrets.py",
                        "tests/simulation/test_simulation.py")),
}
