"""Write the lines before the first card: header, table, seats and posts. This module also decides how names and amounts
are written.
"""

from __future__ import annotations

import re
from datetime import time
from typing import Any

from croupier.games.poker.events import Posted
from croupier.notation.phh_order import posting_order
from croupier.notation.pokerstars import patterns
from croupier.notation.pokerstars.record_builder import seat_order
from croupier.notation.pokerstars.vocabulary import CURRENCIES, TIME_ZONES, WORDS, to_roman
from croupier.notation.pokerstars.writer.replay import RecordPlay
from croupier.notation.record import BadRecord

NAME_MAX = 100
# reversed, so that the first of two abbreviations for a zone is used
_ZONES = {name: zone for zone, name in reversed(TIME_ZONES.items())}
_BAD_NAME = re.compile(r"[\n\r\x00]|^\ufeff|^\s*$")


class Headlines:
    """The lines at the beginning of a hand."""

    def __init__(self, play: RecordPlay) -> None:
        self.play = play
        self.record = play.record
        self.names = _checked(self.record.players, play.seats)
        self.numbers, self.button = self._seating()
        self.symbol = self._symbol()
        self.roles = self._roles()

    def lines(self) -> list[str]:
        """Return the lines: header, table, seats, posts."""
        return [self.header(), self.table(), *self.seats(), *self.posts()]

    def money(self, units: int) -> str:
        """Return an amount with its currency: $0.50, $5, 1500."""
        whole, rest = divmod(units, 10 ** self.play.places)
        # at least two decimal places, because the room writes cents
        digits = str(rest).rjust(self.play.places, "0").rstrip("0").ljust(2, "0") if rest else ""
        return f"{self.symbol}{whole}.{digits}" if rest else f"{self.symbol}{whole}"

    # -- header --------------------------------------------------------------------------------------------------------

    def header(self) -> str:
        """Return the first line."""
        record = self.record
        if record.variant not in WORDS:
            raise BadRecord(f"PokerStars has no words for {record.variant}", record.line)
        game, limit = WORDS[record.variant]
        title = record.get("_title") or "Hand"
        event = str(record.get("event") or "")
        # only if the reader would recognise it as an event
        event = f"{event} " if re.fullmatch(r"(?:Zoom )?Tournament #\d+, [^,\n]*", event) else ""
        level = record.get("level")
        rank = f"- Level {to_roman(level)} " if event and isinstance(level, int) and 0 < level < 4000 else ""
        return f"PokerStars {title} #{self.hand_number()}: {'' if event else ' '}{event}{game} {limit} " \
               f"{rank}({self.stakes(bool(event))}){self.when()}"

    def hand_number(self) -> int:
        """Return the hand's number. The number consists of all digits in the hand's id (H-2026-11-17-00042), and is 0
        if there are none.
        """
        number = str(self.record.get("hand", ""))
        digits = number[2:].replace("-", "") if re.fullmatch(r"[A-Z]-[0-9]+(-[0-9]+)*", number) else number
        return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= 20 else 0

    def stakes(self, tournament: bool) -> str:
        """Return the stakes: the blinds, or the two bets in fixed limit."""
        play, record = self.play, self.record
        small, big = play.units(record.get("small_bet") or 0), play.units(record.get("big_bet") or 0)
        currency = str(record.get("currency") or "")
        currency = currency if re.fullmatch("[A-Z]{3}", currency) else ""
        tail = f" {currency}" if currency and not tournament else ""
        if play.rules.limit != "fixed" and "button blind" in self.roles.values():
            ante = max(play.antes)
            return f"Button Blind {self.money(play.least_bet)} - Ante {self.money(ante)}{tail}"
        if play.rules.limit != "fixed":
            big = play.least_bet
            smalls = [abs(play.blinds[seat]) for seat, role in self.roles.items() if role == "small blind"]
            # if nobody posted the small blind, use half the big blind
            small = smalls[0] if smalls else big // 2
        cap = f" - {self.symbol}{record['_cap']} Cap - " if record.get("_cap") else ""
        return f"{self.money(small)}/{self.money(big)}{cap}{tail}"

    def when(self) -> str:
        """Return the date and time, if the record has a date."""
        record = self.record
        day = [record.get(name) for name in ("year", "month", "day")]
        if not all(isinstance(part, int) for part in day):
            return ""
        clock = record.get("time") if isinstance(record.get("time"), time) else time()
        zone = record.get("time_zone_abbreviation") or _ZONES.get(str(record.get("time_zone")), "")
        zone = f" {zone}" if re.fullmatch("[A-Z]{1,5}", str(zone)) else ""
        return f" - {day[0]:04}/{day[1]:02}/{day[2]:02} {clock.hour}:{clock.minute:02}:{clock.second:02}{zone}"

    def _symbol(self) -> str:
        """Return the currency's symbol, or an empty text for chips."""
        record = self.record
        if record.get("event"):
            return ""
        symbol = record.get("currency_symbol") or next(
            (sign for sign, code in CURRENCIES.items() if code == record.get("currency")), "")
        return symbol if re.fullmatch(r"[^\s\d.,()\[\]/-]{0,3}", str(symbol)) else ""

    # -- table and seats -----------------------------------------------------------------------------------------------

    def _seating(self) -> tuple[list[int], int]:
        """Return the seat numbers and the button's seat. If the record's numbers would change the order of players, use
        1, 2, 3, ... instead.
        """
        record, count = self.record, self.play.seats
        numbers = record.get("seats")
        if isinstance(numbers, list) and len(set(numbers)) == count and all(
                type(number) is int and 0 < number < 100 for number in numbers):
            button = record.get("_button") or numbers[-1]
            # the reader must find the same order, because otherwise players would change positions
            if type(button) is int and seat_order(numbers, button) == list(range(count)):
                return numbers, button
        return list(range(1, count + 1)), count

    def table(self) -> str:
        """Return the table line."""
        record = self.record
        name = str(record.get("table") or "")
        name = "" if re.search(r"[\n\r]", name) else name
        size = record.get("seat_count")
        size = size if type(size) is int and max(self.numbers) <= size < 1000 else max(self.numbers)
        stud = self.play.rules.has_bring_in and self.numbers == sorted(self.numbers)
        return f"Table '{name}' {size}-max" + ("" if stud else f" Seat #{self.button} is the button")

    def by_number(self) -> list[int]:
        """Return the seats in the order in which the room lists them."""
        return sorted(range(self.play.seats), key=lambda seat: self.numbers[seat])

    def seats(self) -> list[str]:
        """Return the seat lines. Their stacks still include dead posts (N7)."""
        out = []
        for seat in self.by_number():
            stack = self.money(self.play.stacks[seat] + self.play.dead[seat])
            away = " is sitting out" if seat in self.play.inactive else ""
            out.append(f"Seat {self.numbers[seat]}: {self.names[seat]} ({stack} in chips){away}")
        return out

    # -- posts ---------------------------------------------------------------------------------------------------------

    def _roles(self) -> dict[int, str]:
        """Return the words for each seat that posts a blind, in the order small blind, big blind, straddles."""
        play = self.play
        order = posting_order([seat for seat in range(play.seats) if seat not in play.inactive])
        payers = [seat for seat in order if play.blinds[seat] > 0]
        least = play.least_bet
        if play.rules.code[1:] == "S" and payers == [play.seats - 1]:
            return {payers[0]: "button blind"}
        # of two equal blinds the first is the small blind; a single blind is the big blind
        small = len(payers) > 1 and (play.blinds[payers[0]] < least or play.blinds[payers[1]] == play.blinds[payers[0]])
        names = ["small blind", "big blind"] if small else ["big blind"]
        return {seat: names[at] if at < len(names) else "straddle" for at, seat in enumerate(payers)}

    def role(self, seat: int) -> str:
        """Return the words of the summary for the button or a blind."""
        button = " (button)" if self.numbers[seat] == self.button and not self.play.rules.has_bring_in else ""
        blind = self.roles.get(seat, "")
        return button + (f" ({blind})" if blind in ("small blind", "big blind") else "")

    def posts(self) -> list[str]:
        """Return the lines of all posts: antes, small blind, big blind, straddles, newcomers, dead money."""
        posted = [event for event in self.play.hand.events if isinstance(event, Posted)]
        antes = sorted((event for event in posted if event.kind == "ante"), key=lambda event: self.numbers[event.seat])
        blinds = {event.seat: event for event in posted if event.kind in ("blind", "straddle")}
        lines = [self.post(event, "the ante") for event in antes]
        lines += [self.post(blinds[seat], role) for seat, role in self.roles.items() if seat in blinds]
        dead = {seat: amount for seat, amount in enumerate(self.play.dead) if amount}
        for seat, event in blinds.items():
            if seat not in self.roles:
                lines.append(self.newcomer(event, dead.pop(seat, 0)))
        return lines + [self.dead(seat, amount) for seat, amount in dead.items()]

    def post(self, event: Posted, what: str) -> str:
        """Return the line of one post."""
        end = " and is all-in" if event.all_in else ""
        return f"{self.names[event.seat]}: posts {what} {self.money(event.amount)}{end}"

    def newcomer(self, event: Posted, dead: int) -> str:
        """Return the line of a newcomer's live post, with or without a dead small blind."""
        if not dead:
            return self.post(event, "big blind")
        if event.amount != self.play.least_bet:
            raise BadRecord("a dead post with a live one other than the big blind has no words in PokerStars text")
        return self.post(Posted(event.seat, event.amount + dead, event.kind, event.all_in), "small & big blinds")

    def dead(self, seat: int, amount: int) -> str:
        """Return the line for dead money alone. Dead money is written as a second small blind, or in our own words if
        no small blind was posted before.
        """
        if seat in self.play.inactive:
            raise BadRecord("dead money of a player who is not dealt in has no words in PokerStars text")
        # the reader takes only a second small blind as dead money
        what = "small blind" if "small blind" in self.roles.values() else "dead small blind"
        return self.post(Posted(seat, amount, "dead", False), what)


def _checked(names: list[Any], count: int) -> list[str]:
    """Return the names. Raise BadRecord if a name cannot be written in a line or if two names cannot be distinguished.
    """
    if len(names) != count or not all(isinstance(name, str) for name in names):
        raise BadRecord("players does not hold one name for each player")
    for name in names:
        # a name that looks like a header would begin the next hand
        if _BAD_NAME.search(name) or len(name) > NAME_MAX or patterns.HEADER.match(name):
            raise BadRecord(f"the name {name[:40]!r} cannot be written in PokerStars text")
    if len({name.rstrip() for name in names}) < count:
        raise BadRecord("two players have the same name", clause="N9")
    return list(names)
