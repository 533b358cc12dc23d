"""Put a bot into situations that bots often get wrong, and check that its answers are legal and quick.

Each situation is a hand that the engine plays up to a decision: nothing to call, a stack below the minimum raise,
betting that is not reopened. The bot gets the same frames as in an arena, and its answer goes to the engine.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

import msgspec

from croupier.arena.core.config import TableConfig
from croupier.arena.core.plays.poker import PokerPlay
from croupier.bots import Bot
from croupier.bots.isolation.faults import TIMED_OUT
from croupier.client.player import Player
from croupier.fair import fair_deck
from croupier.games.poker.event_stream import EventStream
from croupier.games.poker.hand import Hand
from croupier.protocol import ActionSent, SeatStack, StartHand, encode
from croupier.protocol.errors import Refused


@dataclass(frozen=True)
class Situation:
    """A hand up to a decision: the stacks by seat, and the actions so far."""

    name: str
    stacks: tuple[int, ...]
    line: str
    """The actions: `f` is a fold, `x` a check, `c` a call, and a number a raise to that amount."""


SITUATIONS = (
    Situation("the first decision of a hand", (1000, 1000, 1000, 1000), ""),
    Situation("heads-up on the button, first to act", (1000, 1000), ""),
    Situation("the big blind may check or raise", (1000, 1000, 1000), "c c"),
    Situation("the stack is smaller than the call", (15, 1000, 1000), ""),
    Situation("the stack is exactly the call", (20, 1000, 1000), ""),
    Situation("a raise can only be all-in, below the minimum", (30, 1000, 1000), ""),
    Situation("the stack is exactly the minimum raise", (40, 1000, 1000), ""),
    Situation("a short all-in did not reopen the betting: call or fold only", (1000, 1000, 30), "c c 30"),
    Situation("everybody else is all-in: call or fold only", (1000, 200, 200), "40 200 c"),
    Situation("an all-in for everything", (1000, 1000), "1000"),
    Situation("nothing to call on the flop", (1000, 1000), "c x"),
    Situation("a bet on the flop", (1000, 1000), "c x 40"),
    Situation("check-raised on the turn", (1000, 1000), "c x x x x 20 60"),
    Situation("the river, big pot, small stack", (500, 500), "100 c 150 c x x x"),
    Situation("one chip behind", (101, 1000, 1000), "100 200 c"),
    Situation("ten players, all others folded to the blinds", (1000,) * 10, "f f f f f f f f"),
    Situation("ten players, everybody in", (1000,) * 10, "c c c c c c c c c"),
    Situation("a stack of ten million", (10_000_000, 10_000_000), ""),
    Situation("a re-raise war", (10_000, 10_000), "40 80 160 320 640"),
    Situation("dead last on the river with a side pot", (100, 1000, 1000), "100 c c x x x x x"),
)


@dataclass(frozen=True)
class BotFinding:
    """A bot's answer in one situation."""

    situation: str
    answer: str
    millis: float
    problem: str = ""


HANGS_MAX = 3
"""The check ends once a bot has failed to answer in time in this many situations in a row.

Without this limit, the check of a bot that hangs took five minutes, because every situation waited for the time limit.
"""


def check(bot: Bot, time_ms: int = 15_000, tries: int = 3) -> Iterator[BotFinding]:
    """Try a bot in every situation, several times with different cards. Stop if it keeps hanging."""
    hangs = 0
    for situation in SITUATIONS:
        for seed in range(tries):
            finding = _try(bot, situation, seed, time_ms)
            if finding.problem or seed == tries - 1:
                yield finding
                break
        hangs = hangs + 1 if finding.problem.startswith(TIMED_OUT) else 0
        if hangs == HANGS_MAX:
            return


def _try(bot: Bot, situation: Situation, seed: int, time_ms: int) -> BotFinding:
    player, play, last = _dealt(bot, situation, seed, time_ms)
    began = time.perf_counter()
    reply = player.feed(last)
    millis = (time.perf_counter() - began) * 1000
    if reply is None:
        return BotFinding(situation.name, "nothing", millis, "it does not answer")
    said = f"{reply['action']} {reply.get('amount', '')}".strip()
    problem = player.report.warnings[0].partition(": ")[2] if player.report.warnings else ""
    if not problem and millis > time_ms:
        problem = f"it takes {millis:,.0f} ms, {time_ms:,} are allowed"
    return BotFinding(situation.name, said, millis, problem or _refused(play, reply))


def _refused(play: PokerPlay, reply: dict[str, object]) -> str:
    """Return why the engine refuses the answer, or an empty text if it accepts it."""
    try:
        sent = msgspec.convert({key: reply[key] for key in reply if key not in ("type",)}, ActionSent)
        play.check_word(sent)
        play.take(sent)
    except (Refused, msgspec.ValidationError) as error:
        return str(error)
    return ""


def _dealt(bot: Bot, situation: Situation, seed: int, time_ms: int) -> tuple[Player, PokerPlay, dict[str, object]]:
    """Return the bot's player just before its prompt, the hand, and the prompt."""
    config = TableConfig(seats=max(2, len(situation.stacks)), sb=10, bb=20, move_time_ms=time_ms)
    deck = fair_deck("check-bot", bytes(32), seed)
    stacks = dict(enumerate(situation.stacks))
    play = PokerPlay(config.game(), config.level(1), f"H-check-{seed}", stacks, 0, deck)
    frames = [*play.events()]
    for word in situation.line.split():
        _take(play.hand, word)
        frames += play.events()
    seat = play.actor
    assert seat is not None
    player = Player(bot)
    player.stream = EventStream()
    start = {"hand_id": play.hand_id, "button": 0, "sb": 10, "bb": 20,
             "stacks": [msgspec.to_builtins(SeatStack(seat=place, stack=stack)) for place, stack in stacks.items()]}
    assert set(start) < {field.encode_name for field in msgspec.structs.fields(StartHand)}
    player.feed({"type": "welcome", "seat": seat, "config": msgspec.to_builtins(config.facts())})
    player.feed({"type": "start_hand", **start})
    for frame in frames:
        player.feed(msgspec.json.decode(encode(frame)))
    return player, play, msgspec.json.decode(encode(play.act(seat, 1, time_ms)))


def _take(hand: Hand, word: str) -> None:
    plain = {"f": hand.fold, "x": hand.check, "c": hand.call}.get(word)
    hand.raise_to(int(word)) if plain is None else plain()
