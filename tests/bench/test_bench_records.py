"""The bench of records reads as many hands as were written, and its table plays the same with and without the cache."""

import pytest
from bench.harness import Unavailable, turn

from bench import envs, equity, records
from croupier.notation import pokerstars


@pytest.fixture
def few_hands(monkeypatch):
    """Twenty hands instead of thousands."""
    monkeypatch.setattr(envs, "HANDS", 20)
    for made in (envs.hands_text, records.own_text):
        made.cache_clear()
    yield
    for made in (envs.hands_text, records.own_text):
        made.cache_clear()


@pytest.mark.usefixtures("few_hands")
def test_every_hand_is_read_and_replayed():
    assert turn(records.replayed(records.own_text()), 1)[0] == 20
    assert not [record for record in pokerstars.reader.records(records.own_text()) if record.damage]


def test_a_turn_is_a_call_or_a_check_with_and_without_the_cache():
    assert {turn(records.called(is_forgotten)(), 1)[0] for is_forgotten in (True, False)} == {24}


def test_a_missing_corpus_says_what_to_set(monkeypatch, tmp_path):
    monkeypatch.setenv("CROUPIER_CORPUS", str(tmp_path))
    records.real_text.cache_clear()
    with pytest.raises(Unavailable, match="CROUPIER_CORPUS"):
        records.real_text()


def test_ompeval_is_asked_through_its_package_where_there_is_no_checkout():
    pytest.importorskip("pokerfast")
    assert turn(equity.pokerfast_answers("AhKh v QQ+, flop"), 2)[0] == 2
