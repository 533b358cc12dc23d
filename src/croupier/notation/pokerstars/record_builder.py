# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Build the record of a hand from what its text states: PHH's order of seats, its columns and its actions.

PHH counts seats from the left of the button, the button last. Players who sit at the table but take no part are
`_inactive`. The actions name a player's cards where they were dealt if the text does so (for the hero), or if the text
shows them outside of the showdown (folded face up, or mucked and listed in the summary). Hands shown at the showdown
are named there.
"""

from __future__ import annotations

from typing import Any

from croupier.notation.pokerstars.hand_text import HandText, StatedPost, TextStep
from croupier.notation.pokerstars.hole_cards import HoleCardsByStreet
from croupier.notation.pokerstars.stakes import PostedStakes
from croupier.notation.record import HandRecord

_ACTIONS = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr", "bring_in": "pb"}
_PLAYERS = tuple(f"p{place + 1}" for place in range(10))


def record_of(hand: HandText, source: str, key: str, line: int) -> HandRecord:
    """Return the record of a hand."""
    return RecordBuilder(hand).record(source, key, line)


def seat_order(numbers: list[int], button: int | None) -> list[int]:
    """Return the seats in PHH's order: clockwise from the left of the button, or from the lowest seat if there is no
    button.
    """
    # seat numbers begin at 1, so 0 is before the lowest
    first = 0 if button is None else button
    count = len(numbers)
    # a fast path for the usual order
    if numbers == sorted(numbers):
        before = 0
        while before < count and numbers[before] <= first:
            before += 1
        return [*range(before, count), *range(before)]
    return sorted(range(count), key=lambda place: (numbers[place] <= first, numbers[place]))


class RecordBuilder:
    """A builder of the record of one hand."""

    def __init__(self, hand: HandText) -> None:
        self.hand = hand
        self.order = seat_order(hand.numbers, hand.button)
        self.place = [0] * len(self.order)
        for place, seat in enumerate(self.order):
            self.place[seat] = place
        self.rules = hand.header.rules
        self.has_bring_in = hand.header.has_bring_in
        self.hole_cards = HoleCardsByStreet(hand)
        self.actions: list[str] = []
        self.lines: list[int] = []
        self.live = [seat for seat in self.order if seat in hand.took_part]
        self.shown: set[int] = set()
        self.drawn: list[TextStep] = []
        self.line = 0
        self.unsupported = hand.unsupported

    def record(self, source: str, key: str, line: int) -> HandRecord:
        """Return the record, with its fields in PHH's order."""
        fields: dict[str, Any] = {"variant": self.variant()}
        PostedStakes(self.hand, self.order, self.place).add_to(fields)
        if self.rules is not None:
            self.play()
        fields["actions"] = self.actions
        fields.update(self.hand.header.facts)
        self.add_place(fields)
        self.add_money(fields)
        if self.unsupported:
            fields["_unsupported"] = self.unsupported
        return HandRecord(fields, source, key, line, self.lines)

    def variant(self) -> str:
        """Return the PHH code of the game, or the room's name of a game that we do not play."""
        header = self.hand.header
        return str(self.rules.code) if self.rules is not None else f"{header.game} {header.limit}"

    def column(self, values: list[Any]) -> list[Any]:
        """Return values, which are listed by seat as in the text, in PHH's order of players."""
        return [values[seat] for seat in self.order]

    # -- the play ------------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Write all actions, including the dealer's."""
        steps = self.hand.steps
        self.line = steps[0].line if steps else 0
        # in stud the first cards come after their own street mark
        if not self.has_bring_in:
            self.deal_holes(0)
        for step in steps:
            self.line = step.line
            self.step(step)
        self.flush_draws()
        self.show_the_rest()

    def say(self, action: str) -> None:
        """Add an action to the record's log."""
        self.actions.append(action)
        self.lines.append(self.line)

    def name(self, seat: int) -> str:
        """Return the name of a seat in the log: p1, p2, ..."""
        return _PLAYERS[self.place[seat]]

    def deal_holes(self, street: int) -> None:
        """Write the hole cards of a street for every player still in the hand."""
        for seat in self.live:
            cards = self.hole_cards.dealt(seat, street)
            if cards:
                self.say(f"d dh {self.name(seat)} {cards}")

    def step(self, step: TextStep) -> None:
        """Write one step."""
        kind = step.kind
        action = _ACTIONS.get(kind)
        if action is not None:
            if self.drawn:
                self.flush_draws()
            self.bet(step, action)
        elif kind == "discard" or kind == "pat":
            self.say(f"{self.name(step.seat)} sd {self.hole_cards.discard(step)}".rstrip())
            self.drawn.append(step)
        elif kind == "street":
            self.begin_street(step)
        elif kind == "show" or kind == "muck":
            self.show(step)

    def begin_street(self, step: TextStep) -> None:
        """Write the cards of a street."""
        self.flush_draws()
        if step.cards:
            self.say(f"d db {step.cards}")
        elif self.has_bring_in:
            self.deal_holes(int(step.amount))

    def flush_draws(self) -> None:
        """Write the cards drawn, after all discards of a draw have been written."""
        for step in self.drawn:
            cards = self.hole_cards.drawn(step)
            if cards:
                self.say(f"d dh {self.name(step.seat)} {cards}")
        self.drawn = []

    def bet(self, step: TextStep, action: str) -> None:
        """Write a fold, check, call, bet, raise or bring-in."""
        # a second fold is written too; the replay refuses it
        if action == "f" and step.seat in self.live:
            self.live.remove(step.seat)
        if action == "cbr":
            self.say(f"{self.name(step.seat)} cbr {step.amount}")
        else:
            self.say(f"{self.name(step.seat)} {action}")

    # -- the showdown --------------------------------------------------------------------------------------------------

    def show(self, step: TextStep) -> None:
        """Write a hand that is shown or mucked. If only part of a hand is shown at the showdown, write a muck."""
        # skip a hand that was already shown, and the winner who shows nothing after all others have folded
        if step.seat in self.shown or step.seat not in self.live or (len(self.live) < 2 and not step.cards):
            return
        self.flush_draws()
        self.shown.add(step.seat)
        if step.kind == "show" and (len(self.live) < 2 or self.hole_cards.is_whole(step.cards)):
            self.say(f"{self.name(step.seat)} sm {self.hole_cards.in_order(step.seat, step.cards)}")
        else:
            self.say(f"{self.name(step.seat)} sm")

    def show_the_rest(self) -> None:
        """Write the hands that the showdown did not mention: those shown in the summary, and the mucked hands of
        losers."""
        # all others have folded, so nobody has to show
        if len(self.live) < 2 or not self.hand.has_showdown:
            return
        for seat in [seat for seat in self.live if seat not in self.shown]:
            how, cards = self.hand.tabled.get(seat, ("", ""))
            # the engine needs the cards of a winner; if the winner did not show, the hand is unsupported
            if how != "showed" and self.hand.ledger.collected[seat]:
                self.unsupported = self.unsupported or f"{self.hand.names[seat]} won without showing a hand"
            self.show(TextStep(self.line, "show" if how == "showed" else "muck", seat, 0, cards))

    # -- the rest ------------------------------------------------------------------------------------------------------

    def add_place(self, fields: dict[str, Any]) -> None:
        """Add fields for the place, the players and the author of the hand."""
        hand = self.hand
        fields["venue"] = "PokerStars"
        fields["hand"] = hand.header.hand
        fields["table"] = hand.table
        fields["seats"] = self.column(hand.numbers)
        fields["players"] = self.column(hand.names)
        if hand.seat_count is not None:
            # a seat number may be above the stated size of the table
            fields["seat_count"] = max(hand.seat_count, max(hand.numbers))
        # a text merged from several players has several heroes, and therefore no author
        if self.rules is not None and len(self.hole_cards.heroes) == 1:
            fields["author"] = hand.names[min(self.hole_cards.heroes)]
        if len(hand.took_part) < len(self.order):
            fields["_inactive"] = [0 if seat in hand.took_part else 1 for seat in self.order]
        if hand.button is not None and hand.button not in hand.numbers:
            fields["_button"] = hand.button
        if hand.header.title not in ("Hand", "Game"):
            fields["_title"] = hand.header.title
        if hand.header.cap is not None:
            fields["_cap"] = hand.header.cap

    def add_money(self, fields: dict[str, Any]) -> None:
        """Add the accounting."""
        hand = self.hand
        ledger = hand.ledger
        fields["finishing_stacks"] = self.column(ledger.final())
        fields["winnings"] = self.column(ledger.collected)
        fields["_put"] = self.column(ledger.put)
        fields["_uncalled"] = self.column(ledger.uncalled)
        if ledger.total_pot is not None:
            fields["_total_pot"], fields["_rake"] = ledger.total_pot, ledger.rake
        if hand.cash_outs:
            fields["_cash_outs"] = self.column([hand.cash_outs.get(seat, 0) for seat in range(len(hand.names))])
        fields["_posts"] = self.posts()
        problem = hand.strangers[0] if hand.strangers else ledger.problem()
        if problem:
            fields["_unbalanced"] = problem
        if hand.unread:
            fields["_unread"] = hand.unread

    def posts(self) -> list[list[Any]]:
        """Return all posts, each with the player, the text's own words and the amount."""
        found = []
        post: StatedPost
        for post in self.hand.posts:
            found.append([self.name(post.seat), post.words, post.amount])
        return found
