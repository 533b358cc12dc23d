"""Runs: what carries over and when they end. Ruling I8, rows 003-43 and 003-45."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier.games.sting.cards import BadDeck, Card
from croupier.games.sting.events import HandBegan
from croupier.games.sting.game import Sting
from croupier.games.sting.rules import Rules

from .lines import SEED_GAME, checked, play, start

PLAYER = 2


def test_case_003_43_cash_heat_and_unplayed_cards_are_kept():
    run = start("Liquor", "Alibi", "Bribe", hands=2, cash=10, heat=1)
    play(run, "narc checks, customer checks, player raises Liquor, narc checks, customer checks, player checks")
    run.go_on()
    checked(run).go_on()
    checked(run)
    assert (run.hand_no, run.cash, run.heat) == (2, 110, 31)
    assert run.deck_of(PLAYER) + run.held_by(PLAYER) == 19  # drew 3, played 1
    assert run.events[[isinstance(event, HandBegan) for event in run.events].index(True, 1)] == HandBegan(2, 110, 31)


def small(cards: int) -> Sting:
    rules = SEED_GAME.rules
    return Sting(replace(rules, decks=(*rules.decks[:2], rules.decks[PLAYER][:cards]), hands=50))


def test_case_003_45_fewer_than_three_cards_end_the_run():
    run = small(4).start(seed=3)
    for left in (3, 2):
        while run.actor != PLAYER:
            run.check()
        run.raise_with(run.cards_of(PLAYER)[0].name)
        while run.actor != PLAYER:
            run.check()
        run.fold()
        assert run.deck_of(PLAYER) + run.held_by(PLAYER) == left
        assert run.is_over is (left < 3)
    assert (run.end, run.state) == ("deck", "success")


def test_I8_a_bust_ends_the_run_and_the_cash_stays():
    run = start("Checkpoint", hands=5, cash=77)
    play(run, "narc checks, customer checks, player raises Checkpoint, narc checks, customer checks, player checks")
    for _ in range(2):
        run.go_on()
        checked(run)
    assert (run.end, run.hand_no, run.cash, run.payoffs) == ("bust", 1, 77, [0, 0, 0])


def test_a_run_ends_after_its_hands():
    run = SEED_GAME.start(seed=1, hands=3)
    while not run.is_over:
        run.fold()
    assert (run.end, run.hand_no, len(run.outcomes)) == ("hands", 3, 3)


def test_the_same_seed_deals_the_same_run():
    one, other, third = (SEED_GAME.start(seed=seed) for seed in (4, 4, 5))
    assert one.events == other.events
    assert one.events != third.events


def test_house_decks_are_whole_in_every_hand():
    run = SEED_GAME.start(seed=1, hands=9)
    hand = 1
    while not run.is_over:
        run.apply(list(run.legal())[1])  # a card where there is one, else a fold
        if run.hand_no > hand and not run.is_over:
            hand = run.hand_no
            assert [run.deck_of(role) + run.held_by(role) for role in (0, 1)] == [25, 25]


@pytest.mark.parametrize("options", [{"hands": 0}, {"hands": 10**9}, {"hands": True}, {"cash": -1}, {"cash": 1.5},
                                     {"heat": "hot"}, {"deal": {"cop": []}}, {"deal": {"player": ["Raid"]}},
                                     {"deal": {"player": ["Alibi", "Alibi"]}},
                                     {"hands": 10**5000}, {"deal": {"player": [10**5000]}}])
def test_bad_starts_are_refused(options):
    with pytest.raises(BadDeck):
        SEED_GAME.start(seed=1, **options)


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.0, True, pytest.param(10**5000, id="huge")])
def test_bad_seeds_are_refused(seed):
    with pytest.raises(BadDeck):
        SEED_GAME.start(seed=seed)


def test_rule_options_are_data():
    rules = replace(SEED_GAME.rules, fine=50, fold_fee=30)
    run = Sting(rules).start(seed=1, hands=1, cash=100)
    while run.actor != PLAYER:
        run.check()
    run.fold()
    assert run.cash == 70
    goods = (Card("goods", "product", price=10), 3)
    bad = (Card("bad", "evidence", evidence=5), 3)
    run = Sting(Rules("a trap", ((bad,), (goods,), (goods,)), fine=50)).start(seed=1, hands=1, cash=101)
    run.raise_with("bad")
    while not run.is_over:
        run.apply(next(iter(run.legal())))
    assert (run.end, run.cash) == ("bust", 51)  # half of 101, rounded down, is lost


def test_a_fold_never_costs_more_than_there_is():
    run = Sting(replace(SEED_GAME.rules, fold_fee=30)).start(seed=1, hands=1, cash=20)
    while run.actor != PLAYER:
        run.check()
    run.fold()
    assert run.cash == 0


@pytest.mark.parametrize("options", [{"respond": []}, {"respond": 10**5000}, {"order": (0, 1)}, {"order": (0, "x", 2)},
                                     {"hand": 10**5000}, {"rounds": 2}, {"fine": 101}, {"fold_fee": -1}, {"name": 7}])
def test_bad_rules_are_refused(options):
    with pytest.raises(BadDeck):
        replace(SEED_GAME.rules, **options)


@pytest.mark.parametrize("options", [{"name": 7}, {"kind": 10**5000}, {"kind": []}, {"price": 10**5000},
                                     {"price": float("nan")}, {"evidence": 3}])
def test_bad_cards_are_refused(options):
    with pytest.raises(BadDeck):
        Card(**{"name": "goods", "kind": "product", "price": 10, **options})
