"""Answer times of two kinds, measured in turns: how much longer the slowest percent of one took, and how sure that is.

    pooled = Pooled(beside=[…], alone=[…])      the answers of each round, in the order they came
    pooled.ratio, pooled.low, pooled.high       p99 to p99 over all rounds, and its 95 % interval
    split(answers, ways)                        of one round: those during something, and all others

A round is too short to tell a p99 from another: a few dozen answers decide it. So all rounds are pooled. Slow answers
come in groups, therefore the interval is drawn from groups of answers that followed each other, not from single ones.
"""

from __future__ import annotations

import bisect
import heapq
import random
from collections.abc import Iterable, Sequence
from functools import cached_property

GROUP = 50
"""Answers that followed each other and are drawn together."""
DRAWS = 400
SHARE = 0.01


class Pooled:
    """The answers of some rounds, beside something and alone."""

    def __init__(self, beside: Sequence[Sequence[float]], alone: Sequence[Sequence[float]]) -> None:
        self.beside, self.alone = _groups(beside), _groups(alone)

    @property
    def ratio(self) -> float | None:
        """How many times as long the slowest percent took; None where nobody answered."""
        return p99(self.beside) / p99(self.alone) if self.beside and self.alone else None

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return self._drawn[int(0.025 * DRAWS)] if self._drawn else None

    @property
    def high(self) -> float | None:
        """The upper one."""
        return self._drawn[int(0.975 * DRAWS)] if self._drawn else None

    @cached_property
    def _drawn(self) -> list[float]:
        if not self.beside or not self.alone:
            return []
        rng = random.Random(1)
        return sorted(p99(rng.choices(self.beside, k=len(self.beside)))
                      / p99(rng.choices(self.alone, k=len(self.alone))) for _ in range(DRAWS))


def _groups(rounds: Sequence[Sequence[float]]) -> list[Sequence[float]]:
    return [answers[at:at + GROUP] for answers in rounds for at in range(0, len(answers), GROUP)]


def split(answers: Iterable[tuple[float, float]], ways: Iterable[tuple[float, float]]) -> tuple[list[float],
                                                                                              list[float]]:
    """What answers took during something that went on from then to then, now and again, and what all others took.

    An answer is when it was sent, in seconds, and what it took, in milliseconds.
    """
    during: list[float] = []
    otherwise: list[float] = []
    spans = _joined(ways)
    ends = [end for _, end in spans]
    for sent, took in answers:
        at = bisect.bisect_left(ends, sent)
        overlaps = at < len(spans) and spans[at][0] <= sent + took / 1000
        (during if overlaps else otherwise).append(took)
    return during, otherwise


def _joined(ways: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same times, in order and none within another."""
    spans: list[tuple[float, float]] = []
    for begin, end in sorted(ways):
        if spans and begin <= spans[-1][1]:
            spans[-1] = spans[-1][0], max(spans[-1][1], end)
        else:
            spans.append((begin, end))
    return spans


def p99(groups: Sequence[Sequence[float]]) -> float:
    """What all but the slowest percent took at most."""
    count = sum(map(len, groups))
    slowest = count - int((1 - SHARE) * count)
    return heapq.nlargest(slowest, (took for group in groups for took in group))[-1]
