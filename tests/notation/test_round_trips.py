"""Hands made at random survive every way of writing them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import Replay, record_of
from croupier.notation.record import HandRecord
from rules.lines import passively

from .hands import CODES, random_hand

FORMS = ("phh", "phhs", "json", "jsonl")


def again(record: HandRecord, form: str) -> HandRecord:
    """Written and read once more."""
    read, = croupier.loads(croupier.dumps(record, form), form)
    assert repr(read.fields) == repr(record.fields)
    return read


@pytest.mark.parametrize("code", CODES)
@settings(max_examples=20)
@given(seed=st.integers(0, 2 ** 32))
def test_a_hand_written_read_and_replayed_is_the_same_hand(code: str, seed: int) -> None:
    hand = random_hand(code, seed)
    record = record_of(hand)
    for form in FORMS:
        record = again(record, form)
    result = Replay(record)
    assert (result.status, result.notes) == ("ok", []), result.reason
    assert result.final_stacks == record["finishing_stacks"]


@pytest.mark.parametrize("code", CODES)
@settings(max_examples=10)
@given(seed=st.integers(0, 2 ** 32), steps=st.integers(0, 12))
def test_a_hand_cut_short_is_partial_and_its_stacks_stand(code: str, seed: int, steps: int) -> None:
    hand = random_hand(code, seed, steps)
    record = record_of(hand)
    result = Replay(record)
    assert result.status == ("ok" if hand.is_over else "partial"), result.reason
    first = (hand.button + 1) % len(hand.stacks)
    assert result.final_stacks == hand.stacks[first:] + hand.stacks[:first]


def test_a_hand_read_with_a_shared_stud_card_is_written_as_it_was() -> None:
    record = record_of(passively(croupier.stud().deal([500] * 8, seed=3)))
    assert [line for line in record["actions"] if line.startswith("d db")]
    (*_, (_, again)) = record.replay()
    assert record_of(again)["actions"] == record["actions"]


@pytest.mark.parametrize("code", CODES)
def test_replay_steps_show_the_hand_after_every_action(code: str) -> None:
    record = record_of(random_hand(code, 11))
    steps = list(record.replay())
    assert [action for action, _ in steps] == ["", *record.actions]
    assert steps[-1][1].is_over
    assert steps[-1][1].stacks == record["finishing_stacks"]


values = st.recursive(
    st.one_of(st.booleans(), st.integers(-10 ** 15, 10 ** 15), st.text(st.characters(exclude_categories=["Cs"])),
              st.decimals(-10 ** 9, 10 ** 9, places=2), st.just(Decimal("Infinity")), st.dates(),
              st.times().map(lambda at: at.replace(fold=0)), st.datetimes().map(lambda at: at.replace(fold=0))),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(
        st.characters(exclude_categories=["Cs"])), inner, max_size=3)), max_leaves=6)


@settings(max_examples=60)
@given(st.dictionaries(st.from_regex(r"_[a-z][a-z_0-9]{0,8}", fullmatch=True), values, max_size=4))
def test_user_fields_of_any_kind_come_back_from_phh(fields: dict[str, object]) -> None:
    record = HandRecord({"variant": "NT", "starting_stacks": [1, 2], "actions": ["p1 f # said 'no'"], **fields})
    read, = croupier.loads(croupier.dumps(record, "phh"), "phh")
    assert repr(read.fields) == repr(record.fields)
