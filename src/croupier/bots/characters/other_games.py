"""Decide for a character in poker games other than hold'em, by equity (`spot`) against deals that `field` samples.

Early actions say less about the final hand than late actions, so they narrow ranges less.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.bots.characters.field import Field
from croupier.bots.characters.spot import PokerSpot, Sample, kept_by
from croupier.bots.characters.story import RAISED, HandStory
from croupier.cards import UNKNOWN

if TYPE_CHECKING:
    from croupier.bots.characters.memory import Memory
    from croupier.bots.characters.traits import Traits
    from croupier.games.poker.view import View

LEADS = 0.2
"""What the first raise of a hand is worth beyond its equity, in pots, to a character that does not limp."""
ENTERS = 0.3
"""What a player who enters twice as many hands as an ordinary player adds to the value of entering a hand, in pots."""


class OtherSpot(PokerSpot):
    """One decision about a bet in any poker game."""

    def __init__(self, view: View, story: HandStory, traits: Traits, memory: Memory, field: Field) -> None:
        super().__init__(view, story, traits, memory)
        self.field = field

    def in_position(self) -> bool:
        """Return True if this seat acts last on later streets. In stud the order is not known in advance."""
        return not self.view.rules.has_bring_in and super().in_position()

    def read(self) -> None:
        """Deal the samples, and weight them by the actions of each opponent."""
        view, rules = self.view, self.view.rules
        shown = [bytes(card for card in view.cards_of(seat) if card != UNKNOWN) for seat in self.others]
        seen = {*self.hole, *self.board}
        for seat in range(len(self.stacks)):
            seen.update(view.cards_of(seat))
        unseen = bytes(card for card in range(52 - rules.deck, 52) if card not in seen)
        hole_size, board_size = rules.hole_cards, sum(street.board for street in rules.streets)
        if rules.has_bring_in and self.board:  # with eight stud players one shared card replaces one card of each hand
            hole_size, board_size = hole_size - 1, 1
        thrown = self.story.draws
        kept = [hole_size - thrown[seat] if seat in thrown else -1 for seat in self.others]
        to_come = sum(street.draw for street in rules.streets[self.story.street + 1:])
        samples = max(24, self.traits.samples // (1 + min(len(self.others), 9)))
        count = self.field.deal(self.hole, self.board, shown, unseen, (hole_size, board_size),
                                view._hand.strength_kinds, (to_come, rules.high == "badugi", kept), samples,
                                self.seed())
        habits = [self.habits_of(seat) for seat in self.others]
        for move in self.story.moves:
            who = self.others.index(move.seat) if move.seat in self.others else count
            if who < count:
                known = habits[who]
                found = kept_by(move, self.traits.reads, 1.0 if known is None else known.aggression)
                if found is not None:
                    low, high, top, least = found
                    clear = (move.street + 1) / len(rules.streets)
                    self.field.narrow(who, low, high, 1 - clear * (1 - top), 1 - clear * (1 - least))

    def entering(self) -> float:
        """Return the character's bonus for entering a hand, in pots. The bonus is large for a loose character."""
        if self.story.street or any(move.seat == self.seat for move in self.story.moves):
            return 0.0
        raised = any(move.kind == RAISED for move in self.story.moves)
        return ENTERS * ((self.traits.call if raised else self.traits.loose) - 1)

    def leading(self) -> float:
        """Return what the character adds to the value of the first raise of a hand, in pots."""
        first = self.story.street == 0 and not any(move.kind == RAISED for move in self.story.moves)
        return LEADS * (1 - self.traits.limp) if first else 0.0

    def sampled(self, folding: list[list[float]]) -> Sample:
        """Return the share of the pot that is won, and the outcomes of bets of these sizes."""
        return self.field.sample(folding)
