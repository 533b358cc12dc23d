"""Connections that send much share the loop: slices, turns, and a rate for control frames."""

from __future__ import annotations

import asyncio

from croupier.arena.server.pacing import AT_A_TURN, AT_ONCE, Backlog, ControlFrames


class Connection:
    """A connection with so many frames to handle."""

    def __init__(self, frames: int, handled: list[tuple[str, int]], name: str = "") -> None:
        self.frames, self.handled, self.name = frames, handled, name

    def handle(self, most: int) -> bool:
        done = min(most, self.frames)
        self.frames -= done
        self.handled.append((self.name, done))
        return self.frames > 0


def test_a_turn_of_the_loop_handles_a_bounded_number_of_frames_however_many_wait():
    async def body() -> None:
        backlog, handled = Backlog(), []
        for _ in range(64):
            backlog.add(Connection(1000, handled))
        turns = 0
        while len(backlog):
            before = sum(done for _, done in handled)
            await asyncio.sleep(0)
            turns += 1
            assert sum(done for _, done in handled) - before <= AT_A_TURN
        assert sum(done for _, done in handled) == 64_000
        assert turns >= 64_000 // AT_A_TURN
        assert backlog.frames_a_turn_max == AT_A_TURN

    asyncio.run(body())


def test_connections_in_the_backlog_take_turns():
    async def body() -> None:
        backlog, handled = Backlog(), []
        for name, frames in (("flood", 10_000), ("few", 3)):
            backlog.add(Connection(frames, handled, name))
        await asyncio.sleep(0)
        assert handled[:3] == [("flood", AT_ONCE), ("few", 3)]

    asyncio.run(body())


def test_control_frames_have_a_rate_with_two_seconds_at_once():
    counted = ControlFrames(50, 10.0)
    assert [counted.is_within(10.0) for _ in range(101)] == [True] * 100 + [False]
    refilled = ControlFrames(50, 10.0)
    assert all(refilled.is_within(10.0 + number / 50) for number in range(10_000))
    assert all(refilled.is_within(1000.0) for _ in range(100))
    assert not refilled.is_within(1000.0)
