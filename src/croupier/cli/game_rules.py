"""Write the rules of the poker games and of the sting in Markdown, from the same data that the engine uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.games.poker.rules import PokerRules, Street

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")
_OPENERS = (
    "The player left of the button acts first.",
    "The lowest up-card brings in; equal ranks are broken by suit, clubs lowest.",
    "The highest up-card brings in (aces are low).",
    "The best hand showing acts first.",
    "The best low hand showing acts first.",
)
"""The sentence for each way to open the betting, in the order of the constants in `games.poker.rules`."""
_STREETS = {"PRE_FLOP": "Before the flop", "PRE_DRAW": "Before the draw", "DRAW_1": "First draw",
            "DRAW_2": "Second draw", "DRAW_3": "Third draw"}
"""The English name of each street whose name in the engine is not an English word."""
_LIMITS = {
    "no": "No-limit: a bet is at least the big blind, a raise adds at least as much as the last full raise, and both "
          "may go up to the whole stack.",
    "pot": "Pot-limit: a raise adds at least as much as the last full raise and at most the size of the pot after a "
           "call.",
    "fixed": "Fixed limit: bets and raises have one size, the small bet on early streets and the big bet on later "
             "ones. A street is capped at four bets while more than two players can still bet.",
}
_WINS = {
    "high": "The best five-card poker hand wins.",
    "short_deck": "The best five-card poker hand wins. A flush beats a full house, and A-6-7-8-9 is the lowest "
                  "straight.",
    "omaha": "The best poker hand of exactly two hole cards and exactly three board cards wins.",
    "low": "The lowest hand wins: aces are low, and straights and flushes do not count. The best hand is 5-4-3-2-A.",
    "low8": "Half of the pot goes to the lowest hand of five different ranks, eight or lower (aces are low).",
    "omaha_low8": "Half of the pot goes to the lowest hand of five different ranks, eight or lower (aces are low), "
                  "made of exactly two hole cards and three board cards.",
    "deuce_to_seven": "The lowest poker hand wins: aces are high, and straights and flushes count against you. The "
                      "best hand is 7-5-4-3-2 of mixed suits.",
    "badugi": "The hand with the most cards of different suits and different ranks wins, at best four; of equal "
              "numbers the lowest (aces are low).",
}


def poker_rules(rules: PokerRules) -> str:
    """Return the rules of a poker game in Markdown."""
    blocks = [f"# {rules.name[0].upper()}{rules.name[1:]} ({rules.code})", _needs(rules), _posts(rules),
              "## A hand", "\n".join(_streets(rules)), "## Betting", _LIMITS[rules.limit],
              "Details: `croupier rules B3` (minimum raise), `B4` (reopening), `B11` (side pots), `B13` (limits).",
              "## Winning", *_winning(rules)]
    return "\n\n".join(blocks) + "\n"


def sting_rules() -> str:
    """Return the rules of the sting in Markdown: the text of each clause, in order."""
    from croupier.rulebook import CLAUSES

    clauses = [clause for clause in CLAUSES.values() if clause.number.startswith("I")]
    intro = ("A game for one player. You sell, the Customer bargains, and the Narc collects evidence. A hand has three "
             "rounds. In each round everybody draws up to three cards, then there is betting, in which a raise plays a "
             "card face down, and then all cards are flipped. At the end you bank the profit, unless there is more "
             "evidence than cover. Play it with `croupier play sting`.")
    return "\n\n".join(["# The sting", intro, *(f"## {clause.title} ({clause.number})\n\n{clause.text}"
                                                for clause in clauses)]) + "\n"


def _needs(rules: PokerRules) -> str:
    lowest = "" if rules.deck == 52 else " (sixes to aces)"
    return f"**You need:** 2 to {rules.seats} players and a deck of {rules.deck} cards{lowest}."


def _posts(rules: PokerRules) -> str:
    if rules.has_bring_in:
        return "Every player pays an ante. One player must open the betting with the bring-in."
    if rules.button_blind:
        return "Every player pays an ante, and the button posts a blind; the game can also be played with two blinds."
    return ("The player left of the button posts the small blind, the next one the big blind; heads-up the button "
            "posts the small blind (`croupier rules B8`).")


def _streets(rules: PokerRules) -> Iterator[str]:
    for number, street in enumerate(rules.streets, 1):
        first = number == 1 and not rules.has_bring_in
        opens = "The player left of the last blind acts first." if first else _OPENERS[street.opener]
        yield f"{number}. **{_title(street, rules)}**: {_dealing(street)}. {opens}"


def _title(street: Street, rules: PokerRules) -> str:
    name = _STREETS.get(street.name, street.name.capitalize())
    return f"{name} street" if rules.has_bring_in else name


def _dealing(street: Street) -> str:
    dealt = [(street.down, "face down to each player"), (street.up, "face up to each player"),
             (street.board, "face up on the board")]
    said = [f"{_NUMBERS[count]} {'card' if count == 1 else 'cards'} {where}" for count, where in dealt if count]
    if street.draw:
        said.insert(0, "each player may discard any cards and draws as many")
    return ", ".join(said)


def _winning(rules: PokerRules) -> Iterator[str]:
    if rules.high:
        yield _WINS[rules.high]
    if rules.low:
        yield _WINS[rules.low]
        yield "If nobody qualifies for low, the high hand wins the whole pot."
