"""Evolved games and the sting at arena tables: whole games over frames, restarts in the middle, then an audit.

One item is one match at a table: a known genome, a random one, an evolved one of `docs/evolved`, or the sting. Players
answer at random or let their time run out. Once or twice the server starts again from its journal. At the end
`croupier verify`'s checks run over the store: the journal is applied again record by record, and every card of the
match is dealt again from its secret and compared with the record.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from tests.arena.played import Played

from croupier import lab
from croupier.arena.core.effects import Connected, Received, Stop
from croupier.arena.verify.journal import Audit
from croupier.arena.verify.match import find_problems
from croupier.games.genome.known import names
from croupier.games.registry import HostedGame, find, register

EVOLVED = sorted((Path(__file__).parents[2] / "docs" / "evolved").glob("*.json"))
MOVES_MAX = 3000
"""Moves after which a match is declared void; its cards are dealt again all the same."""
DEALT = ("DEAL", "DEAL_UP", "OPEN")


class Hosted(Played):
    """A table of a game that is not poker, with as many teams as it has seats."""

    def join(self, first_conn: int = 1) -> None:
        for place in range(self.config.seats):
            self.put(Connected(first_conn + place, "T-1"))
            hello = {"type": "hello", "v": 1, "team": f"Team {place}", "join_code": f"code {place}"}
            self.put(Received(first_conn + place, json.dumps(hello)))

    def answer(self, frame: dict[str, Any]) -> dict[str, Any]:
        return {key: value for key, value in self.chance.choice(frame["legal"]).items()
                if key in ("action", "amount", "cards")}


def variant_of(number: int) -> tuple[str, str]:
    """Return the kind of game that an item plays, and the variant's name."""
    kind, which = number % 4, number // 4
    if kind == 0:
        return "known", f"genome:{names()[which % len(names())]}"
    if kind == 1:
        return "sting", ("sting", "sting:tuned")[which % 2]
    if kind == 2:
        return "evolved", f"genome:{EVOLVED[which % len(EVOLVED)]}"
    game = lab.random_genome(Random(f"hosted {number}")).game()
    register(HostedGame.of("random", game, game.genome.setup.starting_chips, game.genome.setup.ante))
    return "random", "random"


def play_and_verify(number: int) -> Counter[str]:
    """Play one match, and raise AssertionError if `verify` finds anything."""
    chance = Random(number)
    kind, variant = variant_of(number)
    game = find(variant)
    assert game is not None, variant
    seats = chance.randint(game.least, game.most)
    table = Hosted(seed=number, variant=variant, seats=seats, min_teams=seats, matches=1, frames_per_second=10_000,
                   starting_stack=game.chips or 600)
    table.join()
    restarts = {chance.randrange(60) for _ in range(2)}
    for move in range(MOVES_MAX):
        if table.table.is_done:
            break
        table.move()
        if move in restarts and not table.table.is_done:
            table.restart(away_ms=chance.randint(0, 100_000))
            table.join(first_conn=100 * (move + 1))
    else:
        table.put(Stop(void=True))
    problems = list(Audit(table.store).find_problems())
    hands = cards = 0
    for archive in map(table.store.queries.whole_match, table.store.queries.match_ids()):
        problems += find_problems(archive)
        events = [event for hand in archive["hands"] for event in hand["record"]["events"]]
        hands += sum("HAND" in (event.get("kind"), event.get("ev", "")[:4]) for event in events)
        cards += sum(len(event["cards"]) for event in events if event.get("kind") in DEALT)
        cards += sum(event.get("ev") == "DREW" for event in events)
    assert not problems, f"{variant}, {seats} seats: {problems[:3]}"
    assert cards, f"{variant}: no card was dealt"
    return Counter({f"{kind} games": 1, "hands": hands, "cards dealt again": cards})
