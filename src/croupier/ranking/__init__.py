"""Rank and name hands, read ranges, and compute equities.

`rank` returns a value with a name in words. `high` and similar functions are faster: they take card numbers as bytes
and return ints. The batch functions rank many hands at once. A module is loaded, and its tables are built, when it is
first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.ranking.batch import high_batch as high_batch
    from croupier.ranking.batch import short_deck_batch as short_deck_batch
    from croupier.ranking.calls import badugi as badugi
    from croupier.ranking.calls import deuce_to_seven as deuce_to_seven
    from croupier.ranking.calls import high as high
    from croupier.ranking.calls import low as low
    from croupier.ranking.calls import low8 as low8
    from croupier.ranking.calls import omaha as omaha
    from croupier.ranking.calls import omaha_low8 as omaha_low8
    from croupier.ranking.calls import short_deck as short_deck
    from croupier.ranking.counts import census as census
    from croupier.ranking.counts import enumerate as enumerate
    from croupier.ranking.equities.equity import Equity as Equity
    from croupier.ranking.equities.equity import equity as equity
    from croupier.ranking.errors import BadBuffer as BadBuffer
    from croupier.ranking.errors import BadEquity as BadEquity
    from croupier.ranking.errors import BadRange as BadRange
    from croupier.ranking.errors import TooBig as TooBig
    from croupier.ranking.ranges import parse_range as parse_range
    from croupier.ranking.value import Rank as Rank
    from croupier.ranking.value import rank as rank

# imported on first use, because the tables of `kernel` take time to build and most of the package never ranks a hand
_HOMES = {
    "batch": ("high_batch", "short_deck_batch"),
    "calls": ("badugi", "deuce_to_seven", "high", "low", "low8", "omaha", "omaha_low8", "short_deck"),
    "counts": ("census", "enumerate"),
    "equities.equity": ("Equity", "equity"),
    "errors": ("BadBuffer", "BadEquity", "BadRange", "TooBig"),
    "ranges": ("parse_range",),
    "value": ("Rank", "rank"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> object:
    """Import the module of a name when the name is first used. Afterwards the name is an ordinary attribute."""
    if name not in _HOME:
        raise AttributeError(f"croupier.ranking has no {name!r}")
    thing = getattr(import_module(f"croupier.ranking.{_HOME[name]}"), name)
    globals()[name] = thing
    return thing


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME})
