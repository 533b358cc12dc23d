"""Shapes of PokerStars text that real files have: cash-outs, completions, other street marks, old line ends.

Issue 22, item 14.
"""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest
from tests.notation.stars_samples import CASH, SAMPLES

import croupier
from croupier.notation.pokerstars import Accounting, read, write
from croupier.notation.record import HandRecord
from croupier.notation.replay import Replay
from croupier.stats.players import stats

WINNER_CASHED_OUT = """\
PokerStars Hand #7101:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/05/06 7:08:09 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Ann ($10.40 in chips)
Seat 2: Bob ($8 in chips)
Seat 3: Cid ($12 in chips)
Bob: posts small blind $0.05
Cid: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Cid [Ad As]
Ann: raises $0.20 to $0.30
Bob: folds
Cid: raises $0.85 to $1.15
Ann: raises $9.25 to $10.40 and is all-in
Cid: calls $9.25
*** FLOP *** [7c 3s Ac]
*** TURN *** [7c 3s Ac] [Jh]
*** RIVER *** [7c 3s Ac Jh] [Jd]
*** SHOW DOWN ***
Cid: shows [Ad As] (a full house, Aces full of Jacks)
Ann: shows [8d 8s] (two pair, Jacks and Eights)
Cid cashed out the hand for $15.80 | Cash Out Fee $0.32
*** SUMMARY ***
Total pot $20.85 | Rake $1
Board [7c 3s Ac Jh Jd]
Seat 1: Ann (button) showed [8d 8s] and lost with two pair, Jacks and Eights
Seat 2: Bob (small blind) folded before Flop
Seat 3: Cid (big blind) showed [Ad As] and won ($19.85) with a full house (pot not awarded as player cashed out)
"""

SIDE_POT_CASHED_OUT = """\
PokerStars Hand #7102:  Hold'em No Limit ($1/$2 USD) - 2024/05/06 7:08:09 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cid ($40 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
*** HOLE CARDS ***
Ann: raises $98 to $100 and is all-in
Bob: calls $99 and is all-in
Cid: calls $38 and is all-in
*** FLOP *** [2c 7d Ks]
*** TURN *** [2c 7d Ks] [3h]
*** RIVER *** [2c 7d Ks 3h] [9s]
*** SHOW DOWN ***
Ann: shows [Qh Qd] (a pair of Queens)
Bob: shows [Jh Jd] (a pair of Jacks)
Cid: shows [Ah Ad] (a pair of Aces)
Cid collected $119 from main pot
Ann cashed out the hand for $60 | Cash Out Fee $1
*** SUMMARY ***
Total pot $240 Main pot $119. Side pot $119. | Rake $2
Board [2c 7d Ks 3h 9s]
Seat 1: Ann (button) showed [Qh Qd] and won ($119) with a pair of Queens (pot not awarded as player cashed out)
Seat 2: Bob (small blind) showed [Jh Jd] and lost with a pair of Jacks
Seat 3: Cid (big blind) showed [Ah Ad] and won ($119) with a pair of Aces
"""


def badugi(first_round: str, pot: int, short: int = 500) -> str:
    """A hand of badugi, bets of 30 and 60, whose first round is given; Cid, the big blind, wins."""
    left = ["Cid", "Dan"] if short < 500 else ["Cid", "Dan", "Ann"]
    said = ["stands pat"] if short < 500 else ["stands pat", "checks"]
    draws = "".join(f"*** {name} DRAW ***\n" + "".join(f"{player}: {words}\n" for words in said for player in left)
                    for name in ("FIRST", "SECOND", "THIRD"))
    return f"""\
PokerStars Hand #7103:  Badugi Limit ($30/$60 USD) - 2024/05/06 7:08:09 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Ann ($500 in chips)
Seat 2: Bob ($500 in chips)
Seat 3: Cid (${short} in chips)
Seat 4: Dan ($500 in chips)
Bob: posts small blind $15
Cid: posts big blind $30
*** DEALING HANDS ***
{first_round}{draws}*** SHOW DOWN ***
Cid: shows [Ac 2d 3h 4s] (badugi)
Dan: mucks hand
Cid collected ${pot} from pot
*** SUMMARY ***
Total pot ${pot} | Rake $0
"""


COURCHEVEL = """\
PokerStars Hand #7104:  Courchevel Pot Limit ($0.10/$0.25 USD) - 2024/05/06 7:08:09 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob ($10 in chips)
Ann: posts small blind $0.10
Bob: posts big blind $0.25
*** PRE-FLOP *** [2c]
Dealt to Ann [9h 9d Ah As 2d]
Ann: raises $0.50 to $0.75
Bob: calls $0.50
*** FLOP *** [2c] [7d Ks]
Bob: bets $0.50
Ann: folds
Uncalled bet ($0.50) returned to Bob
Bob collected $1.45 from pot
*** SUMMARY ***
Total pot $1.50 | Rake $0.05
"""

