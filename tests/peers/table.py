"""pokerkit's state behind croupier's seats, with the cards of a given deal.

pokerkit counts players from left of the button, and heads-up it gives the first blind of its list to the second
player. Burn cards are taken from the end of the deck, which neither engine reaches.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from pokerkit import (
    Automation,
    Card,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    Mode,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
)
from pokerkit.games import FixedLimitPokerMixin

from croupier.cards import text
from croupier.games.poker.rules import RULES

from .deals import Deal


class FixedOmaha8(FixedLimitPokerMixin, FixedLimitOmahaHoldemHighLowSplitEightOrBetter):
    """pokerkit 0.7.7 plays its fixed-limit Omaha hi/lo pot-limit (a mixin mixed up); here it is fixed again."""


GAMES: dict[str, Any] = {
    "NT": NoLimitTexasHoldem,
    "FT": FixedLimitTexasHoldem,
    "FO/8": FixedOmaha8,
    "NS": NoLimitShortDeckHoldem,
    **{code: type(f"Omaha{rules.hole_cards}", (PotLimitOmahaHoldem,), {"hole_dealing_count": rules.hole_cards})
       for code, rules in RULES.items() if rules.high == "omaha" and rules.limit == "pot"},
}
ALL = tuple(Automation)
FORCED = (Automation.ANTE_POSTING, Automation.BET_COLLECTION, Automation.BLIND_OR_STRADDLE_POSTING)
CARDS = tuple(next(iter(Card.parse(text([number])))) for number in range(52))


class Remembered:
    """One of pokerkit's hand types, asked once for the same cards: it ranks each hand dozens of times otherwise."""

    def __init__(self, hand_type: Any) -> None:
        self.hand_type = hand_type
        self.found: dict[Any, Any] = {}

    def from_game(self, hole: Any, board: Any = ()) -> Any:
        cards = tuple(hole), tuple(board)
        if cards not in self.found:
            try:
                self.found[cards] = self.hand_type.from_game(*cards)
            except ValueError as error:
                self.found[cards] = error
        if isinstance(self.found[cards], ValueError):
            raise self.found[cards]
        return self.found[cards]


class Table:
    """One hand in pokerkit, asked and answered by croupier's seats."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.order = deal.order
        self.state = self._state()
        self.state.deck_cards = deque(self._deck())
        self.state.hand_types = tuple(map(Remembered, self.state.hand_types))
        self.state.automations = ALL
        self.state.deal_hole()

    def _state(self) -> Any:
        deal, n = self.deal, self.deal.seats
        antes = [deal.ante] * n
        if deal.bb_ante:
            antes[self.order.index(deal.bb_seat)] = deal.bb_ante
        posts = [deal.posts.get(seat, 0) for seat in self.order]
        if n == 2:  # heads-up pokerkit reads both lists backwards
            antes, posts = antes[::-1], posts[::-1]
        sizes = (deal.bb, 2 * deal.bb) if deal.limit == "fixed" else (deal.min_bet,)
        stacks = [deal.stacks[seat] for seat in self.order]
        trimmed = not deal.bb_ante  # B7: equal antes are layered, a big-blind ante goes whole into the main pot
        return GAMES[deal.code].create_state(FORCED, trimmed, antes, posts, *sizes, stacks, n, mode=Mode.CASH_GAME)

    def _deck(self) -> list[Card]:
        """Hole cards round by round, then a card to burn before each board street."""
        cards = [CARDS[number] for number in self.deal.deck]
        dealt = self.deal.seats * RULES[self.deal.code].hole_cards
        board, burns = cards[dealt : dealt + 5], cards[-3:]
        streets = burns[:1] + board[:3] + burns[1:2] + board[3:4] + burns[2:] + board[4:]
        return cards[:dealt] + streets + cards[dealt + 5 : -3]

    # -- asked

    def by_seat(self, values: list[int]) -> list[int]:
        found = [0] * len(values)
        for place, seat in enumerate(self.order):
            found[seat] = values[place]
        return found

    @property
    def is_over(self) -> bool:
        return not self.state.status

    @property
    def actor(self) -> int | None:
        place = self.state.actor_index
        return None if place is None else self.order[place]

    @property
    def stacks(self) -> list[int]:
        return self.by_seat(self.state.stacks)

    @property
    def bets(self) -> list[int]:
        return self.by_seat(self.state.bets)

    @property
    def call(self) -> int:
        return self.state.checking_or_calling_amount or 0

    @property
    def raises(self) -> tuple[int, int] | None:
        low = self.state.min_completion_betting_or_raising_to_amount
        return None if low is None else (low, self.state.max_completion_betting_or_raising_to_amount)

    # -- acted

    def play(self, kind: str, to: int | None) -> None:
        if kind == "fold":
            self.state.fold()
        elif kind == "raise":
            self.state.complete_bet_or_raise_to(to)
        else:
            self.state.check_or_call()
