"""Seed 004's worked examples: its own states fed in, every field it shows compared (apart from ruling N13)."""

from __future__ import annotations

from croupier import table

NAMES = ["Player1", "Player2", "Player3"]
STACKS = [50, 100, 75.25]


def state(hand, blinds, actions, inactive, intents, **more):
    """A state as the seed writes it: no variant, no minimum bet, `seatCount: [6]`."""
    size = len(blinds)
    return {"hand": hand, "players": NAMES[:size], "startingStacks": STACKS[:size], "blindsOrStraddles": blinds,
            "antes": [0] * size, "seatCount": [6], "actions": actions, "_inactive": inactive, "_intents": intents,
            **more}


def shows(made, expected):
    """Every field the seed shows."""
    assert {name: made.get(name) for name in expected} == expected


def folded_out(made):
    """Player after player folds, so that the seed's hand is over."""
    made = table.advance(made)
    for _ in range(10):
        play = table.play.replay(table.dicts.reading.read(made))
        if play.hand.is_over:
            return made
        made = {**made, "actions": [*made["actions"], f"p{play.actor + 1} f"]}
    raise AssertionError("the hand does not end")


FIRST = ["d dh p1 ????", "d dh p2 ????", "p1 cc", "p2 cc", "d db 2d7cJh"]
SERVER_1 = state(1, [1, 2], FIRST, [0, 0], [0, 0])
CLIENT_1 = {"author": "Player3", "hand": 1, "players": NAMES, "startingStacks": [50, 100, 100],
            "blindsOrStraddles": [1, 2, 0], "antes": [0, 0], "seatCount": [6], "actions": FIRST, "_inactive": [0, 0],
            "_intents": [0, 0, 0]}


def test_joining_the_client_gets_a_state_without_cards():
    known = {**SERVER_1, "actions": ["d dh p1 2h2d", "d dh p2 3s3d", *FIRST[2:]]}
    shows(table.personalize(known, "Player3"), {**SERVER_1, "author": "Player3"})


def test_joining_merge():
    made = table.merge(SERVER_1, CLIENT_1, {"Player3": 75.25})
    shows(made, state(1, [1, 2, 0], FIRST, [0, 0, 1], [0, 0, 0]))
    assert "author" not in made


def test_joining_next():
    server = table.merge({**SERVER_1, "seed": 4}, CLIENT_1, {"Player3": 75.25})
    server = {**server, "actions": [*FIRST, "p2 f"]}
    made = table.next_hand(server)
    shows(made, {**state(2, [0, 1, 2], [], [0, 0, 0], [0, 0, 0]), "startingStacks": [52, 98, 75.25]})
    dealt = table.advance(made)
    assert [line[:8] for line in dealt["actions"]] == ["d dh p1 ", "d dh p2 ", "d dh p3 "]
    assert not any("?" in line for line in dealt["actions"])


def test_joining_player3_receives_its_cards():
    server = state(2, [0, 1, 2], ["d dh p1 2h2d", "d dh p2 3s3d", "d dh p3 4c4d"], [0, 0, 0], [0, 0, 0])
    shows(table.personalize(server, "Player3"),
          {**server, "author": "Player3", "actions": ["d dh p1 ????", "d dh p2 ????", "d dh p3 4c4d"]})


# -- case A: a pause until the big blind -------------------------------------------------------------------------------

DEALT_3 = ["d dh p1 ????", "d dh p2 3s3d", "d dh p3 ????", "p1 cc"]  # N13: the seed has p3 before p1


def test_case_a_merge():
    server = state(3, [0, 1, 2], DEALT_3, [0, 0, 0], [0, 0, 0])
    client = {**server, "author": "Player2", "_intents": [0, 1, 0]}
    made = table.merge(server, client)
    shows(made, {**state(3, [0, 1, 2], DEALT_3, [0, 1, 0], [0, 1, 0]), "_deadBlinds": [0, 0, 0]})
    assert table.advance(made)["actions"] == [*DEALT_3, "p2 f"]  # N13: the seed leaves the fold out of its log


