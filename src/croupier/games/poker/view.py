"""What one viewer may see of a hand, and methods that return the actions with which a bot can answer.

A view contains a copy of the hand with a deck in which hidden cards are unknown, so the cards that the viewer may not
see are not in it at all. Methods named after actions do not act; each returns an `Action`, which the bot returns as its
answer.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from croupier.betting.pots import Pot
from croupier.betting.rulebook import CHIPS_MAX
from croupier.cards import UNKNOWN, Cards, CardsLike
from croupier.games.api import Action, BadAction

if TYPE_CHECKING:
    from croupier.games.api import RandomSource
    from croupier.games.poker.events import Event
    from croupier.games.poker.hand import Hand
    from croupier.games.poker.legal import Legal
    from croupier.games.poker.rules import PokerRules


class View:
    """A hand as one viewer sees it."""

    def __init__(self, hand: Hand, viewer: int | str) -> None:
        self._hand = hand
        self.viewer = viewer

    # -- the table -----------------------------------------------------------------------------------------------------

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat, or None for a spectator."""
        return self.viewer if isinstance(self.viewer, int) else None

    @property
    def rules(self) -> PokerRules:
        """Return the game's rules."""
        return self._hand.rules

    @property
    def actor(self) -> int | None:
        """Return the seat to act, or None if nobody has to."""
        return self._hand.actor

    @property
    def street(self) -> str:
        """Return the name of the street."""
        return self._hand.street

    @property
    def button(self) -> int:
        """Return the seat with the dealer button."""
        return self._hand.button

    @property
    def stacks(self) -> list[int]:
        """Return the stack of each seat: the chips that it has not put in."""
        return self._hand.stacks

    @property
    def bets(self) -> list[int]:
        """Return the chips that each seat has put in on this street."""
        return self._hand.bets

    @property
    def stack(self) -> int:
        """Return the viewer's own stack: the chips that it has not put in."""
        return self._hand.stacks[self._own()]

    @property
    def pots(self) -> list[Pot]:
        """Return the pots collected so far, without the bets of this street."""
        return self._hand.pots

    @property
    def pot(self) -> int:
        """Return all chips in the middle, including the bets of this street."""
        return self._hand.pot

    @property
    def price(self) -> int:
        """Return the chips that a seat must have put in on this street to stay in the hand."""
        return self._hand.price

    @property
    def full_raise(self) -> int:
        """Return the smallest amount by which a full raise must raise."""
        return self._hand.full_raise

    @property
    def live(self) -> tuple[int, ...]:
        """Return the seats that are still in the hand."""
        return self._hand.live

    @property
    def is_over(self) -> bool:
        """Return True if the hand has ended."""
        return self._hand.is_over

    @property
    def payoffs(self) -> list[int]:
        """Return the chips that each seat has won or lost."""
        return self._hand.payoffs

    @property
    def events(self) -> list[Event]:
        """Return the events so far. Cards that the viewer may not see are `??`."""
        return self._hand.events

    def entries(self) -> list[int]:
        """Return the log as integers (`engine/log.py`): the same content as `events` without the cards, but much
        faster.
        """
        return self._hand.entries()

    @property
    def board(self) -> Cards:
        """Return the board cards."""
        return self._hand.board

    @property
    def hole(self) -> Cards:
        """Return the viewer's own cards."""
        return self._hand.hole(self._own())

    def cards_of(self, seat: int) -> Cards:
        """Return a seat's cards. Cards hidden from the viewer are `??`."""
        return self._hand.hole(seat)

    @property
    def words(self) -> str:
        """Return the viewer's best hand in words, or "" before there are enough cards."""
        return self._hand.words(self._own())

    @cached_property
    def strength(self) -> float:
        """Return the viewer's chance to beat one random hand, from 0 to 1; a tie counts half."""
        from croupier.games.poker.win_chance import chance

        return chance(self._hand, self._own())

    # -- what to do ----------------------------------------------------------------------------------------------------

    @cached_property
    def legal(self) -> Legal:
        """Return the legal actions of the seat to act."""
        return self._hand.legal()

    @property
    def to_call(self) -> int:
        """Return the chips that a call puts in now, or 0 if there is nothing to call."""
        return self.legal.call or 0

    def fold(self) -> Action:
        """Return a fold."""
        return Action("FOLD")

    def check(self) -> Action:
        """Return a check."""
        return Action("CHECK")

    def call(self) -> Action:
        """Return a call, or a check if there is nothing to call."""
        # so that a bot can always call, because a CALL with nothing to call would be refused (B9)
        return Action("CHECK" if self.legal.check else "CALL")

    def bet(self, amount: int) -> Action:
        """Return an opening bet of this amount."""
        return Action("BET", amount)

    def raise_to(self, amount: int) -> Action:
        """Return a bet or raise to a total for the street."""
        return Action("RAISE_TO", amount)

    def put(self, chips: int) -> Action:
        """Return a bet or raise that puts in this many chips now."""
        if type(chips) is not int or not 0 <= chips <= CHIPS_MAX:
            return Action("RAISE_TO", chips)  # the engine refuses it and names this amount (M1)
        # no stack is above 10^15 (M1), and a larger sum would be refused as an invalid amount
        return Action("RAISE_TO", min(self.bets[self._own()] + chips, CHIPS_MAX))

    def all_in(self) -> Action:
        """Return an all-in."""
        return Action("ALL_IN")

    def bring_in(self) -> Action:
        """Return the bring-in of a stud hand."""
        return Action("BRING_IN")

    def complete(self) -> Action:
        """Return a completion of the bring-in."""
        return Action("COMPLETE")

    def discard(self, cards: CardsLike) -> Action:
        """Return a discard of these cards, which draws the same number of new ones."""
        return Action("DISCARD", None, Cards(cards))

    def stand_pat(self) -> Action:
        """Return a stand pat: keep all cards."""
        return Action("STAND_PAT")

    def as_json(self) -> dict[str, object]:
        """Return what the viewer sees as JSON values. Clients are sent exactly these values."""
        facts: dict[str, object] = {
            # the version of this format, which increases with every change that clients must know about
            "v": 1, "game": self.rules.code, "street": self.street, "board": [str(card) for card in self.board],
            "pot": self.pot, "cards": [[str(card) for card in self.cards_of(seat)] for seat in range(self._hand.seats)]}
        if self.seat is not None:
            facts |= {"hole": [str(card) for card in self.hole], "words": self.words}
        return facts

    def guess(self, rng: RandomSource) -> Hand:
        """Return a complete hand for a search. The guess fits what the viewer sees, and its hidden cards are dealt at
        random.
        """
        return self._hand.redeal(self._own(), rng)

    def _own(self) -> int:
        if self.seat is None:
            raise BadAction(f"{self.viewer} has no seat and no cards of its own")
        return self.seat

    # -- in words ------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        return str(self._hand)

    def _repr_svg_(self) -> str:
        return self._hand._repr_svg_()

    def __repr__(self) -> str:
        shown = "".join(str(self.cards_of(seat)) if any(c != UNKNOWN for c in self.cards_of(seat)) else ""
                        for seat in range(len(self.stacks)))
        return f"<View of {self.viewer}: {shown or 'no cards'} on {self.board or 'no board'}, pot {self.pot}>"