SITTING_OUT_ALL_IN = """\
PokerStars Hand #7105: Tournament #5, $1+$0 USD Hold'em No Limit - Level II (15/30) - 2024/05/06 7:08:09 ET
Table '5 1' 9-max Seat #1 is the button
Seat 1: Ann (500 in chips)
Seat 2: Bob (500 in chips)
Seat 3: Cid (20 in chips) is sitting out
Bob: posts small blind 15
Cid: posts big blind 20 and is all-in
*** HOLE CARDS ***
Ann: raises 30 to 60
Bob: folds
Cid: folds
Uncalled bet (40) returned to Ann
Ann collected 55 from pot
*** SUMMARY ***
Total pot 55 | Rake 0
"""

UNCALLED_COUNTED_AS_WON = """\
PokerStars Hand #7106:  Hold'em No Limit ($1/$2 USD) - 2024/05/06 7:08:09 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cid ($100 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
*** HOLE CARDS ***
Ann: raises $4 to $6
Bob: folds
Cid: folds
Ann collected $9 from pot
*** SUMMARY ***
Total pot $9 | Rake $0
"""

FOLDED_FACE_UP = """\
PokerStars Hand #7107:  Hold'em No Limit ($1/$2 USD) - 2024/05/06 7:08:09 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cid ($100 in chips)
Bob: posts small blind $1
Cid: posts big blind $2
*** HOLE CARDS ***
Ann: folds [8c Ac]
Bob: folds
Uncalled bet ($1) returned to Cid
Cid collected $2 from pot
*** SUMMARY ***
Total pot $2 | Rake $0
"""


def only(text: str) -> HandRecord:
    record, = read(text)
    return record


# -- cash-outs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", [WINNER_CASHED_OUT, SIDE_POT_CASHED_OUT], ids=["the pot", "a side pot"])
def test_a_winner_who_cashed_out_leaves_a_hand_that_balances_and_replays(text: str) -> None:
    record = only(text)
    assert Accounting.of(record).balances
    result = Replay(record)
    assert result.status == "ok", result
    assert any("cashed out" in note for note in result.notes)
    chips = [sum(map(Decimal, record[name])) for name in ("starting_stacks", "finishing_stacks")]
    assert chips[0] == chips[1] + record["_rake"]


def test_a_cash_out_is_kept_with_the_record_and_written_again() -> None:
    record = only(WINNER_CASHED_OUT)
    assert dict(zip(record.players, record["_cash_outs"], strict=True)) == {"Ann": 0, "Bob": 0, "Cid": Decimal("15.80")}
    assert dict(zip(record.players, record["winnings"], strict=True))["Cid"] == Decimal("19.85")
    text = write(record)
    assert "Cid cashed out the hand for $15.80" in text
    assert "Cid collected" not in text
    assert only(text).fields == record.fields
    for form in ("phh", "json"):
        again, = croupier.loads(croupier.dumps(record, form), form)
        assert again.fields == record.fields


def test_a_loser_who_cashed_out_is_paid_by_the_room_and_the_pot_goes_to_the_winner() -> None:
    text = WINNER_CASHED_OUT.replace("Cid cashed out the hand for $15.80 | Cash Out Fee $0.32",
                                     "Ann cashed out the hand for $4 | Cash Out Fee $0.10\n"
                                     "Cid collected $19.85 from pot")
    text = text.replace(" (pot not awarded as player cashed out)", "").replace("and Eights\nSeat 2",
                                                                             "and Eights (cashed out).\nSeat 2")
    record = only(text)
    assert Replay(record).status == "ok"
    assert record["winnings"][record.players.index("Cid")] == Decimal("19.85")
    assert only(write(record)).fields == record.fields


def test_statistics_count_what_a_player_cashed_out_for() -> None:
    table = stats([only(WINNER_CASHED_OUT)])
    assert table["Cid"].won.total == pytest.approx((15.80 - 10.40) / 0.10)
    assert table["Ann"].won.total == pytest.approx(-104)


# -- fixed limit -------------------------------------------------------------------------------------------------------


def test_B13_a_short_all_in_is_completed_by_the_next_raise() -> None:
    text = badugi("Dan: raises $30 to $60\nAnn: folds\nBob: calls $45\nCid: raises $15 to $75 and is all-in\n"
                  "Dan: raises $15 to $90\nBob: folds\nUncalled bet ($15) returned to Dan\n", 210, 75)
    result = Replay(only(text))
    assert result.status == "ok", result
    assert result.notes == []


