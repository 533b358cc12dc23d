"""The lines of a PokerStars text as regular expressions, one for each kind of line. The patterns are also the
documentation of the format.

The patterns do not include names: of a player's line only the text after the name is matched (`player_lines.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from croupier.notation.pokerstars.vocabulary import GAMES, LIMITS, OUTSIDE

# at most three characters of currency, thousands separated by commas, at most nine decimal places
_AMOUNT = r"[^\s\d.,()\[\]-]{0,3}[ ]?(?P<%s>\d[\d,]{0,18}(?:\.\d{1,9})?)"
_ALL_IN = r"(?P<end> and is all-in| and has reached the .* cap)?"
_REST = r"(?: \(.*\))?\s*"


def _line(pattern: str, *amounts: str) -> re.Pattern[str]:
    """Compile a pattern after inserting the named amounts."""
    return re.compile(pattern % tuple(_AMOUNT % name for name in amounts) if amounts else pattern)


def _words(table: Iterable[str]) -> str:
    # the longest names come first, so that "Omaha Hi/Lo" is not matched as "Omaha"
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

# -- what the room states ----------------------------------------------------------------------------------------------

MARK = re.compile(r"\s*\*\*\* (?P<mark>[^*]{1,40}) \*\*\*\s*(?P<cards>.*)")
BRACKETS = re.compile(r"\[([^\[\]]*)\]")
DEALT_TO = "Dealt to "
DEALT = re.compile(r"(?: \[(?P<old>[^\[\]]*)\])? \[(?P<new>[^\[\]]*)\]\s*")
UNCALLED = _line(r"Uncalled bet \(%s\) returned to (?P<name>.+)", "amount")
TOTAL = _line(r"Total pot %s.*\| Rake %s.*", "pot", "rake")
TWICE = re.compile(r"Hand was run (?P<times>\w+)")
NOT_AWARDED = _line(r" won \(%s\) .*\(pot not awarded as player cashed out\)\s*", "amount")
TABLED = re.compile(r"(?:^|\s)(?P<how>showed|mucked) \[(?P<cards>[^\[\]]*)\]")

CHATTER = re.compile(
    r".* (?:said, \".*|joins the table at seat #\d+.*|leaves the table|has timed out.*|is (?:dis)?connected.*|"
    r"has returned|is sitting out|sits out|will be allowed to play after the button|was removed from the table.*|"
    r"finished the tournament.*|wins the tournament.*|wins .* bounty.*|re-buys .*|takes the add-on.*|"
    r"was moved from another table.*|has been disconnected.*|cannot .*|is capped.*|received .*|mucks hand|"
    r"No low hand qualified)\s*|No low hand qualified|(?:FIRST |SECOND |THIRD )?Board \[.*\]\s*|Betting is capped.*|"
    r"Pair on board.*|Hand was run .*|Seat \d{1,2}: .*", re.S)
"""Matches lines that move neither chips nor cards."""
MOVES_CHIPS = _line(r"(?P<name>.+?)(?:: (?:posts .*|calls|bets|raises|brings in .*)| collected) %s.*", "amount")
"""Matches lines that move chips. If the player has no seat, the line must not be ignored, because the money would not
balance.
"""
