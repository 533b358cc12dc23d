"""Deliver events to subscribers. A subscription has a priority and may have a filter, and it can be ended.

    bus = Bus()
    token = bus.subscribe(print, HandEnded, where=lambda event: max(event.payoffs) > 1000)
    play(["caller", "random"], game, bus=bus)
    bus.unsubscribe(token)

Handlers run in the order of their priority, highest first; handlers with equal priority run in the order of
subscription. If a handler fails, the error is logged and the game goes on, unless the bus was made with
`raise_errors=True`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.errors import Error, short

logger = logging.getLogger("croupier.contest")

Handler = Callable[[Any], object]
Predicate = Callable[[Any], bool]


class BadSubscription(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for a handler that cannot be called, a kind that is not a type, or a token that is not (or no longer)
    known.
    """


@dataclass(frozen=True, eq=False, slots=True)
class Subscription:
    """One subscription. It is also the token with which it can be ended."""

    handler: Handler
    kinds: tuple[type, ...]
    priority: int
    once: bool
    where: Predicate | None

    def wants(self, event: object) -> bool:
        """Return True if the subscription's handler should get this event."""
        return (not self.kinds or isinstance(event, self.kinds)) and (self.where is None or self.where(event))


class Bus:
    """A dispatcher of events to their subscribers."""

    def __init__(self, *, raise_errors: bool = False) -> None:
        self.raise_errors = raise_errors
        self._subscriptions: tuple[Subscription, ...] = ()

    def __len__(self) -> int:
        return len(self._subscriptions)

    def subscribe(self, handler: Handler, kinds: type | Sequence[type] = (), *, priority: int = 0, once: bool = False,
                  where: Predicate | None = None) -> Subscription:
        """Call a handler for each event of these kinds (all by default) that passes the filter `where`. Return a token
        with which the subscription can be ended.
        """
        wanted = _kinds(kinds)
        _check(handler, priority, where)
        token = Subscription(handler, wanted, priority, once, where)
        # makes a new tuple, because handlers may subscribe and unsubscribe while an event is being delivered
        self._subscriptions = tuple(sorted((*self._subscriptions, token), key=lambda each: -each.priority))
        return token

    def unsubscribe(self, token: Subscription) -> None:
        """End a subscription. Raise BadSubscription if it has ended already."""
        if token not in self._subscriptions:
            raise BadSubscription("this subscription is not (or no longer) on this bus")
        self._subscriptions = tuple(each for each in self._subscriptions if each is not token)

    def wants(self, kind: type) -> bool:
        """Return True if anybody has subscribed to events of this kind. If not, the caller need not make these events.
        """
        return any(not each.kinds or any(issubclass(kind, wanted) for wanted in each.kinds)
                   for each in self._subscriptions)

    def publish(self, event: object) -> None:
        """Deliver an event to its subscribers at once."""
        for each in self._subscriptions:
            if each in self._subscriptions:  # an earlier handler may have ended this subscription
                self._deliver(each, event)

    def _deliver(self, token: Subscription, event: object) -> None:
        try:
            if not token.wants(event):
                return
            if token.once:  # ended before the call, so that events published by the handler do not reach it again
                self.unsubscribe(token)
            token.handler(event)
        except Exception:
            if self.raise_errors:
                raise
            logger.exception("a handler failed on %r", event)


def _kinds(kinds: object) -> tuple[type, ...]:
    """Return kinds of events, given as None, one type or several, as a tuple."""
    each = (kinds,) if isinstance(kinds, type) or not isinstance(kinds, Iterable) else tuple(kinds)
    if not all(isinstance(kind, type) for kind in each):
        raise BadSubscription(f"kinds are event classes, such as HandEnded, not {short(kinds)}")
    return each


def _check(handler: object, priority: object, where: object) -> None:
    if not callable(handler):
        raise BadSubscription(f"{short(handler)} cannot be called with an event")
    if type(priority) is not int:
        raise BadSubscription(f"priority is a whole number, higher first, not {short(priority)}")
    if where is not None and not callable(where):
        raise BadSubscription(f"where is a function of an event, not {short(where)}")
