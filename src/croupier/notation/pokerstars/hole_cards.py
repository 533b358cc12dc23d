# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Gather the cards that each seat held from all parts of the text: dealt to the hero, shown, mucked, or in the summary.

Cards are kept in the order they were dealt (`slots`); `??` if the text never shows them.
"""

from __future__ import annotations

from croupier.notation.pokerstars.hand_text import HandText, TextStep

UNKNOWN = "??"


def split(cards: str) -> list[str]:
    """Return AhKd as Ah, Kd."""
    return [cards[at:at + 2] for at in range(0, len(cards), 2)]


class HoleCardsByStreet:
    """The hole cards of one hand, street by street."""

    def __init__(self, hand: HandText) -> None:
        self.hand = hand
        self.heroes: set[int] = set()
        """Seats whose hidden cards the text deals face up: one in the room's own texts."""
        self.slots: dict[int, list[str]] = {}
        self.holding: dict[int, list[str]] = {}
        self.new_cards: dict[int, list[str]] = {}
        header = hand.header
        self.has_draws = header.has_draws
        self.has_bring_in = header.has_bring_in
        self.sizes = header.sizes
        self.size = sum(self.sizes)
        self.first_down = header.first_down
        if header.rules is not None:
            self.gather()
        if self.has_draws:
            self.holding = {seat: list(self.slots_of(seat)) for seat in range(len(hand.names))}

    # -- gathered ------------------------------------------------------------------------------------------------------

    def gather(self) -> None:
        """Go through the steps, then the summary, which also has the whole hands shown at the showdown."""
        street = 0
        # with one player left, cards shown are a favour after a fold-out and may be some of them only
        live = len(self.hand.took_part)
        for at, step in enumerate(self.hand.steps):
            kind = step.kind
            if kind == "fold":
                if step.cards:
                    self.seen(step.seat, step.cards, False)
                live -= 1
            elif kind == "street":
                street = int(step.amount)
            elif kind == "dealt":
                self.deal(step, street)
            elif kind == "show":
                self.seen(step.seat, step.cards, live < 2 or self.is_whole(step.cards))
            elif kind == "discard":
                self.find_new_cards(step, at)
        for seat, (how, cards) in self.hand.tabled.items():
            self.seen(seat, cards, how == "showed" and self.is_whole(cards))

    def slots_of(self, seat: int) -> list[str]:
        """Return the cards of a seat in the order they were dealt."""
        found = self.slots.get(seat)
        if found is None:
            found = self.slots[seat] = [UNKNOWN] * self.size
        return found

    def seen(self, seat: int, cards: str, is_shown: bool) -> None:
        """Store cards as dealt if they are not shown later; in draw games the street on which they were dealt is
        unknown."""
        # hands shown whole at the showdown are written there; what is left must be written where it was dealt
        if cards and not self.has_draws and not is_shown:
            self.slots[seat] = self.filled(seat, cards)

    def deal(self, step: TextStep, street: int) -> None:
        """Take "Dealt to": the first street's cards or, with the cards held before, those of a later one."""
        # a draw: `find_new_cards` knows what came
        if self.has_draws and (street or step.held):
            return
        new = split(step.cards)
        first = sum(self.sizes[:street])
        # stud's door card of another player: the first card after those dealt face down
        if self.has_bring_in and not step.held and street == 0 and len(new) == 1:
            first = self.first_down
        # all cards known: the room writes texts from one player's seat
        elif UNKNOWN not in new:
            self.heroes.add(step.seat)
        slots = self.slots_of(step.seat)
        for place, card in enumerate(new[:self.size - first], first):
            slots[place] = card
        if step.held and len(step.held) == 2 * first:
            for place, card in enumerate(split(step.held)[:first]):
                # what was dealt by name before is not overwritten
                if slots[place] == UNKNOWN:
                    slots[place] = card

    def filled(self, seat: int, cards: str) -> list[str]:
        """Return a seat's slots with unknown ones filled by cards seen later: slot by slot if they agree, otherwise in
        order.
        """
        slots = list(self.slots_of(seat))
        shown = split(cards)
        if slots == shown:
            return shown
        # the same order as dealt, as far as it is known
        if len(shown) == len(slots) and all(a in (UNKNOWN, b) for a, b in zip(slots, shown)):
            return shown
        left = [card for card in shown if card not in slots and card != UNKNOWN]
        for place, card in enumerate(slots):
            if card == UNKNOWN and left:
                slots[place] = left.pop(0)
        return slots

    def find_new_cards(self, step: TextStep, at: int) -> None:
        """Find the line after a discard that states what the seat drew, if there is one."""
        for later in self.hand.steps[at + 1:]:
            if later.kind in ("street", "showdown") or (later.seat == step.seat and later.kind != "dealt"):
                return
            if later.kind == "dealt" and later.seat == step.seat:
                self.new_cards[step.line] = split(later.cards)[:int(step.amount)]
                return

    # -- asked ---------------------------------------------------------------------------------------------------------

    def dealt(self, seat: int, street: int) -> str:
        """Return the cards a seat is dealt on a street, as PHH writes them."""
        slots = self.slots.get(seat)
        if slots is None:
            return UNKNOWN * self.sizes[street]
        if street == 0:
            return "".join(slots[:self.sizes[0]])
        first = sum(self.sizes[:street])
        return "".join(slots[first:first + self.sizes[street]])

    def discard(self, step: TextStep) -> str:
        """Return the cards discarded; the new cards take their places."""
        count = int(step.amount) if step.kind == "discard" else 0
        cards = split(step.cards)[:count] if step.kind == "discard" else []
        cards += [UNKNOWN] * (count - len(cards))
        new = self.new(step, count)
        hand = self.holding.get(step.seat, [])
        for card, fresh in zip(cards, new, strict=True):
            place = hand.index(card) if card in hand else hand.index(UNKNOWN) if UNKNOWN in hand else -1
            if place >= 0:
                hand[place] = fresh
        return "".join(cards)

    def new(self, step: TextStep, count: int) -> list[str]:
        """Return the cards drawn after a discard, with `??` for unknown ones."""
        found = self.new_cards.get(step.line, [])
        return found + [UNKNOWN] * (count - len(found))

    def drawn(self, step: TextStep) -> str:
        """Return the cards drawn in place of those discarded."""
        return "".join(self.new(step, int(step.amount))) if step.kind == "discard" else ""

    def is_whole(self, cards: str) -> bool:
        """Return True if these cards are a whole hand, all of them known."""
        # an eighth stud player's hand has six cards of its own
        due = self.size - (self.shared() if self.has_bring_in else 0)
        return len(cards) >= 2 * due and "?" not in cards

    def shared(self) -> int:
        """Return 1 if the last stud card was dealt once for everybody, else 0."""
        return int(any(step.kind == "street" and step.cards for step in self.hand.steps))

    def in_order(self, seat: int, cards: str) -> str:
        """Return a shown hand in the order it was dealt."""
        if self.has_draws or seat not in self.slots:
            return cards
        shown = split(cards)
        if shown == self.slots[seat]:
            return cards
        known = self.filled(seat, cards)[:len(shown)]
        return "".join(known) if sorted(known) == sorted(shown) else cards
