"""A game written against `games.api` alone is hosted, watched, recovered and verified with no change in the arena.

The game is the toy of `tests/games/toy.py`: each of two players holds a number from 0 to 9.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from random import Random
from typing import Any

import pytest

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, Received
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.plays.any_game import GamePlay
from croupier.arena.server.run import ServerConfig, running
from croupier.arena.verify.journal import Audit
from croupier.arena.verify.match import find_problems
from croupier.bots import Bot
from croupier.client.connection import ArenaConnection, socket_url
from croupier.client.player import Player
from croupier.games.api import Action
from croupier.games.genome.known import names
from croupier.games.registry import HostedGame, register
from games.toy import BluffGame
from genome.tables import genome

from .driver import SECRET, Arena
from .played import Played
from .stores import stored

register(HostedGame.of("bluff", BluffGame()))


def bluff(secret: bytes = SECRET, **config) -> Arena:
    arena = Arena(secret, variant="bluff", seats=2, starting_stack=10, **config)
    for team in ("Ann", "Bob"):
        arena.join(team)
    return arena


def test_T10_the_toy_is_played_watched_and_placed():
    arena = bluff()
    watcher = arena.connect()
    watcher.says(type="spectate")
    arena.actor().acts("BET")
    arena.actor().acts("CALL")
    end = watcher.last("match_end")
    assert sorted(row["stack"] for row in end["final_stacks"]) == [8, 12]
    assert [frame["ev"] for frame in watcher.of("event")] == ["BET", "CALL"]
    assert all(frame["view"]["numbers"] == [None, None] for frame in watcher.of("state") if "view" in frame)


def test_T10_a_player_sees_its_own_number_and_a_refusal_names_what_is_legal():
    arena = bluff()
    first = arena.actor()
    assert [type(number) for number in first.act["view"]["numbers"]] == [int, type(None)]
    (error,) = first.acts("CALL")
    assert error["code"] == "INVALID_ACTION"
    assert "check" in error["msg"]


def test_T10_the_archive_of_the_toy_is_verified_and_a_changed_result_is_found():
    arena = bluff()
    arena.actor().acts("BET")
    arena.actor().acts("FOLD")
    store = stored(arena.effects, [arena.table.match.key.match_id], secret=SECRET)
    (archive,) = store.queries.archives()
    assert list(find_problems(archive)) == []
    changed = json.loads(json.dumps(archive).replace('"CALL"', '"FOLD"').replace('"net": 1', '"net": 2'))
    hand = changed["hands"][0]
    hand["results"] = {seat: -net for seat, net in hand["results"].items()}
    assert list(find_problems(changed))


class Journalled(Played):
    """The toy at a table whose journal is kept."""

    def join(self, first_conn: int = 1) -> None:
        for place, team in enumerate(("Ann", "Bob")):
            self.put(Connected(first_conn + place, "T-1"))
            hello = {"type": "hello", "v": 1, "team": team, "join_code": team}
            self.put(Received(first_conn + place, json.dumps(hello)))

    def says(self, word: str) -> None:
        """Whoever is asked answers with a word."""
        (conn, frame), = self.asked.items()
        self.asked.clear()
        hand_id = frame.get("hand_id", frame.get("at_hand_id"))
        self.put(Received(conn, json.dumps({"type": "action", "v": 1, "hand_id": hand_id, "action": word})))


def test_T10_the_toy_goes_on_after_a_crash_and_its_journal_is_verified():
    whole, crashed = (Journalled(variant="bluff", seats=2, min_teams=2, starting_stack=10, matches=1) for _ in range(2))
    for table in (whole, crashed):
        table.join()
        table.says("BET")
    numbers = {conn: frame["view"]["numbers"] for conn, frame in crashed.asked.items()}
    crashed.restart(away_ms=500)
    crashed.join(first_conn=11)
    assert {conn - 10: frame["view"]["numbers"] for conn, frame in crashed.asked.items()} == numbers
    for table in (whole, crashed):
        table.says("CALL")
        assert table.table.is_done
        assert list(Audit(table.store).find_problems()) == []
        (archive,) = table.store.queries.archives()
        assert list(find_problems(archive)) == []
    ends = [[(hand["results"], hand["record"]) for hand in table.store.queries.archive("M-1")["hands"]]
            for table in (whole, crashed)]
    assert ends[0] == ends[1]


class Bluffer(Bot):
    """Bets with a high number and calls with one."""

    def act(self, view: Any) -> Action:
        number = next(number for number in view.numbers if number is not None)
        words = [action.kind for action in view.legal]
        return Action(words[1 if (number > 4) == ("BET" in words) else 0])


def test_T10_bots_play_the_toy_over_the_wire():
    players = asyncio.run(played_over_the_wire())
    assert [player.report.warnings for player in players] == [[], []]
    assert sum(player.report.net for player in players) == 0
    assert sum(player.report.decisions for player in players) in (1, 2)
    assert sum(player.report.won for player in players) == 1


async def played_over_the_wire() -> list[Player]:
    table = TableConfig(variant="bluff", seats=2, min_teams=2, starting_stack=10, matches=1, match_pause_ms=0)
    async with running(ServerConfig({"T-1": table}, port=0)) as server:
        players = [Player(Bluffer(), team, f"{team} code") for team in ("Ann", "Bob")]
        await asyncio.gather(*(ArenaConnection(player, socket_url(server.ws_url), once=True).run()
                               for player in players))
    return players


# -- T6 over many secrets ----------------------------------------------------------------------------------------------


def secret_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


def first_cards(variant: str, secret: bytes, seats: int) -> list[str]:
    """What each seat holds at its first decision or, where it is not asked, in its `cards` frame."""
    arena = Arena(secret, variant=variant, seats=seats, min_teams=seats)
    for number in range(seats):
        arena.join(f"Team {number}", cards=True)
    held = []
    for client in arena.clients.values():
        frames = [frame["you"]["hole"] for frame in client.of("act")] + [frame["hole"] for frame in client.of("cards")]
        held.append(json.dumps(frames[0]) if frames else "")
    return held


@pytest.mark.parametrize(("variant", "seats"), [("genome:simple-poker", 2), ("genome:five-card-draw", 3), ("sting", 3),
                                                ("HUNL", 2), ("N2L1D", 2)])
def test_T6_nothing_hidden_comes_out_the_same_for_many_secrets(variant, seats):
    """A constant seed anywhere on the way would deal the same cards under different secrets."""
    seen = [first_cards(variant, secret_of(number), seats) for number in range(40)]
    for seat in range(seats):
        counts = Counter(hands[seat] for hands in seen if hands[seat])
        if counts:
            assert counts.most_common(1)[0][1] <= 5, (variant, seat)
    assert any(seen[0])


def dealt_in_order(variant: str, secret: bytes, seats: int) -> list[str]:
    """Play on by the least of all actions, throwing cards away where that is possible; every card that was dealt, drawn
    or turned up, in order, with all that stays hidden, from the record that the archive will have.
    """
    arena = Arena(secret, variant=variant, seats=seats, min_teams=seats, hand_pause_ms=10**6, frames_per_second=10_000)
    for number in range(seats):
        arena.join(f"Team {number}")
    play = arena.table.hand.play
    for _ in range(40):
        if not arena.table.in_hand:
            break
        client = arena.actor()
        heard = client.acts(**least_action(client.act))
        assert not [frame for frame in heard if frame["type"] == "error"]
    return cards_of(play.records({seat: str(seat) for seat in range(seats)}, {})[1])


def least_action(act: dict) -> dict:
    """Throw all cards away, else check, else call, else the first thing that is not a fold."""
    legal = [each if isinstance(each, dict) else {"action": each} for each in act["legal"]]
    words = {each["action"]: each for each in reversed(legal)}
    if "DISCARD" in words and "cards" not in words["DISCARD"]:
        return {"action": "DISCARD", "cards": act["you"]["hole"]}
    wanted = ("CHECK", "CALL", "BRING_IN", *(word for word in words if word != "FOLD"), "FOLD")
    chosen = words[next(word for word in wanted if word in words)]
    return {name: chosen[name] for name in ("action", "amount", "cards") if name in chosen}


def cards_of(record: dict) -> list[str]:
    """All cards that a record says were dealt, drawn or turned up, in order."""
    if "events" not in record:  # poker
        return [card for action in record["actions"] if action.startswith("d ")
                for card in re.findall("[2-9TJQKA][cdhs]", action.split(" ")[-1])]
    named = [event["card"]["name"] for event in record["events"] if event.get("card")]
    return named + [str(card) for event in record["events"] if event.get("kind") in ("DEAL", "DRAW", "TURN_UP")
                    for card in event["cards"]]


@pytest.mark.parametrize(("variant", "seats", "least"), [
    ("HUNL", 3, 11), ("N2L1D", 6, 40), ("F2L3D", 6, 60), ("F7S", 4, 20), ("genome:five-card-draw", 3, 15),
    ("genome:crazy-eights", 3, 15), ("genome:low-draw", 3, 10), ("sting", 3, 9)])
def test_T6_no_place_in_the_order_of_cards_comes_out_the_same_for_many_secrets(variant, seats, least):
    """Not the first cards only: later draws, later streets and the reshuffled muck, hidden or open, differ too. A card
    that comes back is told by where it was dealt before: a constant order of the muck would show.
    """
    orders = []
    for number in range(20):
        cards = dealt_in_order(variant, secret_of(number), seats)
        orders.append([str(cards.index(card)) if card in cards[:at] else card for at, card in enumerate(cards)])
    places = min(map(len, orders))
    assert places >= least
    for place in range(places):
        value, times = Counter(order[place] for order in orders).most_common(1)[0]
        assert times <= 12, (variant, place, value)


@pytest.mark.parametrize("name", [name for name in names() if name not in ("war",)][:8])
def test_T6_the_same_secret_deals_the_same_game_and_a_nonce_changes_it(name):
    variant = f"genome:{name}"
    seats = max(2, TableConfig(variant=variant).hosted.least)
    assert first_cards(variant, SECRET, seats) == first_cards(variant, SECRET, seats)

    arena = Arena(SECRET, variant=variant, seats=seats, min_teams=seats)
    first = arena.join("Team 0", cards=True)
    first.says(type="nonce", nonce="ab" * 32)
    for number in range(1, seats):
        arena.join(f"Team {number}", cards=True)
    mixed = [frame["hole"] for client in arena.clients.values() for frame in client.of("cards")]
    plain = Arena(SECRET, variant=variant, seats=seats, min_teams=seats)
    for number in range(seats):
        plain.join(f"Team {number}", cards=True)
    unmixed = [frame["hole"] for client in plain.clients.values() for frame in client.of("cards")]
    assert (mixed != unmixed) or not unmixed


# -- T10: who goes broke in a game with chips --------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [9, 10, 14, 16, 24])
def test_T10_a_seat_that_antes_its_last_chips_is_not_eliminated(seed):
    """Found by the soak `hosted-games`: the ante of the next hand had been taken when the last one was looked at."""
    game = TableConfig(variant="genome:whist-for-stakes").hosted
    seats = list(range(game.least))
    play = GamePlay(game, "H-1", dict.fromkeys(seats, game.chips), 0,
                    MatchKey("M-1", secret_of(seed)).dealer(1, seats, {}))
    chance, frames, all_in_by_ante = Random(seed), play.events(), 0
    while not play.is_over:
        play.apply(chance.choice(list(play.state.legal())))
        fresh = play.events()
        if any(frame.ev == "HAND" for frame in fresh):
            all_in_by_ante += sum(not stack and seat in play.public().live for seat, stack in play.stacks().items())
        frames += fresh
    out = {frame.seat for frame in frames if frame.ev == "ELIMINATED"}
    assert all_in_by_ante
    assert out == {seat for seat, stack in play.stacks().items() if not stack}


def test_T10_who_goes_broke_is_eliminated_once_and_placed_by_when():
    register(HostedGame.of("broke", genome(chips=60, hands=60, max_players=3).game(), chips=60))
    found = 0
    for number in range(12):
        arena = Arena(secret_of(number), variant="broke", seats=3, min_teams=3)
        clients = [arena.join(f"Team {seat}") for seat in range(3)]
        chance = Random(number)
        for _ in range(4000):
            if "match_end" in clients[0].evs:
                break
            client = arena.actor()
            legal = client.act["legal"]
            bold = [each for each in legal if each["action"] in ("RAISE", "ALL_IN", "BET")] or [
                each for each in legal if each["action"] == "CALL"]
            client.acts(chance.choice(bold or legal)["action"])
        out = [frame["seat"] for frame in clients[0].of("event") if frame["ev"] == "ELIMINATED"]
        assert len(out) == len(set(out))
        final = {row["seat"]: row for row in clients[0].last("match_end")["final_stacks"]}
        assert {seat for seat, row in final.items() if row["stack"] == 0} == set(out)
        if len(out) == 2:
            assert (final[out[0]]["place"], final[out[1]]["place"]) in ((3, 2), (2, 2))
            found += 1
    assert found
