"""The events of a run, which are frozen records made from its log, and the outcome of each hand.

Cards that the viewer may not see are None: cards that other roles draw, and their face-down cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from croupier.games.sting import constants
from croupier.games.sting.cards import ROLES, Card
from croupier.games.sting.engine import PHASES
from croupier.games.sting.layout import Layout
from croupier.games.sting.totals import VERDICTS, Totals

# above every card number, because a game has at most 180 cards
HIDDEN = 255
"""The number that replaces a card that the viewer may not see."""

Entry = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class HandBegan:
    """A hand began with this cash and heat."""

    hand: int
    cash: int
    heat: int


@dataclass(frozen=True, slots=True)
class Entered:
    """The hand entered a state: draw, betting, flip, decision, resolution, success or bust."""

    phase: str
    round: int


@dataclass(frozen=True, slots=True)
class Drew:
    """A role drew a card."""

    role: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Checked:
    """A role checked. A role without cards checks automatically."""

    role: int
    by_itself: bool = False


@dataclass(frozen=True, slots=True)
class Raised:
    """A role played a card face down."""

    role: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Folded:
    """A role folded."""

    role: int


@dataclass(frozen=True, slots=True)
class Flipped:
    """A card was turned over."""

    role: int
    card: Card


@dataclass(frozen=True, slots=True)
class Continued:
    """The Player continued to the next round."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a hand. `reason` is one of VERDICTS. `cash` and `heat` are the values after the hand."""

    hand: int
    reason: str
    evidence: int
    cover: int
    profit: int
    """The profit that was kept: 0 after a fold or a bust."""
    cash: int
    cash_change: int
    heat: int
    heat_change: int

    @property
    def safe(self) -> bool:
        """Return True if the Player was not caught."""
        return VERDICTS.index(self.reason) < constants.BUST

    def __str__(self) -> str:
        against = f"evidence {self.evidence}, cover {self.cover}"
        if self.reason == "folded":
            return f"folded: safe, no profit, heat {self.heat_change:+}"
        if self.reason == "covered":
            return f"safe ({against}): profit {self.profit}, heat {self.heat_change:+}"
        if self.reason == "insured":
            return f"caught ({against}) but insured: cash {self.cash_change:+}, heat {self.heat_change:+}"
        return f"BUST ({against}; {self.reason}): no profit, heat {self.heat_change:+}"


Event = HandBegan | Entered | Drew | Checked | Raised | Folded | Flipped | Continued | Outcome


def masked(log: Iterable[Entry], layout: Layout, viewer: int | None) -> list[Entry]:
    """Return the log without the cards that the viewer may not see. The viewer None is a spectator."""
    return [(kind, who, HIDDEN) if kind in (constants.DREW, constants.RAISED) and who != viewer else (kind, who, what)
            for kind, who, what in log]


def story(log: Iterable[Entry], layout: Layout) -> Iterator[Event]:
    """Return the events of a log."""
    hand, totals = HandBegan(0, 0, 0), Totals(layout)
    for kind, who, what in log:
        if kind == constants.BEGAN:
            hand = HandBegan(who, what, 0)
            totals.clear()
        elif kind == constants.HEATED:
            hand = HandBegan(hand.hand, hand.cash, what)
            # cash and heat are two entries, so the event is made at the second
            yield hand
        elif kind == constants.ENDED:
            yield outcome(hand, totals, who)
        else:
            # totals are computed again from the log, so that an outcome needs nothing else
            if kind == constants.FLIPPED:
                totals.add(what)
            yield _plain(kind, who, what, layout)


def _plain(kind: int, who: int, what: int, layout: Layout) -> Event:
    """Return the event of a log entry whose event can be made from this entry alone."""
    if kind == constants.ENTERED:
        return Entered(PHASES[who], what)
    if kind == constants.CHECKED:
        return Checked(who, bool(what))
    if kind == constants.LEFT:
        return Folded(who)
    if kind == constants.WENT_ON:
        return Continued()
    if kind == constants.FLIPPED:
        return Flipped(who, layout.cards[what])
    card = None if what == HIDDEN else layout.cards[what]
    return Drew(who, card) if kind == constants.DREW else Raised(who, card)


def outcome(hand: HandBegan, totals: Totals, verdict: int) -> Outcome:
    """Return the outcome of a hand."""
    cash = totals.cash_after(verdict, hand.cash)
    heat = totals.heat_after(verdict, hand.heat)
    profit = totals.profit if verdict in (constants.COVERED, constants.INSURED) else 0
    return Outcome(hand.hand, VERDICTS[verdict], totals.evidence, totals.cover, profit, cash, cash - hand.cash, heat,
                   heat - hand.heat)


def describe(event: Event) -> str:
    """Return an event in words."""
    if isinstance(event, HandBegan):
        return f"hand {event.hand}: cash {event.cash}, heat {event.heat}"
    if isinstance(event, Entered):
        return f"round {event.round}: {event.phase}"
    if isinstance(event, Continued):
        return "Player goes on"
    if isinstance(event, Outcome):
        return str(event)
    who = ROLES[event.role].capitalize()
    if isinstance(event, Folded):
        return f"{who} folds"
    if isinstance(event, Checked):
        return f"{who} is all-in and checks by himself" if event.by_itself else f"{who} checks"
    card = event.card.name if event.card else "a card"
    if isinstance(event, Flipped):
        return f"{who} played {card}: {event.card.figures}"
    return f"{who} draws {card}" if isinstance(event, Drew) else f"{who} raises with {card}, face down"
