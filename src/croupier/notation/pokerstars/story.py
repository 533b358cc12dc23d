"""A hand as its text tells it: header, seats, posts and steps, in the text's own order; nothing is inferred here.

`Teller` reads one hand's lines, one at a time, and counts its money as it goes. What the lines mean for a record, seat
order, blinds and all, is `recording.py`'s concern.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import time
from typing import Any

from croupier.games.poker.rules import ALL_RULES, PokerRules, with_limit
from croupier.notation.pokerstars import lines
from croupier.notation.pokerstars.accounting import Ledger
from croupier.notation.pokerstars.lines import Names, Said, amount_of, cards_of
from croupier.notation.pokerstars.words import (
    CURRENCIES,
    DEALS,
    GAMES,
    LIMITS,
    POSTS,
    RUNS,
    TIME_ZONES,
    roman,
    streets_of,
)
from croupier.notation.record import BadRecord, Number

SEATS_MAX = 10
STEPS_MAX = 1000
UNREAD_MAX = 20
DRAWING = ("discard", "pat", "dealt")


@dataclass(slots=True)
class Header:
    """What the first line says."""

    title: str
    hand: int
    game: str
    limit: str
    rules: PokerRules | None
    stakes: tuple[Number, Number] | None = None
    button_blind: bool = False
    cap: Number | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    """Fields of the record that the header gives word for word."""


@dataclass(slots=True)
class Post:
    """Forced money: `kind` is one of the values of `POSTS`."""

    seat: int
    kind: str
    words: str
    amount: Number
    all_in: bool


@dataclass(slots=True)
class Step:
    """One thing that happened, and its line: `amount` is a raise-to, a count of discards, or a street's number."""

    line: int
    kind: str
    seat: int = -1
    amount: Number = 0
    cards: str = ""
    held: str = ""


@dataclass(slots=True)
class Story:
    """A hand as told."""

    header: Header
    table: str = ""
    seat_count: int | None = None
    button: int | None = None
    numbers: list[int] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    stacks: list[Number] = field(default_factory=list)
    posts: list[Post] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    tabled: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Cards the summary shows: seat to how ("showed", "mucked") and which."""
    took_part: set[int] = field(default_factory=set)
    unread: list[str] = field(default_factory=list)
    cash_outs: dict[int, Number] = field(default_factory=dict)
    """What the room paid each seat that sold it its share of an all-in pot."""
    strangers: list[str] = field(default_factory=list)
    """Lines that move chips of players without a seat."""
    unsupported: str | None = None
    ledger: Ledger = field(default_factory=lambda: Ledger([]))


def read_header(line: str) -> Header:
    """The first line of a hand."""
    match = lines.HEADER.fullmatch(line)
    date = lines.DATE.search(match["rest"]) if match else None
    if match is None:
        raise BadRecord("a hand begins with a line PokerStars Hand #number: ...")
    head = match["rest"][:date.start()] if date else match["rest"]
    game = lines.GAME.search(head) or lines.OTHER_GAME.search(head)
    if game is None:
        raise BadRecord("the header names no game and limit")
    header = _game(match, game)
    after = head[game.end():]
    _stakes(header, after)
    level = lines.LEVEL.search(after)
    event = lines.TOURNAMENT.search(head[:game.start()])
    if event:
        header.facts["event"] = event["event"].strip()
        header.facts.pop("currency", None)
        header.facts.pop("currency_symbol", None)
    if level:
        header.facts["level"] = roman(level["level"])
    if date:
        header.facts.update(_when(date))
    return header


def _game(match: re.Match[str], game: re.Match[str]) -> Header:
    """Game and limit by the room's words."""
    words = {word.lower(): word for word in (*GAMES, *LIMITS)}
    name, limit = words.get(game["game"].lower(), game["game"].strip()), words[game["limit"].lower()]
    rules = with_limit(ALL_RULES[GAMES[name]], LIMITS[limit]) if name in GAMES else None
    return Header(match["title"].strip(), int(match["hand"]), name, limit, rules)


