# cython: nonecheck=True
"""What a hand can be asked: whose turn, which cards, how many chips, what is legal, what happened, who may see what.

Nothing here changes the hand. Which cards a viewer may see is decided in one place, `show_to` (rulings B12, N10):
everything shown to anybody comes out of a deck that went through it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from croupier.betting.pots import Pot, layers
from croupier.betting.rulebook import short
from croupier.cards import UNKNOWN, Cards, known
from croupier.games.api import BadAction
from croupier.games.poker.deal import Deal
from croupier.games.poker.legal import Legal
from croupier.games.poker.told import Told
from croupier.ranking.value import in_words

if TYPE_CHECKING:
    from croupier.games.poker.rules import PokerRules

if not cython.compiled:
    from croupier.betting.order import NOBODY
    from croupier.games.poker.dealing import DEALT_BOARD, DEALT_DOWN, DEALT_UP, DREW, SHOWN, SLOTS
    from croupier.games.poker.engine import BETTING, BRINGING_IN, DRAWING, OVER

    SEES_OPEN = 62
    SEES_ALL = 63


NO_CARDS = known(())


class Asked(Told):
    """A hand that answers."""

    @property
    def actor(self) -> int | None:
        """The seat that has to act, None when nobody has to."""
        return None if self.turn == NOBODY else self.turn

    @property
    def is_over(self) -> bool:
        """Whether the hand has ended."""
        return self.phase == OVER

    @property
    def rules(self) -> PokerRules:
        """The game's rules."""
        return self.deal.layout.rules

    @property
    def street(self) -> str:
        """The name of the street, SHOWDOWN once the hand is over."""
        return "SHOWDOWN" if self.phase == OVER else self.deal.layout.rules.streets[self.street_no].name

    @property
    def stacks(self) -> list[int]:
        """Chips behind, per seat."""
        return [self.round.stack[seat] for seat in range(self.seats)]

    @property
    def bets(self) -> list[int]:
        """Chips in front of each seat on this street."""
        return [self.round.bet[seat] for seat in range(self.seats)]

    @property
    def price(self) -> int:
        """What a seat must have in on this street to stay."""
        return self.round.price

    @property
    def full_raise(self) -> int:
        """What a raise must add at least."""
        return self.round.full_raise

    @property
    def raises(self) -> int:
        """The raises of this street, the opening bet not counted."""
        return self.round.raises

    @property
    def live(self) -> tuple[int, ...]:
        """The seats still in the hand."""
        return tuple(seat for seat in range(self.seats) if self.round.live >> seat & 1)

    @property
    def pot(self) -> int:
        """All chips in the middle, the bets of this street included."""
        return self.round.pot()

    @property
    def pots(self) -> list[Pot]:
        """The pots collected so far, the main pot first, the bets of this street not included."""
        collected = [self.round.total[seat] - self.round.bet[seat] for seat in range(self.seats)]
        return layers(collected, self.live, self.round.dead_money)

    @property
    def button(self) -> int:
        """The dealer's seat."""
        return self.deal.button

    @property
    def starting_stacks(self) -> list[int]:
        """Chips of each seat before anything was posted."""
        return self.deal.get_stacks()

    @property
    def payoffs(self) -> list[int]:
        """Chips won or lost per seat: final once the hand is over, until then what each seat has put in."""
        return [self.round.stack[seat] - self.deal.stack[seat] for seat in range(self.seats)]

    @property
    def board(self) -> Cards:
        """The open cards in the middle."""
        return self.cards_at([self.board_places[place] for place in range(self.board_count)])

    def hole(self, seat: int) -> Cards:
        """A seat's own cards."""
        seat = self.checked_seat(seat)
        return self.cards_at([self.hole_places[seat * SLOTS + slot] for slot in range(self.held[seat])])

    def up_cards(self, seat: int) -> Cards:
        """A seat's open cards (stud)."""
        seat = self.checked_seat(seat)
        return self.cards_at([self.hole_places[seat * SLOTS + slot] for slot in range(self.held[seat])
                              if self.up[seat] >> slot & 1])

    def words(self, seat: int) -> str:
        """A seat's best hand in words, empty where not all of its cards are known or there are too few."""
        hole, board = self.hole(seat), self.board
        enough = len(board) >= 3 if self.rules.high and self.rules.high.startswith("omaha") else True
        full = len(hole) + len(board) >= 5 or self.rules.high == "badugi"
        if UNKNOWN in hole or UNKNOWN in board or not (enough and full) or not hole:
            return ""
        return in_words(self.rules.high or "high", bytes(hole), bytes(board))

    @property
    def strength_kinds(self) -> tuple[int, int]:
        """The rankings of the high and the low hand, as the core numbers them; 0 for none."""
        return self.deal.layout.high, self.deal.layout.low

    def legal(self) -> Legal:
        """What the seat to act may do."""
        legal = Legal.__new__(Legal)
        legal.phase = self.phase
        legal.seat = None
        legal.clause = None
        legal.hole = NO_CARDS
        legal.to_call = legal.least = legal.most = legal.opening = 0
        legal.price = legal.stack = legal.reach = legal.full_to = 0
        legal.completing = False
        if self.phase == DRAWING or self.is_betting():
            self.fill_legal(legal)
        return legal

    def is_betting(self) -> bool:
        """Whether the seat to act has a bet to decide on."""
        return self.phase == BETTING or self.phase == BRINGING_IN

    def ask(self) -> None:
        """Ask the round for the choices of the seat to act; who cannot pay more than the bring-in cannot complete."""
        self.round.ask(self.turn)
        if self.phase == BRINGING_IN and self.round.stack[self.turn] <= self.deal.layout.bring_in:
            self.round.deny()

    def fill_legal(self, legal: Legal) -> None:
        """Write the round's answers into a Legal."""
        seat = self.turn
        legal.seat = seat
        if self.phase == DRAWING:
            legal.hole = self.hole(seat)
            return
        self.ask()
        legal.price = self.round.price
        legal.stack = self.round.stack[seat]
        legal.reach = self.round.bet[seat] + self.round.stack[seat]
        legal.to_call = self.round.to_call
        legal.least = self.round.least
        legal.most = self.round.most
        legal.full_to = self.round.full_raise if self.round.completing else self.round.price + self.round.full_raise
        legal.completing = self.round.completing or self.phase == BRINGING_IN
        if self.phase == BRINGING_IN:
            opening = self.deal.layout.bring_in
            legal.opening = opening if opening < legal.stack else legal.stack
        elif legal.most == 0:
            legal.clause = self.round.why_no_raise(seat)

    # -- seen --------------------------------------------------------------------------------------------------

    def show_to(self, deal: Deal, viewer: int) -> None:
        """Turn up in a hidden deck the cards a viewer may see (rulings B12, N10), all of them to SEES_ALL."""
        if viewer == SEES_ALL:
            for place in range(self.deal.deck_size + self.recycled):
                deal.reveal(place, self.card_at(place))
        for entry in self.entries() if self.spilled else []:
            self.show_entry(deal, viewer, entry)
        if not self.spilled:
            for at in range(self.row_size):
                self.show_entry(deal, viewer, self.row[at])

    def show_entry(self, deal: Deal, viewer: int, entry: int) -> None:
        """Turn up what one log entry shows a viewer."""
        kind = entry & 31
        seat = (entry >> 5) & 15
        if kind == DEALT_BOARD or kind == DEALT_UP or ((kind == DEALT_DOWN or kind == DREW) and seat == viewer):
            entry >>= 9
            while entry > 1:
                deal.reveal(entry & 255, self.card_at(entry & 255))
                entry >>= 8
        elif kind == SHOWN:
            for slot in range(self.held[seat]):
                place = self.hole_places[seat * SLOTS + slot]
                deal.reveal(place, self.card_at(place))

    def checked_seat(self, seat: Any) -> int:
        """The seat if it is one of this hand's."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadAction(f"seat {short(seat)} is not one of 0..{self.seats - 1}")
        return seat

    def cards_at(self, places: list[int]) -> Cards:
        """The cards at places of the deck that were dealt."""
        return known(self.numbers_at(places))

    def numbers_at(self, places: list[int]) -> list[int]:
        """The same cards as numbers."""
        if type(places) is not list:
            raise BadAction("places of the deck are a list")
        numbers = []
        for place in places:
            if type(place) is not int or not 0 <= place < self.next_place:
                raise BadAction(f"these places are not all among the {self.next_place} dealt")
            numbers.append(self.card_at(place))
        return numbers

    # -- shown -------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        from croupier.games.poker.picture import as_text

        return as_text(self)

    def __repr__(self) -> str:
        return f"<Hand {self.rules.code} {self.street}, {len(self.live)} of {self.seats} in, pot {self.pot}>"

    def _repr_svg_(self) -> str:
        from croupier.games.poker.drawing import as_svg

        return as_svg(self)
