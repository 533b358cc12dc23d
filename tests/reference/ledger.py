"""The ledger: every chip that ever moved, in order, and nothing else.

A hand is its setup and this list. Stacks, bets, totals, prices, turns and pots are never stored; they are read off the
ledger each time somebody asks. The functions here only add up chips: they know no rule of betting.
"""

from dataclasses import dataclass

ACTIONS = ("fold", "check", "call", "raise")  # "raise" is an opening bet too
STREET_BET = ("blind", "call", "raise")  # what counts towards the bet of a street; straddles are written as blinds
LIVE = ("ante", *STREET_BET)  # what is layered into pots (B7); a big-blind ante is written as "dead"


@dataclass(frozen=True)
class Entry:
    """One line of the ledger: on this street this seat did this and moved so many chips now."""

    street: int
    seat: int
    kind: str
    chips: int = 0


Ledger = tuple[Entry, ...]


def chips_put(ledger: Ledger, seat: int) -> int:
    """Everything a seat has put in, live or dead."""
    return sum(e.chips for e in ledger if e.seat == seat)


def live_total(ledger: Ledger, seat: int) -> int:
    """A seat's live money this hand: antes and bets of all streets (B2's `total`)."""
    return sum(e.chips for e in ledger if e.seat == seat and e.kind in LIVE)


def street_bet(ledger: Ledger, seat: int, street: int) -> int:
    """A seat's bet on one street: blinds, calls and raises, but no ante (B7)."""
    return sum(e.chips for e in ledger if e.seat == seat and e.street == street and e.kind in STREET_BET)


def dead_chips(ledger: Ledger) -> int:
    """What was taken as dead money during the hand (the big-blind ante)."""
    return sum(e.chips for e in ledger if e.kind == "dead")


def has_folded(ledger: Ledger, seat: int) -> bool:
    return any(e.seat == seat and e.kind == "fold" for e in ledger)
