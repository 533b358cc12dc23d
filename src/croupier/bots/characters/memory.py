"""Remember how each opponent of a character has played, hand after hand.

An opponent is identified by its distance from the character's own seat. At first every opponent is assumed to be an
ordinary player. An opponent's figures change with each hand, and older hands count less and less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.bots.characters.story import CALLED, FOLDED, RAISED, HandStory

if TYPE_CHECKING:
    from croupier.games.poker.view import View

PRIOR = 25.0
"""The figures of an ordinary player count as much as this many hands or decisions."""
FADES = 0.995
"""The weight of all earlier hands is multiplied by this with each new hand."""
ENTERS, RAISES, BETS, FOLDS = 0.28, 0.17, 0.42, 0.45
"""Frequencies of an ordinary player: hands entered, hands raised before the flop, bets among bets and calls, and folds
to a bet.
"""


class Habits:
    """Counts of one opponent's hands and decisions, weighted so that recent hands count more."""

    __slots__ = ("bets", "calls", "entered", "folds", "hands", "raised")

    def __init__(self) -> None:
        self.hands = self.entered = self.raised = self.bets = self.calls = self.folds = 0.0

    def fade(self) -> None:
        """Reduce the weight of all hands so far."""
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) * FADES)

    @property
    def looseness(self) -> float:
        """Return how often the opponent enters a hand, divided by an ordinary player's frequency."""
        return (self.entered + PRIOR * ENTERS) / (self.hands + PRIOR) / ENTERS

    @property
    def raising(self) -> float:
        """Return how often the opponent raises before the flop, divided by an ordinary player's frequency."""
        return (self.raised + PRIOR * RAISES) / (self.hands + PRIOR) / RAISES

    @property
    def aggression(self) -> float:
        """Return how often the opponent, after the flop, bets instead of calling, divided by an ordinary player's
        frequency.
        """
        return (self.bets + PRIOR * BETS) / (self.bets + self.calls + PRIOR) / BETS

    @property
    def folding(self) -> float:
        """Return how often the opponent folds to a bet after the flop, divided by an ordinary player's frequency."""
        return (self.folds + PRIOR * FOLDS) / (self.folds + self.calls + PRIOR) / FOLDS


class Memory:
    """The habits of all opponents."""

    def __init__(self) -> None:
        self.known: dict[int, Habits] = {}

    def of(self, offset: int) -> Habits:
        """Return the habits of the opponent who sits this many seats after the character."""
        found = self.known.get(offset)
        if found is None:
            found = self.known[offset] = Habits()
        return found

    def add(self, view: View) -> None:
        """Add the opponents' actions in a finished hand to their habits."""
        own, count = view.seat or 0, len(view.stacks)
        story = HandStory(view)
        entered: set[int] = set()
        raised: set[int] = set()
        for seat in story.order:
            if seat != own:
                habits = self.of((seat - own) % count)
                habits.fade()
                habits.hands += 1
        for move in story.moves:
            if move.seat == own:
                continue
            if move.street == 0:
                if move.kind in (CALLED, RAISED):
                    entered.add(move.seat)
                if move.kind == RAISED:
                    raised.add(move.seat)
                continue
            habits = self.of((move.seat - own) % count)
            habits.bets += move.kind == RAISED
            habits.calls += move.kind == CALLED
            habits.folds += move.kind == FOLDED
        for seat in entered:
            self.of((seat - own) % count).entered += 1
        for seat in raised:
            self.of((seat - own) % count).raised += 1
