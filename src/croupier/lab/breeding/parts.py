"""Make or change parts of a genome at random: phases, scoring rules, the order of hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from croupier import cards
from croupier.games.genome.values import (
    POKER_PATTERNS,
    AnyPhase,
    BadGenome,
    ClaimPhase,
    DiscardPhase,
    DrawPhase,
    ExchangePhase,
    GameGenome,
    HandEvaluation,
    MeldPhase,
    PassPhase,
    PlayPhase,
    RankEffect,
    RevealPhase,
    ScoringRule,
    TrickPhase,
    replaced,
)

SUITS: tuple[Any, ...] = ("clubs", "diamonds", "hearts", "spades")
RANKS: tuple[Any, ...] = tuple(cards.RANKS)


def check_rng(rng: object) -> None:
    """Raise BadGenome unless this is a random.Random. The caller must pass a generator in, so that runs can be
    repeated.
    """
    if not isinstance(rng, Random):
        raise BadGenome(f"a random.Random is wanted, not {type(rng).__name__}")


def random_phase(rng: Random) -> AnyPhase:
    """Return a random phase of any kind except betting."""
    makers: Sequence[Callable[[], AnyPhase]] = (
        lambda: DrawPhase(rng.randint(1, 3), rng.random() < 0.5, rng.random() < 0.4),
        lambda: DrawPhase(rng.randint(1, 2), rng.random() < 0.5, source=rng.choice(("pile", "neighbour"))),
        lambda: DrawPhase(1, source="ask"),
        lambda: DiscardPhase(rng.randint(1, 2), rng.random() < 0.6, rng.random() < 0.4),
        lambda: ExchangePhase(rng.randint(1, 3)), lambda: RevealPhase(rng.randint(1, 3)),
        lambda: PlayPhase(rng.choice(("any", "any", "match", "higher")), rng.random() < 0.7),
        lambda: _several(rng), lambda: ClaimPhase(rng.randint(1, 4)),
        lambda: MeldPhase(rng.randint(2, 4), *rng.choice(((True, True), (True, False), (False, True)))),
        lambda: TrickPhase(rng.randint(1, 5), rng.random() < 0.8), lambda: PassPhase(rng.randint(1, 3)))
    return rng.choice(makers)()


def _several(rng: Random) -> PlayPhase:
    """Return a phase in which several cards may be played at once."""
    rule: Any = rng.choice(("any", "match", "higher", "higher"))
    return PlayPhase(rule, rng.random() < 0.4, sets=rng.randint(1, 4), runs=rng.choice((0, 0, 3, 4)),
                     sweep=rule == "higher" and rng.random() < 0.8)


def varied_phase(phase: AnyPhase, rng: Random) -> AnyPhase:
    """Return a phase with one of its fields changed."""
    fields = [name for name in phase.__struct_fields__ if name != "from_top"]
    name = rng.choice(fields)
    value = getattr(phase, name)
    if isinstance(value, bool):
        return replaced(phase, **{name: not value})
    if name == "runs":
        return replaced(phase, runs=rng.choice((0, 3, 4)))
    if isinstance(value, int):
        return replaced(phase, **{name: max(1, value + rng.choice((-1, 1)))})
    return replaced(phase, **{name: rng.choice(("any", "match", "higher") if name == "rule" else
                                               ("deck", "pile", "neighbour", "ask"))})


def random_effects(rng: Random) -> tuple[RankEffect, ...]:
    """Return random effects for one to three ranks."""
    ranks: list[Any] = rng.sample(RANKS, rng.randint(1, 3))
    return tuple(RankEffect(rank, rng.choice(("skip", "reverse", "draw_two"))) for rank in ranks)


def random_scoring(rng: Random) -> ScoringRule:
    """Return a random scoring rule."""
    per: Any = rng.choice(("trick", "card", "left"))
    if per == "trick":
        return ScoringRule(per, rng.choice((1, 2, 5)))
    suit, rank = rng.choice((None, *SUITS)), rng.choice((None, None, *RANKS))
    return ScoringRule(per, rng.choice((-5, -1, 1, 2, 5, 10)), suit, rank)


def other_patterns(genome: GameGenome, rng: Random) -> HandEvaluation:
    """Return poker's combinations as patterns in another order, or switch back to poker's own order."""
    if genome.hand_evaluation.method == "patterns" and rng.random() < 0.4:
        return HandEvaluation(bust_limit=genome.hand_evaluation.bust_limit)
    patterns = list(genome.hand_evaluation.patterns or POKER_PATTERNS)
    first, second = rng.sample(range(len(patterns)), 2) if len(patterns) > 1 else (0, 0)
    a, b = patterns[first], patterns[second]
    patterns[first], patterns[second] = replaced(a, priority=b.priority), replaced(b, priority=a.priority)
    return HandEvaluation("patterns", tuple(sorted(patterns, key=lambda pattern: -pattern.priority)),
                          bust_limit=genome.hand_evaluation.bust_limit)
