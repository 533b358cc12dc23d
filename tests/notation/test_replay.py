"""What a replay finds: readings of records, refusals with clause and line, stated results."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from croupier import BadRecord, HandRecord, IllegalAction, Replay, dumps, loads
from croupier.notation.actions import ActionPlayer

NT: dict[str, Any] = {"variant": "NT", "antes": [0, 0, 0], "blinds_or_straddles": [1, 2, 0], "min_bet": 2,
                      "starting_stacks": [100, 100, 100]}
DEAL = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 ????"]
BOARD = ["d db 2c7d9s", "d db Jc", "d db 4h"]


def played(actions: list[str], **fields: Any) -> Replay:
    """A three-handed no-limit hand, unless fields say otherwise."""
    return Replay(HandRecord({**NT, **fields, "actions": actions}, lines=list(range(10, 10 + len(actions)))))


def checked_down(first: str, second: str) -> list[str]:
    """Two players check to the end."""
    street = ["p1 cc", "p2 cc"]
    return [*DEAL, "p3 f", "p1 cc", "p2 cc", BOARD[0], *street, BOARD[1], *street, BOARD[2], *street, first, second]


def test_a_hand_with_nothing_wrong() -> None:
    result = played(checked_down("p1 sm AhAd", "p2 sm KhKd"), finishing_stacks=[102, 98, 100])
    assert (result.status, result.final_stacks, result.notes) == ("ok", [102, 98, 100], [])


def test_B8_two_players_blinds_and_antes_are_turned_round() -> None:
    result = played(["d dh p1 ????", "d dh p2 ????", "p2 f"], antes=[0, 2], blinds_or_straddles=[1, 2],
                    starting_stacks=[100, 100])
    assert (result.status, result.final_stacks) == ("ok", [101, 99])


@pytest.mark.parametrize(("last", "stacks"), [
    (("p1 sm", "p2 sm KhKd"), [98, 102, 100]),
    (("p1 sm ????", "p2 sm KhKd"), [98, 102, 100]),
    (("p1 sm -", "p2 sm -"), [102, 98, 100]),
    (("p1 sm AhAd", "p2 sm"), [102, 98, 100]),
])
def test_hands_mucked_or_face_down_lose_to_hands_shown(last: tuple[str, str], stacks: list[int]) -> None:
    result = played(checked_down(*last))
    assert (result.status, result.final_stacks) == ("ok", stacks), result.reason


def test_where_nobody_shows_the_winner_is_not_known() -> None:
    result = played(checked_down("p1 sm ????", "p2 sm ????"))
    assert (result.status, result.final_stacks) == ("partial", [98, 98, 100])


def test_a_side_pot_between_hands_face_down_has_no_known_winner() -> None:
    actions = [*DEAL[:2], "d dh p3 QsQd", "p3 cc", "p1 cc", "p2 cc", BOARD[0], "p1 cbr 10", "p2 cc", "p3 cc",
               *[part for card in BOARD[1:] for part in (card, "p1 cc", "p2 cc")],
               "p1 sm ????", "p2 sm ????", "p3 sm QsQd"]
    result = played(actions, starting_stacks=[100, 100, 5])
    assert (result.status, result.reason) == ("partial",
                                              "a side pot is left to hands face down: its winner is not known")


@pytest.mark.parametrize(("actions", "clause", "line"), [
    ([*DEAL, "p1 f"], "B8", 13),
    ([*DEAL[:2], "p3 f"], "B15", 12),
    ([*DEAL, "p3 cbr 3"], "B3", 13),
    ([*DEAL, "p3 cbr 101"], "B1", 13),
    ([*DEAL, "p3 f", "p1 f", "p2 cc"], "B10", 15),
    (["d dh p1 AhAh"], "N9", 10),
    ([*DEAL[:1], "d dh p2 AhKd"], "N9", 11),
    ([*DEAL, "p3 f", "p1 cc", "p2 cc", "d db AhKs2c"], "N9", 16),
    ([*DEAL, "p3 f", "p1 cc", "p2 cc", "d db Ks2c"], "B15", 16),
    (checked_down("p1 sm AhAs", "p2 sm KhKd"), "N9", 25),
    (checked_down("p1 sm AhAd", "p3 sm 5c5d"), "B12", 26),
    (checked_down("p1 sm", "p2 sm"), "N12", 26),
])
def test_what_the_rules_refuse_is_named_with_clause_and_line(actions: list[str], clause: str, line: int) -> None:
    result = played(actions)
    assert (result.status, result.clause, result.line) == ("illegal", clause, line), result.reason


@pytest.mark.parametrize("action", ["p3 x", "p9 f", "d", "d db", "p3 cbr", "p3 cbr x", "p3 cbr 1e400", "p3 f now",
                                    "d dh p1 XX", "d db A", "q", "p3 cbr nan", "p0 f", "p10 f"])
def test_what_is_no_action_is_unreadable(action: str) -> None:
    result = played([*DEAL, action])
    assert (result.status, result.line) == ("unreadable", 13), result.reason


def test_commentary_says_nothing_to_the_engine() -> None:
    actions = [part for action in checked_down("p1 sm AhAd", "p2 sm KhKd") for part in (f"{action} # well", "# hm")]
    assert played(actions).final_stacks == [102, 98, 100]


def test_M1_decimals_are_counted_in_the_unit_of_the_hand() -> None:
    actions = [*DEAL, "p3 cbr 2.125", "p1 f", "p2 f"]
    result = played(actions, blinds_or_straddles=[Decimal("0.50"), 1, 0], min_bet=1)
    assert (result.status, result.final_stacks) == ("ok", [Decimal("99.5"), 99, Decimal("101.5")])


def test_unknown_stacks_stay_unknown() -> None:
    result = played([*DEAL, "p3 cbr 1000000", "p1 f", "p2 f"], starting_stacks=[Decimal("inf")] * 3)
    assert result.status == "ok"
    assert [str(stack) for stack in result.final_stacks] == ["Infinity"] * 3
    assert result.as_json()["final_stacks"] == ["inf"] * 3


def test_a_negative_blind_is_a_live_post() -> None:
    result = played([*DEAL, "p3 cc", "p1 f", "p2 cc", BOARD[0], "p2 cbr 2", "p3 f"], blinds_or_straddles=[1, 2, -2])
    assert (result.status, result.final_stacks) == ("ok", [99, 103, 98])


def test_B5_a_check_that_nobody_asks_for_changes_nothing() -> None:
    actions = [*DEAL[:2], "d dh p3 QsQd", "p3 cc", "p1 f", "p2 cc", "p2 sm KhKd", "p3 sm QsQd", *BOARD]
    result = played(actions, starting_stacks=[100, 100, 1])
    assert (result.status, result.final_stacks) == ("ok", [99, 102, 0])
    assert result.notes == ["p2 checks though nobody can bet against it (B5)"]


def test_a_raise_may_stop_at_the_last_chip_of_the_only_opponent() -> None:
    actions = ["d dh p1 AhAd", "d dh p2 KhKd", "p2 cbr 20", "p1 cbr 25", "p2 cc", "p1 sm AhAd", "p2 sm KhKd", *BOARD]
    heads_up = {"antes": [0, 0], "blinds_or_straddles": [1, 2]}
    result = played(actions, **heads_up, starting_stacks=[100, 25])
    assert (result.status, result.final_stacks) == ("ok", [125, 0])
    assert len(result.notes) == 1
    assert played(actions, **heads_up, starting_stacks=[100, 30]).clause == "B3"


@pytest.mark.parametrize("bet", ["0", "0.0"])
def test_N12_a_raise_to_0_is_never_read_as_a_raise(bet: str) -> None:
    result = played([*DEAL, f"p3 cbr {bet}", "p1 f"])
    assert (result.status, result.line, result.notes) == ("illegal", 13, [])


@pytest.mark.parametrize(("stated", "status", "note"), [
    ({"finishing_stacks": [Decimal("101.8"), 98, 100]}, "ok", "finishing_stacks: rake 0.2"),
    ({"finishing_stacks": [101, 98, 101]}, "unbalanced", None),
    ({"finishing_stacks": [100, 98, 100]}, "unbalanced", None),
    ({"winnings": [4, 0, 0]}, "ok", None),
    ({"winnings": [0, 0, 0]}, "ok", None),
    ({"winnings": [Decimal("3.9"), 0, 0]}, "ok", "winnings: rake 0.1"),
    ({"winnings": [5, 0, 0]}, "unbalanced", None),
    ({"winnings": [0, 4, 0]}, "unbalanced", None),
    ({"winnings": [4, 0]}, "unbalanced", None),
    ({"winnings": [4, 0, 0], "finishing_stacks": [1, 2, 3]}, "ok",
     "finishing_stacks contradict the file's own winnings, which agree with the replay"),
])
def test_stated_results_are_held_against_the_replay(stated: dict[str, Any], status: str, note: str | None) -> None:
    result = played(checked_down("p1 sm AhAd", "p2 sm KhKd"), **stated)
    assert result.status == status, result.reason
    assert result.final_stacks == [102, 98, 100]
    assert result.notes == ([note] if note else [])


def test_N7_dead_money_is_in_the_pot_and_absent_seats_pay_nothing() -> None:
    result = played(["d dh p1 ????", "d dh p2 ????", "p1 f"], _inactive=[0, 0, 1], _dead_money=[0, 3, 0])
    assert (result.status, result.final_stacks) == ("ok", [99, 104, 100])


@pytest.mark.parametrize("mark", [10, -1])
def test_N9_any_non_zero_inactive_is_read_as_1(mark: int) -> None:
    result = played(["d dh p1 ????", "d dh p2 ????", "p1 f"], _inactive=[0, 0, mark])
    assert (result.status, result.final_stacks) == ("ok", [99, 101, 100])


@pytest.mark.parametrize("fields", [{"variant": "XX"}, {"starting_stacks": [1] * 12}, {"starting_stacks": [5]}])
def test_what_the_engine_does_not_play_is_unsupported(fields: dict[str, Any]) -> None:
    assert played([], **fields).status == "unsupported"


@pytest.mark.parametrize("fields", [
    {"antes": [0]}, {"antes": "0"}, {"starting_stacks": [100, "x", 100]}, {"starting_stacks": [100, -1, 100]},
    {"min_bet": True}, {"min_bet": Decimal("inf")}, {"starting_stacks": [100, 10 ** 16, 100]},
    {"starting_stacks": [100, Decimal("1e-12"), 100]}, {"_inactive": [1]}, {"starting_stacks": [1.5, 2, 3]},
    {"antes": [0, Decimal("1e999999"), 0]},
])
def test_M1_columns_that_are_no_amounts_are_unreadable(fields: dict[str, Any]) -> None:
    result = played([], **fields)
    assert (result.status, result.line) == ("unreadable", 1)


@pytest.mark.parametrize("bet", ["1e-400", "5.1e999999999", "1e2", "inf", "nan", "+60", "60.", ".5", "0x3c",
                                 "1_000", "60.000000001", "9" * 50, "٦٠"])
def test_M1_an_amount_of_the_log_is_digits_and_a_point(bet: str) -> None:
    record = HandRecord({"variant": "NT", "blinds_or_straddles": [1, 2], "starting_stacks": [100, Decimal("100.00")],
                         "min_bet": 2, "actions": ["d dh p1 ????", "d dh p2 ????", f"p2 cbr {bet}"]})
    result = Replay(record)
    assert (result.status, result.clause) in {("unreadable", "M1"), ("unreadable", "N12")}
    with pytest.raises(BadRecord):
        list(record.replay())


@pytest.mark.parametrize("number", ["1E+1000000000", "5.1E+1000000000", "1E-400", "1E-1000000"])
def test_M1_amounts_out_of_all_bounds_are_refused_by_name(number: str) -> None:
    record = HandRecord({"variant": "NT", "blinds_or_straddles": [1, 2], "starting_stacks": [100, Decimal(number)],
                         "actions": []})
    assert (Replay(record).status, Replay(record).clause) == ("unreadable", "M1")


def test_N7_a_paused_seats_debt_is_not_in_the_pot() -> None:
    actions = ["d dh p1 ????", "d dh p2 ????", "p1 f"]
    owed = {"_inactive": [0, 0, 1], "_dead_blinds": [0, 0, 3]}
    for fields in (owed, {**owed, "_intents": [0, 0, 2]}):
        result = played(actions, **fields)
        assert (result.status, sum(result.final_stacks)) == ("ok", 300)


def test_N7_dead_blinds_of_an_active_seat_are_dead_money_only_in_an_imported_record() -> None:
    actions = [*DEAL, "p3 f", "p1 f"]
    assert played(actions, _dead_blinds=[0, 3, 0]).final_stacks == [99, 104, 100]
    assert played(actions, _dead_blinds=[0, 3, 0], _dead_money=[0, 0, 0]).final_stacks == [99, 101, 100]
    assert HandRecord({"_dead_blinds": [0, 3, 0], "_intents": [0, 0, 0]}).dead_money is None


@pytest.mark.parametrize(("shown", "status"), [
    ("p1 sm AhAd", "ok"), ("p1 sm Ad", "ok"), ("p1 sm -", "ok"), ("p1 sm ????", "ok"), ("p1 sm", "ok"),
    ("p1 sm 2c3c", "illegal"), ("p1 sm Ah3c", "illegal"), ("p1 sm KhAd", "illegal"), ("p1 sm 3c", "illegal")])
def test_N9_after_a_fold_out_one_shows_what_one_was_dealt(shown: str, status: str) -> None:
    result = played([*DEAL, "p3 f", "p1 cbr 6", "p2 f", shown])
    assert (result.status, result.clause if status != "ok" else None) == (status, None if status == "ok" else "N9")


@pytest.mark.parametrize(("shown", "status"), [("p3 sm 2c3c", "ok"), ("p3 sm 2c", "ok"), ("p3 sm AhQc", "illegal")])
def test_N9_after_a_fold_out_unknown_cards_may_be_any_that_are_not_out(shown: str, status: str) -> None:
    assert played([*DEAL, "p3 cbr 6", "p1 f", "p2 f", shown]).status == status


@pytest.mark.parametrize("fields", [{"seats": [1, 1, 2]}, {"seats": [0, 2, 3]}, {"seats": [-1, 2, 3]},
                                    {"seats": [1, 2, 9], "seat_count": 6}, {"seat_count": 2}])
def test_N9_seats_of_a_phh_file_are_numbers_that_stand_once(fields: dict[str, Any]) -> None:
    (record,) = loads(dumps([HandRecord({**NT, "actions": [*DEAL, "p3 f", "p1 f"]})], "phhs"))
    text = dumps([record], "phhs") + "".join(f"{name} = {value}\n" for name, value in fields.items())
    with pytest.raises(BadRecord) as refused:
        list(loads(text))
    assert refused.value.clause == "N9"


@pytest.mark.parametrize("status", ["false", "no", 2, 1, [True]])
def test_N9_an_ante_trimming_status_is_true_or_false(status: object) -> None:
    result = played([*DEAL, "p3 f", "p1 f"], antes=[1, 1, 1], ante_trimming_status=status)
    assert (result.status, result.clause) == ("unreadable", "N9")


def test_B7_unequal_trimmed_antes_go_back_before_anything_is_bet() -> None:
    """Pokerkit trims there too: 30 of nobody else's ante come back, so that 99 can still be bet."""
    result = played([*DEAL, "p3 f", "p1 cbr 100", "p2 f"], antes=[30, 0, 0], ante_trimming_status=True,
                    starting_stacks=[100, 200, 200])
    assert (result.status, result.final_stacks) == ("ok", [102, 198, 200])