def _stakes(header: Header, after: str) -> None:
    """The stakes between brackets, their currency and a cap."""
    stakes = lines.BUTTON_STAKES.search(after)
    header.button_blind = stakes is not None
    stakes = stakes or lines.STAKES.search(after)
    if stakes is None:
        return
    header.stakes = amount_of(stakes["small"]), amount_of(stakes["big"])
    symbol = stakes["symbol"]
    named = lines.CURRENCY.search(after, stakes.end())
    if symbol or named:
        header.facts["currency"] = named["currency"] if named else CURRENCIES.get(symbol, symbol)
    if symbol:
        header.facts["currency_symbol"] = symbol
    cap = lines.CAP.search(after)
    header.cap = amount_of(cap["cap"]) if cap else None


def _when(date: re.Match[str]) -> dict[str, Any]:
    """Day and time as PHH's fields."""
    year, month, day = int(date["year"]), int(date["month"]), int(date["day"])
    hour, minute, second = int(date["hour"]), int(date["minute"]), int(date["second"])
    if not (1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 60):
        raise BadRecord(f"{date[0][3:]} is no date and time")
    facts: dict[str, Any] = {"time": time(hour, minute, second)}
    if date["zone"]:
        facts["time_zone_abbreviation"] = date["zone"]
        if date["zone"] in TIME_ZONES:
            facts["time_zone"] = TIME_ZONES[date["zone"]]
    return {**facts, "day": day, "month": month, "year": year}


