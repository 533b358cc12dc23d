# cython: nonecheck=True
"""A poker hand in play: ask it, act in it, copy it, look at it.

    hand = game.deal(stacks=[1000, 1000], button=0, seed=7)
    hand.raise_to(60); hand.call()

This is the checked face of the engine: every argument is looked at before anything moves, a refused action raises
IllegalAction and leaves the hand as it was (ruling B10). A hand is its starting facts and its log; `undo` plays all
but the last action again, `observe` gives a seat the hand with hidden cards blanked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from croupier.betting.pots import Pot, layers
from croupier.betting.round import Round
from croupier.betting.rulebook import CHIPS_MAX, IllegalAction
from croupier.cards import UNKNOWN, Cards, CardsLike, known
from croupier.games.api import ALL, PUBLIC, Action, BadAction
from croupier.games.poker.deal import Deal
from croupier.games.poker.legal import Legal
from croupier.games.poker.told import Told
from croupier.rng import Rng

if TYPE_CHECKING:
    from croupier.games.poker.events import Event
    from croupier.games.poker.rules import PokerRules
    from croupier.games.poker.view import View

if not cython.compiled:
    from croupier.betting.order import NOBODY
    from croupier.games.poker.dealing import (
        BROUGHT_IN,
        CALLED,
        CHECKED,
        DEALT_BOARD,
        DEALT_DOWN,
        DEALT_UP,
        DISCARDED,
        DREW,
        FOLDED,
        RAISED,
        SHOWN,
        SLOTS,
    )
    from croupier.games.poker.engine import BETTING, BRINGING_IN, DRAWING, OVER


class ChipsLost(AssertionError):  # noqa: N818 - what happened
    """The engine counted its chips and some were missing or added (ruling M2): a bug here, never the caller's."""


