"""Check the settings that a host adds to a hand: clocks and rake. Settings that are not used are checked too (N9).

Times in the dict (`timeLimit`, `timeBanks`) are seconds; `now` and time stamps are milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from croupier.table.amounts import BadTable, exact, short

NOW_MAX = 10 ** 15
"""The largest time in milliseconds, in about the year 33,000. Larger numbers are refused."""
RAKE_MOST = Decimal("0.25")
"""The largest share of a pot that a table may take as rake."""


def check_settings(hand: Mapping[str, Any]) -> None:
    """Raise BadTable if a setting is invalid."""
    limit_ms(hand, None)
    banks = hand.get("timeBanks")
    if banks is not None:
        if type(banks) is not list:
            raise BadTable(f"timeBanks {short(banks)} are not a list")
        for bank in banks:
            _seconds(bank, "timeBanks")
    trimmed = hand.get("anteTrimmingStatus")
    if trimmed is not None and type(trimmed) is not bool:
        raise BadTable(f"anteTrimmingStatus {short(trimmed)} is neither true nor false")
    rake_share(hand)
    for name in ("rake", "rakeCap"):
        if hand.get(name) is not None:
            exact(hand[name], name)


def rake_share(hand: Mapping[str, Any]) -> Decimal:
    """Return the share of the pot that the house takes, at most a quarter.

    A `rakePercentage` above 0.25 is a percentage (5 is 5 %, 0.5 is 0.5 %); up to 0.25 it is already a share.
    """
    value = hand.get("rakePercentage")
    if value is None:
        return Decimal(0)
    number = Decimal(exact(value, "rakePercentage"))
    # above a quarter it is a percentage: 0.5 was once taken for half the pot
    share = number if number <= RAKE_MOST else number / 100
    if share > RAKE_MOST:
        raise BadTable(f"rakePercentage {short(value)} takes more than a quarter of the pot", "M1")
    return share


def clock(now: object) -> int | None:
    """Return a time in whole milliseconds, or None for None."""
    if now is None:
        return None
    if not _is_within(now, 0):
        raise BadTable(f"now {short(now)} is not a time in milliseconds", "N11")
    return int(now)  # type: ignore[call-overload, no-any-return]


def limit_ms(hand: Mapping[str, Any], place: int | None) -> int:
    """Return a player's time to act in milliseconds: `timeLimit` plus the player's time bank, 0 for no limit."""
    limit = _seconds(hand.get("timeLimit"), "timeLimit")
    if limit <= 0:
        return 0
    banks = hand.get("timeBanks")
    if place is not None and type(banks) is list and place < len(banks):
        # a negative time bank must not shorten the limit
        limit += max(Decimal(0), _seconds(banks[place], "timeBanks"))
    return int(limit * 1000)


def _seconds(value: Any, what: str) -> Decimal:
    """Return a time in seconds, 0 if it is missing."""
    if value is None:
        return Decimal(0)
    if not _is_within(value, -NOW_MAX):
        raise BadTable(f"{what} {short(value)} is not a time in seconds", "N11")
    return Decimal(repr(value)) if type(value) is float else Decimal(value)


def _is_within(value: Any, least: int) -> bool:
    """Return True if a value is a finite number from `least` to `NOW_MAX`."""
    # comparing a signalling NaN raises
    if type(value) is Decimal and not value.is_finite():
        return False
    return type(value) in (int, float, Decimal) and bool(least <= value <= NOW_MAX)