class Teller:
    """Reads the lines of one hand."""

    def __init__(self, header: str, line: int) -> None:
        self.line = line
        self.story = Story(read_header(header))
        self.names = Names([])
        self.streets = streets_of(self.story.header.rules) if self.story.header.rules else {}
        self.seating = True
        self.summing_up = False
        self.draws_unmarked = False
        self.street = 0
        if self.story.header.rules is None:
            self.story.unsupported = f"{self.story.header.game} is none of the games croupier plays"

    def tell(self, line: str, number: int) -> None:
        """Take one line in."""
        self.line = number
        if not line.strip():
            return
        if self.seating and self.is_seating(line):
            return
        if self.summing_up:
            self.sum_up(line)
            return
        said = self.names.said(line)
        if said is not None:
            self.act(said)
        elif not self.room_says(line):
            self.pass_over(line)

    def finish(self) -> Story:
        """The whole hand, once its lines are read."""
        if len(self.story.names) < 2:
            raise BadRecord(f"{len(self.story.names)} seat lines: a hand needs two players")
        return self.story

    # -- the table -----------------------------------------------------------------------------------------------------

    def is_seating(self, line: str) -> bool:
        """Take a table or seat line; false for others."""
        match = lines.TABLE.fullmatch(line)
        if match and not self.story.names:
            self.story.table = match["table"]
            self.story.seat_count = int(match["max"][:3]) if match["max"] else None
            self.story.button = int(match["button"][:3]) if match["button"] else None
            return True
        match = lines.SEAT.fullmatch(line)
        if match:
            self.sit(int(match["seat"]), match["name"], amount_of(match["stack"]))
        return match is not None

    def sit(self, number: int, name: str, stack: Number) -> None:
        """One player of the hand."""
        story = self.story
        if number in story.numbers or name.rstrip() in [known.rstrip() for known in story.names]:
            raise BadRecord(f"seat {number} or the name {name[:40]!r} stands twice", clause="N9")
        if len(story.names) == SEATS_MAX:
            raise BadRecord(f"more than {SEATS_MAX} players", clause="N9")
        story.numbers.append(number)
        story.names.append(name)
        story.stacks.append(stack)
        self.names = Names(story.names)
        story.ledger = Ledger(story.stacks)

    # -- the players ---------------------------------------------------------------------------------------------------

    def act(self, said: Said) -> None:
        """A line of a seated player."""
        self.seating = False
        kind, ledger = said.kind, self.story.ledger
        if kind == "collect":
            ledger.collected[said.seat] += said.amount
        elif kind == "cash_out":
            self.story.cash_outs[said.seat] = said.amount
        elif kind in ("post", "straddle"):
            self.post(said)
        elif kind in ("discard", "pat"):
            self.draw(said)
        elif kind not in ("away", "quiet"):
            self.bet(said)

    def post(self, said: Said) -> None:
        """Forced money; what kind of it, the words say."""
        words = said.what or said.kind
        kind = POSTS.get(words)
        if kind is None:
            self.story.unsupported = self.story.unsupported or f"a post of {words[:40]!r} is not known"
            kind = "dead"
        extra = kind == "small" and any(post.kind == "small" for post in self.story.posts)
        big = self.big_blind()
        live = min(said.amount, big) if kind == "both" and big else said.amount
        self.story.ledger.pay(said.seat, live, live=kind not in ("ante", "dead") and not extra)
        self.story.ledger.pay(said.seat, said.amount - live, live=False)
        self.story.posts.append(Post(said.seat, "dead" if extra else kind, words, said.amount, said.all_in))
        self.story.took_part.add(said.seat)
        self.bound(len(self.story.posts))

    def big_blind(self) -> Number:
        """The big blind as the header has it; 0 where it has none."""
        header = self.story.header
        return header.stakes[0 if LIMITS[header.limit] == "fixed" else 1] if header.stakes else 0

    def draw(self, said: Said) -> None:
        """Discards; where the text does not mark the draw, the first of them begins it."""
        if self.draws_unmarked:
            self.draws_unmarked = False
            self.begin_street(1, "")
        elif self.story.header.rules is None and self.story.steps[-1:] and self.story.steps[-1].kind not in DRAWING:
            self.story.ledger.next_street()
        self.step(said.kind, said.seat, said.amount, said.cards)

    def bet(self, said: Said) -> None:
        """Betting, folding, showing."""
        ledger, amount = self.story.ledger, said.amount
        if said.kind == "raise":
            ledger.raise_to(said.seat, amount)
        elif said.kind in ("call", "bet", "bring_in"):
            ledger.pay(said.seat, amount)
        if said.kind == "bet":
            amount = ledger.street[said.seat]
        if said.capped and self.story.unsupported is None:
            self.story.unsupported = "the betting reached the table's cap, which stops it short of all-in"
        if said.kind in ("bet", "raise") and self.is_double_bet(amount):
            self.story.unsupported = self.story.unsupported or "a double bet on an open pair, which PHH's stud has not"
        self.step(said.kind, said.seat, amount, said.cards)

    def is_double_bet(self, amount: Number) -> bool:
        """Whether a bet of seven card stud's fourth street is the big bet, as the room allows on an open pair."""
        header = self.story.header
        if header.rules is None or header.rules.code != "F7S" or header.stakes is None or self.street != 1:
            return False
        return amount == header.stakes[1] and not any(step.kind == "bet" for step in self.this_street())

    def this_street(self) -> list[Step]:
        """What happened on this street so far."""
        steps = self.story.steps
        begun = max((at for at, step in enumerate(steps) if step.kind == "street"), default=-1)
        return steps[begun + 1:]

    def step(self, kind: str, seat: int = -1, amount: Number = 0, cards: str = "", held: str = "") -> None:
        """Write a step down."""
        if seat >= 0:
            self.story.took_part.add(seat)
        self.story.steps.append(Step(self.line, kind, seat, amount, cards, held))
        self.bound(len(self.story.steps))

    def bound(self, count: int) -> None:
        """No hand has as many steps as this."""
        if count > STEPS_MAX:
            raise BadRecord(f"more than {STEPS_MAX} actions in one hand")

    # -- the room ------------------------------------------------------------------------------------------------------

    def room_says(self, line: str) -> bool:
        """Take a line of the room: a street, cards dealt, chips returned; false where it is none of them."""
        mark = lines.MARK.fullmatch(line)
        if mark:
            self.mark(mark["mark"], mark["cards"])
            return True
        if line.startswith(lines.DEALT_TO):
            dealt = self.names.dealt(line)
            if dealt is None:
                return False
            self.step("dealt", dealt[0], cards=dealt[2], held=dealt[1])
            return True
        match = lines.UNCALLED.fullmatch(line)
        seat = self.names.find(match["name"]) if match else None
        if match is None or seat is None:
            return False
        self.story.ledger.uncalled[seat] += amount_of(match["amount"])
        return True

    def mark(self, name: str, cards: str) -> None:
        """A street begins, or the showdown, or the summary."""
        self.seating = False
        if name == "SUMMARY":
            self.summing_up = True
            return
        for run in RUNS:
            if name.startswith(run) and name[len(run):] not in ("DRAW",) and name not in self.streets:
                self.story.unsupported = "the board was run more than once"
                name = name[len(run):] if run == "FIRST " else ""
        if name.startswith(("SHOW DOWN", "SHOWDOWN")):
            self.step("showdown")
        elif name in self.streets:
            self.begin_street(self.streets[name], cards)
        elif name not in DEALS and self.story.header.rules is not None and name:
            self.story.unsupported = self.story.unsupported or f"line {self.line}: the street {name!r} is not known"
        elif name not in DEALS and name:
            self.story.ledger.next_street()

    def begin_street(self, street: int, cards: str) -> None:
        """Bets begin anew; cards in the last brackets are new on the board."""
        rules = self.story.header.rules
        if street:
            self.story.ledger.next_street()
        else:
            self.draws_unmarked = rules is not None and rules.has_draws and len(rules.streets) == 2
        if rules is not None and rules.has_draws and street == 1:
            self.draws_unmarked = False
        self.street = street
        groups = lines.BRACKETS.findall(cards)
        self.step("street", amount=street, cards=cards_of(groups[-1]) if groups else "")

    def sum_up(self, line: str) -> None:
        """A line of the summary: the pot and the rake, cards shown or mucked."""
        total = lines.TOTAL.fullmatch(line)
        if total:
            self.story.ledger.total_pot = amount_of(total["pot"])
            self.story.ledger.rake = amount_of(total["rake"])
            return
        if lines.TWICE.match(line):
            self.story.unsupported = "the board was run more than once"
        match = lines.SUMMARY_SEAT.match(line)
        number = int(match["seat"]) if match else -1
        if match is None or number not in self.story.numbers:
            return
        seat = self.story.numbers.index(number)
        name = self.story.names[seat]
        rest = match["rest"][len(name):] if match["rest"].startswith(name) else ""
        tabled = lines.TABLED.search(rest)
        if tabled:
            self.story.tabled[seat] = tabled["how"], cards_of(tabled["cards"])
        not_awarded = lines.NOT_AWARDED.search(rest)
        if not_awarded and seat in self.story.cash_outs and not self.story.ledger.collected[seat]:
            # No "collected" line is written for a pot whose winner sold it, so only the summary states its size.
            self.story.ledger.collected[seat] = amount_of(not_awarded["amount"])

    def pass_over(self, line: str) -> None:
        """A line that says nothing to us; kept in mind unless it is mere chatter."""
        moved = lines.MOVES_CHIPS.fullmatch(line)
        said = ' said, "' in line
        if not said and (moved or lines.UNCALLED.fullmatch(line)):
            self.story.strangers.append(f"line {self.line} moves chips of a player without a seat")
        elif not lines.CHATTER.fullmatch(line) and len(self.story.unread) < UNREAD_MAX:
            self.story.unread.append(f"{self.line}: {line[:200].strip()}")
