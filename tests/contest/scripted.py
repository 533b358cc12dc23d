"""Bots that do what a test tells them to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from croupier import Bot
from croupier.cli import is_compiled

needs_speed = pytest.mark.skipif(not is_compiled(), reason="view.strength takes too long interpreted")


class Scripted(Bot):
    """Answers by a function; keeps what it was shown."""

    def __init__(self, answer: Callable[[Any], Any] = lambda view: view.call(), name: str = "scripted") -> None:
        self.answer = answer
        self.name = name
        self.views: list[Any] = []

    def act(self, view: Any) -> Any:
        self.views.append(view)
        return self.answer(view)


class Listening(Scripted):
    """Keeps every event and every call of its hooks, in order."""

    def __init__(self, answer: Callable[[Any], Any] = lambda view: view.call(), name: str = "listening") -> None:
        super().__init__(answer, name)
        self.log: list[tuple[str, Any]] = []

    def act(self, view: Any) -> Any:
        self.log.append(("act", view))
        return super().act(view)

    def on_hand_start(self, view: Any) -> None:
        self.log.append(("start", view))

    def on_event(self, event: Any) -> None:
        self.log.append(("event", event))

    def on_hand_end(self, view: Any) -> None:
        self.log.append(("end", view))

    @property
    def events(self) -> list[Any]:
        return [thing for what, thing in self.log if what == "event"]


def shove(view: Any) -> Any:
    """All-in, or call when that is no longer possible."""
    return view.all_in() if view.legal.all_in is not None else view.call()


def check_or_fold(view: Any) -> Any:
    """Only what is free."""
    return view.check() if view.legal.check else view.fold()
