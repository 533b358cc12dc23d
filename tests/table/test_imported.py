"""Records that come from elsewhere, read by a table: whose blinds stand where, what the house took (N5, N7)."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import Replay, table

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
