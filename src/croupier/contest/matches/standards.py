"""Named settings of matches, so that results can be compared.

    hu-100bb            heads-up no-limit hold'em, blinds 50/100, stacks of 100 big blinds
    hu-200bb-50-100     the same with 200 big blinds: the Annual Computer Poker Competition's stacks
    hu-limit            heads-up limit hold'em, blinds 50/100, bets 100/200, four bets a street as in the ACPC
    6max-100bb          six-handed no-limit hold'em, blinds 50/100, stacks of 100 big blinds
    mit-200bb           heads-up no-limit hold'em, blinds 1/2, stacks of 400: for MIT's pokerbots skeletons
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.contest.seeds import BadContest
from croupier.errors import unknown
from croupier.games.poker.game import PokerGame, holdem


@dataclass(frozen=True)
class Standard:
    """A game, its stacks, and how many play it."""

    game: PokerGame
    stack: int
    seats: int


STANDARDS = {
    "hu-100bb": Standard(holdem(50, 100), 10_000, 2),
    "hu-200bb-50-100": Standard(holdem(50, 100), 20_000, 2),
    "hu-limit": Standard(holdem(50, 100, limit="fixed", cap_heads_up=True), 20_000, 2),
    "6max-100bb": Standard(holdem(50, 100), 10_000, 6),
    "mit-200bb": Standard(holdem(1, 2), 400, 2),
}


def standard(name: str, bots: int) -> Standard:
    """Return a named setting. Raise BadContest if the name is unknown, or it is for other numbers of bots."""
    found = STANDARDS.get(name)
    if found is None:
        raise BadContest(unknown("standard", name, STANDARDS))
    if found.seats != bots:
        raise BadContest(f"{name} is played by {found.seats} bots, not {bots}")
    return found
