"""A random evening at a table, and what must hold at every moment of it.

Players join, act, pause, wait, resume, leave, go broke, top up, fall silent and send rubbish, through a host made of
the functions on dicts. Counted apart from the table's own books:

- chips bought = chips on the table + chips gone + rake, to the unit, after every event;
- nobody pays the big blind in two hands running, and whom it passes owes it (N5, N6);
- a debt is at most 1.5 big blinds and nobody who plays has one (N6);
- every hand ends; what is refused changes nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from croupier.games.poker.rules import RULES
from croupier.notation.json import dumps, loads_one
from croupier.notation.replay import Replay
from croupier.table import finish, record

from . import naive
from .dict_host import DictHost
from .tampering import merged_by, tampered

RUBBISH: list[Any] = [None, True, -1, 99, 1.5, "x", "", [], {}, 10 ** 30, float("nan"), "p1 f", "d db AhKhQh"]
VARIANTS = ["NT"] * 8 + [code for code in RULES if code != "NT"]


def exact(number: Any) -> Fraction:
    return Fraction(repr(number)) if type(number) is float else Fraction(number)


class Evening:
    """One table and its players, all by chance of one seed."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.now = 0
        self.crowd = self.rng.randint(2, 10)
        self.counts: Counter[str] = Counter()
        self.bought = self.gone = self.rake = Fraction(0)
        self.last_bb: str | None = None
        self.table = DictHost({**self.setting(), **self.options()})
        self.big = exact(self.table.hand["minBet"])

    def setting(self) -> dict[str, Any]:
        """An empty table at random stakes."""
        rng = self.rng
        variant = rng.choice(VARIANTS)
        big = rng.choice([2, 20, 100, 0.5, Decimal("1.00")])
        small = big / 2 if rng.random() < 0.8 else big
        hand: dict[str, Any] = {"variant": variant, "players": [], "startingStacks": [], "minBet": big, "hand": 0,
                                "seatCount": rng.choice([2, 3, 6, 6, 9, 10]), "actions": []}
        if RULES[variant].has_bring_in:
            return {**hand, "smallBet": big, "bigBet": 2 * big, "bringIn": small, "antes": [],
                    "_blinds": {"antes": [small]}}
        straddles = [2 * big] if rng.random() < 0.15 and not RULES[variant].button_blind else []
        antes = [rng.choice([small, big])] if rng.random() < 0.3 else []
        if antes and rng.random() < 0.3:
            antes = [antes[0], 0, 0]
        return {**hand, "blindsOrStraddles": [], "antes": [],
                "_blinds": {"small": 0 if RULES[variant].button_blind else small, "big": big, "straddles": straddles,
                            "antes": antes}}

    def options(self) -> dict[str, Any]:
        rng = self.rng
        found = {"timeLimit": rng.choice([0, 5]), "rakePercentage": rng.choice([None, 5]),
                 "rakeCap": rng.choice([None, 3])}
        return {name: value for name, value in found.items() if value is not None}

    # -- the course of it ----------------------------------------------------------------------------------------------

    def play(self, hands: int) -> Counter[str]:
        """Play that many hands, everything checked."""
        for _ in range(20 * hands):
            if self.counts["hands"] == hands:
                break
            self.between()
            self.next_hand(self.rng.getrandbits(60))
            for _ in range(400):
                if not self.table.is_in_hand:
                    break
                self.during()
            assert not self.table.is_in_hand, "the hand does not end"
            self.check_chips()
            self.check_books()
        return self.counts

    def between(self) -> None:
        """Players come, and change their minds."""
        for _ in range(24):
            here = sum(seat.plays or not seat.intent for seat in self.table.state.seats)
            if self.rng.random() < (0.5 if here >= self.crowd else 0.2 if here >= 2 else 0):
                return
            self.wish()

    def during(self) -> None:
        """The player to act acts, mostly; anybody may do something else."""
        roll = self.rng.random()
        if roll < 0.01:
            self.check_merge()
        if roll < 0.06:
            self.wish()
        elif roll < 0.08:
            self.send(self.table.act, self.anybody(), self.rng.choice(RUBBISH), self.now)
        elif roll < 0.10 and self.table.hand["timeLimit"]:
            self.now += 5_000
            self.send(self.table.tick, self.now)
        else:
            self.act()

    def act(self) -> None:
        player = self.table.actor
        assert player is not None
        self.now += self.rng.randrange(2_000)
        legal = self.table.play.hand.legal()
        choices = list(legal.menu(5))
        action = self.rng.choice(choices)
        if action.kind == "FOLD" and self.rng.random() < 0.6:
            action = self.rng.choice(choices)
        reason = self.send(self.table.act, player, action, self.now)
        assert reason is None, (action, reason)
        self.counts["actions"] += 1

    def wish(self) -> None:
        """A join, a change of intent, a top-up, a tick, or rubbish."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.5:
            big = self.big
            stack: Any = rng.choice([big, 5 * big, 20 * big, 100 * big])
            stack = int(stack) if stack.denominator == 1 else float(stack)
            if rng.random() < 0.1:
                stack = rng.choice([stack + 0.25, *RUBBISH])
            self.join(f"P{rng.randrange(12)}", stack, rng.choice([None, None, rng.randint(1, 10)]),
                      rng.choice([0, 0, 0, 1, 2]))
        elif roll < 0.85:
            intent = rng.choice([0, 0, 0, 0, 0, 1, 2, 3, rng.choice(RUBBISH)])
            self.send(self.table.intend, self.anybody(), intent, self.now)
        elif roll < 0.93:
            self.top_up(self.anybody(), rng.choice([1, 50, int(20 * self.big) or 1, rng.choice(RUBBISH)]))
        else:
            self.now += rng.choice([1_000, 70_000])
            self.send(self.table.tick, self.now)

    def join(self, player: Any, stack: Any, seat: Any, intent: Any) -> None:
        if self.send(self.table.join, player, stack, seat, intent) is None:
            self.bought += exact(stack)
            self.check_chips()

    def top_up(self, player: Any, chips: Any) -> None:
        self.send(self.table.top_up, player, chips)

    def next_hand(self, seed: Any) -> None:
        """Begin a hand; leavers take their chips away, top-ups come in."""
        was = self.table.state
        before = self.table.hand
        if self.send(self.table.next_hand, seed, self.now) is not None:
            return
        hand = self.table.hand
        stacks = before.get("finishingStacks") or before["startingStacks"]
        added = before.get("_topUps") or [0] * len(stacks)
        for player, stack, chips, seat in zip(before["players"], stacks, added, was.seats):
            self.bought += exact(chips) if seat.intent != 3 else 0
            if player not in hand["players"]:
                self.gone += exact(stack)
                self.last_bb = None if player == self.last_bb else self.last_bb
                self.counts["leavers"] += 1
        self.check_chips()
        if self.table.play is not None:
            self.check_blinds(was, any(added))

    def anybody(self) -> Any:
        names = [seat.player for seat in self.table.state.seats]
        return self.rng.choice([*names, "nobody", *names])

    def check_merge(self) -> None:
        """A client's dict, tampered with, changes nothing but its own due."""
        server = self.table.hand
        author = self.anybody()
        merged_by(server, tampered(server, author, self.rng), author)
        self.counts["tampered dicts"] += 1

    def check_books(self) -> None:
        """The notation says the same: its log replayed gives the same results."""
        hand = self.table.hand
        if self.rng.random() > 0.1 or not hand["actions"]:
            return
        told = {name: value for name, value in hand.items() if name not in ("finishingStacks", "winnings", "rake")}
        ended = finish(told)
        assert ended["finishingStacks"] == hand["finishingStacks"], (ended, hand)
        assert ended["winnings"] == hand["winnings"]
        replay = Replay(loads_one(dumps(record(hand))))
        assert replay.status == "ok", (replay, hand)
        assert "differ" not in str(replay.notes), (replay.notes, hand)
        sent = Replay(loads_one(json.dumps(hand, default=float)))
        assert (sent.status, sent.notes) == (replay.status, replay.notes), (sent, hand)
        self.counts["hands replayed from the notation"] += 1

    # -- what must hold ------------------------------------------------------------------------------------------------

    def send(self, request: Any, *facts: Any) -> str | None:
        """Ask the host for something and check everything; return the reason if it was refused."""
        before, text = self.table.hand, repr(self.table.hand) if self.rng.random() < 0.2 else None
        reason: str | None = request(*facts)
        assert text is None or repr(before) == text, "a dict was changed in place"
        if reason is not None:
            assert reason
            assert self.table.hand is before, (request, facts, reason)
            self.counts["refused"] += 1
            return reason
        # a hand whose blinds put both players all-in begins and ends in one request
        is_new = "finishingStacks" not in before or self.table.hand["hand"] != before["hand"]
        if "finishingStacks" in self.table.hand and is_new:
            self.rake += exact(self.table.hand["rake"])
            self.counts["hands"] += 1
        self.check_seats()
        return None

    def check_chips(self) -> None:
        """M2, by our own books; during a hand its dead money stands in the pot."""
        hand = self.table.state.hand
        stacks = hand.get("finishingStacks") or hand["startingStacks"]
        dead = [] if hand.get("finishingStacks") else hand.get("_deadMoney") or []
        on_table = sum(map(exact, [*stacks, *dead]))
        rake = self.rake
        assert self.bought == on_table + self.gone + rake, (self.bought, on_table, self.gone, rake)

    def check_seats(self) -> None:
        state = self.table.state
        for seat in state.seats:
            assert 0 <= seat.debt <= state.stakes.debt_max, seat
            assert seat.inactive or not seat.debt, seat
            assert seat.stack >= 0, seat

    def check_blinds(self, was: Any, bought: bool) -> None:
        """N5, N6: who pays the big blind, and who owes it."""
        state = self.table.state
        if not state.stakes.big:
            return
        by_number = {seat.number: seat for seat in state.seats}
        bb = state.spots.bb
        assert bb in by_number
        assert by_number[bb].plays
        player = by_number[bb].player
        assert player != self.last_bb, f"{player} pays the big blind twice running"
        if was.spots.bb is not None and (was.is_dealt or not any(was.blinds)):
            self.check_movement(was, bought)
        self.last_bb = player
        self.counts["dead small blinds"] += state.spots.sb not in by_number or not by_number[state.spots.sb].plays
        self.counts["debts paid"] += any(state.dead)
        self.counts["heads-up hands"] += sum(seat.plays for seat in state.seats) == 2

    def check_movement(self, was: Any, bought: bool) -> None:
        """Everybody's stack, debt and place as a second model has them."""
        state = self.table.state
        if bought or state.places != was.places or len(was.stakes.antes) > 1:
            return
        finished = was.hand.get("finishingStacks")
        unit = 10 ** was.places
        seats = {seat.number: {"stack": int(exact(finished[at]) * unit) if finished else seat.stack, "debt": seat.debt,
                               "intent": seat.intent, "out": seat.inactive and not (seat.dealt and seat.intent == 0)}
                 for at, seat in enumerate(was.seats)}
        ante = was.stakes.antes[0] if was.stakes.antes else 0
        expected = naive.next_hand(seats, was.spots.bb, was.spots.sb, was.stakes.small, was.stakes.big, ante)
        assert expected is not None, "dealt though the table should wait"
        assert {seat.number: {"stack": seat.stack, "debt": seat.debt, "intent": seat.intent, "out": seat.inactive}
                for seat in state.seats} == expected["seats"]
        assert (state.spots.bb, state.spots.sb) == (expected["bb"], expected["sb"])
        self.counts["hands seated as by the second model"] += 1
        self.counts["players out"] += sum(seat.inactive for seat in state.seats)