# -- B13: fixed-limit records by our rules and by other houses' -------------------------------------------------------

FB: dict[str, Any] = {"variant": "FB", "antes": [0] * 4, "blinds_or_straddles": [10, 20, 0, 0], "small_bet": 20,
                      "big_bet": 40, "min_bet": None, "starting_stacks": [500, 500, 25, 500]}
HOLES = ["d dh p1 Ah2d3c4s", "d dh p2 ????????", "d dh p3 ????????", "d dh p4 ????????"]


def badugi(*bets: str, **fields: Any) -> Replay:
    """A four-handed badugi hand with bets of 20 and 40 in which the third player has 25 chips, up to the draw."""
    given = {name: value for name, value in {**FB, **fields}.items() if value is not None}
    return Replay(HandRecord({**given, "actions": [*HOLES, *bets]}))


@pytest.mark.parametrize(("bets", "price"), [
    (("p3 cbr 25", "p4 cbr 40"), 40),
    (("p3 cbr 25", "p4 cbr 40", "p1 cbr 60"), 60),
    (("p3 cbr 25", "p4 cbr 40", "p1 cbr 60", "p2 cbr 80"), 80),
    (("p3 f", "p4 cbr 40", "p1 cbr 60", "p2 cbr 80"), 80),
])
def test_B13_a_record_completes_a_short_all_in_and_stops_at_four_bets(bets: tuple[str, ...], price: int) -> None:
    """The shapes of four real badugi hands: the all-in completed at once, and raised up to the cap (issue 22)."""
    result = badugi(*bets)
    assert (result.status, result.notes) == ("partial", [])
    assert result.hand is not None
    assert result.hand.price == price


