"""A random evening at a cash table of the arena, and what must hold at every moment of it.

Teams sit down, act, pause, wait, come back, buy, go broke, leave, lose their connections, fall silent and send
nonsense, all by the chance of one seed; the operator now and then voids a hand or removes a team. Counted from frames
alone: chips that came are chips that are there or went; every hand adds up to nothing; no seat plays with a debt; each
hand is seated as by the second model of the rulings (`tests/table/naive.py`); everything said of it is verified.
"""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from random import Random
from typing import Any

from croupier.arena.core.effects import HandDone
from croupier.arena.verify.match import find_problems
from croupier.games.poker.rules import RULES
from croupier.games.registry import phh_code

from .driver import SECRET, Arena, Client
from .stores import stored

naive: Any = import_module("table.naive" if __package__ == "arena" else "tests.table.naive")  # soak
TEAMS = ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"]


class Evening:
    """One table and its guests."""

    def __init__(self, seed: int, **config: Any) -> None:
        self.rng = Random(seed)
        most = RULES[phh_code(config.get("variant", "HUNL"))].seats
        settings: dict[str, Any] = {
            "format": "cash", "seats": min(self.rng.choice([2, 3, 6, 9]), most), "starting_stack": 400,
            "sb": 10, "bb": 20,
            "buy_in_min": self.rng.choice([20, 100]), "buy_in_max": 1000, "secret_hands": self.rng.choice([1, 7, 20]),
            "bankroll": self.rng.choice([0, 1500]), "reveal": self.rng.choice([None, "match"]),
            "ante": self.rng.choice([0, 0, 5]), "pause_max_ms": self.rng.choice([30_000, 1_000_000]),
            "move_time_ms": 5000, "frames_per_second": 10_000, "hand_pause_ms": self.rng.choice([0, 1000])}
        self.config = {**settings, **config}
        self.arena = Arena(operator_code="op", secret=SECRET, **self.config)
        self.operator = self.arena.operator()
        self.watcher = self.arena.watch()
        self.clients: dict[str, Client] = {}
        self.counts: Counter[str] = Counter()
        self.seen = self.moved = 0

    @property
    def table(self) -> Any:
        return self.arena.table

    def run(self, steps: int) -> Evening:
        """So many things happen."""
        for _ in range(steps):
            self.step()
            self.check()
        return self

    def step(self) -> None:
        roll = self.rng.random()
        if self.table.prompt is not None and roll < 0.75:
            self.act()
        elif roll < 0.78:
            self.arena.wait(self.rng.choice([1, 1000, 5000, 20_000]))
        elif roll < 0.79:
            self.operate()
        else:
            self.wish(self.rng.choice(TEAMS))

    def act(self) -> None:
        """Whoever is asked answers: wild enough that people go broke."""
        seat = self.table.seats[self.table.prompt.seat]
        if seat.conn is None or self.rng.random() < 0.03:
            self.arena.wait(5000)
            return
        client = self.arena.clients[seat.conn]
        asked = next(frame for frame in reversed(client.heard) if frame["type"] == "act" or
                     (frame["type"] == "snapshot" and "legal" in frame))
        legal = [each["action"] if isinstance(each, dict) else each for each in asked["legal"]]
        word = self.rng.choice([word for word in legal if word != "FOLD" or self.rng.random() < 0.5] or legal)
        more: dict[str, Any] = {"decision": asked["decision"]}
        if word == "RAISE_TO":
            more["amount"] = self.rng.choice([asked["min_raise_to"], asked["max_raise_to"]])
        if word == "DISCARD":
            more["cards"] = asked["you"]["hole"][:self.rng.randint(1, 3)]
        self.refused(client.acts(word, **more), ())

    def wish(self, team: str) -> None:
        """A guest does something of its own."""
        client = self.clients.get(team)
        if client is None or client.closed is not None or self.rng.random() < 0.05:
            self.come(team)
            return
        kind = self.rng.choice(["intent"] * 5 + ["buy", "buy", "go", "nonce", "noise"])
        self.counts[kind] += 1
        if kind == "go":
            client.goes()
            client.closed = 0
        elif kind == "intent":
            self.refused(client.says(type="intent", intent=self.rng.choice([0, 0, 0, 1, 2, 3])), ("INTENT_REFUSED",))
        elif kind == "buy":
            self.refused(client.says(type="buy", amount=self.rng.choice([1, 300, 5000])), ("BUY_REFUSED",))
        elif kind == "nonce":
            self.refused(client.says(type="nonce", nonce=f"{self.rng.getrandbits(256):064x}"), ("NONCE_USED",))
        else:
            client.says(type="action", hand_id=self.arena.hand_id, action="CALL", decision=0)

    def come(self, team: str) -> None:
        more = {"buy_in": self.rng.choice([20, 100, 400, 1000]), "auto_buy": self.rng.random() < 0.2,
                "intent": self.rng.choice([0, 0, 0, 1, 2])}
        client = self.arena.connect(team)
        answer = client.says(type="hello", team=team, join_code=f"{team}-code", cards=True, **more)
        self.refused(answer, ("TABLE_FULL", "BUY_REFUSED", "TEAM_TAKEN"))
        if client.of("welcome"):
            client.seat = client.last("welcome")["seat"]
            self.clients[team] = client
            self.counts["hello"] += 1

    def operate(self) -> None:
        command = self.rng.choice(["VOID", "PAUSE", "RESUME", "SKIP", "REMOVE"])
        if command == "REMOVE" and self.rng.random() < 0.7:
            return
        self.operator.says(type="operator", command=command, team=self.rng.choice(TEAMS))
        self.operator.says(type="operator", command="RESUME")
        self.counts[command] += 1

    def refused(self, answer: list[dict[str, Any]], allowed: tuple[str, ...]) -> None:
        codes = [frame["code"] for frame in answer if frame["type"] == "error"]
        assert set(codes) <= set(allowed), answer
        self.counts.update(codes)

    # -- what must hold ------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Chips counted from what a spectator heard."""
        fresh, self.seen = self.watcher.heard[self.seen:], len(self.watcher.heard)
        self.moved += sum(frame["amount"] for frame in fresh if frame["type"] == "chips")
        told = self.table.hand.public if self.table.in_hand else None
        behind, pot = ({}, 0) if told is None else (told.stacks(), told.pot)
        assert self.moved == sum(behind.get(seat.seat, seat.stack) for seat in self.table.seats) + pot
        for seat in self.table.seats:
            assert seat.inactive or not seat.debt
            assert 0 <= seat.debt <= 30

    def end(self) -> Counter[str]:
        """Everything on record, verified, and seated again by the second model."""
        ids = [f"M-{number + 1}" for number in range(self.arena.matches)]
        store = stored(self.arena.effects, ids, secret=SECRET)
        for name in ids:
            for everything in (True, False):
                archive = store.queries.archive(name, everything=everything)
                if archive is not None:
                    assert list(find_problems(archive)) == []
                    self.counts["verified"] += 1
        self.seat_again([effect for effect in self.arena.effects if isinstance(effect, HandDone)])
        for hand in self.watcher.of("end_hand"):
            assert sum(row["net"] for row in hand["results"]) == 0
        self.counts["hands"] = len(self.watcher.of("end_hand"))
        return self.counts

    def seat_again(self, hands: list[HandDone]) -> None:
        """Each hand's blinds and dead money by the naive model, from the blinds of the last that counted."""
        starts = {frame["hand_id"]: frame for frame in self.watcher.of("start_hand")}
        last: tuple[int, int | None] | None = None
        for hand in hands:
            start = starts[hand.hand_id]
            spots = start["spots"]["bb"] + 1, start["spots"]["sb"] + 1
            if last is not None and self.config.get("variant", "HUNL") in ("HUNL", "PO", "N2L1D"):
                rows = {row["seat"] + 1: {"stack": row["stack"], "debt": row["debt"], "intent": row["intent"],
                                          "out": row["inactive"] and not (row["dealt"] and row["intent"] == 0)}
                        for row in hand.seating}
                expected = naive.next_hand(rows, last[0], last[1], 10, 20, self.config["ante"])
                assert expected is not None
                assert spots == (expected["bb"], expected["sb"])
                assert {row["seat"] + 1: row["amount"] for row in start.get("dead", [])} == expected["dead"]
                playing = {number for number, seat in expected["seats"].items() if not seat["out"]}
                assert {row["seat"] + 1 for row in start["stacks"]} == playing
                self.counts["seated again"] += 1
            last = last if hand.void else spots
