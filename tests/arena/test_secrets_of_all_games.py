"""Non-interference for every hosted game: two runs that differ only in what a viewer has not seen are equal to it.

A run is some moves of one table, by hand. Whatever card the viewer, a seat or a spectator, may not know by the end of
it is dealt to another place in a second run; the same moves follow, others' hidden cards chosen by where they are held.
All that the viewer heard, and all that the API says to everybody, must be the same bytes. What a viewer may know is
reckoned here from the whole game and not from what it was told: its own cards, open cards, cards played and shown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import lab
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.plays.any_game import GamePlay
from croupier.arena.server.api import table_facts
from croupier.cards import Cards
from croupier.games.genome.known import known
from croupier.games.poker.events import Board, Dealt, Drew, Shown
from croupier.games.poker.rules import RULES
from croupier.games.registry import HostedGame, phh_code, register, variant_name
from croupier.games.sting.game import Sting
from croupier.protocol import encode

from .driver import Arena, Client

BRED = Path(__file__).parents[1] / "genome/bred"

TEAMS = ("Ann", "Bob", "Cy", "Dee")
Move = dict[str, Any]


class Run:
    """A table played by a list of moves, or by chance while the list is made."""

    def __init__(self, config: dict[str, Any], wishes: bool = False) -> None:
        self.arena = Arena(**config, frames_per_second=10_000, move_time_ms=1000)
        self.watcher = self.arena.watch()
        self.clients = [self.arena.join(team, cards=number == 0, states=number == 1)
                        for number, team in enumerate(TEAMS[:config["min_teams"]])]
        self.wishes = wishes
        self.reached: list[str] = []
        self.asked_seats: list[int | None] = []
        self.plays: list[Any] = []
        self.held: dict[int, set[str]] = {}
        self.open: set[str] = set()
        self.hands_ended = False
        self.look()

    def look(self) -> None:
        """What the API says now."""
        self.reached.append(json.dumps(table_facts(self.arena.table, self.arena.now)))
        prompt = self.arena.table.prompt
        self.asked_seats.append(None if prompt is None else prompt.seat)
        self.remember(self.arena.table.hand.play)

    def remember(self, play: Any) -> None:
        """The truth, for `may_know`: hands, or in an evolved game who held what and what lay open."""
        if play not in self.plays:
            self.plays.append(play)
        state = getattr(play, "state", None)
        if state is None or not hasattr(state, "pile_cards"):
            return
        self.hands_ended = self.hands_ended or state.hand_no > 0 or state.is_over
        self.open |= {str(card) for card in (*state.board, *state.pile_cards)}
        for seat in range(state.players):
            self.held.setdefault(seat, set()).update(str(card) for card in state.cards_of(seat))
            self.open |= {str(card) for card in state.captured_by(seat)}

    def heard(self, viewer: int) -> list[bytes]:
        """All that a seat heard, or a spectator (-1), what everybody can ask for, and what a reconnect would bring."""
        client = self.watcher if viewer < 0 else self.clients[viewer]
        hand = self.arena.table.hand if self.arena.table.in_hand else None
        shots = [encode(hand.play.snapshot(None if viewer < 0 else client.seat, 0, None))] if hand is not None else []
        return [*client.raw, *map(str.encode, self.reached), *shots]

    def play(self, moves: int, chance: Random) -> list[Move]:
        """So many moves by chance, written down without the cards of hidden ones."""
        made = []
        for _ in range(moves):
            if self.arena.table.prompt is None:
                break
            move = self.choose(chance)
            assert self.take(move)
            made.append(move)
        return made

    def asked(self) -> tuple[Client, dict[str, Any]]:
        actor = self.arena.actor()
        return actor, next(frame for frame in reversed(actor.heard) if frame["type"] == "act")

    def choose(self, chance: Random) -> Move:
        _, act = self.asked()
        if self.wishes and chance.random() < 0.2:
            return {"type": "intent", "who": chance.randrange(len(self.clients)), "intent": chance.choice([0, 0, 1, 2])}
        if chance.random() < 0.08:
            # who is acted for in a card game plays a card of its own: that is a card shown, not a secret told
            late = chance.random() < 0.5 and not str(self.arena.table.config.variant).startswith("rigged:")
            return {"type": "time"} if late else {"type": "nonsense"}
        choices = [each for each in act["legal"] if "FOLD" not in (each, each["action"] if isinstance(each, dict)
                                                                 else each)] or act["legal"]
        choice = chance.choice(choices)
        choice = {"action": choice} if isinstance(choice, str) else dict(choice)
        move: Move = {"type": "action", "action": choice["action"]}
        if choice["action"] == "RAISE_TO":
            move["amount"] = chance.choice([act["min_raise_to"], act["min_raise_to"], act["max_raise_to"]])
        elif choice["action"] == "DISCARD" and "any_of" in choice:
            move["slots"] = sorted(chance.sample(range(len(act["you"]["hole"])), chance.randint(1, 3)))
        elif choice["action"] in ("DISCARD", "GIVE"):
            move["slots"] = [act["you"]["hole"].index(choice["cards"][0])]
        elif "card" in choice:
            move["slots"] = [act["you"]["hole"].index(choice["card"])]
        elif "cards" in choice:
            move["cards"] = choice["cards"]
            self.open.update(choice["cards"])
        elif "amount" in choice:
            move["amount"] = choice["amount"]
        return move

    def take(self, move: Move) -> bool:
        """Make a move; False where it cannot be made with these cards."""
        actor, act = self.asked()
        answer: list[dict[str, Any]] = []
        if move["type"] == "time":
            self.arena.wait(1000)
        elif move["type"] == "intent":
            self.clients[move["who"]].says(type="intent", intent=move["intent"])
        elif move["type"] == "nonsense":
            actor.acts("RAISE_TO", 1)
        else:
            frame = {key: value for key, value in move.items() if key not in ("type", "slots", "action")}
            cards = [act["you"]["hole"][slot] for slot in move.get("slots", [])]
            if cards and "card" in act["legal"][1]:
                frame["amount"] = next(each["amount"] for each in act["legal"] if each.get("card") == cards[0])
            elif cards:
                frame["cards"] = cards
            answer = actor.acts(move["action"], **frame)
        self.look()
        return not [frame for frame in answer if frame["type"] == "error"]


def may_know(run: Run, viewer: int) -> set[str]:
    """The cards whose place a viewer may know, from the whole truth."""
    if run.plays and isinstance(run.plays[0], GamePlay):
        own = run.held.get(viewer, set())
        face_up = {card for frame in run.watcher.of("event") if frame["ev"] in ("DEAL_UP", "OPEN")
                   for card in frame["data"]["cards"]}
        return own | run.open | face_up
    return {str(card) for play in run.plays for card in _open_in(play, viewer)}


def _open_in(play: Any, viewer: int) -> Iterator[Any]:
    """A poker hand's cards that are the viewer's own, face up, on the board, or shown."""
    place = play.index.get(viewer)
    for event in play.hand.events:
        if (isinstance(event, Dealt) and (event.up or event.seat == place)) or isinstance(event, Board | Shown):
            yield from event.cards
        elif isinstance(event, Drew) and event.seat == place:
            yield from event.drawn


def mixed(deck: list[int], fixed: set[str], chance: Random) -> list[int]:
    """The deck with all cards that are not fixed dealt elsewhere."""
    free = [place for place, card in enumerate(deck) if str(Cards([card])) not in fixed]
    cards = [deck[place] for place in free]
    chance.shuffle(cards)
    other = list(deck)
    for place, card in zip(free, cards):
        other[place] = card
    return other


@contextmanager
def decks(*each_hand: list[int]) -> Iterator[None]:
    """Hands are dealt from these decks, the last one again and again."""
    original, left = MatchKey.deck, list(each_hand)
    MatchKey.deck = lambda *_: list(left.pop(0) if len(left) > 1 else left[0])  # type: ignore[method-assign]
    try:
        yield
    finally:
        MatchKey.deck = original  # type: ignore[method-assign]


def compared(dealt: Callable[[list[int], Callable[[Run], None]], Run], first: list[int], seed: int, viewer: int,
             order_tells: bool = False) -> bool:
    """Two runs that differ in what the viewer has not seen; whether the second one could be played.

    `order_tells`: a game by whose rules the turn itself says something of a hand, as when a seat over 21 draws no more.
    """
    chance = Random(f"{seed}/{viewer}")
    moves: list[Move] = []

    def play_by_chance(run: Run) -> None:
        moves.extend(run.play(chance.randint(1, 14), chance))

    one = dealt(first, play_by_chance)
    heard = one.heard(viewer)
    other = mixed(first, may_know(one, viewer), chance)
    could: list[bool] = []
    two = dealt(other, lambda run: could.append(all(run.take(move) for move in moves)))
    if not all(could) or one.hands_ended or (order_tells and one.asked_seats != two.asked_seats):
        return False
    assert two.heard(viewer) == heard
    return True


@pytest.mark.parametrize("variant", [variant_name(code) for code in RULES])
@pytest.mark.parametrize("cash", [False, True])
def test_poker_tells_nobody_what_it_may_not_know(variant, cash):
    size = RULES[phh_code(variant)].deck
    config = {"variant": variant, "seats": 3, "min_teams": 3, "starting_stack": 1000, "sb": 10, "bb": 20,
              **({"format": "cash", "secret_hands": 2} if cash else {})}

    def dealt(deck: list[int], play: Callable[[Run], None]) -> Run:
        before = list(range(52 - size, 52))
        Random(1).shuffle(before)
        with decks(before if cash else deck, deck):
            run = Run(config, wishes=cash)
            play(run)
        run.plays = run.plays[1:] if cash else run.plays  # the first hand is the same in both
        return run

    for seed in range(4):
        deck = list(range(52 - size, 52))
        Random(seed).shuffle(deck)
        for viewer in (-1, 0, 1, 2):
            assert compared(dealt, deck, seed, viewer)


@pytest.mark.parametrize("name", ["simple-poker", "five-card-draw", "low-draw", "whist-for-stakes", "black-lady",
                                  "eights-for-stakes", "blackjack", "three-card-brag", "step-holdem",
                                  "stolen-market-53"])
def test_evolved_games_tell_nobody_what_it_may_not_know(name):
    """With `stolen-market-53` also item 1 of issue 22: the place of an open card among `??` tells nothing hidden, in
    `state`, `act` and `snapshot` frames.
    """
    bred = BRED / f"{name}.json"
    genome = lab.load(bred) if bred.exists() else known(name)
    game = genome.game()
    seats = max(game.players[0], min(3, game.players[-1]))
    size = len(set(game.program.cards()))

    def dealt(deck: list[int], play: Callable[[Run], None]) -> Run:
        register(HostedGame(f"rigged:{name}", game.players[0], game.players[-1],
                            lambda players, dealer: game.start(players, seed=5, deck=Cards(deck)),
                            genome.setup.starting_chips, genome.setup.ante))
        run = Run({"variant": f"rigged:{name}", "seats": seats, "min_teams": seats})
        play(run)
        return run

    played = 0
    for seed in range(6):
        deck = sorted(game.program.cards())
        assert len(deck) == size
        Random(seed).shuffle(deck)
        played += sum(compared(dealt, deck, seed, viewer, name == "blackjack") for viewer in range(-1, seats))
    assert played >= 6  # others' plays that the second run's cards do not allow are left out


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_the_sting_tells_nobody_what_it_may_not_know(viewer):
    """Before cards are flipped: whatever the others hold and play face down, the viewer hears the same."""
    sting, roles = Sting(), ("narc", "customer", "player")
    names = {role: [sting.layout.cards[face].name for face in sting.layout.fresh(at)] for at, role in enumerate(roles)}
    for seed in range(10):
        chance = Random(f"{seed}/{viewer}")
        moves: list[Move] = []
        heard = []
        for turn in range(2):
            deal = {role: Random(f"{seed}/{role}" + ("" if at == viewer else f"/{turn}")).sample(names[role], 3)
                    for at, role in enumerate(roles)}
            register(HostedGame("rigged:sting", 3, 3, lambda _, dealer, deal=deal: sting.start(seed=9, deal=deal)))
            run = Run({"variant": "rigged:sting", "seats": 3, "min_teams": 3, "starting_stack": 1000})
            if turn == 0:
                moves = run.play(chance.randint(1, 4), chance)
            else:
                assert all(run.take(move) for move in moves)
            frames = run.heard(viewer)
            flipped = next((place for place, frame in enumerate(frames) if b"FLIP" in frame.upper()), len(frames))
            heard.append(frames[:flipped])
        assert heard[0] == heard[1]
        assert len(heard[0]) > 5
