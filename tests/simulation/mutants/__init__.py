"""Bugs planted on purpose, each of a kind that arenas have had: the simulation must find every one of them.

    python -m tests.simulation --seed 1 --worlds 40 --mutant "a late action taken"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from croupier.arena.core import host
from croupier.arena.core.effects import Received
from croupier.arena.core.host import Host
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.plays.play import Play
from croupier.arena.core.plays.poker import PokerPlay
from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.core.tables.hand import InPlay
from croupier.arena.core.tables.match import MatchTable
from croupier.arena.journal import checkpoint
from croupier.arena.journal import restore as recovery
from croupier.arena.journal.gate import Gate
from croupier.table.live import LiveTable

MUTANTS: dict[str, tuple[Any, str, Callable[[Any], Any]]] = {}
"""By name: where, what, and from the right thing to the wrong one."""


def mutant(name: str, owner: Any, attribute: str) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    def register(change: Callable[[Any], Any]) -> Callable[[Any], Any]:
        MUTANTS[name] = (owner, attribute, change)
        return change

    return register


@contextmanager
def planted(name: str | None) -> Iterator[None]:
    """The arena with a bug in it, for a while."""
    if name is None:
        yield
        return
    owner, attribute, change = MUTANTS[name]
    right = owner.__dict__[attribute]
    setattr(owner, attribute, change(right))
    try:
        yield
    finally:
        setattr(owner, attribute, right)


# -- chips -------------------------------------------------------------------------------------------------------------


@mutant("a chip lost on a dead blind", LiveTable, "_seat")
def _(right: Any) -> Any:
    def seat(self: LiveTable[Any], seating: Any, now: int) -> Any:
        moved = right(self, seating, now)
        for number in seating.dead:
            self.seats[number - 1].stack -= 1
        return moved

    return seat


@mutant("a chip lost on an ante", ArenaTable, "_finish")
def _(right: Any) -> Any:
    def finish(self: ArenaTable, hand: InPlay, frames: Any, now: int) -> None:
        right(self, hand, frames, now)
        rich = [seat for seat in self.seats if seat.stack > 1]
        if self.config.ante and rich and self.match is not None and not self.match.over:
            rich[0].stack -= 1

    return finish


# -- the journal -------------------------------------------------------------------------------------------------------


@mutant("an effect shown before its commit", Gate, "free")
def _(right: Any) -> Any:
    def free(self: Gate) -> list[Any]:
        effects, self.out.shown = self.out.shown, []
        return effects

    return free


@mutant("the last record dropped on a restart", host, "restore_tables")
def _(right: Any) -> Any:
    def restore_tables(past: recovery.Past, *rest: Any) -> Any:
        return right(recovery.Past(past.checkpoints, past.entries[:-1], past.last_hand, past.last_ms), *rest)

    return restore_tables


@mutant("hand numbers begin again after a restart", host, "restore_tables")
def _(right: Any) -> Any:
    def restore_tables(past: recovery.Past, out: Any, numbers: Any) -> Any:
        tables = right(past, out, numbers)
        numbers.last = max(0, numbers.last - 2)
        return tables

    return restore_tables


def _forgetful(forget: Callable[[checkpoint.Begun], None]) -> Callable[[Any], Any]:
    def change(right: Any) -> Any:
        def restore(table: ArenaTable, saved: checkpoint.Begun, now: int) -> None:
            forget(saved)
            right(table, saved, now)

        return restore

    return change


@mutant("nonces forgotten by a checkpoint", checkpoint, "restore")
def _(right: Any) -> Any:
    def forget(saved: checkpoint.Begun) -> None:
        for seat in saved.seats:
            seat.nonce = ""

    return _forgetful(forget)(right)


@mutant("the button forgotten by a checkpoint", checkpoint, "restore")
def _(right: Any) -> Any:
    def forget(saved: checkpoint.Begun) -> None:
        saved.match.spots = saved.match.before

    return _forgetful(forget)(right)


@mutant("timeouts in a row forgotten by a checkpoint", checkpoint, "restore")
def _(right: Any) -> Any:
    def forget(saved: checkpoint.Begun) -> None:
        for seat in saved.seats:
            seat.silent = 0

    return _forgetful(forget)(right)


# -- clocks ------------------------------------------------------------------------------------------------------------


@mutant("a clock restarted at a reconnect", MatchTable, "join")
def _(right: Any) -> Any:
    def join(self: ArenaTable, conn: int, hello: Any, now: int, house: bool = False) -> None:
        right(self, conn, hello, now, house)
        seat = self.seats.of(conn)
        if self.prompt is not None and seat is not None and self.prompt.seat == seat.seat and self.prompt.deadline:
            self.prompt.deadline = now + self.config.move_time_ms

    return join


@mutant("a late action taken", Host, "take")
def _(right: Any) -> Any:
    def take(self: Host, event: Any, now: int, came: int | None = None) -> None:
        if not isinstance(event, Received):
            right(self, event, now, came)
            return
        self._tick = lambda now, by: None  # type: ignore[method-assign]
        try:
            right(self, event, now, came)
        finally:
            del self._tick
        self._tick(now, now if came is None else came)

    return take


@mutant("an answer late because others were before it", Host, "take")
def _(right: Any) -> Any:
    def take(self: Host, event: Any, now: int, came: int | None = None) -> None:
        right(self, event, now)

    return take


@mutant("a timer not cancelled", ArenaTable, "_ask")
def _(right: Any) -> Any:
    def ask(self: ArenaTable, hand: InPlay, seat: Any, now: int) -> None:
        right(self, hand, seat, now)
        old = getattr(self, "old_deadline", None)
        if hand.prompt is not None and hand.prompt.deadline is not None:
            self.old_deadline, fresh = hand.prompt.deadline, hand.prompt.deadline  # type: ignore[attr-defined]
            hand.prompt.deadline = old if old is not None and now < old < fresh else fresh

    return ask


@mutant("the server's absence charged to the players", ArenaTable, "resume")
def _(right: Any) -> Any:
    return lambda self, since, now: right(self, now, now)


# -- answers -----------------------------------------------------------------------------------------------------------


@mutant("an answer taken for another decision", InPlay, "check_answer")
def _(right: Any) -> Any:
    def check(self: InPlay, seat: int, sent: Any, stood: int | None = None) -> None:
        sent.decision = self.prompt.decision if self.prompt is not None else 0
        right(self, seat, sent)

    return check


@mutant("an answer taken from another seat", InPlay, "check_answer")
def _(right: Any) -> Any:
    def check(self: InPlay, seat: int, sent: Any, stood: int | None = None) -> None:
        right(self, self.prompt.seat if self.prompt is not None else seat, sent, stood)

    return check


# -- secrets -----------------------------------------------------------------------------------------------------------


@mutant("a prompt that shows another's card", Play, "act")
def _(right: Any) -> Any:
    def act(self: Play, seat: int, *rest: Any) -> Any:
        frame = right(self, seat, *rest)
        if isinstance(self, PokerPlay):
            other = next(place for place in self.seats if place != seat)
            frame.players[0].cards = [str(self.hand.hole(self.index[other])[0])]
        return frame

    return act


@mutant("the secret instead of its hash", MatchKey, "facts")
def _(right: Any) -> Any:
    def facts(self: MatchKey, *rest: Any) -> Any:
        found = right(self, *rest)
        found.commit = self.secret.hex()
        return found

    return facts
