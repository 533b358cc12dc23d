"""Subscriptions: priority, once, filter, the token, and handlers that fail."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from croupier.contest import BadSubscription, Bus, GameEnded, Left, PlayerEliminated

OUT = PlayerEliminated(1, 0, "A")
GONE = Left(1, 0, "A")


def test_priority_first_then_order_of_coming() -> None:
    bus, heard = Bus(), []
    for name, priority in (("a", 0), ("b", 5), ("c", 0), ("d", -1)):
        bus.subscribe(lambda event, name=name: heard.append(name), priority=priority)
    bus.publish(OUT)
    assert heard == ["b", "a", "c", "d"]


def test_kinds_filter_and_once() -> None:
    bus, heard = Bus(), []
    bus.subscribe(heard.append, Left)
    bus.subscribe(heard.append, [PlayerEliminated, GameEnded], once=True)
    bus.subscribe(heard.append, where=lambda event: event.hand == 2)
    for event in (OUT, OUT, GONE):
        bus.publish(event)
    assert heard == [OUT, GONE]
    bus.publish(Left(2, 1, "B"))
    assert len(heard) == 4


def test_once_counts_only_what_passed_the_filter() -> None:
    bus, heard = Bus(), []
    bus.subscribe(heard.append, once=True, where=lambda event: event.hand == 2)
    bus.publish(OUT)
    bus.publish(Left(2, 1, "B"))
    bus.publish(Left(2, 2, "C"))
    assert heard == [Left(2, 1, "B")]


def test_the_token_ends_a_subscription_once() -> None:
    bus, heard = Bus(), []
    token = bus.subscribe(heard.append)
    bus.unsubscribe(token)
    bus.publish(OUT)
    assert heard == []
    assert len(bus) == 0
    with pytest.raises(BadSubscription):
        bus.unsubscribe(token)


def test_handlers_may_come_and_go_while_an_event_is_delivered() -> None:
    bus, heard = Bus(raise_errors=True), []
    later = bus.subscribe(lambda event: heard.append("later"), priority=-1)

    def first(event: Any) -> None:
        bus.unsubscribe(later)
        bus.subscribe(lambda event: heard.append("new"))
        heard.append("first")
    bus.subscribe(first, once=True)
    bus.publish(OUT)
    assert heard == ["first"]
    bus.publish(OUT)
    assert heard == ["first", "new"]


def test_a_failing_handler_is_logged_and_the_others_hear(caplog: pytest.LogCaptureFixture) -> None:
    bus, heard = Bus(), []
    bus.subscribe(lambda event: 1 // 0, priority=1)
    bus.subscribe(heard.append)
    with caplog.at_level(logging.ERROR, "croupier.contest"):
        bus.publish(OUT)
    assert heard == [OUT]
    assert "a handler failed on PlayerEliminated" in caplog.text


def test_a_failing_handler_is_raised_by_a_switch() -> None:
    bus = Bus(raise_errors=True)
    bus.subscribe(lambda event: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        bus.publish(OUT)


def test_wants_says_whether_anybody_would_look() -> None:
    bus = Bus()
    assert not bus.wants(Left)
    bus.subscribe(print, PlayerEliminated)
    assert not bus.wants(Left)
    bus.subscribe(print)
    assert bus.wants(Left)


@pytest.mark.parametrize("given", [{"handler": 3}, {"kinds": ["Left"]}, {"kinds": None}, {"kinds": 5},
                                   {"kinds": "Left"}, {"priority": 1.5}, {"priority": True},
                                   {"where": "x"}])
def test_bad_subscriptions_are_named(given: dict[str, Any]) -> None:
    with pytest.raises(BadSubscription):
        Bus().subscribe(**{"handler": print, **given})
