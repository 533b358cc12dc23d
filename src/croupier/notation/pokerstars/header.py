# cython: nonecheck=True, boundscheck=True, wraparound=True
"""Read the first line of a hand: its number, game, limit, stakes, tournament and date.

The hands of a session differ only in number and date, so the words between the two are read once and cached.
"""

from __future__ import annotations

import re
from datetime import time
from functools import lru_cache
from typing import Any

from croupier.games.poker.rules import ALL_RULES, PokerRules, with_limit
from croupier.notation.pokerstars import patterns
from croupier.notation.pokerstars.player_lines import amount_of
from croupier.notation.pokerstars.vocabulary import CURRENCIES, GAMES, LIMITS, TIME_ZONES, roman, streets_of
from croupier.notation.record import BadRecord, Number


class Header:
    """What the first line states."""

    def __init__(self, game: str, limit: str, rules: PokerRules | None) -> None:
        self.title = ""
        self.hand = 0
        self.game = game
        self.limit = limit
        self.is_fixed = LIMITS[limit] == "fixed"
        """True if the stakes are bets (fixed limit) and not blinds."""
        self.rules = rules
        self.stakes: tuple[Number, Number] | None = None
        self.big_blind: Number = 0
        """The big blind, or 0 if the header does not state the stakes."""
        self.cap: Number | None = None
        self.facts: dict[str, Any] = {}
        """Fields of the record whose values are directly in the header."""
        self.streets: dict[str, int] = {}
        """The street marks of the game, each with the number of the street that it begins."""
        self.sizes: tuple[int, ...] = ()
        """How many hole cards each street deals."""
        self.first_down = 0
        self.has_draws = self.has_bring_in = False

    def learn(self, rules: PokerRules) -> None:
        """Store the game's streets and numbers of cards, once for all hands with this header."""
        self.streets = streets_of(rules)
        self.sizes = tuple([street.down + street.up for street in rules.streets])
        self.first_down = rules.streets[0].down
        self.has_draws, self.has_bring_in = rules.has_draws, rules.has_bring_in

    def numbered(self, title: str, hand: int, facts: dict[str, Any]) -> Header:
        """Return a copy of this header for one hand."""
        copy = Header(self.game, self.limit, self.rules)
        copy.title = title
        copy.hand = hand
        copy.stakes = self.stakes
        copy.big_blind = self.big_blind
        copy.cap = self.cap
        copy.streets = self.streets
        copy.sizes = self.sizes
        copy.first_down = self.first_down
        copy.has_draws = self.has_draws
        copy.has_bring_in = self.has_bring_in
        copy.facts = facts
        return copy


def read_header(line: str) -> Header:
    """Return the contents of a hand's first line. Raise BadRecord if the game, the limit or a valid date is missing."""
    match = patterns.HEADER.fullmatch(line)
    if match is None:
        raise BadRecord("a hand begins with a line PokerStars Hand #number: ...")
    rest = match["rest"]
    date = patterns.DATE.search(rest)
    # cached by the text without number and date, so that a session has one entry
    header = _game_and_stakes(rest[:date.start()] if date else rest)
    facts = {**header.facts, **_when(date)} if date else dict(header.facts)
    return header.numbered(match["title"].strip(), int(match["hand"]), facts)


@lru_cache(256)
def _game_and_stakes(head: str) -> Header:
    """Return a header without number and date, made from the text between these two: the game and the stakes."""
    game = patterns.GAME.search(head) or patterns.OTHER_GAME.search(head)
    if game is None:
        raise BadRecord("the header names no game and limit")
    header = _game(game)
    after = head[game.end():]
    _read_stakes(header, after)
    event = patterns.TOURNAMENT.search(head[:game.start()])
    if event:
        header.facts["event"] = event["event"].strip()
        # the blinds of a tournament are chips, whatever the currency of its buy-in
        header.facts.pop("currency", None)
        header.facts.pop("currency_symbol", None)
    level = patterns.LEVEL.search(after)
    if level:
        header.facts["level"] = roman(level["level"])
    return header


def _game(game: re.Match[str]) -> Header:
    """Return a header with game and limit."""
    words = {word.lower(): word for word in (*GAMES, *LIMITS)}
    name, limit = words.get(game["game"].lower(), game["game"].strip()), words[game["limit"].lower()]
    # a game that croupier does not know is still read for its accounting
    rules = with_limit(ALL_RULES[GAMES[name]], LIMITS[limit]) if name in GAMES else None
    header = Header(name, limit, rules)
    if rules is not None:
        header.learn(rules)
    return header


def _read_stakes(header: Header, after: str) -> None:
    """Set the stakes, which are between brackets, their currency and a cap."""
    stakes = patterns.BUTTON_STAKES.search(after) or patterns.STAKES.search(after)
    if stakes is None:
        return
    header.stakes = amount_of(stakes["small"]), amount_of(stakes["big"])
    # in fixed limit the stakes are the bets, and the small bet is the big blind
    header.big_blind = header.stakes[0 if header.is_fixed else 1]
    symbol = stakes["symbol"]
    named = patterns.CURRENCY.search(after, stakes.end())
    if symbol or named:
        header.facts["currency"] = named["currency"] if named else CURRENCIES.get(symbol, symbol)
    if symbol:
        header.facts["currency_symbol"] = symbol
    cap = patterns.CAP.search(after)
    header.cap = amount_of(cap["cap"]) if cap else None


@lru_cache(256)
def table_line(line: str) -> tuple[str, int | None, int | None] | None:
    """Return the name, the number of seats and the button from a line such as "Table 'Vesta' 6-max Seat #2 is the
    button". Return None for any other line.
    """
    match = patterns.TABLE.fullmatch(line)
    if match is None:
        return None
    return (match["table"], int(match["max"][:3]) if match["max"] else None,
            int(match["button"][:3]) if match["button"] else None)


def _when(date: re.Match[str]) -> dict[str, Any]:
    """Return the date and time as PHH's fields. Raise BadRecord for a date that does not exist."""
    year, month, day, hour, minute, second = map(int, date.groups()[:6])
    if not (1 <= month <= 12 and 1 <= day <= 31 and hour < 24 and minute < 60 and second < 60):
        raise BadRecord(f"{date[0][3:]} is not a date and time")
    facts: dict[str, Any] = {"time": time(hour, minute, second)}
    zone = date["zone"]
    if zone:
        facts["time_zone_abbreviation"] = zone
        if zone in TIME_ZONES:
            facts["time_zone"] = TIME_ZONES[zone]
    return {**facts, "day": day, "month": month, "year": year}
