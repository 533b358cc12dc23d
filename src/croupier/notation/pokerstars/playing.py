"""A record played through the engine, for writing it down again: amounts in whole units, seats as PHH orders them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from croupier.betting.rulebook import BadAmount, IllegalAction
from croupier.cards import BadCards, parse
from croupier.games.poker.columns import Columns
from croupier.games.poker.game import BadSetup
from croupier.games.poker.hand import Hand
from croupier.notation.pokerstars.words import ALL_RULES
from croupier.notation.record import BadRecord, HandRecord, Number

PLACES_MAX = 8


@dataclass(frozen=True, slots=True)
class Step:
    """An action of the log, taken apart: `seat` is None for the board."""

    verb: str
    seat: int | None
    amount: int
    cards: str


class Play:
    """A record's hand, stepped through action by action."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        if record.variant not in ALL_RULES:
            raise BadRecord(record.unsupported or f"{record.variant!r} is none of the games croupier plays")
        self.rules = ALL_RULES[record.variant]
        self.seats = len(record["starting_stacks"])
        self.places = max((_places(number) for number in self._amounts()), default=0)
        self.inactive = {seat for seat, away in enumerate(record.get("_inactive") or ()) if away}
        self.stacks = self.column("starting_stacks")
        self.dead = self.column("_dead_money")
        self.antes = self.column("antes")
        blinds = self.column("blinds_or_straddles")
        self.blinds = blinds[::-1] if self.seats == 2 else blinds
        self.hand = self._begin()

    def run(self, each: Callable[[Step], None] = lambda step: None) -> Hand:
        """Play all actions; `each` is told of every step before it is taken."""
        lines = self.record.lines
        for at, action in enumerate(self.record.actions):
            try:
                step = self.step(action)
                each(step)
                self.apply(step)
            except (IllegalAction, BadCards, BadAmount) as error:
                raise BadRecord(f"{action}: {error}", lines[at] if at < len(lines) else None,
                                getattr(error, "clause", "N12")) from None
        return self.hand

    def column(self, name: str) -> list[int]:
        """A field's amounts in units, zeros where the record has none."""
        values = self.record.get(name)
        if values is None or values == []:
            return [0] * self.seats
        if not isinstance(values, list) or len(values) != self.seats:
            raise BadRecord(f"{name} has not one entry for each of {self.seats} players")
        return [self.units(value) for value in values]

    def units(self, number: Any) -> int:
        """An amount in whole units."""
        if isinstance(number, bool) or not isinstance(number, (int, Decimal)) or not Decimal(number).is_finite():
            raise BadRecord(f"{str(number)[:40]} is no amount that can be written", clause="M1")
        whole = Decimal(number).scaleb(self.places)
        if whole != whole.to_integral_value() or abs(whole) > 10 ** 15:
            raise BadRecord(f"{str(number)[:40]} is too large or too fine an amount", clause="M1")
        return int(whole)

    def number(self, units: int) -> Number:
        """Units as an amount of the record."""
        whole, rest = divmod(units, 10 ** self.places)
        return whole if rest == 0 else Decimal(units).scaleb(-self.places)

    def _amounts(self) -> list[Any]:
        record = self.record
        names = ("starting_stacks", "antes", "blinds_or_straddles", "_dead_money", "finishing_stacks", "winnings")
        amounts = [value for name in names for value in record.get(name) or ()]
        amounts += [record.get(name) or 0 for name in ("min_bet", "small_bet", "big_bet", "bring_in", "_rake")]
        for action in record.actions:
            words = action.split("#")[0].split()
            if len(words) > 2 and words[1] == "cbr":
                amounts.append(_decimal(words[2]))
        return amounts

    def _begin(self) -> Hand:
        record = self.record
        least = self.units(record.get("min_bet") or record.get("small_bet") or 0)
        columns = Columns(self.rules, self.stacks, self.antes, [max(0, blind) for blind in self.blinds],
                          posts=[max(0, -blind) for blind in self.blinds], dead=self.dead, min_bet=least,
                          big_bet=self.units(record.get("big_bet") or 0), bring_in=self.units(record.get("bring_in") or 0),
                          out=self.inactive, antes_trimmed=bool(record.get("ante_trimming_status", False)))
        try:
            return columns.begin()
        except (BadSetup, BadAmount, IllegalAction) as error:
            raise BadRecord(str(error), record.line) from None

    # -- actions -------------------------------------------------------------------------------------------------------

    def step(self, action: str) -> Step:
        """An action of the log, taken apart."""
        words = action.split("#")[0].split()
        if words[:2] == ["d", "db"] and len(words) == 3:
            return Step("db", None, 0, words[2])
        if words[:2] == ["d", "dh"] and len(words) == 4:
            return Step("dh", self.seat(words[2]), 0, words[3])
        if not 2 <= len(words) <= 3 or words[1] not in ("f", "cc", "cbr", "pb", "sd", "sm"):
            raise BadRecord(f"{action[:60]!r} is no action")
        rest = words[2] if len(words) == 3 else ""
        if words[1] == "cbr":
            return Step("cbr", self.seat(words[0]), self.units(_decimal(rest)), "")
        return Step(words[1], self.seat(words[0]), 0, rest if words[1] in ("sd", "sm") else "")

    def seat(self, name: str) -> int:
        """The seat of p1, p2, ..."""
        if not (name[:1] == "p" and name[1:].isdigit() and 1 <= int(name[1:3]) <= self.seats and len(name) < 4):
            raise BadRecord(f"{name[:40]!r} is none of p1 to p{self.seats}")
        return int(name[1:]) - 1

    def apply(self, step: Step) -> None:
        """Take one step in the hand."""
        hand = self.hand
        if step.verb == "db":
            hand.tell_board(parse(step.cards))
        elif step.seat is not None and step.verb == "dh":
            hand.tell_hole(step.seat, parse(step.cards))
        elif step.seat is not None and step.verb == "sm":
            hand.show(step.seat, parse(step.cards)) if step.cards else hand.muck(step.seat)
        elif hand.actor != step.seat:
            raise IllegalAction(f"p{(step.seat or 0) + 1} is not to act", "N12")
        elif step.verb == "cc":
            hand.check() if hand.legal().check else hand.call()
        elif step.verb == "cbr":
            hand.raise_to(step.amount)
        elif step.verb == "sd":
            hand.discard(parse(step.cards) if step.cards else ())
        else:
            hand.fold() if step.verb == "f" else hand.bring_in()


def _decimal(text: str) -> Number:
    """A number of an action."""
    if not text.isascii() or not text.replace(".", "", 1).isdigit() or len(text) > 30:
        raise BadRecord(f"{text[:40]!r} is no amount", clause="M1")
    return Decimal(text) if "." in text else int(text)


def _places(number: Any) -> int:
    """The decimal places an amount needs."""
    if not isinstance(number, Decimal) or not number.is_finite():
        return 0
    return min(PLACES_MAX, max(0, -int(number.normalize().as_tuple().exponent)))
