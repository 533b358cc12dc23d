"""Replay a record for the writer, which writes the line of each step before the step is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from croupier.betting.rulebook import BadAmount, IllegalAction
from croupier.games.poker.hand import Hand
from croupier.games.poker.rules import ALL_RULES, PokerRules
from croupier.notation.actions import ActionPlayer
from croupier.notation.hand_start import places_in_log, start_hand
from croupier.notation.money import CENTS, places_of, read, units
from croupier.notation.phh_order import posting_order
from croupier.notation.pokerstars.player_lines import PLACES
from croupier.notation.record import BadRecord, HandRecord, Number
from croupier.notation.replay import Replay


@dataclass(frozen=True, slots=True)
class ParsedAction:
    """A parsed action of the log; `amount` is in units."""

    verb: str
    seat: int = -1
    amount: int = 0
    cards: str = ""


class RecordPlay:
    """The hand of a record, played step by step."""

    def __init__(self, record: HandRecord) -> None:
        self.record = record
        if record.unsupported or record.variant not in ALL_RULES:
            reason = f"{record.variant!r:.40} is not a game that croupier plays"
            raise BadRecord(record.unsupported or reason, record.line)
        self.rules = ALL_RULES[record.variant]
        self.start = start_hand(record, _places(record), _rules_played(record, self.rules))
        if self.start.unknown:
            raise BadRecord("PokerStars text cannot say that a stack is unknown", record.line)
        self.places = self.start.places
        self.hand = self.start.hand
        self.seats = self.hand.seats
        self.inactive = absent(record)
        self.stacks = [self.units(stack) for stack in record["starting_stacks"]]
        self.antes = self.column("antes")
        self.blinds = posting_order(self.column("blinds_or_straddles"))
        self.dead = [self.units(value) for value in record.dead_money or [0] * self.seats]
        self.cash_outs = self.column("_cash_outs")

    def run(self, each: Callable[[ParsedAction], None] = lambda step: None) -> Hand:
        """Play all actions. Call `each` with every step before it is played."""
        player = ActionPlayer(self.hand, self.places, is_record=True)
        for at, action in enumerate(self.record.actions):
            try:
                step = self.step(action)
                # checked here, because the engine would refuse the card only after the line was written
                if self.rules.deck == 36 and set(step.cards) & set("2345"):
                    raise BadRecord(f"{action}: a card that is not in the short deck", clause="N9")
                each(step)
                player.take(action)
            except (IllegalAction, BadAmount) as error:
                raise BadRecord(f"{action}: {error}", self.record.line_of(at), error.clause) from None
            except BadRecord as error:
                raise BadRecord(error.reason, error.line or self.record.line_of(at), error.clause) from None
        missing = player.finish()
        if missing:
            raise BadRecord(f"PokerStars text can only be written for a finished hand: {missing}", self.record.line)
        return self.hand

    def column(self, name: str) -> list[int]:
        """Return a field's amounts in units, or zeros if the record does not have the field."""
        return [self.units(value) for value in self.record.get(name) or [0] * self.seats]

    def units(self, number: Number) -> int:
        """Return an amount in whole units."""
        return units(number, self.places)

    @property
    def least_bet(self) -> int:
        """Return the smallest opening bet of the first street."""
        return self.units(self.record.get("small_bet") or self.record.get("min_bet") or 0) or max(self.blinds)

    def step(self, action: str) -> ParsedAction:
        """Parse an action of the log. A malformed action is refused later, when it is played."""
        words = action.split("#")[0].split()
        if len(words) < 2 or (words[0] == "d" and len(words) < (4 if words[1] == "dh" else 3)):
            return ParsedAction("")
        if words[0] == "d" and words[1] == "dh":
            return ParsedAction("dh", _seat(words[2]), 0, words[3])
        if words[0] == "d":
            return ParsedAction("db", -1, 0, words[2])
        rest = words[2] if len(words) > 2 else ""
        if words[1] == "cbr":
            return ParsedAction("cbr", _seat(words[0]), self.units(read(rest)))
        return ParsedAction(words[1], _seat(words[0]), 0, rest)


def _places(record: HandRecord) -> int:
    """Return the number of decimal places that the text needs. This number follows from the bets or, if all bets are
    whole, from the results after rake.
    """
    stated = [record.get(name) for name in ("finishing_stacks", "_cash_outs")]
    results = [number for column in stated if isinstance(column, list)
               for number in column if isinstance(number, Decimal)]
    most = max(map(places_of, results), default=0)
    # at least two, if any result has a decimal point
    return max(places_in_log(record), CENTS if 0 < most <= CENTS else most if most <= PLACES else 0)


def _rules_played(record: HandRecord, rules: PokerRules) -> PokerRules:
    """Return the rules by which a hand was played. These are the rules of the record, except for Omaha hi/lo hands from
    pokerkit, which are pot-limit.
    """
    # pokerkit plays FO/8 by pot-limit rules, and `Replay` finds out which rules fit
    hand = Replay(record).hand if record.variant == "FO/8" else None
    return rules if hand is None else hand.rules


def absent(record: HandRecord) -> set[int]:
    """Return the seats marked inactive that were dealt no cards. A player who paused during the hand still took
    part."""
    dealt = {words[2] for words in map(str.split, record.actions) if words[:2] == ["d", "dh"] and len(words) > 2}
    marks = record.get("_inactive") or ()
    return {seat for seat, mark in enumerate(marks) if mark and f"p{seat + 1}" not in dealt}


def _seat(name: str) -> int:
    """Return the seat number for p1, p2, ... Return -1 for any other text."""
    return int(name[1:]) - 1 if name[:1] == "p" and name[1:].isdecimal() and len(name) < 4 else -1
