"""Taking out luck: what is subtracted has no expectation, whatever the bots do."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

import croupier
from croupier.bots.isolation import BotLimits
from croupier.cards import Cards
from croupier.contest import Isolation
from croupier.contest.luck.aivat import Story
from croupier.contest.luck.board_shares import BoardShares
from croupier.contest.luck.regression import Regression
from croupier.contest.luck.values import board_luck

from .scripted import Scripted, needs_speed, shove

GAME = croupier.holdem(50, 100)
KIND = GAME.layout.high


def numbers(text: str) -> list[int]:
    return [int(card) for card in Cards(text)]


def test_the_average_over_all_flops_is_the_share_before_the_flop() -> None:
    rest = numbers("2c3d4h5s9cTdJhKs8d")
    shares = BoardShares(KIND, 5, rest, [numbers("AhAd"), numbers("7c6c")], [numbers("QsQd"), numbers("AsKd")])
    before = shares.matrix([])
    flops = [shares.matrix(list(flop)) for flop in combinations(rest, 3)]
    for place, share in enumerate(before):
        assert sum(flop[place] for flop in flops) / len(flops) == pytest.approx(share)
    together = BoardShares(KIND, 5, rest, [numbers("AhAd"), numbers("7c6c"), numbers("QsQd")], [])
    assert sum(together.shares([])) == pytest.approx(1)


def test_a_whole_board_gives_the_result_of_the_showdown() -> None:
    board = numbers("2c3d4h5s9c")
    shares = BoardShares(KIND, 5, board, [numbers("AhKd"), numbers("2d2h"), numbers("KcQd")],
                         [numbers("AsKh"), numbers("9d9h"), numbers("QcTd")])
    assert shares.matrix(board) == [0.5, 1, 1, 0, 0, 1, 0, 0, 1], "a straight, three of a kind, high cards"


@pytest.mark.parametrize("bad", [([], [[1, 2]], [], 0), ([1] * 30, [[1, 2]], [], 5), ([1], [[1, 2], [3]], [], 5),
                                 ([52], [[1, 2]], [], 5), ([1], [[-1, 2]], [], 5), ([1], [["a", 2]], [], 5)])
def test_bad_shares_are_refused(bad: Any) -> None:
    rest, first, second, size = bad
    with pytest.raises(ValueError, match=r"too many|different|not the number"):
        BoardShares(KIND, size, rest, first, second)


def test_a_board_that_cannot_be_completed_is_refused() -> None:
    shares = BoardShares(KIND, 5, numbers("2c3d4h5s"), [numbers("AhAd")], [numbers("KhKd")])
    with pytest.raises(ValueError, match="too few cards"):
        shares.matrix([])
    with pytest.raises(ValueError, match="too many cards"):
        shares.matrix(range(6))
    with pytest.raises(ValueError, match="not the number"):
        shares.matrix([200])


def test_a_story_has_every_action_and_board_with_the_chips_before_it() -> None:
    hand = GAME.deal([10_000, 10_000], 0, seed=1)
    for act in (lambda: hand.raise_to(300), hand.call, hand.check, lambda: hand.bet(400), hand.fold):
        act()
    story = Story(hand, actions=True)
    kinds = ["board" if step.board is not None else step.action.kind for step in story.steps]  # type: ignore
    assert kinds == ["RAISE_TO", "CALL", "board", "CHECK", "RAISE_TO", "FOLD"]
    assert [step.pot for step in story.steps] == [150, 400, 600, 600, 600, 1000]
    assert story.paid == (300, 300), "the bet that nobody called went back"


@needs_speed
@pytest.mark.parametrize(("bots", "adjust"), [
    (("random", "caller"), "cards"), (("maniac", "random"), "cards"), (("maniac", "folder"), "cards"),
    (("random", "caller"), "full"), (("maniac", "folder"), "full")])  # maniac and random in full: test_match.py
def test_adjusted_and_plain_means_agree(bots: tuple[str, str], adjust: str) -> None:
    result = croupier.match(bots, GAME, hands=300, seed=11, adjust=adjust)
    plain, fair = result.bb_per_100[0], result.adjusted[0]
    assert abs(plain.mean - fair.mean) <= plain.margin + fair.margin


def test_all_in_before_the_flop_leaves_no_luck_of_the_board() -> None:
    """Both move all-in with any cards: the result is the share before the flop, the same from both seats."""
    bots = [Scripted(shove, "one"), Scripted(shove, "two")]
    result = croupier.match(bots, GAME, hands=100, seed=2)
    assert result.variance_cut[0] > 1e6, "two equal bots on duplicate deals: nothing is left"
    cuts = [croupier.match(["random", Scripted(shove, "shover")], GAME, hands=300, seed=2, adjust=adjust)
            .variance_cut[0] for adjust in ("none", "cards")]
    assert cuts[1] > 1.5 * cuts[0]


class Learns(Scripted):
    """Calls; would answer otherwise once it has heard of a hand's end."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    def policy(self, view: Any) -> dict[Any, float]:
        self.asked.append("policy")
        return {view.call(): 1.0}

    def on_hand_end(self, view: Any) -> None:
        self.asked.append("end")


def test_a_bot_is_asked_for_its_probabilities_before_it_learns_from_the_hand() -> None:
    bot = Learns()
    croupier.match([bot, "caller"], GAME, hands=4, seed=1, adjust="full")
    assert bot.asked.count("end") == 4
    hands = " ".join(bot.asked).split("end")
    assert all("policy" in hand for hand in hands[:4])
    assert hands[4] == "", "nothing is asked about a hand after its end"


