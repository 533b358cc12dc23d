# cython: nonecheck=True, boundscheck=True, wraparound=True
"""A hand as stated by its text: header, seats, posts and steps, in the order of the text. Nothing is inferred here."""

from __future__ import annotations

from croupier.notation.pokerstars.accounting import ChipLedger
from croupier.notation.pokerstars.header import Header
from croupier.notation.record import Number


class StatedPost:
    """Forced money: `kind` is one of the values of `vocabulary.POSTS`."""

    def __init__(self, seat: int, kind: str, words: str, amount: Number, all_in: bool) -> None:
        self.seat = seat
        self.kind = kind
        self.words = words
        self.amount = amount
        self.all_in = all_in


class TextStep:
    """One thing that happened, and its line: `amount` is a raise-to, a count of discards, or a street's number."""

    def __init__(self, line: int, kind: str, seat: int = -1, amount: Number = 0, cards: str = "",
                 held: str = "") -> None:
        self.line = line
        self.kind = kind
        self.seat = seat
        self.amount = amount
        self.cards = cards
        self.held = held


def new_step(line: int, kind: str, seat: int, amount: Number, cards: str, held: str) -> TextStep:
    """Return a step; in compiled code this is faster than calling the class."""
    # arguments of a class are packed into a tuple first
    step = TextStep.__new__(TextStep)
    step.line = line
    step.kind = kind
    step.seat = seat
    step.amount = amount
    step.cards = cards
    step.held = held
    return step


class HandText:
    """Everything that the text of one hand states."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.table = ""
        self.seat_count: int | None = None
        self.button: int | None = None
        self.numbers: list[int] = []
        self.names: list[str] = []
        self.stacks: list[Number] = []
        self.posts: list[StatedPost] = []
        self.steps: list[TextStep] = []
        self.tabled: dict[int, tuple[str, str]] = {}
        """Cards that the summary shows: seat to how ("showed", "mucked") and which."""
        self.took_part: set[int] = set()
        self.unread: list[str] = []
        """Lines that nothing is known about."""
        self.cash_outs: dict[int, Number] = {}
        """What the room paid each seat that sold it its share of an all-in pot."""
        self.strangers: list[str] = []
        """Lines that move chips of players without a seat."""
        self.unsupported: str | None = None
        self.ledger = ChipLedger([])
        self.has_showdown = False
