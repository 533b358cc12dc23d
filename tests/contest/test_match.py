"""Duplicate matches: the same deals for everybody, intervals over deals."""

from __future__ import annotations

import json
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import contest

from .scripted import Listening, Scripted, needs_speed

GAME = croupier.holdem(sb=10, bb=20)
match = import_module("croupier.contest.match")


def test_equal_bots_end_exactly_even() -> None:
    result = croupier.match(["caller", "caller", "caller"], GAME, hands=60, seed=4)
    assert result.payoffs == [0, 0, 0], "luck with the cards cancels out to the last chip"
    assert 0 in result.bb_per_100[0]
    assert not result.lead.decided
    assert result.names == ("caller", "caller 2", "caller 3")


def test_every_bot_plays_every_seat_of_every_deal() -> None:
    bots = [Listening(name=str(n)) for n in range(3)]
    croupier.match(bots, GAME, hands=12, seed=4)
    for bot in bots:
        starts = [view for what, view in bot.log if what == "start"]
        assert len(starts) == 12
        assert sorted(view.seat for view in starts) == [0] * 4 + [1] * 4 + [2] * 4
    cards = defaultdict(list)
    for bot in bots:
        for place, view in enumerate(view for what, view in bot.log if what == "start"):
            cards[place % 4, view.seat].append(view.hole)
    assert all(len(set(map(str, held))) == 1 for held in cards.values()), "the same cards whoever sits there"


def test_stacks_are_reset_and_the_button_moves_with_the_deals() -> None:
    bot = Listening()
    croupier.match([bot, "aggressive"], GAME, hands=8, seed=1, stack=700)
    starts = [view for what, view in bot.log if what == "start"]
    assert all(sum(view.stacks) + sum(view.bets) == 1400 for view in starts)
    assert [view.button for view in starts] == [0, 1, 0, 1] * 2


def test_a_deal_is_one_sample_and_hands_are_whole_deals() -> None:
    result = croupier.match(["aggressive", "caller", "random"], GAME, hands=100, seed=1)
    assert (result.deals, result.hands) == (34, 102)
    assert all(rate.samples == 34 for rate in result.bb_per_100)
    assert sum(result.payoffs) == 0
    assert sum(rate.mean for rate in result.bb_per_100) == pytest.approx(0, abs=1e-9)


def test_the_rate_is_chips_a_hand_in_big_blinds() -> None:
    result = croupier.match(["folder", "aggressive"], GAME, hands=200, seed=1)
    assert result.bb_per_100[0].mean == pytest.approx(100 * result.payoffs[0] / 20 / result.hands)


def test_same_seed_same_match() -> None:
    once = croupier.match(["random", "aggressive"], GAME, hands=100, seed=9)
    again = croupier.match(["random", "aggressive"], GAME, hands=100, seed=9)
    assert (once.payoffs, once.bb_per_100) == (again.payoffs, again.bb_per_100)
    assert croupier.match(["random", "aggressive"], GAME, hands=100, seed=10).payoffs != once.payoffs


def test_the_verdict_knows_a_winner_from_luck() -> None:
    sure = croupier.match(["random", "aggressive"], GAME, hands=1000, seed=1)
    assert sure.verdict.startswith("aggressive wins, ahead of random by +")
    assert [sure.names[bot] for bot in sure.ranking] == ["aggressive", "random"]
    close = croupier.match(["random", "random"], GAME, hands=400, seed=1)
    assert close.verdict.startswith("no winner yet")
    assert "no winner yet" in str(close)


def test_few_and_skewed_results_have_no_verdict() -> None:
    """Four hands in which a folder lost its blinds said "+75.0 ± 0.0 ... wins"."""
    few = croupier.match(["folder", "aggressive"], GAME, hands=4, seed=1)
    assert few.verdict.startswith("no verdict: aggressive is ahead")
    assert few.lead.method == "bounded"
    many = croupier.match(["folder", "aggressive"], GAME, hands=16_000, seed=1, adjust="none")
    assert many.verdict.startswith("aggressive wins")
    assert many.lead.method == "bounded", "it has never seen a large pot, and cannot exclude one"


def test_a_match_ends_when_it_is_decided() -> None:
    result = croupier.match(["random", "aggressive"], GAME, hands=20_000, seed=1, until=0.95)
    assert result.hands < 20_000
    assert result.hands % 500 == 0, "after a whole session"
    assert result.lead.decided
    assert result.lead.method == "sequence"


def test_several_cores_give_the_same_result() -> None:
    given = {"hands": 400, "seed": 3, "session": 50}
    alone = croupier.match(["random", "aggressive"], GAME, **given)
    both = croupier.match(["random", "aggressive"], GAME, **given, cores=2)
    assert alone == both
    with pytest.raises(croupier.BadContest, match="objects play on one core"):
        croupier.match([Scripted(), "caller"], GAME, **given, cores=2)


