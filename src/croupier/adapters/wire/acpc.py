"""Speak the ACPC's protocol, with croupier as the dealer, in limit and no-limit hold'em for 2 to 10 players.

    acpc:5000                   wait on this port for an agent that is started by hand
    acpc:./agent --fast         start this command, which gets host and port as its last arguments

All states of a hand are sent to the agent in order, right before its next decision and at the end of the hand. The
agent's answer is the last state, a colon, and f, c or r. Like the ACPC's own dealer, croupier ignores a line that does
not repeat the state. A line that repeats it but has no action is refused with `GARBAGE`. The protocol does not state
blinds and stacks. The agent knows them from its game definition, so every hand must begin with the same stacks.

Limit games of the ACPC allow four bets on each street, heads-up too. So croupier plays only limit games with
`cap_heads_up`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from os import PathLike

from croupier.adapters.wire.line_bot import LineBot, seated
from croupier.adapters.wire.match_state import StateTelling
from croupier.bots.base import BadBot, Bot
from croupier.bots.isolation import BotFault, BotLimits, faults
from croupier.bots.isolation.bot import Channel
from croupier.games.api import Action, Game
from croupier.games.poker.events import Shown
from croupier.games.poker.game import PokerGame
from croupier.games.poker.rules import MAX_BETS
from croupier.games.poker.view import View

VERSION = re.compile(r"VERSION:2\.[0-9]+\.[0-9]+")
UNASKED_MAX = 100
"""After this many lines that do not answer the question, the agent's answers count as garbage."""


def seat(text: str, limits: BotLimits | None = None, log: str | PathLike[str] | None = None,
         hidden: Sequence[str] = ()) -> Bot:
    """Return a bot for an ACPC agent, given by a port or a command."""
    return seated(AcpcBot, "acpc", text, ["127.0.0.1", "{port}"], limits, log, hidden)


class AcpcBot(LineBot):
    """An agent of the Annual Computer Poker Competition."""

    number = -1
    """The number of the hand, from 0."""
    telling: StateTelling
    seen = 0
    stacks: list[int] | None = None

    def set_game(self, game: Game) -> None:
        """Set the game. Raise BadBot unless it is limit or no-limit hold'em with two blinds."""
        if not isinstance(game, PokerGame) or game.rules.code not in ("NT", "FT") or game.ante or game.straddles:
            raise BadBot(f"{self.name}: the ACPC's protocol is for limit and no-limit hold'em with two blinds, not for "
                         f"{game}")
        if game.rules.limit == "fixed" and not (game.cap_heads_up and game.max_bets == MAX_BETS):
            raise BadBot(f"{self.name}: the ACPC's limit games take {MAX_BETS} bets a street, heads-up as well; the "
                         "game needs cap_heads_up=True, as the standard hu-limit has it")
        super().set_game(game)

    def welcome(self, channel: Channel) -> None:
        """Read the agent's version of the protocol. Raise BotFault if it is not the version that croupier speaks."""
        line = str(channel.ask({"send": [], "read": True}, self.limits.start_time_ms)["line"])
        if not VERSION.fullmatch(line.strip()):
            channel.close()
            raise BotFault(faults.GARBAGE, f"it began with {line[:40]!r}, not with VERSION:2.0.0")

    def on_hand_start(self, view: View) -> None:
        """Begin a hand."""
        self.number += 1
        self.telling, self.seen = StateTelling(view, self.number), 0

    def act(self, view: View) -> Action:
        """Return the agent's action. Raise BotFault if the agent gives none."""
        self.check(view)
        states = self.news(view) + self.telling.state()
        answer = self.exchange([f"{state}\r\n" for state in states])
        action = self.read(self.reply(states[-1], answer), view)
        self.time_decision(action)
        return action

    def on_hand_end(self, view: View) -> None:
        """Send the rest of the hand, and the cards that were shown."""
        states = self.news(view)
        shown = {event.seat: "".join(map(str, event.cards)) for event in view.events if isinstance(event, Shown)}
        # the protocol cannot express a hand that ended by a fold with nothing to call
        if shown or not self.telling.gone:
            states += self.telling.state(shown)
        self.tell([f"{state}\r\n" for state in states])

    def news(self, view: View) -> list[str]:
        """Return the new states of the hand, except the last one."""
        events = view.events
        states = [state for event in events[self.seen:] for state in self.telling.take(event)]
        self.seen = len(events)
        return states

    def check(self, view: View) -> None:
        """Raise BotFault(UNPLAYABLE) unless the hand began with the same stacks as the first hand."""
        stacks = list(self.telling.so_far.start.values())
        self.stacks = self.stacks or stacks
        if not 2 <= len(stacks) <= 10 or stacks != self.stacks or len(set(stacks)) != 1:
            raise BotFault(faults.UNPLAYABLE, "an ACPC agent plays every hand with the same number of players and the "
                                              f"same stack: {self.stacks[0]} for each of {len(self.stacks)}")

    def reply(self, state: str, line: str) -> str:
        """Return the part of the agent's answer after the repeated state. Skip lines that do not repeat the state, but
        raise BotFault after too many of them.
        """
        for _ in range(UNASKED_MAX):
            if line.startswith(state + ":"):
                return line[len(state) + 1:]
            line = str(self.ask({"send": [], "read": True})["line"])
        self.refuse(f"it sent {UNASKED_MAX} lines that do not repeat the state it was asked for")
        return None

    def read(self, answer: str, view: View) -> Action:
        """Return the action in an answer. Raise BotFault(GARBAGE) if the answer contains no action."""
        is_limit = view.rules.limit == "fixed"
        if answer == "f":
            return view.fold()
        if answer == "c":
            return view.call()
        if not re.fullmatch("r" if is_limit else "r[0-9]{1,15}", answer):
            self.refuse(f"it answered {answer[:40]!r}, not f, c or r" + ("" if is_limit else " and an amount"))
        if is_limit:
            # if no raise is legal, the table gives the reason
            return view.raise_to(view.legal.min_raise_to or view.price + 1)
        own = self.telling.own
        so_far = self.telling.so_far
        return view.raise_to(max(0, int(answer[1:]) - (so_far.totals[own] - so_far.bets[own])))
