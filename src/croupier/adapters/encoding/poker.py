"""Encode poker as numbers. An episode is one hand.

Parts of an observation; "by seat" means the viewer first, then clockwise; chips are in units of the smallest bet:

    own_cards   52 places, 1 for each of the viewer's cards; the place is rank * 4 + suit, from the deuce of clubs
    board       52 places
    open_cards  52 places by seat without the viewer: stud's face-up cards (only in games that have them)
    street      one place for each street
    phase       betting, bringing in, drawing
    stacks      chips behind, by seat
    bets        chips put in on this street, by seat
    paid        chips put in during this hand, by seat
    live        1 for each seat still in the hand
    drawn       cards taken in the last draw, by seat (only in draw games)
    button      1 at the seat with the button
    turn        1 at the seat to act
    betting     pot, price, chips to call, smallest and largest raise-to of the seat to act (0 if it may not raise)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.adapters.encoding.base import BadEnvironment, Parts, ones, turned
from croupier.adapters.encoding.poker_actions import CALL, FOLD, ActionSet, action_set, discard, passive
from croupier.betting.rulebook import all_chips
from croupier.cards import UNKNOWN
from croupier.games.api import Action
from croupier.games.poker.events import Drew
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import Hand

DECK = 52


class PokerEncoding:
    """Encodes a poker game with certain stacks as numbers."""

    def __init__(self, game: PokerGame, seats: int = 2, stacks: Sequence[int] | None = None,
                 actions: ActionSet | str = "sized") -> None:
        chips = [100 * game.min_bet] * seats if stacks is None else all_chips(stacks, "stacks")
        self.game, self.stacks, self.seats = game, chips, len(chips)
        self.sizes = action_set(actions, chips)
        # raises BadSetup if a hand cannot be dealt
        self.hands = [game.deal(chips, button, 0) for button in range(self.seats)]
        if any(hand.actor is None for hand in self.hands):
            raise BadEnvironment("these stacks are all-in before the first decision")
        rules = game.rules
        self.unit = game.min_bet
        self.streets = [street.name for street in rules.streets]
        self.has_open = any(street.up for street in rules.streets)
        self.discards = 1 << rules.hole_cards if rules.has_draws else 0

    @property
    def name(self) -> str:
        """Return the game's name."""
        return self.game.name

    @property
    def actions(self) -> int:
        """Return the number of action numbers."""
        return self.sizes.betting + self.discards

    @property
    def shape(self) -> dict[str, int]:
        """Return the length of each part of an observation."""
        seats = self.seats
        return {"own_cards": DECK, "board": DECK, **({"open_cards": DECK * (seats - 1)} if self.has_open else {}),
                "street": len(self.streets), "phase": 3, "stacks": seats, "bets": seats, "paid": seats, "live": seats,
                **({"drawn": seats} if self.discards else {}), "button": seats, "turn": seats, "betting": 5}

    def start(self, seed: int) -> Hand:
        """Deal a hand. The seed also decides which seat has the button."""
        return self.game.deal(self.stacks, seed % self.seats, seed)

    # -- actions -------------------------------------------------------------------------------------------------------

    def legal(self, view: Any) -> list[int]:
        """Return the numbers of the legal actions of the seat to act."""
        if view.actor is None:
            return []
        if view.legal.discard:
            return list(range(self.sizes.betting, self.actions))
        return [*([FOLD] if view.legal.fold else []), CALL, *self.sizes.raises(view)]

    def action(self, number: int, view: Any) -> Action:
        """Return the action with this number, which must be legal."""
        if number >= self.sizes.betting:
            return discard(number - self.sizes.betting, view.legal.hole)
        if number == FOLD:
            return Action("FOLD")
        if number == CALL:
            return passive(view)
        return Action("RAISE_TO", self.sizes.raises(view)[number])

    def number(self, action: Action, view: Any) -> int:
        """Return the number of a legal action. If its amount has no number, return that of the nearest amount."""
        legal = view.legal
        if action.kind in ("DISCARD", "STAND_PAT"):
            return self.sizes.betting + int(legal.slots_of(action.cards))
        if action.kind == "FOLD":
            return FOLD
        amount = legal.all_in if action.kind == "ALL_IN" else legal.min_raise_to if action.kind == "COMPLETE" \
            else action.amount
        if amount is None or amount <= view.price:
            return CALL
        raises = self.sizes.raises(view)
        return min(raises, key=lambda number: abs(raises[number] - amount))

    def words(self, number: int) -> str:
        """Return in words what an action number means."""
        if number >= self.sizes.betting:
            slots = number - self.sizes.betting
            places = [str(place + 1) for place in range(slots.bit_length()) if slots >> place & 1]
            return f"discard card {', '.join(places)}" if places else "stand pat"
        return ("fold", "check, call or bring in")[number] if number <= CALL else self.sizes.raise_words(number)

    # -- observations --------------------------------------------------------------------------------------------------

    def parts(self, view: Any) -> Parts:
        """Return what the viewer sees, as an observation."""
        seat, seats, unit = view.seat, self.seats, self.unit
        legal, payoffs = view.legal, view.payoffs
        found: Parts = {"own_cards": _cards(view.hole), "board": _cards(view.board)}
        if self.has_open:
            others = turned(range(seats), seat)[1:]
            found["open_cards"] = [place for other in others for place in _cards(view.cards_of(other))]
        found["street"] = ones([self.streets.index(view.street)] if view.street in self.streets else [],
                               len(self.streets))
        found["phase"] = ones([] if view.actor is None else [2 if legal.discard else int(legal.bring_in is not None)],
                              3)
        for name, chips in (("stacks", view.stacks), ("bets", view.bets), ("paid", [-won for won in payoffs])):
            found[name] = [amount / unit for amount in turned(chips, seat)]
        found["live"] = turned(ones(view.live, seats), seat)
        if self.discards:
            found["drawn"] = turned(_drawn(view.events, seats), seat)
        found["button"] = turned(ones([view.button], seats), seat)
        found["turn"] = turned(ones([] if view.actor is None else [view.actor], seats), seat)
        found["betting"] = [amount / unit for amount in (
            view.pot, view.price, legal.call or 0, legal.min_raise_to or 0, legal.max_raise_to or 0)]
        return found


def _cards(cards: Any) -> list[float]:
    return ones([card for card in cards if card != UNKNOWN], DECK)


def _drawn(events: list[Any], seats: int) -> list[float]:
    """Return the number of cards that each seat took in its last draw."""
    counts = [0.0] * seats
    for event in events:
        if isinstance(event, Drew):
            counts[event.seat] = float(len(event.drawn))
    return counts
