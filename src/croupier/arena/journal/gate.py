"""The host and its journal: inputs go in, effects come out once the journal has what they follow from.

    desk.put(event, now)
    desk.batch()        what to commit next, None while a commit is under way or nothing is to be written
    desk.committed()    the commit has returned: gives the effects that may be seen now
    desk.free()         effects that wait for nothing

Durable before visible: no effect leaves before its input is safe, and effects leave in the order of their inputs, those
that need no commit (refusals) behind those that do. Inputs that come while a commit is under way go into the next one
together. Nothing here knows of threads, files or sockets.
"""

from __future__ import annotations

from croupier.arena.core.effects import Effect, Input
from croupier.arena.core.host import Host
from croupier.arena.journal.batch import Batch
from croupier.arena.journal.restore import Past


class Desk:
    """What stands between a host and the world."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.next = Batch()
        self.waiting: list[Effect] = []
        """Effects of inputs that are in no commit yet."""
        self.under_way: list[Effect] | None = None
        """Effects of the commit that is under way."""

    def open(self, now: int, past: Past | None = None) -> None:
        """Open every table, where it was if the past knows it."""
        self.host.begin(now, past)
        self.host.out.pour(self.next, self.waiting)

    def put(self, event: Input, now: int, came: int | None = None) -> None:
        """Give the host an input, which may have come before now."""
        self.host.take(event, now, came)
        self.host.out.pour(self.next, self.waiting)

    def batch(self) -> Batch | None:
        """What to commit now; a commit is under way from here on."""
        if self.under_way is not None or not self.next:
            return None
        batch, self.next = self.next, Batch()
        if self.host.out.chain is not None:
            batch.seal = self.host.out.chain.seal
        self.under_way, self.waiting = self.waiting, []
        return batch

    def committed(self) -> list[Effect]:
        """The commit under way is safe: what may be seen now."""
        assert self.under_way is not None, "no commit is under way"
        effects, self.under_way = self.under_way, None
        return effects + self.free()

    def free(self) -> list[Effect]:
        """Effects that wait for no commit."""
        if not self.has_free:
            return []
        effects, self.waiting = self.waiting, []
        return effects

    @property
    def has_free(self) -> bool:
        """Whether effects wait for nothing but to be taken."""
        return bool(self.waiting) and self.under_way is None and not self.next

    @property
    def is_idle(self) -> bool:
        """Whether everything has been written and shown."""
        return self.under_way is None and not self.next and not self.waiting
