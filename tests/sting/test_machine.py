"""All roles and policies together: rounds end, cards are conserved, views keep secrets, copies stand alone."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from croupier.betting.rulebook import IllegalAction
from croupier.bots import BadBot, named
from croupier.bots.mcts import Mcts, MctsSearch
from croupier.bots.rollouts import Rollouts
from croupier.bots.sting import Searcher, StingHouse
from croupier.games.api import ALL, PUBLIC, Action, State
from croupier.games.sting.events import Checked, Drew, Flipped, Folded, Raised
from croupier.games.sting.game import Sting

from .lines import SEED_GAME

ROLES = range(3)
TURNS_MAX = 3 * 4
"""Turns of one betting round: each raise but the last is answered by at most the three, and the first pass."""
OPTIONS = st.fixed_dictionaries({
    "respond": st.sampled_from(["order", "everyone", "nobody"]), "max_raises": st.integers(1, 4),
    "order": st.permutations(ROLES).map(tuple), "hand": st.integers(1, 4), "hands": st.integers(1, 4)})


def census(run):
    """All cards of each role, wherever they are."""
    whole = run.observe(ALL)
    counts = [run.deck_of(role) + run.held_by(role) for role in ROLES]
    for role, _, _ in whole.table:
        counts[role] += 1
    return counts


class Machine(RuleBasedStateMachine):
    """Every legal thing in any order, with some illegal ones between."""

    @initialize(seed=st.integers(0, 2**64 - 1), options=OPTIONS)
    def begin(self, seed, options):
        self.game = Sting(replace(SEED_GAME.rules, **options))
        self.cap = options["max_raises"]
        self.run = self.game.start(seed=seed)
        self.turns = 0
        self.at = (1, 1)
        self.lost = 0

    @precondition(lambda self: not self.run.is_over)
    @rule(choice=st.integers(0, 99))
    def act(self, choice):
        menu = list(self.run.legal())
        action = menu[choice % len(menu)]
        before = [role for role, _, _ in self.run.played].count(2)
        was = self.run.hand_no
        self.run.apply(action)
        if self.run.hand_no != was:
            self.lost += before + (action.kind == "RAISE" and self.played_last())
        now = (self.run.hand_no, self.run.round_no)
        self.turns = self.turns + 1 if now == self.at else 0
        self.at = now

    def played_last(self):
        raised = [event.role for event in self.run.events if isinstance(event, Raised)]
        return raised[-1] == 2

    @precondition(lambda self: not self.run.is_over)
    @rule(action=st.sampled_from([Action("CALL"), Action("BET", 5), Action("RAISE"), Action("RAISE", 999)]))
    def refuse(self, action):
        before = self.run.events
        with pytest.raises(IllegalAction):
            self.run.apply(action)
        assert self.run.events == before

    @precondition(lambda self: not self.run.is_over)
    @rule(seat=st.sampled_from(ROLES), seed=st.integers(0, 99))
    def guess(self, seat, seed):
        twin = self.run.observe(seat).guess(seed)
        assert census(twin) == census(self.run)
        assert twin.cards_of(seat) == self.run.cards_of(seat)
        assert twin.actor == self.run.actor
        twin.roll_out(seed)
        assert twin.is_over

    @precondition(lambda self: self.run.is_over)
    @rule(seed=st.integers(0, 99))
    def again(self, seed):
        assert self.run.actor is None
        assert len(self.run.legal()) == 0
        self.run = self.game.start(seed=seed)
        self.turns, self.at, self.lost = 0, (1, 1), 0

    @invariant()
    def bounded(self):
        if hasattr(self, "run"):
            assert self.turns <= 3 * (self.cap + 1) + 1
            assert 0 <= self.run.raises_left <= self.cap

    @invariant()
    def conserved(self):
        if hasattr(self, "run"):
            narc, customer, player = census(self.run)
            assert (narc, customer) == (25, 25)
            assert player == 20 - self.lost


Machine.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)
TestMachine = Machine.TestCase


# -- row 003-48 ------------------------------------------------------------------------------------------------------

def turns_of(run):
    """Turns and raises of each betting round, by hand and round."""
    turns, raises, at = Counter(), Counter(), (0, 0)
    for event in run.events:
        if hasattr(event, "hand") and hasattr(event, "cash") and not hasattr(event, "reason"):
            at = (event.hand, 0)
        elif getattr(event, "phase", "") == "draw":
            at = (at[0], event.round)
        elif isinstance(event, (Checked, Raised, Folded)):
            turns[at] += 1
            raises[at] += isinstance(event, Raised)
    return turns, raises


def test_case_003_48_any_policy_mix_10_000_hands():
    playout = SEED_GAME.playout()
    chance = Random(48)
    played = 0
    for number in range(250):
        for role in ROLES:
            if chance.random() < 0.5:
                playout.set_policy(role, chance.choice(["house", "random"]))
            else:
                playout.set_line(role, chance.choice(["any", "best", "fit"]), chance.randrange(8), chance.randint(1, 3),
                                 chance.choice([None, 0, 20]))
        actions = playout.play_hands(40, number)
        played += 40
        assert actions <= 40 * (3 * TURNS_MAX + 2)
    assert played == 10_000


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_case_003_48_every_betting_round_is_short(seed, chance):
    run = SEED_GAME.start(seed=seed)
    while not run.is_over:
        run.apply(chance.choice(list(run.legal())))
    turns, raises = turns_of(run)
    assert max(raises.values(), default=0) <= 3
    assert max(turns.values()) <= TURNS_MAX


# -- views -----------------------------------------------------------------------------------------------------------

@given(st.integers(0, 2**32), st.integers(0, 60), st.sampled_from([0, 1, 2, PUBLIC]),
       st.randoms(use_true_random=False))
def test_a_view_is_the_same_whatever_is_hidden(seed, steps, viewer, chance):
    """Non-interference: two runs that differ only in what the viewer cannot see look the same to him."""
    run = SEED_GAME.start(seed=seed)
    for _ in range(steps):
        if not run.is_over:
            run.apply(chance.choice(list(run.legal())))
    other = run.redeal(viewer if viewer != PUBLIC else 0, chance.randrange(99))
    if viewer == PUBLIC:
        other = other.redeal(1, chance.randrange(99))
    one, two = run.observe(viewer), other.observe(viewer)
    for ask in ("table", "live", "holder", "raises_left", "cash", "heat", "actor", "state", "payoffs"):
        assert getattr(one, ask) == getattr(two, ask), ask
    assert [one.cards_of(role) for role in ROLES] == [two.cards_of(role) for role in ROLES]
    assert [one._run.cards_of(role) for role in ROLES] == [two._run.cards_of(role) for role in ROLES]
    assert one._run.played == two._run.played


@given(st.integers(0, 2**32), st.integers(0, 60), st.randoms(use_true_random=False))
def test_events_of_a_view_hide_what_others_drew_and_played(seed, steps, chance):
    run = SEED_GAME.start(seed=seed)
    for _ in range(steps):
        if not run.is_over:
            run.apply(chance.choice(list(run.legal())))
    for viewer in (*ROLES, PUBLIC, ALL):
        for event, truth in zip(run.observe(viewer).events, run.events, strict=True):
            if isinstance(event, (Drew, Raised)):
                assert event.card == (truth.card if viewer in (ALL, event.role) else None)
            else:
                assert event == truth
        flipped = [event.card for event in run.observe(viewer).events if isinstance(event, Flipped)]
        assert all(card is not None for card in flipped)


def test_a_view_cannot_be_played():
    view = SEED_GAME.start(seed=1).observe(0)
    with pytest.raises(IllegalAction, match="a view cannot be played"):
        view._run.check()


def test_a_stacked_deck_is_no_part_of_a_guess():
    run = SEED_GAME.start(seed=1, deal={"narc": ["Raid", "Wiretap", "RICO", "Undercover", "Surveillance"]})
    hands = {tuple(card.name for card in run.redeal(2, seed).cards_of(0)) for seed in range(20)}
    assert len(hands) > 10
    later = set()
    for seed in range(20):
        guess = run.observe(2).guess(seed)
        guess.raise_with(guess.cards_of(0)[0].name)
        guess.check(), guess.check(), guess.check(), guess.go_on()
        later.add(guess.cards_of(0)[-1].name)
    assert len(later) > 3


def test_guesses_are_spread_as_the_deck_is():
    run = SEED_GAME.start(seed=1)
    drawn = Counter(card.name for seed in range(4000) for card in run.redeal(2, seed).cards_of(0))
    assert drawn["Donut Break"] / 12_000 == pytest.approx(8 / 25, abs=0.02)
    assert drawn["Raid"] / 12_000 == pytest.approx(1 / 25, abs=0.01)


# -- copies, bots ----------------------------------------------------------------------------------------------------

def test_it_is_a_game():
    assert isinstance(SEED_GAME.start(seed=1), State)


@given(st.integers(0, 2**32), st.integers(0, 40), st.randoms(use_true_random=False))
def test_a_clone_plays_on_alike_and_alone(seed, steps, chance):
    run = SEED_GAME.start(seed=seed)
    for _ in range(steps):
        if not run.is_over:
            run.apply(chance.choice(list(run.legal())))
    twin, still = run.clone(), run.events
    order = Random(seed)
    while not twin.is_over:
        twin.apply(order.choice(list(twin.legal())))
    assert run.events == still
    order = Random(seed)
    while not run.is_over:
        run.apply(order.choice(list(run.legal())))
    assert run.events == twin.events


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("make", [StingHouse, lambda: named("random"), lambda: Mcts(20), lambda: Rollouts(3),
                                  lambda: Searcher(20)], ids=["house", "random", "mcts", "rollouts", "searcher"])
def test_any_bot_takes_any_role(role, make):
    bots = [StingHouse(), StingHouse(), StingHouse()]
    bots[role] = make()
    run = SEED_GAME.start(seed=role)
    while not run.is_over:
        run.apply(bots[run.actor].act(run.observe(run.actor)))
    assert run.payoffs[0] == -run.payoffs[2]


def test_search_does_not_split_on_hidden_cards():
    run = SEED_GAME.start(seed=1)
    search = MctsSearch(lambda rng: run.redeal(2, rng), 2, Random(1)).run(200)
    assert set(search.root.children) <= {Action("CHECK"), Action("RAISE"), Action("FOLD")}


def test_looking_ahead_pays():
    """A Player who looks ahead earns more than one who takes any legal action."""
    earned = 0
    for seed in range(6):
        run, bot, house = SEED_GAME.start(seed=seed), Rollouts(15), StingHouse()
        bot.rng = house.rng = Random(seed)
        while not run.is_over:
            run.apply((bot if run.actor == 2 else house).act(run.observe(run.actor)))
        earned += run.payoffs[2]
    assert earned / 6 > 60  # random play earns about 20 in a run


# -- the same compiled and interpreted -------------------------------------------------------------------------------

def pinned(playout):
    won = playout.runs(300, 77)
    return sum(won), sum(number * amount for number, amount in enumerate(won)) % 10007


def test_policies_play_the_same_compiled_and_interpreted():
    playout = SEED_GAME.playout()
    assert pinned(playout) == (102564, 2035)
    for cards, numbers in {"any": (70664, 4572), "best": (85763, 1065), "fit": (105366, 1049)}.items():
        playout.set_line(2, cards, 7, 2, 10)
        assert pinned(playout) == numbers
    for role in ROLES:
        playout.set_policy(role, "random")
    assert pinned(playout) == (9482, 6603)


def test_simple_house_bots_play_the_sting():
    view = SEED_GAME.start(seed=1).observe(0)
    assert named("caller").act(view) == named("folder").act(view) == Action("CHECK")
    assert named("greedy").act(view) in view.legal
    with pytest.raises(BadBot, match="this one has none"):
        named("strength").act(view)
