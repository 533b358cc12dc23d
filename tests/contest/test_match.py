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
from croupier.contest.matches.carried import BlindLevel
from croupier.games.poker.game import game_at
from croupier.games.poker.rules import NAMES
from croupier.games.sting.game import Sting

from .scripted import Listening, Scripted, needs_speed

GAME = croupier.holdem(sb=10, bb=20)
match = import_module("croupier.contest.matches.match")


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
    croupier.match([bot, "maniac"], GAME, hands=8, seed=1, stack=700)
    starts = [view for what, view in bot.log if what == "start"]
    assert all(sum(view.stacks) + sum(view.bets) == 1400 for view in starts)
    assert [view.button for view in starts] == [0, 1, 0, 1] * 2


def test_a_deal_is_one_sample_and_hands_are_whole_deals() -> None:
    result = croupier.match(["maniac", "caller", "random"], GAME, hands=100, seed=1)
    assert (result.deals, result.hands) == (34, 102)
    assert all(rate.samples == 34 for rate in result.bb_per_100)
    assert sum(result.payoffs) == 0
    assert sum(rate.mean for rate in result.bb_per_100) == pytest.approx(0, abs=1e-9)


def test_the_rate_is_chips_a_hand_in_big_blinds() -> None:
    result = croupier.match(["folder", "maniac"], GAME, hands=200, seed=1)
    assert result.bb_per_100[0].mean == pytest.approx(100 * result.payoffs[0] / 20 / result.hands)


def test_same_seed_same_match() -> None:
    once = croupier.match(["random", "maniac"], GAME, hands=100, seed=9)
    again = croupier.match(["random", "maniac"], GAME, hands=100, seed=9)
    assert (once.payoffs, once.bb_per_100) == (again.payoffs, again.bb_per_100)
    assert croupier.match(["random", "maniac"], GAME, hands=100, seed=10).payoffs != once.payoffs


def test_the_verdict_knows_a_winner_from_luck() -> None:
    sure = croupier.match(["random", "maniac"], GAME, hands=1000, seed=1)
    assert sure.verdict.startswith("maniac wins, ahead of random by +")
    assert [sure.names[bot] for bot in sure.ranking] == ["maniac", "random"]
    close = croupier.match(["random", "random"], GAME, hands=400, seed=1)
    assert close.verdict.startswith("no winner yet")
    assert "no winner yet" in str(close)


def test_few_and_skewed_results_have_no_verdict() -> None:
    """Four hands in which a folder lost its blinds said "+75.0 ± 0.0 ... wins"."""
    few = croupier.match(["folder", "maniac"], GAME, hands=4, seed=1)
    assert few.verdict.startswith("no verdict: maniac is ahead")
    assert few.lead.method == "bounded"
    many = croupier.match(["folder", "maniac"], GAME, hands=16_000, seed=1, adjust="none")
    assert many.verdict.startswith("maniac wins")
    assert many.lead.method == "bounded", "it has never seen a large pot, and cannot exclude one"


def test_a_match_ends_when_it_is_decided() -> None:
    result = croupier.match(["random", "maniac"], GAME, hands=20_000, seed=1, until=0.95)
    assert result.hands < 20_000
    assert result.hands % 500 == 0, "after a whole session"
    assert result.lead.decided
    assert result.lead.method == "sequence"


def test_several_cores_give_the_same_result() -> None:
    given = {"hands": 400, "seed": 3, "session": 50}
    alone = croupier.match(["random", "maniac"], GAME, **given)
    both = croupier.match(["random", "maniac"], GAME, **given, cores=2)
    assert alone == both
    with pytest.raises(croupier.BadContest, match="objects play on one core"):
        croupier.match([Scripted(), "caller"], GAME, **given, cores=2)


def test_the_sting_is_played_on_several_cores() -> None:
    game, bots = Sting("tuned"), ["random", "mcts:4", "random"]
    given = {"hands": 12, "seed": 3, "session": 2}
    assert croupier.match(bots, game, **given) == croupier.match(bots, game, **given, cores=2)


def test_adjusted_results_agree_with_plain_ones_and_vary_less() -> None:
    result = croupier.match(["random", "maniac"], GAME, hands=300, seed=5, adjust="full")
    plain, fair = result.bb_per_100[0], result.adjusted[0]
    assert abs(plain.mean - fair.mean) < plain.margin + fair.margin
    assert fair.margin < plain.margin
    assert result.variance_cut[0] > 4
    assert result.known_policies == ("random", "maniac")


def test_more_than_two_seats_are_adjusted_for_the_board() -> None:
    result = croupier.match(["random", "caller", "maniac"], GAME, hands=900, seed=5)
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
    result = croupier.match(["strength", "random", "caller", "folder", "maniac"], game, hands=25, seed=1,
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


# -- stacks carried over -----------------------------------------------------------------------------------------------


def test_bots_of_one_class_name_are_called_by_their_files(tmp_path: Path) -> None:
    text = "import croupier\n\nclass Mine(croupier.Bot):\n    def act(self, view):\n        return view.call()\n"
    files = [tmp_path / name for name in ("old.py", "new.py", "a/bot.py", "b/bot.py")]
    for file in files:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)

    def names(*bots: Any) -> tuple[str, ...]:
        return croupier.match(bots, GAME, len(bots), seed=1, isolation=contest.Isolation(trusted=True)).names
    old, new, *same = map(str, files)
    assert names(old, "caller") == ("Mine", "caller")
    assert names(old, new, "caller") == ("old", "new", "caller")
    assert names(*same) == ("a/bot", "b/bot")
    assert names(old, old) == (f"{tmp_path.name}/old", f"{tmp_path.name}/old 2")


