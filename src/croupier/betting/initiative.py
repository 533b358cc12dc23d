"""A betting round that stakes cards: check, raise by playing one card face down, fold (rulings I1 to I4).

It knows how many cards each seat holds and nothing about them. What it obeys:

- a check may answer a raise: nobody is made to match (I1);
- the first raise of a round gives initiative; raises by others count towards the cap but do not take it. When all who
  come after have answered, the holder may raise again; a holder's check ends the betting (I2);
- a holder who is last in the order is answered by the others before the turn comes back to him (I2);
- the last raise of the cap ends the betting at once; who plays his last card is all-in and checks by himself (I3);
- who folds is out; a holder takes the initiative with him (I4).

`respond` says who answers a raise: "order", those who come after (above); "everyone", all others after each raise;
"nobody", no turn ever comes back: one pass, no use for initiative.

Seats are numbered by the caller. Inside, places in the order of play are counted, so that turn order is the same
arithmetic as in a round for chips (`order.py`); that is all the two kinds of round share.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting.order import next_seat
from croupier.betting.rulebook import BadAmount, IllegalAction, chips, short

if not cython.compiled:  # in C these are enum constants of the .pxd file
    from croupier.betting.order import NOBODY

    ORDER, EVERYONE, NOBODY_ANSWERS = range(3)
    _SEATS = 10

RESPOND = {"order": 0, "everyone": 1, "nobody": 2}
"""Who answers a raise, and the number the kernel knows it by."""
CARDS_MAX = 1000


class Initiative:
    """One round of checks, raises and folds over counts of cards."""

    raises: int
    max_raises: int
    at: int
    lead: int
    live: int
    all_in: int
    waiting: int
    passed: int

    def __init__(self, cards: Sequence[int] = (), order: Sequence[int] | None = None, max_raises: int = 3,
                 respond: str = "order") -> None:
        """Seats holding so many cards, acting in an order of seats (0, 1, 2, ... unless given)."""
        if not cython.compiled:
            self.cards = [0] * _SEATS
            self.seat_at = [0] * _SEATS
            self.place_of = [0] * _SEATS
        self.set_up(_order(len(cards), order), chips(max_raises, "max_raises", 1), _respond(respond))
        for seat, count in enumerate(cards):
            self.cards[seat] = _count(count, seat)
        self.open()

    def set_up(self, order: Sequence[int], max_raises: int, respond: int) -> None:
        """Who plays in which order, and by which rules."""
        self.seats = len(order)
        self.max_raises = max_raises
        self.respond = respond
        self.live = (1 << self.seats) - 1
        for place, seat in enumerate(order):
            self.seat_at[place] = seat
            self.place_of[seat] = place

    def open(self) -> None:
        """Begin a round for all who are in: no raises, no initiative, nobody all-in, the first in the order to act."""
        self.raises = 0
        self.lead = NOBODY
        self.all_in = 0
        self.passed = 0
        self.waiting = self.live
        self.at = next_seat(self.seats, self.live, self.seats - 1)

    def sit_all(self) -> None:
        """Bring everybody back in, for the next hand."""
        self.live = (1 << self.seats) - 1

    # -- questions ---------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """The seat to act, None when the betting is over."""
        return None if self.at == NOBODY else self.seat_at[self.at]

    @property
    def holder(self) -> int | None:
        """The seat that holds the initiative."""
        return None if self.lead == NOBODY else self.seat_at[self.lead]

    @property
    def is_over(self) -> bool:
        """Whether nobody is to act any more."""
        return self.at == NOBODY

    @property
    def counts(self) -> list[int]:
        """Cards in hand, per seat."""
        return [self.cards[seat] for seat in range(self.seats)]

    @property
    def awaiting(self) -> list[int]:
        """The seats whose answer to a raise is awaited, in the order of play."""
        return self.seats_of(self.waiting) if self.raises else []

    def seats_of(self, places: int) -> list[int]:
        """The seats in a set of places, in the order of play."""
        return [self.seat_at[place] for place in range(self.seats) if places >> place & 1]

    def is_all_in(self, seat: int) -> bool:
        """Whether a seat has played its last card in this round."""
        return (self.all_in >> self.place_of[self.checked_seat(seat)]) & 1 != 0

    def is_live(self, seat: int) -> bool:
        """Whether a seat has not folded."""
        return self.sits(self.checked_seat(seat))

    def sits(self, seat: int) -> bool:
        """Whether a seat, known to be one of this round, has not folded."""
        return (self.live >> self.place_of[seat]) & 1 != 0

    def checked_seat(self, seat: object) -> int:
        """The seat if it is one of this round: C arrays would look anywhere for another (M1)."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadAmount(f"{short(seat)} is no seat: there are 0 to {self.seats - 1}")
        return seat

    def may_raise(self) -> bool:
        """Whether the seat to act has a card to play; the cap ends the betting before it could be asked."""
        return self.at != NOBODY and self.cards[self.seat_at[self.at]] > 0

    def refusal(self, seat: int, kind: str) -> tuple[str, str] | None:
        """Why a seat may not do a thing, as reason and clause, or None when it may."""
        if self.at == NOBODY:
            return "the betting is over", "I3" if self.raises == self.max_raises else "I2"
        if seat != self.turn:
            return f"seat {seat} is out of turn: seat {self.turn} is to act", "I2"
        if kind not in ("CHECK", "RAISE", "FOLD"):
            return f"{short(kind)} is no action of this round: check, raise or fold", "I1"
        if kind == "RAISE" and not self.may_raise():
            return "a raise plays a card, and this hand is empty", "I1"
        return None

    # -- actions -----------------------------------------------------------------------------------------------------

    def act(self, seat: int, kind: str) -> None:
        """Let a seat act; IllegalAction with reason and clause where it may not, and nothing has changed."""
        refused = self.refusal(seat, kind)
        if refused is not None:
            raise IllegalAction(refused[0], refused[1])
        if kind == "CHECK":
            self.check()
        elif kind == "RAISE":
            self.raise_one()
        else:
            self.fold()

    def check(self) -> None:
        """Stay in without a card; the holder's check gives the initiative up."""
        self.passed = 0
        self.check_at(self.at)
        self.move_on(self.at)

    def raise_one(self) -> None:
        """Play a card."""
        place = self.at
        seat = self.seat_at[place]
        self.passed = 0
        self.cards[seat] -= 1
        if self.cards[seat] == 0:
            self.all_in |= 1 << place
        if self.raises == 0:
            self.lead = place
        self.raises += 1
        self.waiting = self.answering(place)
        if self.raises == self.max_raises:
            self.end()
        else:
            self.move_on(place)

    def fold(self) -> None:
        """Leave the hand."""
        place = self.at
        self.passed = 0
        self.live &= ~(1 << place)
        self.waiting &= ~(1 << place)
        if self.lead == place:
            self.lead = NOBODY
        self.move_on(place)

    # -- inside ------------------------------------------------------------------------------------------------------

    def answering(self, raiser: int) -> int:
        """Who has to act after a raise before it can be the holder's turn again."""
        others = self.live & ~(1 << raiser)
        if self.respond == EVERYONE:
            return others
        if raiser != self.lead or self.respond == NOBODY_ANSWERS:
            return self.waiting & others
        later = others & ~((2 << raiser) - 1)
        return later if later != 0 else others

    def check_at(self, place: int) -> None:
        """Count a check."""
        self.waiting &= ~(1 << place)
        if self.lead == place:
            self.lead = NOBODY

    def move_on(self, after: int) -> None:
        """Find who acts next; who is all-in checks by himself on the way, and is noted in `passed`."""
        self.at = self.next_place(after)
        while self.at != NOBODY and (self.all_in >> self.at) & 1:
            after = self.at
            self.passed |= 1 << after
            self.check_at(after)
            self.at = self.next_place(after)

    def next_place(self, after: int) -> int:
        """The next who has to answer; then the holder, unless he was the last to act; then nobody."""
        if self.waiting != 0:
            return next_seat(self.seats, self.waiting, after)
        if self.lead == after or self.respond == NOBODY_ANSWERS:
            return NOBODY
        return self.lead

    def end(self) -> None:
        """Close the betting."""
        self.waiting = 0
        self.at = NOBODY

    def copy_to(self, other: Initiative) -> None:
        """Make another round exactly like this one."""
        if other is None:  # which C would take for a round
            raise BadAmount("a round is copied to a round, not to None")
        other.seats = self.seats
        other.max_raises = self.max_raises
        other.respond = self.respond
        other.live = self.live
        other.all_in = self.all_in
        other.waiting = self.waiting
        other.passed = self.passed
        other.raises = self.raises
        other.lead = self.lead
        other.at = self.at
        for seat in range(_SEATS):
            other.cards[seat] = self.cards[seat]
            other.seat_at[seat] = self.seat_at[seat]
            other.place_of[seat] = self.place_of[seat]


def _order(seats: int, order: Sequence[int] | None) -> list[int]:
    """The order of play: every seat once."""
    if seats > _SEATS:
        raise BadAmount(f"{seats} seats are too many: a table has at most {_SEATS}")
    wanted = list(range(seats)) if order is None else list(order)
    if any(type(seat) is not int for seat in wanted) or sorted(wanted) != list(range(seats)):
        raise BadAmount(f"order {short(wanted)} must name each of the seats 0..{seats - 1} once")
    return wanted


def _respond(respond: str) -> int:
    if not isinstance(respond, str) or respond not in RESPOND:
        raise BadAmount(f"respond {short(respond)} is none of {', '.join(RESPOND)}")
    return RESPOND[respond]


def _count(count: object, seat: int) -> int:
    if type(count) is not int or not 0 <= count <= CARDS_MAX:
        raise BadAmount(f"cards[{seat}] must be a whole number from 0 to {CARDS_MAX}, not {short(count)}")
    return count
