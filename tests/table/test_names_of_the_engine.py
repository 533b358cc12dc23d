"""The names of `docs/table.md` for users of the TypeScript engine: each exists, and the steps do what the page says."""

from __future__ import annotations

import re
from pathlib import Path

from croupier import table

PAGE = (Path(__file__).parents[2] / "docs/table.md").read_text(encoding="utf-8")
ROWS = [row.split(" | ") for row in re.findall(r"^\| (`(?:Hand|Game|Command).*) \|$", PAGE, re.MULTILINE)]


def dealt() -> dict:
    server = {"variant": "NT", "hand": 1, "players": ["Ann", "Bob"], "startingStacks": [1000, 800],
              "blindsOrStraddles": [10, 20], "antes": [0, 0], "minBet": 20, "actions": [], "seed": "ab" * 32,
              "_intents": [0, 0], "_inactive": [0, 0], "_deadBlinds": [0, 0]}
    return table.advance(server)


def sent(server: dict, player: str, action: str) -> dict:
    view = table.personalize(server, player)
    return {**view, "actions": [*view["actions"], action]}


def test_every_name_of_the_page_exists():
    assert len(ROWS) > 12
    named = {name for _, ours in ROWS for name in re.findall(r"table\.(\w+)", ours)}
    assert named >= {"join", "merge", "advance", "status", "next_hand"}
    assert named <= set(table.__all__)


def test_an_action_is_a_line_that_the_client_appends():
    server = dealt()
    client = sent(server, "Ann", "p1 cc")
    assert table.refusal(server, client) is None
    assert table.merge(server, client)["actions"] == [*server["actions"], "p1 cc"]
    assert table.refusal(server, sent(server, "Bob", "p2 cc")) is not None


def test_an_all_in_is_a_raise_to_the_most_that_status_says():
    server = dealt()
    most = table.status(server)["legal"]["maxRaiseTo"]
    server = table.merge(server, sent(server, "Ann", f"p1 cbr {most}"))
    assert table.status(server)["stacks"] == [0, 780]
    server = table.merge(server, sent(server, "Bob", "p2 cc"))
    assert table.status(server)["stacks"] == [200, 0]


def test_turn_is_none_where_the_dealer_is_next_and_the_hand_says_when_it_is_over():
    server = dealt()
    assert (table.status(server)["turn"], table.status(server)["isOver"]) == (0, False)
    for player, action in (("Ann", "p1 cc"), ("Bob", "p2 cc")):
        server = table.merge(server, sent(server, player, action))
    assert (table.status(server)["turn"], table.status(server)["awaits"]) == (None, "dealer")
    server = table.advance(server)
    server = table.advance(table.merge(server, sent(server, "Bob", "p2 f")))
    assert table.status(server)["isOver"]
    assert table.next_hand(table.finish(server))["hand"] == 2


def test_a_message_is_an_action_that_changes_nothing_in_the_hand():
    server = dealt()
    after = table.merge(server, sent(server, "Bob", "p2 m good luck"))
    assert after["actions"][-1] == "p2 m good luck"
    assert table.status(after)["turn"] == table.status(server)["turn"]


def test_a_player_mucks_at_the_showdown():
    server = dealt()
    server = table.advance(table.merge(table.merge(server, sent(server, "Ann", "p1 cc")), sent(server, "Bob", "p2 cc")))
    while table.status(server)["awaits"] == "action":
        status = table.status(server)
        server = table.merge(server, sent(server, status["player"], f"p{status['turn'] + 1} cc"))
        if table.status(server)["awaits"] == "dealer" and len(table.status(server)["board"]) < 5:
            server = table.advance(server)
    assert table.status(server)["awaits"] == "show"
    shows = table.status(server)
    mucked = table.merge(server, sent(server, shows["player"], f"p{shows['turn'] + 1} sm"))
    assert mucked["actions"][-1].endswith(" sm")
