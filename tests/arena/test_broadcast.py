"""Frames for many spectators: each gets every frame once and in order, in portions that let others take their turn."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.patience import WHOLE

from croupier.arena.server.fanout import FEW, PORTION, Broadcast

MANY = tuple(range(3 * PORTION + 5 + FEW))


class Received:
    """What each connection was sent, and how often it was written to."""

    def __init__(self) -> None:
        self.frames: defaultdict[int, list[bytes]] = defaultdict(list)
        self.writes = 0
        self.broadcast = Broadcast(self.push)

    def push(self, conn: int, frames: Sequence[bytes]) -> None:
        self.writes += 1
        self.frames[conn] += frames

    async def until(self, conns: Sequence[int], frames: list[bytes]) -> None:
        while not all(self.frames[conn] == frames for conn in conns):
            await asyncio.sleep(0.001)


def run(body: Callable[[Received], Awaitable[None]]) -> None:
    async def timed() -> None:
        async with asyncio.timeout(WHOLE):
            await body(Received())

    asyncio.run(timed())


def test_a_few_get_their_frame_at_once():
    async def body(received: Received) -> None:
        received.broadcast.put((1, 2, 3), b"a")
        assert received.frames == {1: [b"a"], 2: [b"a"], 3: [b"a"]}

    run(body)


def test_many_are_served_in_portions_and_others_have_their_turn():
    async def body(received: Received) -> None:
        received.broadcast.put(MANY, b"a")
        assert not received.frames
        turns = 0
        while len(received.frames) < len(MANY):
            await asyncio.sleep(0)
            turns += 1
            assert received.writes <= turns * PORTION
        await received.until(MANY, [b"a"])

    run(body)


def test_frames_that_arrive_during_a_round_go_out_together_in_one_write():
    async def body(received: Received) -> None:
        received.broadcast.put(MANY, b"a")
        await asyncio.sleep(0)
        for frame in (b"b", b"c"):
            received.broadcast.put(MANY, frame)
        await received.until(MANY, [b"a", b"b", b"c"])
        assert received.writes == 2 * len(MANY)

    run(body)


def test_one_connection_can_be_served_first_and_gets_nothing_twice():
    async def body(received: Received) -> None:
        received.broadcast.put(MANY, b"a")
        received.broadcast.flush_one(MANY[-1])
        assert received.frames == {MANY[-1]: [b"a"]}
        received.broadcast.put(MANY, b"b")  # a round of its own: somebody has the first one already
        received.broadcast.flush_one(MANY[-1])
        await received.until(MANY, [b"a", b"b"])

    run(body)


def test_flush_sends_everything_now():
    async def body(received: Received) -> None:
        received.broadcast.put(MANY, b"a")
        await asyncio.sleep(0)
        received.broadcast.put(MANY[:-1], b"b")
        received.broadcast.close()
        assert all(received.frames[conn] == [b"a", b"b"] for conn in MANY[:-1])
        assert received.frames[MANY[-1]] == [b"a"]

    run(body)


def test_a_push_that_flushes_in_the_middle_of_a_round_keeps_the_order():
    """A connection that lags makes the server flush everything: nobody may get a frame twice or too early."""
    async def body(received: Received) -> None:
        plain = received.push

        def push(conn: int, frames: Sequence[bytes]) -> None:
            plain(conn, frames)
            if conn == MANY[3] and frames == [b"a"]:
                received.broadcast.flush()

        received.broadcast = Broadcast(push)
        received.broadcast.put(MANY, b"a")
        await asyncio.sleep(0)
        received.broadcast.put(MANY, b"b")
        await received.until(MANY, [b"a", b"b"])

    run(body)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(
    st.tuples(st.just("put"), st.integers(1, len(MANY))), st.tuples(st.just("one"), st.sampled_from(MANY)),
    st.tuples(st.just("turn"), st.integers(1, 4)), st.tuples(st.just("flush"), st.just(0))), max_size=25))
def test_every_connection_gets_its_frames_once_and_in_order(steps):
    expected: defaultdict[int, list[bytes]] = defaultdict(list)

    async def body(received: Received) -> None:
        groups = {size: MANY[:size] for size in range(1, len(MANY) + 1)}
        for number, (what, value) in enumerate(steps):
            if what == "put":
                frame = b"%d" % number
                received.broadcast.put(groups[value], frame)
                for conn in groups[value]:
                    expected[conn].append(frame)
            elif what == "one":
                received.broadcast.flush_one(value)
                assert received.frames[value] == expected[value]
            elif what == "flush":
                received.broadcast.flush()
            else:
                for _ in range(value):
                    await asyncio.sleep(0)
        received.broadcast.close()
        for conn in MANY:
            assert received.frames[conn] == expected[conn]

    run(body)


@pytest.mark.parametrize("size", [FEW, FEW + 1, FEW + PORTION, 2 * FEW + PORTION - 1])
def test_a_round_of_every_size_ends(size):
    async def body(received: Received) -> None:
        for frame in (b"a", b"b", b"c"):
            received.broadcast.put(MANY[:size], frame)
        await received.until(MANY[:size], [b"a", b"b", b"c"])
        assert received.broadcast.round_ms_max >= 0

    run(body)
