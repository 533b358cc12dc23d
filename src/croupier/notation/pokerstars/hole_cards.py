# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Collect the cards that each seat held from all parts of the text: cards dealt to the hero, shown or mucked cards, and
cards in the summary.

Cards are stored in the order in which they were dealt (`slots`). Cards that the text never shows are `??`.
"""

from __future__ import annotations

from croupier.notation.pokerstars.hand_text import HandText, TextStep

UNKNOWN = "??"


def split(cards: str) -> list[str]:
    """Return the cards in a text as a list: "AhKd" becomes ["Ah", "Kd"]."""
    return [cards[at:at + 2] for at in range(0, len(cards), 2)]


class HoleCardsByStreet:
    """The hole cards of one hand, street by street."""

    def __init__(self, hand: HandText) -> None:
        self.hand = hand
        self.heroes: set[int] = set()
        """The seats whose hole cards the text names when they are dealt. The room's own texts have only one."""
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
        """Collect cards from the steps, and then from the summary, which also contains hands shown at the showdown."""
        street = 0
        # if only one player is left, he shows voluntarily, and perhaps only some of his cards
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
        """Return the cards of a seat in the order in which they were dealt."""
        found = self.slots.get(seat)
        if found is None:
            found = self.slots[seat] = [UNKNOWN] * self.size
        return found

    def seen(self, seat: int, cards: str, is_shown: bool) -> None:
        """Store seen cards as dealt cards, if they are not shown later. In draw games do nothing, because it is unknown
        on which street they were dealt.
        """
        # whole hands shown at the showdown are written there; other cards must be written where they were dealt
        if cards and not self.has_draws and not is_shown:
            self.slots[seat] = self.filled(seat, cards)

    def deal(self, step: TextStep, street: int) -> None:
        """Process a "Dealt to" line. The line contains the cards of the first street, or the cards of a later street
        after those held before.
        """
        # in a draw `find_new_cards` finds the new cards
        if self.has_draws and (street or step.held):
            return
        new = split(step.cards)
        first = sum(self.sizes[:street])
        # another player's door card in stud is the first card after those dealt face down
        if self.has_bring_in and not step.held and street == 0 and len(new) == 1:
            first = self.first_down
        # all cards are known, so the room wrote this text for this player
        elif UNKNOWN not in new:
            self.heroes.add(step.seat)
        slots = self.slots_of(step.seat)
        for place, card in enumerate(new[:self.size - first], first):
            slots[place] = card
        if step.held and len(step.held) == 2 * first:
            for place, card in enumerate(split(step.held)[:first]):
                # cards that are known already are not overwritten
                if slots[place] == UNKNOWN:
                    slots[place] = card

    def filled(self, seat: int, cards: str) -> list[str]:
        """Return a seat's cards with unknown ones replaced by cards seen later. If known cards match slot by slot, fill
        slot by slot; otherwise fill the unknown slots in order.
        """
        slots = list(self.slots_of(seat))
        shown = split(cards)
        if slots == shown:
            return shown
        # the cards are shown in the order in which they were dealt
        if len(shown) == len(slots) and all(a in (UNKNOWN, b) for a, b in zip(slots, shown)):
            return shown
        left = [card for card in shown if card not in slots and card != UNKNOWN]
        for place, card in enumerate(slots):
            if card == UNKNOWN and left:
                slots[place] = left.pop(0)
        return slots

    def find_new_cards(self, step: TextStep, at: int) -> None:
        """Find the line after a discard that names the cards drawn, if there is one."""
        for later in self.hand.steps[at + 1:]:
            if later.kind in ("street", "showdown") or (later.seat == step.seat and later.kind != "dealt"):
                return
            if later.kind == "dealt" and later.seat == step.seat:
                self.new_cards[step.line] = split(later.cards)[:int(step.amount)]
                return

    # -- asked ---------------------------------------------------------------------------------------------------------

    def dealt(self, seat: int, street: int) -> str:
        """Return the cards that a seat is dealt on a street, as PHH writes them."""
        slots = self.slots.get(seat)
        if slots is None:
            return UNKNOWN * self.sizes[street]
        if street == 0:
            return "".join(slots[:self.sizes[0]])
        first = sum(self.sizes[:street])
        return "".join(slots[first:first + self.sizes[street]])

    def discard(self, step: TextStep) -> str:
        """Return the cards discarded, and replace them with the new cards."""
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
        """Return the cards drawn after a discard. Unknown cards are `??`."""
        found = self.new_cards.get(step.line, [])
        return found + [UNKNOWN] * (count - len(found))

    def drawn(self, step: TextStep) -> str:
        """Return the cards drawn in place of those discarded."""
        return "".join(self.new(step, int(step.amount))) if step.kind == "discard" else ""

    def is_whole(self, cards: str) -> bool:
        """Return True if these cards are a whole hand, all of them known."""
        # with eight stud players a hand has six cards of its own
        due = self.size - (self.shared() if self.has_bring_in else 0)
        return len(cards) >= 2 * due and "?" not in cards

    def shared(self) -> int:
        """Return 1 if the last card in stud was one shared card, else 0."""
        return int(any(step.kind == "street" and step.cards for step in self.hand.steps))

    def in_order(self, seat: int, cards: str) -> str:
        """Return the cards of a shown hand in the order in which they were dealt."""
        if self.has_draws or seat not in self.slots:
            return cards
        shown = split(cards)
        if shown == self.slots[seat]:
            return cards
        known = self.filled(seat, cards)[:len(shown)]
        return "".join(known) if sorted(known) == sorted(shown) else cards
