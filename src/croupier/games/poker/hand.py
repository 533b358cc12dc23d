# cython: nonecheck=True
"""A poker hand in play: act in it, copy it, look at it (`asked.py`: ask it).

    hand = game.deal(stacks=[1000, 1000], button=0, seed=7)
    hand.raise_to(60); hand.call()

This is the checked face of the engine: every argument is looked at before anything moves, a refused action raises
IllegalAction and leaves the hand as it was (ruling B10). A hand is its starting facts and its log; `undo` plays all
but the last action again, `observe` gives a seat the hand with hidden cards blanked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from croupier.betting.round import Round
from croupier.betting.rulebook import CHIPS_MAX, IllegalAction
from croupier.cards import Cards, CardsLike
from croupier.games.api import ALL, PUBLIC, Action, BadAction, seed_of
from croupier.games.poker.asked import Asked
from croupier.games.poker.deal import Deal
from croupier.rng import Rng

if TYPE_CHECKING:
    from croupier.games.poker.events import Event
    from croupier.games.poker.view import View

if not cython.compiled:
    from croupier.games.poker.asked import SEES_ALL, SEES_OPEN
    from croupier.games.poker.dealing import BROUGHT_IN, CALLED, CHECKED, DISCARDED, FOLDED, RAISED
    from croupier.games.poker.engine import BETTING, BRINGING_IN, DRAWING


class ChipsLost(AssertionError):  # noqa: N818 - what happened
    """The engine counted its chips and some were missing or added (ruling M2): a bug here, never the caller's."""


class Hand(Asked):
    """One hand of poker; `game.deal(...)` makes it."""

    def __init__(self, deal: Deal) -> None:
        if not isinstance(deal, Deal):
            raise BadAction("a hand is dealt by a game: croupier.holdem().deal(stacks=[...])")
        Asked.__init__(self, deal)
        self.is_view = False

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
        if not self.is_betting() or type(chips) is not int or not 0 <= chips <= CHIPS_MAX:
            self.refuse(Action("RAISE_TO", chips))
        self.raise_as("RAISE_TO", min(self.round.bet[self.turn] + chips, CHIPS_MAX))  # nobody has more (M1)

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
        self.act_discard(self.legal().slots_of(Cards(action.cards)))
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
        if self.deal is None:
            raise BadAction("this hand was never dealt")
        twin = _blank(self.deal)
        self.copy_engine(twin)
        twin.is_view = self.is_view
        twin.shown = self.shown
        return twin

    def undo(self) -> Action:
        """Take the last action back; gives it. What it dealt goes back into the deck."""
        if self.by_hand:
            raise IllegalAction("a hand dealt by hand is replayed from its record, not undone", "B10")
        acted = [entry for entry in self.entries() if self.is_action(entry)]
        if not acted:
            raise IllegalAction("there is no action to undo", "B10")
        last = self.last_action(acted.pop())
        self.begin()
        for entry in acted:
            self.replay(entry)
        return last

    def last_action(self, entry: int) -> Action:
        """The last action, from its entry; discarded cards have to be looked up in the whole story."""
        kind = entry & 31
        if kind == RAISED:
            return Action("RAISE_TO", entry >> 9)
        if kind == DISCARDED and entry >> 9:
            actions = self.actions
            return actions[len(actions) - 1]
        words = {FOLDED: "FOLD", CHECKED: "CHECK", CALLED: "CALL", BROUGHT_IN: "BRING_IN", DISCARDED: "STAND_PAT"}
        return Action(words[kind])

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

    @property
    def events(self) -> list[Event]:
        """What happened so far, as frozen records."""
        from croupier.games.poker.story import tell

        return tell(self)

    @property
    def actions(self) -> list[Action]:
        """The actions taken so far, in order; with the starting facts they are the whole hand."""
        from croupier.games.poker.events import as_actions

        return as_actions(self.events)

    def observe(self, viewer: int | str) -> View:
        """The hand as a seat, PUBLIC or ALL may see it, hidden cards blanked: nothing else is in the view to find."""
        from croupier.games.poker.view import View

        if viewer != PUBLIC and viewer != ALL:
            viewer = self.checked_seat(viewer)
        return View(self.masked(viewer), viewer)

    def masked(self, viewer: int | str) -> Hand:
        """The same hand over a deck in which what the viewer may not see is unknown."""
        deal = self.deal.hidden()
        self.show_to(deal, viewer if isinstance(viewer, int) else SEES_ALL if viewer == ALL else SEES_OPEN)
        twin = _blank(deal)
        self.copy_engine(twin)
        twin.forget_chance()
        twin.is_view = True
        return twin

    def forget_chance(self) -> None:
        """Drop what could tell the deck: the generator's state and where recycled cards came from."""
        self.rng = 1
        self.recycled = 0

    def redeal(self, seat: int, rng: Any) -> Hand:
        """A copy in which everything the seat cannot see is dealt anew: one guess of how the hand may stand.

        `rng` is a seed, a random.Random, or a generator with `below`.
        """
        seat = self.checked_seat(seat)
        deal = self.deal.hidden()
        self.show_to(deal, seat)
        if self.next_place > deal.layout.deck_size:
            self.guess_returned(deal, Rng(seed_of(rng)))
        else:
            deal.guess(Rng(seed_of(rng)))
        twin = _blank(deal)
        self.copy_engine(twin)
        twin.is_view = False
        twin.by_hand = False  # a guess deals the cards to come by itself, whoever dealt those that came
        twin.rng = deal.rng
        twin.recycled = 0
        twin.bring_back(deal.foretold)
        return twin

    def guess_returned(self, deal: Deal, chance: Rng) -> None:
        """Fill a hidden deck after the muck was shuffled back: what came back fits what the seat has seen too."""
        from croupier.games.poker.returned import laid_again

        laid = laid_again(self.entries(), deal.get_deck(deal.deck_size), deal.layout.deck_size, chance)
        if not laid:
            raise IllegalAction("the muck did not come back by our rules: what is hidden cannot be guessed", "B15")
        deal.foretell(laid, chance)

    # -- shown ---------------------------------------------------------------------------------------------------------

    def __copy__(self) -> Hand:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Hand:
        return self.clone()

    def __reduce__(self) -> Any:
        raise TypeError("a hand is not pickled: keep its record (events, or its notation) and replay that")


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
