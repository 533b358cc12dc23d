"""What one viewer may see of a hand: the same hand over a deck with hidden cards blanked, and ways to answer.

A view holds no secret: cards the viewer may not see are not in it anywhere. The methods named like actions do not
act; they make the `Action` a bot gives back.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from croupier.betting.pots import Pot
from croupier.betting.rulebook import CHIPS_MAX
from croupier.cards import UNKNOWN, Cards, CardsLike
from croupier.games.api import Action, BadAction

if TYPE_CHECKING:
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
        """The viewer's seat, None for an onlooker."""
        return self.viewer if isinstance(self.viewer, int) else None

    @property
    def rules(self) -> PokerRules:
        """The game's rules."""
        return self._hand.rules

    @property
    def actor(self) -> int | None:
        """The seat that has to act."""
        return self._hand.actor

    @property
    def street(self) -> str:
        """The street's name."""
        return self._hand.street

    @property
    def button(self) -> int:
        """The dealer's seat."""
        return self._hand.button

    @property
    def stacks(self) -> list[int]:
        """Chips behind, per seat."""
        return self._hand.stacks

    @property
    def bets(self) -> list[int]:
        """Chips in front of each seat on this street."""
        return self._hand.bets

    @property
    def stack(self) -> int:
        """The viewer's own chips behind."""
        return self._hand.stacks[self._own()]

    @property
    def pots(self) -> list[Pot]:
        """The pots collected so far."""
        return self._hand.pots

    @property
    def pot(self) -> int:
        """All chips in the middle, bets included."""
        return self._hand.pot

    @property
    def price(self) -> int:
        """What a seat must have in on this street to stay."""
        return self._hand.price

    @property
    def full_raise(self) -> int:
        """What a raise must add at least."""
        return self._hand.full_raise

    @property
    def live(self) -> tuple[int, ...]:
        """The seats still in the hand."""
        return self._hand.live

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self._hand.is_over

    @property
    def payoffs(self) -> list[int]:
        """Chips won or lost per seat."""
        return self._hand.payoffs

    @property
    def events(self) -> list[Event]:
        """What the viewer may know of what happened."""
        return self._hand.events

    @property
    def board(self) -> Cards:
        """The open cards in the middle."""
        return self._hand.board

    @property
    def hole(self) -> Cards:
        """The viewer's own cards."""
        return self._hand.hole(self._own())

    def cards_of(self, seat: int) -> Cards:
        """A seat's cards, `??` where they are hidden from the viewer."""
        return self._hand.hole(seat)

    @property
    def words(self) -> str:
        """The viewer's best hand in words, empty before there are enough cards."""
        return self._hand.words(self._own())

    @cached_property
    def strength(self) -> float:
        """The viewer's chance against one random hand, 0..1, ties half."""
        from croupier.games.poker.win_chance import chance

        return chance(self._hand, self._own())

    # -- what to do ----------------------------------------------------------------------------------------------------

    @cached_property
    def legal(self) -> Legal:
        """What may be done now."""
        return self._hand.legal()

    @property
    def to_call(self) -> int:
        """Chips a call moves now, 0 when nothing is owed."""
        return self.legal.call or 0

    def fold(self) -> Action:
        """Give up."""
        return Action("FOLD")

    def check(self) -> Action:
        """Stay in for nothing."""
        return Action("CHECK")

    def call(self) -> Action:
        """Match the bet; a check where nothing is owed."""
        return Action("CHECK" if self.legal.check else "CALL")

    def bet(self, amount: int) -> Action:
        """Open the betting."""
        return Action("BET", amount)

    def raise_to(self, amount: int) -> Action:
        """Bet or raise to a total for the street."""
        return Action("RAISE_TO", amount)

    def put(self, chips: int) -> Action:
        """Bet or raise by moving this many chips now (seed 000's amount)."""
        if type(chips) is not int or not 0 <= chips <= CHIPS_MAX:
            return Action("RAISE_TO", chips)  # refused by the number that was given (M1)
        return Action("RAISE_TO", min(self.bets[self._own()] + chips, CHIPS_MAX))

    def all_in(self) -> Action:
        """Move everything in."""
        return Action("ALL_IN")

    def bring_in(self) -> Action:
        """Bring in a stud hand."""
        return Action("BRING_IN")

    def complete(self) -> Action:
        """Complete a bring-in."""
        return Action("COMPLETE")

    def discard(self, cards: CardsLike) -> Action:
        """Throw cards away and draw as many."""
        return Action("DISCARD", None, Cards(cards))

    def stand_pat(self) -> Action:
        """Keep all cards."""
        return Action("STAND_PAT")

    def as_json(self) -> dict[str, object]:
        """Return what the viewer sees as JSON values; exactly this is sent to clients."""
        facts: dict[str, object] = {
            "v": 1, "game": self.rules.code, "street": self.street, "board": [str(card) for card in self.board],
            "pot": self.pot, "cards": [[str(card) for card in self.cards_of(seat)] for seat in range(self._hand.seats)]}
        if self.seat is not None:
            facts |= {"hole": [str(card) for card in self.hole], "words": self.words}
        return facts

    def guess(self, rng: Any) -> Hand:
        """A whole hand that fits what the viewer sees, hidden cards dealt at random: something to search in."""
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
