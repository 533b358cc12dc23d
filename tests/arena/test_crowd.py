"""Spectators in a crowd: in order, in slices, and never ahead of what befalls them."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.patience import WHOLE

from croupier.arena.server import crowd as crowds
from croupier.arena.server.crowd import BITE, FEW, PACE_NS, SLICE, SLICE_MAX, SLICES, SPREAD_NS, Crowd

MANY = tuple(range(3 * SLICE + 5))


class NoStand:
    """As where nothing is compiled: everybody is told from here."""

    is_busy = False

    def tell(self, conns: Sequence[int], frames: Sequence[bytes], pace_ns: int, then: Callable[[], object]
             ) -> list[int]:
        return list(conns)


class Ears:
    """What each client has heard, and how often it was written to."""

    def __init__(self) -> None:
        self.heard: defaultdict[int, list[bytes]] = defaultdict(list)
        self.writes = 0
        self.crowd = Crowd(self.push, NoStand())

    def push(self, conn: int, frames: Sequence[bytes]) -> None:
        self.writes += 1
        self.heard[conn] += frames

    def all_heard(self, conns: Sequence[int], frames: list[bytes]) -> bool:
        return all(self.heard[conn] == frames for conn in conns)

    async def hear(self, conns: Sequence[int], frames: list[bytes]) -> None:
        """Wait until they have heard just that; `run` loses patience where they never do."""
        while not self.all_heard(conns, frames):
            await asyncio.sleep(0.001)


class EarsAtAStand(Ears):
    """A stand can tell four of five, which takes it a while; what is pushed to them meanwhile waits."""

    def __init__(self) -> None:
        super().__init__()
        self.jobs: list[tuple[list[int], Sequence[bytes]]] = []
        self.held: dict[int, list[bytes]] = {}
        self.crowd = Crowd(self.push, self)

    @property
    def is_busy(self) -> bool:
        return bool(self.held)

    def push(self, conn: int, frames: Sequence[bytes]) -> None:
        if conn in self.held:
            self.held[conn] += frames
        else:
            super().push(conn, frames)

    def tell(self, conns: Sequence[int], frames: Sequence[bytes], pace_ns: int, then: Callable[[], object]
             ) -> list[int]:
        assert not self.is_busy
        assert 0 < pace_ns <= PACE_NS
        everybody = list(conns)
        lent = [conn for conn in everybody if conn % 5]
        if lent:
            self.jobs.append((lent, list(frames)))
            self.held = {conn: [] for conn in lent}
            asyncio.get_running_loop().call_later(0.002, self.done, then)
        return [conn for conn in everybody if not conn % 5]

    def done(self, then: Callable[[], object]) -> None:
        lent, frames = self.jobs[-1]
        held, self.held = self.held, {}
        for conn in lent:
            self.heard[conn] += [*frames, *held[conn]]
        then()


def run(body: Callable[[Ears], Awaitable[None]], kind: type[Ears] = Ears) -> None:
    async def main() -> None:
        await asyncio.wait_for(body(kind()), WHOLE)

    asyncio.run(main())


def test_a_few_are_told_at_once():
    async def body(ears: Ears) -> None:
        ears.crowd.put(MANY[:FEW], b"1")
        assert ears.all_heard(MANY[:FEW], [b"1"])

    run(body)


def test_many_are_told_in_slices_and_others_have_their_turn():
    async def body(ears: Ears) -> None:
        ears.crowd.put(MANY, b"1")
        assert ears.writes == 0
        await asyncio.sleep(0)
        assert 0 < ears.writes <= SLICE
        while not ears.all_heard(MANY, [b"1"]):
            before = ears.writes
            await asyncio.sleep(0)
            assert ears.writes - before <= SLICE

    run(body)


def test_however_many_there_are_a_pulse_has_so_many_slices():
    async def body(ears: Ears) -> None:
        crowds = [tuple(range(at, at + SLICE * SLICES)) for at in (0, 100_000)]
        for conns in crowds:
            ears.crowd.put(conns, b"1")
        bites, before = 0, -1
        while not all(ears.all_heard(conns, [b"1"]) for conns in crowds):
            bites += ears.writes > before
            before = ears.writes
            ears.crowd._go_on()
        assert ears.crowd._size == 2 * SLICE + 1
        assert bites <= SLICES * -(-ears.crowd._size // BITE)
        ears.crowd.close()

    run(body)


def test_however_much_waits_a_slice_is_none_that_others_would_notice():
    async def body(ears: Ears) -> None:
        tables = [tuple(range(at, at + SLICE_MAX * SLICES // 4)) for at in (0, 100_000)]
        for number in range(5):
            for conns in tables:
                ears.crowd.put(conns, b"%d" % number)
        frames = [b"%d" % number for number in range(5)]
        while ears.writes < 5 * sum(map(len, tables)):
            before = ears.writes
            ears.crowd._go_on()
            assert ears.writes - before <= BITE
            assert ears.crowd._size <= SLICE_MAX
        assert all(ears.all_heard(conns, frames) for conns in tables)
        ears.crowd.close()

    run(body)


def test_what_one_of_them_is_told_between_keeps_its_place():
    async def body(ears: Ears) -> None:
        ears.crowd.put(MANY, b"1")
        ears.crowd.put((MANY[7],), b"for one")
        ears.crowd.put(MANY, b"2")
        await ears.hear(MANY[:7], [b"1", b"2"])
        await ears.hear(MANY[7:8], [b"1", b"for one", b"2"])

    run(body)


def test_what_happens_during_a_round_goes_out_together_in_the_next():
    async def body(ears: Ears) -> None:
        ears.crowd.put(MANY, b"1")
        await asyncio.sleep(0)
        for frame in (b"2", b"3", b"4"):
            ears.crowd.put(MANY, frame)
        await ears.hear(MANY, [b"1", b"2", b"3", b"4"])
        assert ears.writes == 2 * len(MANY)

    run(body)


def test_flush_sends_everything_now():
    async def body(ears: Ears) -> None:
        ears.crowd.put(MANY, b"1")
        await asyncio.sleep(0)
        ears.crowd.put(MANY, b"2")
        ears.crowd.put((900,), b"3")
        ears.crowd.flush()
        assert ears.all_heard(MANY, [b"1", b"2"])
        assert ears.heard[900] == [b"3"]

    run(body)


@pytest.mark.parametrize("kind", [Ears, EarsAtAStand])
@settings(max_examples=40, deadline=None)
@given(steps=st.lists(st.one_of(st.integers(1, 400), st.just("turn"), st.just("flush"), st.integers(0, 410).map(lambda
       conn: ("tell", conn))), max_size=25))
def test_every_client_hears_its_frames_once_and_in_order(kind: type[Ears],
                                                         steps: list[int | str | tuple[str, int]]) -> None:
    async def body(ears: Ears) -> None:
        due: defaultdict[int, list[bytes]] = defaultdict(list)
        groups = {size: tuple(range(size)) for size in range(1, 401)}
        for number, step in enumerate(steps):
            if step == "turn":
                await asyncio.sleep(0)
            elif step == "flush":
                ears.crowd.flush()
            elif isinstance(step, tuple):
                ears.crowd.tell(step[1])
                if not isinstance(ears, EarsAtAStand) or step[1] not in ears.held:
                    assert ears.heard[step[1]] == due[step[1]]
            else:
                frame = b"%d" % number
                ears.crowd.put(groups[int(step)], frame)
                for conn in groups[int(step)]:
                    due[conn].append(frame)
        ears.crowd.close()
        while isinstance(ears, EarsAtAStand) and ears.is_busy:
            await asyncio.sleep(0.001)
        assert ears.heard == due

    run(body, kind)


@pytest.mark.parametrize("size", [1, SLICE, SLICE + 1])
def test_a_round_that_ends_with_a_slice_ends(size: int) -> None:
    async def body(ears: Ears) -> None:
        conns = tuple(range(1000, 1000 + size))
        ears.crowd.put(MANY, b"0")
        ears.crowd.put(conns, b"1")
        await ears.hear(conns, [b"1"])

    run(body)


def test_one_who_is_told_early_keeps_nobody_waiting_and_waits_for_nobody():
    """Something befalls one of many: he hears all that waits for him, the others hear it in their own time."""
    async def body(ears: Ears) -> None:
        others = tuple(range(1000, 1000 + 2 * SLICE))
        ears.crowd.put(others, b"0")
        ears.crowd.put(MANY, b"1")
        ears.crowd.tell(MANY[-1])
        assert ears.heard == {MANY[-1]: [b"1"]}
        ears.crowd.put(MANY, b"2")
        ears.crowd.tell(MANY[-1])
        ears.crowd.tell(MANY[-1])
        assert ears.heard == {MANY[-1]: [b"1", b"2"]}
        await ears.hear(MANY, [b"1", b"2"])
        await ears.hear(others, [b"0"])

    run(body)


def test_between_two_slices_others_have_more_than_a_turn(monkeypatch):
    monkeypatch.setattr(crowds, "BREATH", 0.5)  # a machine may well stand still for a millisecond between two turns

    async def body(ears: Ears) -> None:
        ears.crowd.put(MANY, b"1")
        for told in range(BITE, SLICE + 1, BITE):
            await asyncio.sleep(0)
            assert ears.writes == told, "within a slice others have a turn after every bite"
        for _ in range(3):
            await asyncio.sleep(0)
        assert ears.writes == SLICE
        monkeypatch.setattr(crowds, "BREATH", 0.001)
        await ears.hear(MANY, [b"1"])

    run(body)


def test_who_lags_in_the_middle_of_a_round_flushes_it_and_nobody_hears_anything_twice_or_out_of_order():
    """Telling one client may make everything be told at once: the round goes on behind that."""
    async def body(ears: Ears) -> None:
        plain = ears.push

        def push(conn: int, frames: Sequence[bytes]) -> None:
            plain(conn, frames)
            if conn in (3, SLICE + 7):
                ears.crowd.flush()

        ears.crowd = Crowd(push, NoStand())
        ears.crowd.put(MANY, b"1")
        await asyncio.sleep(0)
        ears.crowd.put(MANY[:200], b"2")
        ears.crowd.put(MANY, b"3")
        ears.crowd.flush()
        assert ears.all_heard(MANY[:200], [b"1", b"2", b"3"])
        assert ears.all_heard(MANY[200:], [b"1", b"3"])
        ears.crowd.close()

    run(body)


def test_a_stand_tells_whom_it_can_a_slice_at_a_time_and_the_others_are_told_from_here():
    async def body(ears: Ears) -> None:
        assert isinstance(ears, EarsAtAStand)
        ears.crowd.put(MANY, b"1")
        await ears.hear(MANY, [b"1"])
        assert [len(lent) for lent, _ in ears.jobs[:2]] == [SLICE - len(range(0, SLICE, 5)),
                                                           SLICE - len(range(SLICE + 1, 2 * SLICE, 5))]
        assert ears.writes == len([conn for conn in MANY if not conn % 5 or conn >= 3 * SLICE])

    run(body, EarsAtAStand)


def test_what_happens_while_the_stand_is_busy_waits_for_it_and_goes_out_together():
    async def body(ears: Ears) -> None:
        assert isinstance(ears, EarsAtAStand)
        ears.crowd.put(MANY, b"1")
        await asyncio.sleep(0)
        assert ears.is_busy
        ears.crowd.put(MANY, b"2")
        ears.crowd.put(MANY, b"3")
        await ears.hear(MANY, [b"1", b"2", b"3"])
        assert {tuple(frames) for _, frames in ears.jobs} == {(b"1",), (b"2", b"3")}
        assert 3 * 2 <= ears.crowd.pulse_ms_max < 1000, "three slices, two milliseconds each"

    run(body, EarsAtAStand)


def test_the_stand_overtakes_nobody_who_still_waits_to_be_told_from_here():
    """Clients are told something each, then all of them something: that goes to the stand, after the first."""
    async def body(ears: Ears) -> None:
        ears.crowd.put(MANY, b"0")
        for conn in MANY[:100]:
            ears.crowd.put((conn,), b"for one")
        ears.crowd.put(MANY, b"1")
        await ears.hear(MANY[:100], [b"0", b"for one", b"1"])
        await ears.hear(MANY[100:], [b"0", b"1"])

    run(body, EarsAtAStand)


def test_a_larger_crowd_is_told_at_a_faster_pace():
    async def body(ears: Ears) -> None:
        paces = []

        class Listening(NoStand):
            def tell(self, conns: Sequence[int], frames: Sequence[bytes], pace_ns: int, then: Callable[[], object]
                     ) -> list[int]:
                paces.append(pace_ns)
                return list(conns)

        for size in (100, 20_000):
            crowd = Crowd(ears.push, Listening())
            crowd.put(tuple(range(size)), b"1")
            crowd._go_on()
            crowd.close()
        assert paces == [PACE_NS, SPREAD_NS // 20_000]

    run(body)
