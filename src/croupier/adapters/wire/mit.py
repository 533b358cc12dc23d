"""Speak the line protocol of MIT's pokerbots skeleton, with croupier as the engine.

    T9.904 P0 HAh,Kd                    clock, index (0 is the small blind), own cards: the first message of a round
    T9.902 R6 C BTd,9s,2c K             what happened since: actions of both players, the board so far
    T9.895 K K O7c,7d D-40             the end of the round: the opponent's cards at a showdown, chips won or lost
    Q                                   the game is over

The client answers each message with F, C, K, or R and the amount to raise to. The client answers the end of a round
with any line. The protocol is for two players with the same stack at the start of every round. The protocol cannot
state the blinds and the stack, so the client must have been built for those of the game (`--standard mit-200bb` for
MIT's skeletons).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from os import PathLike

from croupier.adapters.hand_so_far import HandSoFar
from croupier.adapters.wire.line_bot import LineBot, seated
from croupier.bots.base import BadBot, Bot
from croupier.bots.isolation import BotFault, BotLimits, faults
from croupier.games.api import Action, Game
from croupier.games.poker.events import Acted, Board
from croupier.games.poker.game import PokerGame
from croupier.games.poker.view import View

_CODES = {"FOLD": "F", "CALL": "C", "CHECK": "K"}


def seat(text: str, limits: BotLimits | None = None, log: str | PathLike[str] | None = None,
         hidden: Sequence[str] = ()) -> Bot:
    """Return a bot for a client of the skeleton, given by a port, a command, or a folder with commands.json."""
    return seated(MitBot, "mit", text, ["{port}"], limits, log, hidden)


class MitBot(LineBot):
    """A client built on MIT's skeleton."""

    FAREWELL = ("Q\n",)
    sent = 0
    """The number of the hand's events that have been sent to the client."""

    def set_game(self, game: Game) -> None:
        """Set the game. Raise BadBot unless it is no-limit hold'em with two blinds."""
        if not isinstance(game, PokerGame) or game.rules.code != "NT" or game.ante or game.straddles:
            raise BadBot(f"{self.name}: MIT's protocol is for no-limit hold'em with two blinds, not for {game}")
        super().set_game(game)

    def on_hand_start(self, view: View) -> None:
        """Begin a round."""
        self.sent = 0

    def act(self, view: View) -> Action:
        """Return the client's action. Raise BotFault if the client gives none."""
        action = self.read(self.exchange([self.message(view)]), view)
        self.time_decision(action)
        return action

    def on_hand_end(self, view: View) -> None:
        """Send the end of the round and wait for the client's line."""
        if self.channel is not None:
            self.exchange([self.message(view)])

    def message(self, view: View) -> str:
        """Return the next message of a round. Raise BotFault(UNPLAYABLE) if the protocol cannot describe the hand."""
        if self.channel is None:
            self.sent = 0  # a restarted client gets the whole round again
        events, so_far = view.events, HandSoFar(view)
        own = view.seat or 0
        if len(so_far.order) != 2 or len(set(so_far.start.values())) != 1:
            raise BotFault(faults.UNPLAYABLE, "MIT's protocol is for two players with equal stacks")
        left_ms = max(0.0, self.limits.match_time_ms - self.used_ms)
        clauses = [f"T{left_ms / 1000:.3f}"]
        if self.sent == 0:
            clauses += [f"P{0 if own == view.button else 1}", "H" + ",".join(map(str, view.hole))]
        for number, event in enumerate(events):
            so_far.take(event)
            if number < self.sent:
                continue
            if isinstance(event, Acted):
                clauses.append(_CODES.get(event.kind) or f"R{event.to}")
            elif isinstance(event, Board):
                clauses.append("B" + ",".join(so_far.board))
                # after an all-in the skeleton expects two checks on each street, although nobody acts
                clauses += ["K", "K"] if any(map(so_far.is_all_in, so_far.order)) else []
        self.sent = len(events)
        if view.is_over:
            other = next(seat for seat in so_far.order if seat != own)
            if len(so_far.live) == 2:
                clauses.append("O" + ",".join(map(str, view.cards_of(other))))
            clauses.append(f"D{view.payoffs[own]}")
        return " ".join(clauses) + "\n"

    def read(self, line: str, view: View) -> Action:
        """Return the action in a line. Raise BotFault(GARBAGE) if the line contains none."""
        answer = line.strip()
        if answer == "F":
            return view.fold()
        if answer == "C":
            return Action("CALL")
        if answer == "K":
            return view.check()
        if not re.fullmatch(r"R[0-9]{1,15}", answer):
            self.refuse(f"it answered {line[:40]!r}, which is neither F, C, K nor R and an amount")
        return view.raise_to(int(answer[1:]))
