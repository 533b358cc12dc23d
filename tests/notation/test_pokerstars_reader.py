"""PokerStars text read: the lines, the record they make, the money; what is wrong is named with its line."""

from decimal import Decimal
from io import StringIO

import pytest

from croupier.games.poker.rules import ALL_RULES
from croupier.notation.pokerstars import Accounting, decode, read, records
from croupier.notation.pokerstars.reader import LINE_MAX, LINES_MAX
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.replay import Replay

from .stars_samples import BIG_BLIND_ANTE, CASH, DEAD_BLIND, DRAW, POSTS, SAMPLES, SHORT_DECK, STUD, TOURNAMENT

D = Decimal


def one(text: str) -> HandRecord:
    (record,) = read(text)
    return record


def replayed(text: str) -> Replay:
    record = one(text)
    return Replay(record, ALL_RULES[record.variant])


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_balance_and_replay(name: str) -> None:
    record = one(SAMPLES[name])
    assert Accounting.of(record).balances
    assert record.unsupported is None
    assert "_unread" not in record.fields
    assert replayed(SAMPLES[name]).status == "ok"


def test_a_cash_hand_becomes_phh() -> None:
    record = one(CASH)
    assert record.variant == "NT"
    assert record.players == ["$Cy [x]", "Дора (VIP)", "Ann", "Bob: folds"]  # the button is last
    assert record["seats"] == [4, 5, 1, 2]
    assert record["blinds_or_straddles"] == [D("0.50"), 1, 0, 0]
    assert record["starting_stacks"] == [40, D("12.50"), 100, D("55.25")]
    assert record.actions == [
        "d dh p1 AhKd", "d dh p2 QhQd", "d dh p3 ????", "d dh p4 ????", "p3 cbr 3", "p4 f", "p1 cc", "p2 cbr 12.50",
        "p3 f", "p1 cc", "d db 2c7dKs", "d db 3h", "d db 9s", "p1 sm AhKd", "p2 sm"]
    assert record["author"] == "$Cy [x]"
    assert (record["year"], record["month"], record["day"]) == (2024, 5, 6)
    assert str(record["time"]) == "07:08:09"
    assert record["time_zone"] == "Europe/Paris"
    assert (record["hand"], record["table"], record["venue"]) == (7001, "Vesta II", "PokerStars")
    assert (record["currency"], record["currency_symbol"]) == ("USD", "$")


def test_the_money_is_counted_from_the_text() -> None:
    accounting = Accounting.of(one(CASH))
    assert accounting.put == (D("12.50"), D("12.50"), 3, 0)
    assert accounting.collected == (D("26.60"), 0, 0, 0)
    assert accounting.final_stacks == (D("54.10"), 0, 97, D("55.25"))
    assert (accounting.total_pot, accounting.rake) == (28, D("1.40"))
    assert accounting.posts == (("$Cy [x]", "small blind", D("0.50")), ("Дора (VIP)", "big blind", 1))


def test_N7_a_second_small_blind_is_dead_money_and_a_sitter_is_inactive() -> None:
    record = one(DEAD_BLIND)
    assert record.players == ["two", "three", "four", "five", "six", "one"]
    assert record["_dead_money"] == [0, 0, D("0.50"), 0, 0, 0]
    assert record["_inactive"] == [0, 0, 0, 0, 1, 0]
    assert record["starting_stacks"][2] == 100
    assert record["finishing_stacks"] == [D("0.05"), D("99.50"), 97, D("295.43"), D("78.10"), D("193.65")]
    assert sum(record["starting_stacks"]) + sum(record["_dead_money"]) == sum(record["finishing_stacks"])


def test_004_82_the_pot_goes_to_the_three_bettor() -> None:
    replay = replayed(DEAD_BLIND)
    assert replay.status == "ok"
    assert replay.final_stacks[:4] == [D("0.05"), D("99.50"), 97, D("295.43")]


def test_newcomers_post_live_blinds_and_dead_ones() -> None:
    record = one(POSTS)
    assert record["blinds_or_straddles"] == [1, 2, -2, -2, 0]
    assert record["_dead_money"] == [0, 0, 1, 0, 0]
    assert record.actions[-1] == "p2 sm AhAs"  # shown though nobody asked


def test_a_short_big_blind_is_written_nominal() -> None:
    record = one(TOURNAMENT)
    assert record["blinds_or_straddles"] == [50, 100, 0]
    assert record["antes"] == [10, 10, 10]
    assert record["ante_trimming_status"] is True
    assert (record["event"], record["level"]) == ("Tournament #99, $3.00+$0.30 USD", 4)
    assert "currency" not in record.fields


def test_stud_has_no_button_and_open_cards() -> None:
    record = one(STUD)
    assert record.variant == "F7S/8"
    assert (record["bring_in"], record["small_bet"], record["big_bet"]) == (1, 2, 4)
    assert record.actions[:4] == ["d dh p1 ????Kc", "d dh p2 Ah3d4s", "d dh p3 ????2c", "p3 pb"]
    assert "d dh p3 ??" in record.actions
    assert "p3 sm QcQs2cJdJh8sTc" in record.actions


def test_draws_are_answered_once_all_are_in() -> None:
    record = one(DRAW)
    assert record.variant == "N2L1D"
    at = record.actions.index("p2 sd Kd")
    assert record.actions[at:at + 4] == ["p2 sd Kd", "p3 sd ????", "d dh p2 8d", "d dh p3 ????"]


def test_big_blind_antes_and_straddles() -> None:
    record = one(BIG_BLIND_ANTE)
    assert record["antes"] == [0, 0, 100, 0]
    assert record["ante_trimming_status"] is False
    assert record["blinds_or_straddles"] == [50, 100, 200, 0]


