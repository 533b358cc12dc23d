"""Clients' dicts that were tampered with, and what `merge` may take of them."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from croupier import table

JUNK: list[Any] = [None, True, False, -1, 0, 1, 3, 99, 1.5, 10 ** 30, float("nan"), float("inf"), "", "x", "p1 f", [],
                   {}, [0], [0] * 40, {"a": {"b": []}}, b"bytes", "d dh p1 AhKh", ["d db AhKhQh"], "1", [[[[]]]]]
MARKS = ("_intents", "_inactive", "_deadBlinds", "startingStacks", "blindsOrStraddles", "antes", "seats", "_deadMoney",
         "players", "actions", "finishingStacks", "hand", "seed", "author", "variant", "minBet", "_bb", "_sb",
         "_button", "seatCount", "_blinds", "venue")


def tampered(server: dict[str, Any], author: str, rng: Random) -> Any:
    """A client's dict with some fields replaced, lengthened, cut or filled with junk."""
    client: dict[str, Any] = copy.deepcopy(table.personalize(server, author))
    for _ in range(rng.choice([1, 1, 2, 5])):
        name = rng.choice(MARKS)
        value = client.get(name)
        how = rng.random()
        if isinstance(value, list) and how < 0.6:
            client[name] = bent(value, rng)
        elif how < 0.8:
            client[name] = copy.deepcopy(rng.choice(JUNK))
        elif name != "author":
            client.pop(name, None)
    if rng.random() < 0.5:
        place = server["players"].index(author) + 1 if author in server["players"] else 1
        lines = [f"p{place} f", f"p{place} cc", f"p{place} cbr 40", f"p{place} sm", f"p{place} m hi", "d db 2c3c4c",
                 f"p{place % 3 + 1} f", f"p{place} cbr 1e9", f"p{place} cbr -5", f"p{place} sm AhKh", "p99 f"]
        log = client.get("actions")
        client["actions"] = [*(log if isinstance(log, list) else []), rng.choice(lines)]
    return client if rng.random() > 0.01 else rng.choice(JUNK)


def bent(value: list[Any], rng: Random) -> list[Any]:
    """A list with an entry changed, added or taken away."""
    bent = list(value)
    roll = rng.random()
    if bent and roll < 0.5:
        bent[rng.randrange(len(bent))] = rng.choice(JUNK)
    elif bent and roll < 0.7:
        bent.pop(rng.randrange(len(bent)))
    else:
        bent.insert(rng.randint(0, len(bent)), rng.choice(JUNK))
    return bent


def merged_by(server: dict[str, Any], client: Any, author: str) -> dict[str, Any]:
    """Merge, and show that nothing but the author's own due has changed, and that the inputs have not."""
    before = repr(server)
    made = table.merge(server, client, now=77)
    reason = table.refusal(server, client, now=77)
    assert repr(server) == before
    author = client.get("author") if isinstance(client, dict) else author
    if made is server:
        return made
    if author not in server["players"]:
        assert reason is None
        assert_joined(server, made, author)
        return made
    place = server["players"].index(author)
    for name in {*server, *made} - {"actions", "_intents", "_inactive", "author", "_deadBlinds", "timeBanks"}:
        assert repr(made.get(name)) == repr(server.get(name)), name
    for name in ("_intents", "_inactive"):
        assert_same_but(server.get(name) or [0] * len(made["players"]), made.get(name) or [], place)
    assert [*map(float, made.get("_deadBlinds", []))] in ([*map(float, server.get("_deadBlinds", []))],
                                                          [0.0] * len(made["players"]))
    assert made["actions"][:len(server["actions"])] == server["actions"]
    for line in made["actions"][len(server["actions"]):]:
        assert line.startswith(f"p{place + 1} "), line
        assert line.endswith(" #77"), line
    assert made["_intents"][place] in (0, 1, 2, 3)
    return made


def assert_same_but(ours: list[Any], theirs: list[Any], place: int) -> None:
    assert [x for at, x in enumerate(ours) if at != place] == [x for at, x in enumerate(theirs) if at != place]


def assert_joined(server: dict[str, Any], made: dict[str, Any], author: str) -> None:
    """One column more, the author's, and everything else as it was."""
    size = len(server["players"])
    assert made["players"] == [*server["players"], author]
    assert made["actions"] == server.get("actions", [])
    assert (made["_inactive"][-1], made["_deadBlinds"][-1]) == (1, 0)
    for name, value in server.items():
        if isinstance(value, list) and name in table.dicts.reading.COLUMNS:
            assert made[name][:size] == value, name
            assert len(made[name]) == size + 1
        elif name != "author":
            assert made[name] is value, name
