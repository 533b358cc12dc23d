# cython: nonecheck=True, boundscheck=True, wraparound=True
"""A hand exactly as its text states it: header, seats, posts and steps, in the order of the text."""

from __future__ import annotations

from croupier.notation.pokerstars.accounting import ChipLedger
from croupier.notation.pokerstars.header import Header
from croupier.notation.record import Number


class StatedPost:
    """A forced bet. `kind` is one of the values of `vocabulary.POSTS`."""

    def __init__(self, seat: int, kind: str, words: str, amount: Number, all_in: bool) -> None:
        self.seat = seat
        self.kind = kind
        self.words = words
        self.amount = amount
        self.all_in = all_in


class TextStep:
    """One step of the hand and its line number. `amount` is a raise-to, a number of discards, or the number of a
    street.
    """

    def __init__(self, line: int, kind: str, seat: int = -1, amount: Number = 0, cards: str = "",
                 held: str = "") -> None:
        self.line = line
        self.kind = kind
        self.seat = seat
        self.amount = amount
        self.cards = cards
        self.held = held


def new_step(line: int, kind: str, seat: int, amount: Number, cards: str, held: str) -> TextStep:
    """Return a new step. In compiled code this is faster than calling the class."""
    # because a call of a class first packs its arguments into a tuple
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
        """The cards that the summary shows, by seat: how they were seen ("showed" or "mucked") and which they are."""
        self.took_part: set[int] = set()
        self.unread: list[str] = []
        """The lines that were not understood."""
        self.cash_outs: dict[int, Number] = {}
        """By seat, what the room paid for a share of an all-in pot that the player sold to it."""
        self.strangers: list[str] = []
        """The lines that move chips of players who have no seat."""
        self.unsupported: str | None = None
        self.ledger = ChipLedger([])
        self.has_showdown = False
