"""`croupier table`: play a scripted session at a table and print every state. A player joins, two pause, one owes a
blind, and one leaves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier import table as tables
from croupier.cli.app import as_json
from croupier.contest.seeds import checked_seed

Hand = dict[str, Any]
SHOWN = ("author", "hand", "players", "startingStacks", "blindsOrStraddles", "antes", "seatCount", "actions",
         "_inactive", "_intents", "_deadBlinds", "_deadMoney", "finishingStacks")
FIRST = {"variant": "NT", "hand": 1, "players": ["Player1", "Player2"], "startingStacks": [50, 100],
         "blindsOrStraddles": [1, 2], "antes": [0, 0], "minBet": 2, "seatCount": 6, "actions": [],
         "_inactive": [0, 0], "_intents": [0, 0], "_deadBlinds": [0, 0]}


def table(*, seed: int = 1, json: bool = False) -> None:
    """Play a scripted session and print every state that passes between clients and server.

    Parameters
    ----------
    seed
        The same seed deals the same cards.
    json
        Print one line of JSON for each state: {"who", "what", "hand"}.
    """
    for who, what, hand in session(checked_seed(seed)):
        if json:
            print(as_json({"who": who, "what": what, "hand": hand}))
        else:
            print(f"{who}: {what}\n{drawn(hand)}\n")


def drawn(hand: Hand) -> str:
    """Return a state as text: one line for each field and one line for each action of the log."""
    lines = []
    for name in SHOWN:
        if name == "actions" and hand.get(name):
            lines += ["    actions: [", *(f"        '{line}'," for line in hand[name]), "    ],"]
        elif name in hand:
            lines.append(f"    {name}: {hand[name]!r},")
    return "\n".join(["{", *lines, "}"])


def session(seed: int) -> Iterator[tuple[str, str, Hand]]:
    """Yield each step of the session: the player, the action, and the state after it."""
    host = _Host({**FIRST, "seed": seed})
    yield from _joining(host)
    yield from _waiting(host)
    yield from _pausing(host)
    yield from _leaving(host)


class _Host:
    """A server with one table whose players always call."""

    def __init__(self, hand: Hand) -> None:
        self.hand = tables.advance(hand)

    def view(self, player: str) -> Hand:
        return tables.personalize(self.hand, player)

    def take(self, client: Hand, balances: dict[str, Any] | None = None) -> Hand:
        """Merge the dict that a client sent into the hand, and advance the table."""
        reason = tables.refusal(self.hand, client, balances)
        assert reason is None, reason
        self.hand = tables.merge(self.hand, client, balances)
        return self.hand

    def play(self, steps: int = 100) -> Hand:
        """Let everybody call until the hand is over or this many players have called."""
        for _ in range(steps):
            self.hand = tables.advance(self.hand)
            place = tables.status(self.hand)["turn"]
            if place is None:
                break
            view = self.view(self.hand["players"][place])
            self.take({**view, "actions": [*view["actions"], f"p{place + 1} cc"]})
        return self.hand

    def next(self) -> Hand:
        """Deal the next hand."""
        self.hand = tables.advance(tables.next_hand(tables.finish(self.hand)))
        return self.hand


def _joining(host: _Host) -> Iterator[tuple[str, str, Hand]]:
    host.play(2)
    host.hand = tables.advance(host.hand)
    yield "server", "Player1 and Player2 are playing, blinds 1/2", host.hand
    yield "Player3", "asks for the table and sees nobody's cards", host.view("Player3")
    wish = tables.join(host.view("Player3"), "Player3", 100)
    yield "Player3", "wants to join with 100 chips", wish
    yield "server", "Player3 owns 75.25 and waits for the next hand", host.take(wish, {"Player3": 75.25})
    host.play()
    yield "server", "the hand is over", tables.finish(host.hand)
    yield "server", "the next hand: Player3 is dealt in", host.next()
    yield "Player3", "sees its own cards", host.view("Player3")


def _waiting(host: _Host) -> Iterator[tuple[str, str, Hand]]:
    host.play(1)
    wish = tables.wait_for_bb(host.view("Player2"), "Player2")
    yield "Player2", "wants to sit out until the big blind comes (intent 1)", wish
    yield "server", "Player2 is inactive; it has posted its blind and owes nothing", host.take(wish)
    yield "server", "its turn comes: it is folded in the log, and the hand goes on", host.play()
    yield "server", "the next hand: no cards for Player2", host.next()
    host.play()
    yield "server", "the big blind has come to Player2: back, free of debt", host.next()
    host.play()
    host.next()


def _pausing(host: _Host) -> Iterator[tuple[str, str, Hand]]:
    wish = tables.pause(host.view("Player2"), "Player2")
    yield "Player2", "takes a plain pause (intent 2)", wish
    host.take(wish)
    for what in ("the next hand: the big blind has not passed it yet", "the big blind has passed Player2: it owes 2",
                 "the small blind has passed it too: it owes 3, the maximum", "another big blind missed: still 3"):
        host.play()
        yield "server", what, host.next()
    wish = tables.resume(host.view("Player2"), "Player2")
    yield "Player2", "wants to play again before its big blind (intent 0)", wish
    host.take(wish)
    host.play()
    yield "server", "Player2 has paid its debt: 3 chips of dead money are in the pot", host.next()


def _leaving(host: _Host) -> Iterator[tuple[str, str, Hand]]:
    host.play(3)
    wish = tables.leave(host.view("Player1"), "Player1")
    yield "Player1", "leaves (intent 3) and goes back to the lobby", wish
    yield "server", "Player1 is inactive and gets no further state", host.take(wish)
    host.play()
    yield "server", "the next hand: Player1 is gone from every list", host.next()
    host.play()
    yield "server", "and so on", tables.finish(host.hand)
