"""The words of PokerStars texts: games, limits, currencies, time zones, streets. These tables are also the
documentation of the format.

PokerStars names a game by its words and its limit ("Omaha Hi/Lo" + "Pot Limit"); croupier names it by a PHH code
("PO/8"). PHH has codes for the usual limits only. Games with other limits get a code that is formed in the same way as
those of PHH.
"""

from __future__ import annotations

from croupier.games.poker.rules import LIMIT_WORDS, RULES, PokerRules, with_limit

GAMES = {rules.stars: rules.code for rules in RULES.values()}
"""The PHH code of each game name. The code includes the game's usual limit."""

OUTSIDE = ("5 Card Omaha Hi/Lo", "6 Card Omaha Hi/Lo", "Courchevel Hi/Lo", "Courchevel", "5 Card Draw", "5 Card Stud",
           "Split Hold'em", "Fusion", "Showtime Hold'em", "Swap Hold'em", "Unfold Hold'em", "Tempest Hold'em", "Irish")
"""Games of the room that croupier does not play. Only their accounting is read."""

LIMITS = {"No Limit": "no", "Pot Limit": "pot", "Fixed Limit": "fixed", "Limit": "fixed"}
LIMIT_NAMES = {"no": "No Limit", "pot": "Pot Limit", "fixed": "Limit"}

CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY", "₹": "INR"}
"""The currency for each symbol, for texts that do not name the currency."""

TIME_ZONES = {"ET": "America/New_York", "PT": "America/Los_Angeles", "UTC": "UTC", "GMT": "UTC", "WET": "Europe/Lisbon",
              "CET": "Europe/Paris", "EET": "Europe/Helsinki", "MSK": "Europe/Moscow", "BRT": "America/Sao_Paulo",
              "ART": "America/Argentina/Buenos_Aires", "AT": "America/Halifax", "CT": "America/Chicago",
              "JST": "Asia/Tokyo", "IST": "Asia/Kolkata", "AWST": "Australia/Perth", "AEST": "Australia/Brisbane",
              "CCT": "Asia/Shanghai"}

POSTS = {
    "small blind": "small",
    "big blind": "big",
    "small & big blinds": "both",
    "the ante": "ante",
    "ante": "ante",
    "big blind ante": "ante",
    "button blind": "button",
    "straddle": "straddle",
    "a straddle": "straddle",
    "button straddle": "straddle",
    "dead small blind": "dead",
    "a dead small blind": "dead",
    "dead blind": "dead",
    "dead": "dead",
}
"""The kinds of posts by their words. `both` is a live big blind together with a dead small blind."""

DEALS = {"HOLE CARDS": 0, "DEALING HANDS": 0, "PREFLOP": 0, "PRE-FLOP": 0, "PRE FLOP": 0}
BOARD_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
STUD_STREETS = {"3rd STREET": 0, "4th STREET": 1, "5th STREET": 2, "6th STREET": 3, "7th STREET": 4, "RIVER": 4}
DRAW_STREETS = {"DRAW": 1, "FIRST DRAW": 1, "SECOND DRAW": 2, "THIRD DRAW": 3}
RUNS = ("FIRST ", "SECOND ", "THIRD ")
"""The word before FLOP, TURN, RIVER and SHOW DOWN if a hand was run more than once."""

WORDS = {rules.code: (words, LIMIT_NAMES[rules.limit]) for words, base in GAMES.items() for limit in LIMIT_WORDS
         for rules in (with_limit(RULES[base], limit),)}
"""The words for each code: those of PO/8 are ("Omaha Hi/Lo", "Pot Limit")."""


def streets_of(rules: PokerRules) -> dict[str, int]:
    """Return the street marks of a game, each with the number of the street that it begins."""
    if rules.has_bring_in:
        return STUD_STREETS
    return {**DEALS, **(DRAW_STREETS if rules.has_draws else BOARD_STREETS)}


def roman(text: str) -> int | None:
    """Return the value of a Roman number: IV is 4. Return None if the text is not a Roman number."""
    if text.isdigit():
        return int(text)
    values = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
    total = 0
    for letter, after in zip(text, [*text[1:], ""], strict=True):
        value = values.get(letter)
        if value is None:
            return None
        # a smaller letter before a larger one is subtracted, as in IV
        total += -value if values.get(after, 0) > value else value
    return total


def to_roman(number: int) -> str:
    """Return a number in Roman letters."""
    letters = ((1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"),
               (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
    text = ""
    for value, letter in letters:
        text += letter * (number // value)
        number %= value
    return text
