"""Errors of the rankings and equities; invalid cards are refused with `croupier.cards.BadCards`."""

from __future__ import annotations

from croupier.errors import Error


class BadBuffer(Error, ValueError):  # noqa: N818 - named for what was wrong, as all our refusals are
    """Raised for a buffer of the wrong size or type for a batch."""


class BadRange(Error, ValueError):  # noqa: N818
    """Raised for a text that is not a range of hands."""


class BadEquity(Error, ValueError):  # noqa: N818
    """Raised for a question about equity that has no answer, because there are too few hands, the board is impossible,
    or the hands cannot be dealt together.
    """


def refuse_odd_cards(*groups: object) -> None:
    """Raise BadEquity unless each group is bytes of card numbers below 52, because compiled code reads its tables
    without a bounds check.
    """
    for cards in groups:
        if type(cards) is not bytes or max(cards, default=0) > 51:
            raise BadEquity("cards are bytes of numbers from 0 to 51")


# a subclass of BadEquity, so that callers need only one `except`
class TooBig(BadEquity):
    """Raised if an exact answer would take too long. A sample is still possible."""