def test_case_a_hands_4_and_5():
    server = state(3, [0, 1, 2], [*DEALT_3, "p2 f", "p3 cc", "d db 5cAhQh", "p3 cc", "p1 f"], [0, 1, 0], [0, 1, 0])
    fourth = table.next_hand(server)
    shows(fourth, {**state(4, [2, 0, 1], [], [0, 1, 0], [0, 1, 0]), "startingStacks": [48, 99, 78.25],
                   "_deadBlinds": [0, 0, 0]})
    fourth = table.advance(fourth)
    assert fourth["actions"] == ["d dh p1 ????", "d dh p3 ????"]  # no cards for Player2
    fourth = {**fourth, "actions": [*fourth["actions"], "p3 cc", "p1 cc", "d db 5cAhQh", "p1 cc", "p3 f"]}
    fifth = table.next_hand(fourth)
    shows(fifth, {**state(5, [1, 2, 0], [], [0, 0, 0], [0, 0, 0]), "startingStacks": [50, 99, 76.25],
                  "_deadBlinds": [0, 0, 0]})
    shows(table.personalize(fifth, "Player2"), {**fifth, "author": "Player2"})


# -- case B: back before the big blind ---------------------------------------------------------------------------------


def test_case_b():
    sixth = state(6, [0, 1, 2], ["d dh p1 ????", "d dh p3 ????"], [0, 1, 0], [0, 2, 0], _deadBlinds=[0, 3, 0])
    client = {**sixth, "author": "Player2", "_intents": [0, 0, 0]}
    made = table.merge(sixth, client)
    shows(made, {**sixth, "_intents": [0, 0, 0]})
    made = {**made, "actions": [*made["actions"], "p1 f"]}
    seventh = table.next_hand(made)
    shows(seventh, {**state(7, [2, 0, 1], [], [0, 0, 0], [0, 0, 0]), "startingStacks": [50, 97, 75.25],  # N13
                    "_deadBlinds": [0, 0, 0]})
    assert seventh["_deadMoney"] == [0, 3, 0]  # N7: what was paid is not lost
    ended = table.finish(folded_out({**seventh, "seed": 1}))
    assert sum(ended["finishingStacks"]) == 50 + 100 + 75.25


def test_case_b_the_blind_of_a_paused_player_is_no_post():
    """N9: Player2's 1 in hand 6 is a position."""
    sixth = state(6, [0, 1, 2], ["d dh p1 ????", "d dh p3 ????", "p1 f"], [0, 1, 0], [0, 2, 0], _deadBlinds=[0, 3, 0])
    assert table.finish(sixth)["finishingStacks"] == [50, 100, 75.25]


# -- leaving -----------------------------------------------------------------------------------------------------------

DEALT_8 = ["d dh p1 ????", "d dh p2 3s3d", "d dh p3 ????", "p1 cc", "p2 cc", "p3 cc", "d db 5hAdQc"]


def test_leaving():
    eighth = state(8, [0, 1, 2], DEALT_8, [0, 0, 0], [0, 0, 0])
    made = table.merge(eighth, {**eighth, "author": "Player1", "_intents": [3, 0, 0]})
    shows(made, state(8, [0, 1, 2], DEALT_8, [1, 0, 0], [3, 0, 0]))
    made = {**made, "actions": [*DEALT_8, "p2 cc", "p3 cc"]}
    made = table.advance(made)
    assert made["actions"][-2:] == ["p1 f", "d db ??"]
    made = {**made, "actions": [*made["actions"], "p2 f"]}
    ninth = table.next_hand(made)
    shows(ninth, {"hand": 9, "players": ["Player2", "Player3"], "startingStacks": [98, 79.25],
                  "blindsOrStraddles": [2, 1], "antes": [0, 0], "seatCount": [6], "actions": [], "_inactive": [0, 0],
                  "_intents": [0, 0]})
    assert [line[:7] for line in table.advance(ninth)["actions"]] == ["d dh p1", "d dh p2"]