def test_B13_a_raise_by_a_whole_bet_above_a_short_all_in_is_taken_with_a_note() -> None:
    text = badugi("Dan: raises $30 to $60\nAnn: folds\nBob: calls $45\nCid: raises $15 to $75 and is all-in\n"
                  "Dan: raises $30 to $105\nBob: folds\nUncalled bet ($30) returned to Dan\n", 210, 75)
    result = Replay(only(text))
    assert result.status == "ok", result
    assert result.notes == ["p3 raises to 105, a whole bet above a short all-in that 90 would complete (B13)"]


def test_B13_the_big_blind_is_the_first_of_four_bets_and_a_fifth_is_taken_with_a_note() -> None:
    four = ("Dan: raises $30 to $60\nAnn: calls $60\nBob: folds\nCid: raises $30 to $90\nDan: raises $30 to $120\n"
            "Ann: calls $60\n")
    capped = Replay(only(badugi(four + "Cid: calls $30\n", 375)))
    assert capped.status == "ok", capped
    assert capped.notes == []
    beyond = Replay(only(badugi(four + "Cid: raises $30 to $150\nDan: calls $30\nAnn: calls $30\n", 465)))
    assert beyond.status == "ok", beyond
    assert beyond.notes == ["p2 raises to 150, beyond the cap of 4 bets (B13)"]


# -- marks and lines ---------------------------------------------------------------------------------------------------


def test_courchevels_pre_flop_mark_counts_the_blinds_once() -> None:
    assert Accounting.of(only(COURCHEVEL)).balances
    assert Replay(only(COURCHEVEL)).status == "unsupported"


@pytest.mark.parametrize("name", ["PRE-FLOP", "PREFLOP", "PRE FLOP"])
def test_other_names_of_the_first_street_are_known(name: str) -> None:
    assert only(CASH.replace("HOLE CARDS", name)).fields == only(CASH).fields


def test_showdown_may_be_one_word() -> None:
    assert only(CASH.replace("SHOW DOWN", "SHOWDOWN")).fields == only(CASH).fields


def test_a_showdown_mark_after_a_fold_out_shows_nothing() -> None:
    record = only(FOLDED_FACE_UP.replace("Cid collected", "*** SHOWDOWN ***\nCid collected"))
    assert record.fields == only(FOLDED_FACE_UP).fields
    assert Replay(record).status == "ok"


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
@pytest.mark.parametrize("name", SAMPLES)
def test_every_line_end_is_read(tmp_path: Path, name: str, end: str) -> None:
    text = SAMPLES[name].replace("\n", end)
    path = tmp_path / "hands.txt"
    path.write_bytes(text.encode())
    wanted = [record.fields for record in read(SAMPLES[name])]
    assert [record.fields for record in read(text)] == wanted
    assert [record.fields for record in croupier.load(path)] == wanted
    assert [record.fields for record in read(text.encode())] == wanted


# -- play and money ----------------------------------------------------------------------------------------------------


def test_a_sitting_out_player_who_is_all_in_on_a_blind_and_folded_is_a_note() -> None:
    result = Replay(only(SITTING_OUT_ALL_IN))
    assert result.status == "ok", result
    assert result.notes == ["p2 is folded though its blind put it all-in"]
    assert result.final_stacks == [485, 0, 535]


def test_a_player_who_put_itself_all_in_cannot_be_folded() -> None:
    text = SITTING_OUT_ALL_IN.replace("Cid (20 in", "Cid (50 in").replace("big blind 20 and is all-in", "big blind 30")
    text = text.replace("Cid: folds", "Cid: calls 20 and is all-in\nCid: folds").replace("(40)", "(10)")
    assert Replay(only(text)).status in ("illegal", "unbalanced")


def test_an_uncalled_bet_counted_as_won_is_a_note_where_the_stacks_agree() -> None:
    result = Replay(only(UNCALLED_COUNTED_AS_WON))
    assert result.status == "ok", result
    assert result.final_stacks == [99, 98, 103]
    assert any("returned" in note for note in result.notes)


def test_an_uncalled_bet_of_another_size_is_a_note_where_the_stacks_agree() -> None:
    text = UNCALLED_COUNTED_AS_WON.replace("Ann collected $9", "Uncalled bet ($3) returned to Ann\nAnn collected $6")
    result = Replay(only(text.replace("Total pot $9", "Total pot $6")))
    assert result.status == "ok", result
    assert any("returned" in note for note in result.notes)


def test_winnings_that_the_stacks_do_not_bear_out_stay_unbalanced() -> None:
    record = only(UNCALLED_COUNTED_AS_WON)
    record.fields["winnings"] = [4, 0, 9]
    record.fields["_uncalled"] = [0, 0, 0]
    assert Replay(record).status == "unbalanced"


def test_cards_folded_face_up_do_not_make_their_player_the_hero() -> None:
    record = only(FOLDED_FACE_UP)
    assert "author" not in record.fields
    assert "d dh p3 8cAc" in record.actions
    text = write(record)
    assert "Ann: folds [8c Ac]" in text
    assert "Dealt to" not in text
    assert only(text).fields == record.fields
