# cython: nonecheck=True
# None is checked for here: Python code can pass it for an object of the core, and C code would crash
"""A poker hand in play: act in it, query it, copy it, or look at it as one seat sees it.

    hand = game.deal(stacks=[1000, 1000], button=0, seed=7)
    hand.raise_to(60); hand.call()

`Hand` checks every argument and passes the action to its `Engine`: a refused action raises IllegalAction and leaves the
hand as it was (B10). A hand consists of its starting facts and its log. `undo` replays all actions but the last.
`observe` returns the hand without the cards that the viewer may not see (`engine/redact.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from croupier.betting import constants as betting
from croupier.betting.pots import Pot, layers
from croupier.betting.rulebook import CHIPS_MAX, IllegalAction
from croupier.cards import UNKNOWN, Cards, CardsLike, known
from croupier.errors import Error, short
from croupier.games.api import ALL, PUBLIC, Action, BadAction, RandomSource, seed_of
from croupier.games.poker import constants
from croupier.games.poker.deal import Deal
from croupier.games.poker.engine import redact
from croupier.games.poker.engine.engine import Engine
from croupier.games.poker.legal import Legal
from croupier.ranking.value import in_words
from croupier.rng import Rng

if TYPE_CHECKING:
    from croupier.games.poker.events import Event
    from croupier.games.poker.rules import PokerRules
    from croupier.games.poker.view import View

if not cython.compiled:
    from croupier.games.poker.engine.engine import blank
    from croupier.games.poker.legal import choices


class ChipsLost(Error, AssertionError):  # noqa: N818 - what happened
    """Raised if chips are missing or were added (M2). This is a bug in the engine, never the caller's fault."""


