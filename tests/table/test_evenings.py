"""What must hold of every evening: hypothesis chooses who does what; the soak plays a million hands of it."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from croupier.table import BadTable, advance, finish, merge, next_hand, personalize
from croupier.table.dicts.reading import read
from croupier.table.play import replay

from .evening import RUBBISH, Evening
from .hands import dealt, hand
from .tampering import merged_by, tampered

NAMES = st.sampled_from([f"P{number}" for number in range(10)])
RUBBISH_THINGS = st.sampled_from(RUBBISH)


class TableMachine(RuleBasedStateMachine):
    """Two to ten players at one table; every event is followed by the evening's checks."""

    def __init__(self) -> None:
        super().__init__()
        self.evening = Evening(1)

    @rule(seed=st.integers(0, 50))
    def another_table(self, seed):
        self.evening = Evening(seed)

    @rule(player=NAMES, stack=st.sampled_from([1, 2, 21, 40, 1000, 75.25]) | RUBBISH_THINGS,
          seat=st.none() | st.integers(0, 11), intent=st.integers(0, 2))
    def join(self, player, stack, seat, intent):
        self.evening.join(player, stack, seat, intent)

    @rule(player=NAMES, intent=st.integers(0, 3) | RUBBISH_THINGS)
    def intend(self, player, intent):
        self.evening.send(self.evening.table.intend, player, intent, self.evening.now)

    @rule(player=NAMES, amount=st.integers(0, 50) | RUBBISH_THINGS)
    def top_up(self, player, amount):
        self.evening.top_up(player, amount)

    @rule(player=NAMES, action=st.sampled_from(["f", "cc", "cbr 40", "sm", "m hi"]) | RUBBISH_THINGS)
    def anybody_says_anything(self, player, action):
        self.evening.send(self.evening.table.act, player, action, self.evening.now)

    @rule(later=st.sampled_from([0, 5_000, 70_000]))
    def time_passes(self, later):
        self.evening.now += later
        self.evening.send(self.evening.table.tick, self.evening.now)

    @rule(seed=st.integers(0, 2 ** 60))
    def next_hand(self, seed):
        self.evening.next_hand(seed)

    @precondition(lambda self: self.evening.table.is_in_hand)
    @rule(times=st.integers(1, 8))
    def the_player_to_act_acts(self, times):
        for _ in range(times):
            if self.evening.table.is_in_hand:
                self.evening.act()

    @rule(seed=st.integers(0, 1000), player=NAMES)
    def a_tampered_dict_is_merged(self, seed, player):
        server = self.evening.table.hand
        merged_by(server, tampered(server, player, Random(seed)), player)


TestTable = TableMachine.TestCase
TestTable.settings = settings(max_examples=30, stateful_step_count=40, deadline=None)


@given(st.integers(0, 10 ** 9))
@example(101812)  # a hand that ends while it is dealt
@settings(max_examples=12, deadline=None)
def test_evenings(seed):
    Evening(seed).play(8)


@given(st.integers(0, 10 ** 9))
@settings(max_examples=40, deadline=None)
def test_merge_of_any_client_changes_nothing_but_its_own_due(seed):
    rng = Random(seed)
    server = dealt(hand([0, 10, 20], seed=seed))
    for _ in range(8):
        author = rng.choice("ABCD")
        server = merged_by(server, tampered(server, author, rng), author)


@pytest.mark.parametrize("seed", range(12))
def test_a_draw_game_goes_on_when_the_deck_has_run_out(seed):
    """Seven players throw away card after card: the muck comes back, no card is held twice."""
    rng, size = Random(seed), 7
    server = advance({"variant": "F2L3D", "hand": 1, "players": list("ABCDEFG"), "startingStacks": [1000] * size,
                      "blindsOrStraddles": [10, 20, *[0] * (size - 2)], "smallBet": 20, "bigBet": 40, "actions": [],
                      "seed": seed})
    while (play := replay(read(server))).actor is not None:
        place = play.actor
        held = rng.sample(play.held[place], rng.randint(2, 5))
        line = f"p{place + 1} sd {''.join(held)}" if play.hand.legal().discard else f"p{place + 1} cc"
        view = personalize(server, server["players"][place])
        server = advance(merge(server, {**view, "actions": [*view["actions"], line]}))
        if not any(" sm " in line for line in server["actions"]):
            seen = "".join(personalize(server, "nobody")["actions"])
            assert not any(card in seen for card in play.out)
    assert play.hand.is_over
    assert len({card for held in play.held.values() for card in held}) == 5 * size
    assert sum(finish(server)["finishingStacks"]) == 1000 * size


@st.composite
def undealt_hands(draw):
    """A hand nobody has been dealt in yet, in any state a reader takes."""
    size = draw(st.integers(0, 6))

    def column(*values):
        return draw(st.lists(st.sampled_from(values), min_size=size, max_size=size))

    inactive = column(0, 0, 1)
    blinds = draw(st.permutations([10, 20, *draw(st.sampled_from([[], [40]])), *[0] * size]))[:size]
    return hand(draw(st.sampled_from([blinds, [0] * size])), N=inactive, I=column(0, 0, 0, 1, 2, 3),
                stacks=column(0, 5, 20, 50, 1000, 1000.5), D=[debt if out else 0 for debt, out in
                                                              zip(column(0, 10, 20, 30), inactive)],
                seats=draw(st.permutations(range(1, 7)))[:size], antes=[draw(st.sampled_from([0, 2]))] * size, seed=1)


@given(undealt_hands())
@settings(max_examples=600, deadline=None)
def test_an_undealt_hand_is_dealt_waits_or_is_refused(server):
    try:
        made = advance(server, 0)
    except BadTable as refused:
        assert refused.reason
        return
    total = sum(server["startingStacks"])
    assert sum(made["startingStacks"]) + sum(made.get("_deadMoney", [])) == total
    assert sorted(made["players"]) == sorted(server["players"])
    if made is server:
        return
    play = replay(read(made))
    assert play.actor is not None or play.hand.is_over
    assert all(made["_inactive"][place] == 0 for place in play.columns)
    assert len(play.columns) >= 2
    while play.actor is not None:
        made = advance({**made, "actions": [*made["actions"], f"p{play.actor + 1} cc"]})
        play = replay(read(made))
    after = next_hand(made)
    gone = sum(stack for name, stack in zip(made["players"], finish(made)["finishingStacks"])
               if name not in after["players"])
    assert sum(after["startingStacks"]) + sum(after.get("_deadMoney", [])) + gone == total
