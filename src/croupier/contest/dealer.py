"""One hand played by bots: each asked in turn, and what happens when one fails.

The dealer holds the hand; bots get views of it. A bot that answers what is not legal, or raises, is folded (ruling
B10), even where it could have checked; where folding is not possible it stands pat or brings in. A hook that raises
costs nothing but a warning. `strict` raises `BotFailed` instead, for those who look for the bug.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from croupier.betting.rulebook import IllegalAction
from croupier.contest.events import Happened, TableEvent, Warned
from croupier.contest.players import Player
from croupier.games.api import Action, BadAction
from croupier.games.poker.hand import Hand
from croupier.games.poker.teller import Teller

Fault = tuple[str, str, BaseException | None]
"""Reason, clause, and the exception behind it."""


class BotFailed(RuntimeError):  # noqa: N818 - what happened
    """A bot raised or answered what is not legal, at a strict table."""


class Dealer:
    """Plays hands with bots and reports what they do wrong."""

    def __init__(self, report: Callable[[TableEvent], None], *, strict: bool = False, live: bool = False) -> None:
        self.report = report
        self.strict = strict
        self.live = live
        """Whether everything that happens is reported as it happens, not only warnings."""

    def play(self, hand: Hand, number: int, players: Sequence[Player | None]) -> None:
        """Play a dealt hand to its end."""
        _Play(self, hand, number, players).run()


class _Play:
    """One hand in the dealer's hands."""

    def __init__(self, dealer: Dealer, hand: Hand, number: int, players: Sequence[Player | None]) -> None:
        self.dealer = dealer
        self.hand = hand
        self.number = number
        self.players = {seat: player for seat, player in enumerate(players) if player is not None}
        self.listeners = [(seat, player, Teller()) for seat, player in self.players.items() if player.hears_events]
        self.reporter = Teller()

    def run(self) -> None:
        hand = self.hand
        for seat, player in self.players.items():
            if player.hears_start:
                self.hook(seat, player.bot.on_hand_start, hand.observe(seat))
        self.spread()
        while (seat_to_act := hand.actor) is not None:
            self.ask(seat_to_act)
            self.spread()
        for seat, player in self.players.items():
            if player.hears_end:
                self.hook(seat, player.bot.on_hand_end, hand.observe(seat))

    def spread(self) -> None:
        """Tell everybody who listens what is new, each as its own seat may see it."""
        if self.dealer.live:
            for event in self.reporter.news(self.hand):
                self.dealer.report(Happened(self.number, event))
        for seat, player, teller in self.listeners:
            for event in teller.news(self.hand.observe(seat)._hand):
                self.hook(seat, player.bot.on_event, event)

    def ask(self, seat: int) -> None:
        """Have a seat act, or act for it."""
        fault = self.acted(seat)
        if fault is not None:
            instead = _instead(self.hand)
            self.warn(seat, fault, instead.kind)
            self.hand.apply(instead)

    def acted(self, seat: int) -> Fault | None:
        """Ask the bot and take its action; what was wrong, if something was."""
        try:
            action = self.players[seat].bot.act(self.hand.observe(seat))
        except (Exception, SystemExit) as error:
            return _raised(error, "act"), "B10", error
        try:
            self.hand.apply(action)
        except IllegalAction as error:
            return error.reason, error.clause, error
        except BadAction as error:
            return _no_action(action), "B10", error
        return None

    def hook(self, seat: int, hook: Callable[[Any], None], news: object) -> None:
        """Call a hook; a failure is the bot's own affair, but not a secret."""
        try:
            hook(news)
        except (Exception, SystemExit) as error:
            self.warn(seat, (_raised(error, getattr(hook, "__name__", "a hook")), "B10", error), None)

    def warn(self, seat: int, fault: Fault, instead: str | None) -> None:
        reason, clause, error = fault
        warning = Warned(self.number, seat, self.players[seat].name, reason, clause, instead)
        if self.dealer.strict:
            raise BotFailed(f"{warning}; {self.hand.legal()}") from error
        self.dealer.report(warning)


def _instead(hand: Hand) -> Action:
    """What a failing bot does: fold, or where nobody can, the least there is."""
    legal = hand.legal()
    if legal.fold:
        return Action("FOLD")
    return Action("STAND_PAT" if legal.discard else "BRING_IN")


def _no_action(answer: object) -> str:
    """Why an answer is no action, with the likely mistake."""
    if answer is None:
        return "answered nothing: act must return an action, such as view.fold()"
    if callable(answer):
        return f"answered {getattr(answer, '__name__', answer)} itself: write the parentheses, as in view.fold()"
    text = repr(answer)
    shown = text if len(text) <= 40 else text[:37] + "..."
    return f"answered {shown} ({type(answer).__name__}), which is no action: return one, such as view.fold()"


def _raised(error: BaseException, where: str) -> str:
    """An exception in a line: its name, its words, and the line of the bot's file it came from."""
    frames = traceback.extract_tb(error.__traceback__)[1:]  # the first is our own call
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    place = f" at {Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""
    words = str(error).partition("\n")[0][:200]
    return f"{where} raised {type(error).__name__}" + (f": {words}" if words else "") + place
