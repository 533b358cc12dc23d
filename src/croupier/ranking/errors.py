"""Errors of the rankings and equities; invalid cards are refused with `croupier.cards.BadCards`."""

from __future__ import annotations

from croupier.errors import Error


class BadBuffer(Error, ValueError):  # noqa: N818 - named for what was wrong, as all our refusals are
    """A buffer of the wrong size or type for a batch."""


class BadRange(Error, ValueError):  # noqa: N818
    """Text that names no range of hands."""


class BadEquity(Error, ValueError):  # noqa: N818
    """A question about equity that has no answer: too few hands, an impossible board, no way to deal."""


class TooBig(BadEquity):
    """An exact answer would take too long; sample instead."""