class Hand(Told):
    """One hand of poker; `game.deal(...)` makes it."""

    def __init__(self, deal: Deal) -> None:
        if not isinstance(deal, Deal):
            raise BadAction("a hand is dealt by a game: croupier.holdem().deal(stacks=[...])")
        Told.__init__(self, deal)
        self.is_view = False

    # -- asked ---------------------------------------------------------------------------------------------------------

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
        from croupier.ranking import rank

        hole, board = self.hole(seat), self.board
        enough = len(board) >= 3 if self.rules.high and self.rules.high.startswith("omaha") else True
        full = len(hole) + len(board) >= 5 or self.rules.high == "badugi"
        if UNKNOWN in hole or UNKNOWN in board or not (enough and full) or not hole:
            return ""
        return rank(hole, self.rules.high or "high", board).words

    @property
    def strength_kinds(self) -> tuple[int, int]:
        """The rankings of the high and the low hand, as the core numbers them; 0 for none."""
        return self.deal.layout.high, self.deal.layout.low

    @property
    def events(self) -> list[Event]:
        """What happened so far, as frozen records."""
        from croupier.games.poker.events import tell

        return tell(self)

    @property
    def actions(self) -> list[Action]:
        """The actions taken so far, in order; with the starting facts they are the whole hand."""
        from croupier.games.poker.events import as_actions

        return as_actions(self.events)

    def legal(self) -> Legal:
        """What the seat to act may do."""
        legal = Legal.__new__(Legal)
        legal.phase = self.phase
        legal.seat = None
        legal.clause = None
        legal.hole = known(())
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

    # -- acted ---------------------------------------------------------------------------------------------------------

    def fold(self) -> None:
        """Give up the hand."""
        if self.phase != BETTING or self.is_view:
            self.refuse(Action("FOLD"))
        self.act_fold()
        self.audit()

    def check(self) -> None:
        """Stay in where nothing is owed."""
        if self.phase != BETTING or self.is_view or self.round.bet[self.turn] != self.round.price:
            self.refuse(Action("CHECK"))
        self.act_call()
        self.audit()

    def call(self) -> None:
        """Match the bet, or put in the rest of the stack."""
        if self.phase != BETTING or self.is_view or self.round.bet[self.turn] == self.round.price:
            self.refuse(Action("CALL"))
        self.act_call()
        self.audit()

    def raise_to(self, amount: int) -> None:
        """Bet or raise so that the seat's total for the street is this amount."""
        self.raise_as("RAISE_TO", amount)

    def bet(self, amount: int) -> None:
        """Open the betting of a street."""
        if self.phase != BETTING or self.round.price > 0:
            self.refuse(Action("BET", amount))
        self.raise_as("BET", amount)

    def complete(self) -> None:
        """Complete a bring-in to the full bet."""
        if self.is_view or not self.legal().complete:
            self.refuse(Action("COMPLETE"))
        self.act_raise(self.round.least)
        self.audit()

    def put(self, chips: int) -> None:
        """Bet or raise by moving this many chips now (seed 000's amount); a mere call is refused, not guessed at."""
        if not self.is_betting() or type(chips) is not int:
            self.refuse(Action("RAISE_TO", chips))
        self.raise_as("RAISE_TO", self.round.bet[self.turn] + chips)

    def all_in(self) -> None:
        """Move all chips in, as a call or as a raise, whichever it is; refused where neither may."""
        total = self.legal().all_in
        if total is None or self.is_view:
            self.refuse(Action("ALL_IN"))
            return
        if total <= self.round.price:
            self.act_call()
        else:
            self.act_raise(total)
        self.audit()

    def bring_in(self) -> None:
        """Open a stud hand for the least."""
        if self.phase != BRINGING_IN or self.is_view:
            self.refuse(Action("BRING_IN"))
        self.act_bring_in()
        self.audit()

    def stand_pat(self) -> None:
        """Keep all cards."""
        if self.phase != DRAWING or self.is_view:
            self.refuse(Action("STAND_PAT"))
        self.act_discard(0)
        self.audit()

    def discard(self, cards: CardsLike) -> None:
        """Throw these cards away and draw as many; none stands pat."""
        action = Action("DISCARD", None, Cards(cards))
        if self.is_view or self.legal().refusal(action) is not None:
            self.refuse(action)
        hole = self.hole(self.turn)
        slots = 0
        for card in action.cards:
            slots |= 1 << hole.index(card)
        self.act_discard(slots)
        self.audit()

    def apply(self, action: Action) -> None:
        """Take an action of any kind."""
        if type(action) is not Action:
            raise BadAction(f"an Action is wanted, not {type(action).__name__}")
        kind = action.kind
        legal = self.legal()
        refusal = legal.refusal(action)
        if refusal is not None or self.is_view:
            self.refuse(action)
        if kind == "BET" or kind == "RAISE" or kind == "RAISE_TO":
            self.raise_as(kind, action.amount)
        elif kind == "DISCARD":
            self.discard(action.cards)
        else:
            getattr(self, kind.lower())()

    def raise_as(self, kind: str, amount: Any) -> None:
        """Bet or raise under one of its names."""
        if self.is_view or not self.is_betting() or type(amount) is not int or not 0 <= amount <= CHIPS_MAX:
            self.refuse(Action(kind, amount))
        self.ask()
        if not self.round.least <= amount <= self.round.most or self.round.most == 0:
            self.refuse(Action(kind, amount))
        self.act_raise(amount)
        self.audit()

    def refuse(self, action: Action) -> None:
        """Raise IllegalAction with the reason and the clause."""
        if self.is_view:
            raise IllegalAction("a view is looked at, not played: give the action to whoever asked for it", "B10")
        legal = self.legal()
        refusal = legal.refusal(action)
        if refusal is None:
            raise AssertionError(f"{action} was refused though it is legal: a bug in the engine")
        raise IllegalAction(refusal[0], refusal[1], legal)

    def audit(self) -> None:
        """M2, in production too: stop at the first miscounted chip."""
        if self.round.broken:
            raise ChipsLost(f"chips miscounted: {self.round.begun} at the start, stacks {self.stacks}, pot {self.pot}")

    # -- copied --------------------------------------------------------------------------------------------------------

    def clone(self) -> Hand:
        """An independent copy."""
        twin = _blank(self.deal)
        self.copy_engine(twin)
        twin.is_view = self.is_view
        return twin

    def undo(self) -> Action:
        """Take the last action back; gives it. What it dealt goes back into the deck."""
        if self.by_hand:
            raise IllegalAction("a hand dealt by hand is replayed from its record, not undone", "B10")
        acted = [entry for entry in self.entries() if self.is_action(entry)]
        if not acted:
            raise IllegalAction("there is no action to undo", "B10")
        actions = self.actions
        last = actions[len(actions) - 1]
        acted.pop()
        self.begin()
        for entry in acted:
            self.replay(entry)
        return last

    def replay(self, entry: int) -> None:
        """Take a logged action again."""
        kind = entry & 31
        if kind == FOLDED:
            self.act_fold()
        elif kind == CHECKED or kind == CALLED:
            self.act_call()
        elif kind == RAISED:
            self.act_raise(entry >> 9)
        elif kind == BROUGHT_IN:
            self.act_bring_in()
        else:
            self.act_discard(entry >> 9)

    def is_action(self, entry: int) -> bool:
        """Whether a log entry is a seat's action."""
        return FOLDED <= entry & 31 <= DISCARDED

    # -- seen ----------------------------------------------------------------------------------------------------------

    def observe(self, viewer: int | str) -> View:
        """The hand as a seat, PUBLIC or ALL may see it, hidden cards blanked: nothing else is in the view to find."""
        from croupier.games.poker.view import View

        if viewer != PUBLIC and viewer != ALL:
            viewer = self.checked_seat(viewer)
        return View(self.masked(viewer), viewer)

    def masked(self, viewer: int | str) -> Hand:
        """The same hand over a deck in which what the viewer may not see is unknown."""
        deal = self.deal.hidden()
        self.show_to(deal, viewer if isinstance(viewer, int) else 63 if viewer == ALL else 62)
        twin = _blank(deal)
        self.copy_engine(twin)
        twin.forget_chance()
        twin.is_view = True
        return twin

    def forget_chance(self) -> None:
        """Drop what could tell the deck: the generator's state and where recycled cards came from."""
        self.rng = 1
        self.recycled = 0

    def show_to(self, deal: Deal, viewer: int) -> None:
        """Turn up in a hidden deck the cards a viewer may see (rulings B12, N10); viewer 63 sees everything."""
        if viewer == 63:
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

    def redeal(self, seat: int, rng: Any) -> Hand:
        """A copy in which everything the seat cannot see is dealt anew: one guess of how the hand may stand.

        `rng` is a seed, a random.Random, or a generator with `below`.
        """
        seat = self.checked_seat(seat)
        if self.next_place > self.deal.layout.deck_size:
            raise IllegalAction("hidden cards cannot be guessed once the muck was shuffled back into the deck", "B15")
        deal = self.deal.hidden()
        self.show_to(deal, seat)
        deal.guess(Rng(_seed_of(rng)))
        twin = _blank(deal)
        self.copy_engine(twin)
        twin.is_view = False
        twin.rng = deal.rng
        return twin

    def checked_seat(self, seat: Any) -> int:
        """The seat if it is one of this hand's."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadAction(f"seat {seat!r} is not one of 0..{self.seats - 1}")
        return seat

    def cards_at(self, places: list[int]) -> Cards:
        """The cards at places of the deck that were dealt."""
        if not all(type(place) is int and 0 <= place < self.next_place for place in places):
            raise BadAction(f"places {places!r} are not all among the {self.next_place} dealt")
        return known([self.card_at(place) for place in places])

    # -- shown ---------------------------------------------------------------------------------------------------------

    def __copy__(self) -> Hand:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Hand:
        return self.clone()

    def __reduce__(self) -> Any:
        raise TypeError("a hand is not pickled: keep its record (events, or its notation) and replay that")

    def __str__(self) -> str:
        from croupier.games.poker.picture import as_text

        return as_text(self)

    def __repr__(self) -> str:
        return f"<Hand {self.rules.code} {self.street}, {len(self.live)} of {self.seats} in, pot {self.pot}>"

    def _repr_svg_(self) -> str:
        from croupier.games.poker.picture import as_svg

        return as_svg(self)


def dealt(deal: Deal) -> Hand:
    """A hand begun from its starting facts: forced bets posted, first cards dealt."""
    hand = _blank(deal)
    hand.keeps_log = True
    hand.begin()
    hand.audit()
    return hand


def dealt_by_hand(deal: Deal) -> Hand:
    """A hand begun from its starting facts that waits to be told its cards."""
    deal.untell()
    hand = _blank(deal)
    hand.keeps_log = True
    hand.by_hand = True
    hand.begin()
    hand.audit()
    return hand


def _blank(deal: Deal) -> Hand:
    """A hand over some starting facts, its state still to be written."""
    if not cython.compiled:
        return Hand(deal)
    hand = Hand.__new__(Hand)
    hand.deal = deal
    hand.round = Round.__new__(Round)
    return hand


def _seed_of(rng: Any) -> int:
    """A 64-bit seed from a seed or a generator."""
    if type(rng) is int:
        return rng & 0xFFFFFFFFFFFFFFFF
    if hasattr(rng, "getrandbits"):
        return int(rng.getrandbits(64))
    if hasattr(rng, "below"):
        return int(rng.below(1 << 62))
    raise BadAction(f"a seed or a generator is wanted, not {type(rng).__name__}")

