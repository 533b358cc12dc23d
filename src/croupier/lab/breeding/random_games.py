"""Make random valid genomes, as the start of a search and as a comparison for its results."""

from __future__ import annotations

from random import Random
from typing import Any

from croupier.games.genome.check import is_sound
from croupier.games.genome.values import (
    DECKS,
    AnyPhase,
    BadGenome,
    BettingPhase,
    BlindsPhase,
    GameGenome,
    HandEvaluation,
    SetupRules,
    TurnStructure,
    WinCondition,
)
from croupier.lab.breeding.operators import CHIPS, WINS
from croupier.lab.breeding.parts import SUITS, check_rng, random_effects, random_phase, random_scoring

_DECKS: tuple[Any, ...] = tuple(DECKS)


def random_genome(rng: Random, *, sound: bool = True) -> GameGenome:
    """Return a random game without faults. With `sound=False`, return the first game made, which may have faults."""
    check_rng(rng)
    while True:
        try:
            genome = _drawn(rng)
        except BadGenome:  # a number is out of bounds: try again
            continue
        if not sound or is_sound(genome):
            return genome


def _drawn(rng: Random) -> GameGenome:
    wins = tuple(WinCondition(kind) for kind in rng.sample(WINS, rng.choice((1, 1, 1, 2))))
    scoring = tuple(random_scoring(rng) for _ in range(rng.randint(1, 2))) if _scores(wins) else ()
    evaluation = HandEvaluation(bust_limit=rng.choice((0, 0, 15, 21, 31)) if _totals(wins) else 0)
    chips = rng.choice((0, *CHIPS))
    phases = _phases(rng, chips)
    rounds = rng.choice((1, 1, 1, 2, 3, 5))
    return GameGenome(_setup(rng, chips), TurnStructure(phases, rounds, rng.random() < 0.2), wins, scoring, evaluation,
                      max_hands=rng.choice((1, 5, 20, 50, 100)), name=f"random-{rng.getrandbits(32):08x}")


def _phases(rng: Random, chips: int) -> tuple[AnyPhase, ...]:
    """Return one to five random phases. In a game with chips about half of them are betting phases."""
    return tuple(_bet(rng, max(1, chips // rng.choice((10, 20, 50, 100))))
                 if chips and rng.random() < 0.45 else random_phase(rng) for _ in range(rng.randint(1, 5)))


def _bet(rng: Random, size: int) -> BettingPhase:
    raises = rng.randint(0, 5)
    return BlindsPhase(size, raises, size // 2, size) if rng.random() < 0.15 else BettingPhase(size, raises)


def _setup(rng: Random, chips: int) -> SetupRules:
    return SetupRules(
        rng.choice((1, 2, 3, 4, 5, 5, 6, 7, 8, 10)), rng.choice(("standard_52",) * 4 + _DECKS),
        initial_discard_count=rng.choice((0, 0, 0, 1, 3)), trump_suit=rng.choice((None, None, *SUITS)),
        starting_chips=chips, ante=rng.choice((0, chips // 100, chips // 50)), side_pots=rng.random() < 0.8,
        wild_ranks=rng.choice(((), (), (), ("2",), ("8",), ("J",))), board_cards=rng.choice((0, 0, 0, 1, 3)),
        tableau=rng.choice(("none", "none", "war", "match_rank")),
        effects=random_effects(rng) if rng.random() < 0.15 else (), books=rng.choice((0,) * 8 + (2, 4)))


def _scores(wins: tuple[WinCondition, ...]) -> bool:
    return any(win.type in ("high_score", "low_score") for win in wins)


def _totals(wins: tuple[WinCondition, ...]) -> bool:
    return any(win.type in ("high_total", "low_total") for win in wins)
