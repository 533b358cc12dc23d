"""From a record's columns to a hand that waits for its first cards.

PHH lists players from the left of the button, the button last. Two players' blinds and antes are written small
blind first though the second player, the button, posts it: both columns are turned round. A negative blind is the live post of a newcomer; `_inactive` seats that
got no cards take no part; `_dead_money` (or `_dead_blinds`, ruling N7) stands in the pot already.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from croupier.betting.rulebook import BadAmount
from croupier.games.poker.columns import Columns
from croupier.games.poker.game import BadSetup
from croupier.games.poker.hand import Hand
from croupier.games.poker.rules import RULES, PokerRules
from croupier.notation.money import INF, UNKNOWN_STACK, is_number, places_for, units
from croupier.notation.record import BadRecord, HandRecord


class Unplayable(BadRecord):
    """A sound record of a hand that the engine does not play."""


@dataclass(slots=True)
class Start:
    """A hand about to be played, and how its units are written."""

    hand: Hand
    places: int
    unknown: bool
    """Whether some stack is `inf`, so that only legality can be checked."""


def rules_of(record: HandRecord) -> PokerRules:
    """The game's rules; Unplayable where it is none of the eleven."""
    if record.damage is not None:
        raise record.damage
    if record.unsupported:
        raise Unplayable(record.unsupported, record.line)
    rules = RULES.get(record.variant)
    if rules is None:
        raise Unplayable(f"the game {record.variant!r:.40} is none of the eleven", record.line)
    return rules


def begin(record: HandRecord, places: int = 0, rules: PokerRules | None = None) -> Start:
    """The hand, forced bets posted, counted in units of at least that many decimal places."""
    rules = rules or rules_of(record)
    stacks = column(record, "starting_stacks")
    seats = len(stacks)
    if not 2 <= seats <= 10:
        raise Unplayable(f"{seats} players: a hand is played by 2 to 10", record.line)
    antes = column(record, "antes", seats)
    blinds = column(record, "blinds_or_straddles", seats)
    dead = column(record, "_dead_money" if "_dead_money" in record.fields else "_dead_blinds", seats)
    bets = [single(record, "min_bet"), single(record, "small_bet"), single(record, "big_bet"),
            single(record, "bring_in")]
    places = max(places, places_for([*stacks, *antes, *blinds, *dead, *bets]))
    if places:
        antes, blinds, dead, bets = ([units(n, places) for n in numbers] for numbers in (antes, blinds, dead, bets))
    chips = [units(stack, places) for stack in stacks]
    try:
        hand = _columns(record, rules, chips, antes, blinds, dead, bets).begin()
    except (BadSetup, BadAmount) as error:
        raise BadRecord(str(error), record.line, getattr(error, "clause", "N12")) from None
    return Start(hand, places, UNKNOWN_STACK in chips)


def _columns(record: HandRecord, rules: PokerRules, stacks: list[int], antes: list[Any], blinds: list[Any],
             dead: list[Any], bets: list[Any]) -> Columns:
    """The starting facts in whole units."""
    if min(stacks) < 0 or min(antes) < 0 or min(dead) < 0 or min(bets) < 0:
        raise BadRecord("a stack, ante or bet below 0", record.line, "M1")
    out = absent(record) if "_inactive" in record.fields else ()
    if len(stacks) - len(out) < 2:
        raise Unplayable("fewer than two players are in the hand", record.line)
    if len(stacks) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    posts: list[int] = []
    if min(blinds) < 0:
        posts = [max(0, -blind) for blind in blinds]
        blinds = [max(0, blind) for blind in blinds]
    small = bets[1] or bets[0] or max(blinds)
    return Columns(rules, stacks, antes, blinds, posts, dead, small, bets[2] or small, bets[3], None, out,
                   bool(record.get("ante_trimming_status", False)))


def absent(record: HandRecord) -> tuple[int, ...]:
    """Seats marked inactive that were dealt no cards: one that paused in the middle of the hand still took part."""
    dealt = {words[2] for words in map(str.split, record.actions) if words[:2] == ["d", "dh"] and len(words) > 2}
    marks = record["_inactive"]
    return tuple(seat for seat, mark in enumerate(marks) if mark and f"p{seat + 1}" not in dealt)


def column(record: HandRecord, name: str, seats: int | None = None) -> list[Any]:
    """A column of amounts, one a seat; zeros where the record has none."""
    numbers = record.fields.get(name)
    if numbers is None:
        return [0] * (seats or 0)
    if type(numbers) is not list or (seats is not None and len(numbers) != seats):
        raise BadRecord(f"{name} does not hold one amount for each player", record.line)
    for number in numbers:
        if type(number) is not int and not is_number(number):
            raise BadRecord(f"{name} holds {number!r:.40}, which is no amount", record.line, "M1")
        if type(number) is Decimal and name != "starting_stacks" and abs(number) == INF:
            raise BadRecord(f"{name} holds an endless amount", record.line, "M1")
    return numbers


def single(record: HandRecord, name: str) -> Any:
    """One amount, 0 where the record has none."""
    number = record.fields.get(name, 0)
    if not is_number(number) or (type(number) is Decimal and not number.is_finite()):
        raise BadRecord(f"{name} is no amount", record.line, "M1")
    return number
