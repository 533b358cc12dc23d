"""The search: it finds what is best in small games, sees nothing it should not, and repeats itself from a seed."""

from __future__ import annotations

from random import Random

import pytest

import croupier
from croupier.bots.mcts import Endless, Mcts, MctsSearch, heard, play_at_random
from croupier.bots.rollouts import Rollouts
from croupier.games.api import Action

LEFT, RIGHT = Action("LEFT"), Action("RIGHT")


class Menu(list):
    def menu(self, n: int) -> list[Action]:
        return list(self)[:n]


class Guessing:
    """Seat 0 hides a coin left or right; seat 1, who does not see it, says where it is and wins if right."""

    def __init__(self, hidden: str = "", said: str = "", biased: bool = False) -> None:
        self.hidden, self.said, self.biased = hidden, said, biased

    @property
    def actor(self) -> int | None:
        return None if self.said else 1 if self.hidden else 0

    @property
    def is_over(self) -> bool:
        return bool(self.said)

    @property
    def payoffs(self) -> list[int]:
        won = 100 if self.hidden == self.said else -100
        return [-won, won]

    def legal(self) -> Menu:
        return Menu([LEFT, RIGHT])

    def apply(self, action: Action) -> None:
        if self.hidden:
            self.said = action.kind
        else:
            self.hidden = action.kind

    def clone(self) -> Guessing:
        return Guessing(self.hidden, self.said, self.biased)

    def redeal(self, seat: int, rng: Random) -> Guessing:
        left = rng.random() < (0.8 if self.biased else 0.5)
        return Guessing("LEFT" if left else "RIGHT", "", self.biased) if seat == 1 and self.hidden else \
            Guessing(self.hidden, self.said, self.biased)

    def heard(self, action: Action, viewer: int) -> Action:
        return Action("HIDES") if viewer == 1 and not self.hidden else action


def search(state: Guessing, seat: int, seed: int, iterations: int = 2000, **options) -> MctsSearch:
    return MctsSearch(lambda rng: state.redeal(seat, rng), seat, Random(seed), **options).run(iterations)


def test_it_guesses_where_the_coin_mostly_is():
    found = search(Guessing("RIGHT", biased=True), 1, seed=1)
    assert found.best.action == LEFT  # four guesses in five say so, though this time it lies on the right
    assert 50 < found.best.mean < 70


def test_what_is_hidden_does_not_split_the_tree():
    found = search(Guessing(), 1, seed=2)
    assert list(found.root.children) == [Action("HIDES")]


def test_the_hider_cannot_count_on_being_seen():
    found = search(Guessing(), 0, seed=3)
    assert {choice.action for choice in found.choices} == {LEFT, RIGHT}


def test_a_model_plays_the_others():
    asked = []

    def always_left(state: Guessing, rng: Random) -> Action | None:
        asked.append(state.actor)
        return LEFT if state.actor == 1 else None

    found = search(Guessing(), 0, seed=4, model=always_left)
    assert found.best.action == RIGHT
    assert found.best.mean == 100
    assert set(asked) == {1}


def test_the_same_seed_searches_the_same():
    one, other = (search(Guessing(), 0, seed=5, iterations=300).choices for _ in range(2))
    assert one == other
    assert one != search(Guessing(), 0, seed=6, iterations=300).choices


def test_games_without_hidden_actions_are_heard_whole():
    hand = croupier.holdem(1, 2).deal([20, 20], seed=1)
    assert heard(hand, Action("FOLD"), 1) == Action("FOLD")


def test_a_game_that_never_ends_is_named():
    class Forever(Guessing):
        def apply(self, action: Action) -> None:
            pass

    with pytest.raises(Endless):
        play_at_random(Forever(), Random(1))


def test_it_never_folds_the_nuts():
    hand = croupier.holdem(1, 2).deal([20, 20], deck="Ah7cAd2s" + "AcAsKc2c3d", seed=1)
    hand.call(), hand.check()
    while hand.street != "RIVER":
        hand.check()
    hand.check(), hand.bet(4)
    assert str(hand.hole(1)) == "AhAd"
    bot = Mcts(iterations=400)
    bot.rng = Random(1)
    assert bot.act(hand.observe(1)).kind in ("CALL", "RAISE")


def test_short_stacks_against_a_folder():
    class Searcher(Mcts):
        name = "searcher"

        def __init__(self) -> None:
            super().__init__(iterations=60)

    result = croupier.play([Searcher(), "folder"], croupier.holdem(1, 2), hands=40, stack=16, seed=2, reset=True)
    assert result.payoffs[0] > 0  # whoever raises a folder takes its blinds


@pytest.mark.parametrize("options", [{"iterations": 0}, {"iterations": 2.5}, {"width": 0}, {"milliseconds": 0},
                                     {"exploration": float("nan")}, {"exploration": -1}, {"exploration": "much"},
                                     {"iterations": -10**5000}])
def test_bad_parameters_are_refused(options):
    with pytest.raises(croupier.BadBot):
        Mcts(**options)


def test_time_cuts_a_search_short():
    found = MctsSearch(lambda rng: Guessing(), 0, Random(1)).run(10_000_000, milliseconds=20)
    assert 1 <= found.iterations < 10_000_000


def test_31_a_name_can_give_the_time_of_a_search():
    assert croupier.bots.named("mcts:25ms").milliseconds == 25
    with pytest.raises(croupier.BadBot):
        croupier.bots.named("mcts:0ms")
    with pytest.raises(croupier.BadBot):
        croupier.bots.named("mcts:99999999ms")


def test_31_the_time_holds_for_the_search_inside_the_core():
    asked = []

    class Quick:
        legal = Menu([LEFT, RIGHT])

        def searched(self, iterations: int, seed: int, milliseconds: int | None) -> Action:
            asked.append((iterations, milliseconds))
            return LEFT

    assert Mcts(1000, milliseconds=7).act(Quick()) == LEFT
    assert asked == [(1000, 7)]


# -- one step of look-ahead ------------------------------------------------------------------------------------------

class Seen:
    """A view of the guessing game."""

    def __init__(self, state: Guessing, seat: int) -> None:
        self.state, self.seat, self.legal = state, seat, state.legal()

    def guess(self, rng: Random) -> Guessing:
        return self.state.redeal(self.seat, rng)


def test_rollouts_guess_where_the_coin_mostly_is():
    bot = Rollouts(guesses=200)
    bot.rng = Random(1)
    view = Seen(Guessing("RIGHT", biased=True), 1)
    assert bot.act(view) == LEFT
    best, other = bot.choices(view, view.legal)
    assert best.mean == -other.mean  # on the same guesses one is right where the other is wrong


def test_rollouts_never_fold_the_nuts():
    hand = croupier.holdem(1, 2).deal([20, 20], deck="Ah7cAd2s" + "AcAsKc2c3d", seed=1)
    hand.call(), hand.check()
    while hand.street != "RIVER":
        hand.check()
    hand.check(), hand.bet(4)
    bot = Rollouts(guesses=20)
    assert bot.act(hand.observe(1)).kind in ("CALL", "RAISE")


@pytest.mark.parametrize("options", [{"guesses": 0}, {"guesses": True}, {"width": 0}])
def test_bad_rollouts_are_refused(options):
    with pytest.raises(croupier.BadBot):
        Rollouts(**options)
