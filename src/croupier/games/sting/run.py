# cython: nonecheck=True
"""A run of the sting in play: act in it, ask it, copy it, look at it as one role sees it.

    run = Sting().start(seed=7)
    run.check(); run.raise_with("Liquor"); run.fold(); run.go_on()

This is the checked face of the engine: a refused action raises IllegalAction and leaves the run as it was. Seats are
the roles: 0 the Narc, 1 the Customer, 2 the Player. Payoffs are the cash the Player won; the Narc's are the same with
the other sign, the Customer's what he paid below list price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import cython

from croupier.betting.rulebook import IllegalAction, short
from croupier.games.api import ALL, PUBLIC, Action, BadAction
from croupier.games.sting.cards import ROLES, Card
from croupier.games.sting.engine import ENDS, PHASES
from croupier.games.sting.events import Event, Outcome, masked, story
from croupier.games.sting.layout import Layout
from croupier.games.sting.legal import CHECK, FOLD, Legal
from croupier.games.sting.playout import Playout
from croupier.rng import seeded

if TYPE_CHECKING:
    from croupier.games.sting.view import View

if not cython.compiled:
    from croupier.betting.order import NOBODY
    from croupier.games.sting.engine import BETTING, DECISION, HAND, PLAYER
    from croupier.games.sting.layout import PILE
    from croupier.games.sting.playout import _CHECKS

NOT_BEGUN = "a run is started by a game: Sting().start(seed=7)"


class Run(Playout):
    """One run; `Sting.start` makes it."""

    def __init__(self, layout: Layout) -> None:
        if not isinstance(layout, Layout):
            raise BadAction(NOT_BEGUN)
        Playout.__init__(self, layout)
        self.is_view = False

    # -- asked ---------------------------------------------------------------------------------------------------------

    @property
    def actor(self) -> int | None:
        """The role that has to act, None when the run is over."""
        role = self.to_act()
        return None if role == NOBODY else role

    @property
    def is_over(self) -> bool:
        """Whether the run has ended."""
        return self.ended != 0

    @property
    def end(self) -> str:
        """Why the run is over: bust, deck (too few cards), hands (all played); empty while it goes on."""
        return ENDS[self.ended]

    @property
    def payoffs(self) -> list[int]:
        """What Narc, Customer and Player have won so far."""
        won = self.cash - self.begun
        return [-won, self.saved, won]

    @property
    def state(self) -> str:
        """The state of the hand: betting or decision while somebody is to act, success or bust at the end."""
        return PHASES[self.phase]

    @property
    def holder(self) -> int | None:
        """The role with the initiative."""
        return self.betting.holder if self.phase == BETTING else None

    @property
    def raises_left(self) -> int:
        """Raises that are left in this round."""
        return self.betting.max_raises - self.betting.raises

    @property
    def live(self) -> tuple[int, ...]:
        """The roles still in the hand."""
        return tuple(role for role in range(3) if self.betting.is_live(role))

    def cards_of(self, role: int) -> list[Card]:
        """A role's hand; a view gives an empty one for others."""
        return [self.layout.cards[face] for face in self.faces_of(self.checked_seat(role))]

    def held_by(self, role: int) -> int:
        """How many cards a role holds."""
        return self.held[self.checked_seat(role)]

    def deck_of(self, role: int) -> int:
        """How many cards are left in a role's deck, the hand not counted."""
        return self.size[self.checked_seat(role)]

    def faces_of(self, role: int) -> list[int]:
        """A role's hand as numbers."""
        return [self.hand[role * HAND + slot] for slot in range(self.held[role])]

    @property
    def played(self) -> list[tuple[int, Card, bool]]:
        """The table: who played which card, and whether it is flipped."""
        return [(self.owner[place], self.layout.cards[self.table[place]], place < self.flipped)
                for place in range(self.table_count)]

    def legal(self) -> Legal:
        """What may be done now."""
        role = self.to_act()
        if role == NOBODY:
            return Legal(self.layout, None, False, [])
        is_betting = self.phase == BETTING
        return Legal(self.layout, role, is_betting, sorted(set(self.faces_of(role))) if is_betting else [])

    @property
    def events(self) -> list[Event]:
        """What happened; a guess (`redeal`) keeps no story."""
        return list(story(self.log, self.layout))

    @property
    def outcomes(self) -> list[Outcome]:
        """How each hand came out."""
        return [event for event in self.events if isinstance(event, Outcome)]

    # -- acted ---------------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Stay in without a card."""
        self.apply(Action("CHECK"))

    def fold(self) -> None:
        """Leave the hand."""
        self.apply(Action("FOLD"))

    def go_on(self) -> None:
        """Continue at a decision point."""
        self.apply(Action("CONTINUE"))

    def raise_with(self, name: str) -> None:
        """Play a card of the hand by its name."""
        role = self.to_act()
        for face in self.faces_of(role) if role != NOBODY else ():
            if self.layout.cards[face].name == name:
                self.apply(Action("RAISE", face))
                return
        self.refuse(Action("RAISE", None), f"{short(name)} is no card in this hand" if role != NOBODY else None)

    def apply(self, action: Action) -> None:
        """Take an action."""
        if type(action) is not Action:
            raise BadAction(f"an Action is wanted, not {type(action).__name__}")
        kind = action.kind
        if self.is_view or action.cards:
            self.refuse(action, None)
        elif kind == "RAISE" and self.phase == BETTING and type(action.amount) is int:
            slot = self.slot_of(action.amount)
            if slot < 0:
                self.refuse(action, None)
            self.act_raise(slot)
        elif action.amount is not None:
            self.refuse(action, None)
        elif kind == "CHECK" and self.phase == BETTING:
            self.act_check()
        elif kind == "FOLD" and (self.phase == BETTING or self.phase == DECISION):
            self.act_fold()
        elif kind == "CONTINUE" and self.phase == DECISION:
            self.act_continue()
        else:
            self.refuse(action, None)

    def slot_of(self, face: object) -> int:
        """Where in the hand of the role to act a card is; -1 if it is not there."""
        role = self.to_act()
        for slot in range(self.held[role]):
            if self.hand[role * HAND + slot] == face:
                return slot
        return -1

    def refuse(self, action: Action, reason: str | None) -> None:
        """Raise IllegalAction with the reason and the clause."""
        if self.is_view:
            raise IllegalAction("a view is looked at, not played: give the action to whoever asked for it", "B10")
        legal = self.legal()
        refusal = legal.refusal(action)
        if refusal is None:
            raise AssertionError(f"{action} was refused though it is legal: a bug in the engine")
        raise IllegalAction(reason or refusal[0], refusal[1], legal)

    # -- copied --------------------------------------------------------------------------------------------------------

    def clone(self) -> Run:
        """An independent copy."""
        twin = self.bare()
        twin.log = list(self.log)
        twin.keeps_log = self.keeps_log
        twin.is_view = self.is_view
        return twin

    def bare(self) -> Run:
        """A copy that keeps no story."""
        twin = Run(self.layout)
        self.copy_engine(twin)
        twin.keeps_log = False
        return twin

    def redeal(self, seat: int, rng: Any) -> Run:
        """A copy in which all that a role cannot see is dealt anew: one guess of how things may stand.

        `rng` is a seed, a random.Random, or a generator with `below`.
        """
        seat = self.checked_seat(seat)
        twin = self.bare()
        twin.rng = seeded(_seed_of(rng))
        twin.hide_from(seat, True)
        return twin

    def observe(self, viewer: int | str) -> View:
        """The run as a role, PUBLIC or ALL may see it: hidden cards are not in it anywhere."""
        from croupier.games.sting.view import View

        if viewer != PUBLIC and viewer != ALL:
            viewer = self.checked_seat(viewer)
        return View(self.masked(viewer), viewer)

    def masked(self, viewer: int | str) -> Run:
        """A copy in which hidden cards lie sorted, so that where they lie tells nothing."""
        twin = self.bare()
        twin.is_view = True
        if viewer == ALL:
            twin.log = list(self.log)
            return twin
        seat = viewer if isinstance(viewer, int) else NOBODY
        twin.log = masked(self.log, self.layout, seat)
        twin.rng = 1
        twin.hide_from(seat, False)
        return twin

    def hide_from(self, seat: int, shuffled: bool) -> None:
        """Take up all cards a seat cannot see, role by role, and lay them down again, sorted or shuffled."""
        for role in range(3):
            self.stacked_size[role] = 0
            hidden = self.hidden_of(role, seat)
            hidden.sort()
            if shuffled and role != seat:
                self.shuffle(hidden)
            self.lay_hidden(role, seat, hidden)

    def hidden_of(self, role: int, seat: int) -> list[int]:
        """The cards of a role that a seat cannot see: its deck, and of another also hand, face-down and lost cards."""
        hidden = [self.pile[role * PILE + place] for place in range(self.size[role])]
        if role != seat:
            hidden += self.faces_of(role)
            hidden += [self.table[place] for place in self.face_down(role)]
            hidden += [self.gone[place] for place in self.gone_unseen(role)]
        return hidden

    def lay_hidden(self, role: int, seat: int, hidden: list[int]) -> None:
        """Put hidden cards where such cards lie."""
        at = 0
        for place in range(self.size[role]):
            self.pile[role * PILE + place] = hidden[at]
            at += 1
        if role == seat:
            return
        for slot in range(self.held[role]):
            self.hand[role * HAND + slot] = hidden[at]
            at += 1
        for place in self.face_down(role):
            self.table[place] = hidden[at]
            at += 1
        for place in self.gone_unseen(role):
            self.gone[place] = hidden[at]
            at += 1

    def face_down(self, role: int) -> list[int]:
        """Where a role's face-down cards lie on the table."""
        return [place for place in range(self.flipped, self.table_count) if self.owner[place] == role]

    def gone_unseen(self, role: int) -> list[int]:
        """Where cards are kept that went without being flipped: the Player's, when he folded."""
        if role != PLAYER:
            return []
        return [place for place in range(self.gone_count) if not self.gone_seen[place]]

    def shuffle(self, cards: list[int]) -> None:
        """Put cards into any order."""
        for at in range(len(cards) - 1):
            other = at + self.below(len(cards) - at)
            card = cards[at]
            cards[at] = cards[other]
            cards[other] = card

    def heard(self, action: Action, viewer: int) -> Action:
        """What a role hears of an action: of another's raise not the card."""
        return action if action.amount is None or self.to_act() == viewer else _SOME_RAISE

    def house_move(self) -> Action | None:
        """What the house would do now, drawn by the run's own chance; None for the Player, whom it does not play."""
        role = self.to_act()
        if role == PLAYER or role == NOBODY:
            return None
        slot = self.house_slot(role)
        if slot >= 0:
            return self.layout.moves[self.hand[role * HAND + slot]]
        return CHECK if slot == _CHECKS else FOLD

    def roll_out(self, rng: Any) -> None:
        """Play on to the end inside the core: the house's mix for Narc and Customer, a careful Player."""
        if self.hand_no == 0:
            raise BadAction(NOT_BEGUN)
        self.rng = seeded(_seed_of(rng))
        self.keeps_log = False
        self.play_out()

    def checked_seat(self, seat: object) -> int:
        """A seat that is there, or BadAction."""
        if type(seat) is not int or not 0 <= seat < 3:
            raise BadAction(f"there is no seat {short(seat)}: 0 is the {ROLES[0]}, 1 the {ROLES[1]}, 2 the {ROLES[2]}")
        return seat

    def __copy__(self) -> Run:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Run:
        return self.clone()

    def __reduce__(self) -> Any:
        raise TypeError("a run is not pickled: keep its seed and its actions and play them again")

    def __repr__(self) -> str:
        where = f"over: {self.end}" if self.is_over else f"{self.state}, {ROLES[self.to_act()]} to act"
        return f"<Run: hand {self.hand_no}, round {self.round_no}, {where}, cash {self.cash}, heat {self.heat}>"


_SOME_RAISE = Action("RAISE")


def _seed_of(rng: Any) -> int:
    """A 64-bit seed from a seed or a generator."""
    if type(rng) is int:
        return rng & 0xFFFFFFFFFFFFFFFF
    if hasattr(rng, "getrandbits"):
        return int(rng.getrandbits(64))
    if hasattr(rng, "below"):
        return int(rng.below(1 << 62))
    raise BadAction(f"a seed or a generator is wanted, not {type(rng).__name__}")


def started(layout: Layout, cash: int, heat: int, hands: int, seed: int, stacked: list[list[int]]) -> Run:
    """A run begun from its starting facts, the first cards drawn as stacked."""
    run = Run(layout)
    if len(stacked) != 3:
        raise BadAction(f"{len(stacked)} stacked decks: there are three roles")
    for role in range(3):
        run.stack_deck(role, stacked[role])
    run.begin_run(cash, heat, hands, seed)
    return run
