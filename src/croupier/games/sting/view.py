"""What one viewer may see of a run, and methods that return the actions with which a bot can answer.

No method returns hidden cards, and in the view's copy of the run they are sorted, so that it contains only what the
viewer could compute anyway. Methods named after actions do not act; each returns an `Action`, which the bot returns as
its answer.
"""

from __future__ import annotations

from dataclasses import asdict
from functools import cached_property

from croupier.errors import short
from croupier.games.api import ALL, Action, BadAction, RandomSource
from croupier.games.sting.cards import ROLES, Card
from croupier.games.sting.events import Event, Outcome
from croupier.games.sting.layout import Layout
from croupier.games.sting.legal import Legal
from croupier.games.sting.run import Run
from croupier.games.sting.totals import Totals


class View:
    """A run as one viewer sees it."""

    def __init__(self, run: Run, viewer: int | str) -> None:
        self._run = run
        self.viewer = viewer

    @property
    def seat(self) -> int | None:
        """Return the viewer's role, or None for a spectator."""
        return self.viewer if isinstance(self.viewer, int) else None

    @property
    def layout(self) -> Layout:
        """Return the deck and its rules."""
        return self._run.layout

    # -- the table -----------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """Return the role to act, or None if the run is over."""
        return self._run.actor

    @property
    def state(self) -> str:
        """Return the state of the hand."""
        return self._run.state

    @property
    def hand_no(self) -> int:
        """Return the number of the hand, from 1."""
        return self._run.hand_no

    @property
    def hands(self) -> int:
        """Return the maximum number of hands of the run."""
        return self._run.hands

    @property
    def round_no(self) -> int:
        """Return the number of the round, from 1."""
        return self._run.round_no

    @property
    def cash(self) -> int:
        """Return the Player's cash."""
        return self._run.cash

    @property
    def heat(self) -> int:
        """Return the Player's heat before this hand."""
        return self._run.heat

    @property
    def holder(self) -> int | None:
        """Return the role that holds the initiative, or None."""
        return self._run.holder

    @property
    def raises_left(self) -> int:
        """Return the number of raises left in this round."""
        return self._run.raises_left

    @property
    def live(self) -> tuple[int, ...]:
        """Return the roles that are still in the hand."""
        return self._run.live

    @property
    def totals(self) -> Totals:
        """Return the sums over the flipped cards."""
        return self._run.totals

    @property
    def table(self) -> list[tuple[int, Card | None, bool]]:
        """Return the cards on the table. For each card, give the role that played it, the card (None if hidden from the
        viewer), and whether it is flipped.
        """
        return [(role, card if flipped or self._sees(role) else None, flipped)
                for role, card, flipped in self._run.played]

    @property
    def hand(self) -> list[Card]:
        """Return the viewer's own cards."""
        return self._run.cards_of(self._own())

    def cards_of(self, role: int) -> list[Card | None]:
        """Return a role's hand, with None for each card that the viewer may not see."""
        cards = self._run.cards_of(role)
        return [card if self._sees(role) else None for card in cards]

    def held_by(self, role: int) -> int:
        """Return the number of cards that a role holds."""
        return self._run.held_by(role)

    def deck_of(self, role: int) -> int:
        """Return the number of cards left in a role's deck, not counting its hand."""
        return self._run.deck_of(role)

    @property
    def is_over(self) -> bool:
        """Return True if the run has ended."""
        return self._run.is_over

    @property
    def end(self) -> str:
        """Return why the run is over, or "" before the end."""
        return self._run.end

    @property
    def payoffs(self) -> list[int]:
        """Return what Narc, Customer and Player have won so far."""
        return self._run.payoffs

    @property
    def events(self) -> list[Event]:
        """Return the events so far. Cards that the viewer may not see are None."""
        return self._run.events

    @property
    def outcomes(self) -> list[Outcome]:
        """Return the outcome of each hand."""
        return self._run.outcomes

    def known(self) -> Totals:
        """Return the totals of the flipped cards and the viewer's own face-down cards."""
        layout = self._run.layout
        # if a card is in two decks, its fields are equal, so either number gives the same sums
        return Totals(layout, [layout.cards.index(card) for _, card, _ in self.table if card is not None])

    # -- what to do ----------------------------------------------------------------------------------------------------

    @cached_property
    def legal(self) -> Legal:
        """Return the viewer's legal actions. There are no legal actions if it is not the viewer's turn."""
        # if both are None (a spectator, and a run that is over), the run has no legal actions anyway
        if self.viewer == ALL or self.seat == self.actor:
            return self._run.legal()
        return Legal(self._run.layout, None, False, [])

    def check(self) -> Action:
        """Return a check."""
        return Action("CHECK")

    def fold(self) -> Action:
        """Return a fold."""
        return Action("FOLD")

    def go_on(self) -> Action:
        """Return a CONTINUE, for a decision point."""
        return Action("CONTINUE")

    def call(self) -> Action:
        """Return a check, or a CONTINUE at a decision point."""
        return self.check() if self.legal.check else self.go_on()

    def raise_with(self, card: str | Card) -> Action:
        """Return a raise that plays a card of the hand."""
        name = card.name if isinstance(card, Card) else card
        for number, own in self.legal.cards.items():
            if own.name == name:
                return Action("RAISE", number)
        raise BadAction(f"{short(name)} is not a card that may be played now")

    def as_json(self) -> dict[str, object]:
        """Return what the viewer sees as JSON values. Clients are sent exactly these values."""
        roles, totals = range(len(ROLES)), self.totals
        facts: dict[str, object] = {
            "v": 1, "seat": self.seat, "actor": self.actor, "state": self.state, "is_over": self.is_over,
            "end": self.end, "hand_no": self.hand_no, "hands": self.hands, "round_no": self.round_no,
            "cash": self.cash, "heat": self.heat, "holder": self.holder, "raises_left": self.raises_left,
            "live": list(self.live), "payoffs": list(self.payoffs),
            "totals": {"evidence": totals.evidence, "cover": totals.cover, "heat": totals.heat,
                       "profit": totals.profit},
            "table": [[role, _facts(card), is_open] for role, card, is_open in self.table],
            "outcomes": [asdict(outcome) for outcome in self.outcomes],
            "cards_of": [[_facts(card) for card in self.cards_of(role)] for role in roles],
            "held_by": [self.held_by(role) for role in roles], "deck_of": [self.deck_of(role) for role in roles]}
        if self.seat is not None:
            facts["hand"] = [_facts(card) for card in self.hand]
        return facts

    def guess(self, rng: RandomSource) -> Run:
        """Return a complete run for a search. The guess fits what the viewer sees, and its hidden cards are dealt at
        random.
        """
        return self._run.redeal(self._own(), rng)

    def _sees(self, role: int) -> bool:
        return self.viewer in (ALL, role)

    def _own(self) -> int:
        if self.seat is None:
            raise BadAction(f"{self.viewer} has no role and no cards of its own")
        return self.seat

    def __repr__(self) -> str:
        who = ROLES[self.seat] if self.seat is not None else self.viewer
        return f"<View of {who}: hand {self.hand_no}, round {self.round_no}, {self.state}>"


def _facts(card: Card | None) -> dict[str, object] | None:
    """Return the values of a card, or None for one that the viewer cannot see."""
    return None if card is None else asdict(card)