class Says(Scripted):
    """Calls, and says what it is told about its probabilities."""

    said: Any = None

    def policy(self, view: Any) -> Any:
        return self.said(view)


@pytest.mark.parametrize(("said", "kind", "reason"), [
    (lambda view: 1 // 0, "RAISED", "policy raised ZeroDivisionError"),
    (lambda view: None, "GARBAGE", "policy returned None"),
    (lambda view: {}, "GARBAGE", "sum to 0"),
    (lambda view: {view.call(): 0.5}, "GARBAGE", "sum to 0.5"),
    (lambda view: {view.call(): float("nan")}, "GARBAGE", "a probability of nan"),
    (lambda view: {view.call(): 2.0, view.fold(): -1.0}, "GARBAGE", "a probability of 2.0"),
    (lambda view: {"call": 1.0}, "GARBAGE", "policy returned 'call'")])
def test_a_bot_without_true_probabilities_is_named_and_adjusted_like_an_unknown_one(said: Any, kind: str,
                                                                                    reason: str) -> None:
    bot = Says()
    bot.said = said
    result = croupier.match([bot, "random"], GAME, hands=40, seed=1, adjust="full")
    assert [warning.kind for warning in result.warnings] == [kind] * 2, "once for each seating"
    assert {warning.name for warning in result.warnings} == {"scripted"}
    assert reason in result.warnings[0].reason
    assert result.known_policies == ("random",)
    assert result.hands == 40
    assert result.adjusted == croupier.match([Scripted(), "random"], GAME, hands=40, seed=1, adjust="full").adjusted


def test_a_bot_that_ends_instead_of_saying_its_probabilities_costs_no_match(tmp_path: Path) -> None:
    file = tmp_path / "ends.py"
    file.write_text("import croupier, os\n\nclass Ends(croupier.Bot):\n    def act(self, view):\n"
                    "        return view.call()\n    def policy(self, view):\n        os._exit(3)\n")
    isolation = Isolation(limits=BotLimits(move_time_ms=120_000, start_time_ms=240_000))
    result = croupier.match([str(file), "caller"], GAME, hands=4, seed=1, adjust="full", isolation=isolation)
    assert [warning.kind for warning in result.warnings] == ["CRASHED"] * 2
    assert result.known_policies == ("caller",)
    assert result.hands == 4


def test_weights_of_luck_are_learned_from_earlier_hands_only() -> None:
    rng, regression, left = Random(1), Regression((1.0, 0.0)), []
    for _ in range(2000):
        luck = [rng.gauss(0, 10), rng.gauss(0, 5)]
        result = 3 * luck[0] - 2 * luck[1] + rng.gauss(7, 1)
        left.append(result - regression.predict(luck))
        regression.learn(luck, result)
    assert regression.weights == pytest.approx([3, -2], abs=0.1)
    late = left[1000:]
    assert sum(late) / len(late) == pytest.approx(7, abs=0.2)


# -- value functions of other people -----------------------------------------------------------------------------------


def ahead(hands: Any, board: Any) -> list[float]:
    """Return a large share for whoever is ahead now, which is roughly right; before the flop nobody is."""
    if not board:
        return [1 / len(hands)] * len(hands)
    ranks = [croupier.rank(hand + board) for hand in hands]
    return [0.8 if rank == max(ranks) else 0.1 for rank in ranks]


@pytest.mark.parametrize("before", ["", "2c3d4h", "2c3d4h5s"])
def test_the_luck_of_any_value_function_is_0_on_average(before: str) -> None:
    """Whatever the function returns, even at random: the average over all cards that may come is 0."""
    rest, hands = numbers("2c3d4h5s9cTdJhKs8d"), [numbers("AhAd"), numbers("QsQd"), numbers("7c6c")]
    board, rng = numbers(before), Random(1)
    fixed = {}

    def wild(held: Any, cards: Any) -> list[float]:
        return fixed.setdefault(str(cards), [rng.random() for _ in held])
    for value in (wild, ahead):
        boards = [[*board, *new] for new in combinations([card for card in rest if card not in board],
                                                         1 if board else 3)]
        lucks = [board_luck(value, hands, board, after, rest) for after in boards]
        assert [sum(luck) for luck in zip(*lucks)] == pytest.approx([0, 0, 0])
        assert value is ahead or any(abs(luck[0]) > 0.01 for luck in lucks)


@needs_speed
@pytest.mark.parametrize(("bots", "adjust"), [
    (("random", "caller"), "cards"), (("random", "caller", "maniac"), "cards"), (("maniac", "caller"), "full")])
def test_another_value_function_leaves_the_mean_and_cuts_the_variance(bots: tuple[str, ...], adjust: str) -> None:
    hands = 60
    result = croupier.match(bots, GAME, hands=hands, seed=11, adjust=adjust, value=ahead)
    plain, fair = result.bb_per_100[0], result.adjusted[0]
    assert abs(plain.mean - fair.mean) <= plain.margin + fair.margin
    alone = croupier.match(bots, GAME, hands=hands, seed=11, adjust="none")
    assert len(bots) > 2 or result.variance_cut[0] > alone.variance_cut[0]


@pytest.mark.parametrize(("value", "said"), [
    (lambda hands, board: [2, -1], "a share from 0 to 1 for each of 2 hands"), (lambda hands, board: [0.5], "returned"),
    (lambda hands, board: None, "returned None"), ("equity", "must be a function")])
def test_a_bad_value_function_is_named(value: Any, said: str) -> None:
    with pytest.raises(croupier.BadContest, match=said):
        croupier.match(["random", "caller"], GAME, hands=20, seed=1, value=value)
