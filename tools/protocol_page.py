"""Write the documents of the protocol: `python -m tools.protocol_page`. A test checks that they are up to date.

    docs/protocol.md                every message with a real example, error codes, close codes
    docs/protocol.schema.json       all frames as JSON Schema
    docs/protocol.asyncapi.json     the socket as an AsyncAPI document

The examples are real: a small match is played on a host, and the frames are taken from it.
"""

from __future__ import annotations

import ast
import inspect
import itertools
import json
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from croupier import protocol
from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, Effect, MatchGiven, Received, Send, Tick, WantMatch
from croupier.arena.core.host import Host
from croupier.protocol import Event, Frame, errors
from croupier.protocol.schema import asyncapi, json_schema

DOCS = Path(__file__).parents[1] / "docs"
_NOW = 1_760_725_351_000
_SAID = {
    "hello": '{"type":"hello","v":1,"team":"Alpha","join_code":"KF7Q9C"}',
    "action": '{"type":"action","v":1,"hand_id":"H-2025-10-17-00123","action":"RAISE_TO","amount":1200,"decision":3}',
    "nonce": '{"type":"nonce","v":1,"nonce":"' + "5e" * 32 + '"}',
    "intent": '{"type":"intent","v":1,"intent":3}',
    "buy": '{"type":"buy","v":1,"amount":5000}',
    "spectate": '{"type":"spectate","v":1}',
    "operator": '{"type":"operator","v":1,"code":"b7f2...","command":"START_HAND"}',
}
_CASH: dict[str, Any] = {"format": "cash", "secret_hands": 2, "reveal": "match"}
_WORDS = {
    protocol.PutChips: ("BET", "CALL", "BRING_IN"), protocol.CheckedOrFolded: ("CHECK", "FOLD"),
    protocol.TurnOrRiver: ("TURN", "RIVER"),
}


def fill(page: str) -> str:
    """Return a page with everything between `<!-- NAME -->` and `<!-- /NAME -->` replaced."""
    parts = {"client": _client, "server": _server, "events": _events, "parts": _parts, "errors": _errors,
             "closings": _closings}
    for name, part in parts.items():
        head, mark, rest = page.partition(f"<!-- {name} -->\n")
        _, end, tail = rest.partition(f"<!-- /{name} -->")
        page = head + mark + "\n".join(part()) + "\n" + end + tail
    return page


# -- the parts ---------------------------------------------------------------------------------------------------------


def _client() -> Iterator[str]:
    for name, kind in protocol.FROM_CLIENT.items():
        yield from _message(name, kind, json.loads(_SAID[name]))


def _server() -> Iterator[str]:
    examples = _examples()
    for kind in protocol.FROM_SERVER:
        if not issubclass(kind, Event):
            name = _type_of(kind)
            yield from _message(name, kind, examples[name])


def _events() -> Iterator[str]:
    examples = _examples()
    for kind in protocol.EVENTS:
        words = _WORDS.get(kind) or (msgspec.structs.fields(kind)[1].default,)
        title = ", ".join(f"`{word}`" for word in words if isinstance(word, str)) or "other games"
        yield f"\n#### {title}\n"
        yield _first_words(kind) + "\n"
        example = next((examples[f"event/{word}"] for word in words if f"event/{word}" in examples), None)
        if example is not None:
            yield from _json_block(example)
        yield from _fields(kind, without=("v", "hand_id", "event_no"))


def _errors() -> Iterator[str]:
    yield "\n| code | meaning |\n|---|---|"
    yield from (f"| `{code}` | {words} |" for code, words in errors.ERRORS.items())


def _closings() -> Iterator[str]:
    yield "\n| close code | meaning |\n|---|---|"
    yield from (f"| {code} | {words} |" for code, words in sorted(errors.CLOSINGS.items()))


# -- one message -------------------------------------------------------------------------------------------------------


def _message(name: str, kind: type[Frame], example: Any) -> Iterator[str]:
    yield f"\n### `{name}`\n"
    yield _first_words(kind)
    yield from _json_block(example)
    yield from _fields(kind, without=("v",))


def _first_words(kind: type) -> str:
    return " ".join((kind.__doc__ or "").split())


def _json_block(example: Any) -> Iterator[str]:
    yield "\n```json"
    yield json.dumps(example, ensure_ascii=False) if len(json.dumps(example)) < 110 else _spread(example)
    yield "```\n"


def _spread(example: dict[str, Any]) -> str:
    """Return an object as JSON with one field a line."""
    lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in example.items()]
    return "{\n" + ",\n".join(lines) + "\n}"


def _fields(kind: type, without: tuple[str, ...]) -> Iterator[str]:
    schema = msgspec.json.schema(kind)
    facts = schema["$defs"][schema["$ref"].rpartition("/")[2]]
    required = set(facts["required"])
    words = _descriptions(kind)
    for name, field in facts["properties"].items():
        if name in ("type", "ev", *without):
            continue
        optional = "" if name in required else ", optional"
        yield f"- `{name}`: {_kind_of(field)}{optional}" + (f". {words[name]}" if name in words else "")


