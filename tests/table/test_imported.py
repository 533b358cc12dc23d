"""Records that come from elsewhere, read by a table: whose blinds stand where, what the house took (N5, N7)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

import croupier
from croupier import Replay, table
from croupier.notation.json import as_dict

SHOWN = ["d dh p1 AhKh", "d dh p2 QdQs"]
BOARD = ["d db 2c7c8h", "d db 3d", "d db 4s"]


def heads_up(blinds: list[int], stacks: list[int], *actions: str, **fields: Any) -> dict[str, Any]:
    """A record of two players as PHH writes it: p2 is the button and posts the first of the blinds."""
    return {"variant": "NT", "players": ["Bob", "Ann"], "startingStacks": stacks, "blindsOrStraddles": blinds,
            "antes": [0, 0], "minBet": 20, "actions": [*SHOWN, *actions], **fields}


def test_N5_two_players_all_in_on_the_blinds_show_the_button_last() -> None:
    made = heads_up([10, 20], [1000, 5], *BOARD, "p1 sm AhKh", "p2 sm QdQs")
    assert table.next_hand(made)["_bb"] == 2
    assert Replay(table.record(made)).status == "ok"
    tables = {**made, "actions": [*SHOWN, *BOARD, "p2 sm QdQs", "p1 sm AhKh"]}
    assert table.next_hand(tables)["_bb"] == 1


def test_N5_two_players_all_in_on_the_blinds_draw_the_button_last() -> None:
    made = heads_up([10, 20], [1000, 5], variant="N2L1D")
    made["actions"] = ["d dh p1 QdQs5c6d7s", "d dh p2 AhKh2c3d4s", "p1 sd", "p2 sd", "p1 sm QdQs5c6d7s",
                       "p2 sm AhKh2c3d4s"]
    assert table.next_hand(made)["_bb"] == 2


def test_N5_messages_tell_nothing_of_who_has_the_button() -> None:
    made = heads_up([10, 20], [1000, 5], "p2 m hello", *BOARD, "p1 sm AhKh", "p2 sm QdQs")
    assert table.next_hand(made)["_bb"] == 2
    assert table.next_hand(heads_up([10, 20], [1000, 5], "p2 m hi", finishingStacks=[1000, 5]))["_bb"] == 1


@pytest.mark.parametrize("blinds", [[2, 0], [1, 2]])
def test_N5_an_imported_heads_up_hand_of_short_deck_plays_on_after_the_flop(blinds: list[int]) -> None:
    first, second = ("p1", "p2") if blinds[1] == 0 else ("p2", "p1")
    made = heads_up(blinds, [100, 100], f"{first} cc", f"{second} cc", "d db 6c7c8h", "p1 cbr 5", "p2 f", variant="NS",
                    minBet=2)
    assert table.finish(made)["finishingStacks"] == [102, 98]
    assert Replay(table.record(made)).final_stacks == [102, 98]


SPLIT = """PokerStars Hand #1: Hold'em No Limit ($1/$2 USD) - 2020/01/01 12:00:00 ET
Table 'T' 6-max Seat #3 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cat ($100 in chips)
Ann: posts small blind $1
Bob: posts big blind $2
*** HOLE CARDS ***
Cat: folds
Ann: calls $1
Bob: checks
*** FLOP *** [Ah Kh Qh]
Ann: checks
Bob: checks
*** TURN *** [Ah Kh Qh] [Jh]
Ann: checks
Bob: checks
*** RIVER *** [Ah Kh Qh Jh] [Th]
Ann: checks
Bob: checks
*** SHOW DOWN ***
Ann: shows [2c 3c] (a Royal Flush)
Bob: shows [2d 3d] (a Royal Flush)
Ann collected $1.90 from pot
Bob collected $1.89 from pot
*** SUMMARY ***
Total pot $4 | Rake $0.21
Board [Ah Kh Qh Jh Th]
Seat 1: Ann (small blind) showed [2c 3c] and won ($1.90) with a Royal Flush
Seat 2: Bob (big blind) showed [2d 3d] and won ($1.89) with a Royal Flush
Seat 3: Cat (button) folded before Flop (didn't bet)
"""


def from_text() -> dict[str, Any]:
    """A raked hand from a room's text."""
    record, = croupier.loads(SPLIT, "pokerstars")
    return as_dict(record)


def test_N7_a_rooms_rake_is_the_rake_and_divided_as_the_room_did_it() -> None:
    ended = table.finish(from_text())
    assert (float(ended["rake"]), [float(won) for won in ended["winnings"]]) == (0.21, [1.9, 1.89, 0])
    fresh = table.next_hand(from_text())
    assert [float(stack) for stack in fresh["startingStacks"]] == [99.9, 99.89, 100]
    assert not {"_rake", "_totalPot", "_put", "_uncalled", "_posts", "rake"} & set(fresh)
    assert table.next_hand(ended)["startingStacks"] == fresh["startingStacks"]


def test_N7_a_rooms_rake_stays_the_rake_once_somebody_speaks() -> None:
    paused = table.merge(from_text(), {"author": "Cat", "players": ["Ann", "Bob", "Cat"], "_intents": [0, 0, 2]})
    assert [float(stack) for stack in table.next_hand(paused)["startingStacks"]] == [99.9, 99.89, 100]


def test_M2_a_rooms_rake_that_somebody_else_paid_is_refused() -> None:
    made = from_text()
    made["finishingStacks"] = [Decimal("100"), Decimal("100"), Decimal("99.79")]
    with pytest.raises(table.BadTable, match="contradict"):
        table.finish(made)
    with pytest.raises(table.BadTable, match="are not finishing stacks and rake"):
        table.finish({**made, "_rake": 0})
