"""The server's reader of WebSocket frames, against the `websockets` library's writer and RFC 6455's rules."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode
from websockets.streams import StreamReader

from croupier.arena.core.limits import FRAME_BYTES
from croupier.arena.server.frames import Frames
from croupier.protocol.websocket import BadFrame, closing, framed


class Heard(Frames):
    """Everything that was in the frames."""

    def __init__(self):
        super().__init__()
        self.heard = []
        self.controls = 0

    def message(self, data):
        self.heard.append(data)

    def control(self):
        self.controls += 1

    def ping(self, said):
        self.heard.append(("ping", said))

    def closed(self, code):
        self.heard.append(("close", code))


def sent(opcode, data, fin=True):
    return Frame(opcode, data, fin).serialize(mask=True)


def pieces(opcode, data, rng):
    """A message in pieces, pings and pongs among them."""
    cuts = sorted(rng.sample(range(len(data) + 1), rng.randint(0, min(3, len(data)))))
    parts = [data[one:two] for one, two in zip([0, *cuts], [*cuts, len(data)], strict=True)]
    frames = []
    for at, part in enumerate(parts):
        frames.append(sent(opcode if at == 0 else Opcode.CONT, part, at == len(parts) - 1))
        if rng.random() < 0.2:
            frames.append(sent(Opcode.PONG, b"x" * rng.randint(0, 125)))
    return b"".join(frames)


@given(st.lists(st.one_of(st.text(max_size=300), st.binary(max_size=300),
                          st.integers(126, FRAME_BYTES).map(lambda size: "x" * size))), st.integers(0, 2**32))
def test_messages_come_out_as_they_went_in_however_they_were_cut(messages, seed):
    rng = random.Random(seed)
    stream = b"".join(pieces(Opcode.TEXT, each.encode(), rng) if isinstance(each, str) else
                      pieces(Opcode.BINARY, each, rng) for each in messages)
    stream += sent(Opcode.PING, b"still there?") + sent(Opcode.CLOSE, Close(4123, "bye").serialize())
    frames = Heard()
    at = 0
    while at < len(stream):
        step = rng.choice((1, 2, 3, 7, 50, 5000))
        more = frames.feed(stream[at:at + step], rng.choice((1, 3, 1000)))
        while more:
            more = frames.feed(b"", rng.choice((1, 2, 8)))
        at += step
    assert frames.heard == [*messages, ("ping", b"still there?"), ("close", 4123)]


@pytest.mark.parametrize("most", [1, 3, 8])
def test_no_more_frames_are_handled_than_were_asked_for(most):
    stream = b"".join(sent(Opcode.TEXT, b"%d" % number) for number in range(20)) + sent(Opcode.TEXT, b"half")[:-1]
    frames, counts = Heard(), []
    more = frames.feed(stream, most)
    counts.append(len(frames.heard))
    while more:
        more = frames.feed(b"", most)
        counts.append(len(frames.heard) - sum(counts))
    assert frames.heard == [str(number) for number in range(20)]
    assert max(counts) == most
    assert not frames.feed(b"", most)


def test_every_frame_but_a_whole_message_is_counted():
    stream = (sent(Opcode.PING, b"") + sent(Opcode.PONG, b"") + sent(Opcode.TEXT, b"a", fin=False)
              + sent(Opcode.CONT, b"b") + sent(Opcode.TEXT, b"whole") + sent(Opcode.BINARY, b"whole"))
    frames = Heard()
    assert not frames.feed(stream, 100)
    assert frames.controls == 4


def raw(first, payload, size=None):
    """A masked frame that begins so, whatever it is."""
    size = len(payload) if size is None else size
    head = bytes((first, 0x80 | size)) if size < 126 else bytes((first, 0xFE)) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + payload


BAD = {
    "no mask": (b"\x81\x02hi", 1002),
    "a reserved bit": (raw(0xC1, b"hi"), 1002),
    "an unknown kind": (raw(0x83, b"hi"), 1002),
    "an unknown control kind": (raw(0x8B, b""), 1002),
    "a long ping": (raw(0x89, b"x" * 126), 1002),
    "a ping in pieces": (raw(0x09, b""), 1002),
    "a piece of nothing": (raw(0x80, b"hi"), 1002),
    "a message among pieces": (raw(0x01, b"hi") + raw(0x81, b"hi"), 1002),
    "a close of one byte": (raw(0x88, b"\x03"), 1002),
    "a close with a code that nobody may send": (raw(0x88, (1005).to_bytes(2, "big")), 1002),
    "a close with a code of nobody": (raw(0x88, (2500).to_bytes(2, "big")), 1002),
    "a close whose reason is no text": (raw(0x88, (1000).to_bytes(2, "big") + b"\xff"), 1007),
    "text that is no UTF-8": (raw(0x81, b"\xff\xfe"), 1007),
    "pieces that are no UTF-8 together": (raw(0x01, b"\xc3") + raw(0x80, b"\x28"), 1007),
    "too long": (raw(0x81, b"x" * (FRAME_BYTES + 1)), 1009),
    "too long, and not there yet": (raw(0x81, b"", FRAME_BYTES + 1), 1009),
    "longer than any number": (b"\x81\xff" + b"\xff" * 8, 1009),
    "too long in pieces": (raw(0x01, b"x" * FRAME_BYTES) + raw(0x80, b"x"), 1009),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("step", [1, 3, 100_000])
def test_what_no_client_may_send_has_its_close_code(what, step):
    data, code = BAD[what]
    frames = Heard()

    def fed():
        for at in range(0, len(data), step):
            more = frames.feed(data[at:at + step], 1)
            while more:
                more = frames.feed(b"", 1)

    with pytest.raises(BadFrame) as refused:
        fed()
    assert refused.value.code == code
    assert frames.heard == []


@given(st.binary(max_size=400))
def test_rubbish_is_a_bad_frame_or_waits_for_more(data):
    frames = Heard()
    try:
        for at in range(0, len(data), 5):
            frames.feed(data[at:at + 5], 1000)
    except BadFrame as wrong:
        assert wrong.code in (1002, 1007, 1009)
    assert len(frames._rest) <= len(data)


@pytest.mark.parametrize("size", [0, 5, 125, 126, 65_535, 65_536, 70_000])
def test_what_is_sent_is_read_by_others(size):
    reader = StreamReader()
    reader.feed_data(framed(b"x" * size))
    parsing = Frame.parse(reader.read_exact, mask=False)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    assert done.value.value == Frame(Opcode.TEXT, b"x" * size)


def test_a_reason_is_cut_between_letters():
    data = closing(4000, "é" * 100)
    assert len(data) == 2 + data[1] <= 127
    assert Close.parse(data[2:]) == Close(4000, "é" * 61)