class Hand:
    """One hand of poker, made by `game.deal(...)`."""

    def __init__(self, deal: Deal) -> None:
        if not isinstance(deal, Deal):
            raise BadAction("a hand is dealt by a game: croupier.holdem().deal(stacks=[...])")
        self.engine = Engine(deal)
        self.is_view = False

    # -- questions -----------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """Return the seat to act, or None if nobody has to."""
        return None if self.engine.turn == betting.NOBODY else self.engine.turn

    @property
    def is_over(self) -> bool:
        """Return True if the hand has ended."""
        return self.engine.phase == constants.OVER

    @property
    def awaits(self) -> str | None:
        """Return what a hand from a record waits for: "cards", "show", or None if it does not wait."""
        return {constants.DEALING: "cards", constants.SHOWING: "show"}.get(self.engine.phase)

    @property
    def seats(self) -> int:
        """Return the number of seats, including absent ones."""
        return self.engine.seats

    @property
    def rules(self) -> PokerRules:
        """Return the game's rules."""
        return self.engine.deal.layout.rules

    @property
    def street(self) -> str:
        """Return the name of the street, or SHOWDOWN once the hand is over."""
        if self.engine.phase == constants.OVER:
            return "SHOWDOWN"
        return self.engine.deal.layout.rules.streets[self.engine.street_no].name

    @property
    def stacks(self) -> list[int]:
        """Return the stack of each seat: the chips that it has not put in."""
        return [self.engine.round.stack[seat] for seat in range(self.engine.seats)]

    @property
    def bets(self) -> list[int]:
        """Return the chips that each seat has put in on this street."""
        return [self.engine.round.bet[seat] for seat in range(self.engine.seats)]

    @property
    def price(self) -> int:
        """Return the chips that a seat must have put in on this street to stay in the hand."""
        return self.engine.round.price

    @property
    def full_raise(self) -> int:
        """Return the smallest amount by which a full raise must raise."""
        return self.engine.round.full_raise

    @property
    def raises(self) -> int:
        """Return the number of raises on this street, not counting the opening bet."""
        return self.engine.round.raises

    @property
    def live(self) -> tuple[int, ...]:
        """Return the seats that are still in the hand."""
        return tuple(seat for seat in range(self.engine.seats) if self.engine.round.live >> seat & 1)

    @property
    def pot(self) -> int:
        """Return all chips in the middle, including the bets of this street."""
        return self.engine.round.pot()

    @property
    def pots(self) -> list[Pot]:
        """Return the pots collected so far, the main pot first, without the bets of this street."""
        around = self.engine.round
        # bets of the current street do not belong to a pot yet
        collected = [around.total[seat] - around.bet[seat] for seat in range(self.engine.seats)]
        return layers(collected, self.live, around.dead_money)

    @property
    def button(self) -> int:
        """Return the seat with the dealer button."""
        return self.engine.deal.button

    @property
    def starting_stacks(self) -> list[int]:
        """Return the chips of each seat before anything was posted."""
        return self.engine.deal.get_stacks()

    @property
    def payoffs(self) -> list[int]:
        """Return the chips that each seat has won or lost. Before the end of the hand this is minus the chips that it
        has put in.
        """
        engine = self.engine
        return [engine.round.stack[seat] - engine.deal.stack[seat] for seat in range(engine.seats)]

    @property
    def board(self) -> Cards:
        """Return the board cards."""
        cards = self.engine.cards
        return known([cards.card_at(cards.board_places[place]) for place in range(cards.board_count)])

    def hole(self, seat: int) -> Cards:
        """Return a seat's own cards."""
        seat = self.checked_seat(seat)
        cards = self.engine.cards
        return known([cards.hole_card(seat, slot) for slot in range(cards.held[seat])])

    def up_cards(self, seat: int) -> Cards:
        """Return a seat's open cards (stud)."""
        seat = self.checked_seat(seat)
        cards = self.engine.cards
        return known([cards.hole_card(seat, slot) for slot in range(cards.held[seat]) if cards.up[seat] >> slot & 1])

    def words(self, seat: int) -> str:
        """Return a seat's best hand in words, or "" if it has too few cards or some of them are unknown."""
        hole, board = self.hole(seat), self.board
        # Omaha uses exactly three board cards
        enough = len(board) >= 3 if self.rules.high and self.rules.high.startswith("omaha") else True
        full = len(hole) + len(board) >= 5 or self.rules.high == "badugi"
        if UNKNOWN in hole or UNKNOWN in board or not (enough and full) or not hole:
            return ""
        return in_words(self.rules.high or "high", bytes(hole), bytes(board))

    @property
    def strength_kinds(self) -> tuple[int, int]:
        """Return the numbers of the rankings of the high and the low hand, with 0 for a ranking that the game does not
        use.
        """
        return self.engine.deal.layout.high, self.engine.deal.layout.low

    def legal(self) -> Legal:
        """Return what the seat to act may do."""
        return choices(self.engine)

    @property
    def events(self) -> list[Event]:
        """Return what has happened so far, as frozen records."""
        from croupier.games.poker.log_events import events_of

        return events_of(self)

    @property
    def actions(self) -> list[Action]:
        """Return the actions so far, in order. Together with the starting facts they determine the whole hand."""
        from croupier.games.poker.events import as_actions

        return as_actions(self.events)

    def entries(self) -> list[int]:
        """Return the log as integers (`log.py`)."""
        return self.engine.log.entries()

    def checked_seat(self, seat: Any) -> int:
        """Return the seat. Raise BadAction if this hand does not have the seat."""
        if type(seat) is not int or not 0 <= seat < self.engine.seats:
            raise BadAction(f"seat {short(seat)} is not one of 0..{self.engine.seats - 1}")
        return seat

    def cards_at(self, places: list[int]) -> Cards:
        """Return the cards at these places of the deck. Raise BadAction if a place was not dealt."""
        return known(self.numbers_at(places))

    def numbers_at(self, places: list[int]) -> list[int]:
        """Return the numbers of the cards at these places of the deck. Raise BadAction if a place was not dealt."""
        if type(places) is not list:
            raise BadAction("places of the deck are a list")
        numbers = []
        cards = self.engine.cards
        for place in places:
            if type(place) is not int or not 0 <= place < cards.next_place:
                raise BadAction(f"these places are not all among the {cards.next_place} dealt")
            numbers.append(cards.card_at(place))
        return numbers

    # -- actions -------------------------------------------------------------------------------------------------------

    def fold(self) -> None:
        """Fold the hand."""
        # tested directly, because `legal()` takes longer (36 ns) than the action itself (25 ns)
        if self.engine.phase != constants.BETTING or self.is_view:
            self.refuse(Action("FOLD"))
        self.engine.act_fold()
        self.audit()

    def check(self) -> None:
        """Check."""
        if self.engine.phase != constants.BETTING or self.is_view or self.engine.owed() != 0:
            self.refuse(Action("CHECK"))
        self.engine.act_call()
        self.audit()

    def call(self) -> None:
        """Call the bet, or go all-in if the stack is smaller."""
        if self.engine.phase != constants.BETTING or self.is_view or self.engine.owed() == 0:
            self.refuse(Action("CALL"))
        self.engine.act_call()
        self.audit()

    def raise_to(self, amount: int) -> None:
        """Bet or raise so that the seat's total for the street is this amount."""
        self.raise_as("RAISE_TO", amount)

    def bet(self, amount: int) -> None:
        """Open the betting of a street."""
        if self.engine.phase != constants.BETTING or self.engine.round.price > 0:
            self.refuse(Action("BET", amount))
        self.raise_as("BET", amount)

    def complete(self) -> None:
        """Complete a bring-in to the full bet."""
        if self.is_view or not self.legal().complete:
            self.refuse(Action("COMPLETE"))
        self.engine.act_raise(self.engine.round.least)
        self.audit()

    def put(self, chips: int) -> None:
        """Bet or raise by putting in this many chips now. An amount that would only call is refused (B9)."""
        if not self.engine.is_betting() or type(chips) is not int or not 0 <= chips <= CHIPS_MAX:
            self.refuse(Action("RAISE_TO", chips))
        before = self.engine.round.bet[self.engine.turn]
        self.raise_as("RAISE_TO", min(before + chips, CHIPS_MAX))  # no stack is larger (M1)

    def all_in(self) -> None:
        """Move all-in, as a call or as a raise. The action is refused if neither is legal."""
        total = self.legal().all_in
        if total is None or self.is_view:
            self.refuse(Action("ALL_IN"))
            return
        # an all-in for no more than the price is a call (B9)
        if total <= self.engine.round.price:
            self.engine.act_call()
        else:
            self.engine.act_raise(total)
        self.audit()

    def bring_in(self) -> None:
        """Post the bring-in of a stud hand."""
        if self.engine.phase != constants.BRINGING_IN or self.is_view:
            self.refuse(Action("BRING_IN"))
        self.engine.act_bring_in()
        self.audit()

    def stand_pat(self) -> None:
        """Stand pat: keep all cards."""
        if self.engine.phase != constants.DRAWING or self.is_view:
            self.refuse(Action("STAND_PAT"))
        self.engine.act_discard(0)
        self.audit()

    def discard(self, cards: CardsLike) -> None:
        """Discard these cards and draw the same number of new ones. With no cards, stand pat."""
        action = Action("DISCARD", None, Cards(cards))
        if self.is_view or self.legal().refusal(action) is not None:
            self.refuse(action)
        self.engine.act_discard(self.legal().slots_of(Cards(action.cards)))
        self.audit()

    def apply(self, action: Action) -> None:
        """Take an action of any kind."""
        if type(action) is not Action:
            raise BadAction(f"apply takes an Action, not {type(action).__name__}")
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
            # `refusal` has already refused unknown names
            getattr(self, kind.lower())()

    def raise_as(self, kind: str, amount: Any) -> None:
        """Bet or raise; `kind` is the name that the caller used for it."""
        if self.is_view or not self.engine.is_betting() or type(amount) is not int or not 0 <= amount <= CHIPS_MAX:
            self.refuse(Action(kind, amount))
        # `ask` stores the legal bounds in the round's fields, which must be up to date here
        self.engine.ask()
        if not self.engine.round.least <= amount <= self.engine.round.most or self.engine.round.most == 0:
            self.refuse(Action(kind, amount))
        self.engine.act_raise(amount)
        self.audit()

    def refuse(self, action: Action) -> None:
        """Raise IllegalAction with the reason and the clause of the rules."""
        if self.is_view:
            raise IllegalAction("a view cannot be played: return the action from your bot instead", "B10")
        legal = self.legal()
        refusal = legal.refusal(action)
        if refusal is None:
            # fold(), check() and call() have tests of their own. If they ever disagree with `refusal`, that is a bug
            # and must not look like a rule.
            raise AssertionError(f"{action} was refused though it is legal: a bug in the engine")
        raise IllegalAction(refusal[0], refusal[1], legal)

    def audit(self) -> None:
        """Raise ChipsLost if a chip was miscounted (M2). This is checked after every action, in production too."""
        if self.engine.round.broken:
            begun = self.engine.round.begun
            raise ChipsLost(f"chips miscounted: {begun} at the start, stacks {self.stacks}, pot {self.pot}")

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Hand:
        """Return an independent copy."""
        if self.engine is None:
            raise BadAction("this hand was never dealt")
        return wrapped(redact.copied(self.engine), self.is_view)

    def undo(self) -> Action:
        """Undo the last action and return it. Cards dealt after this action go back into the deck."""
        if self.engine.by_record:
            raise IllegalAction("a hand from a record is replayed, not undone", "B10")
        acted = [entry for entry in self.entries() if is_action(entry)]
        if not acted:
            raise IllegalAction("there is no action to undo", "B10")
        # looked up before the replay, while the events still contain the discarded cards
        last = self.last_action(acted.pop())
        # the starting facts include the deck and the generator, so the replay deals the same cards
        self.engine.begin()
        for entry in acted:
            self.engine.replay(entry)
        return last

    def last_action(self, entry: int) -> Action:
        """Return the last action from its log entry; discarded cards are looked up in the events."""
        kind = entry & 31
        if kind == constants.RAISED:
            return Action("RAISE_TO", entry >> 9)
        if kind == constants.DISCARDED and entry >> 9:
            actions = self.actions
            return actions[len(actions) - 1]
        words = {constants.FOLDED: "FOLD", constants.CHECKED: "CHECK", constants.CALLED: "CALL",
                 constants.BROUGHT_IN: "BRING_IN", constants.DISCARDED: "STAND_PAT"}
        return Action(words[kind])

    def observe(self, viewer: int | str) -> View:
        """Return what a viewer may see of the hand. The viewer is a seat, PUBLIC or ALL. Hidden cards are not in the
        view at all.
        """
        from croupier.games.poker.view import View

        if viewer == PUBLIC or viewer == ALL:
            number = constants.SEES_ALL if viewer == ALL else constants.SEES_OPEN
        else:
            number = viewer = self.checked_seat(viewer)
        return View(wrapped(redact.masked(self.engine, number), True), viewer)

    def redeal(self, seat: int, rng: RandomSource) -> Hand:
        """Return a copy in which all cards that the seat cannot see are dealt again at random.

        `rng` is a seed, a random.Random, or a generator with `below`.
        """
        return wrapped(redact.redealt(self.engine, self.checked_seat(seat), Rng(seed_of(rng))), False)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        from croupier.games.poker.drawing.text import as_text

        return as_text(self)

    def __repr__(self) -> str:
        return f"<Hand {self.rules.code} {self.street}, {len(self.live)} of {self.seats} in, pot {self.pot}>"

    def _repr_svg_(self) -> str:
        from croupier.games.poker.drawing.svg import as_svg

        return as_svg(self)

    def __copy__(self) -> Hand:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Hand:
        return self.clone()

    def __reduce__(self) -> Any:
        raise TypeError("a hand is not pickled: keep its record (events, or its notation) and replay that")


def dealt(deal: Deal) -> Hand:
    """Begin a hand from its starting facts: post the forced bets and deal the first cards."""
    # without random numbers players who know the muck could compute the coming cards (T6)
    if not deal.has_chance():
        raise AssertionError("a draw game was dealt without chance: its muck would come back in a constant order")
    hand = wrapped(blank(deal), False)
    hand.engine.begin()
    hand.audit()
    return hand


def dealt_by_record(deal: Deal) -> Hand:
    """Begin a hand from its starting facts. The hand waits until a record names its cards (`recorded_cards.py`)."""
    deal.forget_names()
    hand = wrapped(blank(deal), False)
    hand.engine.by_record = True
    hand.engine.begin()
    hand.audit()
    return hand


def wrapped(engine: Engine, is_view: bool) -> Hand:
    """Return a hand that uses this engine."""
    # without __init__, which would check its argument and make another Engine
    hand = Hand.__new__(Hand)
    hand.engine = engine
    hand.is_view = is_view
    return hand


def is_action(entry: int) -> bool:
    """Return True if a log entry is a seat's action."""
    return constants.FOLDED <= entry & 31 <= constants.DISCARDED
