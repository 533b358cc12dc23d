"""`table.status`: what a client needs to draw a hand, by column of the dict (issue 23, item 5)."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

import pytest

from croupier import table
from croupier.games.poker.rules import RULES
from croupier.table import BadTable

from .hands import acts, dealt, folded, hand, over

NOTHING = {"fold": False, "check": False, "call": None, "minRaiseTo": None, "maxRaiseTo": None, "bringIn": None,
           "discard": False, "muck": False}


def played(server: dict[str, Any], *lines: str) -> dict[str, Any]:
    """The hand after some lines, each merged as its player's own, and everything that follows by itself."""
    for line in lines:
        player = server["players"][int(line[1]) - 1]
        client = acts(server, player, line)
        assert table.refusal(server, client) is None
        server = table.advance(table.merge(server, client))
    return server


def test_whose_turn_it_is_and_what_is_legal():
    found = table.status(dealt(hand([0, 10, 20])))
    assert (found["turn"], found["player"], found["awaits"], found["isOver"]) == (0, "A", "action", False)
    assert found["legal"] == {**NOTHING, "fold": True, "call": 20, "minRaiseTo": 40, "maxRaiseTo": 1000}
    assert (found["street"], found["board"], found["winnings"]) == ("PRE_FLOP", [], None)
    assert (found["bets"], found["stacks"], found["pot"]) == ([0, 10, 20], [1000, 990, 980], 30)
    assert found["inHand"] == [True, True, True]


def test_columns_are_those_of_the_dict_not_the_order_of_seats():
    server = dealt(hand([0, 20, 10], seats=[5, 3, 1]))  # clockwise C (small blind), B (big blind), A
    found = table.status(server)
    assert (found["turn"], found["bets"]) == (0, [0, 20, 10])
    assert table.status(played(server, "p1 f"))["turn"] == 2


def test_amounts_are_in_the_numbers_of_the_dict():
    server = dealt(hand([0.5, 1], stacks=[20.25, 50], minBet=1))
    assert table.status(server)["legal"] == {**NOTHING, "fold": True, "call": 0.5, "minRaiseTo": 2,
                                             "maxRaiseTo": 20.25}


def test_side_pots_name_the_columns_that_can_win_them():
    server = table.advance(hand([0, 10, 20], stacks=[100, 1000, 1000], seed=3))
    server = played(server, "p1 cbr 100", "p2 cbr 300", "p3 cc")
    found = table.status(server)
    assert found["pots"] == [{"amount": 300, "columns": [0, 1, 2]}, {"amount": 400, "columns": [1, 2]}]
    assert (found["pot"], found["street"], len(found["board"])) == (700, "FLOP", 3)


def test_a_table_without_enough_players_awaits_players():
    found = table.status(hand([], names=""))
    assert (found["awaits"], found["turn"], found["legal"], found["street"]) == ("players", None, None, None)
    assert table.status(hand([20], I=[0]))["awaits"] == "players"


def test_before_the_deal_and_between_streets_it_awaits_the_dealer():
    server = hand([10, 20])
    assert table.status(server)["awaits"] == "dealer"
    called = {**dealt(server), "actions": [*dealt(server)["actions"], "p1 cc", "p2 cc"]}
    found = table.status(called)
    assert (found["awaits"], found["turn"], found["board"]) == ("dealer", None, [])


def test_N4_the_turn_of_a_player_who_paused_is_the_dealers():
    server = dealt(hand([0, 10, 20]))
    server = table.merge(server, table.pause(table.personalize(server, "A"), "A"))
    found = table.status(server)
    assert (found["awaits"], found["turn"], found["legal"]) == ("dealer", None, None)
    assert table.status(table.advance(server))["turn"] == 1


def test_players_who_folded_or_sit_out_are_not_in_the_hand():
    found = table.status(folded(hand([10, 20, 0, 0], N=[0, 0, 0, 1], I=[0, 0, 0, 2]), "c"))
    assert (found["inHand"], found["stacks"][3], found["bets"][3]) == ([True, True, False, False], 1000, 0)


def test_a_hand_that_is_over_says_what_everybody_won():
    found = table.status(over(hand([10, 20])))
    assert (found["isOver"], found["awaits"], found["turn"], found["legal"]) == (True, None, None, None)
    assert (found["winnings"], found["stacks"], found["pot"], found["pots"]) == ([0, 20], [990, 1010], 0, [])


def test_rake_is_taken_from_what_is_won():
    server = table.advance(hand([10, 20], seed=1, rakePercentage=5))
    server = played(server, "p1 cc", "p2 cc", "p2 cbr 100", "p1 f")
    found, ended = table.status(server), table.finish(server)
    assert (found["winnings"], found["stacks"]) == (ended["winnings"], ended["finishingStacks"])
    assert ended["rake"]


