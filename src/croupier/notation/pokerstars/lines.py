"""The lines of a PokerStars text, as patterns: what each says, and nothing of what follows from it.

Names may hold anything (colons, brackets, `$`, "folds"), so a player's line is never split by its punctuation: the seat
lines tell the names, the longest name a line begins with is tried first, and what follows must match one of the
patterns of its verb as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from croupier.cards import BadCards, parse, text
from croupier.notation.pokerstars.words import GAMES, LIMITS, OUTSIDE
from croupier.notation.record import BadRecord, Number

PLACES = 4
"""Decimal places an amount may have (M1)."""
DIGITS = 13
"""Digits an amount may have before the point."""

_AMOUNT = r"[^\s\d.,()\[\]-]{0,3}[ ]?(?P<%s>\d[\d,]{0,18}(?:\.\d{1,9})?)"
_ALL_IN = r"(?P<end> and is all-in| and has reached the .* cap)?"
_REST = r"(?: \(.*\))?\s*"


def _line(pattern: str, *amounts: str) -> re.Pattern[str]:
    """A pattern with its amounts filled in."""
    return re.compile(pattern % tuple(_AMOUNT % name for name in amounts) if amounts else pattern)


def _words(table: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(table, key=len, reverse=True))


# -- the first lines ---------------------------------------------------------------------------------------------------

HEADER = re.compile(r"\s*PokerStars (?P<title>[A-Za-z ]{0,40}?(?:Game|Hand)) #(?P<hand>\d{1,20}):\s*(?P<rest>.*)", re.I)
DATE = re.compile(r" - (?P<year>\d{4})/(?P<month>\d\d?)/(?P<day>\d\d?) "
                  r"(?P<hour>\d\d?):(?P<minute>\d\d):(?P<second>\d\d)(?: (?P<zone>[A-Z]{1,5}))?")
GAME = re.compile(rf"(?P<game>{_words([*GAMES, *OUTSIDE])})\s+(?P<limit>{_words(LIMITS)})(?![a-z])", re.I)
OTHER_GAME = re.compile(rf"(?P<game>[^,()#]{{1,60}}?)\s+(?P<limit>{_words(LIMITS)})(?![a-z])", re.I)
TOURNAMENT = re.compile(r"(?P<event>(?:Zoom )?Tournament #\d+(?:, [^,]*?)?),?\s*$", re.I)
LEVEL = re.compile(r"Level (?P<level>[IVXLCDM]+|\d+)\b")
STAKES = _line(r"(?P<symbol>[^\s\d(]{0,3})%s/%s", "small", "big")
BUTTON_STAKES = _line(r"Button Blind (?P<symbol>[^\s\d(]{0,3})%s - Ante %s", "big", "small")
CURRENCY = re.compile(r" (?P<currency>[A-Z]{3})\b")
CAP = _line(r" - %s Cap", "cap")

TABLE = re.compile(r"\s*Table '(?P<table>.*)'(?: (?P<max>\d+)-max)?(?P<play> \(Play Money\))?"
                   r"(?: Seat #(?P<button>\d+) is the button)?.*")
SEAT = _line(r"\s?Seat (?P<seat>\d{1,2}): (?P<name>.+) \(%s in chips(?:, .* bounty)?\)"
             r"(?: is sitting out| out of hand.*)?\s*", "stack")

# -- what a player does: the verb after "name: " -----------------------------------------------------------------------

VERBS = {
    "posts": ("post", _line(r"posts (?P<what>[a-z& ]+?) %s" + _ALL_IN + _REST, "amount")),
    "straddles": ("straddle", _line(r"straddles (?:to )?%s" + _ALL_IN + _REST, "amount")),
    "straddle": ("straddle", _line(r"straddle %s" + _ALL_IN + _REST, "amount")),
    "folds": ("fold", re.compile(r"folds(?: \[(?P<cards>.*?)\])?" + _REST)),
    "checks": ("check", re.compile(r"checks" + _REST)),
    "calls": ("call", _line(r"calls %s" + _ALL_IN + _REST, "amount")),
    "bets": ("bet", _line(r"bets %s" + _ALL_IN + _REST, "amount")),
    "raises": ("raise", _line(r"raises %s to %s" + _ALL_IN + _REST, "by", "amount")),
    "brings": ("bring_in", _line(r"brings in(?: low| high)? for %s" + _ALL_IN + _REST, "amount")),
    "brings-in": ("bring_in", _line(r"brings-in(?: low| high)? for %s" + _ALL_IN + _REST, "amount")),
    "discards": ("discard", re.compile(r"discards (?P<count>\d) cards?(?: \[(?P<cards>.*?)\])?" + _REST)),
    "stands": ("pat", re.compile(r"stands pat(?: on \[(?P<cards>.*?)\])?" + _REST)),
    "shows": ("show", re.compile(r"shows \[(?P<cards>.*?)\]" + _REST)),
    "mucks": ("muck", re.compile(r"mucks hand" + _REST)),
    "doesn't": ("quiet", re.compile(r"doesn't show hand" + _REST)),
    "sits": ("away", re.compile(r"sits out" + _REST)),
    "is": ("away", re.compile(r"is sitting out" + _REST)),
}
COLLECTED = _line(r" collected %s from (?P<pot>(?:main |side )?pot(?:[- ]\d+)?)\s*", "amount")
CASHED_OUT = _line(r" cashed out the hand for %s.*", "amount")

# -- what the room says ------------------------------------------------------------------------------------------------

MARK = re.compile(r"\s*\*\*\* (?P<mark>[^*]{1,40}) \*\*\*\s*(?P<cards>.*)")
BRACKETS = re.compile(r"\[([^\[\]]*)\]")
DEALT_TO = "Dealt to "
DEALT = re.compile(r"(?: \[(?P<old>[^\[\]]*)\])? \[(?P<new>[^\[\]]*)\]\s*")
UNCALLED = _line(r"Uncalled bet \(%s\) returned to (?P<name>.+)", "amount")
TOTAL = _line(r"Total pot %s.*\| Rake %s.*", "pot", "rake")
TWICE = re.compile(r"Hand was run (?P<times>\w+)")
SUMMARY_SEAT = re.compile(r"Seat (?P<seat>\d{1,2}): (?P<rest>.*)")
NOT_AWARDED = _line(r" won \(%s\) .*\(pot not awarded as player cashed out\)\s*", "amount")
TABLED = re.compile(r"(?:^|\s)(?P<how>showed|mucked) \[(?P<cards>[^\[\]]*)\]")

CHATTER = re.compile(
    r".* (?:said, \".*|joins the table at seat #\d+.*|leaves the table|has timed out.*|is (?:dis)?connected.*|"
    r"has returned|is sitting out|sits out|will be allowed to play after the button|was removed from the table.*|"
    r"finished the tournament.*|wins the tournament.*|wins .* bounty.*|re-buys .*|takes the add-on.*|"
    r"was moved from another table.*|has been disconnected.*|cannot .*|is capped.*|received .*|mucks hand|"
    r"No low hand qualified)\s*|No low hand qualified|(?:FIRST |SECOND |THIRD )?Board \[.*\]\s*|Betting is capped.*|"
    r"Pair on board.*|Hand was run .*|Seat \d{1,2}: .*", re.S)
"""Lines that move no chips and no cards."""
MOVES_CHIPS = _line(r"(?P<name>.+?)(?:: (?:posts .*|calls|bets|raises|brings in .*)| collected) %s.*", "amount")
"""A line that moves chips, whoever is meant: of a player without a seat it is not passed over in silence."""


@dataclass(slots=True)
class Said:
    """One line of a player: who, what, how much, which cards."""

    seat: int
    kind: str
    amount: Number = 0
    what: str = ""
    all_in: bool = False
    capped: bool = False
    cards: str = ""


def amount_of(digits: str) -> Number:
    """An amount from its digits: an int where it is written as one, else a Decimal."""
    plain = digits.replace(",", "")
    whole, _, places = plain.partition(".")
    if len(whole) > DIGITS or len(places) > PLACES:
        raise BadRecord(f"{digits[:40]} is too large or too fine an amount", clause="M1")
    return Decimal(plain) if places else int(whole)


def cards_of(words: str) -> str:
    """Cards from between brackets, as PHH writes them: "Ah 10d" is AhTd, `??` stays."""
    try:
        return text(parse(words)) if words else ""
    except BadCards as error:
        raise BadRecord(str(error), clause="N9") from None


class Names:
    """The players of a hand, found at the beginning of a line, the longest name first."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self._longest = sorted(range(len(names)), key=lambda seat: -len(names[seat]))
        self._exact = {name.rstrip(): seat for seat, name in enumerate(names)}

    def find(self, name: str) -> int | None:
        """The seat of a name that stands alone."""
        return self._exact.get(name.rstrip())

    def dealt(self, line: str) -> tuple[int, str, str] | None:
        """Seat, cards it held and cards it was dealt, of a line "Dealt to name [Ah Kd] [2c]"."""
        for seat in self._longest:
            if line.startswith(self.names[seat], len(DEALT_TO)):
                match = DEALT.fullmatch(line, len(DEALT_TO) + len(self.names[seat]))
                if match:
                    return seat, cards_of(match["old"] or ""), cards_of(match["new"])
        return None

    def said(self, line: str) -> Said | None:
        """What a seated player says or does in this line; None where it is no such line."""
        for seat in self._longest:
            if line.startswith(self.names[seat]):
                said = _said(seat, line[len(self.names[seat]):])
                if said is not None:
                    return said
        return None


def _said(seat: int, rest: str) -> Said | None:
    """The line of one player, its name cut off."""
    if rest.startswith(": "):
        kind, pattern = VERBS.get(rest[2:].split(" ", 1)[0].rstrip(), ("", MARK))
        match = pattern.fullmatch(rest, 2) if kind else None
        return _filled(seat, kind, match) if match else None
    for kind, pattern in (("collect", COLLECTED), ("cash_out", CASHED_OUT)):
        match = pattern.fullmatch(rest)
        if match:
            return _filled(seat, kind, match)
    return None


def _filled(seat: int, kind: str, match: re.Match[str]) -> Said:
    """A Said from what a pattern found."""
    found = match.groupdict()
    said = Said(seat, kind, what=found.get("what") or found.get("pot") or "", cards=cards_of(found.get("cards") or ""))
    if found.get("amount"):
        said.amount = amount_of(found["amount"])
    if found.get("count"):
        said.amount = int(found["count"])
    said.all_in = found.get("end") == " and is all-in"
    said.capped = bool(found.get("end")) and not said.all_in
    return said
