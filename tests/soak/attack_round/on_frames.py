"""Frames that no client should send, byte by byte."""

from __future__ import annotations

import struct

from .live import WITNESSES, Live
from .plan import attack
from .raw_socket import BINARY, CLOSE, PING, PONG, TEXT, frame

HELLO = b'{"type":"hello","v":1,"team":"Mallory","join_code":"m"}'
WRONG_CLOSES = {1002, 1003, 1007, 1009, 4400, 4429, None}


@attack("RFC 6455 section 5, operations page", "the connection is closed with a code, the server goes on",
        unmasked=(frame(HELLO, mask=False),),
        reserved_bit_1=(frame(HELLO, reserved=4),), reserved_bit_2=(frame(HELLO, reserved=2),),
        reserved_bit_3=(frame(HELLO, reserved=1),),
        opcode_3=(frame(HELLO, 3),), opcode_7=(frame(HELLO, 7),), opcode_11=(frame(HELLO, 11),), opcode_15=(frame(HELLO, 15),),
        fragmented_ping=(frame(b"x", PING, final=False),), ping_of_126_bytes=(frame(b"x" * 126, PING),),
        continuation_without_a_start=(frame(HELLO, 0),),
        new_text_inside_a_fragmented_one=(frame(HELLO[:9], final=False) + frame(HELLO),),
        length_above_2_to_the_63=(frame(b"", length=b"\xff" + struct.pack("!Q", 1 << 63)),),
        length_of_2_to_the_62=(frame(b"", length=b"\xff" + struct.pack("!Q", 1 << 62)),),
        close_with_one_byte=(frame(b"\x03", CLOSE),), close_with_code_999=(frame(struct.pack("!H", 999), CLOSE),),
        close_with_code_1005=(frame(struct.pack("!H", 1005), CLOSE),),
        close_with_broken_text=(frame(struct.pack("!H", 1000) + b"\xff\xfe", CLOSE),),
        broken_utf8=(frame(b'{"type":"hello\xff"}'),), overlong_utf8=(frame(b'{"type":"\xc0\xaf"}'),),
        surrogate_in_utf8=(frame(b'{"type":"\xed\xa0\x80"}'),), text_of_4097_bytes=(frame(b"x" * 4097),),
        binary_of_70000_bytes=(frame(b"x" * 70000, BINARY),),
        fragments_of_more_than_4096_bytes=(frame(b"x" * 3000, final=False) + frame(b"x" * 3000, 0),))
async def spoiled_frame(live: Live, data: bytes) -> None:
    raw = await live.socket()
    await raw.send(data)
    code = await raw.closed()
    assert code in WRONG_CLOSES, code


@attack("the protocol page: one JSON object a frame, `type` and `v` 1", "BAD_SCHEMA, UNKNOWN_TYPE or BAD_HELLO, then closed",
        empty=b"", null=b"null", list_=b"[]", number=b"1", text=b'"hello"', only_a_brace=b"{", two_objects=HELLO * 2,
        byte_order_mark=b"\xef\xbb\xbf" + HELLO, no_type=b'{"v":1}', no_version=HELLO.replace(b'"v":1,', b""),
        version_true=HELLO.replace(b'"v":1', b'"v":true'), version_text=HELLO.replace(b'"v":1', b'"v":"1"'),
        version_2=HELLO.replace(b'"v":1', b'"v":2'), version_huge=HELLO.replace(b'"v":1', b'"v":1' + b"0" * 400),
        not_a_number=HELLO.replace(b'"v":1', b'"v":NaN'), type_list=b'{"type":["hello"],"v":1}',
        unknown_type=b'{"type":"hallo","v":1}', server_type=b'{"type":"welcome","v":1}',
        nested_9_deep=HELLO[:-1] + b',"x":' + b"[" * 9 + b"]" * 9 + b"}", nested_4000_deep=b"[" * 4000,
        lone_surrogate=HELLO.replace(b"Mallory", b"\\ud800"), null_character=HELLO.replace(b"Mallory", b"\\u0000"),
        ts_number=HELLO[:-1] + b',"ts":5}', team_null=HELLO.replace(b'"Mallory"', b"null"),
        cards_text=HELLO[:-1] + b',"cards":"yes"}', on_timeout_call=HELLO[:-1] + b',"on_timeout":"call"}',
        single_quotes=HELLO.replace(b'"', b"'"), comment=b"/* x */" + HELLO, trailing_comma=HELLO[:-1] + b",}",
        utf16=HELLO.decode().encode("utf-16"))