def test_adjusted_results_agree_with_plain_ones_and_vary_less() -> None:
    result = croupier.match(["random", "aggressive"], GAME, hands=600, seed=5, adjust="full")
    plain, fair = result.bb_per_100[0], result.adjusted[0]
    assert abs(plain.mean - fair.mean) < plain.margin + fair.margin
    assert fair.margin < plain.margin
    assert result.variance_cut[0] > 4
    assert result.known_policies == ("random", "aggressive")


def test_more_than_two_seats_are_adjusted_for_the_board() -> None:
    result = croupier.match(["random", "caller", "aggressive"], GAME, hands=900, seed=5)
    assert sum(rate.mean for rate in result.adjusted) == pytest.approx(0, abs=1e-6)
    assert all(fair.margin < plain.margin for fair, plain in zip(result.adjusted, result.bb_per_100))


def test_a_failing_bot_is_folded_and_told() -> None:
    result = croupier.match([Scripted(lambda view: None, "broken"), "caller"], GAME, hands=10, seed=1)
    assert result.faults.counts["broken"] == len(result.warnings) == 10
    assert "warning: broken failed 10 times (ILLEGAL 10), first in hand 1, seat 0" in str(result)
    with pytest.raises(croupier.BotFailed):
        croupier.match([Scripted(lambda view: None), "caller"], GAME, hands=10, seed=1, strict=True)


@needs_speed
@pytest.mark.parametrize("code", ["F7S", "F7S/8", "FR"])
def test_stud_counts_in_small_bets(code: str) -> None:
    game = croupier.game(code, ante=5, bring_in=10, small_bet=20, big_bet=40)
    result = croupier.match(["strength", "random"], game, hands=20, seed=1, strict=True)
    assert result.bb_per_100[0].unit == "bets/100"


@needs_speed
@pytest.mark.parametrize("game", [croupier.triple_draw(10, 20), croupier.single_draw(10, 20), croupier.badugi(10, 20),
                                  croupier.omaha(10, 20), croupier.omaha8(10, 20), croupier.short_deck(10),
                                  croupier.holdem(10, 20, limit="fixed")], ids=str)
def test_the_house_bots_are_at_home_in_every_game(game: Any) -> None:
    result = croupier.match(["strength", "random", "caller", "folder", "aggressive"], game, hands=25, seed=1,
                            strict=True)
    assert result.warnings == []


def test_results_go_to_json() -> None:
    told = json.loads(json.dumps(croupier.match(["caller", "random"], GAME, hands=2, seed=1).as_dict()))
    assert told["deals"] == 1
    assert told["bots"][0]["per_100"]["method"] == "bounded", "one deal tells next to nothing"


@pytest.mark.parametrize(("change", "error"), [
    ({"bots": ["caller"]}, "1 bots"), ({"bots": ["caller", None]}, "no empty seats"), ({"hands": 0}, "hands must be"),
    ({"stack": 0}, "stack must be"), ({"stack": [1, 2]}, "stack must be"), ({"seed": 1.5}, "seed must be"),
    ({"game": None}, "is not a game"), ({"bots": "20"}, "must be a list"), ({"bots": b"20"}, "must be a list"),
    ({"bots": 5}, "must be a list"), ({"progress": 5}, "must be a function"),
])
def test_bad_input_is_named(change: dict[str, Any], error: str) -> None:
    given: dict[str, Any] = {"bots": ["caller", "caller"], "game": GAME, "hands": 2, **change}
    with pytest.raises(ValueError, match=error):
        croupier.match(**given)


def test_a_long_match_is_played_in_sessions(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    bots = ["caller", "folder", "caller"]  # none of them remembers anything, so that sessions change nothing
    whole = croupier.match(bots, GAME, hands=90, seed=3)
    monkeypatch.setattr(match, "SESSION", 7)
    told: list[tuple[int, int]] = []
    blocks = croupier.match(bots, GAME, hands=90, seed=3, progress=lambda done, due: told.append((done, due)))
    assert (blocks.payoffs, blocks.bb_per_100, blocks.lead) == (whole.payoffs, whole.bb_per_100, whole.lead)
    assert told == [(hand, 90) for hand in range(1, 91)]


def test_a_bot_cannot_remember_a_deal_from_the_other_seat(tmp_path: Path) -> None:
    """Bots made from a file are new for each seating: what they kept of the deals is gone."""
    file = tmp_path / "cheat.py"
    file.write_text("import croupier\n\nclass Cheat(croupier.Bot):\n    hands = 0\n\n"
                    "    def on_hand_start(self, view):\n        Cheat.hands += 1\n\n    def on_hand_end(self, view):\n"
                    "        print(Cheat.hands, flush=True)\n\n    def act(self, view):\n        return view.call()\n")
    logs = tmp_path / "logs"
    croupier.match([str(file), "caller"], GAME, hands=20, seed=1, isolation=contest.Isolation(logs=logs))
    counts = next(logs.iterdir()).read_text().split()
    assert counts == [*map(str, range(1, 11))] * 2
