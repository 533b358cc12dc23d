# cython: nonecheck=True
# None is checked for here: Python code can pass it for an object of the core, and C code would crash
"""A run of the sting in play: act in it, query it, copy it, look at it as one role sees it.

    run = Sting().start(seed=7)
    run.check(); run.raise_with("Liquor"); run.fold(); run.go_on()

`Run` checks every action and passes it to its `Engine`. A refused action raises IllegalAction and changes nothing.
Seats are the roles: 0 the Narc, 1 the Customer, 2 the Player. The Player's payoff is the cash won; the Narc's is the
opposite, and the Customer's is what he saved below the list price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

import cython

from croupier.betting.rulebook import IllegalAction
from croupier.errors import short
from croupier.games.api import ALL, PUBLIC, Action, BadAction, Dealer, RandomSource, seed_of
from croupier.games.sting import constants, playout, policies, redact
from croupier.games.sting.cards import ROLES, Card
from croupier.games.sting.engine import ENDS, PHASES, Engine
from croupier.games.sting.events import Event, Outcome, masked, story
from croupier.games.sting.layout import Layout
from croupier.games.sting.legal import CHECK, FOLD, Legal
from croupier.games.sting.policies import Policies
from croupier.games.sting.totals import Totals
from croupier.rng import seeded

if TYPE_CHECKING:
    from croupier.games.sting.view import View

if not cython.compiled:
    from croupier.betting.constants import NOBODY

NOT_STARTED = "a run is started by a game: Sting().start(seed=7)"


class Run:
    """One run, made by `Sting.start`."""

    def __init__(self, layout: Layout) -> None:
        if not isinstance(layout, Layout):
            raise BadAction(NOT_STARTED)
        self.engine = Engine(layout)
        self.policies: Policies | None = None
        self.is_view = False

    # -- queries -------------------------------------------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """Return the deck and its rules."""
        return self.engine.layout

    @property
    def totals(self) -> Totals:
        """Return the sums over the flipped cards."""
        return self.engine.totals

    @property
    def hand_no(self) -> int:
        """Return the number of the hand, from 1."""
        return self.engine.hand_no

    @property
    def hands(self) -> int:
        """Return the maximum number of hands of the run."""
        return self.engine.hands

    @property
    def hands_played(self) -> int:
        """Return the number of finished hands."""
        return self.engine.hand_no if self.is_over else self.engine.hand_no - 1

    @property
    def round_no(self) -> int:
        """Return the number of the round, from 1."""
        return self.engine.round_no

    @property
    def cash(self) -> int:
        """Return the Player's cash."""
        return self.engine.cash

    @property
    def heat(self) -> int:
        """Return the Player's heat before this hand."""
        return self.engine.heat

    @property
    def actor(self) -> int | None:
        """Return the role to act, or None if the run is over."""
        role = self.engine.to_act()
        return None if role == NOBODY else role

    @property
    def is_over(self) -> bool:
        """Return True if the run has ended."""
        return self.engine.ended != 0

    @property
    def end(self) -> str:
        """Return why the run is over: "bust", "deck" (too few cards for another hand) or "hands" (all hands were
        played). Return "" before the end.
        """
        return ENDS[self.engine.ended]

    @property
    def payoffs(self) -> list[int]:
        """Return what Narc, Customer and Player have won so far."""
        won = self.engine.cash - self.engine.begun
        return [-won, self.engine.saved, won]

    @property
    def state(self) -> str:
        """Return the state of the hand: betting or decision while a role has to act, success or bust at the end."""
        return PHASES[self.engine.phase]

    @property
    def holder(self) -> int | None:
        """Return the role that holds the initiative, or None."""
        return self.engine.betting.holder if self.engine.phase == constants.BETTING else None

    @property
    def raises_left(self) -> int:
        """Return the number of raises left in this round."""
        return self.engine.betting.max_raises - self.engine.betting.raises

    @property
    def live(self) -> tuple[int, ...]:
        """Return the roles that are still in the hand."""
        return tuple(role for role in range(3) if self.engine.betting.is_live(role))

    @property
    def awaiting(self) -> list[int]:
        """Return the roles that still have to answer a raise, in the order of play."""
        return self.engine.betting.awaiting

    def is_all_in(self, role: int) -> bool:
        """Return whether a role has played its last card in this round."""
        return self.engine.betting.is_all_in(self.checked_seat(role))

    def cards_of(self, role: int) -> list[Card]:
        """Return a role's hand. In a masked run the cards of other roles are not the real ones."""
        return [self.engine.layout.cards[face] for face in redact.faces_of(self.engine, self.checked_seat(role))]

    def held_by(self, role: int) -> int:
        """Return how many cards a role holds."""
        return self.engine.held[self.checked_seat(role)]

    def deck_of(self, role: int) -> int:
        """Return the number of cards left in a role's deck, without its hand."""
        return self.engine.size[self.checked_seat(role)]

    @property
    def played(self) -> list[tuple[int, Card, bool]]:
        """Return the cards on the table: the role that played each, the card, and whether it is flipped."""
        return [(self.engine.owner[place], self.engine.layout.cards[self.engine.table[place]],
                 place < self.engine.flipped) for place in range(self.engine.table_count)]

    def legal(self) -> Legal:
        """Return what may be done now."""
        role = self.engine.to_act()
        if role == NOBODY:
            return Legal(self.engine.layout, None, False, [])
        is_betting = self.engine.phase == constants.BETTING
        # equal cards are one choice; sorted, so that the choices do not reveal in which order cards were drawn
        faces = sorted(set(redact.faces_of(self.engine, role))) if is_betting else []
        return Legal(self.engine.layout, role, is_betting, faces)

    @property
    def events(self) -> list[Event]:
        """Return the events so far. A guess (`redeal`) has none, because it keeps no log."""
        return list(story(self.engine.log, self.engine.layout))

    @property
    def outcomes(self) -> list[Outcome]:
        """Return the outcome of each hand."""
        return [event for event in self.events if isinstance(event, Outcome)]

    # -- actions -------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Check: stay in the hand without playing a card."""
        self.apply(Action("CHECK"))

    def fold(self) -> None:
        """Fold."""
        self.apply(Action("FOLD"))

    def go_on(self) -> None:
        """Continue at a decision point."""
        self.apply(Action("CONTINUE"))

    def raise_with(self, name: str) -> None:
        """Play a card of the hand, given by its name."""
        role = self.engine.to_act()
        for face in redact.faces_of(self.engine, role) if role != NOBODY else ():
            if self.engine.layout.cards[face].name == name:
                self.apply(Action("RAISE", face))
                return
        self.refuse(Action("RAISE", None), f"{short(name)} is not a card in this hand" if role != NOBODY else None)

    def apply(self, action: Action) -> None:
        """Take an action of the role to act."""
        if type(action) is not Action:
            raise BadAction(f"expected an Action, not {type(action).__name__}")
        kind = action.kind
        phase = self.engine.phase
        # an action of the sting has no poker cards; the amount of a RAISE is the number of the card
        if self.is_view or action.cards:
            self.refuse(action, None)
        elif kind == "RAISE" and phase == constants.BETTING and type(action.amount) is int:
            # if the hand has equal cards, it does not matter which of them is played
            slot = self.slot_of(action.amount)
            if slot < 0:
                self.refuse(action, None)
            self.engine.act_raise(slot)
        elif action.amount is not None:
            self.refuse(action, None)
        elif kind == "CHECK" and phase == constants.BETTING:
            self.engine.act_check()
        elif kind == "FOLD" and (phase == constants.BETTING or phase == constants.DECISION):
            self.engine.act_fold()
        elif kind == "CONTINUE" and phase == constants.DECISION:
            self.engine.act_continue()
        else:
            self.refuse(action, None)

    def slot_of(self, face: object) -> int:
        """Return the slot of a card in the hand of the role to act, or -1 if it is not there."""
        role = self.engine.to_act()
        for slot in range(self.engine.held[role]):
            if self.engine.hand[role * constants.HAND + slot] == face:
                return slot
        return -1

    def refuse(self, action: Action, reason: str | None) -> None:
        """Raise IllegalAction with the reason and the clause of the rules."""
        if self.is_view:
            raise IllegalAction("a view cannot be played: give the action to whoever asked for it", "B10")
        legal = self.legal()
        refusal = legal.refusal(action)
        if refusal is None:
            raise AssertionError(f"{action} was refused though it is legal: a bug in the engine")
        raise IllegalAction(reason or refusal[0], refusal[1], legal)

    # -- copies --------------------------------------------------------------------------------------------------------

    def clone(self) -> Run:
        """Return an independent copy."""
        twin = self.without_log()
        twin.engine.log = list(self.engine.log)
        twin.engine.keeps_log = self.engine.keeps_log
        twin.is_view = self.is_view
        return twin

    def without_log(self) -> Run:
        """Return a copy that keeps no log."""
        twin = Run(self.engine.layout)
        self.engine.copy_engine(twin.engine)
        twin.engine.keeps_log = False
        twin.policies = self.policies
        return twin

    def redeal(self, seat: int, rng: RandomSource) -> Run:
        """Return a copy for a search, in which all cards that a role cannot see are dealt again at random."""
        seat = self.checked_seat(seat)
        twin = self.without_log()
        twin.engine.rng = seeded(seed_of(rng))
        twin.engine.dealer = None  # a guess must not ask the real dealer to deal later hands
        redact.hide_from(twin.engine, seat, True)
        return twin

    def observe(self, viewer: int | str) -> View:
        """Return what a viewer may see of the run. The viewer is a role, PUBLIC or ALL. Hidden cards are not in the
        view at all.
        """
        from croupier.games.sting.view import View

        if viewer != PUBLIC and viewer != ALL:
            viewer = self.checked_seat(viewer)
        return View(self.masked(viewer), viewer)

    def masked(self, viewer: int | str) -> Run:
        """Return a copy in which hidden cards are sorted, so that their places reveal nothing."""
        twin = self.without_log()
        twin.is_view = True
        if viewer == ALL:
            twin.engine.log = list(self.engine.log)
            return twin
        seat = viewer if isinstance(viewer, int) else NOBODY
        twin.engine.log = masked(self.engine.log, self.engine.layout, seat)
        # a view must not contain the state of the real generator; any other state will do
        twin.engine.rng = 1
        twin.engine.dealer = None
        redact.hide_from(twin.engine, seat, False)
        return twin

    def heard(self, action: Action, viewer: int) -> Action:
        """Return an action as a role sees it: without the card if another role raises."""
        return action if action.amount is None or self.engine.to_act() == viewer else _SOME_RAISE

    def house_move(self) -> Action | None:
        """Return what the house would do now, using the run's own generator. Return None if it is the Player's turn."""
        role = self.engine.to_act()
        if role == constants.PLAYER or role == NOBODY:
            return None
        slot = policies.house_slot(self.engine, role)
        if slot >= 0:
            return self.engine.layout.moves[self.engine.hand[role * constants.HAND + slot]]
        return CHECK if slot == constants.CHECKS else FOLD

    def roll_out(self, rng: RandomSource) -> None:
        """Play the run to its end in compiled code. The house plays Narc and Customer, and a careful fixed line plays
        the Player.
        """
        if self.engine.hand_no == 0:
            raise BadAction(NOT_STARTED)
        if self.policies is None:
            self.policies = Policies(self.engine.layout)
        # stacked decks and the dealer are kept; `rng` only replaces the run's own generator
        self.engine.rng = seeded(seed_of(rng))
        self.engine.keeps_log = False
        playout.play_out(self.engine, self.policies)

    def checked_seat(self, seat: object) -> int:
        """Return the seat. Raise BadAction if there is no seat with this number."""
        if type(seat) is not int or not 0 <= seat < 3:
            raise BadAction(f"there is no seat {short(seat)}: 0 is the {ROLES[0]}, 1 the {ROLES[1]}, 2 the {ROLES[2]}")
        return seat

    def __copy__(self) -> Run:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Run:
        return self.clone()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a run cannot be pickled: keep its seed and its actions and play them again")

    def __repr__(self) -> str:
        where = f"over: {self.end}" if self.is_over else f"{self.state}, {ROLES[self.engine.to_act()]} to act"
        return f"<Run: hand {self.hand_no}, round {self.round_no}, {where}, cash {self.cash}, heat {self.heat}>"


_SOME_RAISE = Action("RAISE")


def started(layout: Layout, cash: int, heat: int, hands: int, seed: int, stacked: list[list[int]],
            dealer: Dealer | None) -> Run:
    """Return a new run. Each role first draws the cards stacked for it, then cards by the dealer or the seed."""
    run = Run(layout)
    if len(stacked) != 3:
        raise BadAction(f"{len(stacked)} stacked decks: there are three roles")
    for role in range(3):
        run.engine.stack_deck(role, stacked[role])
    # set before the run begins, because the dealer also deals the first hand
    run.engine.dealer = dealer
    run.engine.begin_run(cash, heat, hands, seed)
    return run
