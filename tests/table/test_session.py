"""The live table: events in, effects out, each option by its name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from croupier import Action
from croupier.table import BadTable
from croupier.table.events import (
    Act,
    Asked,
    Began,
    Bought,
    Ended,
    Gone,
    Intend,
    Join,
    NewLines,
    Next,
    Refused,
    Sat,
    Tick,
    TopUp,
    Waiting,
)
from croupier.table.options import Options
from croupier.table.session import Table

EMPTY = {"variant": "NT", "players": [], "startingStacks": [], "blindsOrStraddles": [], "antes": [], "minBet": 20,
         "seatCount": 6, "hand": 0, "actions": []}


def live(*names, stack=1000, **options):
    made = Table(EMPTY, Options(**options))
    for name in names:
        assert not isinstance(made.handle(Join(name, stack))[0], Refused)
    return made


def only(effects, kind):
    return [effect for effect in effects if isinstance(effect, kind)]


def refused(effects):
    (refusal,) = effects
    assert isinstance(refusal, Refused)
    return refusal.reason


def fold_out(made, now=0):
    effects = []
    while made.is_in_hand:
        effects += made.handle(Act(made.actor, "f"), now)
    return effects


def test_an_evening_in_effects():
    made = Table(EMPTY)
    assert made.handle(Join("A", 1000)) == [Bought("A", 1000), Sat("A", 1, 1000, 0, True, 0)]
    assert made.handle(Next(1)) == [Waiting(("A",))]
    made.handle(Join("B", 500, seat=4))
    effects = made.handle(Next(2), now=5)
    assert only(effects, Began) == [Began(2, ("A", "B"), (1000, 500), (10, 20), (0, 0), (0, 0))]
    assert [effect.viewer for effect in only(effects, NewLines)] == ["A", "B", None]
    hers, his, public = (effect.lines for effect in only(effects, NewLines))
    assert "????" in hers[1]
    assert "????" in his[0]
    assert all("????" in line for line in public)
    assert only(effects, Asked) == [Asked("A", None)]
    effects = made.handle(Act("A", "f"), now=9)
    assert only(effects, NewLines)[0].lines == ("p1 f #9",)
    assert only(effects, Ended) == [Ended(("A", "B"), (990, 510), (0, 20), 0)]
    assert made.hand["finishingStacks"] == [990, 510]
    made.handle(Intend("A", 3))
    assert only(made.handle(Next(3)), Gone) == [Gone("A", 990)]
    assert made.hand["players"] == ["B"]
    assert made.view("A")["author"] == "A"  # a stranger now, who sees nobody's cards


def test_actions_as_values():
    made = live("A", "B", "C")
    made.handle(Next(1))
    assert made.actor == "C"
    made.handle(Act("C", Action("RAISE_TO", 60)))
    made.handle(Act("A", Action("CALL")))
    made.handle(Act("B", Action("ALL_IN")))
    assert [line.split(" #")[0] for line in made.lines[3:]] == ["p3 cbr 60", "p1 cc", "p2 cbr 1000"]
    assert "none is possible" in refused(made.handle(Act("C", Action("RAISE_TO", 2000))))
    made.handle(Act("C", Action("FOLD")))
    made.handle(Act("A", Action("ALL_IN")))
    assert not made.is_in_hand


@pytest.mark.parametrize(("event", "word"), [
    (Act("X", "f"), "does not sit"), (Act("B", "f"), "out of turn"), (Act("A", "cbr 30"), "outside 40..1000"),
    (Act("A", None), "no action"), (Act("A", "sm AhKh"), ""), (Act("A", "d db AhKhQh"), ""),
    (Act("A", ""), "no action"), (Next(5), "not complete"), (Intend("X", 1), "does not sit"),
    (Intend("A", 7), "none of"), (TopUp("X", 5), "not sit"), (TopUp("A", 0), "adds nothing"),
    (Join("A", 1000), "already"), ("rubbish", "no event"), (None, "no event"),
    (Join("D", 1000, 1), "taken"), (Join(None, 1000), "no name"), (Act("A", Action("DISCARD", None, "Ah")), "")])
def test_refused_events_change_nothing(event, word):
    made = live("A", "B")
    made.handle(Next(1))
    before = made.hand
    assert word in refused(made.handle(event))
    assert made.hand == before
    assert made.actor == "A"


def test_a_leaver_gets_no_further_state():
    made = live("A", "B", "C")
    made.handle(Next(1))
    made.handle(Intend("A", 3))
    effects = made.handle(Act("C", "cc"))
    assert "A" not in [effect.viewer for effect in only(effects, NewLines)]
    assert made.view("A") is None
    assert "left" in refused(made.handle(Act("A", "m wait")))


def test_messages_at_any_time():
    made = live("A", "B")
    made.handle(Next(1))
    assert only(made.handle(Act("B", "m hello, Ann"), 7), NewLines)[0].lines == ("p2 m hello, Ann #7",)


# -- options -----------------------------------------------------------------------------------------------------------


def test_buy_in_limits():
    made = live()
    assert "outside 400..4000" in refused(made.handle(Join("A", 399)))
    assert "outside 400..4000" in refused(made.handle(Join("A", 4001)))
    made = live(buy_in_min=0, buy_in_max=0)
    assert made.handle(Join("A", 1))[0] == Bought("A", 1)
    assert made.handle(Join("B", 10 ** 9))[0] == Bought("B", 10 ** 9)


def test_top_up_between_hands():
    made = live("A", "B", buy_in_max=1500)
    made.handle(Next(1))
    assert made.handle(TopUp("A", 300)) == []
    assert made.handle(TopUp("A", 600)) == []
    assert made.hand["startingStacks"] == [1000, 1000]
    fold_out(made)
    effects = made.handle(Next(2))
    assert only(effects, Bought) == [Bought("A", 510)]  # from 990 up to the most
    assert made.hand["startingStacks"] == [1500, 1010]
    assert "_topUps" not in made.hand
    assert "no top-ups" in refused(live("A", top_up=False).handle(TopUp("A", 5)))


def test_top_up_saves_who_is_broke():
    made = live("A", "B", stack=400)
    made.handle(Next(1))
    made.handle(TopUp("A", 500))
    made.handle(TopUp("B", 500))
    while made.is_in_hand:
        made.handle(Act(made.actor, Action("ALL_IN")))
    made.handle(Next(2))
    assert all(seat.plays for seat in made.state.seats)
    assert sum(made.hand["startingStacks"]) == 1800


def test_longest_pause():
    made = live("A", "B", "C", pause_max_ms=60_000)
    made.handle(Next(1))
    made.handle(Intend("A", 2), now=1000)
    assert made.handle(Tick(), now=60_999) == []
    (left, *_) = made.handle(Tick(), now=61_000)
    assert left == Sat("A", 1, 1000, 3, True, 0)
    assert live("A", pause_max_ms=None).handle(Tick(), now=10 ** 12) == []


def left_in_debt(**options):
    """A table that C has just left, 20 in debt, with 1000 chips."""
    made = live("A", "B", "C", **options)
    made.handle(Next(1))
    fold_out(made)
    made.handle(Intend("C", 2))
    fold_out(made)
    made.handle(Next(2))
    made.handle(Intend("C", 3))
    fold_out(made)
    assert made.state.seats[2].debt == 20
    left_with = made.state.hand["finishingStacks"][2]
    assert Gone("C", left_with) in made.handle(Next(3), now=0)
    fold_out(made)
    return made, left_with


@pytest.mark.parametrize("memory", [0, 3_600_000])
def test_N8_a_leavers_debt_is_never_remembered(memory):
    made, stack = left_in_debt(leaver_memory_ms=memory)
    assert made.handle(Join("C", stack), now=1)[1].debt == 0


def test_N8_a_leavers_stack_is_not_remembered_unless_asked_for():
    made, stack = left_in_debt()
    assert made.handle(Join("C", stack - 100), now=1)[0] == Bought("C", stack - 100)


def test_N8_a_leaver_who_is_back_soon_brings_at_least_what_it_took_away():
    made, stack = left_in_debt(leaver_memory_ms=60_000)
    made.options = replace(made.options, buy_in_max=500)
    (refused,) = made.handle(Join("C", 400), now=59_999)
    assert (refused.clause, refused.reason) == ("N8", f"C left with {stack} and cannot come back with 400 yet")
    assert made.handle(Join("C", stack), now=59_999)[0] == Bought("C", stack)  # above the largest buy-in
    made, _ = left_in_debt(leaver_memory_ms=60_000)
    assert made.handle(Join("C", 400), now=60_000)[0] == Bought("C", 400)


@pytest.mark.parametrize(("policy", "facing", "free"), [("fold", "f", "f"), ("check-fold", "f", "cc"),
                                                        ("check-call-fold", "cc", "cc")])
def test_B14_timeouts(policy, facing, free):
    made = live("A", "B", time_limit_ms=5000, timeout=policy)
    made.handle(Next(1), now=0)
    assert made.handle(Tick(), now=4999) == []
    effects = made.handle(Tick(), now=5000)
    assert only(effects, NewLines)[0].lines[0] == f"p1 {facing} #5000"
    made = live("A", "B", time_limit_ms=5000, timeout=policy)
    made.handle(Next(1), now=0)
    assert only(made.handle(Act("A", "cc"), now=100), Asked) == [Asked("B", 5100)]
    assert only(made.handle(Tick(), now=5100), NewLines)[0].lines[0] == f"p2 {free} #5100"


@pytest.mark.parametrize("strikes", [None, 0, 1])
def test_B14_strikes(strikes):
    """After them a silent seat is played check-fold, but asked as ever; what it does itself clears them."""
    made = live("A", "B", time_limit_ms=5000, timeout="check-call-fold", strikes=strikes)
    made.handle(Next(1), now=0)
    made.handle(Tick(), now=5000)
    assert made.lines[-1] == "p1 cc #5000"
    made.handle(Act("B", "cc"), now=5000)
    while made.is_in_hand:
        made.handle(Act(made.actor, "cc"), now=5000)
        made.missed["A"] = 1
    assert only(made.handle(Next(2), now=5000), Asked) == [Asked("B", 10_000)]
    assert only(made.handle(Act("B", "cbr 40"), now=5000), Asked) == [Asked("A", 10_000)]
    assert only(made.handle(Tick(), now=10_000), NewLines)[0].lines[0] == f"p1 {'f' if strikes else 'cc'} #10000"
    assert made.missed == {"A": 2}
    while made.is_in_hand:
        made.handle(Act(made.actor, "cc"), now=10_000)
    made.handle(Next(3), now=10_000)
    assert made.actor == "A"
    made.handle(Act("A", "cc"), now=10_000)
    assert made.missed == {}


def test_B10_an_event_that_is_refused_at_the_very_end_of_a_hand_changes_nothing():
    """A rake beyond the pot, as a host may state it, comes out when the hand is over: the last action is taken back."""
    made = live("A", "B", time_limit_ms=5000)
    made.handle(Next(1), now=0)
    made._write({**made.hand, "rake": 10_000})
    while True:
        before, actor = made.hand, made.actor
        if isinstance(made.handle(Act(actor, "cc"), now=0)[0], Refused):
            break
    assert (made.hand, made.actor, made.is_in_hand) == (before, actor, True)
    made._write({**made.hand, "rake": 1})
    assert only(made.handle(Act(actor, "cc"), now=0), Ended)[0].rake == 1


@pytest.mark.parametrize(("cap", "rake"), [(3, 3), (2.5, 2), (0, 0)])
def test_M1_rake_and_its_cap(cap, rake):
    """A cap finer than the unit takes the units below it; one of 0 is no rake."""
    made = live("A", "B", rake_percentage=10, rake_cap=cap)
    made.handle(Next(1))
    effects = []
    while made.is_in_hand:
        effects += made.handle(Act(made.actor, "cc"))
    (ended,) = only(effects, Ended)
    assert ended.rake == rake
    assert sum(ended.stacks) == 2000 - rake
    assert only(made.handle(Next(2)), Began)


@pytest.mark.parametrize("options", [{"timeout": "sleep"}, {"buy_in_min": -1}, {"time_limit_ms": 1.5},
                                     {"strikes": "2"}, {"pause_max_ms": -1}, {"rake_cap": "x"}])
def test_bad_options_are_named(options):
    with pytest.raises(BadTable, match=next(iter(options))):
        Options(**options)


def test_a_table_goes_on_from_its_notation():
    made = live("A", "B", "C")
    made.handle(Next("secret"))
    made.handle(Act("C", "cc"))
    again = Table(made.hand)
    assert (again.hand, again.actor) == (made.hand, made.actor)
    while made.is_in_hand:
        made.handle(Act(made.actor, "cc"))
        again.handle(Act(again.actor, "cc"))
    assert again.hand == made.hand


def test_no_seed_no_deal():
    made = live("A", "B")
    assert "no seed" in refused(made.handle(Next()))
    made.handle(Next("secret"))
    fold_out(made)
    made.handle(Next())
    assert made.hand["seed"] != "secret"
