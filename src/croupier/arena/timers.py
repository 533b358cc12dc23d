"""Who wants to be woken when: the next time in O(log n), however many tables and connections there are."""

from __future__ import annotations

from heapq import heapify, heappop, heappush


class Timers:
    """Times by name; a name has one time or none."""

    def __init__(self) -> None:
        self._times: dict[str | int, int] = {}
        self._heap: list[tuple[int, int, str | int]] = []
        """Times as they were set, old ones among them; the second number keeps equal times in the order they came."""
        self._count = 0

    def set(self, name: str | int, time: int | None) -> None:
        """Wake a name at a time, or no more."""
        if time is None:
            self._times.pop(name, None)
        elif self._times.get(name) != time:
            self._times[name] = time
            self._count += 1
            heappush(self._heap, (time, self._count, name))
            self._tidy()

    def _tidy(self) -> None:
        """Old times go once they are most of the heap."""
        if len(self._heap) > 64 + 4 * len(self._times):
            self._heap = [row for row in self._heap if self._times.get(row[2]) == row[0]]
            heapify(self._heap)

    @property
    def next(self) -> int | None:
        """The earliest time."""
        while self._heap and self._times.get(self._heap[0][2]) != self._heap[0][0]:
            heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def due(self, now: int) -> str | int | None:
        """The name that is due first, which is then no longer waited for."""
        time = self.next
        if time is None or time > now:
            return None
        name = heappop(self._heap)[2]
        del self._times[name]
        return name
