"""Pair bots for round-robin and Swiss tournaments (`bracket.py` is for elimination).

    round_robin(["a", "b", "c"])                        all pairs, in rounds in which nobody plays twice
    swiss_round(points, played)                         the next round: pairs bots with equal points that have not met
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from croupier.contest.seeds import BadContest

Pair = tuple[str, str]


def round_robin(names: Sequence[str]) -> list[list[Pair]]:
    """Return rounds in which every bot meets every other bot once (the circle method)."""
    check_names(names)
    circle: list[str | None] = [*names] if len(names) % 2 == 0 else [*names, None]
    rounds = []
    for _ in range(len(circle) - 1):
        pairs = zip(circle[:len(circle) // 2], reversed(circle[len(circle) // 2:]))
        rounds.append([(first, second) for first, second in pairs if first is not None and second is not None])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def swiss_round(points: Mapping[str, float], played: Sequence[Pair]) -> list[Pair]:
    """Return the next round, which pairs bots with about the same points that have not met. With an odd number the last
    bot sits out.

    Bots meet a second time only if no other pairing is possible.
    """
    names = sorted(points, key=lambda name: (-points[name], name))
    check_names(names)
    met = {frozenset(pair) for pair in played}
    if len(names) % 2:
        rests = {name: sum(name in pair for pair in played) for name in names}
        most = max(rests.values())
        names.remove(next(name for name in reversed(names) if rests[name] == most))
    found = _paired(names, met)
    return found if found is not None else list(zip(names[::2], names[1::2]))


def _paired(names: list[str], met: set[frozenset[str]]) -> list[Pair] | None:
    """Pair the first name with the nearest name that it has not met, then the next name, and so on. Return None if not
    all names can be paired in this way.
    """
    if not names:
        return []
    first, *others = names
    for other in others:
        if frozenset((first, other)) not in met:
            rest = _paired([name for name in others if name != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


def check_names(names: Sequence[str]) -> None:
    """Raise BadContest if there are fewer than two names, or if a name occurs twice."""
    if len(names) < 2 or len(set(names)) < len(names):
        raise BadContest("at least two bots with different names are needed")
