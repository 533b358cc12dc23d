"""Hold effects back until the journal has stored the inputs that caused them.

    host.take(event, now)           give the host an input: its effects stay in `host.out`
    gate.batch()                    start a commit: what to write, or None
    gate.committed()                end the commit: the effects that may be carried out now
    gate.free()                     take effects that do not wait for a commit

An effect becomes visible only after its input is on the disk, and effects are carried out in the order of their inputs.
An effect that needs no commit (a refusal) does not overtake one that does. There is one commit at a time; inputs that
arrive during a commit go into the next one together. The gate uses no threads, files or sockets. The hub, not the gate,
decides when a commit begins.
"""

from __future__ import annotations

from croupier.arena.core.effects import Effect
from croupier.arena.core.host import Host
from croupier.arena.core.outbox import Batch


class Gate:
    """Holds back a host's effects until the journal has stored the inputs that caused them."""

    def __init__(self, host: Host) -> None:
        self.host, self.out = host, host.out
        self.under_way: list[Effect] | None = None
        """The effects of the commit that is under way. None between two commits."""

    def batch(self) -> Batch | None:
        """Start a commit and return the batch that it must write. Return None if a commit is under way or there is
        nothing to write.
        """
        if self.under_way is not None or not self.out.batch:
            return None
        batch, self.under_way = self.out.take()
        if self.out.chain is not None:
            batch.seal = self.out.chain.seal
        return batch

    def committed(self) -> list[Effect]:
        """End the commit under way and return the effects that may be carried out now."""
        assert self.under_way is not None, "no commit is under way"
        effects, self.under_way = self.under_way, None
        return effects + self.free()

    def free(self) -> list[Effect]:
        """Return the effects that do not wait for a commit, and remove them from the gate."""
        return self.out.take()[1] if self.has_free else []

    @property
    def has_free(self) -> bool:
        """Return True if there are effects that do not wait for a commit."""
        return bool(self.out.shown) and self.under_way is None and not self.out.batch

    @property
    def is_idle(self) -> bool:
        """Return True if everything has been written and carried out."""
        return self.under_way is None and not self.out.batch and not self.out.shown
