"""A table of bots: what they see, what happens when they fail, what the result says."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest

import croupier
from croupier.cards import UNKNOWN
from croupier.contest import Bus, HandEnded, HandStarted, Happened, Warned
from croupier.games.poker.events import Acted, Dealt, Drew, Shown
from croupier.games.poker.view import View

from .scripted import Listening, Scripted, shove

GAME = croupier.holdem(sb=10, bb=20)


# -- what bots get ---------------------------------------------------------------------------------------------------

def test_bots_get_views_of_their_own_seat() -> None:
    bots = [Listening() for _ in range(3)]
    croupier.play(bots, GAME, hands=3, seed=1)
    for seat, bot in enumerate(bots):
        views = [thing for what, thing in bot.log if what != "event"]
        assert views
        assert all(type(view) is View and view.seat == seat for view in views)
        assert all(UNKNOWN not in view.hole for view in views)


def test_bots_never_see_hidden_cards_in_views_or_events() -> None:
    bots = [Listening() for _ in range(4)]
    croupier.play(bots, GAME, hands=5, seed=9)
    for seat, bot in enumerate(bots):
        for event in bot.events:
            if isinstance(event, Dealt):
                assert (UNKNOWN in event.cards) == (event.seat != seat)
            if isinstance(event, Shown):
                assert UNKNOWN not in event.cards
        for view in bot.views:
            assert all(set(view.cards_of(other)) == {UNKNOWN} for other in range(4) if other != seat)


def test_draws_of_others_stay_hidden() -> None:
    def draw(view: Any) -> Any:
        return view.discard(view.hole[:2]) if view.legal.discard else view.call()
    bots = [Listening(draw) for _ in range(3)]
    result = croupier.play(bots, croupier.triple_draw(10, 20), hands=3, seed=9, strict=True)
    drawn = [event.event for event in result.events if isinstance(event, Happened) and isinstance(event.event, Drew)]
    assert len(drawn) == 27
    for seat, bot in enumerate(bots):
        own = [event for event in bot.events if isinstance(event, Drew)]
        assert len(own) == 27
        assert all((UNKNOWN in event.drawn + event.discarded) == (event.seat != seat) for event in own)


def test_hooks_come_in_order_and_events_as_they_happen() -> None:
    bot = Listening()
    croupier.play([bot, "caller"], GAME, hands=1, seed=3)
    order = [what for what, _ in bot.log]
    assert (order[0], order[-1]) == ("start", "end")
    first_act = order.index("act")
    seen = [thing for what, thing in bot.log[:first_act] if what == "event"]
    assert len(seen) == 4, "two blinds and two hands, before the button's first decision"
    assert isinstance(bot.log[first_act + 1][1], Acted), "a bot hears of its own action at once"


def test_a_bots_events_are_its_views_events() -> None:
    bots = [Listening(shove), Listening(), Listening()]
    croupier.play(bots, GAME, hands=1, seed=3)
    for bot in bots:
        at_the_end = bot.log[-1][1].events
        assert [type(event) for event in bot.events] == [type(event) for event in at_the_end]
        # cards shown later on are known in the last view; when they were dealt they were not
        assert all(live == late for live, late in zip(bot.events, at_the_end) if not isinstance(late, Dealt))


def test_a_bot_cannot_change_the_hand_through_its_view() -> None:
    def meddle(view: Any) -> Any:
        answer = view.call()
        with suppress(croupier.IllegalAction):  # a view cannot be played
            view._hand.fold()
        return answer
    result = croupier.play([Scripted(meddle), "caller"], GAME, hands=1, seed=3)
    assert not result.warnings
    assert not [event for event in result.events if isinstance(event, Happened)
                and isinstance(event.event, Acted) and event.event.kind == "FOLD"]


# -- bots that fail --------------------------------------------------------------------------------------------------

WRONG = {
    "nothing": (lambda view: None, "answered nothing", "B10"),
    "a word": (lambda view: "FOLD", "'FOLD' (str), which is not an action", "B10"),
    "a method": (lambda view: view.fold, "write the parentheses", "B10"),
    "an unknown word": (lambda view: croupier.Action("DANCE"), "'DANCE' is not an action", "B10"),
    "a float": (lambda view: view.raise_to(60.5), "whole chips", "M1"),
    "NaN": (lambda view: view.raise_to(float("nan")), "whole chips", "M1"),
    "a bool": (lambda view: view.raise_to(True), "whole chips", "M1"),
    "too many chips": (lambda view: view.raise_to(10**30), "whole chips", "M1"),
    "over the stack": (lambda view: view.raise_to(5000), "above the stack", "B1"),
    "too little": (lambda view: view.raise_to(30), "below the minimum of 40", "B3"),
    "a check facing a bet": (lambda view: view.check(), "10 to call", "B9"),
    "an exception": (lambda view: 1 // 0, "act raised ZeroDivisionError", "B10"),
    "leaving": (lambda view: exit(3), "act raised SystemExit", "B10"),
    "a draw": (lambda view: view.discard(view.hole), "no cards are drawn now", "B10"),
}


@pytest.mark.parametrize(("answer", "reason", "clause"), WRONG.values(), ids=WRONG.keys())
def test_B10_wrong_answers_fold_with_a_warning(answer: Any, reason: str, clause: str) -> None:
    result = croupier.play([Scripted(answer), "caller"], GAME, hands=1, stack=1000, seed=1)
    (warning,) = result.warnings
    assert reason in warning.reason
    assert (warning.clause, warning.instead) == (clause, "FOLD")
    assert result.payoffs == [-10, 10]


def test_B10_folds_even_where_a_check_is_free() -> None:
    result = croupier.play(["caller", Scripted(lambda view: None)], GAME, hands=1, seed=1)
    assert result.payoffs == [20, -20]


def test_where_nobody_can_fold_the_bot_stands_pat_or_brings_in() -> None:
    broken = [Scripted(lambda view: None if view.legal.discard else view.call()) for _ in range(2)]
    draw = croupier.play(broken, croupier.single_draw(10, 20), hands=1, seed=1)
    assert {warning.instead for warning in draw.warnings} == {"STAND_PAT"}
    stud = croupier.play([Scripted(lambda view: None) for _ in range(2)], croupier.stud(5, 10, 20), hands=1, seed=1)
    assert [warning.instead for warning in stud.warnings] == ["BRING_IN", "FOLD"]


def test_the_warning_names_the_line(tmp_path: Any) -> None:
    file = tmp_path / "broken.py"
    file.write_text("import croupier\n\nclass Broken(croupier.Bot):\n"
                    "    def act(self, view):\n        return view.oops()\n")
    result = croupier.play([str(file), "caller"], GAME, hands=1, seed=1)
    assert "AttributeError" in result.warnings[0].reason
    assert result.warnings[0].reason.endswith("broken.py:5")


def test_a_hook_that_fails_costs_a_warning_only() -> None:
    class Deaf(Scripted):
        def on_event(self, event: Any) -> None:
            raise RuntimeError("no")

        def on_hand_end(self, view: Any) -> None:
            raise RuntimeError("no")
    result = croupier.play([Deaf(), "caller"], GAME, hands=1, seed=1)
    assert {warning.instead for warning in result.warnings} == {None}
    assert "on_event raised RuntimeError: no" in result.warnings[0].reason
    assert result.hands == 1


def test_strict_raises_with_the_cause() -> None:
    with pytest.raises(croupier.BotFailed, match=r"hand 1, seat 0 \(scripted\).*ZeroDivisionError") as caught:
        croupier.play([Scripted(lambda view: 1 // 0), "caller"], GAME, hands=1, seed=1, strict=True)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_an_interrupt_is_not_a_bots_failure() -> None:
    def interrupt(view: Any) -> Any:
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        croupier.play([Scripted(interrupt), "caller"], GAME, hands=1, seed=1)


def test_many_failures_are_counted_but_not_all_kept() -> None:
    result = croupier.play([Scripted(lambda view: None), "caller"], GAME, hands=1500, reset=True, seed=1)
    assert len(result.warnings) == 1000
    assert result.faults.counts["scripted"] >= 1500
    assert "scripted failed 1,5" in str(result)


# -- stacks and results ----------------------------------------------------------------------------------------------

def test_stacks_carry_over_and_add_up() -> None:
    result = croupier.play(["random", "maniac", "caller"], GAME, hands=50, stack=[1000, 2000, 3000], seed=6)
    stacks = [1000, 2000, 3000]
    for event in result.events:
        if isinstance(event, HandStarted):
            assert list(event.stacks) == stacks
        if isinstance(event, HandEnded):
            stacks = list(event.stacks)
            assert sum(stacks) == 6000
            assert sum(event.payoffs) == 0
    assert result.payoffs == [now - then for now, then in zip(result.stacks, [1000, 2000, 3000])]


def test_reset_begins_every_hand_anew_and_nobody_leaves() -> None:
    result = croupier.play([Scripted(shove), Scripted(shove)], GAME, hands=30, stack=500, reset=True, seed=1)
    assert result.hands == 30
    assert all(event.stacks == (500, 500) for event in result.events if isinstance(event, HandStarted))


def test_the_default_stack_is_a_hundred_big_blinds() -> None:
    result = croupier.play(["folder", "folder"], GAME, hands=1, seed=1)
    assert sum(result.stacks) == 4000


def test_T9_the_last_big_blind_takes_the_button_when_two_are_left() -> None:
    # Seat 0 has the button and 20 chips; blinds are 1 and 2. Once seat 0 is out, seat 2 (the big blind) must not
    # post the big blind again.
    for seed in range(40):
        bots = [Scripted(shove), Scripted(shove), "folder"]
        result = croupier.play(bots, GAME, hands=2, stack=[20, 2000, 2000], seed=seed)
        starts = [event for event in result.events if isinstance(event, HandStarted)]
        if len(starts) == 2 and starts[1].seats == (1, 2):
            break
    assert starts[1].button == 2


def test_straddles_go_when_too_few_are_left() -> None:
    game = croupier.holdem(10, 20, straddles=(40,))
    result = croupier.play([Scripted(shove) for _ in range(3)], game, hands=50, stack=[900, 500, 700], seed=3)
    assert result.ended == "one player left"


def test_the_result_prints_counts_and_goes_to_json() -> None:
    result = croupier.play(["caller", None, "random", "caller"], GAME, hands=20, seed=3, reset=True)
    text = str(result)
    assert "no-limit hold'em 10/20: 20 hands, seed 3" in text
    assert "caller 2" in text
    assert "bb/100" in text
    assert result.bb_per_100[1] is None
    assert result.hands_dealt == [20, 0, 20, 20]
    told = json.loads(json.dumps(result.as_dict()))
    assert [seat["seat"] for seat in told["seats"]] == [0, 2, 3]


def test_a_seed_by_chance_is_remembered() -> None:
    result = croupier.play(["random", "random"], GAME, hands=20)
    again = croupier.play(["random", "random"], GAME, hands=20, seed=result.seed)
    assert again.events == result.events


def test_hands_can_be_kept_or_not() -> None:
    result = croupier.play(["caller", "caller"], GAME, hands=3, seed=1, record=False)
    with pytest.raises(croupier.BadContest, match="record=True"):
        _ = result.events
    kept = croupier.play(["caller", "caller"], GAME, hands=3, seed=1)
    assert len(kept.records) == 3
    assert all(hand.is_over for hand in kept.records)


def test_a_bus_hears_everything_live_even_unrecorded() -> None:
    heard: list[Any] = []
    bus = Bus(raise_errors=True)
    bus.subscribe(heard.append)
    broken = Scripted(lambda view: None)
    croupier.play([broken, "caller", "random"], GAME, hands=5, seed=1, bus=bus, record=False)
    kept = croupier.play([Scripted(lambda view: None), "caller", "random"], GAME, hands=5, seed=1)
    assert heard == kept.events
    assert any(isinstance(event, Warned) for event in heard)


def test_who_subscribes_during_the_game_hears_the_hands_from_then_on() -> None:
    heard: list[Any] = []
    bus = Bus(raise_errors=True)
    bus.subscribe(lambda event: bus.subscribe(heard.append, Happened), HandStarted, once=True,
                  where=lambda event: event.hand == 2)
    result = croupier.play(["caller", "random"], GAME, hands=3, seed=1, bus=bus)
    assert heard == [event for event in result.events if isinstance(event, Happened) and event.hand >= 2]
    assert {event.hand for event in heard} == {2, 3}


# -- bad input -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("change", "error"), [
    ({"hands": 0}, "hands must be"), ({"hands": -1}, "hands must be"), ({"hands": 1.5}, "hands must be"),
    ({"hands": True}, "hands must be"), ({"hands": 10**30}, "hands must be"), ({"seed": -1}, "seed must be"),
    ({"seed": "x"}, "seed must be"), ({"stack": 0}, "outside 1"), ({"stack": 1.5}, "int"), ({"stack": True}, "chips"),
    ({"stack": [100]}, "1 stacks for 2 seats"), ({"stack": 10**30}, "outside"), ({"bots": ["caller"]}, "1 bots in 1"),
    ({"bots": []}, "0 bots"), ({"bots": "caller"}, "must be a list"), ({"bots": ["caller"] * 11}, "2 to 10"),
    ({"bots": ["caller", None]}, "1 bots in 2 seats"), ({"bots": ["caller", 7]}, "7 is not a bot"),
    ({"bots": ["caller", "nobody"]}, "there is no bot .nobody."), ({"game": "holdem"}, "is not a game"),
    ({"bots": b"ab"}, "must be a list"), ({"stack": b"ab"}, "int"), ({"bus": 5}, "must be a croupier.Bus"),
    ({"progress": 5}, "must be a function"), ({"game": croupier.holdem(10, 20, straddles=(40,))}, "B8"),
    *(({"bots": ["caller", None, "caller"], "stack": [100, junk, 100]}, r"stack\[1\]")
      for junk in ("x", -5, None, 1.5)),
    ({"bots": ["caller", "nofile.py"]}, "there is no file"), ({"bots": ["caller", int]}, "subclass of croupier.Bot"),
])
def test_bad_input_is_named(change: dict[str, Any], error: str) -> None:
    given: dict[str, Any] = {"bots": ["caller", "caller"], "game": GAME, "hands": 1, **change}
    with pytest.raises(ValueError, match=error):
        croupier.play(**given)


def test_one_bot_cannot_sit_twice() -> None:
    bot = Scripted()
    with pytest.raises(croupier.BadContest, match="two seats"):
        croupier.play([bot, bot], GAME, hands=1)
