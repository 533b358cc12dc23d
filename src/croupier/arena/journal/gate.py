"""The gate: effects leave the host only after the journal has stored the inputs that caused them.

    gate.put(event, now)    give the host an input
    gate.batch()            start a commit: what to write, or None
    gate.committed()        end the commit: the effects that may be carried out now
    gate.free()             take effects that do not wait for a commit

Durable before visible: effects leave in the order of their inputs. Those that need no commit (refusals) stay behind
those that do. Inputs that arrive during a commit go into the next one together. The gate knows no threads, files or
sockets.
"""

from __future__ import annotations

from croupier.arena.core.effects import Effect, Input
from croupier.arena.core.host import Host
from croupier.arena.core.outbox import Batch
from croupier.arena.journal.restore import Past


class Gate:
    """Hold back a host's effects until their inputs are committed."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.next = Batch()
        self.waiting: list[Effect] = []
        """Effects of inputs that no commit has taken yet."""
        self.under_way: list[Effect] | None = None
        """Effects of the commit that is under way, None between two commits."""

    def open(self, now: int, past: Past | None = None) -> None:
        """Open every table; those in `past` continue where they were."""
        self.host.begin(now, past)
        self.host.out.pour(self.next, self.waiting)

    def put(self, event: Input, now: int, came: int | None = None) -> None:
        """Give the host an input that arrived at `came`, or now."""
        self.host.take(event, now, came)
        self.host.out.pour(self.next, self.waiting)

    def batch(self) -> Batch | None:
        """Start a commit and return what it must write; None if one is under way or there is nothing to write."""
        if self.under_way is not None or not self.next:
            return None
        batch, self.next = self.next, Batch()
        if self.host.out.chain is not None:
            batch.seal = self.host.out.chain.seal
        self.under_way, self.waiting = self.waiting, []
        return batch

    def committed(self) -> list[Effect]:
        """End the commit under way and return the effects that may be carried out now."""
        assert self.under_way is not None, "no commit is under way"
        effects, self.under_way = self.under_way, None
        return effects + self.free()

    def free(self) -> list[Effect]:
        """Return the effects that do not wait for a commit, once."""
        if not self.has_free:
            return []
        effects, self.waiting = self.waiting, []
        return effects

    @property
    def has_free(self) -> bool:
        """Return True if there are effects that do not wait for a commit."""
        return bool(self.waiting) and self.under_way is None and not self.next

    @property
    def is_idle(self) -> bool:
        """Return True if everything has been written and carried out."""
        return self.under_way is None and not self.next and not self.waiting
