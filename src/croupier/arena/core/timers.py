"""Keep deadlines by name, for thousands of tables and connections. Setting a deadline and finding the next one take
O(log n).

A player's answer moves its table's deadline, almost always to a later time. So a later deadline only changes `_times`,
and the row in the heap is corrected when it comes to the top; only an earlier deadline adds a row. This module reads no
clock and starts no timer: the host calls `due` to learn what is due by a time.
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

Name = str | int | tuple[str, str]
"""A table, a connection, or the public side of a table."""


class Timers:
    """Deadlines by name. Each name has at most one."""

    def __init__(self) -> None:
        self._times: dict[Name, int] = {}
        self._rows: dict[Name, int] = {}
        """The time of each name's row in the heap. It is the name's deadline, or an earlier time that is corrected when
        the row comes to the top.
        """
        self._heap: list[tuple[int, int, Name]] = []
        """Rows of a time, a running number and a name. Outdated rows are skipped."""
        self._count = 0

    def set(self, name: Name, time: int | None) -> None:
        """Set the deadline of a name, or remove it."""
        if time is None:
            self._times.pop(name, None)
            return
        self._times[name] = time
        row = self._rows.get(name)
        if row is None or time < row:
            self._push(name, time)

    def _push(self, name: Name, time: int) -> None:
        self._rows[name] = time
        self._count += 1
        heappush(self._heap, (time, self._count, name))
        if len(self._heap) > 64 + 4 * len(self._rows):  # deadlines that kept moving forward have left outdated rows
            self._heap = [row for row in self._heap if self._rows.get(row[2]) == row[0]]
            heapify(self._heap)

    @property
    def next(self) -> int | None:
        """Return the earliest deadline."""
        heap = self._heap
        while heap:
            time, _, name = heap[0]
            wanted = self._times.get(name)
            if wanted == time:
                return time
            heappop(heap)
            if self._rows.get(name) == time:
                del self._rows[name]
                if wanted is not None:
                    self._push(name, wanted)
                    heap = self._heap
        return None

    @property
    def not_before(self) -> int | None:
        """Return a time before which no name is due. Unlike `next`, do not correct the heap.

        `next` returns this time or a later one.
        """
        return self._heap[0][0] if self._heap else None

    def due(self, now: int) -> Name | None:
        """Return a name whose deadline has passed, the earliest first, and remove its deadline. Return None if there is
        none.
        """
        time = self.next
        if time is None or time > now:
            return None
        name = heappop(self._heap)[2]
        del self._times[name], self._rows[name]
        return name