def test_a_button_blind() -> None:
    record = one(SHORT_DECK)
    assert record.variant == "NS"
    assert record["blinds_or_straddles"] == [0, 0, D("0.10")]


def test_marks_line_ends_and_missing_blank_lines() -> None:
    text = "\ufeff" + (CASH + DEAD_BLIND + "\n\n\n" + STUD).replace("\n", "\r\n")
    assert [record.key for record in read(text.encode())] == ["1", "2", "3"]
    assert [record["hand"] for record in read(text.splitlines(keepends=True))] == [7001, 7002, 7005]


def test_bytes_of_older_clients() -> None:
    assert decode("Nicolò".encode("cp1252")) == "Nicolò"
    assert decode("Nicolò".encode("utf-8-sig")) == "Nicolò"
    assert decode("Nicolò".encode("utf-16")) == "Nicolò"


def test_a_line_without_end_is_one_line() -> None:
    found = list(records(StringIO(CASH + "x" * 10_000 + "\n" + STUD)))
    assert found[0].damage.line == 32
    assert found[1].line == 33


def test_bytes_of_older_clients_that_came_as_surrogates() -> None:
    lines = CASH.replace("Ann", "Nicolò").replace("Дора", "Dora").encode("cp1252").decode("utf-8", "surrogateescape")
    assert "Nicolò" in one(lines).players


def test_lines_of_actions_are_known() -> None:
    record = one(CASH)
    assert len(record.lines) == len(record.actions)
    assert CASH.splitlines()[record.lines[4] - 1] == "Ann: raises $2 to $3"


UNSUPPORTED = {
    "run twice": (CASH.replace("*** RIVER ***", "*** FIRST RIVER ***"), "run more than once"),
    "a game we do not play": (CASH.replace("Hold'em No Limit", "5 Card Omaha Hi/Lo Pot Limit"), "5 Card Omaha Hi/Lo"),
    "a game of tomorrow": (CASH.replace("Hold'em No Limit", "Marsian Hold No Limit"), "Marsian Hold"),
    "cap": (CASH.replace(" and is all-in", " and has reached the $12.50 cap"), "cap"),
}


@pytest.mark.parametrize("name", UNSUPPORTED)
def test_what_the_engine_cannot_play_is_read_for_its_money(name: str) -> None:
    text, reason = UNSUPPORTED[name]
    record = one(text)
    assert record.unsupported is not None
    assert reason in record.unsupported
    assert sum(Accounting.of(record).put) == 28


UNBALANCED = {
    "an uncalled bet is missing": DEAD_BLIND.replace("Uncalled bet ($6) returned to five\n", ""),
    "too much is collected": CASH.replace("collected $26.60", "collected $26.70"),
    "cut short": CASH[:CASH.index("*** SUMMARY")],
    "a stranger": CASH.replace("Ann: raises $2", "Anna: raises $2"),
    "more than the stack": CASH.replace("Seat 4: $Cy [x] ($40", "Seat 4: $Cy [x] ($4"),
}


@pytest.mark.parametrize("name", UNBALANCED)
def test_N12_what_does_not_add_up_is_told_not_repaired(name: str) -> None:
    accounting = Accounting.of(one(UNBALANCED[name]))
    assert not accounting.balances
    assert accounting.problem


BAD = {
    "not a hand": ("Full Tilt Poker Game #1\n", 1),
    "no game": ("PokerStars Hand #1: nothing of the kind\n", 1),
    "no seats": (CASH.splitlines()[0] + "\n\n\n", 3),
    "a name twice": (CASH.replace("Seat 2: Bob: folds", "Seat 2: Ann"), 4),
    "no such card": (CASH.replace("[2c 7d Ks]\n", "[2c 7d Xs]\n", 1), 18),
    "an amount too fine": (CASH.replace("raises $2 to $3", "raises $2 to $3.00001"), 11),
    "no such day": (CASH.replace("2024/05/06 7:08:09 CET", "2024/15/06 7:08:09 CET"), 1),
    "an endless line": (CASH.replace("Ann: raises", "A" * (LINE_MAX + 1)), 11),
    "an endless hand": (CASH + "x\n" * LINES_MAX, 2002),
}


@pytest.mark.parametrize("name", BAD)
def test_errors_name_their_line(name: str) -> None:
    text, line = BAD[name]
    with pytest.raises(BadRecord) as caught:
        list(read(text))
    assert caught.value.line == line


def test_reading_goes_on_after_an_error() -> None:
    hands = read(CASH + CASH.replace("Hold'em No Limit", "Fishing") + STUD)
    assert next(hands).key == "1"
    with pytest.raises(BadRecord):
        next(hands)
    assert next(hands)["hand"] == 7005
    assert next(hands, None) is None


def test_records_brings_damaged_hands_along() -> None:
    found = list(records(CASH + CASH.replace("Hold'em No Limit", "Fishing") + STUD))
    assert [record.damage is None for record in found] == [True, False, True]
    assert found[1].damage.line == 32


@pytest.mark.parametrize(("header", "code"), [
    ("Omaha Pot Limit", "PO"), ("Omaha Hi/Lo Limit", "FO/8"), ("Omaha Hi/Lo Pot Limit", "PO/8"), ("Razz Limit", "FR"),
    ("7 Card Stud Limit", "F7S"), ("Triple Draw 2-7 Lowball Limit", "F2L3D"), ("Badugi Limit", "FB"),
    ("Hold'em Pot Limit", "PT"), ("HORSE (Razz Limit, $1/$2)", "FR"), ("Hold'em Limit", "FT")])
def test_games_by_their_words(header: str, code: str) -> None:
    from croupier.notation.pokerstars.header import read_header

    assert read_header(f"PokerStars Home Game Hand #1: {{Club #2}}  {header} ($1/$2 USD)").rules.code == code
