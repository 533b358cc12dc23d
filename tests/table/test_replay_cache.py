"""The replay cache saves time and changes nothing: every call gives the same with it and without it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from croupier import table
from croupier.games.poker.rules import RULES
from croupier.table import replay_cache
from croupier.table.play import HandInPlay

Hand = dict[str, Any]


@pytest.fixture(autouse=True)
def empty_cache():
    replay_cache.forget()
    yield
    replay_cache.forget()


@pytest.fixture
def replays(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The length of every log that was replayed from its first card."""
    found: list[int] = []
    take_all = HandInPlay.take_all

    def counted(play: HandInPlay) -> None:
        found.append(len(play.state.log))
        take_all(play)

    monkeypatch.setattr(HandInPlay, "take_all", counted)
    return found


def first_hand(variant: str = "NT", seed: int = 7) -> Hand:
    hand: Hand = {"variant": variant, "hand": 1, "players": ["Ann", "Bob", "Cid"], "startingStacks": [200, 200, 75.5],
                  "minBet": 2, "seatCount": 6, "actions": [], "_inactive": [0, 0, 0], "_intents": [0, 0, 0],
                  "_deadBlinds": [0, 0, 0], "seed": seed, "timeLimit": 20}
    if RULES[variant].has_bring_in:
        return {**hand, "antes": [1, 1, 1], "bringIn": 1, "smallBet": 2, "bigBet": 4}
    return {**hand, "blindsOrStraddles": [1, 2, 0], "smallBet": 2, "bigBet": 4}


def act(hand: Hand, words: str) -> Hand:
    """What the player whose turn it is sends."""
    status = table.status(hand)
    view = table.personalize(hand, str(status["player"]))
    return {**view, "actions": [*view["actions"], f"p{(status['turn'] or 0) + 1} {words}"]}


def test_a_hand_made_by_us_is_replayed_once(replays: list[int]) -> None:
    hand = table.advance(first_hand(), 1000)
    assert replays == [0]
    while not table.status(hand)["isOver"]:
        legal = table.status(hand)["legal"]
        assert legal is not None
        for player in hand["players"]:
            table.personalize(hand, player)
        hand = table.merge(hand, act(hand, "cc"), now=2000)
        hand = table.advance(hand, 3000)
    table.finish(hand)
    table.next_hand(hand)
    assert replays == [0]


def test_a_dict_from_elsewhere_is_replayed(replays: list[int]) -> None:
    hand = table.advance(first_hand())
    table.status({**hand, "startingStacks": [200, 200, 75]})
    table.status({**hand, "actions": hand["actions"][:-1]})
    assert replays == [0, len(hand["actions"]), len(hand["actions"]) - 1]


def test_two_clients_of_one_hand_do_not_disturb_each_other() -> None:
    hand = table.advance(first_hand())
    calls, folds = table.merge(hand, act(hand, "cc")), table.merge(hand, act(hand, "f"))
    replay_cache.forget()
    assert (calls, folds) == (table.merge(hand, act(hand, "cc")), table.merge(hand, act(hand, "f")))
    assert calls["actions"][-1] != folds["actions"][-1]


def test_a_refused_action_leaves_nothing_behind() -> None:
    hand = table.advance(first_hand())
    wrong = act(hand, "cc")
    wrong["actions"].append(wrong["actions"][-1].replace("cc", "cbr 4"))
    assert table.merge(hand, wrong) is hand
    assert table.merge(hand, act(hand, "cbr 1")) is hand
    assert table.status(hand) == table.status(dict(hand))
    replay_cache.forget()
    status = table.status(hand)
    assert table.merge(hand, wrong) is hand
    assert table.status(hand) == status


def test_the_cache_is_bounded() -> None:
    for seed in range(replay_cache.PLAYS_MAX + 20):
        table.advance(first_hand(seed=seed))
    assert len(replay_cache._PLAYS) == replay_cache.PLAYS_MAX


class Caller:
    """Calls the table's functions, each with the cache as it is and once more with an empty one."""

    def __call__(self, function: Any, *given: Any, **named: Any) -> Any:
        found = function(*given, **named)
        kept = dict(replay_cache._PLAYS)
        replay_cache.forget()
        assert function(*given, **named) == found
        replay_cache.forget()
        replay_cache._PLAYS.update(kept)
        return found


@pytest.mark.parametrize("variant", ["NT", "FT", "FO/8", "F7S", "F2L3D", "N2L1D"])
@pytest.mark.parametrize("seed", range(4))
def test_every_call_gives_the_same_without_the_cache(variant: str, seed: int) -> None:
    chance, call = Random(f"{variant}{seed}"), Caller()
    hand, now = first_hand(variant, seed), 1000
    for _ in range(60):
        now += chance.randint(0, 15_000)
        hand = call(table.advance, hand, now)
        status = call(table.status, hand, chance.choice([None, "Ann", "Zoe"]))
        for player in hand["players"]:
            call(table.personalize, hand, player)
        if status["isOver"]:
            call(table.finish, hand)
            hand = call(table.next_hand, hand)
            continue
        if chance.random() < 0.2:
            hand = call(table.auto, hand, now)
        elif status["turn"] is not None:
            words = chance.choice(["f", "cc", "cc", f"cbr {chance.randint(1, 40)}", "sd", "pb", "sm", "m hello"])
            view = table.personalize(hand, status["player"])
            sent = {**view, "actions": [*view["actions"], f"p{status['turn'] + 1} {words}"]}
            if chance.random() < 0.1:
                sent = table.wait_for_bb(sent, status["player"])
            hand = call(table.merge, hand, sent, now=now)
        if chance.random() < 0.1:
            hand = call(table.merge, hand, table.resume(table.personalize(hand, "Ann"), "Ann"), now=now)
