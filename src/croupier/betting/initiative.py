"""A betting round that stakes cards: check, raise by playing one card face down, or fold (I1 to I4).

The round knows how many cards each seat holds, but not which. Its rules:

- a check may answer a raise; nobody has to match it (I1);
- the first raise of a round gives the initiative; later raises by others count towards the cap but do not take it. When
  all players after the holder have answered, he may raise again; his check ends the betting (I2);
- if the holder is last in the order and raises, all others answer before it is his turn again (I2);
- the last raise that the cap allows ends the betting at once; a player who has played his last card is all-in and
  checks automatically (I3);
- a player who folds is out of the hand; a holder who folds takes the initiative with him (I4).

`respond` says who answers a raise. With "order" the players after the raiser answer, as above. With "everyone" all
other players answer each raise. With "nobody" no turn returns to anyone, so initiative has no effect.

The caller chooses the seat numbers. Internally this module works with places, which number the seats in the order of
play. With places, `order.py` can compute whose turn it is, as it does for betting rounds with chips. The two kinds of
betting round share no other code.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting import constants
from croupier.betting.order import next_seat
from croupier.betting.rulebook import BadAmount, IllegalAction, chips
from croupier.errors import short

RESPOND = {"order": constants.ORDER, "everyone": constants.EVERYONE, "nobody": constants.NOBODY_ANSWERS}
"""The values of `respond`, and the numbers that compiled code uses for them."""
# more than any deck has; a count must fit into a C int
CARDS_MAX = 1000


class Initiative:
    """A betting round in which players check, raise or fold. The round knows only how many cards each seat holds."""

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
        """Start a round. `cards` gives the number of cards of each seat. `order` lists the seats in turn order; the
        default is 0, 1, 2, ...
        """
        if not cython.compiled:
            self.cards = [0] * constants.SEATS_MAX
            self.seat_at = [0] * constants.SEATS_MAX
            self.place_of = [0] * constants.SEATS_MAX
        self.set_up(_order(len(cards), order), chips(max_raises, "max_raises", 1), _respond(respond))
        for seat, count in enumerate(cards):
            self.cards[seat] = _count(count, seat)
        self.open()

    def set_up(self, order: Sequence[int], max_raises: int, respond: int) -> None:
        """Set the order of play, the maximum number of raises, and the rule for who answers a raise."""
        self.seats = len(order)
        self.max_raises = max_raises
        self.respond = respond
        self.live = (1 << self.seats) - 1
        for place, seat in enumerate(order):
            # with places instead of seats, "the players after the raiser" are simply the higher bits
            self.seat_at[place] = seat
            self.place_of[seat] = place

    def open(self) -> None:
        """Begin a round for all players in the hand. There are no raises yet, nobody has the initiative or is all-in,
        and the first player in the order acts.
        """
        self.raises = 0
        self.lead = constants.NOBODY
        self.all_in = 0
        self.passed = 0
        # a player who folded in an earlier round of this hand stays out (I4)
        self.waiting = self.live
        self.at = next_seat(self.seats, self.live, self.seats - 1)

    def sit_all(self) -> None:
        """Let all players take part again, for the next hand."""
        self.live = (1 << self.seats) - 1

    # -- questions -----------------------------------------------------------------------------------------------------

    @property
    def turn(self) -> int | None:
        """Return the seat to act, or None when the betting is over."""
        return None if self.at == constants.NOBODY else self.seat_at[self.at]

    @property
    def holder(self) -> int | None:
        """Return the seat that holds the initiative, or None."""
        return None if self.lead == constants.NOBODY else self.seat_at[self.lead]

    @property
    def is_over(self) -> bool:
        """Return True if the betting is over."""
        return self.at == constants.NOBODY

    @property
    def counts(self) -> list[int]:
        """Return the number of cards in each seat's hand."""
        return [self.cards[seat] for seat in range(self.seats)]

    @property
    def awaiting(self) -> list[int]:
        """Return the seats that still have to answer, in the order of play."""
        # before the first raise there is no raise to answer
        return self.seats_of(self.waiting) if self.raises else []

    def seats_of(self, places: int) -> list[int]:
        """Return the seats at these places, in the order of play."""
        return [self.seat_at[place] for place in range(self.seats) if places >> place & 1]

    def is_all_in(self, seat: int) -> bool:
        """Return True if the seat has played its last card in this round."""
        return (self.all_in >> self.place_of[self.checked_seat(seat)]) & 1 != 0

    def is_live(self, seat: int) -> bool:
        """Return True if the seat has not folded."""
        return self.sits(self.checked_seat(seat))

    def sits(self, seat: int) -> bool:
        """Return True if the seat has not folded. The caller must have checked the seat number."""
        return (self.live >> self.place_of[seat]) & 1 != 0

    def checked_seat(self, seat: object) -> int:
        """Return the seat; raise BadAmount if this round has no such seat. C arrays would not check their bounds (M1).
        """
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise BadAmount(f"{short(seat)} is not a seat: there are 0 to {self.seats - 1}")
        return seat

    def may_raise(self) -> bool:
        """Return True if the seat to act has a card to play. The cap needs no check, because the betting ends when it
        is reached.
        """
        return self.at != constants.NOBODY and self.cards[self.seat_at[self.at]] > 0

    def refusal(self, seat: int, kind: str) -> tuple[str, str] | None:
        """Return None if the seat may take this action. Otherwise return the reason for the refusal and the clause."""
        if self.at == constants.NOBODY:
            # the round ended when the cap was reached (I3), or else when nobody was left to answer (I2)
            return "the betting is over", "I3" if self.raises == self.max_raises else "I2"
        if seat != self.turn:
            return f"seat {seat} is out of turn: seat {self.turn} is to act", "I2"
        if kind not in ("CHECK", "RAISE", "FOLD"):
            return f"{short(kind)} is not an action of this round: check, raise or fold", "I1"
        if kind == "RAISE" and not self.may_raise():
            return "a raise plays a card, and this hand is empty", "I1"
        return None

    # -- actions -------------------------------------------------------------------------------------------------------

    def act(self, seat: int, kind: str) -> None:
        """Take a seat's action. If the action is illegal, change nothing and raise IllegalAction."""
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
        """Check: stay in without playing a card. The holder's check gives up the initiative."""
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
            # this was the player's last card, so he checks automatically for the rest of the round (I3)
            self.all_in |= 1 << place
        # only the first raise gives the initiative; later ones by others count, but do not take it (I2)
        if self.raises == 0:
            self.lead = place
        self.raises += 1
        self.waiting = self.answering(place)
        # nobody answers the last raise that the cap allows (I3)
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
        # nobody inherits the initiative (I4)
        if self.lead == place:
            self.lead = constants.NOBODY
        self.move_on(place)

    # -- inside --------------------------------------------------------------------------------------------------------

    def answering(self, raiser: int) -> int:
        """Return the set of places that must act after a raise before the holder may act again."""
        others = self.live & ~(1 << raiser)
        if self.respond == constants.EVERYONE:
            return others
        # after another player's raise nobody answers a second time; only players who have not acted yet still answer
        # (I1, I2)
        if raiser != self.lead or self.respond == constants.NOBODY_ANSWERS:
            return self.waiting & others
        # the bits above the raiser's are the places after him; if the holder acts last, the players before him answer
        # (I2)
        later = others & ~((2 << raiser) - 1)
        return later if later != 0 else others

    def check_at(self, place: int) -> None:
        """Record that the player at a place has checked."""
        self.waiting &= ~(1 << place)
        if self.lead == place:
            self.lead = constants.NOBODY

    def move_on(self, after: int) -> None:
        """Find the next player to act. All-in players check automatically, and `passed` records who did."""
        self.at = self.next_place(after)
        while self.at != constants.NOBODY and (self.all_in >> self.at) & 1:
            after = self.at
            self.passed |= 1 << after
            # an all-in holder's automatic check gives up the initiative too, which ends the betting (I2)
            self.check_at(after)
            self.at = self.next_place(after)

    def next_place(self, after: int) -> int:
        """Return the next place that has to answer. If nobody has to answer, return the holder's place, or NOBODY if
        the holder acted last.
        """
        if self.waiting != 0:
            return next_seat(self.seats, self.waiting, after)
        # if the holder has just raised and everybody else has folded, nobody is left to answer
        if self.lead == after or self.respond == constants.NOBODY_ANSWERS:
            return constants.NOBODY
        return self.lead

    def end(self) -> None:
        """End the betting."""
        self.waiting = 0
        self.at = constants.NOBODY

    def copy_to(self, other: Initiative) -> None:
        """Copy the whole state of this round to another round."""
        if other is None:  # C code would read None as a round and crash
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
        for seat in range(constants.SEATS_MAX):
            other.cards[seat] = self.cards[seat]
            other.seat_at[seat] = self.seat_at[seat]
            other.place_of[seat] = self.place_of[seat]


def _order(seats: int, order: Sequence[int] | None) -> list[int]:
    """Return the order of play after checking that it names every seat once."""
    if seats > constants.SEATS_MAX:
        raise BadAmount(f"{seats} seats are too many: a table has at most {constants.SEATS_MAX}")
    wanted = list(range(seats)) if order is None else list(order)
    if any(type(seat) is not int for seat in wanted) or sorted(wanted) != list(range(seats)):
        raise BadAmount(f"order {short(wanted)} must name each of the seats 0..{seats - 1} once")
    return wanted


def _respond(respond: str) -> int:
    if not isinstance(respond, str) or respond not in RESPOND:
        raise BadAmount(f"respond {short(respond)} is not one of {', '.join(RESPOND)}")
    return RESPOND[respond]


def _count(count: object, seat: int) -> int:
    if type(count) is not int or not 0 <= count <= CARDS_MAX:
        raise BadAmount(f"cards[{seat}] must be a whole number from 0 to {CARDS_MAX}, not {short(count)}")
    return count
