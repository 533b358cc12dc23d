"""The rows of the case list that need a table of bots, each named by its number."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.contest import GameEnded, GameStarted, HandStarted, Happened, Left, PlayerEliminated, Warned
from croupier.games.poker.events import Acted, Awarded, Shown

from .scripted import Scripted, check_or_fold, shove

GAME = croupier.holdem(sb=10, bb=20)


def kinds(result: Any, kind: type) -> list[Any]:
    """The table's events of a kind."""
    return [event for event in result.events if isinstance(event, kind)]


def inside(result: Any, kind: type) -> list[Any]:
    """What happened in the hands, of a kind."""
    return [event.event for event in kinds(result, Happened) if isinstance(event.event, kind)]


def test_000_08_a_raise_too_small_folds_the_bot_with_a_warning() -> None:
    bots = [Scripted(lambda view: view.put(30), "P0"), Scripted(name="P1"), Scripted(name="P2")]
    result = croupier.play(bots, GAME, hands=1, stack=1000, seed=1)
    (warning,) = result.warnings
    assert (warning.seat, warning.name, warning.clause, warning.instead) == (0, "P0", "B3", "FOLD")
    assert "below the minimum of 40" in warning.reason
    assert inside(result, Acted)[0] == Acted(0, "FOLD", 0, 0, False, "PRE_FLOP")
    place = result.events.index(warning)
    assert result.events[place + 1] == Happened(1, Acted(0, "FOLD", 0, 0, False, "PRE_FLOP")), "warned before folded"


def test_000_31_all_but_one_fold_pays_the_last_without_showing() -> None:
    result = croupier.play([Scripted(check_or_fold)] + ["folder"] * 2, GAME, hands=1, seed=5)
    assert len(inside(result, Awarded)) == 1
    assert inside(result, Awarded)[0].seat == 2
    assert inside(result, Shown) == []


def test_000_33_players_without_chips_leave_and_the_game_ends() -> None:
    bots = [Scripted(shove, name) for name in ("A", "B", "C")]
    result = croupier.play(bots, GAME, hands=1000, stack=[500, 200, 200], seed=2)
    tail = [type(event) for event in result.events if isinstance(event, PlayerEliminated | Left | GameEnded)]
    assert sorted(map(str, tail[:-1])) == sorted(map(str, [PlayerEliminated, PlayerEliminated, Left, Left]))
    assert tail[-1] is GameEnded
    assert kinds(result, GameEnded)[0].reason == "one player left"
    assert sorted(result.stacks) == [0, 0, 900]
    assert result.hands < 1000


def test_000_33_two_eliminated_in_one_hand_then_two_left_then_the_end() -> None:
    for seed in range(50):
        bots = [Scripted(shove, name) for name in ("A", "B", "C")]
        result = croupier.play(bots, GAME, hands=1, stack=[500, 200, 200], seed=seed)
        if result.stacks[0] == 900:
            break
    after = [type(event) for event in result.events[-5:]]
    assert after == [PlayerEliminated, PlayerEliminated, Left, Left, GameEnded]
    assert [event.seat for event in kinds(result, Left)] == [1, 2]


def test_000_33_the_button_never_lands_on_a_free_seat() -> None:
    names = ["random", None, "maniac", "caller", None, "caller", "random"]
    result = croupier.play(names, GAME, hands=200, stack=600, seed=4, button=2)
    gone: set[int] = {1, 4}
    for event in result.events:
        if isinstance(event, HandStarted):
            assert event.button not in gone
            assert set(event.seats) == set(range(7)) - gone
            assert all((event.stacks[seat] == 0) == (seat in gone) for seat in range(7))
        elif isinstance(event, Left):
            gone.add(event.seat)
    assert len(gone) > 2, "somebody left"


def test_000_33_the_button_goes_round_over_the_players() -> None:
    result = croupier.play(["folder", None, "folder", "folder"], GAME, hands=7, seed=1, button=2)
    assert [event.button for event in kinds(result, HandStarted)] == [2, 3, 0, 2, 3, 0, 2]


@pytest.mark.parametrize("button", [-1, "a", 4, 1, True, 0.0, None, 10**30])
def test_000_36_a_button_that_is_no_players_seat_is_refused(button: Any) -> None:
    with pytest.raises(croupier.BadContest, match="is not a seat with a player: those are 0, 2, 3"):
        croupier.play(["caller", None, "caller", "caller"], GAME, hands=1, button=button)


def test_000_38_same_seed_and_bots_same_events_and_stacks() -> None:
    def game(seed: int) -> Any:
        return croupier.play(["random", "maniac", "caller", "random"], GAME, hands=60, stack=3000, seed=seed)
    once, again, other = game(7), game(7), game(8)
    assert once.events == again.events
    assert once.stacks == again.stacks
    assert once.payoffs == again.payoffs
    assert once.events != other.events


def test_events_tell_the_whole_story_in_order() -> None:
    result = croupier.play(["caller", "caller"], GAME, hands=2, seed=1)
    assert isinstance(result.events[0], GameStarted)
    assert [event.hand for event in kinds(result, HandStarted)] == [1, 2]
    assert isinstance(result.events[-1], GameEnded)
    assert not kinds(result, Warned)
