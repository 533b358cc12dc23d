"""Describe all frames for other languages: as JSON Schema (`json_schema`) and as an AsyncAPI document (`asyncapi`).

`python -m tools.protocol_page` writes both into `docs`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.protocol.errors import CLOSINGS
from croupier.protocol.events import VERSION, Event, Frame
from croupier.protocol.from_client import FROM_CLIENT
from croupier.protocol.from_server import FROM_SERVER

DIALECT = "https://json-schema.org/draft/2020-12/schema"
ASYNCAPI = "3.0.0"


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of all frames; `ClientFrame` and `ServerFrame` are any frame of one direction."""
    where = "#/$defs/{name}"
    return {"$schema": DIALECT, "title": "Frames of croupier's arena",
            "anyOf": [{"$ref": "#/$defs/ClientFrame"}, {"$ref": "#/$defs/ServerFrame"}],
            "$defs": {"ClientFrame": _any_of(FROM_CLIENT.values(), where), "ServerFrame": _any_of(FROM_SERVER, where),
                      **_definitions(where)}}


def asyncapi() -> dict[str, Any]:
    """Return the AsyncAPI document of an arena's WebSocket: its one channel, with the frames that it receives and
    sends.
    """
    clients = {f"client_{name}": kind for name, kind in FROM_CLIENT.items()}
    servers = {f"server_{_message_name(kind)}": kind for kind in FROM_SERVER}
    messages = {name: _message(kind) for name, kind in {**clients, **servers}.items()}
    closings = "\n".join(f"- {code}: {words}" for code, words in sorted(CLOSINGS.items()))
    return {
        "asyncapi": ASYNCAPI,
        "info": {"title": "croupier arena", "version": str(VERSION),
                 "description": "Bots and people play cards over WebSocket, one JSON object a frame. docs/protocol.md "
                                f"explains it.\n\nClose codes:\n{closings}"},
        "defaultContentType": "application/json",
        "servers": {"local": {"host": "localhost:8765", "protocol": "ws"}},
        "channels": {"table": {
            "address": "/ws", "title": "A table",
            "bindings": {"ws": {"query": {"type": "object", "properties": {
                "table": {"type": "string", "description": "The table's name; the first table if it is left out."}}}}},
            "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in messages}}},
        "operations": {"receive": _operation("receive", "What clients send.", clients),
                       "send": _operation("send", "What the server sends.", servers)},
        "components": {"messages": messages, "schemas": _definitions("#/components/schemas/{name}")}}


def _definitions(ref_template: str) -> dict[str, Any]:
    """Return the schema of every frame and of its parts, keyed by class name."""
    _, components = msgspec.json.schema_components([*FROM_CLIENT.values(), *FROM_SERVER], ref_template=ref_template)
    for facts in components.values():
        facts["description"] = " ".join(facts["description"].split())
        if "v" in facts.get("properties", ()):  # it has a default in our classes, but every frame must contain it
            facts["properties"]["v"] = {"const": VERSION}
            facts["required"] = [*facts.get("required", ()), "v"]
    return components


def _any_of(kinds: Iterable[type[Frame]], ref_template: str) -> dict[str, Any]:
    return {"anyOf": [{"$ref": ref_template.format(name=kind.__name__)} for kind in kinds]}


def _message(kind: type[Frame]) -> dict[str, Any]:
    return {"name": str(kind.__struct_config__.tag), "title": kind.__name__,
            "summary": " ".join((kind.__doc__ or "").split()),
            "payload": {"$ref": f"#/components/schemas/{kind.__name__}"}}


def _message_name(kind: type[Frame]) -> str:
    """Return a frame's name in the document: its type, and for an event also its class, as there are many events."""
    name = str(kind.__struct_config__.tag)
    return f"{name}_{kind.__name__}" if issubclass(kind, Event) else name


def _operation(action: str, summary: str, names: Iterable[str]) -> dict[str, Any]:
    return {"action": action, "summary": summary, "channel": {"$ref": "#/channels/table"},
            "messages": [{"$ref": f"#/channels/table/messages/{name}"} for name in names]}