def test_stacks_are_carried_over_until_one_bot_has_all_the_chips() -> None:
    seen: list[tuple[int, list[int], list[int]]] = []

    class Shoves(croupier.Bot):
        def act(self, view: Any) -> croupier.Action:
            seen.append((view.button, list(view.stacks), list(view.bets)))
            return view.all_in()

    result = croupier.match([Shoves(), "caller"], GAME, hands=60, seed=1, carry=20, stack=400, session=2)
    assert result.hands >= 60
    assert result.deals * 2 < result.hands, "some series have several hands"
    assert result.bb_per_100[0].unit == "bb/series"
    assert "series of up to 20 hands" in str(result)
    assert all(sum(stacks) + sum(bets) <= 800 for _, stacks, bets in seen)
    assert {max(stacks) + max(bets) for _, stacks, bets in seen} - {400}, "some hands begin with unequal stacks"
    assert sum(result.payoffs) == 0
    assert all(payoff % 400 == 0 for payoff in result.payoffs), "nobody keeps a part of a stack: all series end broke"


def test_every_seating_plays_the_same_cards_of_a_series() -> None:
    """Two bots that play alike swap seats and end even, hand by hand, although stacks are carried over."""
    result = croupier.match(["caller", "caller"], GAME, hands=200, seed=3, carry=10)
    assert result.payoffs == [0, 0]
    assert result.bb_per_100[0].margin == 0 or not result.lead.decided


def test_blinds_rise_by_levels_and_bots_are_told(tmp_path: Path) -> None:
    seen: dict[int, set[tuple[int, ...]]] = {}

    class Notes(croupier.Bot):
        hands = 0

        def on_hand_start(self, view: Any) -> None:
            self.hands += 1
            seen.setdefault((self.hands - 1) % 5, set()).add(tuple(sorted(view.bets)))

        def act(self, view: Any) -> croupier.Action:
            return view.call()

    levels = [BlindLevel(2, 10, 20), BlindLevel(2, 20, 40, 5), BlindLevel(1, 50, 100)]
    croupier.match([Notes(), "folder"], GAME, hands=20, seed=1, carry=5, levels=levels, stack=4000)
    assert seen == {0: {(10, 20)}, 1: {(10, 20)}, 2: {(20, 40)}, 3: {(20, 40)}, 4: {(50, 100)}}


def test_carried_matches_are_the_same_on_two_cores_and_adjusted_without_bias() -> None:
    given: dict[str, Any] = {"hands": 3000, "seed": 2, "carry": 8, "stack": 1000}
    alone = croupier.match(["strength", "maniac", "random"], GAME, **given)
    assert croupier.match(["strength", "maniac", "random"], GAME, cores=2, **given) == alone
    assert sum(alone.payoffs) == 0
    for plain, fair in zip(alone.bb_per_100, alone.adjusted):
        assert fair.low <= plain.high
        assert plain.low <= fair.high


@pytest.mark.parametrize(("change", "error"), [
    ({"carry": 0}, "carry must be a whole number"), ({"levels": [BlindLevel(1, 1, 2)]}, "need stacks that are carried"),
    ({"carry": 3, "levels": [BlindLevel(0, 1, 2)]}, "at least one hand"),
    ({"carry": 3, "levels": [BlindLevel(1, 1, 2)], "game": croupier.stud()}, "poker with blinds"),
])
def test_bad_series_are_named(change: dict[str, Any], error: str) -> None:
    with pytest.raises(croupier.BadContest, match=error):
        croupier.match(["caller", "random"], **{"game": GAME, "hands": 4, **change})


def test_the_matrix_says_how_far_each_bot_is_ahead_of_each_other() -> None:
    result = croupier.match(["folder", "caller", "random"], GAME, hands=60, seed=1)
    for bot in range(3):
        for other in range(3):
            if bot != other:
                lead, back = result.ahead(bot, other), result.ahead(other, bot)
                assert lead.mean == pytest.approx(-back.mean)
                assert (lead.low, lead.high) == pytest.approx((-back.high, -back.low))
    assert len(result.as_dict()["matrix"]) == 3


def test_the_page_replays_the_biggest_pots_step_by_step() -> None:
    result = croupier.match(["caller", "aggressive", "random"], GAME, hands=30, seed=1, record=True)
    text = import_module("croupier.contest.matches.page").match_page(result)
    _, number, _ = result.details.biggest[0]
    assert f"href='#replay-{number}'" in text
    assert f"id='replay-{number}'" in text
    assert "aggressive bets or raises to" in text
    assert "Row ahead of column" in text
    assert text.index(">PRE_FLOP") < text.index(">SHOWDOWN")
    assert "VPIP" in text
    assert "<script" not in text


@pytest.mark.parametrize("name", NAMES)
def test_every_poker_game_is_played_by_two_and_by_a_full_table_from_all_seatings(name: str) -> None:
    game = game_at(name, 10, 20, 0)
    most = game.players[-1]
    full = croupier.match([*["random", "caller"] * (most // 2), *["folder"] * (most % 2)], game, hands=most, seed=1,
                          strict=True)
    assert (full.deals, full.hands) == (1, most)
    assert sum(full.payoffs) == 0
    two = croupier.match(["random", "caller"], game, hands=6, seed=1, carry=3, strict=True)
    assert sum(two.payoffs) == 0


def test_a_short_match_of_series_plays_few_more_hands_than_asked_for() -> None:
    """Series often end early, so how many are needed is not known beforehand."""
    result = croupier.match(["caller", "maniac"], croupier.holdem(50, 100), 40, seed=1, stack=2000, carry=10)
    assert 40 <= result.hands <= 80
