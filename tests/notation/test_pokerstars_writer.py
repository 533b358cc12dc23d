"""PokerStars text written: what was read comes back, hands of all games survive, broken texts crash nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier.games.poker.rules import RULES
from croupier.notation.pokerstars import Accounting, read, write
from croupier.notation.record import BadRecord, HandRecord

from .stars_hands import a_hand, as_record
from .stars_samples import CASH, SAMPLES

NAMES = st.lists(
    st.one_of(st.text(st.characters(exclude_characters="\n\r\x00\ufeff", exclude_categories=["Cs"]), min_size=1,
                      max_size=12),
              st.sampled_from(["Bob: folds", "a collected $5 from pot", "[Ah Kd]", "$1 (5 in chips)", "*** FLOP ***",
                               "Seat 1: x", "Dealt to a", "Uncalled bet ($1) returned to x", "名前", "a: b", "x [2c]",
                               " leading", "a is sitting out", "Total pot 5 | Rake 0", "said, \"hi\""])),
    min_size=10, max_size=10, unique_by=str.rstrip).filter(lambda names: all(name.strip() for name in names))


def canon(record: HandRecord) -> list[str]:
    return [action for action in record.actions if " sm" not in action] + sorted(
        action for action in record.actions if " sm" in action)


@pytest.mark.parametrize("name", SAMPLES)
def test_samples_come_back(name: str) -> None:
    (record,) = read(SAMPLES[name])
    (again,) = read(write(record))
    assert {key: value for key, value in again.fields.items() if key != "_posts"} == {
        key: value for key, value in record.fields.items() if key != "_posts"}


@pytest.mark.parametrize("code", RULES)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), names=NAMES)
def test_hands_of_every_game_keep_actions_and_stacks(code: str, seed: int, names: list[str]) -> None:
    poker, hand = a_hand(code, seed)
    record = as_record(poker, hand, names[:hand.seats])
    (again,) = read(write(record))
    assert canon(again) == canon(record)
    assert Accounting.of(again).balances
    unsaid = {"bring_in"} if not any(" pb" in action for action in record.actions) else set()
    for name in set(record.fields) - {"actions", "ante_trimming_status"} - unsaid:
        assert again[name] == record[name], name


@pytest.mark.parametrize("code", RULES)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_short_stacks_keep_their_results(code: str, seed: int) -> None:
    poker, hand = a_hand(code, seed, short=True)
    record = as_record(poker, hand, [f"p {seat}" for seat in range(hand.seats)])
    (again,) = read(write(record))
    assert canon(again) == canon(record)
    assert again["finishing_stacks"] == record["finishing_stacks"]


def test_rake_is_taken_from_the_winners() -> None:
    (record,) = read(CASH)
    text = write(record)
    assert "$Cy [x] collected $26.60 from pot" in text
    assert "Total pot $28 | Rake $1.40" in text


@pytest.mark.parametrize(("change", "reason"), [
    ({"players": ["a", "b\nc", "d", "e"]}, "cannot be written"), ({"players": ["a", "a", "b", "c"]}, "same name"),
    ({"actions": ["d dh p1 AhKd"]}, "finished hand"), ({"variant": "XX"}, "not a game"),
    ({"_unbalanced": "5 too much"}, "5 too much"),
    ({"players": ["a", "PokerStars Hand #1: x", "d", "e"]}, "cannot be written")])
def test_what_cannot_be_said_is_refused(change: dict[str, object], reason: str) -> None:
    (record,) = read(CASH)
    record.fields.update(change)
    with pytest.raises(BadRecord, match=reason):
        write(record)


def test_commentary_is_left_out() -> None:
    (record,) = read(CASH)
    text = write(record)
    record.fields["actions"] = ["# a quiet table", *(f"{action} # hm" for action in record.actions), "", "#"]
    assert write(record) == text


@pytest.mark.parametrize(("hand", "number"), [(42, 42), ("42", 42), ("H-2026-11-17-00042", 20261117_00042), ("H-7", 7),
                                              ("final", 0), ("H-", 0), ("12-34", 0), ("H-1--2", 0), ("9" * 21, 0)])
def test_a_hand_has_its_number_or_none(hand: object, number: int) -> None:
    (record,) = read(CASH)
    record.fields["hand"] = hand
    assert write(record).startswith(f"PokerStars Hand #{number}: ")


@pytest.mark.parametrize("straddles", [(40,), (40, 80), (50,)])
def test_B8_a_straddle_paid_short_reads_back_as_a_hand_that_can_be_played_or_is_refused(straddles):
    rng, kept, refused = random.Random(5), 0, 0
    game = croupier.holdem(sb=10, bb=20, straddles=straddles)
    for seed in range(60):
        stacks = [rng.choice((1000, 45, 70, 25, 33)) for _ in range(5)]
        hand = game.deal(stacks, button=seed % 5, seed=seed)
        while not hand.is_over:
            hand.apply(rng.choice(list(hand.legal().menu(4))))
        record = croupier.record_of(hand)
        assert croupier.Replay(record).status == "ok"
        try:
            text = croupier.dumps(record, "pokerstars")
        except croupier.BadRecord as why:
            assert "straddle" in str(why)
            refused += 1
            continue
        assert croupier.Replay(next(iter(croupier.loads(text)))).status == "ok"
        kept += 1
    assert kept > 30
    if straddles != (50,):
        assert not refused, "a straddle of twice the blind is known again"