async def first_frame_that_is_no_hello(live: Live, data: bytes) -> None:
    raw = await live.socket()
    try:
        data.decode()
    except UnicodeDecodeError:
        await raw.send(frame(data, BINARY))
    else:
        await raw.send(frame(data))
    code = await raw.error()
    assert code in ("BAD_SCHEMA", "BAD_HELLO", "UNKNOWN_TYPE", "closed 1007"), code
    assert await raw.closed() in (4400, 4401, 1007), raw.close_code
    assert all(len(str(message)) < 600 for message in raw.heard)


@attack("the protocol page: a binary frame is read alike; fields you do not know are ignored", "welcome",
        binary=(frame(HELLO, BINARY),), unknown_field=(frame(HELLO[:-1] + b',"admin":true}'),),
        fragments_of_one_byte=(b"".join(frame(HELLO[at:at + 1], 0 if at else TEXT, final=at == len(HELLO) - 1)
                                        for at in range(len(HELLO))),),
        ping_between_fragments=(frame(HELLO[:9], final=False) + frame(b"p", PING) + frame(HELLO[9:], 0),),
        character_split_by_a_fragment=(frame(HELLO.replace(b"Mallory", b"M\xc3"), final=False)[:0]
                                       + frame(b'{"type":"hello","v":1,"team":"M\xc3', final=False)
                                       + frame(b'\xb6we","join_code":"m"}', 0),),
        exactly_4096_bytes=(frame(HELLO + b" " * (4096 - len(HELLO))),))
async def unusual_but_sound(live: Live, data: bytes) -> None:
    raw = await live.socket()
    await raw.send(data)
    await raw.until("welcome")


@attack("operations page: pings, pongs, fragments and frames are counted", "RATE_LIMITED and close 4429, or 4403",
        pings=(frame(b"", PING),), pongs=(frame(b"", PONG),), full_pings=(frame(b"x" * 125, PING),), empty_texts=(frame(b""),),
        empty_binaries=(frame(b"", BINARY),), single_letters=(frame(b"x"),), empty_fragments=(frame(b"", 0, final=False),),
        sound_frames=(frame(b'{"type":"intent","v":1,"intent":0}'),),
        large_frames=(frame(b'{"type":"intent","v":1,"x":"' + b"x" * 4000 + b'"}'),),
        unknown_types=(frame(b'{"type":"?","v":1}'),))
async def flood(live: Live, data: bytes) -> None:
    raw = await live.join("Mallory")
    await raw.until("welcome")
    if data[0] & 15 == 0:
        await raw.send(frame(b"", TEXT, final=False))
    for _ in range(200):
        await raw.send(data * 100)
    assert await raw.closed() in (4429, None), raw.close_code
    await live.witnesses[0].plays_on(3)


@attack("the protocol page: spectators who send anything are closed with 4403", "close 4403; nobody else notices",
        hello=HELLO, action=b'{"type":"action","v":1,"hand_id":"x","action":"FOLD"}', operator=b'{"type":"operator","v":1,"command":"PAUSE"}',
        again=b'{"type":"spectate","v":1}', rubbish=b"{")
async def spectator_who_speaks(live: Live, data: bytes) -> None:
    raw = await live.socket(WITNESSES)
    await raw.say(type="spectate")
    await raw.until("spectate")
    await raw.send(frame(data))
    assert await raw.closed() == 4403


@attack("T1, table setting hello_time_ms", table={"hello_time_ms": 500}, must="BAD_HELLO, close 4408, whatever else is sent meanwhile",
        silence=(b"",), pings=(frame(b"", PING),), half_a_frame=(frame(HELLO)[:20],), first_fragment=(frame(HELLO, final=False),))
async def no_hello(live: Live, data: bytes) -> None:
    raw = await live.socket()
    await raw.send(data)
    assert await raw.closed() == 4408