def test_the_showdown_is_the_turn_of_the_next_to_show():
    server = dealt(hand([10, 20]))
    server["actions"] += ["p1 cc", "p2 cc", "d db KcKdKh", "p2 cc", "p1 cc", "d db 9c", "p2 cc", "p1 cc", "d db 9d",
                          "p2 cc", "p1 cc"]
    found = table.status(server)
    assert (found["awaits"], found["turn"], found["legal"]) == ("show", 1, {**NOTHING, "muck": True})
    server = table.merge(server, acts(server, "B", "p2 sm"))
    found = table.status(server)
    assert (found["turn"], found["legal"]["muck"], found["inHand"]) == (0, False, [True, False])


def test_stud_and_draw_have_actions_of_their_own():
    stud = table.advance({"variant": "F7S", "players": ["A", "B"], "startingStacks": [100, 100], "antes": [1, 1],
                          "smallBet": 4, "bigBet": 8, "bringIn": 2, "actions": [], "seed": 1})
    assert table.status(stud)["legal"]["bringIn"] == 2
    draw = table.advance(hand([10, 20], variant="N2L1D", seed=1))
    draw = played(draw, "p1 cc", "p2 cc")
    assert table.status(draw)["legal"] == {**NOTHING, "discard": True}


def test_N10_a_player_sees_its_own_cards_and_a_stranger_none():
    server = dealt(hand([10, 20]))
    assert table.status(server)["cards"] == [["2c", "2d"], ["2h", "2s"]]
    assert table.status(server, "B")["cards"] == [["??", "??"], ["2h", "2s"]]
    assert table.status(server, "X")["cards"] == [["??", "??"], ["??", "??"]]


def test_what_is_not_a_hand_of_a_table_is_refused():
    for broken in (None, [], {}, {**hand([10, 20]), "actions": ["d dh p1 AsAs"]}):
        with pytest.raises(BadTable):
            table.status(broken)


def begun(variant: str, rng: Random) -> dict[str, Any]:
    """A table of three or four players with unequal stacks, dealt."""
    size = rng.choice([3, 4])
    setting: dict[str, Any] = {"variant": variant, "players": list("ABCD")[:size], "minBet": 20, "hand": 1,
                               "startingStacks": [rng.choice([55, 300, 1000.5]) for _ in range(size)], "actions": [],
                               "smallBet": 20, "bigBet": 40, "bringIn": 10, "seed": rng.getrandbits(40),
                               "antes": [5] * size}
    if not RULES[variant].has_bring_in:
        setting["blindsOrStraddles"] = [10, 20, 0, 0][:size]
    return table.advance(setting)


def choices(found: Any) -> tuple[list[str], list[str]]:
    """Lines that a status says are legal, and lines just beyond what it says."""
    name, legal = f"p{found['turn'] + 1}", found["legal"]
    good = [f"{name} {word}" for word, may in (
        ("f", legal["fold"]), ("cc", legal["check"] or legal["call"] is not None), ("pb", legal["bringIn"] is not None),
        ("sd", legal["discard"]), ("sm", legal["muck"])) if may]
    bad = [] if legal["fold"] else [f"{name} f"]
    if legal["minRaiseTo"] is None:
        return good, [*bad, f"{name} cbr 40", f"{name} cbr 1000.5"]
    good += [f"{name} cbr {legal[bound]}" for bound in ("minRaiseTo", "maxRaiseTo")]
    return good, [*bad, f"{name} cbr {legal['minRaiseTo'] - 1}", f"{name} cbr {legal['maxRaiseTo'] + 1}"]


@pytest.mark.parametrize("variant", RULES)
@pytest.mark.parametrize("seed", range(6))
def test_merge_takes_what_status_calls_legal_and_refuses_what_lies_beyond(variant: str, seed: int):
    rng = Random(seed)
    server = begun(variant, rng)
    for _ in range(60):
        before = copy.deepcopy(server)
        found = table.status(server)
        assert server == before
        for player in (*server["players"], "X"):
            seen = table.status(server, player)
            assert seen == table.status(table.personalize(server, player), player)
            assert {**seen, "cards": found["cards"]} == found
        if found["isOver"]:
            break
        if found["turn"] is None:
            server = table.advance(server)
            continue
        good, bad = choices(found)
        for line in bad:
            assert table.refusal(server, acts(server, found["player"], line)) is not None, line
        if found["awaits"] == "show":
            server = table.advance(server)
            continue
        for line in good:
            assert table.refusal(server, acts(server, found["player"], line)) is None, line
        server = table.merge(server, acts(server, found["player"], rng.choice(good[1:] or good)))
    assert table.status(server)["isOver"]
    assert sum(table.status(server)["stacks"]) == sum(server["startingStacks"])