def _descriptions(kind: type) -> dict[str, str]:
    """Return the docstrings that follow the fields of a class, by field."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("croupier."):
            (body,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
            assert isinstance(body, ast.ClassDef)
            for field, text in itertools.pairwise(body.body):
                if (isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
                        and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)):
                    found[field.target.id] = " ".join(str(text.value.value).split())
    return found


def _parts() -> Iterator[str]:
    """Describe the objects inside frames, by name."""
    frames = {kind.__name__ for kind in (*protocol.FROM_SERVER, *protocol.FROM_CLIENT.values())}
    for name in sorted(set(json_schema()["$defs"]) - frames - {"ClientFrame", "ServerFrame"}):
        kind = getattr(protocol, name)
        yield f"\n### `{name}`\n"
        yield _first_words(kind) + "\n"
        yield from _fields(kind, without=())


def _kind_of(field: dict[str, Any]) -> str:
    """Return a schema's type in a few words."""
    if "$ref" in field:
        return f"`{field['$ref'].rpartition('/')[2]}`"
    if "anyOf" in field:
        return " or ".join(_kind_of(each) for each in field["anyOf"])
    if "enum" in field:
        return " or ".join(f"`{value}`" for value in field["enum"])
    if field.get("type") == "array":
        return f"list of {_kind_of(field.get('items', {}))}"
    words = {"integer": "whole number", "string": "text", "boolean": "true or false", "object": "object",
             "null": "null"}
    return words.get(str(field.get("type")), "anything")


def _type_of(kind: type[Frame]) -> str:
    return str(kind.__struct_config__.tag)


# -- a match to take examples from -------------------------------------------------------------------------------------


def _examples() -> dict[str, Any]:
    """Return a frame of every type and event, from matches played here."""
    found: dict[str, Any] = {}
    for variant, cash in (("HUNL", False), ("F7S", False), ("N2L1D", False), ("HUNL", True)):
        for frame in _played(variant, cash):
            name = f"event/{frame['ev']}" if frame["type"] == "event" else str(frame["type"])
            found.setdefault(name, frame)
            if name == "snapshot" and "legal" in frame and "legal" not in found[name]:
                found[name] = {**frame, "events": [{"type": "event", "...": "..."}]}
    return found


def _played(variant: str, cash: bool) -> list[dict[str, Any]]:
    """Return the frames that two teams, a spectator and an operator get in a short match or at a cash table."""
    config = TableConfig(variant=variant, seats=4, starting_stack=1000, sb=10, bb=20, **_CASH if cash else {})
    host, heard, now = Host({"T-1": config}, operator_code="op", last_hand=122), [], _NOW

    def take(effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                heard.append(json.loads(effect.data))
            elif isinstance(effect, WantMatch):
                take(host.handle(MatchGiven("T-1", "M-2025-10-17-0007", bytes(range(32))), now))

    def say(conn: int, **frame: Any) -> None:
        take(host.handle(Received(conn, json.dumps({"v": 1, **frame})), now))

    take(host.open())
    for conn, first in enumerate(_openings(), 1):
        take(host.handle(Connected(conn, "T-1"), now))
        say(conn, **first)
    say(1, type="nonce", nonce="5e" * 32)
    say(1, type="dance")
    say(4, type="operator", command="PAUSE")
    say(4, type="operator", command="RESUME")
    table = host.tables["T-1"]
    for step in range(400):
        if table.prompt is None or table.hand is None or "reveal" in [frame["type"] for frame in heard]:
            break
        conn = table.seats[table.prompt.seat].conn or 0
        say(conn, type="action", hand_id=table.hand.hand_id, **_move(table, step))
        if step == 1:
            now += 3000
            take(host.handle(Connected(9, "T-1"), now))
            actor = table.seats[table.prompt.seat]
            say(9, type="hello", team=actor.team, join_code="code", cards=True)
        if step == 3:
            now += config.move_time_ms
            take(host.handle(Tick(), now))
    return heard


def _openings() -> list[dict[str, Any]]:
    return [{"type": "hello", "team": "Alpha", "join_code": "code", "cards": True}, {"type": "spectate"},
            {"type": "hello", "team": "Beta", "join_code": "code"},
            {"type": "operator", "code": "op", "command": "STATUS"}]


def _move(table: Any, step: int) -> dict[str, Any]:
    """Calls at first, then everything; one draw and one fold so that there is an example of each."""
    legal = table.hand.play.hand.legal()
    if legal.discard:
        return {"action": "DISCARD", "cards": [str(legal.hole[0])]}
    if legal.bring_in is not None:
        return {"action": "BRING_IN"}
    if step == 20:
        return {"action": "FOLD"}
    if step > 20 and legal.max_raise_to is not None:
        return {"action": "RAISE_TO", "amount": legal.max_raise_to}
    return {"action": "CHECK" if legal.check else "CALL"}


def documents() -> dict[Path, str]:
    """Return every generated file with its text."""
    page = DOCS / "protocol.md"
    return {page: fill(page.read_text(encoding="utf-8")),
            DOCS / "protocol.schema.json": json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n",
            DOCS / "protocol.asyncapi.json": json.dumps(asyncapi(), indent=1, ensure_ascii=False) + "\n"}


if __name__ == "__main__":
    for path, text in documents().items():
        path.write_text(text, encoding="utf-8")
