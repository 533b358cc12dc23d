"""Encode the sting as numbers. An episode is one run. Each different card of the deck is a face, and faces have the
numbers of the deck's layout.

Parts of an observation:

    own_cards   copies of each face in the viewer's hand
    table       copies of each face on the table that the viewer knows, flipped or its own
    hidden      cards on the table that the viewer does not know, by role
    state       betting, decision
    round       one place for each round
    role        the viewer's role
    turn, holder, live      by role
    held, deck  cards in each role's hand and deck
    sums        evidence, cover, heat and profit of the flipped cards
    run         hand number, cash, heat, raises left

Action 0 checks, action 1 folds and action 2 continues. From 3 on there is one action for each face of a card: the
action raises with a card of that face.
"""

from __future__ import annotations

from typing import Any

from croupier.adapters.encoding.base import BadEnvironment, Parts, ones
from croupier.errors import short
from croupier.games.api import Action
from croupier.games.sting.cards import ROLES
from croupier.games.sting.game import Sting
from croupier.games.sting.run import Run

_PLAIN = ("CHECK", "FOLD", "CONTINUE")
_ROLES = range(len(ROLES))


class StingEncoding:
    """Encodes the sting with one deck as numbers."""

    seats = len(ROLES)

    def __init__(self, game: Sting, hands: int | None = 1) -> None:
        if hands is not None and (type(hands) is not int or hands < 1):
            raise BadEnvironment(f"hands must be a whole number above 0, not {short(hands)}")
        self.game, self.hands = game, hands
        layout = game.layout
        self.faces = len(layout.cards)
        self.face_of = {(layout.owners[face], card.name): face for face, card in enumerate(layout.cards)}

    @property
    def name(self) -> str:
        """Return the game's name."""
        return "sting" if self.game.name == "seed" else f"sting:{self.game.name}"

    @property
    def actions(self) -> int:
        """Return the number of action numbers."""
        return len(_PLAIN) + self.faces

    @property
    def shape(self) -> dict[str, int]:
        """Return the length of each part of an observation."""
        by_role = dict.fromkeys(("hidden", "role", "turn", "holder", "live", "held", "deck"), self.seats)
        return {"own_cards": self.faces, "table": self.faces, "hidden": by_role.pop("hidden"), "state": 2,
                "round": self.game.layout.rules.rounds, **by_role, "sums": 4, "run": 4}

    def start(self, seed: int) -> Run:
        """Start a run of the encoding's number of hands."""
        return self.game.start(seed=seed, hands=self.hands)

    def legal(self, view: Any) -> list[int]:
        """Return the numbers of the legal actions of the role to act."""
        return sorted(self.number(action, view) for action in view.legal)

    def action(self, number: int, view: Any) -> Action:
        """Return the action with this number, which must be legal."""
        return Action(_PLAIN[number]) if number < len(_PLAIN) else Action("RAISE", number - len(_PLAIN))

    def number(self, action: Action, view: Any) -> int:
        """Return the number of a legal action."""
        return _PLAIN.index(action.kind) if action.amount is None else len(_PLAIN) + action.amount

    def words(self, number: int) -> str:
        """Return in words what an action number means."""
        if number < len(_PLAIN):
            return _PLAIN[number].lower()
        return f"raise with {self.game.layout.cards[number - len(_PLAIN)].name}"

    def parts(self, view: Any) -> Parts:
        """Return what the viewer sees, as an observation."""
        table = list(view.table)
        totals = view.totals
        rounds = self.game.layout.rules.rounds
        return {
            "own_cards": self._counts((view.seat, card) for card in view.hand),
            "table": self._counts((role, card) for role, card, _ in table if card is not None),
            "hidden": [float(sum(card is None and owner == role for owner, card, _ in table)) for role in _ROLES],
            "state": ones([] if view.actor is None else [int(view.state != "betting")], 2),
            "round": ones([min(view.round_no, rounds) - 1], rounds),
            "role": ones([view.seat], self.seats),
            "turn": ones([] if view.actor is None else [view.actor], self.seats),
            "holder": ones([] if view.holder is None else [view.holder], self.seats),
            "live": ones(view.live, self.seats),
            "held": [float(view.held_by(role)) for role in _ROLES],
            "deck": [float(view.deck_of(role)) for role in _ROLES],
            "sums": [float(totals.evidence), float(totals.cover), float(totals.heat), float(totals.profit)],
            "run": [float(view.hand_no), float(view.cash), float(view.heat), float(view.raises_left)]}

    def _counts(self, cards: Any) -> list[float]:
        found = [0.0] * self.faces
        for role, card in cards:
            found[self.face_of[role, card.name]] += 1.0
        return found
