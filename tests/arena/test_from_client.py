"""What clients send: frames of every type, and what is refused before anything else looks at it."""

from __future__ import annotations

import json

import pytest

from croupier.protocol import FROM_CLIENT, Refused
from croupier.protocol.from_client import DEPTH_MAX, depth, may_be_first, parse

FRAMES = {
    "hello": {"team": "A", "join_code": "C"}, "action": {"hand_id": "H-1", "action": "FOLD"},
    "nonce": {"nonce": "00" * 32}, "intent": {"intent": 1}, "buy": {"amount": 100}, "spectate": {},
    "operator": {"command": "PAUSE"}}


def text(frame: object) -> str:
    return json.dumps(frame)


def test_an_example_is_here_for_every_type():
    assert set(FRAMES) == set(FROM_CLIENT)


@pytest.mark.parametrize("kind", FRAMES)
@pytest.mark.parametrize("encode", [str, str.encode])
def test_T7_frames_are_read_from_text_and_bytes_and_unknown_fields_are_ignored(kind, encode):
    frame = {"type": kind, "v": 1, **FRAMES[kind], "something_else": [1, {"x": 2}]}
    assert type(parse(encode(text(frame)))) is FROM_CLIENT[kind]


@pytest.mark.parametrize(("data", "code"), [
    ("", "BAD_SCHEMA"), ("{", "BAD_SCHEMA"), ("5", "BAD_SCHEMA"), ("{}", "BAD_SCHEMA"), ("[]", "BAD_SCHEMA"),
    (text({"type": "hello"}), "BAD_SCHEMA"), (text({"type": "hello", "v": 2}), "BAD_SCHEMA"),
    (text({"type": "hello", "v": "1"}), "BAD_SCHEMA"), (text({"type": 5, "v": 1}), "BAD_SCHEMA"),
    (text({"type": "hello", "v": 1, "team": 5}), "BAD_SCHEMA"), (b'{"type": "\xff", "v": 1}', "BAD_SCHEMA"),
    (text({"type": "shout", "v": 1}), "UNKNOWN_TYPE"), (text({"type": "x" * 500, "v": 1}), "UNKNOWN_TYPE")])
def test_T4_malformed_frames_are_refused_by_name(data, code):
    with pytest.raises(Refused) as refused:
        parse(data)
    assert refused.value.code == code
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize(("data", "first"), [
    (text({"type": "hello"}), True), (text({"type": "spectate"}), True), (text({"type": "operator"}), True),
    (text({"type": "action"}), False), (text({"type": "shout"}), False), (text({"type": 5}), False), ("{}", False),
    ("{", True), (b"\xff", True), ("5", True)])
def test_T1_only_three_types_may_begin_a_connection_and_broken_json_is_left_to_the_parser(data, first):
    assert may_be_first(data) is first


def test_brackets_count_only_outside_of_strings():
    assert depth(text({"a": [1, [2]], "b": "[[[[[[", "c": 'quote " [['})) == 3
    assert depth(b'{"a": "\\"[[", "b": {}}') == 2
    assert depth("[" * 5 + "]" * 5) == 5


@pytest.mark.parametrize("encode", [str, str.encode])
def test_a_frame_that_is_nested_too_deeply_is_refused_and_brackets_in_strings_are_not(encode):
    frame = {"type": "spectate", "v": 1}
    nested = text(frame)[:-1] + ', "x": ' + "[" * DEPTH_MAX + "]" * DEPTH_MAX + "}"
    with pytest.raises(Refused, match="nested at most") as refused:
        parse(encode(nested))
    assert refused.value.code == "BAD_SCHEMA"
    assert type(parse(encode(text({**frame, "x": "[" * 5 * DEPTH_MAX})))) is FROM_CLIENT["spectate"]
