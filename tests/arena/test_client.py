"""The client without sockets: every view a bot gets over the network is the view it would get at home."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from croupier.bots import Bot, named
from croupier.bots.isolation.faults import FORFEITED, BotFault
from croupier.client.player import Player
from croupier.games.poker.rules import RULES
from croupier.games.poker.view import View
from croupier.games.registry import variant_name

from .driver import Arena, Client, table_of

SHOWN = ("actor", "street", "stacks", "bets", "pot", "price", "full_raise", "live", "is_over", "payoffs")
GAMES = [variant_name(code) for code in RULES]


def seen(view: View, seats: list[int]) -> dict[str, Any]:
    """All that a bot can ask of a view, by the hand's own seats."""
    whole = {name: getattr(view, name) for name in SHOWN}
    for name in ("stacks", "bets", "payoffs"):
        whole[name] = [whole[name][seat] for seat in seats]
    whole["actor"] = None if view.actor is None else seats.index(view.actor)
    whole["live"] = [seats.index(seat) for seat in view.live]
    whole["cards"] = [str(view.cards_of(seat)) for seat in seats]
    whole["board"], whole["pots"] = str(view.board), [pot.amount for pot in view.pots]
    whole["legal"] = (view.legal.kinds, view.legal.call, view.legal.min_raise_to, view.legal.max_raise_to)
    return whole


class Checking(Bot):
    """Compares what it is shown with the host's own hand, then plays at random."""

    def __init__(self) -> None:
        self.inner = named("random")
        self.arena: Arena | None = None
        self.asked = 0
        self.events: list[Any] = []

    def act(self, view: View) -> Any:
        assert self.arena is not None
        play = self.arena.table.hand.play
        assert view.seat is not None
        at_home = play.hand.observe(play.index[view.seat])
        assert seen(view, list(play.seats)) == seen(at_home, list(range(len(play.seats))))
        self.asked += 1
        return self.inner.act(view)

    def on_event(self, event: Any) -> None:
        self.events.append(event)


class Seated:
    """A player wired to a driver's client."""

    def __init__(self, arena: Arena, bot: Bot, team: str, **more: Any) -> None:
        self.player = Player(bot, team, "code", **more)
        self.client: Client = arena.connect(team)
        self.read = 0
        self.client.sends(json.dumps(self.player.hello()))

    def run(self) -> bool:
        """Answer what was heard; whether anything was said."""
        said = False
        while self.read < len(self.client.heard):
            frame = self.client.heard[self.read]
            self.read += 1
            answer = self.player.feed(frame)
            if answer is not None:
                self.client.sends(json.dumps(answer))
                said = True
        return said


@pytest.mark.parametrize("variant", GAMES)
def test_a_bot_over_the_network_sees_what_it_would_see_at_home(variant):
    arena = Arena(variant=variant, seats=5, starting_stack=150, sb=10, bb=20, min_teams=4, matches=2,
                  frames_per_second=10_000)
    bots = [Checking() for _ in range(4)]
    seated = []
    for number, bot in enumerate(bots):
        bot.inner.rng.seed(number)
        bot.arena = arena
        seated.append(Seated(arena, bot, f"Team {number}"))
    for _ in range(3000):
        if not sum(each.run() for each in seated):
            break
    errors = [frame for each in seated for frame in each.client.of("error")]
    assert not errors
    assert sum(bot.asked for bot in bots) > 20
    assert not [warning for each in seated for warning in each.player.report.warnings]
    assert arena.table.is_done
    assert all(each.player.report.matches == 2 for each in seated)
    assert sum(each.player.report.net for each in seated) == 0
    assert bots[0].events


@pytest.mark.parametrize("variant", ["HUNL", "F7S", "F2L3D"])
def test_a_bot_that_comes_back_sees_the_hand_as_if_it_had_never_been_away(variant):
    """Every bot reconnects before every decision; the new player knows nothing but what the snapshot says."""
    arena = Arena(variant=variant, seats=3, starting_stack=400, sb=10, bb=20, min_teams=3, frames_per_second=10_000)
    bots = {f"Team {number}": Checking() for number in range(3)}
    for number, (team, bot) in enumerate(bots.items()):
        bot.arena = arena
        bot.inner.rng.seed(number)
        Seated(arena, bot, team)
    for _ in range(200):
        if arena.table.is_done:
            break
        team = arena.table.seats[arena.table.prompt.seat].team
        again = Seated(arena, bots[team], team)
        assert again.run()
        assert not again.player.report.warnings
        assert not again.client.of("error")
    assert sum(bot.asked for bot in bots.values()) > 20


def test_a_mirrored_hand_can_be_guessed_at_and_played_on():
    """What search bots do over the wire: others' cards are guessed, and the guess deals by itself."""
    arena, clients = table_of(3)
    players = [Player(named("caller"), client.team) for client in clients]
    arena.line("c c x")
    for player, client in zip(players, clients):
        for frame in client.heard:
            player.feed(frame)
    actor = arena.table.prompt.seat
    view = players[actor].mirror.view()
    for seed in range(20):
        guess = view.guess(seed)
        while not guess.is_over:
            guess.apply(guess.legal().menu(2)[-1])
        assert sum(guess.payoffs) == 0
        assert guess.hole(actor) == view.hole
        assert list(guess.board[:3]) == list(view.board)


@pytest.mark.parametrize("variant", ["HUNL", "PO", "F7S", "FB", "NS"])
def test_a_bot_at_a_cash_table_sees_what_it_would_see_at_home(variant):
    """Dead blinds and dead money too: players pause and come back while others play."""
    arena = Arena(variant=variant, format="cash", seats=5, starting_stack=400, sb=10, bb=20, min_teams=2,
                  frames_per_second=10_000, hand_pause_ms=1000, secret_hands=7, buy_in_min=100)
    bots = [Checking() for _ in range(4)]
    seated = []
    for number, bot in enumerate(bots):
        bot.inner.rng.seed(number)
        bot.arena = arena
        seated.append(Seated(arena, bot, f"Team {number}", auto_buy=True))
    chance = Random(variant)
    dead = 0
    for _ in range(60):
        while sum(each.run() for each in seated):
            pass
        chance.choice(seated).client.says(type="intent", intent=chance.choice([0, 0, 1, 2]))
        while sum(each.run() for each in seated):
            pass
        arena.wait(1000)
        start = seated[0].client.of("start_hand")[-1]
        dead += "dead" in start or start["spots"]["sb"] not in [row["seat"] for row in start["stacks"]]
    assert not [frame for each in seated for frame in each.client.of("error") if frame["code"] != "INTENT_REFUSED"]
    assert sum(bot.asked for bot in bots) > 40
    assert not [warning for each in seated for warning in each.player.report.warnings]
    assert dead > 3 or variant in ("F7S", "NS")


@pytest.mark.parametrize(("table", "answer"), [({"format": "cash"}, {"type": "intent", "v": 1, "intent": 3}),
                                               ({}, None)])
def test_a_bot_that_has_forfeited_leaves_a_cash_table_when_the_hand_ends(table, answer):
    player = Player(Bot())
    player.config = table
    ended = {"type": "end_hand", "v": 1, "hand_id": "H-1", "results": [], "stacks": []}
    assert player.feed(ended) is None
    fault = BotFault(FORFEITED, "forfeited after 3 faults")
    assert player.describe(fault) == "FORFEITED: forfeited after 3 faults; from here on"
    assert player.describe(fault) is None, "said once a match"
    assert player.feed(ended) == answer
    player.feed({"type": "match_end", "v": 1, "winner": {"seat": 0, "team": "Ann"}})
    assert player.feed(ended) is None
