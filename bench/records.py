"""Records: PokerStars text parsed and replayed, and a table's turn with and without the cache of replayed hands.

The PokerStars hands are written by croupier at random, six-handed, every hole card shown; where the corpus is at hand
(`../shared/corpus` or `$CROUPIER_CORPUS`), the texts of other projects' tests are read beside them, odd ones included.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import croupier
from bench.bars import Bar
from bench.envs import hands_text
from bench.harness import Done, Factory, Options, Race, Unavailable, Work, race
from bench.notation import corpus_path
from croupier import table
from croupier.notation.pokerstars import reader
from croupier.notation.replay import Replay
from croupier.table import replay_cache

OWN, REAL = "random hands, six players", "texts of other projects"
KEPT, FORGOTTEN = "croupier.table", "the same, its cache emptied"
PLAYERS = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay"]
HANDS_REQUIRED = 20_000


@cache
def own_text() -> str:
    """PokerStars text of random hands."""
    return croupier.dumps(list(croupier.loads(hands_text())), "pokerstars")


@cache
def real_text() -> str:
    """All PokerStars texts of the corpus, one after the other."""
    paths = sorted((corpus_path(None) / "pokerstars").rglob("*.txt"))
    if not paths:
        raise Unavailable("no corpus (set CROUPIER_CORPUS)")
    return "\n\n\n".join(reader.decode(path.read_bytes()) for path in paths)


def replayed(text: str) -> Work:
    """Parse and replay a text again and again; a unit is a hand."""
    def once() -> int:
        hands = 0
        for record in reader.records(text):
            hands += 1
            Replay(record)
        return hands
    hands = once()

    def work(n: int) -> Done:
        rounds = max(1, n // hands)
        return Done(units=sum(once() for _ in range(rounds)))
    return work


def called(is_forgotten: bool) -> Factory:
    """Play six-handed hands as a host does: status, personalize, merge and advance for each of 24 calls and checks."""
    hand = {"variant": "NT", "hand": 1, "players": PLAYERS, "startingStacks": [200] * 6, "minBet": 2, "seatCount": 6,
            "actions": [], "_inactive": [0] * 6, "_intents": [0] * 6, "_deadBlinds": [0] * 6, "seed": 7,
            "timeLimit": 20, "blindsOrStraddles": [1, 2, 0, 0, 0, 0]}

    def call(function: Any, *given: Any) -> Any:
        if is_forgotten:
            replay_cache.forget()
        return function(*given)

    def played() -> int:
        state, turns = call(table.advance, hand, 1000), 0
        while not (status := call(table.status, state))["isOver"]:
            view = call(table.personalize, state, status["player"])
            sent = {**view, "actions": [*view["actions"], f"p{status['turn'] + 1} cc"]}
            state = call(table.advance, call(table.merge, state, sent), 2000)
            turns += 1
        return turns

    def work(n: int) -> Done:
        done = 0
        while done < n:
            done += played()
        return Done(units=done)
    return lambda: work


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Both races and the bar."""
    texts = race("PokerStars text parsed and replayed", "hands",
                 {OWN: lambda: replayed(own_text()), REAL: lambda: replayed(real_text())}, options)
    turns = race("turns at a table of six", "turns", {KEPT: called(False), FORGOTTEN: called(True)}, options)
    return [(texts, OWN), (turns, KEPT)], [
        Bar("PokerStars text parsed and replayed", texts.rate(OWN), HANDS_REQUIRED, "hands/s")]
