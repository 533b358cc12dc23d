"""The JSON Schema and the AsyncAPI document describe what is really sent (issue 24, part 1)."""

from __future__ import annotations

import asyncio
import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from croupier.arena.core.effects import Connected, Received, Tick
from croupier.protocol import EVENTS, FROM_CLIENT, FROM_SERVER, GameEvent
from croupier.protocol.schema import asyncapi, json_schema

from .played import Played
from .wire import Wire, Wires, on_the_wire

jsonschema = pytest.importorskip("jsonschema")
GAMES: list[dict[str, Any]] = [
    {}, {"variant": "F7S"}, {"variant": "N2L1D"}, {"variant": "PO"}, {"variant": "FB"}, {"variant": "sting"},
    {"variant": "genome:three-card-brag", "starting_stack": 10_000},
    {"variant": "genome:crazy-eights", "starting_stack": 10_000},
    {"format": "cash", "starting_stack": 600, "secret_hands": 3, "reveal": "match"}]
WORDS = {word: kind for kind in EVENTS for word in get_args(get_type_hints(kind)["ev"]) or ()}


def strict_schema() -> dict[str, Any]:
    """Return the schema, no field allowed that it does not name."""
    schema = copy.deepcopy(json_schema())
    for facts in schema["$defs"].values():
        if "properties" in facts:
            facts["additionalProperties"] = False
    return schema


class Validators:
    """One validator for each kind of frame."""

    def __init__(self) -> None:
        self.schema = strict_schema()
        self.kinds = {str(kind.__struct_config__.tag): kind for kind in FROM_SERVER if kind not in EVENTS}
        self.made: dict[str, Any] = {}

    def check(self, frame: dict[str, Any]) -> str:
        """Raise if a frame does not fit its kind; return the kind's name."""
        kind = self.kinds[frame["type"]] if frame["type"] != "event" else WORDS.get(frame["ev"], GameEvent)
        name = GameEvent.__name__ if "data" in frame else kind.__name__  # other games use poker's words, too
        if name not in self.made:
            schema = {"$defs": self.schema["$defs"], "$ref": f"#/$defs/{name}"}
            self.made[name] = jsonschema.Draft202012Validator(schema)
        self.made[name].validate(frame)
        return name


@pytest.fixture(scope="module")
def validators() -> Validators:
    return Validators()


class Recorded(Played):
    """Random players of any game, and a spectator."""

    def join(self, first_conn: int = 1) -> None:
        self.put(Connected(9, "T-1"))
        self.put(Received(9, json.dumps({"type": "spectate", "v": 1})))
        super().join(first_conn)

    def move(self) -> None:
        """Answer a prompt with any legal action; now and then let the time run out."""
        self.now += self.chance.randint(1, 200)
        if self.chance.random() < 0.05 or not self.asked:
            self.now += 1100
            self.asked.clear()
            self.put(Tick())
            return
        conn, frame = self.asked.popitem()
        chosen = self.chance.choice(frame["legal"])
        fields = dict(chosen) if isinstance(chosen, dict) else {"action": chosen}
        if chosen == "RAISE_TO":
            fields["amount"] = frame[self.chance.choice(("min_raise_to", "max_raise_to"))]
        if chosen == "DISCARD":
            fields["cards"] = frame["you"]["hole"][:1]
        hand_id = frame.get("hand_id", frame.get("at_hand_id"))
        self.put(Received(conn, json.dumps({"type": "action", "v": 1, "hand_id": hand_id, **fields})))


@pytest.mark.parametrize("config", GAMES, ids=str)
def test_24_1_every_frame_of_recorded_matches_fits_the_schema(config, validators):
    played = Recorded(**config)
    played.join()
    played.moves(150)
    while not any(b'"end_hand"' in each.data for each in played.sent):  # an evolved game is one long hand
        played.moves(100)
    seen = {validators.check(json.loads(each.data)) for each in played.sent}
    assert {"Welcome", "Lobby", "StartHand", "Act", "TableState", "EndHand"} <= seen


def test_24_1_every_frame_of_a_match_over_sockets_fits_the_schema(validators):
    clients: list[Wire] = []

    async def body(wires: Wires) -> None:
        watcher, operator = await wires.connect(), await wires.connect()
        await watcher.say(type="spectate")
        await operator.say(type="operator", code="op", command="STATUS")
        ann = await wires.join("Ann", cards=True, states=True)
        await ann.say(type="nonce", nonce="5e" * 32)
        await ann.say(type="dance")
        bob = await wires.join("Bob")
        clients.extend((watcher, operator, ann, bob))
        await asyncio.gather(play_on(ann), play_on(bob), watcher.until("match_end"), operator.until("operator"))

    on_the_wire(body, server={"operator_code": "op"}, min_teams=2, matches=1)
    seen = {validators.check(frame) for client in clients for frame in client.heard}
    assert {"Welcome", "Lobby", "StartHand", "Act", "HoleCards", "PutChips", "PotAward", "EndHand", "MatchEnd",
            "ErrorFrame", "OperatorReply", "TableState", "Eliminated"} <= seen


async def play_on(wire: Wire) -> None:
    """Fold the first hand, then go all-in until the match is over."""
    while (frame := await wire.next())["type"] != "match_end":
        if frame["type"] == "act":
            raises = "RAISE_TO" in frame["legal"] and not frame["hand_id"].endswith("00001")
            word = "RAISE_TO" if raises else "FOLD" if frame["hand_id"].endswith("00001") else "CALL"
            await wire.act(frame, word, frame["max_raise_to"] if raises else None)


def test_24_1_a_wrong_frame_does_not_fit(validators):
    with pytest.raises(jsonschema.ValidationError):
        validators.check({"type": "lobby", "v": 1, "players": [{"seat": "0"}]})
    with pytest.raises(jsonschema.ValidationError):
        validators.check({"type": "error", "v": 1, "code": "X", "msg": "m", "secret": 1})


def test_24_1_the_schema_is_a_schema_and_wants_the_version():
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    versioned = [facts for facts in schema["$defs"].values() if "v" in facts.get("properties", {})]
    assert len(versioned) > 20
    assert all("v" in facts["required"] and facts["properties"]["v"] == {"const": 1} for facts in versioned)


def refs(value: Any) -> Iterator[str]:
    """Every `$ref` in a document."""
    if isinstance(value, dict):
        yield from (each for name, each in value.items() if name == "$ref")
        for each in value.values():
            yield from refs(each)
    elif isinstance(value, list):
        for each in value:
            yield from refs(each)


@pytest.mark.parametrize("document", [json_schema(), asyncapi()], ids=["schema", "asyncapi"])
def test_24_1_every_reference_leads_somewhere(document):
    for ref in set(refs(document)):
        at = document
        for part in ref.removeprefix("#/").split("/"):
            at = at[part]
        assert at


def test_24_1_the_asyncapi_document_has_every_message():
    document = asyncapi()
    assert {"asyncapi", "info", "channels", "operations", "components"} <= set(document)
    sent, received = (document["operations"][name]["messages"] for name in ("send", "receive"))
    assert (len(sent), len(received)) == (len(FROM_SERVER), len(FROM_CLIENT))
    assert json.loads((Path(__file__).parents[2] / "docs/protocol.asyncapi.json").read_text()) == document
