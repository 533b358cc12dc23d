"""Which cards each seat held, gathered from everywhere a text shows them: dealt to the hero, shown, mucked, summed up.

Cards are kept in the order they were dealt (`slots`); `??` where the text never tells.
"""

from __future__ import annotations

from croupier.games.poker.rules import PokerRules
from croupier.notation.pokerstars.story import Step, Story

UNKNOWN = "??"


def split(cards: str) -> list[str]:
    """AhKd as Ah, Kd."""
    return [cards[at:at + 2] for at in range(0, len(cards), 2)]


class Holdings:
    """The hole cards of a hand, street by street."""

    def __init__(self, rules: PokerRules, story: Story) -> None:
        self.rules = rules
        self.story = story
        self.sizes = [street.down + street.up for street in rules.streets]
        self.whole = sum(self.sizes)
        self.heroes: set[int] = set()
        """Seats whose hidden cards were dealt openly: one in the room's own texts."""
        self.slots = {seat: [UNKNOWN] * self.whole for seat in range(len(story.names))}
        self.holding: dict[int, list[str]] = {}
        self._drawn: dict[int, list[str]] = {}
        self._gather()
        if rules.has_draws:
            self.holding = {seat: list(cards) for seat, cards in self.slots.items()}

    # -- gathered ------------------------------------------------------------------------------------------------------

    def _gather(self) -> None:
        """Go through the steps, then the summary; a whole hand shown at the showdown is told there, not before."""
        street = 0
        live = set(self.story.took_part)
        for at, step in enumerate(self.story.steps):
            if step.kind == "street":
                street = int(step.amount)
            elif step.kind == "dealt":
                self._dealt(step, street)
            elif step.kind in ("show", "fold"):
                self._seen(step.seat, step.cards, step.kind == "show" and (len(live) < 2 or self.is_whole(step.cards)))
            elif step.kind == "discard":
                self._find_new_cards(at)
            if step.kind == "fold":
                live.discard(step.seat)
        for seat, (how, cards) in self.story.tabled.items():
            self._seen(seat, cards, how == "showed" and self.is_whole(cards))

    def _seen(self, seat: int, cards: str, is_shown: bool) -> None:
        """Cards that no show will tell are told as dealt; in draw games nobody knows when they came."""
        if cards and not self.rules.has_draws and not is_shown:
            self.slots[seat] = self._filled(seat, cards)

    def _dealt(self, step: Step, street: int) -> None:
        """"Dealt to": the first street's cards, or with the cards held before, those of a later one."""
        new = split(step.cards)
        if self.rules.has_draws and (street or step.held):
            return
        first = sum(self.sizes[:street])
        if self.rules.has_bring_in and not step.held and street == 0 and len(new) == 1:
            first = self.rules.streets[0].down
        elif UNKNOWN not in new:
            self.heroes.add(step.seat)
        for place, card in enumerate(new[:self.whole - first], first):
            self.slots[step.seat][place] = card
        for place, card in enumerate(split(step.held)[:first]) if len(step.held) == 2 * first else ():
            if self.slots[step.seat][place] == UNKNOWN:
                self.slots[step.seat][place] = card

    def _filled(self, seat: int, cards: str) -> list[str]:
        """A seat's slots, those not known yet filled with cards seen later: slot by slot if that fits, or in order."""
        slots = list(self.slots[seat])
        shown = split(cards)
        if len(shown) == len(slots) and all(a in (UNKNOWN, b) for a, b in zip(slots, shown, strict=True)):
            return shown
        left = [card for card in shown if card not in slots and card != UNKNOWN]
        for place, card in enumerate(slots):
            if card == UNKNOWN and left:
                slots[place] = left.pop(0)
        return slots

    def _find_new_cards(self, at: int) -> None:
        """The line after a discard that tells what the seat drew, if there is one."""
        step = self.story.steps[at]
        for later in self.story.steps[at + 1:]:
            if later.kind in ("street", "showdown") or (later.seat == step.seat and later.kind != "dealt"):
                return
            if later.kind == "dealt" and later.seat == step.seat:
                self._drawn[step.line] = split(later.cards)[:int(step.amount)]
                return

    # -- asked ---------------------------------------------------------------------------------------------------------

    def dealt(self, seat: int, street: int) -> str:
        """The cards a seat is dealt on a street, as PHH writes them."""
        first = sum(self.sizes[:street])
        return "".join(self.slots[seat][first:first + self.sizes[street]])

    def discard(self, step: Step) -> str:
        """The cards thrown away; the new ones take their places."""
        count = int(step.amount) if step.kind == "discard" else 0
        cards = split(step.cards)[:count] if step.kind == "discard" else []
        cards += [UNKNOWN] * (count - len(cards))
        new = self._new(step, count)
        hand = self.holding.get(step.seat, [])
        for card, fresh in zip(cards, new, strict=True):
            place = hand.index(card) if card in hand else hand.index(UNKNOWN) if UNKNOWN in hand else -1
            if place >= 0:
                hand[place] = fresh
        return "".join(cards)

    def _new(self, step: Step, count: int) -> list[str]:
        new = self._drawn.get(step.line, [])
        return new + [UNKNOWN] * (count - len(new))

    def drawn(self, step: Step) -> str:
        """The cards drawn for those thrown away."""
        return "".join(self._new(step, int(step.amount))) if step.kind == "discard" else ""

    def is_whole(self, cards: str) -> bool:
        """Whether these cards are a whole hand, all of them known."""
        due = self.whole - (self._shared() if self.rules.has_bring_in else 0)
        return UNKNOWN not in split(cards) and len(split(cards)) >= due

    def _shared(self) -> int:
        """1 where the last stud card was dealt once for everybody."""
        return int(any(step.kind == "street" and step.cards for step in self.story.steps))

    def in_order(self, seat: int, cards: str) -> str:
        """A shown hand in the order it was dealt."""
        if self.rules.has_draws:
            return cards
        known = self._filled(seat, cards)[:len(split(cards))]
        return "".join(known) if sorted(known) == sorted(split(cards)) else cards
