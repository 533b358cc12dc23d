"""T10: any game with the `State` face at a table: a small one written here, and the package's own where they are."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import pytest

from croupier.arena.core.config import BadArena, TableConfig, checked
from croupier.arena.core.effects import Connected
from croupier.arena.verify.match import find_problems
from croupier.games.api import ALL, Action, BadAction, Dealer
from croupier.games.registry import HostedGame, register

from .driver import SECRET, Arena, Client
from .stores import stored
from .wire import Wire, Wires, on_the_wire


@dataclass(frozen=True)
class Event:
    """Something happened in the small game."""

    kind: str
    seat: int | None = None
    number: int | None = None


class Secretive:
    """A game of one number each: stay or fold; the highest number that stays wins a point from everybody."""

    def __init__(self, players: int, dealer: Dealer) -> None:
        chance = dealer.chance(1)
        self.numbers = [10**9 + chance.below(10**9) for _ in range(players)]
        self.stays: list[bool] = []

    actor = property(lambda self: None if self.is_over else len(self.stays))
    is_over = property(lambda self: len(self.stays) == len(self.numbers))

    @property
    def payoffs(self) -> list[int]:
        staying = [number for number, stays in zip(self.numbers, self.stays) if stays]
        best = max(staying, default=None)
        return [len(self.numbers) - 1 if number == best else -1 if best else 0 for number in self.numbers]

    def legal(self) -> list[Action]:
        return [] if self.is_over else [Action("CHECK"), Action("FOLD")]

    def apply(self, action: Action) -> None:
        self.stays.append(action.kind == "CHECK")

    def observe(self, viewer: int | str) -> SecretView:
        return SecretView(self, viewer)

    def clone(self) -> Any:
        raise NotImplementedError

    redeal = clone


class SecretView:
    """What a viewer may see of it."""

    def __init__(self, game: Secretive, viewer: int | str) -> None:
        self._game, self.viewer = game, viewer

    is_over = property(lambda self: self._game.is_over)
    actor = property(lambda self: self._game.actor)

    def as_json(self) -> dict[str, object]:
        facts: dict[str, object] = {"v": 1, "actor": self.actor, "is_over": self.is_over}
        return facts | {"number": self.number} if isinstance(self.viewer, int) else facts

    @property
    def number(self) -> int:
        if not isinstance(self.viewer, int):
            raise BadAction("nobody's own number")
        return self._game.numbers[self.viewer]

    @property
    def events(self) -> list[Event]:
        told = [Event("STAYS" if stays else "LEAVES", seat) for seat, stays in enumerate(self._game.stays)]
        if self.is_over or self.viewer == ALL:
            told += [Event("SHOWS", seat, number) for seat, number in enumerate(self._game.numbers)]
        return told


register(HostedGame("secretive", 2, 4, Secretive))
CONFIG = {"variant": "secretive", "seats": 3, "starting_stack": 10, "min_teams": 3}


def test_T10_the_frames_of_another_game_over_real_sockets():
    async def body(wires: Wires) -> None:
        players: list[Wire] = [await wires.join(name) for name in ("Ann", "Bob", "Cy")]
        assert (await players[0].until("welcome"))["config"]["variant"] == "secretive"
        numbers = []
        for seat, player in enumerate(players):
            act = await player.until("act")
            assert act["seat"] == seat
            assert [each["action"] for each in act["legal"]] == ["CHECK", "FOLD"]
            numbers.append(act["view"]["number"])
            await player.say(type="action", hand_id=act["hand_id"], action="RAISE_TO", amount=5)
            error = await player.until("error")
            assert error["code"] == "INVALID_ACTION"
            assert "you may: check; fold" in error["msg"]
            await player.say(type="action", hand_id=act["hand_id"], **act["legal"][0])
        end = await players[0].until("match_end")
        assert end["winner"]["seat"] == numbers.index(max(numbers))
        assert sorted(row["stack"] for row in end["final_stacks"]) == [9, 9, 12]
        events = [frame for frame in players[0].heard if frame["type"] == "event"]
        assert [frame["ev"] for frame in events] == ["STAYS"] * 3 + ["SHOWS"] * 3
        before = json.dumps([frame for frame in players[0].heard if frame.get("ev") != "SHOWS"])
        assert str(numbers[0]) in before
        assert not any(str(number) in before for number in numbers[1:])

    on_the_wire(body, **CONFIG)


def archived(arena: Arena) -> dict[str, Any]:
    """The only match as the store keeps it."""
    archive = stored(arena.effects, secret=SECRET).queries.archive("M-1")
    assert archive is not None
    return archive


def test_T10_timeouts_snapshots_and_archive_of_another_game():
    arena = Arena(**CONFIG, move_time_ms=1000)
    clients = [arena.join(name) for name in ("Ann", "Bob", "Cy")]
    arena.wait(1000)
    assert (clients[0].of("event")[-1]["ev"], clients[0].of("event")[-1]["auto"]) == ("STAYS", "timeout")
    snapshot = arena.join("Bob").last("snapshot")
    assert snapshot["legal"] == clients[1].act["legal"]
    assert snapshot["view"]["number"] == clients[1].act["view"]["number"]
    arena.wait(1000)
    arena.wait(1000)
    archive = archived(arena)
    assert list(find_problems(archive)) == []
    archive["hands"][0]["record"]["actions"][0] = {"action": "FOLD"}
    assert list(find_problems(archive))


@pytest.mark.parametrize(("variant", "seats"), [("sting", 3), ("genome:black-lady", 4)])
def test_T10_a_game_that_has_lost_a_player_for_good_is_not_begun_again(variant, seats):
    """REMOVE, then VOID: too few are left for another one, so the match ends, and its archive agrees."""
    arena = Arena(operator_code="op", seats=seats, min_teams=seats, variant=variant, matches=1)
    players = [arena.join(f"Team{number}") for number in range(seats)]
    operator = arena.operator()
    operator.says(type="operator", command="REMOVE", team="Team1")
    operator.says(type="operator", command="VOID")
    rows = players[0].last("match_end")["final_stacks"]
    assert [row["place"] for row in rows] == [1] * (seats - 1) + [seats]
    assert (rows[-1]["team"], rows[-1]["stack"]) == ("Team1", 0)
    archive = archived(arena)
    assert list(find_problems(archive)) == []
    archive["ended"]["standings"][-1]["place"] += 1
    assert list(find_problems(archive))


def test_T10_a_refusal_names_the_cards_of_the_sting():
    arena = Arena(variant="sting", seats=3, min_teams=3)
    for number in range(3):
        arena.join(f"Team {number}")
    client = arena.actor()
    refused = client.says(type="action", hand_id=client.act["hand_id"], action="RAISE", amount=999)[-1]
    assert refused["code"] == "INVALID_ACTION"
    assert all(each["words"] in refused["msg"] for each in client.act["legal"][:3]), refused["msg"]


def test_T10_how_many_may_play_is_the_games_business():
    for wrong in ({"seats": 5}, {"min_teams": 1}, {"variant": "no such game"}):
        with pytest.raises(BadArena):
            checked(TableConfig(**{**CONFIG, **wrong}))
    arena = Arena(**{**CONFIG, "seats": 4})
    for name in ("Ann", "Bob", "Cy"):
        arena.join(name)
    late = arena.connect()
    assert late.says(type="hello", team="Late", join_code="x")[-1]["code"] == "TABLE_FULL"


@pytest.mark.parametrize(("variant", "room", "seats"), [
    ("sting", "croupier.games.sting", 3), ("genome:simple-poker", "croupier.games.genome", 3),
    ("genome:betting-war", "croupier.games.genome", 2)])
def test_T10_the_packages_own_games(variant, room, seats):
    if find_spec(room) is None:
        pytest.skip(f"{room} is not in this build")
    arena = Arena(variant=variant, seats=seats, min_teams=seats, frames_per_second=10_000)
    chance = random.Random(10)
    for number in range(seats):
        arena.join(f"Team {number}")
    for _ in range(20_000):
        if arena.table.is_done:
            break
        act = arena.actor().act
        answer = arena.actor().says(type="action", hand_id=act["hand_id"], **chance.choice(act["legal"]))
        assert not [frame for frame in answer if frame["type"] == "error"]
    assert arena.table.is_done
    assert arena.clients[1].last("match_end")["final_stacks"]


def visited(**more: Any) -> tuple[Arena, Client, list[Client]]:
    """A practice game of the lab: a visitor and two house bots."""
    arena = Arena(variant="genome:simple-poker", seats=3, min_teams=3, matches=0, practice=True, release_absent=True,
                  move_time_ms=30_000, pause_max_ms=60_000, match_pause_ms=1000, **more)
    bots = []
    for number in (1, 2):
        conn = len(arena.clients) + 1
        bots.append(Client(arena, conn, f"Bot {number}"))
        arena.clients[conn] = bots[-1]
        arena.put(Connected(conn, "T-1", house=True))
        bots[-1].says(type="hello", team=f"Bot {number}", join_code="x")
    return arena, arena.join("Guest"), bots


def test_a_practice_game_ends_when_its_visitor_has_been_gone_for_a_minute():
    """The house bots play on until then; the game is void, and its seat is free for the next visitor."""
    arena, guest, bots = visited()
    assert arena.table.in_hand
    guest.goes()
    for _ in range(59):
        arena.wait(1000)
        while arena.table.prompt is not None and arena.table.seats[arena.table.prompt.seat].house:
            bot = arena.actor()
            bot.says(type="action", hand_id=arena.hand_id, **bot.act["legal"][-1])
    assert len(arena.table.seats) == 3
    assert arena.table.match.begun
    arena.wait(1000)
    assert not arena.table.match.begun, "the next match waits for a visitor"
    assert [seat.team for seat in arena.table.seats] == ["Bot 1", "Bot 2"]
    assert bots[0].last("end_hand")["void"]
    assert list(find_problems(archived(arena))) == []
    assert arena.join("Next").last("welcome")["seat"] == 2
    arena.wait(1000)
    assert arena.table.in_hand


def test_a_visitor_who_comes_back_in_time_plays_the_same_game_on():
    arena, guest, _ = visited()
    guest.goes()
    arena.wait(50_000)
    hand = arena.hand_id
    arena.join("Guest")
    arena.wait(50_000)
    assert arena.hand_id == hand
    assert arena.table.in_hand


def test_a_practice_game_ends_at_once_when_its_visitor_leaves():
    arena, guest, _ = visited()
    guest.says(type="intent", intent=3)
    assert len(arena.table.seats) == 2
    assert arena.join("Next").last("welcome")["seat"] == 2


def test_a_game_of_a_match_is_played_to_its_end_without_a_team_that_left():
    """T11: only practice games end early."""
    arena = Arena(variant="genome:simple-poker", seats=3, min_teams=3, move_time_ms=1000, pause_max_ms=1000)
    clients = [arena.join(f"Team {number}") for number in range(3)]
    clients[0].says(type="intent", intent=3)
    clients[1].goes()
    arena.wait(60_000)
    assert len(arena.table.seats) == 3
    assert arena.table.in_hand