def test_B13_a_record_that_adds_a_whole_bet_to_a_short_all_in_is_taken_with_a_note() -> None:
    result = badugi("p3 cbr 25", "p4 cbr 45", "p1 cbr 65")
    assert (result.status, result.clause) == ("partial", "N12")
    assert result.notes == ["p4 raises to 45, a whole bet above a short all-in that 40 would complete (B13)",
                            "p1 raises to 65, a whole bet above a short all-in that 60 would complete (B13)"]


def test_B13_a_record_that_goes_beyond_the_cap_is_taken_with_a_note() -> None:
    """pokerkit and some sites allow four raises above the big blind."""
    result = badugi("p3 f", "p4 cbr 40", "p1 cbr 60", "p2 cbr 80", "p4 cbr 100")
    assert (result.status, result.clause) == ("partial", "N12")
    assert result.notes == ["p4 raises to 100, beyond the cap of 4 bets (B13)"]


@pytest.mark.parametrize(("bets", "clause"), [
    (("p3 f", "p4 cbr 50"), "B13"),
    (("p3 f", "p4 cbr 30"), "B3"),
    (("p3 cbr 25", "p4 cbr 44"), "B13"),
    (("p3 f", "p4 cbr 40", "p1 cbr 60", "p2 cbr 80", "p4 cbr 120"), "B13"),
    (("p3 cc", "p4 cbr 600"), "B13"),
])
def test_B13_no_other_size_is_taken_from_a_record(bets: tuple[str, ...], clause: str) -> None:
    assert (badugi(*bets).status, badugi(*bets).clause) == ("illegal", clause)


def test_B13_a_table_in_play_takes_nothing_beyond_the_rules() -> None:
    """The leniency is for records alone: the same player without it refuses."""
    result = badugi("p3 cbr 25")
    assert result.hand is not None
    with pytest.raises(IllegalAction):
        ActionPlayer(result.hand, 0).take("p4 cbr 45")
    assert ActionPlayer(result.hand, 0, is_record=True).take("p4 cbr 45") is None
